"""Alphabetical order."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chalicelib.decks.collation import collation


@pytest.mark.parametrize(
    "in_order",
    [
        ["1 de mayo", "24 horas", "Ábaco", "Abeto", "Ácaro", "Agua"],
        ["Campo", "Campo de fútbol", "Campos"],
        ["Nube", "Nuez", "Ñandú", "Ñu", "Oasis", "Ópera", "Óptica"],
        ["Caña", "Caño", "Caoba"],
        ["Pingüino", "Pinguinos"],
        ["mas", "más", "masa"],
        ["papá", "papas"],
        ["arte", "Arte", "arteria"],
        ["Sala de cine", "Salada", "Salón"],
        ["Agua-nieve", "Aguacate"],
    ],
)
def test_spanish_lists_are_in_the_order_of_the_dictionary(in_order: list[str]):
    mixed = random.Random(1).sample(in_order, len(in_order))

    assert in_order == sorted(mixed, key=collation("es"))


@pytest.mark.parametrize(
    "in_order",
    [
        ["12 стульев", "Белка", "Яма", "Zoo"],
        ["Ежевика", "Елка", "Ёлка", "Ель"],
        ["Ива", "Йога", "Кот"],
    ],
)
def test_russian_lists_are_in_the_order_of_the_dictionary(in_order: list[str]):
    mixed = random.Random(1).sample(in_order, len(in_order))

    assert in_order == sorted(mixed, key=collation("ru"))


@given(st.lists(st.text(alphabet="aáAnñÑuü1 -"), unique=True))
def test_the_order_does_not_depend_on_how_the_list_came(texts: list[str]):
    assert sorted(texts, key=collation("es")) == sorted(reversed(texts), key=collation("es"))
