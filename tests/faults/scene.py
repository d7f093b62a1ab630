"""A room at a moment of legal play, with a token and a socket for every seat; anything may follow."""

import json
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Any

import pytest

from chalicelib.adapters.alarms import OVERDUE_MS
from chalicelib.adapters.codec import Codec
from chalicelib.adapters.memory import (
    HandClock,
    Memory,
    MemoryArchive,
    MemoryConnections,
    MemoryDueRooms,
    MemoryRegister,
    MemoryRooms,
    MemoryTalk,
    MemoryUsage,
    RecordingAlarm,
    RecordingPush,
    SeededEntropy,
)
from chalicelib.core.ids import PlayerId
from chalicelib.core.legal import AnyState
from chalicelib.core.play import next_due
from chalicelib.core.view import version
from chalicelib.mechanics.seating import CLOSED, Tick
from chalicelib.rooms.act import act
from chalicelib.rooms.change import AWAY_MS, presence
from chalicelib.rooms.errors import TokenRevoked
from chalicelib.rooms.house import House
from chalicelib.rooms.ports import ConnectionRow, RoomStore
from chalicelib.rooms.room import Connected, Delivery, Document, Room, RoundRecord, Said, SeatKey, closing
from chalicelib.rooms.tokens import Tokens, by_socket, by_token, digest
from chalicelib.rooms.wake import wake
from chalicelib.rooms.watch import current_version, hello
from chalicelib.tenants.usage import Usage
from tests.conformance.games import Game
from tests.conformance.walk import Moment
from tests.faults.breaking import Break, Calls, broken

CODE, ROOM = "K7MPQ", "a1b2c3"
MOST_DEADLINES = 1_000
"""So many things happen at most in a room in which nobody asks for anything."""
TOKENS = Tokens(b"a secret of tests")


class Versions:
    """A presenter whose views say nothing but which they are."""

    def views(self, room: Room, players: Any, now: int) -> Mapping[PlayerId, bytes]:
        return {player: b"%d" % version(room.state, player) for player in players}

    def message(self, room: Room, said: Said) -> Mapping[str, str]:
        return {"id": str(said.number)}


def version_in(data: bytes) -> int | None:
    """The version that a message brings, if it is a view."""
    message = json.loads(data)
    return message["view"] if message["type"] == "view" else None


class Remembering:
    """A codec that reads nothing twice."""

    def __init__(self, codec: Codec) -> None:
        self.dump_document, self.dump_rounds = codec.dump_document, codec.dump_rounds
        self.load_document = lru_cache(1_000)(codec.load_document)
        self.load_rounds = lru_cache(1_000)(codec.load_rounds)
        self.dump_deliveries = codec.dump_deliveries
        self.load_deliveries = lru_cache(1_000)(codec.load_deliveries)


remembering: Any = cache(Remembering)


def socket_of(player: PlayerId) -> str:
    """The socket that a seat has from the start."""
    return f"socket of {player}"


class Outside:
    """What is outside of all processes, in the hands of a test, and the processes that are started in it."""

    def __init__(self, game: Game, rooms: RoomStore | None = None) -> None:
        """Nothing is there yet; rooms are kept in `rooms`, or else in memory."""
        self.game, self.memory, self.clock = game, Memory(), HandClock()
        self.rooms = rooms or MemoryRooms(self.memory, "demo", remembering(game.codec))
        self.push, self.alarm = RecordingPush(), RecordingAlarm()
        self.told_of: list[Delivery] = []
        self._processes = 0

    def deliver(self, room: Room, delivery: Delivery) -> None:
        """Write down what is delivered, once."""
        if delivery not in self.told_of:
            self.told_of.append(delivery)

    def drop(self, code: str, room_id: str, opened_at: int | None) -> None:
        """What was told stays told."""

    def house(self, breaking: Break | None = None, calls: Calls | None = None) -> House:
        """A process that comes to work, with dice of its own."""
        self._processes += 1
        house = House(
            tenant="demo",
            rulesets={self.game.ruleset.id: self.game.ruleset},
            decks=self.game.decks,
            store=self.rooms,
            register=MemoryRegister(self.memory, "demo"),
            archive=MemoryArchive(self.memory, "demo", remembering(self.game.codec)),
            talk=MemoryTalk(self.memory, "demo"),
            connections=MemoryConnections(self.memory),
            push=self.push,
            alarm=self.alarm,
            clock=self.clock,
            entropy=SeededEntropy(self._processes),
            presenter=Versions(),
            tokens=TOKENS,
            consumers=(MemoryUsage(self.memory, "demo"), self),
        )
        return broken(house, calls or Calls(breaking)) if breaking or calls else house

    @property
    def room(self) -> Room:
        """As it is stored, nothing settled."""
        raise NotImplementedError

    def used(self) -> Usage:
        """All that was used in the room, written down or waiting to be."""
        room = self.room
        waiting = (delivery.usage for delivery in room.outbox)
        return sum((*self.memory.used.values(), *waiting), start=room.document.usage)


