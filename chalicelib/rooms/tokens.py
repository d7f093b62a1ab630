"""The secret that opens a seat: computed, given out once, never stored."""

import base64
import hashlib
import hmac
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

from chalicelib.core.ids import PlayerId, seat_number
from chalicelib.rooms.errors import LongGone, NotSeated, TokenRevoked
from chalicelib.rooms.room import Document

NONCE_BYTES = 6
"""Enough that no two requests for a seat of one room draw the same; what cannot be guessed is the secret."""
_TOKEN = re.compile(r"pt_([a-z0-9-]{1,40})\.(p[1-9][0-9]?)\.[A-Za-z0-9_-]{43}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Tokens:
    """Makes tokens from the server's secret, so that a repeated request can be answered with the same one."""

    secret: bytes = field(repr=False)

    def mint(self, tenant: str, room_id: str, player: PlayerId, nonce: str) -> str:
        """The token of a seat: `pt_<tenant>.<player>.<256 bits>`."""
        message = "/".join((tenant, room_id, player, nonce)).encode()
        mac = hmac.new(self.secret, message, hashlib.sha256).digest()
        return f"pt_{tenant}.{player}.{base64.urlsafe_b64encode(mac).decode().rstrip('=')}"


def digest(text: str, n_bytes: int = 12) -> str:
    """What is stored of a token or a key: the first bytes of its SHA-256."""
    return base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()[:n_bytes]).decode().rstrip("=")


def tenant_of(token: str) -> str:
    """The tenant that a token names; raises `NotSeated` for what cannot be a token."""
    found = _TOKEN.fullmatch(token)
    if found is None:
        raise NotSeated
    return found[1]


Who: TypeAlias = Callable[[Document], PlayerId]
"""Finds the seat of a request in a room; raises `NotSeated`, or `TokenRevoked` when it was left."""


def by_token(token: str) -> Who:
    """Whoever holds the token."""
    held = holder(token)
    return lambda document: seated(document, held(document))


def holder(token: str) -> Who:
    """Whoever holds the token, even of a seat that was left, as long as the room remembers it."""
    found = _TOKEN.fullmatch(token)

    def seat(document: Document) -> PlayerId:
        player = PlayerId(found[2]) if found else PlayerId("")
        key, table = document.seats.get(player), document.state.public.table
        if key is None and found and seat_number(player) <= table.entered and table.player(player) is None:
            raise LongGone
        if key is None or not hmac.compare_digest(key.digest, digest(token)):
            raise NotSeated
        return player

    return seat


def by_socket(player: PlayerId) -> Who:
    """Whoever said hello with a token on a socket that was given to this seat then."""
    return lambda document: seated(document, player)


def seated(document: Document, player: PlayerId) -> PlayerId:
    """The player, who still has the seat; raises `TokenRevoked` otherwise."""
    if not document.state.public.table.is_seated(player):
        raise TokenRevoked
    return player
