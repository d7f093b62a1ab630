"""Two clocks: the game's may run faster than the real one, and nothing happens before its real time."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chalicelib.core.ids import Millis
from chalicelib.mechanics.seating import Tick
from chalicelib.rooms.room import Document, Room
from chalicelib.rooms.wake import wake
from tests.rooms.backstage import HOUR, MINUTE, SETTINGS, Backstage, Evening

START = 1_800_000_000_000


def room(scale: int) -> Room:
    return Room("K7MPQ", "espia", Document("id", START, scale, state=None, seats={}), closes_at=0)


@given(st.integers(1, 1_000), st.integers(0, 10**9))
def test_a_game_instant_is_reached_at_its_real_instant_and_not_a_millisecond_before(scale: int, passed: int):
    game = Millis(START + passed)
    real = room(scale).real_time(game)

    assert room(scale).game_time(real) >= game
    assert room(scale).game_time(real - 1) < game


@given(st.integers(1, 1_000), st.integers(0, 10**9))
def test_both_clocks_begin_together_and_the_games_runs_so_many_times_as_fast(scale: int, passed: int):
    assert START == room(scale).game_time(START) == room(scale).real_time(Millis(START))
    assert START + passed * scale == room(scale).game_time(START + passed)


@pytest.mark.parametrize("scale", [1, 7, 60, 480_000])
def test_a_round_of_eight_minutes_takes_so_many_times_less(scale: int):
    backstage = Backstage(replace(SETTINGS, time_scale=scale))
    evening = Evening(backstage, "Ana", "Bea", "Eva").started()
    due_at = evening.room.due_at
    assert due_at is not None and due_at == backstage.clock.at + -(-8 * MINUTE // scale)

    backstage.clock.at = due_at - 1
    assert "questions" == evening.act("p1", Tick()).room.state.phase

    backstage.clock.at = due_at
    wake(evening.house, evening.code, due_at)
    assert "questions" != evening.room.state.phase


def test_a_room_keeps_the_pace_it_was_made_with(backstage: Backstage):
    evening = Evening(backstage, "Ana", "Bea", "Eva")
    faster = Backstage(replace(SETTINGS, time_scale=60), memory=backstage.memory, clock=backstage.clock)
    evening.house = faster.house

    evening.started()

    assert backstage.clock.now() + 8 * MINUTE == evening.room.due_at


def test_a_fast_room_lives_as_long_as_any_other():
    backstage = Backstage(replace(SETTINGS, time_scale=1_000))
    evening = Evening(backstage, "Ana", "Bea", "Eva")

    assert backstage.clock.now() + 24 * HOUR == evening.room.closes_at
