"""Processes of the operating system that make the requests of a race, each with its clients of one store."""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from functools import cache
from multiprocessing import get_context
from typing import Any

from chalicelib.adapters.memory import RecordingAlarm, RecordingPush
from chalicelib.adapters.presenter import LibraryPresenter
from chalicelib.adapters.system import SystemClock, SystemEntropy
from chalicelib.core.reason import Refused
from chalicelib.games.registry import RULESETS
from chalicelib.mechanics.seating import Enter
from chalicelib.rooms.act import act
from chalicelib.rooms.errors import Conflict, NotSeated, Reused, RoomClosed, StoreBusy, TokenRevoked
from chalicelib.rooms.house import House
from chalicelib.rooms.join import join
from chalicelib.rooms.ports import RoomStore
from chalicelib.rooms.room import Room, RoundRecord
from chalicelib.rooms.tokens import Tokens, by_socket
from chalicelib.rooms.wake import wake
from chalicelib.rooms.watch import disconnect, hello
from tests.contracts.stores import DynamoStore, Store
from tests.faults.ledger import BUSY, DONE, LIBRARY, REFUSED, REPEATED, Answer, Ledger, Try, fingerprint

RACERS = 4
HANDS = 3
"""Requests that one process makes at the same time."""
TENANT = "race"
TOKENS = Tokens(b"a secret of races")
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
        self.judged = room.revision if room else -1
        return room

    def save(self, room: Room, actor: Any, now: int) -> Room:
        try:
            saved = self.rooms.save(room, actor, now)
        except Conflict as conflict:
            self.judged = conflict.current.revision
            raise
        self.saved, self.now, self.state = saved.revision, now, fingerprint(saved.game, saved.state)
        return saved


def house_of(store: Store) -> House:
    """The house of races on a store, with real time and dice."""
    return House(
        tenant=TENANT,
        rulesets=RULESETS,
        decks=LIBRARY,
        store=store.rooms(TENANT),
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
    told, code, now, player = DONE, None, house.clock.now(), one.actor
    try:
        if one.wakes:
            wake(house, room.code, None)
        elif one.socket:
            _come_and_go(house, room, one)
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
    except (NotSeated, Reused, RoomClosed) as trouble:
        told, code = REFUSED, type(trouble).__name__
    except StoreBusy:
        told = BUSY
    took = round((time.monotonic() - began) * 1000)
    # A refusal at the door names no instant; where nothing was saved, nothing was due then either.
    return Answer(told, code, store.judged, store.saved, store.now or now, player, store.state, took)


def _come_and_go(house: House, room: Room, one: Try) -> None:
    assert one.actor is not None
    house.connections.open(one.socket, None, None, house.clock.now())
    hello(house, one.socket, room.code, token(room, one.actor))
    if one.hangs_up:
        disconnect(house, one.socket, room.code)


def token(room: Room, player: Any) -> str:
    return TOKENS.mint(TENANT, room.document.id, player, room.document.seats[player].nonce)


@cache
def _house(store: DynamoStore) -> House:
    return house_of(store)


@cache
def _hands() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(HANDS)


def _race(store: DynamoStore, room: Room, tries: Sequence[Try], starts_at: int) -> list[Answer]:
    """One process's part, each try at its moment as far as hands are free."""
    house = _house(store)

    def run(one: Try) -> Answer:
        time.sleep(max(0.0, (starts_at + one.after_ms) / 1000 - time.time()))
        return attempt(house, room, one)

    return list(_hands().map(run, tries))


def _ready(store: DynamoStore) -> None:
    """Connect before the first race."""
    house = _house(store)
    list(_hands().map(lambda _: house.store.load("READY"), range(HANDS)))


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
        running = [
            process.submit(_race, self._store, room, part, starts_at)
            for process, part in zip(self._processes, parts, strict=True)
        ]
        answers = [racer.result(60) for racer in running]
        entries = [
            e for part, given in zip(parts, answers, strict=True) for e in zip(part, given, strict=True)
        ]
        end = self.house.store.load(room.code)
        assert end is not None
        return Ledger(room, end, rounds_of(self.house, end), entries)


def rounds_of(house: House, room: Room) -> list[RoundRecord]:
    """Every finished round, delivered or still waiting; one that is both is the same."""
    found: dict[str, RoundRecord] = {}
    for record in (*house.store.rounds(room), *room.outbox):
        assert found.setdefault(record.id, record) == record
    return list(found.values())


@contextmanager
def racers() -> Iterator[Sequence[Executor]]:
    """The processes, for any number of races; forked from one that has made the imports, which take long."""
    context = get_context("forkserver")
    context.set_forkserver_preload([__name__])
    with ExitStack() as running:
        yield [running.enter_context(ProcessPoolExecutor(1, context)) for _ in range(RACERS)]
