"""Making a room: its maker takes the first seat and is its host."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from chalicelib.core import options
from chalicelib.core.action import Context
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
TRIES = 20
"""Codes that may be taken in a row before the store is called full."""


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
    ruleset = house.rulesets[game]
    name = read_nickname(nickname)
    locale = ruleset.locales[0] if locale is None else locale
    if locale not in ruleset.locales:
        raise Refused(Rejection(Reason.INVALID_VALUE, "locale", ", ".join(ruleset.locales)))
    chosen = options.change(ruleset.options(), changes)
    own = None if deck_id is None else house.own_deck(game, deck_id)
    deck = own or house.decks.rules_deck(ruleset.deck_id(chosen))
    for attempt in range(TRIES):
        now = house.clock.now()
        opening = _opening(house, key and f"{key} {attempt}", digest(request), now)
        token = house.tokens.mint(house.tenant, opening.room_id, HOST, opening.nonce)
        state = ruleset.new(house.entropy.hexadecimal(16), chosen, locale)
        if own is not None:
            state = fitted(ruleset, state, own)
        ctx = Context(None, Millis(now), deck)
        state = _with_bots(ruleset, play(ruleset, state, Enter(name), ctx).state, n_bots, ctx)
        seats = {HOST: SeatKey(opening.nonce, digest(token))}
        document = Document(opening.room_id, now, house.time_scale, state, seats, plan=plan, deck=deck.pin)
        room = Room(opening.code, game, document, closing(now, now), seen_at={HOST: now})
        room = replace(room, due_at=due_at(house, room))
        house.register.enter(room)  # before it is there: no room may be missing
        if house.store.create(room):
            house.telemetry.about(house.tenant, room)
            return Seated(room, now, HOST, token)
        standing = house.store.load(opening.code)
        if standing is not None and standing.document.id == opening.room_id:
            watched = watch(house, opening.code, by_token(token))
            return Seated(watched.room, watched.now, HOST, token, replayed=True)
    raise StoreBusy


def _with_bots(ruleset: Ruleset, state: AnyState, n_bots: int, ctx: Context) -> AnyState:
    for _ in range(n_bots):
        outcome = play(ruleset, state, AddBot(), replace(ctx, actor=HOST))
        if outcome.rejection is not None:
            raise Refused(replace(outcome.rejection, field="bots"))
        state = outcome.state
    return state


def _opening(house: House, key: str | None, request: str, now: int) -> Opening:
    """What this request opens: drawn now, or drawn when the same key came for the first time."""
    room_id, nonce = house.entropy.hexadecimal(6), house.entropy.hexadecimal(NONCE_BYTES)
    drawn = Opening(new_code(house.entropy), room_id, nonce, request)
    if key is None:
        return drawn
    opening = house.store.opening(digest(key), drawn, now)
    if opening.request != request:
        raise Reused("idempotency_key")
    return opening
