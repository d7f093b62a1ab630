"""What may be asked of a room, and the moments at which it is: found by legal play, for any game."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import ClassVar

from chalicelib.core.action import Action
from chalicelib.core.ids import PlayerId
from chalicelib.core.reason import Refused
from chalicelib.core.ruleset import Ruleset
from chalicelib.core.view import project
from chalicelib.mechanics.seating import Enter, Tick
from chalicelib.rooms.act import act
from chalicelib.rooms.chat import KEY_KEPT_S, messages, say
from chalicelib.rooms.errors import TokenRevoked
from chalicelib.rooms.house import House
from chalicelib.rooms.join import join
from chalicelib.rooms.ports import Once, RoomStore
from chalicelib.rooms.room import Said
from chalicelib.rooms.tokens import by_token
from chalicelib.rooms.wake import wake
from chalicelib.rooms.watch import MOST_CONNECTIONS, disconnect, hello, rounds, summary, watch
from tests.conformance.games import Game
from tests.conformance.walk import Moment, walk
from tests.faults.breaking import HINTS, Break
from tests.faults.scene import CODE, Scene, socket_of

DONE, GONE = "done", "gone"
OF_A_CHAT = frozenset({"say", "read"})
SAVES_NOTHING = frozenset({"hello", "one hello too many", "disconnect", "rounds"}) | OF_A_CHAT
"""Asked in rooms in which nothing is due."""
OF_ANY_ROOM = (frozenset({"join", "watch", "summary", "wake", "deliver"}) | SAVES_NOTHING) - OF_A_CHAT


class Ask:
    """A request; `key` is its action id or idempotency key."""

    called: ClassVar[str] = ""

    @property
    def name(self) -> str:
        """What is asked."""
        return self.called

    def prepare(self, scene: Scene) -> None:
        """What is there before it is asked."""

    def ask(self, scene: Scene, house: House, key: str | None) -> str:
        """Ask it, and tell the answer in a word."""
        try:
            return self.put(scene, house, key)
        except Refused as refused:
            return str(refused.rejection.reason)
        except TokenRevoked:
            return GONE

    def put(self, scene: Scene, house: House, key: str | None) -> str:
        raise NotImplementedError

    def is_hint(self, breaking: Break) -> bool:
        """Whether what breaks changes nothing that counts, and may not fail the request."""
        return breaking.call in HINTS


@dataclass(frozen=True)
class Do(Ask):
    """A seat acts."""

    player: PlayerId
    action: Action
    phase_seq: int | None

    @property
    def name(self) -> str:
        return self.action.type

    def put(self, scene: Scene, house: House, key: str | None) -> str:
        seq = None if self.action.any_time else self.phase_seq
        acted = act(house, CODE, by_token(scene.token(self.player)), lambda _: self.action, seq, key)
        return DONE if acted.rejection is None else str(acted.rejection.reason)


@dataclass(frozen=True)
class Join(Ask):
    """Somebody comes in."""

    nickname: str
    called = "join"

    def put(self, scene: Scene, house: House, key: str | None) -> str:
        seated = join(house, CODE, self.nickname, key, self.nickname)
        assert seated.player == by_token(seated.token)(scene.room.document)
        return DONE


@dataclass(frozen=True)
class Wake(Ask):
    """The server looks by itself, because it was due or for no reason."""

    called = "wake"

    def put(self, scene: Scene, house: House, key: str | None) -> str:
        wake(house, CODE, scene.room.due_at)
        return DONE


@dataclass(frozen=True)
class Deliver(Wake):
    """The server wakes for a round that has ended just before."""

    ending: "Do | Wake"
    called = "deliver"

    def prepare(self, scene: Scene) -> None:
        self.ending.ask(scene, scene.house(), None)


@dataclass(frozen=True)
class Watch(Ask):
    """A seat looks."""

    player: PlayerId
    called = "watch"

    def put(self, scene: Scene, house: House, key: str | None) -> str:
        watch(house, CODE, by_token(scene.token(self.player)))
        return DONE


@dataclass(frozen=True)
class Rounds(Ask):
    """A seat reads the finished rounds."""

    player: PlayerId
    called = "rounds"

    def put(self, scene: Scene, house: House, key: str | None) -> str:
        rounds(house, CODE, by_token(scene.token(self.player)))
        return DONE


@dataclass(frozen=True)
class Say(Ask):
    """A seat says something."""

    player: PlayerId
    called = "say"

    def put(self, scene: Scene, house: House, key: str | None) -> str:
        once = Once(key or house.entropy.hexadecimal(8), KEY_KEPT_S)
        say(house, CODE, by_token(scene.token(self.player)), "¿Y ahora?", once)
        return DONE

    def is_hint(self, breaking: Break) -> bool:
        """After a message is kept, the room is looked at once more: for who listens."""
        return super().is_hint(breaking) or (breaking.call, breaking.number) == ("load", 2)


@dataclass(frozen=True)
class Read(Ask):
    """A seat reads what was said."""

    player: PlayerId
    called = "read"

    def prepare(self, scene: Scene) -> None:
        assert scene.house().talk.add(scene.room, Said(1, self.player, "", "¿Hola?", 0), None, 0)

    def put(self, scene: Scene, house: House, key: str | None) -> str:
        (said,) = messages(house, CODE, by_token(scene.token(self.player)), None).messages
        return said.text


@dataclass(frozen=True)
class Summary(Ask):
    """Somebody looks in at the door."""

    called = "summary"

    def put(self, scene: Scene, house: House, key: str | None) -> str:
        summary(house, CODE)
        return DONE


@dataclass(frozen=True)
class Hello(Ask):
    """A socket is given to a seat that has `sockets` already; the oldest makes room if those are too many."""

    player: PlayerId
    sockets: int

    @property
    def name(self) -> str:
        return "hello" if self.sockets < MOST_CONNECTIONS else "one hello too many"

    def prepare(self, scene: Scene) -> None:
        for connection in ("new", *(f"old {n}" for n in range(1, self.sockets))):
            scene.house().connections.open(connection, None, None, scene.clock.now())
        for n in range(1, self.sockets):
            scene.clock.pass_ms(1)
            hello(scene.house(), f"old {n}", CODE, scene.token(self.player))

    def put(self, scene: Scene, house: House, key: str | None) -> str:
        hello(house, "new", CODE, scene.token(self.player))
        return DONE


@dataclass(frozen=True)
class Disconnect(Ask):
    """A socket was closed; the gateway tells so once, if at all."""

    player: PlayerId
    called = "disconnect"

    def put(self, scene: Scene, house: House, key: str | None) -> str:
        disconnect(house, socket_of(self.player), CODE)
        return DONE


@dataclass(frozen=True)
class Case:
    """A request in a room at a moment of legal play."""

    game: Game
    moment: Moment = field(repr=False)
    asking: Ask

    def scene(self, rooms: RoomStore | None = None) -> Scene:
        """The room just before it is asked."""
        scene = Scene(self.moment, self.game, rooms)
        self.asking.prepare(scene)
        return scene

    @property
    def cell(self) -> tuple[str, ...]:
        """What makes it another case than others."""
        after = self.moment.after.phase if isinstance(self.asking, Do | Wake) else ""
        return (self.game.ruleset.id, self.moment.before.phase, self.asking.name, after)

    @property
    def moves_on(self) -> bool:
        """Whether it leads to another phase."""
        return self.moment.before.phase_seq != self.moment.after.phase_seq


@cache
def cases(game: Game, seed: int, walks: int) -> Mapping[str, list[Case]]:
    """By the name of what is asked, one case for each cell that legal play comes to, with a few people.

    So many walks of play, and more until everything that can be asked has been.
    """
    found: dict[tuple[str, ...], Case] = {}
    for number in range(200):
        if number >= walks and asked(game.ruleset) <= {case.asking.name for case in found.values()}:
            break
        for moment in walk(game, f"{seed}/{number}", 200):
            is_step = moment.outcome.rejection is None and moment.after is not moment.before
            if is_step and moment.before.public.table.seated:
                for asking in _askings(game.ruleset, moment):
                    case = Case(game, moment, asking)
                    other = found.setdefault(case.cell, case)
                    if _oddity(case) < _oddity(other):
                        found[case.cell] = case
    by_name: dict[str, list[Case]] = {name: [] for name in asked(game.ruleset)}
    for cell in sorted(found):
        by_name[found[cell].asking.name].append(found[cell])
    return by_name


def asked(ruleset: Ruleset) -> set[str]:
    """All that can be asked: every action of the game, and what is asked of rooms of any game."""
    actions = set(ruleset.actions) - (set() if ruleset.bots else {"add_bot"})
    return {*actions, *OF_ANY_ROOM, *(OF_A_CHAT if ruleset.may_say else ())}


def _askings(ruleset: Ruleset, moment: Moment) -> Iterator[Ask]:
    """What is asked at a moment: what was done then, or what may be asked at any."""
    state, seated = moment.before, [p.id for p in moment.before.public.table.seated]
    done: Do | Wake
    match moment.action:
        case None:
            done = Wake()
            yield from (Watch(seated[0]), Summary(), Do(seated[-1], Tick(), None))
        case Enter(nickname=nickname):
            yield Join(nickname)
            return
        case action:
            assert moment.actor is not None
            done = Do(moment.actor, action, state.phase_seq)
    yield done
    if state.public.is_on and not moment.after.public.is_on:
        yield Deliver(done)
    if moment.presence.host_away or state.public.table.host != seated[0]:
        return
    yield from (Hello(seated[0], 1), Hello(seated[0], MOST_CONNECTIONS), Disconnect(seated[0]))
    yield Rounds(seated[0])
    if ruleset.may_say is not None:
        yield Read(seated[-1])
        yield from (Say(p) for p in seated if ruleset.may_say(project(state, p)) is None)


def _oddity(case: Case) -> int:
    """How far it is from four people: enough to tell one from another, and not slow."""
    return abs(len(case.moment.before.public.table.seated) - 4)
