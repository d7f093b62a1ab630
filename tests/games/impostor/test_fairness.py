"""Who is impostor, how many there are and who opens is drawn evenly, and one tells nothing of the other."""

from itertools import combinations

import pytest

from chalicelib.core.ids import seat_number
from chalicelib.mechanics.lobby import Deal, Interrupt, Start
from chalicelib.mechanics.table import with_table
from tests.games.fairness import is_uniform
from tests.games.impostor.phases import game
from tests.table import Table

DEALS = 2_000


def seat(player: str) -> int:
    """The seat, from 0."""
    return seat_number(player) - 1


def started(table: Table) -> Table:
    """All have looked, and the word begins."""
    state = table.state
    return table.with_state(with_table(state, state.public.table.with_seated(seen=True))).when("ana", Start())


@pytest.fixture(scope="module")
def words() -> list[tuple[int, int, int]]:
    """For each of many rooms of five: who is impostor, who opens, and who is impostor of the next word."""
    lobby, found = game(5), []
    for n in range(DEALS):
        table = started(lobby.reseeded(f"room {n}").when("ana", Deal()))
        (impostor,), opener = table.state.secret.impostors, table.round.opener
        (later,) = table.when("ana", Interrupt()).when("ana", Deal()).state.secret.impostors
        found.append((seat(impostor), seat(opener), seat(later)))
    return found


def test_every_seat_is_impostor_equally_often(words: list[tuple[int, int, int]]):
    assert is_uniform((impostor for impostor, _, _ in words), 5)


def test_the_impostor_of_one_word_tells_nothing_of_the_next(words: list[tuple[int, int, int]]):
    assert is_uniform((impostor * 5 + later for impostor, _, later in words), 25)


def test_every_civilian_opens_equally_often_whoever_is_impostor(words: list[tuple[int, int, int]]):
    pairs = [(impostor, opener) for impostor in range(5) for opener in range(5) if impostor != opener]

    assert is_uniform((pairs.index((impostor, opener)) for impostor, opener, _ in words), 20)


def test_two_impostors_are_any_pair_equally_often():
    lobby = game(5, impostors=2)
    pairs = list(combinations((lobby.who(name) for name in lobby.seated), 2))
    deals = (lobby.reseeded(f"room {n}").when("ana", Deal()) for n in range(DEALS))

    assert is_uniform((pairs.index(deal.state.secret.impostors) for deal in deals), 10)


def test_a_random_number_is_any_equally_often():
    lobby = game(7, impostors="random")
    deals = (lobby.reseeded(f"room {n}").when("ana", Deal()) for n in range(DEALS))

    assert is_uniform((len(deal.state.secret.impostors) - 1 for deal in deals), 3)
