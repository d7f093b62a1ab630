"""The one way a room changes: load → play → conditional save → push → arm the alarm."""

import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import pairwise

from chalicelib.core.action import Action, Context, Presence
from chalicelib.core.deck import Deck, UnknownDeck
from chalicelib.core.ids import Millis, PlayerId
from chalicelib.core.legal import AnyState
from chalicelib.core.play import next_due, play, steps
from chalicelib.core.reason import Reason, Rejection
from chalicelib.core.ruleset import Ruleset
from chalicelib.mechanics.dealing import carried_over
from chalicelib.mechanics.lobby import Deal
from chalicelib.mechanics.scoring import MATCH_OVER
from chalicelib.mechanics.seating import CLOSED, close
from chalicelib.mechanics.table import with_secret, with_table
from chalicelib.rooms.errors import Conflict, RoomClosed, RoomNotFound, StoreBusy
from chalicelib.rooms.house import House
from chalicelib.rooms.room import Closing, Delivery, Event, MatchRecord, Room, RoundRecord, closing
from chalicelib.rooms.telling import Message, hearing, tell
from chalicelib.tenants.usage import NOTHING, Usage

log = logging.getLogger(__name__)

PATIENCE_MS = 2_000
"""How long lost races are run again, each time from the state that won."""
AWAY_MS = 60_000
"""A host without a socket who has been silent for so long may be replaced (rules: "Host away")."""
HOST_NOTED_MS = 3_000
GUEST_NOTED_MS = 30_000
"""How old the note of a seat's last request may be before a mere look renews it: a write has its price."""
CONNECTED_MS = AWAY_MS + GUEST_NOTED_MS
"""A seat without a socket counts as connected for so long after the note of a request, a host until away."""
SOCKET_NOTED_MS = 5 * 60_000
"""The same for a seat with a socket, whose pings show that it is still there."""
SOCKET_MS = 10 * 60_000 + SOCKET_NOTED_MS
"""The gateway ends a socket that is idle for ten minutes: a longer silence means that it was lost."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What becomes of a room: the very same room if nothing does.

    `player` is the seat that made the request; `repeated` if all was done by the same request before;
    `answer` is what its socket is told once a change is saved.
    """

    room: Room
    rejection: Rejection | None = None
    player: PlayerId | None = None
    repeated: bool = False
    answer: Message | None = None


Decide = Callable[[Room, int], Decision]
"""What becomes of a room at a real instant. Pure: it is asked again when somebody else saved first."""


@dataclass(frozen=True, slots=True)
class Changed:
    """The room after a use-case, at the real instant `now` (epoch ms), and what was decided and saved."""

    room: Room
    now: int
    decision: Decision
    is_saved: bool

    @property
    def is_answered(self) -> bool:
        """Whether the decision's `answer` went out with the change."""
        return self.is_saved and self.decision.answer is not None


def change(
    house: House, code: str, decide: Decide, *, even_over: bool = False, source: str = "request"
) -> Changed:
    """Let `decide` change the room, once, however many others try at the same time.

    `source` says who looks at the room, for the record of what was due.

    Raises `RoomNotFound`, `RoomClosed` (unless `even_over`), `StoreBusy`, and whatever `decide` raises; then
    nothing was changed, but that a room may be over by this very look.
    """
    room = house.store.load(code)
    if room is None:
        raise RoomNotFound
    give_up_at = house.clock.now() + PATIENCE_MS
    heard, rejection = room, None  # what was certainly told and armed for; what became of the last try
    while True:
        now = house.clock.now()
        house.telemetry.about(house.tenant, room)
        try:
            if room.closes_at <= now and not even_over:
                raise RoomClosed
            decision = decide(room, now)
        except Exception:
            if heard is not room:
                _announce(house, heard, room, now)
            raise
        if decision.room is room:
            if heard is not room and decision.rejection == rejection:
                _announce(house, heard, room, now)
            return Changed(noted(house, room, decision.player, now), now, decision, is_saved=False)
        rejection = decision.rejection
        try:
            saved = house.store.save(decision.room, decision.player, now)
        except StoreBusy:
            _see_to_unheard(house, heard, decision.room, now, comes_again=source != "request")
            raise
        except Conflict as conflict:
            house.telemetry.conflict()
            if heard is room and not _may_be_made(room, conflict.current):
                heard = conflict.current
            room = conflict.current
            if house.clock.now() >= give_up_at:
                if heard is not room:
                    _announce(house, heard, room, now)
                raise StoreBusy from None
            continue
        _announce(house, room, saved, now, decision.answer, decision.player)
        _record(house, room, saved, now, source)
        if saved.closes_at <= now and not even_over:
            raise RoomClosed
        return Changed(saved, now, decision, is_saved=True)


def _may_be_made(before: Room, room: Room) -> bool:
    """Whether a save that ended in a conflict may have been made: its answer lost, and saved over.

    Then there have been two saves. (So there have if two others made them: then all are told once more.)
    """
    return room.revision > before.revision + 1


