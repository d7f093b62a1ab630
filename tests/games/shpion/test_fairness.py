"""Who is spy, who asks first and what is dealt is drawn evenly, and one tells nothing of the other."""

import pytest

from chalicelib.core.ids import seat_number
from chalicelib.mechanics.lobby import Deal, Interrupt, Start
from chalicelib.mechanics.table import with_table
from tests.games.fairness import is_uniform
from tests.games.shpion.phases import game
from tests.table import Table

DEALS = 2_000


def seat(player: str) -> int:
    """The seat, from 0."""
    return seat_number(player) - 1


def started(table: Table) -> Table:
    """All have looked, and the round begins."""
    state = table.state
    return table.with_state(with_table(state, state.public.table.with_seated(seen=True))).when("ana", Start())


@pytest.fixture(scope="module")
def rounds() -> list[tuple[int, int, int, int]]:
    """For each of many rooms of five: the spy, who asks first, the spy of the next round, and the word."""
    lobby, found = game(5), []
    for n in range(DEALS):
        table = started(lobby.reseeded(f"room {n}").when("ana", Deal()))
        later = table.when("ana", Interrupt()).when("ana", Deal())
        word = table.candidates("ana").index(table.state.secret.word.id)
        spies = (seat(each.state.secret.spy) for each in (table, later))
        found.append((next(spies), seat(table.round.asker), next(spies), word))
    return found


def test_every_seat_is_spy_equally_often_and_asks_first_equally_often_whoever_is(
    rounds: list[tuple[int, int, int, int]],
):
    assert is_uniform((spy for spy, _, _, _ in rounds), 5)
    assert is_uniform((spy * 5 + asker for spy, asker, _, _ in rounds), 25)


def test_the_spy_of_one_round_tells_nothing_of_the_next(rounds: list[tuple[int, int, int, int]]):
    assert is_uniform((spy * 5 + later for spy, _, later, _ in rounds), 25)


def test_the_spy_tells_nothing_of_the_word(rounds: list[tuple[int, int, int, int]]):
    assert is_uniform((spy * 4 + word for spy, _, _, word in rounds), 20)


def test_every_theme_of_a_mix_comes_first_equally_often():
    lobby, mix = game(3, themes="culture"), ("films", "music", "books", "painting", None)
    deals = (lobby.reseeded(f"room {n}").when("ana", Deal()) for n in range(DEALS))
    firsts = [mix.index(deal.round.theme.id) for deal in deals]

    assert all(0.2 < firsts.count(theme) / DEALS < 0.3 for theme in range(4))
