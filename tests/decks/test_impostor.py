"""What the deck of `impostor` must be besides well made."""

from collections.abc import Sequence

import pytest

from chalicelib.core.finding import Finding
from chalicelib.decks.lint import lint as lint_common
from chalicelib.decks.model import Picture, WordCard
from chalicelib.games.impostor import deck as impostor
from tests.decks import bank
from tests.decks.sample import CREDIT

CLEAN = bank.small().cards
VAGUE = ("cola", "cuatro patas", "grande")
MIDDLING = ("hierba", "granja", "correr")
SPECIFIC = ("relincho", "melena")


def found(*cards: WordCard) -> list[Finding]:
    return list(impostor.lint_words(bank.deck(*cards).rules))


def codes(planted: WordCard) -> set[str]:
    """What is said of a word among others that are faultless."""
    return {finding.code for finding in found(*CLEAN, planted)}


def planted(
    es: str = "Burro",
    en: str = "donkey",
    *,
    hint: str = "terquedad",
    block: Sequence[str] = (),
    exact: bool = False,
    vague: Sequence[str] = VAGUE,
    middling: Sequence[str] = MIDDLING,
    specific: Sequence[str] = SPECIFIC,
) -> WordCard:
    return bank.word(
        es,
        en,
        ordinal=99,
        hint=hint,
        block=block,
        exact=exact,
        vague=vague,
        middling=middling,
        specific=specific,
    )


def test_nothing_is_said_of_clean_words():
    assert found(*CLEAN) == []
    assert codes(planted()) == set()


PLANTED = [
    ("homograph_trap", planted("Bajo", "bass")),
    ("homograph_trap", planted("Sobres", "envelopes")),
    ("guess_confusable", planted("Felino", "cat")),
    ("guess_confusable", planted(block=["gatos"])),
    ("guess_confusable", planted("Minino", "kitty", block=["gata"])),
    ("hint_too_long", planted(hint="muy terco y lento")),
    ("hint_tells", planted(hint="un burro terco")),
    ("hint_tells", planted(hint="donkeys")),
    ("hint_tells", planted("Oso panda", "giant panda", hint="panda")),
    ("hint_is_word", planted(hint="los gatos")),
    ("hint_is_word", planted(hint="ensalada")),
    ("hint_is_category", planted(hint="animales")),
    ("wrong_clue_count", planted(specific=["melena"])),
    ("wrong_clue_count", planted(specific=[*"abcdefg"])),
    ("too_few_clues", planted(vague=VAGUE[:2], specific=["melena", "relincho", "terco"])),
    ("too_few_clues", planted(middling=MIDDLING[:2], specific=["melena", "relincho", "terco"])),
    ("too_few_clues", planted(middling=[*MIDDLING, "bosque", "cuernos"], specific=[])),
    ("clue_repeated", planted(specific=["melena", "Melena"])),
    ("clue_too_long", planted(specific=["melena", "orejas muy largas"])),
    ("clue_tells", planted(specific=["melena", "burros"])),
    ("clue_tells", planted(specific=["melena", "donkey kong"])),
    ("clue_tells", planted(block=["~rebuzno"], specific=["melena", "rebuznos"])),
    ("clue_not_shared", planted(vague=["nervioso", *VAGUE[1:]])),
    ("clue_not_shared", planted(middling=["carga", *MIDDLING[1:]])),
    ("clue_of_two_grades", planted(middling=["pelo suave", *MIDDLING[1:]])),
    ("same_clues", planted(specific=["galope", "montar"])),
]


@pytest.mark.parametrize(("code", "card"), PLANTED)
def test_a_planted_fault_is_found_and_nothing_else(code: str, card: WordCard):
    assert {code} == codes(card)


@pytest.mark.parametrize(
    "innocent",
    [
        planted("Té", "tea", exact=True),
        planted("Mar", "sea"),
        planted("Calcetín", "sock", block=["medias"]),
        planted(specific=["terco", "pelo suave"]),
        planted(hint="cuatro patas"),
        planted(block=["~gato"]),
        planted("Caballito de mar", "seahorse"),
    ],
)
def test_what_only_looks_like_a_fault_passes(innocent: WordCard):
    assert codes(innocent) == set()


