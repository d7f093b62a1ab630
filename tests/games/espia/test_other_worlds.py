"""A world that a player cannot tell from this one: what they do not know may be otherwise, and could be."""

from typing import Any

import pytest

from chalicelib.core.rng import Rng
from chalicelib.core.view import project
from chalicelib.games.espia.actions import CrossOut
from chalicelib.games.espia.state import EspiaState
from chalicelib.mechanics import accusation, pointing
from chalicelib.mechanics.accusation import Vote
from chalicelib.mechanics.pointing import Point
from tests.games.espia.phases import ROUND_IS_ON, reached
from tests.table import Table

MANY = 60


def worlds(table: Table, viewer: str | None) -> list[EspiaState]:
    """Some that look the same to the viewer as this one."""
    player = table.who(viewer) if viewer else None
    dice = [Rng(f"world {n}") for n in range(MANY)]
    found = [table.ruleset.resample(table.state, player, table.deck, rng) for rng in dice]
    assert all(project(table.state, player) == project(world, player) for world in found)
    return found


def places(world: EspiaState) -> set[str]:
    """What stands on the residents' cards."""
    return {hand.card.place.id for hand in world.hands.values() if hand.card.place}


def cards(world: EspiaState, table: Table) -> dict[str, Any]:
    return {table.name(player): hand.card for player, hand in world.hands.items()}


@pytest.mark.parametrize("phase", ROUND_IS_ON)
@pytest.mark.parametrize("viewer", ["ana", "eva", None])
def test_another_world_is_one_that_could_have_been_dealt(phase: str, viewer: str | None):
    table = reached(phase)
    for world in worlds(table, viewer):
        spies = {player for player, hand in world.hands.items() if hand.card.kind == "spy"}
        roles = [hand.card.role for hand in world.hands.values() if hand.card.role]

        assert set(world.secret.spies) == spies
        assert len(table.state.secret.spies) == len(spies)
        assert {world.secret.place.id} == places(world)
        assert len(world.hands) - len(spies) == len(roles) == len({*roles})
        assert {*roles} <= {*table.deck.cards[world.secret.place.id].roles}


def test_to_a_resident_anybody_else_may_be_the_spy_and_only_the_place_is_certain():
    table = reached("questions")
    found = worlds(table, "ana")

    assert {"bea", "eva", "leo", "sol"} == {table.name(spy) for world in found for spy in world.secret.spies}
    assert {frozenset({"piscina"})} == {frozenset(places(world)) for world in found}
    assert 1 < len({cards(world, table)["bea"] for world in found if cards(world, table)["bea"].role})


def test_to_the_spy_it_may_be_any_place():
    found = worlds(reached("questions"), "eva")

    assert {"circo", "museo", "piscina", "tren"} == {place for world in found for place in places(world)}


def test_what_is_still_to_be_drawn_may_come_otherwise():
    for phase in ("lobby", "questions", "round_over"):
        assert MANY == len({world.seed for world in worlds(reached(phase), "ana")})


@pytest.mark.parametrize("phase", ["questions", "round_over"])
def test_the_spys_notes_may_be_others_and_residents_have_none(phase: str):
    noted = reached("questions").when("eva", CrossOut(("circo", "tren")))
    table = noted if phase == "questions" else reached(phase, noted)
    found = worlds(table, "ana")

    notes = [
        (hand.card.kind, hand.crossed_out.ids(table.deck)) for world in found for hand in world.hands.values()
    ]
    assert 4 < len({str(crossed) for kind, crossed in notes if kind == "spy"})
    assert all(not crossed for kind, crossed in notes if kind == "resident")
    assert {("circo", "tren")} == {
        tuple(world.hands[table.who("eva")].crossed_out.ids(table.deck)) for world in worlds(table, "eva")
    }


def test_a_vote_may_be_another_but_the_accusers_and_ones_own():
    table = reached(accusation.PHASE).when("leo", Vote(True)).when("sol", Vote(True))

    def votes(name: str) -> set[bool | None]:
        return {world.hands[table.who(name)].vote for world in worlds(table, "leo")}

    assert {True} == votes("bea") == votes("leo")
    assert {True, False} == votes("sol")
    assert {None} == votes("eva")


def test_of_a_ballot_that_failed_somebody_else_may_have_said_no():
    table = reached(accusation.PHASE).when("leo", Vote(True)).when("eva", Vote(False)).when("sol", Vote(True))
    assert "questions" == table.phase
    found = [world.secret.ballots[0] for world in worlds(table, "leo")]

    said = {name: {votes[table.who(name)] for votes in found} for name in ("bea", "leo", "eva", "sol")}
    assert {True} == said["bea"] == said["leo"]
    assert {True, False} == said["eva"] == said["sol"]
    assert not any(all(votes.values()) for votes in found)


def test_a_finger_may_point_at_another_until_all_are_shown():
    table = reached(pointing.PHASE).when("ana", Point("bea")).when("leo", Point("bea"))

    def fingers(name: str, table: Table) -> set[str]:
        return {table.name(world.hands[table.who(name)].point) for world in worlds(table, "ana")}

    assert {"bea"} == fingers("ana", table)
    assert {"ana", "bea", "eva", "sol"} == fingers("leo", table)
    assert 1 == len(fingers("leo", reached("last_chance")))


def test_whose_card_was_opened_is_the_spy_in_every_world():
    table = reached("last_chance")

    assert {"eva"} == {table.name(spy) for world in worlds(table, "ana") for spy in world.secret.spies}
