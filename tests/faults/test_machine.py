"""Anything may happen in a room in any order, and every step leaves it as a small model says."""

from collections.abc import Container
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    precondition,
    rule,
    run_state_machine_as_test,
)

from chalicelib.core.action import Action
from chalicelib.core.ids import PlayerId
from chalicelib.games.registry import RULESETS
from chalicelib.mechanics.clock import MINUTE, SECOND
from chalicelib.mechanics.lobby import DEALT, LOBBY, Deal, Interrupt, Seen, Start
from chalicelib.mechanics.scoring import MATCH_OVER, ROUND_OVER
from chalicelib.mechanics.seating import CLOSED, ClaimHost, Leave, Remove, Tick
from tests.conformance.games import MARKED, Game
from tests.conformance.universe import universe
from tests.conftest import Figures, Volume
from tests.faults.breaking import Break, died, no_answer
from tests.faults.play import SKEW_MS, Play
from tests.random_play import filled

AROUND = {LOBBY: {DEALT}, ROUND_OVER: {DEALT, MATCH_OVER}, MATCH_OVER: {LOBBY}, CLOSED: set[str]()}
PHASES: dict[str, dict[str, set[str]]] = {
    "espia": {
        DEALT: {"questions", ROUND_OVER},
        "questions": {"accusation", "pointing", ROUND_OVER},
        "accusation": {"questions", ROUND_OVER},
        "pointing": {"last_chance", ROUND_OVER},
        "last_chance": {ROUND_OVER},
    },
    "impostor": {
        DEALT: {"clues", ROUND_OVER, MATCH_OVER},
        "clues": {"clues", "ballot", ROUND_OVER, MATCH_OVER},
        "ballot": {"clues", "last_chance", ROUND_OVER, MATCH_OVER},
        "last_chance": {ROUND_OVER, MATCH_OVER},
    },
    "shpion": {
        DEALT: {"questions", ROUND_OVER, MATCH_OVER},
        "questions": {"accusation", "pointing", ROUND_OVER, MATCH_OVER},
        "accusation": {"questions", "pointing", ROUND_OVER, MATCH_OVER},
        "pointing": {ROUND_OVER, MATCH_OVER},
    },
}
"""Which phases may follow each, for every game: the rule book's own words."""

GAMES = [game for game in MARKED if game.ruleset.id in RULESETS]
NAMES = [f"Ana {number}" for number in range(12)]
WAITS = [1, 700, 4 * SECOND, 31 * SECOND, 61 * SECOND, 2 * MINUTE, 20 * MINUTE, 130 * MINUTE]
LAST_MS = 8 * 60 * MINUTE
BREAKS = [
    Break(call, 1, is_after, trouble)
    for call in ("load", "save", "push", "arm")
    for is_after in (False, True)
    for trouble in (died, no_answer)
    if call in ("load", "save") or trouble is died
]


