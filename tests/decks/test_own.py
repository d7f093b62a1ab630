"""Decks that tenants send: made as ours are, judged by the same checks, and bounded in every direction."""

import json
from collections.abc import Callable
from time import process_time
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from chalicelib.core.finding import Severity
from chalicelib.decks.library import Library
from chalicelib.decks.model import ImpostorDeck, ShpionDeck
from chalicelib.decks.own.making import MOST_FINDINGS, Judged, judge, numbered, written
from chalicelib.decks.own.source import BY_GAME
from chalicelib.games.registry import RULESETS, lint_own
from tests.decks import own
from tests.decks.own import Json, picture, with_card

LIBRARY = Library()
OURS = "om/1F3CA.svg"
ESPIA, IMPOSTOR, SHPION = own.espia(), own.impostor(), own.shpion()


def judged(deck: Json, **ordinals: int) -> Judged:
    source = BY_GAME[deck["game"]].model_validate(deck)
    return judge(source, "mio", ordinals, LIBRARY.pictures, lint_own)


def codes(deck: Json, severity: Severity = Severity.ERROR) -> set[str]:
    return {finding.code for finding in judged(deck).findings if finding.severity is severity}


def test_every_game_can_be_played_with_decks_of_others():
    assert set(RULESETS) == set(BY_GAME) == set(own.DECKS)


@pytest.mark.parametrize("game", own.DECKS)
def test_the_smallest_deck_has_no_errors(game: str):
    made = judged(own.DECKS[game]())

    assert made.errors == ()
    assert made.deck is not None and made.deck.game == game


@pytest.mark.parametrize("game", own.DECKS)
def test_what_was_sent_can_be_sent_again_and_makes_the_same(game: str):
    deck = own.DECKS[game]()
    source = BY_GAME[game].model_validate(deck)
    again = json.loads(written(source))

    assert judged(again).deck == judged(deck).deck
    assert written(BY_GAME[game].model_validate(again)) == written(source)


@pytest.mark.parametrize("game", own.DECKS)
def test_any_change_makes_another_version(game: str):
    deck = own.DECKS[game]()
    changed = [{**deck, "title": "Otra"}, {**deck, "rating": "adult"}, {**deck, "cards": deck["cards"][::-1]}]
    versions = {made.deck.version for each in (deck, *changed) if (made := judged(each)).deck}

    assert len(versions) == 1 + len(changed)


def test_a_card_keeps_its_ordinal_and_a_new_one_gets_the_least_that_is_free():
    assert numbered(["a", "b", "c"], {}) == {"a": 1, "b": 2, "c": 3}
    assert numbered(["new", "c", "a", "other"], {"a": 1, "b": 2, "c": 3}) == {
        "new": 4,
        "c": 3,
        "a": 1,
        "other": 5,
    }
    assert numbered(["x", "c"], {"c": 3}) == {"x": 1, "c": 3}


def test_a_picture_of_our_collection_is_credited_by_us():
    made = judged(with_card(own.espia(), picture={"src": OURS})).deck

    assert made is not None
    assert made.by_id["babebibo"].picture == LIBRARY.pictures[OURS]


def test_any_other_picture_comes_with_its_credit_and_is_shown_where_it_is():
    made = judged(own.espia()).deck

    assert made is not None
    assert made.by_id["babebibo"].picture.shown("https://ours.example") == {
        "url": "https://pictures.acme.example/babebibo.png",
        "author": "Eva Gil",
        "licence": "CC0",
        "source": "https://acme.example/",
    }


@pytest.mark.parametrize(
    ("code", "bad"),
    [
        ("picture_unknown", {"src": "om/FFFFF.svg"}),
        ("picture_unknown", {"src": "../credits.json"}),
        ("picture_ambiguous", {"src": OURS, "author": "Me"}),
        ("picture_ambiguous", {**picture("a"), "src": OURS}),
        ("picture_missing", {"url": "https://pictures.acme.example/a.png"}),
        ("picture_missing", {**picture("a"), "author": ""}),
        ("picture_missing", {**picture("a"), "author": "E\u200bva"}),
        ("picture_missing", {}),
    ],
)
def test_a_picture_that_is_not_there_or_owed_to_nobody_is_found(code: str, bad: Json):
    themes = [{**theme, "picture": bad} for theme in IMPOSTOR["themes"]]

    assert codes(with_card(ESPIA, picture=bad)) == {code}
    assert codes({**IMPOSTOR, "themes": themes}) == {code}


def test_a_place_and_a_theme_need_pictures():
    for deck in (
        with_card(ESPIA, picture=None),
        {**IMPOSTOR, "themes": [{"id": "comida", "title": "Platos"}, IMPOSTOR["themes"][0]]},
    ):
        with pytest.raises(ValidationError, match="picture"):
            judged(deck)


