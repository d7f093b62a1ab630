"""How text is compared."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chalicelib.core.text import fold, is_invisible, scripts, tidy, words


@pytest.mark.parametrize("spelling", ["Aná", "ana", "ＡＮＡ", "a\u0301na", "a\u200bna", "ÀNÂ"])
def test_case_accents_width_and_invisible_characters_make_no_difference(spelling: str):
    assert fold(spelling) == "ana"


@pytest.mark.parametrize(("one", "other"), [("uña", "una"), ("año", "ano"), ("май", "маи")])
def test_letters_of_their_own_are_not_accented_ones(one: str, other: str):
    assert fold(one) != fold(other)


def test_a_u_with_diaeresis_and_a_yo_stand_for_the_plain_letter():
    assert (fold("Pingüino"), fold("Ёлка")) == ("pinguino", "елка")


def test_composed_and_decomposed_letters_of_their_own_are_the_same():
    assert "ñй" == fold("n\u0303и\u0306") == fold("Ñ\u0419")


@given(st.text())
def test_what_is_folded_stays_as_it_is(text: str):
    assert fold(text) == fold(fold(text))


def test_words_come_without_punctuation():
    assert words("¡El «rincón» de la… NINA-2!") == ("el", "rincon", "de", "la", "nina", "2")


@pytest.mark.parametrize(
    "char", ["\u200b", "\u200d", "\u202e", "\u00ad", "\u3164", "\ufe0f", "\x07", "\U000e0101"]
)
def test_nothing_is_seen_of_an_invisible_character(char: str):
    assert is_invisible(char)


@pytest.mark.parametrize("char", "añй1 ¿…😀")
def test_letters_signs_and_blanks_are_not_invisible(char: str):
    assert not is_invisible(char)


def test_the_scripts_of_a_word_tell_a_look_alike():
    assert {"LATIN"} == scripts("piñata 2ª")
    assert {"LATIN", "CYRILLIC"} == scripts("pl\u0430ya")


def test_letters_that_have_no_names_are_letters_all_the_same():
    assert {"LATIN", "UNKNOWN"} == scripts("Ana \U00017000")


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  una   sala\n grande ", "una sala grande"),
        ("a\u0301rbol", "árbol"),
        ("\u202eal\u200bre\u0007vés\ufeff", "alrevés"),
        ("👨\u200d👩\u200d👧 ❤\ufe0f", "👨\u200d👩\u200d👧 ❤\ufe0f"),
        ("sal \u3164 \u200d \u2800 mar", "sal mar"),
        ("\u200b \ud800 \u2060", ""),
    ],
)
def test_a_text_is_kept_as_it_is_shown(typed: str, kept: str):
    assert kept == tidy(typed)


@given(st.text())
def test_what_is_tidy_stays_as_it_is_and_can_be_written_down(text: str):
    assert tidy(text) == tidy(tidy(text))
    assert tidy(text) == tidy(text).encode().decode()
