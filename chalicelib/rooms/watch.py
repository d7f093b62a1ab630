"""Looking at a room, and the sockets on which it is watched."""

from dataclasses import dataclass

from chalicelib.core.ids import PlayerId
from chalicelib.core.view import project, version
from chalicelib.mechanics.seating import CLOSED, Enter
from chalicelib.rooms.change import Decision, change, hints, played
from chalicelib.rooms.errors import NotSeated, NotYours, RoomClosed, RoomNotFound
from chalicelib.rooms.house import House
from chalicelib.rooms.room import Room, RoundRecord
from chalicelib.rooms.telling import forget
from chalicelib.rooms.tokens import Who, by_token

MOST_CONNECTIONS = 4
"""Sockets of one seat; the oldest makes room for a new one."""


@dataclass(frozen=True, slots=True)
class Watched:
    """What a seat may be shown of the room at the real instant `now`."""

    room: Room
    now: int
    player: PlayerId


@dataclass(frozen=True, slots=True)
class Summary:
    """What somebody without a seat may know."""

    code: str
    game: str
    phase: str
    seated: int
    most: int
    joinable: bool
    joins_as_audience: bool


def watch(house: House, code: str, who: Who) -> Watched:
    """The room as it is now, everything due settled, for a seat of it."""
    room, now = _settled(house, code, who)
    return Watched(room, now, who(room.document))


def summary(house: House, code: str) -> Summary:
    """The room for somebody at its door; raises `RoomClosed` when it is over."""
    room, _ = _settled(house, code, None)
    ruleset, table = house.ruleset(room), room.state.public.table
    if room.state.phase == CLOSED:
        raise RoomClosed
    enter = ruleset.moves[room.state.phase][Enter]
    return Summary(
        code=room.code,
        game=room.game,
        phase=room.state.phase,
        seated=len(table.seated),
        most=ruleset.players[-1],
        joinable=isinstance(enter.offered(project(room.state, None)), tuple),
        joins_as_audience=room.state.public.is_on,
    )


def rounds(house: House, code: str, who: Who) -> list[RoundRecord]:
    """Every finished round of the room, oldest first, whether delivered to its place yet or not."""
    room = watch(house, code, who).room
    kept = {r.id: r for r in (*room.waiting_rounds, *house.store.rounds(room))}
    return [kept[record].without(room.document.erased) for record in sorted(kept)]


def hello(house: House, connection: str, code: str, token: str) -> Watched:
    """Give a socket to a seat, once and for good; from the answer on it gets every new view.

    Raises `NotYours` when the socket was given to another seat before, whose it stays; `NotSeated` too for a
    socket that nobody knows.
    """
    room, now = _settled(house, code, by_token(token))
    who = by_token(token)
    player = who(room.document)
    if not house.connections.bind(connection, house.tenant, code, player):
        raise NotSeated if house.connections.get(connection) is None else NotYours
    current = house.store.connect(code, connection, player, now)
    if current is None:
        raise RoomNotFound
    who(current.document)
    surplus = list(current.connections_of(player))[:-MOST_CONNECTIONS]
    if surplus:
        with hints("making room for a socket"):
            gone = house.push.send([(c, b'{"type":"bye","code":"too_many_connections"}') for c in surplus])
            house.push.close(surplus)
            forget(house, current, {*surplus, *gone}, now)
    return Watched(current, now, player)


def current_version(house: House, code: str, who: Who) -> int:
    """The version of a seat's view now, for a socket that asks whether it is up to date."""
    watched = watch(house, code, who)
    return version(watched.room.state, watched.player)


def disconnect(house: House, connection: str, code: str) -> None:
    """A socket was closed. The seat stays."""
    room = house.store.load(code)
    if room is not None:
        forget(house, room, [connection], house.clock.now())


def _settled(house: House, code: str, who: Who | None) -> tuple[Room, int]:
    """The room with everything due settled; whoever shows a token that opens no seat settles nothing."""

    def decide(room: Room, now: int) -> Decision:
        player = who(room.document) if who is not None else None
        after, _ = played(house, room, None, None, now)
        return Decision(after, player=player)

    done = change(house, code, decide)
    return done.room, done.now