def _see_to_unheard(house: House, heard: Room, tried: Room, now: int, *, comes_again: bool) -> None:
    """A save of which nobody heard may have been made: then nobody else tells of it, or arms for the next.

    A wake-up `comes_again` by itself, and arms then.
    """
    found = None
    with hints("looking what was saved"):
        found = house.store.load(tried.code)
    if found is not None and found.revision > heard.revision:
        with hints("telling of a change"):
            tell(house, heard, found, now)
    if not comes_again and (found is None or found.revision > heard.revision):
        _arm(house, heard, found or tried, now)


def _announce(
    house: House,
    before: Room,
    after: Room,
    now: int,
    answer: Message | None = None,
    by: PlayerId | None = None,
) -> None:
    """What follows a save: tell those whom it concerns, and see to it that the server wakes in time."""
    with hints("telling of a change"):
        tell(house, before, after, now, answer, by)
    _arm(house, before, after, now)


def _arm(house: House, before: Room, after: Room, now: int) -> None:
    """Ask for the wake-ups that a change calls for, each once: whoever wakes may find no change."""
    # a round that ends at the very millisecond of its deadline is due when the alarm that came for it was
    is_news = after.alarm_at != before.alarm_at or (after.outbox and not before.outbox)
    due = {after.alarm_at} if is_news else set()
    if after.outbox:  # which is due at once, whatever the game is waiting for
        due |= {deadline_at(house, after)} - {deadline_at(house, before)}
    for at in due:
        if at is not None:
            with hints("arming an alarm"):
                house.alarm.arm(after.code, at, now)


def _record(house: House, before: Room, after: Room, now: int, source: str) -> None:
    """What operators see of a save. What waits in an outbox is late for nobody: its end was told before."""
    house.telemetry.about(house.tenant, after)
    house.telemetry.saved()
    if before.alarm_at is not None and before.alarm_at <= now and not before.outbox:
        house.telemetry.settled(source, now - before.alarm_at)


@contextmanager
def hints(what: str) -> Iterator[None]:
    """What heals by itself if it fails, and never fails what was done before it."""
    try:
        yield
    except Exception as trouble:
        log.warning("%s failed: %s", what, type(trouble).__name__)


def noted(house: House, room: Room, player: PlayerId | None, now: int) -> Room:
    """The room with a seat's request noted; in the store too if only requests tell and the last is old."""
    if player is None:
        return room
    if player in _with_socket(room, now):
        patience = SOCKET_NOTED_MS
    else:
        patience = HOST_NOTED_MS if player == room.state.public.table.host else GUEST_NOTED_MS
    if now - room.seen_at.get(player, 0) >= patience:
        with hints("noting a request"):
            house.store.touch(room.code, player, now)
    return replace(room, seen_at={**room.seen_at, player: now})


def played(
    house: House,
    room: Room,
    action: Action | None,
    actor: PlayerId | None,
    now: int,
    phase_seq: int | None = None,
) -> tuple[Room, Rejection | None]:
    """The room after everything due and the action; the very same room if nothing came of it."""
    ruleset, before = house.ruleset(room), room.state
    try:
        deck = house.deck(room)
    except UnknownDeck:
        if room.document.deck is None:
            raise  # one of ours is missing in what was deployed
        return _without_deck(house, room, now), Rejection(Reason.ROOM_CLOSED) if action else None
    ctx = Context(actor, room.game_time(now), deck, presence(room, now), phase_seq)
    course = [(ctx.now, before), *steps(ruleset, before, ctx)]
    settled = course[-1][1]
    deck = house.next_deck(room) if isinstance(action, Deal) else ctx.deck
    if deck is ctx.deck:
        outcome = play(ruleset, settled, action, ctx)
    else:
        outcome = play(ruleset, fitted(ruleset, settled, deck, ctx.deck), action, replace(ctx, deck=deck))
        if outcome.rejection is None:
            room = replace(room, document=replace(room.document, deck=deck.pin))
        else:
            outcome = replace(outcome, state=settled)
    course.append((ctx.now, outcome.state))
    if room.closes_at <= now and outcome.state.phase != CLOSED:
        course.append((room.game_time(room.closes_at), close(outcome.state)))
    if course[-1][1] is before:
        return room, outcome.rejection
    is_done = action is not None and outcome.rejection is None
    is_act = is_done and actor is not None and outcome.state is not settled
    after = _recorded(room, course, Usage(actions=int(is_act)))
    if is_done:
        after = replace(after, closes_at=closing(room.document.created_at, now))
    return replace(after, due_at=due_at(house, after)), outcome.rejection


