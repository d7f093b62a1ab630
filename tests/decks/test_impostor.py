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
    ("homograph_trap", "Bajo: bajo", planted("Bajo", "bass")),
    ("homograph_trap", "Sobres: sobre", planted("Sobres", "envelopes")),
    ("guess_confusable", "cat: gato", planted("Felino", "cat")),
    ("guess_confusable", "gatos: gato", planted(block=["gatos"])),
    ("guess_confusable", "gata: gato", planted("Minino", "kitty", block=["gata"])),
    ("hint_too_long", "muy terco y lento", planted(hint="muy terco y lento")),
    ("hint_tells", "un burro terco", planted(hint="un burro terco")),
    ("hint_tells", "donkeys", planted(hint="donkeys")),
    ("hint_tells", "panda", planted("Oso panda", "giant panda", hint="panda")),
    ("hint_is_word", "los gatos: gato", planted(hint="los gatos")),
    ("hint_is_word", "ensalada: ensalada", planted(hint="ensalada")),
    ("hint_is_category", "animales", planted(hint="animales")),
    ("wrong_clue_count", "7, not 8 to 12", planted(specific=["melena"])),
    ("wrong_clue_count", "13, not 8 to 12", planted(specific=[*"abcdefg"])),
    ("too_few_clues", "vague: 2 < 3", planted(vague=VAGUE[:2], specific=["melena", "relincho", "terco"])),
    (
        "too_few_clues",
        "middling: 2 < 3",
        planted(middling=MIDDLING[:2], specific=["melena", "relincho", "terco"]),
    ),
    ("too_few_clues", "specific: 0 < 1", planted(middling=[*MIDDLING, "bosque", "cuernos"], specific=[])),
    ("clue_repeated", "melena", planted(specific=["melena", "Melena"])),
    ("clue_too_long", "orejas muy largas", planted(specific=["melena", "orejas muy largas"])),
    ("clue_tells", "burros: burros", planted(specific=["melena", "burros"])),
    ("clue_tells", "donkey kong: donkey", planted(specific=["melena", "donkey kong"])),
    ("clue_tells", "rebuznos: rebuznos", planted(block=["~rebuzno"], specific=["melena", "rebuznos"])),
    ("clue_not_shared", "nervioso: vague, 1 < 4", planted(vague=["nervioso", *VAGUE[1:]])),
    ("clue_not_shared", "carga: middling, 1 < 2", planted(middling=["carga", *MIDDLING[1:]])),
    ("clue_of_two_grades", "animales: pelo suave", planted(middling=["pelo suave", *MIDDLING[1:]])),
    ("same_clues", "caballo", planted(specific=["galope", "montar"])),
]


@pytest.mark.parametrize(("code", "detail", "card"), PLANTED)
def test_a_planted_fault_is_found_by_name_and_nothing_else(code: str, detail: str, card: WordCard):
    named = "" if code == "clue_of_two_grades" else card.id  # which of the grades is wrong, nobody can say

    assert {code} == codes(card)
    assert (named, detail) in {(finding.card, finding.detail) for finding in found(*CLEAN, card)}


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


def test_what_is_missing_in_the_whole_bank_is_told_in_numbers():
    found = {finding.code: finding for finding in impostor.lint(bank.deck(*whole()[4:]).rules)}

    assert ("", "animales: 27 < 28") == (found["too_few_words"].card, found["too_few_words"].detail)
    found = {finding.code: finding for finding in impostor.lint(bank.deck(*whole(each=30)).rules)}
    assert ("", "570, not 580 to 599") == (found["wrong_count"].card, found["wrong_count"].detail)


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
