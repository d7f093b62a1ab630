"""Processes of the operating system that make the requests of a race, each with its clients of one store."""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from functools import cache
from multiprocessing import get_context
from typing import Any, TypeVar

from chalicelib.adapters.memory import RecordingAlarm, RecordingPush
from chalicelib.adapters.presenter import LibraryPresenter
from chalicelib.adapters.system import SystemClock, SystemEntropy
from chalicelib.core.reason import Refused
from chalicelib.games.registry import RULESETS
from chalicelib.mechanics.seating import Enter
from chalicelib.rooms.act import act
from chalicelib.rooms.chat import KEY_KEPT_S, PAGE, say
from chalicelib.rooms.errors import Conflict, NotSeated, Reused, RoomClosed, StoreBusy, TokenRevoked, TooMany
from chalicelib.rooms.house import House
from chalicelib.rooms.join import join
from chalicelib.rooms.ports import Once, RoomStore
from chalicelib.rooms.room import Room, RoundRecord, Said
from chalicelib.rooms.tokens import Tokens, by_socket
from chalicelib.rooms.wake import wake
from chalicelib.rooms.watch import disconnect, hello
from tests.contracts.stores import DynamoStore, Store
from tests.faults.ledger import BUSY, DONE, LIBRARY, REFUSED, REPEATED, Answer, Ledger, Try, fingerprint

T = TypeVar("T")

RACERS = 4
HANDS = 3
"""Requests that one process makes at the same time."""
TENANT = "race"
TOKENS = Tokens(b"a secret of races")
MOST_SAID = 1_000
LEAD_MS = 60
"""How long after everybody knows of it a race begins."""


@dataclass
class Noting:
    """A store that writes down what one request judged and saved."""

    rooms: RoomStore
    judged: int = -1
    saved: int | None = None
    now: int = 0
    state: str = ""

    def __getattr__(self, name: str) -> Any:
        return getattr(self.rooms, name)

    def load(self, code: str) -> Room | None:
        room = self.rooms.load(code)
        if self.judged < 0:
            self.judged = room.revision if room else -1
        return room

    def save(self, room: Room, actor: Any, now: int) -> Room:
        try:
            saved = self.rooms.save(room, actor, now)
        except Conflict as conflict:
            self.judged = conflict.current.revision
            raise
        self.judged, self.saved, self.now = room.revision, saved.revision, now
        self.state = fingerprint(saved.game, saved.state)
        return saved


def house_of(store: Store) -> House:
    """The house of races on a store, with real time and dice."""
    return House(
        tenant=TENANT,
        rulesets=RULESETS,
        decks=LIBRARY,
        store=store.rooms(TENANT),
        register=store.register(TENANT),
        archive=store.archive(TENANT),
        talk=store.talk(TENANT),
        connections=store.connections(),
        push=RecordingPush(),
        alarm=RecordingAlarm(),
        clock=SystemClock(),
        entropy=SystemEntropy(),
        presenter=LibraryPresenter(RULESETS, LIBRARY, "{code}", lambda locale, why: str(why)),
        tokens=TOKENS,
    )


def attempt(house: House, room: Room, one: Try) -> Answer:
    """Make one request and tell what became of it; whatever else it raises is a fault."""
    store = Noting(house.store)
    house = replace(house, store=store, push=RecordingPush(), alarm=RecordingAlarm())
    began = time.monotonic()
    asked_at = now = house.clock.now()
    told, code, player = DONE, None, one.actor
    number, heard = 0, tuple[Said, ...]()
    try:
        if one.wakes:
            wake(house, room.code, None)
        elif one.socket:
            _come_and_go(house, room, one)
        elif one.says:
            assert one.actor is not None
            once = Once(one.id, KEY_KEPT_S) if one.id else None
            spoken = say(house, room.code, by_socket(one.actor), one.says, once)
            told, number = (REPEATED if spoken.is_repeated else DONE), spoken.said.number
            heard = tuple(house.talk.last(room, PAGE))
        elif isinstance(one.action, Enter):
            seated = join(house, room.code, one.action.nickname, one.id, one.action.nickname)
            told, now, player = (REPEATED if seated.replayed else DONE), seated.now, seated.player
        else:
            assert one.actor is not None and one.action is not None
            wanted = one.action
            acted = act(house, room.code, by_socket(one.actor), lambda _: wanted, one.seq, one.id)
            now = acted.now
            told = REPEATED if acted.repeated else DONE
            if acted.rejection is not None:
                told, code = REFUSED, str(acted.rejection.reason)
    except Refused as refused:
        told, code = REFUSED, str(refused.rejection.reason)
    except TokenRevoked:
        told, code = REFUSED, "token_revoked"
    except (NotSeated, Reused, RoomClosed, TooMany) as trouble:
        told, code = REFUSED, type(trouble).__name__
    except StoreBusy:
        told = BUSY
    took = round((time.monotonic() - began) * 1000)
    # A refusal at the door names no instant; where nothing was saved, nothing was due then either.
    judged = store.now or now
    return Answer(
        told, code, store.judged, store.saved, judged, player, store.state, asked_at, took, number, heard
    )