def _without_deck(house: House, room: Room, now: int) -> Room:
    """The room is over: of its own deck, the version that it plays with is not kept any longer."""
    if room.state.phase == CLOSED:
        return room
    at, over = room.game_time(now), replace(room, closes_at=min(room.closes_at, now))
    after = _recorded(over, [(at, room.state), (at, close(room.state))], NOTHING)
    return replace(after, due_at=due_at(house, after))


def fitted(ruleset: Ruleset, state: AnyState, deck: Deck, before: Deck | None = None) -> AnyState:
    """The state of a room that plays with that deck: no bots come to one that they cannot play with.

    `before` is the version from which it was dealt so far.
    """
    dealt = getattr(state.secret, "dealt", None)
    if before is not None and dealt is not None:
        state = with_secret(state, dealt=carried_over(dealt, before, deck))
    takes_bots = ruleset.bots is None or ruleset.bots.plays(deck)
    return with_table(state, replace(state.public.table, takes_bots=takes_bots))


def due_at(house: House, room: Room) -> int | None:
    """When the server must look at the room by itself: at a deadline, or since something is in the outbox.

    Where nothing else is due, the room itself will be over one day.
    """
    if room.outbox:
        return room.outbox[0].at
    if room.state.phase == CLOSED:
        return None
    deadline = deadline_at(house, room)
    return room.closes_at if deadline is None else min(deadline, room.closes_at)


def deadline_at(house: House, room: Room) -> int | None:
    """When something is due in the game itself; None if nothing is."""
    due = next_due(house.ruleset(room), room.state)
    return None if due is None else room.real_time(due.at)


def presence(room: Room, now: int) -> Presence:
    """Who is reachable, as far as sockets and requests tell."""
    with_socket = _with_socket(room, now)
    recent = {p for p, at in room.seen_at.items() if now - at < CONNECTED_MS}
    host = room.state.public.table.host
    away = host is not None and host not in with_socket and now - _host_seen_at(room, host) >= AWAY_MS
    return Presence(frozenset(with_socket | (recent - {host} if away else recent)), away)


def _host_seen_at(room: Room, host: PlayerId) -> int:
    """When the host may have asked last: notes are less exact of the time before they were host."""
    document = room.document
    noted, hosted_at = room.seen_at.get(host, document.created_at), document.created_at + document.hosted_ms
    return noted if noted >= hosted_at else min(noted + GUEST_NOTED_MS, hosted_at)


def _with_socket(room: Room, now: int) -> set[PlayerId]:
    """Who has a socket that may still be open."""
    since, seen_at = now - SOCKET_MS, room.seen_at
    return {c.player for c in room.connections.values() if max(c.at, seen_at.get(c.player, 0)) > since}


def _recorded(room: Room, course: Sequence[tuple[Millis, AnyState]], usage: Usage) -> Room:
    """The room at the end of its course, with what ended on the way in its outbox and what it used counted.

    All that was used goes with the first thing that ended: it is told once, and soon.
    """
    state, ended = course[-1][1], list[Event]()
    dealt_ms, hosted_ms = room.document.dealt_ms, room.document.hosted_ms
    for (_, before), (at, after) in pairwise(course):
        real_ms = room.real_time(at) - room.document.created_at
        if after.public.is_on and not before.public.is_on:
            dealt_ms = real_ms
        if after.public.host != before.public.host:
            hosted_ms = real_ms
        for event in _ended(before, after, at, is_expired=room.closes_at <= room.real_time(at)):
            ended.append(event)
            if isinstance(event, RoundRecord):
                usage += _used(event, after, real_ms - dealt_ms)
    usage += room.document.usage + Usage(pushes=len(hearing(room.state, state, room.connections)))
    deliveries = [
        Delivery(room.real_time(Millis(event.ended_at)), event, NOTHING if n else usage)
        for n, event in enumerate(ended)
    ]
    left = NOTHING if deliveries else usage
    document = replace(room.document, state=state, usage=left, dealt_ms=dealt_ms, hosted_ms=hosted_ms)
    return replace(room, document=document, outbox=(*room.outbox, *deliveries))


def _used(round_: RoundRecord, state: AnyState, lasted_ms: int) -> Usage:
    """A void round counts for nothing, but the time that people spent in it."""
    people = sum(p.kind == "human" and p.id in state.hands for p in state.public.table.players)
    return Usage(rounds=int(round_.result.outcome != "void"), player_ms=people * lasted_ms)


def _ended(before: AnyState, after: AnyState, now: Millis, *, is_expired: bool) -> Iterator[Event]:
    """What ended between the two states."""
    result, table, round_ = after.public.result, after.public.table, after.public.round
    if result is not None and result is not before.public.result:
        names = {p.id: p.nickname for p in table.players if p.id in after.hands}
        yield RoundRecord(table.match, round_.number, round_.deck, now, names, result)
    if after.phase == MATCH_OVER != before.phase:
        yield MatchRecord(table.match, now, table.standings)
    if after.phase == CLOSED != before.phase:
        yield Closing(now, "expired" if is_expired else "left")
