"""A server whose outside is in the test's hands: a store in memory, a clock that stands, kept pushes."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from chalicelib.adapters.codec import Codec
from chalicelib.adapters.memory import (
    HandClock,
    Memory,
    MemoryArchive,
    MemoryBuckets,
    MemoryConnections,
    MemoryDueRooms,
    MemoryPost,
    MemoryRegister,
    MemoryRooms,
    MemoryShelf,
    MemoryTalk,
    MemoryTenants,
    MemoryUsage,
    RecordingAlarm,
    RecordingPush,
    SeededEntropy,
)
from chalicelib.api.language import explain
from chalicelib.bootstrap import Outside, Server, Settings
from chalicelib.core.action import Action
from chalicelib.core.deck import CardId
from chalicelib.core.ids import PlayerId
from chalicelib.decks.library import Library
from chalicelib.games.registry import RULESETS
from chalicelib.mechanics.lobby import Deal, Seen, Start
from chalicelib.rooms.act import Acted, act
from chalicelib.rooms.errors import Conflict
from chalicelib.rooms.house import House
from chalicelib.rooms.join import join
from chalicelib.rooms.open import Seated, open_room
from chalicelib.rooms.ports import RoomStore, Rulesets, Talk
from chalicelib.rooms.room import Delivery, Room
from chalicelib.rooms.tokens import by_socket
from chalicelib.rooms.watch import hello

Json = dict[str, Any]

CODEC = Codec(RULESETS)
SETTINGS = Settings(
    table="",
    alarm_queue_url="",
    token_secret="a secret of tests",
    open_tenant="demo",
    open_plan="unlimited",
    ws_url="wss://play.example/ws",
    ws_endpoint="",
    join_url="https://play.example/{code}",
    asset_base="https://play.example/pictures",
    time_scale=1,
)
LIBRARY = Library(asset_base=SETTINGS.asset_base)
SECOND, MINUTE, HOUR = 1_000, 60_000, 3_600_000


@dataclass
class Backstage:
    """The outside, and a server in it; `store` and `talk` may wrap what keeps the rooms and what is said."""

    settings: Settings = SETTINGS
    store: Callable[[RoomStore], RoomStore] = lambda rooms: rooms
    talk: Callable[[Talk], Talk] = lambda talk: talk
    rulesets: Rulesets = field(default_factory=lambda: RULESETS)
    memory: Memory = field(default_factory=Memory)
    clock: HandClock = field(default_factory=HandClock)
    push: RecordingPush = field(default_factory=RecordingPush)
    alarm: RecordingAlarm = field(default_factory=RecordingAlarm)
    told_of: dict[str, list[Delivery]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.connections = MemoryConnections(self.memory)
        self.post = MemoryPost(self.memory)
        self.server = Server(
            self.settings,
            Outside(
                library=LIBRARY,
                clock=self.clock,
                entropy=SeededEntropy(),
                push=self.push,
                connections=self.connections,
                due_rooms=MemoryDueRooms(self.memory).due_rooms,
                rooms=lambda tenant: self.store(MemoryRooms(self.memory, tenant, CODEC)),
                register=partial(MemoryRegister, self.memory),
                archive=partial(MemoryArchive, self.memory, codec=CODEC),
                usage=partial(MemoryUsage, self.memory),
                talk=lambda tenant: self.talk(MemoryTalk(self.memory, tenant)),
                own_decks=partial(MemoryShelf, self.memory),
                alarm=lambda tenant: self.alarm,
                tenants=MemoryTenants(self.memory),
                buckets=partial(MemoryBuckets, self.memory),
                post=self.post.of,
            ),
            explain,
        )
        self.server.rulesets = self.rulesets

    @property
    def house(self) -> House:
        house = self.server.house("demo")
        return replace(house, consumers=(*house.consumers, self))

    def deliver(self, room: Room, delivery: Delivery) -> None:
        """Write down what is delivered, by codes of rooms."""
        self.told_of.setdefault(room.code, []).append(delivery)

    def drop(self, code: str, room_id: str, opened_at: int | None) -> None:
        """What was told stays told."""

    def told(self, connection: str) -> list[Json]:
        """Every message that went to a socket, oldest first."""
        return [json.loads(data) for to, data in self.push.sent if to == connection]

    def forget_told(self) -> None:
        self.push.sent.clear()
        self.push.closed.clear()


class Evening:
    """Some people in one room, the first of them its host."""

    def __init__(
        self, backstage: Backstage, *names: str, game: str = "espia", bots: int = 0, **options: Any
    ) -> None:
        self.backstage = backstage
        self.house = backstage.house
        host = open_room(self.house, game, names[0], None, options, bots)
        self.code = host.room.code
        self.seats: dict[str, Seated] = {host.player: host}
        for name in names[1:]:
            self.join(name)

    def join(self, name: str, key: str | None = None) -> Seated:
        seated = join(self.house, self.code, name, key, name)
        self.seats[seated.player] = seated
        return seated

    def act(self, player: str, action: Action, action_id: str | None = None) -> Acted:
        """Somebody does something in the phase that there is."""
        seq = None if action.any_time else self.room.state.phase_seq
        return act(self.house, self.code, by_socket(PlayerId(player)), lambda _: action, seq, action_id)

    def connect(self, player: str, connection: str) -> None:
        """Open a socket, and say hello on it."""
        self.backstage.connections.open(connection, None, None, self.backstage.clock.now())
        hello(self.house, connection, self.code, self.seats[player].token)

    def started(self) -> "Evening":
        """A round in which questions are asked."""
        self.act("p1", Deal())
        for player in self.seats:
            self.act(player, Seen())
        self.act("p1", Start())
        return self

    @property
    def room(self) -> Room:
        """As it is stored, nothing settled."""
        found = MemoryRooms(self.backstage.memory, "demo", CODEC).load(self.code)
        assert found is not None
        return found

    @property
    def spy(self) -> str:
        return str(self.room.state.secret.spies[0])

    @property
    def place(self) -> CardId:
        place: CardId = self.room.state.secret.place.id
        return place


def delivered(evening: Evening) -> list[Delivery]:
    """What was delivered of the room, in order, as often as it was."""
    return evening.backstage.told_of.get(evening.code, [])


@dataclass
class Meddled:
    """A store in which something happens just before a save, and every call is written down."""

    rooms: RoomStore
    before_save: Callable[[], None] = lambda: None
    calls: list[str] = field(default_factory=list)

    def __getattr__(self, name: str) -> Any:
        self.calls.append(name)
        if name == "save":
            self.before_save()
        return getattr(self.rooms, name)


def meddled(backstage: Backstage) -> Meddled:
    """Put a meddled store under the house from now on."""
    store = Meddled(backstage.house.store)
    backstage.store = lambda _: store
    backstage.server.house.cache_clear()
    return store


@dataclass
class Unheard:
    """A store that makes its first save and loses the answer; something happens before it is tried again."""

    rooms: RoomStore
    then: Callable[[Room], object]
    has_lost: bool = False

    def __getattr__(self, name: str) -> Any:
        return getattr(self.rooms, name)

    def save(self, room: Room, *rest: Any) -> Room:
        saved = self.rooms.save(room, *rest)
        if not self.has_lost:
            self.has_lost = True
            self.then(saved)
            raise Conflict(self.rooms.load(room.code))
        return saved


def unheard(evening: Evening, then: Callable[[Room], object]) -> House:
    """A server with such a store; no alarm has been armed yet."""
    evening.backstage.alarm.armed.clear()
    return replace(evening.house, store=Unheard(evening.house.store, then))
