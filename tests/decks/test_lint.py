"""A planted fault of each kind is found, and nothing else is."""

import json
import re
from collections.abc import Iterable
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chalicelib.core.finding import Finding, Severity
from chalicelib.core.text import fold
from chalicelib.decks.lint import allow, doubles, has_errors, lint, ordinals_kept, pictures
from chalicelib.decks.model import Credit, EspiaDeck, Option, Picture, Place, Question
from chalicelib.decks.pictures import dangers, read_credits
from chalicelib.decks.source import Allowance
from chalicelib.mechanics.nearness import distance, number_key, slips_forgiven
from tests.decks import bank, sample, topics
from tests.decks.sample import CREDIT, SVG, deck, place

MUSEO = place("museo")
FARO = place("faro")
PUBLISHED = {each.id: each.ordinal for each in (MUSEO, FARO)}


def codes(findings: Iterable[Finding]) -> set[str]:
    return {finding.code for finding in findings}


def named(name: str) -> Place:
    return place("planted", name=name)


def with_role(role: str) -> Place:
    return place("planted", roles=(*sample.roles("planted"), role))


def picture(id: str, **changed: str) -> Picture:
    return Picture(**({"src": f"om/{id}.svg", **CREDIT.model_dump()} | changed))


PLANTED = [
    ("not_nfc", named("Cafeteri\u0301a")),
    ("not_nfc", with_role("Nin\u0303o")),
    ("stray_blank", named("Parque  grande")),
    ("stray_blank", named(" Parque")),
    ("stray_blank", with_role("Guarda ")),
    ("stray_blank", with_role("Guarda , de noche")),
    ("stray_blank", named("Parque ( grande)")),
    ("missing_blank", with_role("Guarda,de noche")),
    ("invisible_character", named("Par\u200bque")),
    ("invisible_character", with_role("Guarda\u00ad")),
    ("invisible_character", named("Parque\tgrande")),
    ("straight_quote", named('El "Parque"')),
    ("straight_quote", with_role("Guarda 'nuevo'")),
    ("wrong_quotes", named("El “Parque”")),
    ("wrong_quotes", named("El «Parque")),
    ("wrong_quotes", named("«El» Parque»")),
    ("hyphen_for_dash", with_role("Guarda - de noche")),
    ("hyphen_for_dash", with_role("Guarda – de noche")),
    ("dots_for_ellipsis", with_role("Guarda que espera...")),
    ("no_capital", named("parque")),
    ("no_capital", with_role("guarda")),
    ("mixed_scripts", named("P\u0430rque")),
    ("mixed_scripts", with_role("Gu\u03b1rda")),
    ("foreign_letter", named("\u0420\u0430\u0440")),
    ("variant_character", named("Ｐarque")),
    ("variant_character", with_role("O\ufb01cinista")),
    ("too_long", named("Parque de los patos del río abajo")),
    ("too_long", with_role("Guarda que persigue al pato por el río")),
    ("too_long", with_role("🦆" * 18)),
    ("word_too_long", named("Electroencefalogramas")),
    ("empty_text", named("")),
    ("id_form", place("planted", id="Parque_1")),
    ("id_form", place("planted", id="parque-" * 6 + "verde")),
    ("ordinal_form", place("planted", ordinal=0)),
    ("id_repeated", place("planted", id="museo")),
    ("ordinal_repeated", place("planted", ordinal=MUSEO.ordinal)),
    ("name_repeated", named("Museo")),
    ("name_repeated", named("Múseo")),
    ("name_repeated", named("Museos")),
    ("near_duplicate", named("Museq")),
    ("near_duplicate", named("Mueso")),
    ("contained_name", named("Museo de cera")),
    ("forbidden_word", named("Cervecería")),
    ("forbidden_word", with_role("Catador de vinos")),
    ("forbidden_word", with_role("Portero del club nocturno")),
    ("picture_repeated", place("planted", picture=MUSEO.picture)),
]


def test_nothing_is_said_of_a_clean_deck():
    assert list(lint(deck(MUSEO, FARO, named("Parque «El Ñandú»…")))) == []
    assert list(lint(deck(MUSEO, named("Sala XXI — 1,5 «El „Ñu“», 24–27")))) == []
    assert list(lint(topics.small())) == []


@pytest.mark.parametrize(("code", "planted"), PLANTED)
def test_a_planted_fault_is_found_and_nothing_else(code: str, planted: Place):
    assert {code} == codes(lint(deck(MUSEO, FARO, planted)))


