"""Whatever is played, repeated or lost: what ended is told, and what was used is counted once.

The ledger is kept outside: by what people were answered, and by what went to their sockets.
"""

import json
import random
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any

from chalicelib.core.action import Action, Context, Presence
from chalicelib.core.ids import PlayerId
from chalicelib.core.play import Outcome, settle
from chalicelib.core.reason import Refused
from chalicelib.mechanics.clock import MINUTE
from chalicelib.mechanics.scoring import MATCH_OVER
from chalicelib.mechanics.seating import CLOSED, Enter
from chalicelib.rooms.act import act
from chalicelib.rooms.errors import Reused, StoreBusy, TokenRevoked
from chalicelib.rooms.join import join
from chalicelib.rooms.room import Closing, Delivery, MatchRecord, Room, RoundRecord
from chalicelib.rooms.tokens import by_socket
from chalicelib.rooms.wake import wake
from chalicelib.tenants.usage import NOTHING, Usage
from tests.conformance.games import Game
from tests.conformance.walk import NOON, Moment, Walk
from tests.conformance.world import CODE, World
from tests.conftest import Figures, Volume

STEPS = 250


class Fickle:
    """A consumer that is busy now and then, before or after it has taken note."""

    def __init__(self, dice: random.Random) -> None:
        self.told: dict[str, Delivery] = {}
        self._dice = dice

    def deliver(self, room: Room, delivery: Delivery) -> None:
        if self._dice.random() < 0.2:
            raise StoreBusy
        assert delivery == self.told.setdefault(delivery.id, delivery), "another thing under the same id"
        if self._dice.random() < 0.2:
            raise StoreBusy


class Party(Walk):
    """Random play through the use-cases; requests come twice, wake-ups when they like."""

    def __init__(self, game: Game, seed: str, options: Any, **how: Any) -> None:
        super().__init__(game, seed, options, **how)
        self.world, self._odds = World(game, self._state, NOON), random.Random(f"odds of {seed}")
        self.book = Fickle(self._odds)
        self.house = replace(self.world.house, consumers=(self.book,))
        self.ledger, self.rounds, self.matches, self.n_ids = NOTHING, Counter[str](), 0, 0
        self.dealt_at: dict[str, int] = {}

    def moments(self) -> Iterator[Moment]:
        for moment in super().moments():
            self._look_at(moment)
            yield moment

    def _step(self, actor: PlayerId | None, action: Action | None, presence: Presence = Presence()) -> Moment:
        self.world.clock.at, before, rejection = self._now, self.world.state, None
        if self._odds.random() < 0.3:
            self.wakes()
        if isinstance(action, Enter):
            with suppress(Refused):
                seated = join(self.house, CODE, action.nickname)
                for n in range(self._odds.choice([0, 1, 1, 2])):
                    self.house.store.connect(CODE, f"{seated.player}/{n}", seated.player, self._now)
        elif actor is not None and action is not None:
            rejection = self._acts(actor, action)
        else:
            self.wakes()
        outcome = Outcome(self.world.state, rejection)
        return Moment(self._seed, self._number, before, actor, action, self._now, presence, outcome)

    def _acts(self, actor: PlayerId, action: Action) -> Any:
        """Once, or twice with the same id. Bots have neither a token nor a socket."""
        room, rejection = self.world.room, None
        if actor in room.state.public.bots:
            return None
        self.n_ids += 1
        ctx = Context(None, room.game_time(self._now), self._game.deck(room.state))
        before = settle(self._ruleset, room.state, ctx)
        for n in range(self._odds.choice([1, 1, 2])):
            with suppress(Refused, Reused, TokenRevoked):
                done = act(self.house, CODE, by_socket(actor), lambda _: action, None, f"{self.n_ids}")
                rejection = done.rejection if n == 0 else rejection
        is_done = rejection is None and self.world.state != before
        self.ledger += Usage(actions=int(is_done))
        return rejection

    def wakes(self) -> None:
        """The server looks, as often as it likes; a delivery that fails is made again, or not yet."""
        for _ in range(self._odds.choice([1, 1, 3])):
            with suppress(StoreBusy):
                wake(self.house, CODE, None)

    def _look_at(self, moment: Moment) -> None:
        """Write down what has begun and ended, as everybody could see."""
        before, after = moment.before.public, moment.after.public
        number = f"{after.table.match:04}.{after.table.dealt:04}"
        if after.table.dealt > before.table.dealt:
            self.dealt_at[number] = moment.now
        if before.is_on and after.result is not None:
            self.rounds[number] += 1
            humans = [p.id for p in after.table.players if p.kind == "human" and p.id in moment.after.hands]
            lasted_ms = self.ended_at(number) - self.dealt_at[number]
            counts = after.result.outcome != "void"
            self.ledger += Usage(rounds=int(counts), player_ms=len(humans) * lasted_ms)
        self.matches += moment.after.phase == MATCH_OVER != moment.before.phase

    def ended_at(self, number: str) -> int:
        """When a round was over, by its record."""
        waiting = {d.id: d.event for d in self.world.room.outbox}
        record = waiting.get(number) or self.book.told[number].event
        assert isinstance(record, RoundRecord) and record.ended_at <= self._now
        return record.ended_at

    def views_pushed(self) -> int:
        """How many views went to sockets."""
        return sum(json.loads(data)["type"] == "view" for _, data in self.world.push.sent)

    def expires(self) -> None:
        """Nobody comes back: the room is found when its time is up."""
        while self.world.room.due_at is not None:
            self.world.clock.at = max(self.world.clock.at, self.world.room.due_at + MINUTE)
            self._now = self.world.clock.now()
            before = self.world.state
            self.wakes()
            outcome = Outcome(self.world.state)
            self._look_at(Moment(self._seed, 0, before, None, None, self._now, Presence(), outcome))


def test_whatever_ends_is_told_once_and_whatever_is_used_is_counted_once(
    game: Game, volume: Volume, figures: Figures
):
    total, ended = NOTHING, Counter[str]()
    for n in range(volume.of(8, 300)):
        party = play_out(game, f"{volume.seed}/{n}")
        total += check(party)
        ended.update(type(delivery.event).__name__ for delivery in party.book.told.values())
    assert {RoundRecord.__name__, MatchRecord.__name__, Closing.__name__} == ended.keys()
    assert total.rounds and total.player_ms and total.actions and total.pushes
    figures(f"deliveries: {game.ruleset.id}: {dict(ended)}, {total}")


def play_out(game: Game, seed: str) -> Party:
    """An evening, until its room is closed."""
    party = Party(game, seed, game.ruleset.options())
    for number, _ in enumerate(party.moments()):
        if number >= STEPS:
            break
    party.expires()
    return party


def check(party: Party) -> Usage:
    """The deliveries of a room that is over tell of each thing once; what they say was used, as it was."""
    told, room = list(party.book.told.values()), party.world.room
    rounds = [d.id for d in told if isinstance(d.event, RoundRecord)]
    matches = [d.id for d in told if isinstance(d.event, MatchRecord)]
    assert (CLOSED, (), NOTHING) == (room.state.phase, room.outbox, room.document.usage)
    assert party.rounds == Counter(rounds), "a round was not told, or never was"
    assert sorted(rounds) == [record.id for record in party.house.store.rounds(room)]
    assert party.matches == len(set(matches))
    (closing,) = [d for d in told if isinstance(d.event, Closing)]
    assert ("closed", max(d.at for d in told)) == (closing.id, closing.at)
    used = sum((d.usage for d in told), start=NOTHING)
    assert used == party.ledger + Usage(pushes=party.views_pushed())
    return used
