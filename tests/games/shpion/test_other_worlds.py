"""A world that a player cannot tell from this one: what they do not know may be otherwise, and could be."""

import pytest

from chalicelib.core.rng import Rng
from chalicelib.core.view import project
from chalicelib.games.shpion.actions import CrossOut
from chalicelib.games.shpion.state import ShpionState
from chalicelib.mechanics.accusation import Vote
from chalicelib.mechanics.lobby import Interrupt
from chalicelib.mechanics.pointing import Point
from tests.games.shpion.phases import ROUND_IS_ON, game, reached
from tests.table import Table

MANY = 60


def worlds(table: Table, viewer: str | None) -> list[ShpionState]:
    """Some that look the same to the viewer as this one."""
    player = table.who(viewer) if viewer else None
    dice = [Rng(f"world {n}") for n in range(MANY)]
    found = [table.ruleset.resample(table.state, player, table.deck, rng) for rng in dice]
    assert all(project(table.state, player) == project(world, player) for world in found)
    return found


def words(table: Table, viewer: str | None) -> set[str]:
    return {world.secret.word.id for world in worlds(table, viewer)}


def spies(table: Table, viewer: str | None) -> set[str]:
    return {table.name(world.secret.spy) for world in worlds(table, viewer)}


@pytest.mark.parametrize("phase", ROUND_IS_ON)
@pytest.mark.parametrize("viewer", ["ana", "eva", "max", None])
def test_another_world_is_one_that_could_have_been_dealt(phase: str, viewer: str | None):
    table = reached(phase).enters("max")
    for world in worlds(table, viewer):
        held = [hand.card for hand in world.hands.values() if hand.card.kind == "resident"]

        assert 4 == len(held) == len({card.role for card in held})
        assert {world.secret.word} == {card.word for card in held}
        assert {card.role for card in held} <= {*table.deck.cards[world.secret.word.id].roles}
        assert "spy" == world.hands[world.secret.spy].card.kind
        assert [world.secret.word.id] == [*world.secret.dealt.once.ids(table.deck)]


def test_to_a_resident_anybody_else_of_the_round_may_be_the_spy_and_only_the_word_is_certain():
    assert {"bea", "eva", "leo", "sol"} == spies(reached("questions"), "ana")
    assert {"bea", "eva", "sol"} == spies(reached("questions").leaves("leo"), "ana")
    assert {"баня"} == words(reached("questions"), "ana")


def test_to_the_spy_and_to_the_audience_it_may_be_any_word_of_the_list():
    table = reached("questions").enters("max")

    assert {"баня", "музей", "поезд", "цирк"} == words(table, "eva") == words(table, "max")
    assert {"eva"} == spies(table, "eva")
    assert {"ana", "bea", "eva", "leo", "sol"} == spies(table, "max")


def test_a_word_that_was_dealt_before_it_cannot_be():
    table = game(3).dealt(word="цирк").when("ana", Interrupt()).dealt(spy="eva", word="баня")

    assert {"баня", "музей", "поезд"} == words(table, "eva")


def test_a_word_of_another_origin_it_cannot_be():
    table = game(3, themes=("films",), origin="ours").dealt(spy="eva", word="брат")

    assert {"брат", "зеркало"} == words(table, "eva")


@pytest.mark.parametrize("phase", ["questions", "round_over"])
def test_everybodys_notes_may_be_others_but_ones_own(phase: str):
    table = reached("questions").when("eva", CrossOut(("цирк",))).when("bea", CrossOut(("баня", "цирк")))
    table = table if phase == "questions" else reached(phase, table)

    def notes(name: str) -> set[tuple[str, ...]]:
        return {world.hands[table.who(name)].crossed_out.ids(table.deck) for world in worlds(table, "eva")}

    assert {("цирк",)} == notes("eva")
    assert 8 < len(notes("bea"))
    assert {(), ("баня", "музей", "поезд", "цирк")} <= notes("leo")


def test_votes_and_fingers_may_be_others():
    ballot = reached("accusation").when("leo", Vote(True)).when("sol", Vote(True))
    fingers = reached("pointing").when("ana", Point("bea")).when("leo", Point("bea"))

    assert {True, False} == {world.hands[ballot.who("sol")].vote for world in worlds(ballot, "leo")}
    assert {"ana", "bea", "eva", "sol"} == {
        fingers.name(world.hands[fingers.who("leo")].point) for world in worlds(fingers, "ana")
    }


def test_of_a_ballot_that_failed_somebody_else_may_have_said_no():
    table = reached("accusation").when("leo", Vote(True)).when("eva", Vote(False)).when("sol", Vote(True))
    found = [world.secret.ballots[0] for world in worlds(table, "leo")]

    assert {True, False} == {votes[table.who("sol")] for votes in found}
    assert not any(all(votes.values()) for votes in found)


def test_between_rounds_and_before_the_first_what_is_to_come_may_be_otherwise():
    for phase in ("lobby", "questions", "round_over"):
        assert MANY == len({world.seed for world in worlds(reached(phase), "ana")})