def test_a_finding_names_the_card_and_what_was_found():
    (finding,) = lint(deck(MUSEO, named("Parque  grande")))

    assert Finding(Severity.ERROR, "planted", "stray_blank", "«Parque  grande»") == finding


def test_long_names_may_be_two_slips_apart_and_are_still_shown_to_an_editor():
    assert {"near_duplicate"} == codes(lint(deck(named("Biblioteca"), place("otra", name="Bibliotteka"))))
    assert set() == codes(lint(deck(named("Playa"), place("otra", name="Palma"))))


@given(st.lists(st.text("aesz ñ", max_size=12), min_size=2, max_size=12))
def test_names_are_confused_as_if_each_was_held_against_each_other(names: list[str]):
    cards = {f"x{n}": name for n, name in enumerate(names)}
    expected = set[tuple[str, str, str]]()
    for (one, name), (other, its_name) in permutations(cards.items(), 2):
        key, its_key, shorter = (
            number_key(name),
            number_key(its_name),
            min(fold(name), fold(its_name), key=len),
        )
        slips = slips_forgiven(shorter)
        if key == its_key:
            expected |= {("name_repeated", other, one)} if int(one[1:]) < int(other[1:]) else set()
            continue
        if slips and distance(fold(name), fold(its_name), slips) <= slips and int(one[1:]) < int(other[1:]):
            expected.add(("near_duplicate", other, one))
        if its_key and any(key[at : at + len(its_key)] == its_key for at in range(len(key))):
            expected.add(("contained_name", one, other))
    found = [
        (each.code, each.card, each.detail)
        for each in doubles(deck(*(place(id, name=name) for id, name in cards.items())))
    ]

    assert sorted(found) == sorted(expected)


@pytest.mark.parametrize(
    "innocent", ["Ronda", "Barco", "Cavador de zanjas", "Alumno en su sexto intento", "Pupitre"]
)
def test_a_word_that_only_begins_like_a_forbidden_one_passes(innocent: str):
    assert set() == codes(lint(deck(MUSEO, with_role(innocent))))


# -- Russian --


def russian(name: str) -> set[str]:
    return codes(lint(topics.deck(topics.topic("films"), topics.topic("films", 2, name=name))))


DOTLESS = """
    Елки; Три актера; Петр Первый; Черный кот; Легкая жизнь; Мертвые души; Все-таки; Утенок; Самолетик
    Аленушка; Кино черно-белое; Федору Достоевскому; Ученый; Время полета; ЕЩЕ
"""
INNOCENT = """
    Ёлки; Чёрный кот; Чернобыль; Черновик; Чернослив; Желток; Счета; Полететь; Костерок; Влюблена; Звездочёт
    Тетрадь; Медведь; Учений; Снежная королева; Петра; Зелень; Орлёнок
"""


@pytest.mark.parametrize("name", re.split(r"[;\n]\s*", DOTLESS.strip()))
def test_an_e_that_is_a_yo_is_found(name: str):
    assert russian(name) == {"dotless_yo"}


@pytest.mark.parametrize("name", re.split(r"[;\n]\s*", INNOCENT.strip()))
def test_a_word_that_only_begins_like_one_with_a_yo_passes(name: str):
    assert russian(name) == set()


@pytest.mark.parametrize(
    ("code", "name"),
    [
        ("foreign_letter", "Jazz"),
        ("mixed_scripts", "Mосква"),
        ("cyrillic_numeral", "Век ХХ"),
        ("cyrillic_numeral", "Пётр І"),
        ("wrong_quotes", "Фильм “Брат”"),
        ("wrong_quotes", "Фильм „Брат“"),
        ("straight_quote", 'Фильм "Брат"'),
        ("hyphen_for_dash", "Москва - Кассиопея"),
        ("forbidden_word", "Пиво на двоих"),
        ("forbidden_word", "Ликёр"),
        ("forbidden_word", "В баре"),
        ("forbidden_word", "Пьяная история"),
        ("forbidden_word", "Убийца за углом"),
        ("no_capital", "брат"),
    ],
)
def test_a_planted_fault_of_russian_is_found_and_nothing_else(code: str, name: str):
    assert russian(name) == {code}


@pytest.mark.parametrize(
    "name",
    [
        "XX век",
        "Пётр I",
        "1+1",
        "Москва — Кассиопея",
        "Бармалей",
        "Героиня",
        "Петров-Водкин",
        "Рома",
        "Секундомер",
    ],
)
def test_russian_that_only_looks_faulty_passes(name: str):
    assert russian(name) == set()


