"""Whatever is due has an alarm on its way, whoever does what at once, and whatever cannot be told for now."""

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import pytest

from chalicelib.core.action import Action
from chalicelib.core.ids import PlayerId
from chalicelib.core.reason import Refused
from chalicelib.core.ruleset import Ruleset
from chalicelib.core.view import project
from chalicelib.games.registry import RULESETS
from chalicelib.mechanics.lobby import AddBot
from chalicelib.rooms.act import act
from chalicelib.rooms.change import deadline_at, presence
from chalicelib.rooms.erasing import erase_player
from chalicelib.rooms.errors import Conflict, RoomTrouble
from chalicelib.rooms.house import House
from chalicelib.rooms.ports import RoomStore
from chalicelib.rooms.room import Delivery, Room
from chalicelib.rooms.tokens import by_socket
from chalicelib.rooms.wake import wake
from chalicelib.rooms.watch import watch
from tests.conformance.universe import chosen
from tests.conformance.walk import likelihood
from tests.conftest import Figures, Volume
from tests.rooms.backstage import MINUTE, SECOND, Backstage, Evening

LONGEST_DELAY_MS = 15 * MINUTE
COMES_AGAIN_MS = 6 * MINUTE
"""What the queue does: a message is held back for so long at most, and hidden for so long once it failed."""
STEPS = 150


class Untold(Exception):
    """What has ended cannot be told for now."""


@dataclass
class Message:
    """An alarm on its way."""

    due_at: int | None
    comes_at: int
    times: int = 0


@dataclass
class Queue:
    """Those of one room."""

    messages: list[Message] = field(default_factory=list)

    def arm(self, code: str, due_at: int, now: int) -> None:
        self.messages.append(Message(due_at, min(max(due_at, now), now + LONGEST_DELAY_MS)))

    def comes_by(self, at: int) -> bool:
        return any(message.comes_at <= at for message in self.messages)


@dataclass
class Meddling:
    """A store in which others are faster now and then; or a save is made, unheard, and saved over."""

    rooms: RoomStore
    dice: random.Random
    meddle: Callable[[], None]

    def __getattr__(self, name: str) -> Any:
        return getattr(self.rooms, name)

    def save(self, room: Room, *rest: Any) -> Room:
        if self.dice.random() < 0.25:
            self.meddle()
        saved = self.rooms.save(room, *rest)
        if self.dice.random() < 0.1:
            self.meddle()
            current = self.rooms.load(room.code)
            if current is not None and current.revision != saved.revision:
                raise Conflict(current)
        return saved


class Night:
    """A room in which anything is done at any time, by people who neither wait nor finish."""

    def __init__(self, game: str, seed: str) -> None:
        self.dice, self.queue, self.is_meddling = random.Random(seed), Queue(), True
        self.fails = self.dice.choice([0, 0.5])
        self.evening = Evening(Backstage(), "Ana", "Bea", "Carla", "Dani", "Eva", game=game)
        if any(rule.action is AddBot for rule in self.offers(PlayerId("p1"))):
            self.evening.act("p1", AddBot())
        house = self.evening.house
        store = Meddling(house.store, self.dice, self.meddle)
        self.house: House = replace(house, store=store, alarm=self.queue, consumers=(self,))
        self.evening.house = self.house
        self.is_meddling = False

    @property
    def now(self) -> int:
        return self.evening.backstage.clock.now()

    def offers(self, player: PlayerId) -> Any:
        room = self.evening.room
        view = project(room.state, player, presence(room, self.now))
        return self.evening.house.ruleset(room).legal(view)

    def deliver(self, room: Room, delivery: Delivery) -> None:
        if self.dice.random() < 0.4:
            self.meddle()
        if self.dice.random() < self.fails:
            raise Untold

    def drop(self, code: str, room_id: str, opened_at: int | None) -> None:
        raise AssertionError("nobody deletes it")

    def meddle(self) -> None:
        """Something else happens in the middle of it; nothing in the middle of that."""
        if not self.is_meddling:
            with self._meddling():
                self.step()

    @contextmanager
    def _meddling(self) -> Iterator[None]:
        self.is_meddling = True
        try:
            yield
        finally:
            self.is_meddling = False

    def step(self) -> None:
        steps = {self.acts: 60, self.wakes: 25, self.looks: 6, self.joins: 8, self.forgets: 8}
        if not self.is_meddling:
            steps[self.waits] = 8
        (do,) = self.dice.choices([*steps], [*steps.values()])
        with suppress(Refused, RoomTrouble, Untold):
            do()

    def acts(self) -> None:
        room, ruleset = self.evening.room, self.house.ruleset(self.evening.room)
        people = [p for p in room.state.public.table.seated if p.kind == "human"]
        for player in self.dice.choices(people, k=20) if people else ():
            view = project(room.state, player.id, presence(room, self.now))
            offer = self.dice.choice(ruleset.legal(view))
            if self.dice.random() < likelihood(offer, 3, player.seen):
                action = chosen(offer, ruleset.candidates(view, self.house.deck(room)) or (), self.dice)
                seq = None if action.any_time else room.state.phase_seq
                act(self.house, room.code, by_socket(player.id), partial(_as_chosen, action), seq)
                return

    def wakes(self) -> None:
        ready = [message for message in self.queue.messages if message.comes_at <= self.now]
        if not ready:
            return
        message = self.dice.choice(ready)
        self.queue.messages.remove(message)
        try:
            wake(self.house, self.evening.code, message.due_at, again=message.times > 0)
        except (Untold, RoomTrouble):
            again = Message(message.due_at, self.now + COMES_AGAIN_MS, message.times + 1)
            self.queue.messages.append(again)

    def looks(self) -> None:
        watch(self.house, self.evening.code, by_socket(self.someone()))

    def joins(self) -> None:
        self.evening.join(f"Guest {self.dice.randrange(10**6)}")

    def forgets(self) -> None:
        erase_player(self.house, self.evening.code, self.someone())

    def waits(self) -> None:
        arrivals = [m.comes_at - self.now for m in self.queue.messages if m.comes_at > self.now]
        self.evening.backstage.clock.pass_ms(self.dice.choice([1, SECOND, MINUTE, *arrivals, *arrivals]))

    def someone(self) -> PlayerId:
        player: PlayerId = self.dice.choice(self.evening.room.state.public.table.players).id
        return player

    def check(self) -> None:
        room, deadline = self.evening.room, deadline_at(self.house, self.evening.room)
        if room.outbox:
            has_failed = any(message.times for message in self.queue.messages)
            assert has_failed or self.queue.comes_by(self.now), "nobody comes for what waits to be told"
        if deadline is not None and deadline < room.closes_at:
            at = min(max(deadline, self.now), self.now + LONGEST_DELAY_MS)
            assert self.queue.comes_by(at), "nobody comes for the deadline"


def _as_chosen(action: Action, ruleset: Ruleset) -> Action:
    return action


@pytest.mark.parametrize("game", RULESETS)
def test_whatever_is_due_has_an_alarm_on_its_way(game: str, volume: Volume, figures: Figures):
    waited = 0
    for number in range(volume.of(4, 300)):
        night = Night(game, f"{volume.seed}/{game}/{number}")
        for step in range(STEPS):
            night.step()
            try:
                night.check()
            except AssertionError as failure:
                failure.add_note(f"night {number}, step {step}")
                raise
            waited += bool(night.evening.room.outbox)
    assert waited
    figures(f"always armed: {game}: {waited} steps after which something waited to be told")
