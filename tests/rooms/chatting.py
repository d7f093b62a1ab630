"""A game of today with a chat, of which it has none: players write while they play, and never their place."""

from dataclasses import replace

from chalicelib.core.deck import Deck
from chalicelib.core.reason import Reason, Refusal
from chalicelib.games.espia.state import EspiaView
from chalicelib.games.impostor.reason import ImpostorReason
from chalicelib.games.registry import RULESETS


def may_say(view: EspiaView) -> Refusal | None:
    is_watching = view.public.is_on and view.seat.status != "playing"
    return Reason.CHAT_READ_ONLY if is_watching else None


def heard(view: EspiaView, deck: Deck, text: str) -> Refusal | None:
    place = view.hand and view.hand.card.place
    return ImpostorReason.MESSAGE_CONTAINS_WORD if view.public.is_on and place and place.id in text else None


CHATTING = {"espia": replace(RULESETS["espia"], may_say=may_say, heard=heard)}