def test_cards_that_are_never_listed_together_may_share_a_name_and_a_picture():
    opera, novel = topics.topic("music", 1), topics.topic("books", 1)
    twin = novel.model_copy(update={"name": opera.name, "picture": opera.picture})

    assert codes(lint(topics.deck(opera, twin))) == set()
    assert codes(lint(topics.deck(opera, twin.model_copy(update={"theme": "music"})))) == {
        "name_repeated",
        "picture_repeated",
    }


# -- Texts that are on no card --


@pytest.mark.parametrize(
    ("code", "part"),
    [
        ("dotless_yo", {"title": "Черный список"}),
        ("too_long", {"title": "Т" * 33}),
        ("straight_quote", {"questions": (Question(id="q1", text='Это "наше"?'),)}),
        ("mixed_scripts", {"questions": (Question(id="q1", text="Этo наше?"),)}),
        ("too_long", {"questions": (Question(id="q1", text=f"Это {'о' * 60}?"),)}),
        ("forbidden_word", {"questions": (Question(id="q1", text="Там пьют вино?"),)}),
        ("empty_text", {"questions": (Question(id="q1", text=""),)}),
        ("no_capital", {"options": (Option(id="yes", text="да"),)}),
        ("too_long", {"options": (Option(id="unknown", text="Этого никто не знает"),)}),
    ],
)
def test_a_fault_in_a_theme_its_questions_or_their_options_is_found(code: str, part: dict[str, Any]):
    card = topics.topic("films", answers=("yes",))

    found = list(lint(topics.deck(card, themes=[topics.theme("films", 1, **part)])))
    assert [(finding.card, finding.code) for finding in found] == [("films", code)]


def test_a_fault_in_the_title_of_a_category_is_found():
    clean = bank.small()
    first, *rest = clean.themes
    spoilt = clean.model_copy(update={"themes": (first.model_copy(update={"title": "animales"}), *rest)})

    (finding,) = lint(spoilt)
    assert (finding.card, finding.code) == (first.id, "no_capital")


# -- What is published --


def test_a_deck_for_adults_may_say_what_a_deck_for_all_may_not():
    assert set() == codes(lint(deck(MUSEO, named("Cervecería"), rating="adult")))


def test_only_errors_keep_a_deck_from_being_published():
    assert not has_errors(lint(deck(MUSEO, named("Museo de cera"))))
    assert has_errors(lint(deck(MUSEO, named("Museos"))))


def test_an_allowed_finding_is_not_shown_again_and_the_others_still_are():
    allowance = Allowance(
        code="contained_name", card="planted", detail="museo", reason="the wax museum is another place"
    )
    with_museum = deck(MUSEO, named("Museo de cera"))
    with_two_faults = deck(MUSEO, named("Museo de cera"), place("otro", name="Museo naval"))

    assert list(allow(lint(with_museum), [allowance])) == []
    assert [finding.card for finding in allow(lint(with_two_faults), [allowance])] == ["otro"]


def test_an_allowance_that_nothing_needs_is_reported():
    allowance = Allowance(code="forbidden_word", card="faro", detail="Copa: copa", reason="the cup of a tree")

    assert {"allowance_unused"} == codes(allow(lint(deck(MUSEO, FARO)), [allowance]))


