"""Making a room: its maker takes the first seat and is its host."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from chalicelib.core import options
from chalicelib.core.action import Context
from chalicelib.core.deck import Deck
from chalicelib.core.ids import Millis, PlayerId
from chalicelib.core.legal import AnyState
from chalicelib.core.play import play
from chalicelib.core.reason import Reason, Refused, Rejection
from chalicelib.core.ruleset import Ruleset
from chalicelib.mechanics.lobby import AddBot
from chalicelib.mechanics.seating import Enter
from chalicelib.rooms.change import due_at, fitted
from chalicelib.rooms.code import new_code
from chalicelib.rooms.errors import Reused, StoreBusy
from chalicelib.rooms.house import House
from chalicelib.rooms.nickname import read_nickname
from chalicelib.rooms.ports import Opening
from chalicelib.rooms.room import Document, Room, SeatKey, closing
from chalicelib.rooms.tokens import NONCE_BYTES, by_token, digest
from chalicelib.rooms.watch import watch

HOST = PlayerId("p1")
DRAWS = 60
"""Codes that may be taken in a row, or drawn in vain for one key, before the store is called full."""
IN_TIME_MS = 40_000
"""A request takes 28 s at most: a room that was to be made so long ago will not come any more."""


@dataclass(frozen=True, slots=True)
class Seated:
    """Somebody got a seat (`replayed`: had got it by the same request before). The token is not stored."""

    room: Room
    now: int
    player: PlayerId
    token: str
    replayed: bool = False


def open_room(
    house: House,
    game: str,
    nickname: str,
    locale: str | None,
    changes: Mapping[str, Any],
    n_bots: int,
    key: str | None = None,
    request: str = "",
    plan: str = "",
    deck_id: str | None = None,
) -> Seated:
    """Make a room of a known game. A repeated `key` with the same request comes to the same room and seat.

    `plan` is how fast may be acted in it, for as long as there is the room (by default: without limit).
    `deck_id` names an own deck of the tenant's.

    Raises `Refused` for a nickname, locale, deck, options or bots that cannot be, `Reused` for a key that
    stood for another request, and what `watch` raises of a room that was opened before.
    """
    ruleset, now = house.rulesets[game], house.clock.now()
    try:
        state, deck = _lobby(house, ruleset, nickname, locale, changes, n_bots, deck_id, now)
    except Refused:  # it may have been accepted when the key came first: decks change
        seated = None if key is None else _made_before(house, key, digest(request), now)
        if seated is None:
            raise
        return seated
    for attempt in range(DRAWS):
        drawn = _drawn(house, digest(request), now)
        opening = drawn if key is None else _remembered(house, f"{key} {attempt}", drawn)
        seated = None if opening == drawn else _again(house, opening)
        if seated is None and opening.at >= now - IN_TIME_MS:
            token = _token(house, opening)
            seats = {HOST: SeatKey(opening.nonce, digest(token))}
            document = Document(
                opening.room_id, now, house.time_scale, state, seats, plan=plan, deck=deck.pin
            )
            room = Room(opening.code, game, document, closing(now, now), seen_at={HOST: now})
            room = replace(room, due_at=due_at(house, room))
            house.register.enter(room)  # before it is there: no room may be missing
            if house.store.create(room):
                house.telemetry.about(house.tenant, room)
                return Seated(room, now, HOST, token)
            seated = _again(house, opening)
        if seated is not None:
            return seated
        # the code is another room's; or this one was deleted, or never made, and nobody is at it any more
    raise StoreBusy


def _lobby(
    house: House,
    ruleset: Ruleset,
    nickname: str,
    locale: str | None,
    changes: Mapping[str, Any],
    n_bots: int,
    deck_id: str | None,
    now: int,
) -> tuple[AnyState, Deck]:
    """The room as it begins, and the deck that it plays with; raises `Refused`."""
    name = read_nickname(nickname)
    locale = ruleset.locales[0] if locale is None else locale
    if locale not in ruleset.locales:
        raise Refused(Rejection(Reason.INVALID_VALUE, "locale", ", ".join(ruleset.locales)))
    chosen = options.change(ruleset.options(), changes)
    own = None if deck_id is None else house.own_deck(ruleset.id, deck_id)
    deck = own or house.decks.rules_deck(ruleset.deck_id(chosen))
    state = ruleset.new(house.entropy.hexadecimal(16), chosen, locale)
    if own is not None:
        state = fitted(ruleset, state, own)
    ctx = Context(None, Millis(now), deck)
    return _with_bots(ruleset, play(ruleset, state, Enter(name), ctx).state, n_bots, ctx), deck


def _with_bots(ruleset: Ruleset, state: AnyState, n_bots: int, ctx: Context) -> AnyState:
    for _ in range(n_bots):
        outcome = play(ruleset, state, AddBot(), replace(ctx, actor=HOST))
        if outcome.rejection is not None:
            raise Refused(replace(outcome.rejection, field="bots"))
        state = outcome.state
    return state


def _drawn(house: House, request: str, now: int) -> Opening:
    """What a request opens that comes for the first time."""
    room_id, nonce = house.entropy.hexadecimal(6), house.entropy.hexadecimal(NONCE_BYTES)
    return Opening(new_code(house.entropy), room_id, nonce, request, now // 1000 * 1000)


def _remembered(house: House, key: str, drawn: Opening) -> Opening:
    """What was drawn when the same key came for the first time; raises `Reused`."""
    opening = house.store.opening(digest(key), drawn)
    if opening.request != drawn.request:
        raise Reused("idempotency_key")
    return opening


def _made_before(house: House, key: str, request: str, now: int) -> Seated | None:
    """The seat that the same request with the same key took, if its room still stands."""
    for attempt in range(DRAWS):
        opening = house.store.opened(digest(f"{key} {attempt}"), now)
        if opening is None or opening.request != request:
            return None
        seated = _again(house, opening)
        if seated is not None:
            return seated
    return None


def _again(house: House, opening: Opening) -> Seated | None:
    """The seat in the room that was opened so, if it stands."""
    standing = house.store.load(opening.code)
    if standing is None or standing.document.id != opening.room_id:
        return None
    token = _token(house, opening)
    watched = watch(house, opening.code, by_token(token))
    return Seated(watched.room, watched.now, HOST, token, replayed=True)


def _token(house: House, opening: Opening) -> str:
    return house.tokens.mint(house.tenant, opening.room_id, HOST, opening.nonce)
