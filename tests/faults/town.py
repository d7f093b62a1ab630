"""Many rooms in which nobody moves: time passes, the queue delivers as it likes, the sweep comes each minute.

The functions of the service are the real ones; the clocks and the queue are in the test's hands.
"""

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from random import Random
from threading import Lock
from typing import Any

from app import app
from chalicelib.adapters.alarms import SqsAlarm
from chalicelib.adapters.memory import (
    HandClock,
    Memory,
    MemoryBuckets,
    MemoryPost,
    MemoryShelf,
    MemoryTenants,
    RecordingPush,
    SeededEntropy,
)
from chalicelib.api.language import explain
from chalicelib.api.server import serve_with
from chalicelib.bootstrap import Outside, Server
from chalicelib.core.action import Context
from chalicelib.core.ids import PlayerId
from chalicelib.core.legal import AnyState
from chalicelib.core.play import next_due, play
from chalicelib.games.registry import RULESETS
from chalicelib.mechanics.clock import MINUTE, SECOND
from chalicelib.mechanics.seating import CLOSED, Tick, close
from chalicelib.rooms.ports import RoomStore
from chalicelib.rooms.room import Room, closing
from chalicelib.rooms.tokens import by_socket
from chalicelib.rooms.watch import watch
from infra.local.queue import Chaos, Queue
from tests.api import events
from tests.contracts.stores import Store
from tests.faults import theme_contests, word_contests
from tests.faults.contests import Stage, due_stage
from tests.faults.ledger import LIBRARY
from tests.rooms.backstage import SETTINGS

START = 1_800_000_000_000
DAY = 24 * 60 * MINUTE
LONG_AFTER = 1 << 60
SCALES = (1, 1, 7, 60, 1_000)


@dataclass(frozen=True, slots=True)
class Settled:
    """Something due took effect: when, how late, and who had it looked at."""

    code: str
    source: str
    now: int
    late_ms: int


@dataclass
class Noting:
    """A store that writes down what a save let happen; all that ever happens here happens by itself."""

    rooms: RoomStore
    town: "Town"

    def __getattr__(self, name: str) -> Any:
        return getattr(self.rooms, name)

    def save(self, room: Room, actor: PlayerId | None, now: int) -> Room:
        with self.town.noting:  # or two of one room could be noted in another order than they were made
            saved = self.rooms.save(room, actor, now)
            self.town.note(saved, now)
        return saved