class TestPictures:
    """The pictures of the decks against the files and their credits."""

    @pytest.fixture
    def root(self, tmp_path: Path) -> Path:
        return sample.write(tmp_path, sample.sources()[:2]) / "pictures"

    @pytest.fixture
    def clean(self) -> EspiaDeck:
        return deck(*(place(source.id) for source in sample.sources()[:2]))

    def test_nothing_is_said_of_pictures_that_are_there_and_credited(self, root: Path, clean: EspiaDeck):
        assert set() == codes(pictures([clean], read_credits(root), root))

    def test_a_missing_file_is_found(self, root: Path, clean: EspiaDeck):
        (root / clean.cards[0].picture.src).unlink()

        assert {"picture_missing"} == codes(pictures([clean], read_credits(root), root))

    def test_a_file_outside_the_pictures_counts_as_missing(self, root: Path, clean: EspiaDeck):
        (root.parent / "outside.svg").write_text(SVG, "utf-8")
        astray = place("planted", picture=picture("planted", src="om/../../outside.svg"))
        credit_of = {**read_credits(root), astray.picture.src: CREDIT}

        assert {"picture_missing"} == codes(pictures([clean, deck(astray)], credit_of, root))

    def test_a_file_that_no_card_uses_is_found(self, root: Path, clean: EspiaDeck):
        (root / "om" / "unused.svg").write_text(SVG, "utf-8")

        assert {"picture_unused"} == codes(pictures([clean], read_credits(root), root))

    def test_a_credit_that_no_card_uses_is_found(self, root: Path, clean: EspiaDeck):
        assert {"picture_unused"} == codes(
            pictures([clean], {**read_credits(root), "om/gone.svg": CREDIT}, root)
        )

    def test_a_picture_without_a_credit_is_found(self, root: Path, clean: EspiaDeck):
        (root / "om" / "credits.json").write_text(json.dumps({}), "utf-8")

        assert {"picture_uncredited"} == codes(pictures([clean], read_credits(root), root))

    @pytest.mark.parametrize("field", ["author", "licence", "source"])
    def test_an_empty_credit_is_none(self, root: Path, clean: EspiaDeck, field: str):
        src = clean.cards[0].picture.src
        credit_of = {**read_credits(root), src: Credit(**{**CREDIT.model_dump(), field: ""})}

        assert {"picture_uncredited"} == codes(pictures([clean], credit_of, root))

    @pytest.mark.parametrize("field", ["author", "licence", "source"])
    def test_a_credit_other_than_its_collection_gives_is_found(
        self, root: Path, clean: EspiaDeck, field: str
    ):
        first, second = clean.cards
        altered = place(first.id, picture=picture(first.id, **{field: "another"}))

        assert {"picture_miscredited"} == codes(pictures([deck(altered, second)], read_credits(root), root))

    def test_a_licence_that_the_credits_page_cannot_name_is_found(self, root: Path, clean: EspiaDeck):
        first, second = clean.cards
        own = Credit(author="Ana", licence="MINE", source="https://example.org/")
        altered = place(first.id, picture=Picture(src=first.picture.src, **own.model_dump()))
        credit_of = {**read_credits(root), first.picture.src: own}

        assert {"licence_unknown"} == codes(pictures([deck(altered, second)], credit_of, root))

    def test_an_unsafe_file_is_found(self, root: Path, clean: EspiaDeck):
        (root / clean.cards[0].picture.src).write_text("<svg><script/></svg>", "utf-8")

        assert {"picture_unsafe"} == codes(pictures([clean], read_credits(root), root))


@pytest.mark.parametrize(
    "content",
    [
        "<script>alert(1)</script>",
        "<foreignObject/>",
        '<path onclick="alert(1)"/>',
        '<image href="https://example.org/a.png"/>',
        '<use xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="other.svg#a"/>',
        '<image href="data:image/png;base64,AAAA"/>',
        '<a href="javascript:alert(1)"/>',
        '<path fill="url(https://example.org/#a)"/>',
        "<style>@import 'https://example.org/a.css';</style>",
        "<style>path { fill: url(a.svg) }</style>",
        "<path>",
    ],
)
def test_a_picture_that_could_run_or_fetch_something_is_refused(content: str):
    assert dangers(f'<svg xmlns="http://www.w3.org/2000/svg">{content}</svg>')


@pytest.mark.parametrize(
    "prologue", ['<!DOCTYPE svg [<!ENTITY a "b">]>', '<?xml-stylesheet href="https://example.org/a.css"?>']
)
def test_a_picture_that_declares_more_than_itself_is_refused(prologue: str):
    assert dangers(f'{prologue}<svg xmlns="http://www.w3.org/2000/svg"/>')


def test_a_picture_may_refer_to_its_own_parts():
    assert (
        dangers(
            '<?xml version="1.0"?><!-- drawn --><svg><use href="#a"/><path fill="url( \'#b\' )"/>'
            "<style>path { fill: url(#c) }</style></svg>"
        )
        == []
    )


def test_a_published_card_that_gets_another_ordinal_is_found():
    renumbered = place("museo", ordinal=MUSEO.ordinal + 1)

    assert {"ordinal_moved"} == codes(ordinals_kept(PUBLISHED, deck(renumbered)))


def test_an_ordinal_that_was_another_cards_is_found():
    heir = place("heir", ordinal=MUSEO.ordinal)

    assert {"ordinal_reused"} == codes(ordinals_kept(PUBLISHED, deck(FARO, heir)))


def test_new_cards_and_lost_ones_leave_the_ordinals_of_the_rest():
    assert set() == codes(ordinals_kept(PUBLISHED, deck(FARO, place("otro"))))