def test_a_hint_may_serve_two_words_and_more_are_shown_to_an_editor():
    two = [planted(hint="astucia")]
    three = [*two, bank.word("Mula", "mule", hint="astucia", vague=VAGUE, middling=MIDDLING, specific="ab")]

    assert {finding.code for finding in found(*CLEAN, *two)} == set()
    assert {finding.code for finding in found(*CLEAN, *three)} == {"hint_overused"}


def test_a_finding_names_the_word_and_what_was_found():
    (finding,) = found(*CLEAN, planted(specific=["melena", "burritos"]))

    assert (finding.card, finding.code, finding.detail) == ("burro", "clue_tells", "burritos: burritos")


# -- The whole bank --


def whole(categories: Sequence[str] = impostor.CATEGORIES, each: int = 31) -> list[WordCard]:
    return [
        bank.word(letters(category) + letters(n), letters(n) + letters(category), id)
        for category, id in enumerate(categories)
        for n in range(each)
    ]


def letters(n: int) -> str:
    return "bcdfghjlmnprstvwxyz"[n % 19] + "aeiou"[n // 19] * 3


def whole_codes(*cards: WordCard) -> set[str]:
    of_size = {"wrong_categories", "wrong_count", "too_few_words"}
    return {finding.code for finding in impostor.lint(bank.deck(*cards).rules)} & of_size


def test_nothing_is_said_of_31_words_in_each_of_the_19_categories():
    assert whole_codes(*whole()) == set()


@pytest.mark.parametrize(
    ("code", "cards"),
    [
        ("wrong_categories", whole([*impostor.CATEGORIES[:-1], "otra"])),
        ("wrong_categories", whole(impostor.CATEGORIES[::-1])),
        ("wrong_categories", whole(impostor.CATEGORIES[:-1], each=32)),
        ("wrong_count", whole(each=30)),
        ("wrong_count", whole(each=32)),
        ("too_few_words", whole()[4:]),
    ],
)
def test_any_other_number_of_words_or_categories_is_found(code: str, cards: list[WordCard]):
    assert code in whole_codes(*cards)


# -- Pictures --


def pictured(card: WordCard, src: str) -> WordCard:
    return card.model_copy(update={"picture": Picture(src=src, **CREDIT.model_dump())})


def picture_codes(*cards: WordCard) -> set[str]:
    return {finding.code for finding in lint_common(bank.deck(*cards))}


def test_the_picture_of_a_category_serves_any_number_of_its_words():
    assert picture_codes(*CLEAN) == set()


def test_a_picture_of_its_own_is_one_words_alone():
    one, other, *rest = CLEAN

    assert picture_codes(pictured(one, "om/own.svg"), other, *rest) == set()
    assert picture_codes(pictured(one, "om/own.svg"), pictured(other, "om/own.svg"), *rest) == {
        "picture_repeated"
    }


def test_the_picture_of_a_category_serves_no_word_of_another():
    one, *rest = CLEAN
    foreign = next(card for card in rest if card.category != one.category)

    assert picture_codes(pictured(one, foreign.picture.src), *rest) == {"picture_repeated"}


# -- The report --


def test_the_report_tells_how_many_words_are_left_after_each_clue():
    pair = [
        bank.word("Gato", "cat", vague=["cola"], middling=["mascota"], specific=["maullar"]),
        bank.word("Perro", "dog", vague=["cola"], middling=["mascota"], specific=["ladrar"]),
    ]
    header, animals, everything = impostor.report(bank.deck(*pair).rules)

    # one clue of three leaves 2, 2 or 1 words; two leave 2 or 1 or 1; three leave 1
    assert animals.split() == ["animales", "1.67", "1.33", *["1.00"] * 4, "2.00", "2.00"]
    assert everything.split()[-8:] == animals.split()[1:]
    assert header.split()[-8:] == ["1", "2", "3", "4", "5", "6", "vague", "+middling"]