class Scene(Outside):
    """The room, and what may follow."""

    def __init__(self, moment: Moment, game: Game, rooms: RoomStore | None = None) -> None:
        """The room just before what was done then, kept in `rooms` or else in memory."""
        super().__init__(game, rooms)
        self.clock.at, self.moment = moment.now, moment
        self._put(moment.before, moment.presence.host_away)

    def _put(self, state: AnyState, host_away: bool) -> None:
        table, now = state.public.table, self.clock.now()
        players = [p.id for p in table.players]
        there = [p.id for p in table.seated if not (host_away and p.id == table.host)]
        keys = {
            p: SeatKey(f"nonce of {p}", digest(TOKENS.mint("demo", ROOM, p, f"nonce of {p}")))
            for p in players
        }
        due = next_due(self.game.ruleset, state)
        room = Room(
            code=CODE,
            game=self.game.ruleset.id,
            document=Document(ROOM, now - AWAY_MS, 1, state, keys),
            closes_at=closing(now - AWAY_MS, now),
            due_at=due.at if due else closing(now - AWAY_MS, now),
            connections={socket_of(p): Connected(p, now) for p in there},
            seen_at={},
        )
        self.house().store.create(room)
        for p in there:
            self.memory.connections[socket_of(p)] = ConnectionRow(socket_of(p), "demo", CODE, p)

    @property
    def host_is_away(self) -> bool:
        """Whether the host may be replaced now."""
        return presence(self.room, self.clock.now()).host_away

    @property
    def room(self) -> Room:
        """As it is stored, nothing settled."""
        room = self.house().store.load(CODE)
        assert room is not None
        return room

    def token(self, player: PlayerId) -> str:
        """What opens the seat."""
        return TOKENS.mint("demo", ROOM, player, self.room.document.seats[player].nonce)

    def rounds(self) -> list[RoundRecord]:
        """Every finished round, waiting or kept."""
        room = self.room
        found = {r.id: r for r in (*room.waiting_rounds, *self.house().store.rounds(room))}
        return [found[number] for number in sorted(found)]

    def told(self, connection: str) -> list[int]:
        """The versions that went to a socket, in order."""
        found = (version_in(data) for to, data in self.push.sent if to == connection)
        return [told for told in found if told is not None]

    def said(self) -> list[tuple[PlayerId, str]]:
        """Everything that was said and by whom, in order."""
        return [(said.player, said.text) for said in self.house().talk.last(self.room, 1_000)]

    def heard(self, connection: str) -> list[int]:
        """The messages that went to a socket, by their numbers, in order."""
        told = [json.loads(data) for to, data in self.push.sent if to == connection]
        return [int(message["id"]) for message in told if message["type"] == "message"]

    # What follows

    def sweep_all(self) -> None:
        """Nobody asks any more and every alarm is lost: the sweep finds whatever is due, until nothing is."""
        for _ in range(MOST_DEADLINES):
            due_at = self.room.alarm_at
            if due_at is None:
                break
            self.clock.at = max(self.clock.at, due_at + OVERDUE_MS + 1)
            found = [*MemoryDueRooms(self.memory).due_rooms(self.clock.at, 10)]
            assert [(CODE, due_at)] == [(each.code, each.due_at) for each in found]
            wake(self.house(), CODE, due_at)
        room = self.room
        assert room.alarm_at is None, "it never comes to rest"
        assert room.due_at == (None if room.state.phase == CLOSED else room.closes_at)
        assert next_due(self.game.ruleset, room.state) is None, "its time would never come"
        assert () == room.outbox

    def ping_all(self) -> None:
        """Every socket that is still open asks whether it is up to date, and says hello again if not."""
        house, room = self.house(), self.room
        for connection, found in room.connections.items():
            if connection in self.push.gone or not room.state.public.table.is_seated(found.player):
                continue
            told = self.told(connection)
            assert sorted(told) == told, "an old version was told after a newer one"
            newest = current_version(house, CODE, by_socket(found.player))
            assert not told or told[-1] <= newest
            if told and told[-1] < newest:
                again = hello(house, connection, CODE, self.token(found.player))
                assert newest == version(again.room.state, found.player)

    def go_on(self) -> None:
        """Whoever has a seat still has its key, nobody else has; and the room goes on."""
        room, house = self.room, self.house()
        people = [seat for seat in room.state.public.table.players if seat.kind == "human"]
        for seat in people:
            who = by_token(self.token(seat.id))
            if seat.status == "left":
                with pytest.raises(TokenRevoked):
                    who(room.document)
            else:
                assert seat.id == who(room.document)
        if room.state.phase == CLOSED:
            return
        last = [seat.id for seat in people if seat.status != "left"][-1]
        self.memory.connections["another"] = ConnectionRow("another")
        assert last == hello(house, "another", CODE, self.token(last)).player
        assert act(house, CODE, by_socket(last), lambda _: Tick(), action_id="going on").rejection is None
        assert room.revision + 1 == self.room.revision
