"""Who is spy does not depend on seat, on being host, on who starts or on the round before."""

from itertools import combinations

import pytest

from chalicelib.core.ids import seat_number
from chalicelib.mechanics.lobby import Deal, Interrupt, Start
from chalicelib.mechanics.seating import MakeHost
from chalicelib.mechanics.table import with_table
from tests.games.fairness import is_uniform
from tests.table import NAMES, Table

DEALS = 3_000
SEATS = 5


def spy_of(table: Table) -> int:
    """The seat of the only spy, from 0."""
    (spy,) = table.state.secret.spies
    return seat_number(spy) - 1


@pytest.fixture(scope="module")
def rounds() -> list[tuple[int, int, int, int]]:
    """For each of many rooms: who is spy, who is host, who starts, and who is spy in the next round."""
    lobby = Table("espia", SEATS)
    hosted = [lobby, *(lobby.when("ana", MakeHost(name)) for name in NAMES[1:SEATS])]
    found = []
    for n in range(DEALS):
        host = n % SEATS
        dealt = hosted[host].reseeded(f"room {n}").when(NAMES[host], Deal())
        started = all_have_seen(dealt).when(NAMES[host], Start())
        later = started.when(NAMES[host], Interrupt()).when(NAMES[host], Deal())
        found.append((spy_of(dealt), host, seat_number(started.round.asker) - 1, spy_of(later)))
    return found


def all_have_seen(table: Table) -> Table:
    state = table.state
    return table.with_state(with_table(state, state.public.table.with_seated(seen=True)))


def test_every_seat_is_spy_equally_often(rounds: list[tuple[int, int, int, int]]):
    assert is_uniform((spy for spy, _, _, _ in rounds), SEATS)


def test_the_host_is_spy_as_often_as_anybody(rounds: list[tuple[int, int, int, int]]):
    assert is_uniform(((spy - host) % SEATS for spy, host, _, _ in rounds), SEATS)


def test_everybody_starts_equally_often(rounds: list[tuple[int, int, int, int]]):
    assert is_uniform((asker for _, _, asker, _ in rounds), SEATS)


def test_who_starts_tells_nothing_of_who_is_spy(rounds: list[tuple[int, int, int, int]]):
    assert is_uniform((spy * SEATS + asker for spy, _, asker, _ in rounds), SEATS * SEATS)


def test_the_spy_of_one_round_tells_nothing_of_the_next(rounds: list[tuple[int, int, int, int]]):
    assert is_uniform((spy * SEATS + later for spy, _, _, later in rounds), SEATS * SEATS)


def test_two_spies_are_any_pair_equally_often():
    lobby = Table("espia", 7, spies=2)
    pairs = list(combinations((lobby.who(name) for name in lobby.seated), 2))
    deals = (lobby.reseeded(f"room {n}").when("ana", Deal()) for n in range(DEALS))

    assert is_uniform((pairs.index(deal.state.secret.spies) for deal in deals), len(pairs))


def test_the_measure_sees_a_loaded_die():
    fair = (n % SEATS for n in range(DEALS))
    loaded = (0 if n % 20 == 1 else n % SEATS for n in range(DEALS))

    assert is_uniform(fair, SEATS)
    assert not is_uniform(loaded, SEATS)
