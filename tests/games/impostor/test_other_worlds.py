"""A world that a player cannot tell from this one: what they do not know may be otherwise, and could be."""

import pytest

from chalicelib.core.rng import Rng
from chalicelib.core.view import project
from chalicelib.games.impostor.dealing import ballots_at_most
from chalicelib.games.impostor.state import ImpostorState
from chalicelib.mechanics import ballot
from chalicelib.mechanics.ballot import Vote
from chalicelib.mechanics.lobby import Deal, Interrupt
from tests.games.impostor.phases import LAST_CHANCE, WORD_IS_ON, ballot_of, clues, game, reached
from tests.table import Table

MANY = 60


def worlds(table: Table, viewer: str | None) -> list[ImpostorState]:
    """Some that look the same to the viewer as this one."""
    player = table.who(viewer) if viewer else None
    dice = [Rng(f"world {n}") for n in range(MANY)]
    found = [table.ruleset.resample(table.state, player, table.deck, rng) for rng in dice]
    assert all(project(table.state, player) == project(world, player) for world in found)
    return found


def words(found: list[ImpostorState]) -> set[str]:
    return {world.secret.word.id for world in found}


def impostors(found: list[ImpostorState], table: Table) -> set[tuple[str, ...]]:
    return {table.named(world.secret.impostors) for world in found}


@pytest.mark.parametrize("phase", WORD_IS_ON)
@pytest.mark.parametrize("viewer", ["ana", "eva", None])
@pytest.mark.parametrize("known", [False, True])
def test_another_world_is_one_that_could_have_been_dealt(phase: str, viewer: str | None, known: bool):
    table = game(9, impostors_know_each_other=known).dealt(impostors=("eva", "leo"), word="playa")
    if phase != "dealt":
        table = clues(table.started(opener="ana"), laps=1)
    if phase in (ballot.PHASE, LAST_CHANCE):
        table = clues(table)
    if phase == LAST_CHANCE:
        table = ballot_of(ballot_of(table, {"leo": "ana"}, others="leo"), {"eva": "ana"}, others="eva")
    assert phase == table.phase

    for world in worlds(table, viewer):
        held = {hand.card.word for hand in world.hands.values() if hand.card.kind == "civilian"}
        guilty = tuple(p for p, hand in world.hands.items() if hand.card.kind == "impostor")
        group = table.deck.cards[world.secret.word.id].group

        assert {world.secret.word} == held
        assert world.secret.impostors == guilty and len(guilty) == 2
        assert (world.secret.word.id,) == world.secret.dealt.once.ids(table.deck)
        for player in guilty:
            card = world.hands[player].card
            assert (None, group) == (card.word, card.help.category)
            assert card.partners == (tuple(p for p in guilty if p != player) if known else None)


def test_to_a_civilian_anybody_but_the_opener_may_be_the_impostor_and_the_word_is_certain():
    table = reached("clues")
    found = worlds(table, "bea")

    assert {("eva",), ("leo",), ("sol",)} == impostors(found, table)
    assert {"playa"} == words(found)


@pytest.mark.parametrize("phase", ["dealt", "clues"])
def test_to_an_impostor_it_may_be_any_word_of_the_category_and_nobody_else_is_impostor(phase: str):
    table = reached(phase)
    found = worlds(table, "eva")

    assert {("eva",)} == impostors(found, table)
    assert {"playa", "museo", "estadio"} == words(found)


def test_to_an_impostor_with_a_hint_it_may_be_any_word_with_that_hint():
    table = game(5, help="hint").dealt(impostor="eva", word="playa")

    assert {"playa"} == words(worlds(table, "eva"))


def test_to_an_impostor_without_help_and_to_who_only_watches_it_may_be_any_word():
    table = game(5, help="none", categories=("lugares", "animales")).dealt(impostor="eva", word="playa")
    table = table.enters("max")
    every = {"playa", "museo", "estadio", "tigre", "pulpo"}

    assert every == words(worlds(table, "eva")) == words(worlds(table, "max")) == words(worlds(table, None))


