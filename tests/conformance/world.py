"""A room in a house of memory, with a socket on every seat: all that anybody receives can be read here."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pydantic_core import to_json

from chalicelib.adapters.memory import (
    HandClock,
    Memory,
    MemoryArchive,
    MemoryConnections,
    MemoryRegister,
    MemoryRooms,
    MemoryTalk,
    RecordingAlarm,
    RecordingPush,
    SeededEntropy,
)
from chalicelib.api import problems
from chalicelib.core.action import Action, Context
from chalicelib.core.ids import Millis, PlayerId
from chalicelib.core.legal import AnyState
from chalicelib.core.play import play
from chalicelib.core.reason import Refused, Rejection
from chalicelib.mechanics.seating import CLOSED
from chalicelib.rooms.act import act
from chalicelib.rooms.change import due_at
from chalicelib.rooms.chat import messages, say
from chalicelib.rooms.errors import RoomTrouble
from chalicelib.rooms.house import House
from chalicelib.rooms.room import Connected, Document, Room, SeatKey, closing
from chalicelib.rooms.tokens import Tokens, by_socket
from chalicelib.rooms.wake import wake
from chalicelib.rooms.watch import current_version, summary, watch
from tests.conformance.games import Game
from tests.conformance.universe import HARMLESS

CODE = "K7MPQ"


def room_of(game: Game, state: AnyState, now: int) -> Room:
    """The room around a state at a moment, a socket on every seat."""
    sockets = {f"socket-{p.id}": Connected(p.id, now) for p in state.public.table.seated}
    seats = {p.id: SeatKey("nonce", "digest") for p in state.public.table.players}
    document = Document("a1b2c3", now, 1, state, seats)
    return Room(CODE, game.ruleset.id, document, closing(now, now), connections=sockets)


class World:
    """A room in which a state is the present, and everything that its use-cases send."""

    def __init__(self, game: Game, state: AnyState, now: Millis) -> None:
        self.game = game
        self.push = RecordingPush()
        self.clock = HandClock(now)
        memory = Memory()
        self.house = House(
            tenant="demo",
            rulesets={game.ruleset.id: game.ruleset},
            decks=game.decks,
            store=MemoryRooms(memory, "demo", game.codec),
            register=MemoryRegister(memory, "demo"),
            archive=MemoryArchive(memory, "demo", game.codec),
            talk=MemoryTalk(memory, "demo"),
            connections=MemoryConnections(memory),
            push=self.push,
            alarm=RecordingAlarm(),
            clock=self.clock,
            entropy=SeededEntropy(),
            presenter=game.presenter,
            tokens=Tokens(b"secret"),
        )
        room = room_of(game, state, now)
        self.house.store.create(replace(room, due_at=due_at(self.house, room)))

    @property
    def room(self) -> Room:
        room = self.house.store.load(CODE)
        assert room is not None
        return room

    @property
    def state(self) -> AnyState:
        return self.room.state

    def acts(self, player: PlayerId, action: Action) -> Rejection | None:
        """Somebody acts; why they may not, if so."""
        return act(self.house, CODE, by_socket(player), lambda ruleset: action).rejection

    @property
    def has_chat(self) -> bool:
        """Whether people write to each other in this game."""
        return self.game.ruleset.may_say is not None

    def says(self, player: PlayerId, text: str) -> bytes | None:
        """Somebody says something; why they may not, if so."""
        try:
            say(self.house, CODE, by_socket(player), text)
        except (Refused, RoomTrouble) as trouble:
            return answer(trouble)
        return None

    def chats(self) -> None:
        """Some people, newcomers too, say something harmless, or try to, where people write."""
        people = [p.id for p in self.state.public.table.seated if p.kind == "human" and self.has_chat]
        for player in dict.fromkeys(people[:2] + people[-2:]):
            self.says(player, HARMLESS)

    def looks(self, player: PlayerId) -> None:
        """Somebody asks for the present."""
        watch(self.house, CODE, by_socket(player))

    def passes(self, duration_ms: int) -> None:
        """Time passes, and the server wakes when it is due."""
        self.clock.pass_ms(duration_ms)
        wake(self.house, CODE, None)

    def pushed(self, player: PlayerId) -> list[bytes]:
        """What was sent to the socket of a seat, in order."""
        return [message for connection, message in self.push.sent if connection == f"socket-{player}"]

    def shown(self, player: PlayerId) -> bytes:
        """The view of a seat."""
        return self.house.presenter.views(self.room, [player], self.clock.now())[player]

    def summary(self) -> str:
        """What somebody at the door is told."""
        return "closed" if self.state.phase == CLOSED else repr(summary(self.house, CODE))

    def received(self, player: PlayerId | None) -> Mapping[str, Any]:
        """What a seat may have by asking, now; without a seat, what the door shows."""
        door = {"summary": self.summary()}
        if player is None:
            return door
        version = current_version(self.house, CODE, by_socket(player))
        chat = {"chat": self.read(player)} if self.has_chat else {}
        return {**door, "view": self.shown(player), "version": version, **chat}

    def read(self, player: PlayerId) -> bytes:
        """The chat as a seat may read it, now."""
        page = messages(self.house, CODE, by_socket(player), None)
        said = [self.house.presenter.message(page.room, each) for each in page.messages]
        return to_json({"messages": said, "next": page.next})

    def answers(self, player: PlayerId | None, actions: list[Action]) -> list[Any]:
        """What a seat would be told if it tried each of these."""
        state = self.state
        ctx = Context(player, self.room.game_time(self.clock.now()), self.game.deck(state))
        outcomes = (play(self.game.ruleset, state, action, ctx) for action in actions)
        return [outcome.rejection and answer(Refused(outcome.rejection)) for outcome in outcomes]

    def replies(self, player: PlayerId, texts: list[str]) -> list[bytes]:
        """What a seat would be told if it said each of these, as the first word in a chat."""
        replies = []
        for text in texts:
            house = replace(self.house, talk=MemoryTalk(Memory(), self.house.tenant))
            try:
                spoken = say(house, CODE, by_socket(player), text)
            except (Refused, RoomTrouble) as trouble:
                replies.append(answer(trouble))
            else:
                replies.append(to_json(house.presenter.message(spoken.room, spoken.said)))
        return replies


def answer(trouble: Refused | RoomTrouble) -> bytes:
    """A refusal as it is sent."""
    found = problems.of(trouble)
    assert found is not None
    return to_json([found.status, found.body("en")])
