"""Everything the use-cases of one tenant's rooms work with."""

from dataclasses import dataclass

from chalicelib.core.deck import Deck
from chalicelib.core.ruleset import Ruleset
from chalicelib.rooms.ports import (
    Alarm,
    Clock,
    Connections,
    Decks,
    Entropy,
    Presenter,
    Push,
    RoomStore,
    Rulesets,
    Talk,
    Telemetry,
)
from chalicelib.rooms.room import Room
from chalicelib.rooms.tokens import Tokens


@dataclass(frozen=True, slots=True)
class House:
    """The ports, built once for one tenant. `time_scale` is what new rooms get; rooms keep theirs."""

    tenant: str
    rulesets: Rulesets
    decks: Decks
    store: RoomStore
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

    def ruleset(self, room: Room) -> Ruleset:
        """The rules that the room plays by."""
        return self.rulesets[room.game]

    def deck(self, room: Room) -> Deck:
        """The deck that the room's options name, which is the round's deck while a round is on."""
        return self.decks.rules_deck(self.ruleset(room).deck_id(room.state.public.table.options))