def test_no_world_has_a_word_that_was_dealt_before():
    table = game(5).dealt(impostor="eva", word="museo").when("ana", Interrupt())
    table = table.dealt(impostor="eva", word="playa")
    found = worlds(table, "eva")

    assert {"playa", "estadio"} == words(found)
    assert {frozenset({"museo", word}) for word in words(found)} == {
        frozenset(world.secret.dealt.once.ids(table.deck)) for world in found
    }


def test_impostors_who_know_each_other_are_the_same_in_every_world_of_theirs_and_of_no_other():
    table = game(8, impostors_know_each_other=True).dealt(impostors=("eva", "leo"), word="playa")

    assert {("eva", "leo")} == impostors(worlds(table, "eva"), table)
    assert 10 < len(impostors(worlds(table, "ana"), table))


def test_impostors_who_do_not_know_each_other_are_sure_of_themselves_alone():
    table = game(8).dealt(impostors=("eva", "leo"), word="playa")
    found = impostors(worlds(table, "eva"), table)

    assert {"eva"} == set.intersection(*map(set, found))
    assert 7 == len(found)


def test_a_secret_number_may_be_any_that_the_table_allows():
    table = game(8, impostors="random").dealt(impostors=("eva", "leo"), word="playa").started()

    assert {1, 2, 3} == {len(world.secret.impostors) for world in worlds(table, "ana")}
    assert {1, 2, 3} == {len(world.secret.impostors) for world in worlds(table, None)}


def test_whoever_went_out_was_what_they_were_and_the_word_still_goes_on():
    table = game(9, impostors="random").dealt(impostors=("eva", "leo"), word="playa").started(opener="ana")
    table = ballot_of(ballot_of(table, {"leo": None}, others="leo"), {"bea": None}, others="bea")
    assert "clues" == table.phase

    for world in worlds(table, "ana"):
        guilty = {*table.named(world.secret.impostors)}
        living = guilty & {*table.in_round}
        assert "leo" in guilty and not guilty & {"ana", "bea"}
        assert living and 2 * len(living) < len(table.in_round)


def test_in_a_world_of_fewer_impostors_there_are_ballots_left():
    table = game(9, impostors="random").dealt(impostors=("eva", "leo"), word="playa").started(opener="ana")
    for _ in range(3):
        table = ballot_of(table, {})
    assert "clues" == table.phase

    counts = {len(world.secret.impostors) for world in worlds(table, "ana")}
    assert {2, 3, 4} == counts
    assert all(ballots_at_most(n) > len(table.round.ballots) for n in counts)


def test_in_the_last_chance_no_impostor_is_left_in_any_world():
    table = reached(LAST_CHANCE)

    assert {("eva",)} == impostors(worlds(table, "ana"), table)
    assert {"playa", "museo", "estadio"} == words(worlds(table, "eva"))


def test_a_vote_may_be_another_or_blank_but_not_ones_own_and_of_nobody_who_has_not_voted():
    table = reached(ballot.PHASE).when("ana", Vote("bea")).when("leo", Vote(None))

    def votes(name: str) -> set[str | None]:
        cast = [world.hands[table.who(name)].vote for world in worlds(table, "ana")]
        return {vote and table.name(vote) for vote in cast}

    assert {"bea"} == votes("ana")
    assert {None, "ana", "bea", "eva", "sol"} == votes("leo")
    assert {None} == votes("sol")


@pytest.mark.parametrize("phase", ["lobby", "clues", "round_over"])
def test_what_is_still_to_be_drawn_may_come_otherwise(phase: str):
    table = reached(phase)
    found = worlds(table, "ana")

    assert MANY == len({world.seed for world in found})
    assert phase == "clues" or all(world.hands == table.state.hands for world in found)
    if phase != "clues":
        again = [table.with_state(world).when(table.host, Deal()).state.secret.word for world in found]
        assert 5 < len(set(again))
