"""How near two words are."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chalicelib.mechanics.nearness import any_near, distance, gender_key, number_key, slips_forgiven

LETTERS = st.text(alphabet="abcñ", max_size=8)


@pytest.mark.parametrize(
    ("one", "many"),
    [
        ("Piscina municipal", "Piscinas municipales"),
        ("pez", "peces"),
        ("cliente", "clientes"),
        ("autobús", "autobuses"),
        ("sofá", "sofás"),
        ("francés", "franceses"),
        ("mes", "meses"),
        ("luz", "luces"),
        ("rey", "reyes"),
    ],
)
def test_singular_and_plural_have_one_key(one: str, many: str):
    assert number_key(one) == number_key(many)


@pytest.mark.parametrize(
    ("one", "other"), [("uña", "una"), ("mesa", "mes"), ("puerto", "puerta"), ("pan", "pana")]
)
def test_words_that_differ_in_more_than_number_keep_their_own_key(one: str, other: str):
    assert number_key(one) != number_key(other)


@pytest.mark.parametrize(
    ("man", "woman"),
    [
        ("camarero", "Camareras"),
        ("profesores", "profesora"),
        ("alcalde", "alcaldesa"),
        ("francés", "francesa"),
        ("juez", "jueza"),
        ("jefe", "jefa"),
        ("actores", "actrices"),
        ("rey", "reina"),
        ("príncipe", "princesa"),
        ("Padre primerizo", "Madres primerizas"),
        ("poeta", "poetisa"),
    ],
)
def test_a_man_and_a_woman_of_a_trade_have_one_key(man: str, woman: str):
    assert gender_key(man) == gender_key(woman)


@pytest.mark.parametrize(("one", "other"), [("cocinero", "cajero"), ("niño", "nieto"), ("pintor", "pastor")])
def test_two_trades_keep_their_own_keys(one: str, other: str):
    assert gender_key(one) != gender_key(other)


@pytest.mark.parametrize(
    ("one", "other", "slips"),
    [
        ("playa", "playa", 0),
        ("playa", "palya", 1),
        ("playa", "lpaya", 1),
        ("jamón", "jabón", 1),
        ("sol", "sola", 1),
        ("ca", "abc", 3),
    ],
)
def test_a_slip_adds_drops_changes_or_swaps_one_letter(one: str, other: str, slips: int):
    assert slips == distance(one, other, at_most=9)


@given(LETTERS, LETTERS, st.integers(0, 3))
def test_counting_slips_gives_up_just_beyond_what_was_asked(one: str, other: str, at_most: int):
    assert distance(one, other, at_most) == min(distance(one, other, at_most=20), at_most + 1)


@given(LETTERS, LETTERS)
def test_slips_count_the_same_both_ways(one: str, other: str):
    assert distance(one, other, at_most=20) == distance(other, one, at_most=20)


@given(LETTERS, st.lists(LETTERS, max_size=5), st.integers(1, 2))
def test_one_is_near_if_it_takes_no_more_slips_than_that(word: str, others: list[str], slips: int):
    assert any_near(word, others, slips) is any(distance(word, other, slips) <= slips for other in others)


@pytest.mark.parametrize(
    ("word", "slips"),
    [("gato", 0), ("playa", 1), ("castillo", 1), ("orquídeas", 2), ("otorrinolaringólogo", 2)],
)
def test_the_longer_a_word_the_more_slips_leave_it_recognizable(word: str, slips: int):
    assert slips == slips_forgiven(word)