def _come_and_go(house: House, room: Room, one: Try) -> None:
    assert one.actor is not None
    house.connections.open(one.socket, None, None, house.clock.now())
    hello(house, one.socket, room.code, token(room, one.actor))
    if one.hangs_up:
        disconnect(house, one.socket, room.code)


def token(room: Room, player: Any) -> str:
    return TOKENS.mint(TENANT, room.document.id, player, room.document.seats[player].nonce)


@cache
def house_here(store: DynamoStore) -> House:
    """The house in this process."""
    return house_of(store)


@cache
def hands() -> ThreadPoolExecutor:
    """What makes several requests at once in this process."""
    return ThreadPoolExecutor(HANDS)


def _race(store: DynamoStore, room: Room, tries: Sequence[Try], starts_at: int) -> list[Answer]:
    """One process's part, each try at its moment as far as hands are free."""
    house = house_here(store)

    def run(one: Try) -> Answer:
        time.sleep(max(0.0, (starts_at + one.after_ms) / 1000 - time.time()))
        return attempt(house, room, one)

    return list(hands().map(run, tries))


def _ready(store: DynamoStore) -> None:
    """Connect, and read the decks, before the first race."""
    house = house_here(store)
    for ruleset in RULESETS.values():
        house.decks.rules_deck(ruleset.deck_id(ruleset.options()))
    list(hands().map(lambda _: house.store.load("READY"), range(HANDS)))


class Races:
    """Runs races on one store; `run` gives the ledger of one."""

    def __init__(self, processes: Sequence[Executor], store: DynamoStore) -> None:
        self._processes, self._store = processes, store
        self.house = house_of(store)
        for ready in [process.submit(_ready, store) for process in processes]:
            ready.result(60)

    def run(self, stage: Callable[[int], tuple[Room, Iterable[Try]]]) -> Ledger:
        """A race whose stage is made for the instant (epoch ms) at which it begins."""
        starts_at = self.house.clock.now() + LEAD_MS
        room, tries = stage(starts_at)
        tries = sorted(tries, key=lambda one: one.after_ms)
        assert self.house.store.create(room)
        parts = [tries[n::RACERS] for n in range(RACERS)]
        answers = self.each(_race, [(room, part, starts_at) for part in parts])
        entries = [
            e for part, given in zip(parts, answers, strict=True) for e in zip(part, given, strict=True)
        ]
        return self.ledger(room, entries)

    def each(self, work: Callable[..., T], given: Iterable[Sequence[Any]]) -> list[T]:
        """What comes of some work in every process, with the store and what is given to each."""
        shared = zip(self._processes, given, strict=True)
        running = [process.submit(work, self._store, *its) for process, its in shared]
        return [racer.result(60) for racer in running]

    def ledger(self, start: Room, entries: list[tuple[Try, Answer]]) -> Ledger:
        """What was done to a room, and what has become of it."""
        end = self.house.store.load(start.code)
        assert end is not None
        chat = self.house.talk.last(end, MOST_SAID)
        return Ledger(start, end, rounds_of(self.house, end), entries, chat)


def rounds_of(house: House, room: Room) -> list[RoundRecord]:
    """Every finished round, delivered or still waiting; one that is both is the same."""
    found: dict[str, RoundRecord] = {}
    for record in (*house.store.rounds(room), *room.waiting_rounds):
        assert found.setdefault(record.id, record) == record
    return list(found.values())


@contextmanager
def racers() -> Iterator[Sequence[Executor]]:
    """The processes, for any number of races; forked from one that has made the imports, which take long."""
    context = get_context("forkserver")
    context.set_forkserver_preload([__name__])
    with ExitStack() as running:
        yield [running.enter_context(ProcessPoolExecutor(1, context)) for _ in range(RACERS)]
