"""Everything the use-cases of one tenant's rooms work with."""

from dataclasses import dataclass

from chalicelib.core.deck import Deck
from chalicelib.core.reason import Reason, Refused, Rejection
from chalicelib.core.ruleset import Ruleset
from chalicelib.rooms.ports import (
    Alarm,
    Archive,
    Clock,
    Connections,
    Consumer,
    Decks,
    Entropy,
    Presenter,
    Push,
    Register,
    RoomStore,
    Rulesets,
    Talk,
    Telemetry,
)
from chalicelib.rooms.room import Room
from chalicelib.rooms.tokens import Tokens


@dataclass(frozen=True, slots=True)
class House:
    """The ports, built once for one tenant. `time_scale` is what new rooms get; rooms keep theirs.

    `consumers` are those besides the register.
    """

    tenant: str
    rulesets: Rulesets
    decks: Decks
    store: RoomStore
    register: Register
    archive: Archive
    talk: Talk
    connections: Connections
    push: Push
    alarm: Alarm
    clock: Clock
    entropy: Entropy
    presenter: Presenter
    tokens: Tokens
    time_scale: int = 1
    telemetry: Telemetry = Telemetry()
    consumers: tuple[Consumer, ...] = ()

    def ruleset(self, room: Room) -> Ruleset:
        """The rules that the room plays by."""
        return self.rulesets[room.game]

    def deck(self, room: Room) -> Deck:
        """The deck that the room plays with, which is the round's deck while a round is on.

        Raises UnknownDeck: an own one is kept for a month after it was replaced or deleted.
        """
        own = room.document.deck
        return self.decks.rules_deck(own or self.ruleset(room).deck_id(room.state.public.table.options))

    def own_deck(self, game: str, deck_id: str) -> Deck:
        """The newest version of an own deck of the tenant's; raises `Refused`."""
        found = self.decks.newest(game, deck_id)
        if found is None:
            raise Refused(Rejection(Reason.UNKNOWN_DECK, "deck"))
        return found

    def next_deck(self, room: Room) -> Deck:
        """The deck to deal from: of an own one the newest version, or the last that there was.

        As long as bots are seated, it is one that they can play with.
        """
        deck = self.deck(room)
        newest = self.decks.newest(room.game, deck.id) if deck.pin else None
        if newest is None:
            return deck
        bots = self.ruleset(room).bots
        has_bots = any(player.kind == "bot" for player in room.state.public.table.seated)
        return deck if bots and has_bots and not bots.plays(newest) else newest
