"""What the decks of `espia` must be besides well made."""

import pytest

from chalicelib.core.deck import CardId
from chalicelib.core.finding import Finding
from chalicelib.decks.model import Place
from chalicelib.games.espia import deck as espia
from tests.decks.sample import deck, place, roles, sources

OTHERS = [place(id) for id in ("museo", "faro", "granja", "circo")]


def codes(*planted_roles: str) -> set[str]:
    """What is said of a place with these roles, among others that are faultless."""
    planted = place("playa", roles=planted_roles)
    return {finding.code for finding in lint_places(*OTHERS, planted)}


def lint_places(*places: Place) -> list[Finding]:
    names = {CardId(each.id): each.name for each in places}
    return list(espia.lint_places(deck(*places).rules, names))


def test_nothing_is_said_of_places_with_nine_roles_of_their_own():
    assert set() == codes(*roles("playa"))


def test_a_place_with_eight_roles_is_found():
    assert {"too_few_roles"} == codes(*roles("playa")[:8])


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Bañista", "Bañista"),
        ("Bañista", "bañista"),
        ("Heladero", "Heladera"),
        ("Heladero", "Heladeros"),
        ("Pescador", "Pescadoras"),
        ("Padre atento", "Madre atenta"),
    ],
)
def test_a_role_that_differs_in_gender_or_number_only_is_found_and_does_not_count(one: str, other: str):
    assert {"role_repeated"} == codes(*roles("playa"), one, other)
    assert {"role_repeated", "too_few_roles"} == codes(*roles("playa")[:7], one, other)


def test_a_role_that_is_the_place_itself_is_found():
    assert {"role_is_place"} == codes(*roles("playa"), "Playas")


def test_six_roles_of_its_own_are_enough_and_five_too_few():
    assert set() == codes(*roles("playa")[:6], *roles("museo")[:3])
    assert {"too_few_own_roles"} == {
        finding.code
        for finding in lint_places(
            *OTHERS, place("playa", roles=(*roles("playa")[:5], *roles("granja")[:2], *roles("faro")[:2]))
        )
    }


def test_a_role_is_shared_by_four_places_at_most_whatever_its_gender():
    def sharing(*shared: str) -> set[str]:
        places = (place(f"place-{i}", roles=(*roles(f"place-{i}"), role)) for i, role in enumerate(shared))
        return {finding.code for finding in lint_places(*places)}

    assert set() == sharing("Turista", "Turistas", "Turista", "Turista")
    assert {"role_overused"} == sharing("Camarero", "Camarera", "Camareros", "Camarero", "Camareras")


def test_an_editor_is_told_which_place_it_is_and_what_is_wrong_with_it():
    said = lint_places(*OTHERS, place("playa", roles=(*roles("playa")[:7], "Bañista", "bañista", "Playas")))

    assert [
        Finding("error", "playa", "role_repeated", "bañista"),
        Finding("error", "playa", "role_is_place", "Playas"),
    ] == said
    assert [
        Finding("error", "playa", "too_few_roles", "4 < 9"),
        Finding("error", "playa", "too_few_own_roles", "4 < 6"),
    ] == lint_places(*OTHERS, place("playa", roles=roles("playa")[:4]))


def test_an_editor_is_told_where_a_role_is_met_too_often():
    named = {"a": "Camarero", "b": "Camarera", "c": "Camareros", "d": "Camarero", "e": "Camareras"}
    places = [place(id, roles=(*roles(id), role)) for id, role in named.items()]

    assert [Finding("error", "", "role_overused", "Camarero: a, b, c, d, e")] == lint_places(*places)


def both(family: int, adult: int) -> tuple[list[Place], list[Place]]:
    places = [place(source.id, ordinal=source.ordinal) for source in sources()]
    return places[:family], places[: family + adult]


def lint(familiar: list[Place], completa: list[Place]) -> set[str]:
    names = {CardId(each.id): each.name for each in completa}
    found = espia.lint(deck(*familiar).rules, deck(*completa).rules, names)
    return {finding.code for finding in found}


def test_nothing_is_said_of_106_places_and_the_same_with_25_more():
    assert set() == lint(*both(family=106, adult=25))


@pytest.mark.parametrize(("family", "adult"), [(105, 26), (106, 24)])
def test_any_other_number_of_places_is_found(family: int, adult: int):
    assert {"wrong_count"} == lint(*both(family, adult))


def test_a_place_that_the_larger_deck_lacks_or_has_otherwise_is_found():
    familiar, completa = both(family=106, adult=25)

    assert {"not_in_both"} == lint([place("otro"), *familiar[1:]], completa)
    assert {"not_in_both"} == lint([place(familiar[0].id, ordinal=999), *familiar[1:]], completa)