@pytest.mark.parametrize(
    "url",
    [
        "http://acme.example/a.png",
        "javascript:alert(1)",
        "https:///a.png",
        "https://user@acme.example/a.png",
        'https://acme.example/a"onload="x',
        "https://acme.example/a b",
        "https://acme.example/<a>",
        "https://acme.example/" + "a" * 200,
        "https://acme.example/\u00f1",
    ],
)
def test_a_url_that_is_not_safe_to_show_is_refused(url: str):
    for member in ("url", "source"):
        with pytest.raises(ValidationError):
            judged(with_card(own.espia(), picture={**picture("a"), member: url}))


def test_a_card_without_a_picture_has_its_themes():
    made = judged(own.impostor()).deck

    assert made is not None
    assert {card.picture.src for card in made.cards} == {
        "https://pictures.acme.example/animales.png",
        "https://pictures.acme.example/comida.png",
    }


def test_forms_of_a_word_are_made_as_in_our_own_bank():
    deck = with_card(own.impostor(), es="Búho", en=["owl"], animate=True, block=["mochuelo", "~ulular"])
    made = judged(deck).deck

    assert isinstance(made, ImpostorDeck)
    word = made.by_id["babebibo"]
    assert {"buho", "buhos", "owls", "mochuelos", "ulular"} <= set(word.blocked)
    assert "mochuelo" in word.accepted and "ulular" not in word.accepted


def test_true_answers_stand_in_the_order_of_the_questions():
    deck = own.shpion()
    answers = dict(reversed(deck["cards"][0]["answers"].items()))
    made = judged(with_card(deck, answers=answers)).deck

    assert isinstance(made, ShpionDeck)
    assert made.by_id["places-0"].answers == tuple(deck["cards"][0]["answers"].values())


@pytest.mark.parametrize(
    ("code", "deck"),
    [
        ("too_few_cards", own.espia(19)),
        ("id_repeated", with_card(ESPIA, 1, id="babebibo")),
        ("name_repeated", with_card(ESPIA, 1, name="Babebibo")),
        ("too_few_roles", with_card(ESPIA, roles=["Zq"])),
        ("role_repeated", with_card(ESPIA, roles=["Cocinera", "Cocineros", *ESPIA["cards"][0]["roles"]])),
        ("empty_text", with_card(ESPIA, name="")),
        ("empty_text", {**ESPIA, "title": " "}),
        ("too_long", with_card(ESPIA, name="Ba " * 20)),
        ("invisible_character", with_card(ESPIA, name="Ba\u202eba")),
        ("too_few_words", {**IMPOSTOR, "cards": IMPOSTOR["cards"][1:]}),
        ("unknown_theme", json.loads(json.dumps(IMPOSTOR).replace("comida", "chistes"))),
        ("theme_missing", with_card(IMPOSTOR, category="musica")),
        ("theme_repeated", {**IMPOSTOR, "themes": IMPOSTOR["themes"] * 2}),
        ("hint_tells", with_card(IMPOSTOR, hint="babebibos")),
        ("empty_text", with_card(IMPOSTOR, hint="")),
        ("guess_confusable", with_card(IMPOSTOR, 1, en=["babebibo"])),
        ("homograph_trap", with_card(IMPOSTOR, es="Nada")),
        ("clue_tells", with_card(IMPOSTOR, clues={"vague": ["babebibos"]})),
        ("word_form", with_card(IMPOSTOR, es="¡?")),
        ("word_form", with_card(IMPOSTOR, en=["a b c d e f"])),
        ("word_form", with_card(IMPOSTOR, block=["~"])),
        ("word_form", with_card(IMPOSTOR, es="Лодка")),
        ("word_form", with_card(IMPOSTOR, en=["Λόγος"])),
        ("word_form", with_card(IMPOSTOR, en=["ﷺ cat"])),
        ("wrong_answers", with_card(SHPION, answers={"q0": "yes"})),
        ("wrong_answers", with_card(SHPION, answers={**SHPION["cards"][0]["answers"], "q9": "no"})),
        ("wrong_origin", with_card(SHPION, origin="ours")),
        ("too_few_cards", {**SHPION, "cards": SHPION["cards"][1:]}),
        ("too_few_cards", {**SHPION, "cards": [{**each, "origin": "ours"} for each in SHPION["cards"]]}),
        ("question_repeated", json.loads(json.dumps(SHPION).replace('"id": "q1"', '"id": "q0"'))),
        ("unknown_theme", json.loads(json.dumps(SHPION).replace("films", "jokes"))),
    ],
)
def test_what_keeps_a_game_from_being_fair_is_an_error(code: str, deck: Json):
    assert code in codes(deck)


