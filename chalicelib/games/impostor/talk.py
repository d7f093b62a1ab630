"""What may be said of the word while it is on: by whom in the chat, and how much by a civilian anywhere.

What somebody who is forgotten has said is nobody's to read any more.
"""

from chalicelib.core.deck import Deck
from chalicelib.core.ids import PlayerId
from chalicelib.core.reason import Reason, Refusal
from chalicelib.games.impostor.dealing import word_of
from chalicelib.games.impostor.reason import ImpostorReason
from chalicelib.games.impostor.state import Hand, ImpostorState, ImpostorView
from chalicelib.mechanics.seating import round_refusal
from chalicelib.mechanics.table import with_round
from chalicelib.mechanics.words import clue_contains


def may_say(view: ImpostorView) -> Refusal | None:
    """While a word is on, the living write; who is out or in the audience knows too much, and reads only."""
    if view.public.is_on and round_refusal(view) is not None:
        return Reason.CHAT_READ_ONLY
    return None


def heard(view: ImpostorView, deck: Deck, text: str) -> Refusal | None:
    """A civilian's message may not contain the word that is on."""
    if view.public.is_on and view.hand is not None and says_the_word(view.hand, deck, text):
        return ImpostorReason.MESSAGE_CONTAINS_WORD
    return None


def unsaid(state: ImpostorState, player: PlayerId) -> ImpostorState:
    """Their clues, as if they had been said aloud."""
    round_ = state.public.round
    return state if round_ is None else with_round(state, clues=round_.clues.said_aloud(player))


def says_the_word(hand: Hand, deck: Deck, text: str) -> bool:
    """Whether somebody who holds the word would give it away so; an impostor never does."""
    return hand.card.word is not None and clue_contains(word_of(deck, hand.card.word), text) is not None