@dataclass
class Town:
    """`wander_ms`: how far the clock that the service reads jumps about, back as well as forth."""

    store: Store
    dice: Random
    chaos: Chaos = field(default_factory=Chaos)
    wander_ms: int = 0
    passed: float = 0.0
    source: str = "queue"
    swept: int = 0
    settled: list[Settled] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.clock = HandClock(START)
        self.queue = Queue("alarms", now=lambda: self.passed, chaos=self.chaos)
        self.started: dict[str, Room] = {}
        self.current: dict[str, Room] = {}
        self._sources: dict[str, str] = {}
        self.noting = Lock()
        self._next_sweep = self.dice.uniform(0, 60)
        self.server = Server(
            SETTINGS,
            Outside(
                library=LIBRARY,
                clock=self.clock,
                entropy=SeededEntropy(),
                push=RecordingPush(),
                connections=self.store.connections(),
                due_rooms=self.store.due_rooms().due_rooms,
                rooms=lambda tenant: Noting(self.store.rooms(tenant), self),
                register=self.store.register,
                archive=self.store.archive,
                usage=self.store.usage,
                talk=self.store.talk,
                own_decks=partial(MemoryShelf, Memory()),
                alarm=lambda tenant: SqsAlarm("", tenant, self),  # type: ignore[arg-type]
                tenants=MemoryTenants(Memory()),
                buckets=partial(MemoryBuckets, Memory()),
                post=MemoryPost(Memory()).of,
            ),
            explain,
        )

    # The queue's client

    def send_message(self, QueueUrl: str, MessageBody: str, DelaySeconds: int) -> None:
        """Send to the queue, remembering for what."""
        self.swept += self.source == "sweep"
        self.queue.send(MessageBody, DelaySeconds, {"source": self.source})

    # Rooms

    def build(self, rooms: int, within_ms: int) -> None:
        """So many rooms, each with something due within so long from now, and its alarm armed."""
        house = self.server.house("demo")
        for _ in range(rooms):
            scale, age = self.dice.choice(SCALES), self.dice.randrange(DAY // 2)
            created_at = START - age
            # Some to the second, at which the queue's delays end: their alarm is not a millisecond late.
            due_at = START + self.dice.randrange(0, within_ms, self.dice.choice([1, SECOND]))
            # At most so far back that a round had time for it since the room was made.
            game_due = created_at + (due_at - created_at) * scale + self.dice.randrange(scale)
            make = self.dice.choice([due_stage, due_stage, word_contests.due_stage, due_theme])
            stage = make(self.dice, game_due, self.dice.randrange(3, 8))
            room = stage.room(created_at, scale, closes_at=closing(created_at, START))
            if room.code in self.started:
                continue
            assert house.store.create(room)
            self.started[room.code] = self.current[room.code] = room
            assert room.due_at is not None
            house.alarm.arm(room.code, room.due_at, self.clock.now())

    def note(self, saved: Room, now: int) -> None:
        before, self.current[saved.code] = self.current[saved.code], saved
        if before.state != saved.state:
            assert before.due_at is not None
            source = self._sources.get(saved.code, self.source)
            self.settled.append(Settled(saved.code, source, now, now - before.due_at))

    # Time

    def live(self, asked: float = 0.0, *, until_closed: bool = False) -> None:
        """Let time pass until nothing is due, or nothing but that rooms close one day.

        Somebody looks at a room before so many of the deliveries.
        """
        while any(room.alarm_at or (until_closed and room.due_at) for room in self.current.values()):
            waits = self.queue.next_due_in()
            arrives = self._next_sweep if waits is None else self.passed + waits
            until = min(arrives, self._next_sweep)
            if self.dice.random() < asked:
                self.ask(until)
            self.pass_until(until)
            if self.passed >= self._next_sweep:
                self.sweep()
            self.deliver()
            assert self.passed < 2 * DAY / SECOND, "it does not end"

    def pass_until(self, seconds: float) -> None:
        self.passed = max(self.passed, seconds)
        wanders = self.dice.randint(-self.wander_ms, self.wander_ms)
        # Whole milliseconds that have begun: a clock shows no instant before it is there.
        self.clock.at = START + int(self.passed * 1000 + 1e-6) + wanders

    def ask(self, until: float) -> None:
        """Somebody looks at a room: now, or a millisecond before its time or just at it."""
        room = self.dice.choice(list(self.current.values()))
        for moment, soon in self._soon():
            if self.passed <= moment < until:
                room = soon
                self.pass_until(moment)
                break
        self._sources = {room.code: "request"}
        watch(self.server.house("demo"), room.code, by_socket(PlayerId("p1")))

    def _soon(self) -> list[tuple[float, Room]]:
        """Where something is due next, and the moment to look."""
        due = [(room.alarm_at, code) for code, room in self.current.items() if room.alarm_at is not None]
        early = self.dice.randrange(2)
        return [((due_at - START - early) / 1000, self.current[code]) for due_at, code in sorted(due)]

    def sweep(self) -> None:
        """What the schedule does each minute."""
        self._next_sweep = self.passed + 60
        self.source = "sweep"
        app.handler_map["sweep"](events.schedule(), None)
        self.source = "queue"

    def deliver(self) -> None:
        """Hand the next batch to the service, and take away what it does not report as failed."""
        messages = self.queue.receive()
        if not messages:
            return
        self._sources = {json.loads(m.body)["code"]: m.attributes["source"] for m in messages}
        batch = events.queue(*(message.body for message in messages))
        for record, message in zip(batch["Records"], messages, strict=True):
            record["messageId"] = message.id
        answer = app.handler_map["alarms"](batch, None)
        failed = {item["itemIdentifier"] for item in answer["batchItemFailures"]}
        for message in messages:
            message.deleted = message.id not in failed

    # What must hold

    def check(self) -> None:
        """Never early; each thing once and at its own time; every round kept once."""
        assert all(settled.late_ms >= 0 for settled in self.settled)
        house = self.server.house("demo")
        for code, start in self.started.items():
            left = house.store.load(code)
            assert left is not None
            state = by_itself(start)
            assert left.state == (close(state) if left.state.phase == CLOSED else state)
            assert (left.alarm_at, left.outbox) == (None, ())
            assert [record.number for record in house.store.rounds(left)] == [1]
            assert len([s for s in self.settled if s.code == code]) <= deadlines(start)


def due_theme(dice: Random, due_at: int, size: int) -> Stage:
    """A round of `shpion` whose clock, ballot or pointing is over at this instant of game time."""
    phase = dice.choice(["questions", "accusation", "pointing"])
    begun = due_at - (5 * MINUTE if phase == "questions" else 10 * SECOND)
    if phase == "pointing":
        begun -= 5 * MINUTE
    stage = theme_contests.started(dice, begun, size, minutes=5, vote_seconds=10)
    if phase == "accusation":
        stage.accused(*dice.sample(stage.players, 2))
    if phase == "pointing":
        stage.now = due_at - 10 * SECOND
        stage.does(stage.host, Tick())
    return stage


def by_itself(room: Room) -> AnyState:
    """What becomes of a room in which nobody does anything any more."""
    return _play(room.game, room.state, LONG_AFTER)


def deadlines(room: Room) -> int:
    """How many deadlines that takes."""
    state, count = room.state, 0
    while (due := next_due(RULESETS[room.game], state)) is not None:
        state, count = _play(room.game, state, due.at), count + 1
    return count


def _play(game: str, state: AnyState, at: Any) -> AnyState:
    deck = LIBRARY.rules_deck(RULESETS[game].deck_id(state.public.table.options))
    return play(RULESETS[game], state, None, Context(None, at, deck)).state


@contextmanager
def served(town: Town) -> Iterator[Town]:
    """The functions of the service work for this town."""
    serve_with(town.server)
    try:
        yield town
    finally:
        serve_with(None)


def percentiles(settled: Sequence[Settled]) -> dict[str, str]:
    """How late things were, by who had them looked at."""
    by_source: dict[str, list[int]] = defaultdict(list)
    for one in settled:
        by_source[one.source].append(one.late_ms)
    return {source: _told(sorted(late)) for source, late in sorted(by_source.items())}


def _told(late: list[int]) -> str:
    at = [late[min(len(late) - 1, len(late) * p // 100)] for p in (50, 95, 99)]
    return f"n {len(late)}, p50 {at[0]}, p95 {at[1]}, p99 {at[2]}, max {late[-1]} ms"