@pytest.mark.parametrize(
    ("code", "deck"),
    [
        ("no_capital", with_card(ESPIA, name="babebibo")),
        ("straight_quote", with_card(ESPIA, name='El "Babebibo"')),
        ("forbidden_word", with_card(ESPIA, roles=["Borracho", *ESPIA["cards"][0]["roles"]])),
        ("foreign_letter", with_card(ESPIA, name="Ножки")),
        ("not_nfc", with_card(ESPIA, name="Cafe\u0301 bibo")),
        ("picture_repeated", with_card(ESPIA, 1, picture=picture("babebibo"))),
        (
            "role_overused",
            {**ESPIA, "cards": [{**c, "roles": [*c["roles"], "Jefe"]} for c in ESPIA["cards"]]},
        ),
        ("no_bots", IMPOSTOR),
        ("hint_overused", {**IMPOSTOR, "cards": [{**c, "hint": "zq"} for c in IMPOSTOR["cards"]]}),
        ("wrong_clue_count", with_card(own.impostor(clues=True), clues={"vague": ["zq a", "zq b"]})),
        ("question_tells_little_or_much", with_card(SHPION)),
        ("cards_alike", with_card(SHPION, answers=SHPION["cards"][1]["answers"])),
    ],
)
def test_what_is_good_style_is_advice(code: str, deck: Json):
    assert codes(deck) == set()
    assert code in codes(deck, Severity.WARNING)


@pytest.mark.parametrize(
    "deck",
    [
        {**ESPIA, "cards": [{**ESPIA["cards"][0], "id": f"un-lugar-muy-lejano-{n}"} for n in range(300)]},
        {**SHPION, "cards": [{**c, "id": f"{c['id']}-{n}"} for c in SHPION["cards"] for n in range(20)]},
    ],
)
def test_a_list_that_no_view_has_room_for_is_found_before_anything_else(deck: Json):
    assert [finding.code for finding in judged(deck).findings][:1] == ["list_too_long"]


def test_words_of_too_many_forms_are_found_in_time():
    names = ["Babe bibo dade", *(f"Fa{a} ge{a} li{a}" for a in "abcdefgh")]
    spoilt = {**IMPOSTOR["cards"][0], "es": names[0], "block": names[1:], "animate": True}
    cards = [{**spoilt, "id": f"x{n}"} for n in range(400)]

    assert [finding.code for finding in judged({**own.impostor(), "cards": cards}).findings] == [
        "too_many_forms"
    ]


def test_only_so_much_is_told_and_errors_are_never_hidden_by_warnings():
    cards = [{**card, "name": "babebibo", "roles": ["zq"]} for card in own.espia(25)["cards"] * 8]
    many = {**own.espia(), "cards": [{**card, "id": f"x{n}"} for n, card in enumerate(cards)]}
    found = judged(many).findings

    assert len(found) <= 2 * MOST_FINDINGS
    assert [finding.severity for finding in found] == sorted(
        (finding.severity for finding in found), key=lambda each: each is Severity.WARNING
    )
    assert {"name_repeated"} <= {finding.code for finding in found}


@pytest.mark.parametrize("name", ["Lugar número {}", "Abcde{:04d}zyxwv", "{:04d} de a b c d e f"])
def test_a_large_deck_of_names_much_alike_is_judged_in_time(name: str):
    cards = [{**ESPIA["cards"][0], "id": f"{n:x}", "name": name.format(n)} for n in range(640)]
    before = process_time()
    found = judged({**ESPIA, "cards": cards}).findings

    assert process_time() - before < 5
    assert 0 < sum(each.code == "near_duplicate" for each in found) <= MOST_FINDINGS


def test_bots_know_what_to_say_where_every_word_has_its_associations():
    assert judged(own.impostor(clues=True)).findings == ()


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8), lambda each: st.lists(each, max_size=3)
)


def _spoil(value: Any, draw: Callable[..., Any], depth: int = 0) -> Any:
    """The same with something in it replaced by anything."""
    if isinstance(value, dict) and value and depth < 4:
        name = draw(st.sampled_from(sorted(value)))
        return {**value, name: _spoil(value[name], draw, depth + 1)}
    if isinstance(value, list) and value and depth < 4:
        at = draw(st.integers(0, len(value) - 1))
        return [*value[:at], _spoil(value[at], draw, depth + 1), *value[at + 1 :]]
    return draw(JUNK | st.text(max_size=40))


@settings(max_examples=60, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(data=st.data(), game=st.sampled_from(sorted(own.DECKS)))
def test_whatever_is_sent_is_refused_or_judged(data: st.DataObject, game: str):
    deck = own.DECKS[game]()
    for _ in range(data.draw(st.integers(1, 3))):
        deck = _spoil(deck, data.draw)
    if not isinstance(deck, dict) or deck.get("game") != game:
        return
    try:
        source = BY_GAME[game].model_validate(deck)
    except ValidationError:
        return
    made = judge(source, "mio", {}, LIBRARY.pictures, lint_own)

    if not made.errors:
        assert made.deck is not None and made.deck.rules.cards


@pytest.mark.parametrize("name", ["Œuvre", "Hawaiʻi", "Café ½", "Ñandú", "R2-D2", "Ka'aba"])
def test_names_of_letters_that_have_a_latin_form_are_words(name: str):
    assert "word_form" not in codes(with_card(IMPOSTOR, en=[name]))