class Machine(RuleBasedStateMachine):
    """What may happen."""

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.play = Play(game, AROUND | PHASES[game.ruleset.id])
        self.n_ids = 0

    @initialize(n=st.integers(2, 6), is_online=st.booleans(), is_on=st.booleans())
    def some_come_in(self, n: int, is_online: bool, is_on: bool) -> None:
        for number in range(1, n + 1):
            self.play.enter(NAMES[number], f"key {number}")
        for player in self.play.seated if is_online else ():
            self.play.connect(player)
        if is_on:
            self.a_round_begins()

    def teardown(self) -> None:
        self.play.come_to_rest()

    # Choosing

    def anybody(self, data: st.DataObject) -> PlayerId:
        """Mostly somebody who has a seat."""
        people = [*self.play.people]
        return data.draw(st.sampled_from(self.play.seated * 3 + people), label="who")

    def any_action(
        self, data: st.DataObject, player: PlayerId, but: Container[type[Action]] = (Leave, Remove)
    ) -> Action | None:
        """Something that the view of the seat offers, but for some actions."""
        view = self.play.view(player)
        offers = [offer for offer in self.play.ruleset.legal(view) if offer.action not in but]
        if not offers:
            return None
        cards = self.play.ruleset.candidates(view, self.play.deck(self.play.present)) or ()
        return filled(
            data.draw(st.sampled_from(offers)), cards, lambda items: data.draw(st.sampled_from(items))
        )

    def seq(self, action: Action) -> int | None:
        return None if action.any_time else self.play.present.phase_seq

    def new_id(self) -> str:
        self.n_ids += 1
        return f"id {self.n_ids}"

    def is_open(self) -> bool:
        return bool(self.play.seated)

    # People

    @rule(name=st.sampled_from(NAMES), key=st.integers(0, 15))
    @precondition(is_open)
    def somebody_comes_in(self, name: str, key: int) -> None:
        known = {person.key: person.nickname for person in self.play.people.values()}
        self.play.enter(known.get(f"key {key}", name), f"key {key}")

    @rule(data=st.data(), has_id=st.booleans(), times=st.sampled_from([1, 1, 1, 2]))
    @precondition(is_open)
    def somebody_acts(self, data: st.DataObject, has_id: bool, times: int) -> None:
        """Once, or with a double click."""
        player = data.draw(st.sampled_from(self.play.seated))
        action = self.any_action(data, player) or Tick()
        seq, action_id = self.seq(action), self.new_id() if has_id else None
        for _ in range(times):
            self.play.do(player, action, seq, action_id)

    @rule(data=st.data(), breaking=st.sampled_from(BREAKS), again=st.booleans())
    @precondition(is_open)
    def somebody_acts_and_hears_nothing(self, data: st.DataObject, breaking: Break, again: bool) -> None:
        player = data.draw(st.sampled_from(self.play.seated))
        action = self.any_action(data, player) or Tick()
        seq, action_id = self.seq(action), self.new_id()
        self.play.do_unheard(player, action, seq, action_id, breaking)
        if again:
            self.play.do(player, action, seq, action_id)

    @rule(data=st.data())
    def somebody_asks_again(self, data: st.DataObject) -> None:
        """What the room still remembers of them, whatever has happened since."""
        player = self.anybody(data)
        known = [done for done in self.play.people[player].done if done[0] is not None]
        if known:
            action_id, action, seq = data.draw(st.sampled_from(known))
            self.play.do(player, action, seq, action_id)

    @rule(data=st.data())
    @precondition(is_open)
    def somebody_uses_an_id_twice(self, data: st.DataObject) -> None:
        player = data.draw(st.sampled_from(self.play.seated))
        known = [
            (i, a) for i, a, _ in self.play.people[player].done if i is not None and not isinstance(a, Tick)
        ]
        if known:
            self.play.reuse(player, Tick(), None, known[-1][0])

    @rule(data=st.data(), late=st.integers(-3, 3), dice=st.randoms(use_true_random=False))
    def somebody_tries(self, data: st.DataObject, late: int, dice: Any) -> None:
        """Anything that could be sent, for any phase that was or will be."""
        player, state = self.anybody(data), self.play.present
        actions = universe(self.play.ruleset, state, self.play.deck(state), dice)
        action = data.draw(st.sampled_from([a for a in actions if not isinstance(a, Leave | Remove)]))
        self.play.do(player, action, None if action.any_time else state.phase_seq + late, None)

    @rule(data=st.data())
    def somebody_looks(self, data: st.DataObject) -> None:
        self.play.look(self.anybody(data))

    @rule(data=st.data(), has_id=st.booleans())
    def somebody_goes(self, data: st.DataObject, has_id: bool) -> None:
        """By themselves, or because the host says so."""
        gone = self.anybody(data)
        host, action = (gone, Leave()) if has_id else (self.play.host, Remove(gone))
        self.play.do(host, action, None, self.new_id() if has_id else None)

    @rule(data=st.data())
    @precondition(is_open)
    def the_host_is_away(self, data: st.DataObject) -> None:
        """Their phones are closed, a minute passes, and somebody takes over."""
        for connection in [c for c, phone in self.play.phones.items() if phone.player == self.play.host]:
            self.play.disconnect(connection)
        self.play.clock.pass_ms(61 * SECOND)
        self.play.do(data.draw(st.sampled_from(self.play.seated)), ClaimHost(), None, None)

    # Short cuts to where it gets interesting

    @rule()
    @precondition(lambda self: self.play.present.phase in (LOBBY, ROUND_OVER) and len(self.play.seated) > 2)
    def a_round_begins(self) -> None:
        self.play.do(self.play.host, Deal(), self.play.present.phase_seq, self.new_id())
        for player in self.play.seated if self.play.present.phase == DEALT else ():
            self.play.do(player, Seen(), None, None)
        self.play.do(self.play.host, Start(), self.play.present.phase_seq, None)

    @rule(data=st.data(), n=st.integers(2, 8), is_time_up=st.booleans())
    @precondition(lambda self: self.play.present.public.is_on)
    def several_play(self, data: st.DataObject, n: int, is_time_up: bool) -> None:
        """What only this game asks of them, one after the other; perhaps the time has just run out."""
        if is_time_up:
            self.play.clock.at = max(self.play.now, self.play.room.alarm_at or 0)
        common: list[type[Action]] = [Interrupt, *(move.action for move in self.play.ruleset.common)]
        for player in self.play.seated[:n]:
            action = self.any_action(data, player, common) if player in self.play.seated else None
            if action is not None:
                self.play.do(player, action, self.seq(action), None)

    # Phones

    @rule(data=st.data(), n=st.integers(1, 5))
    def somebody_connects(self, data: st.DataObject, n: int) -> None:
        player = self.anybody(data)
        for _ in range(n):
            self.play.clock.pass_ms(1)
            self.play.connect(player)

    @rule(data=st.data())
    @precondition(lambda self: self.play.phones)
    def a_phone_does_something(self, data: st.DataObject) -> None:
        connection = data.draw(st.sampled_from([*self.play.phones]))
        others = [p for p in self.play.seated if p != self.play.phones[connection].player]
        what = data.draw(st.sampled_from(["ping", "disconnect", "vanish", "usurp"]))
        if what == "usurp":
            if others:
                self.play.usurp(connection, data.draw(st.sampled_from(others)))
        else:
            getattr(self.play, what)(connection)

    # Time

    @rule(ms=st.sampled_from(WAITS))
    def time_passes(self, ms: int) -> None:
        """The day after which an idle room is closed does not pass: its last hours are for coming to rest."""
        self.play.clock.pass_ms(min(ms, max(0, self.play.room.closes_at - LAST_MS - self.play.now)))

    @rule(ms=st.sampled_from([-1, 0, 1, 3 * SECOND]), is_told=st.booleans())
    @precondition(lambda self: self.play.room.alarm_at is not None)
    def time_passes_until_it_is_due(self, ms: int, is_told: bool) -> None:
        due_at = self.play.room.alarm_at
        self.play.clock.at = max(self.play.now, (due_at or 0) + ms)
        if is_told:
            self.play.ring(due_at)

    @rule()
    def a_server_has_another_clock(self) -> None:
        """One that goes a little after, and then the first again."""
        self.play.clock.pass_ms(-SKEW_MS)
        self.play.ring(None)
        self.play.clock.pass_ms(SKEW_MS)

    @rule(data=st.data())
    @precondition(lambda self: self.play.alarm.armed)
    def an_alarm_comes(self, data: st.DataObject) -> None:
        """Any of all that were ever sent, in any order, as often as it likes."""
        self.play.ring(data.draw(st.sampled_from(self.play.alarm.armed))[1])

    @rule()
    def the_server_looks(self) -> None:
        self.play.ring(None)

    @rule()
    def the_sweep_comes(self) -> None:
        self.play.sweep()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.ruleset.id)
def test_whatever_happens_the_room_is_what_a_small_model_says(game: Game, volume: Volume, figures: Figures):
    evenings, steps = volume.of(40, 3_000), volume.of(30, 60)
    run_state_machine_as_test(
        lambda: Machine(game),
        settings=settings(max_examples=evenings, stateful_step_count=steps, report_multiple_bugs=False),
    )
    figures(f"machine: {game.ruleset.id}: {evenings} evenings of up to {steps} steps")
