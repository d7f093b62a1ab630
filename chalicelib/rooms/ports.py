"""What the use-cases need from outside; adapters implement it, each built for one tenant."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol

from chalicelib.core.deck import Deck
from chalicelib.core.ids import PlayerId
from chalicelib.core.ruleset import Ruleset
from chalicelib.rooms.room import Room, RoundRecord, Said


@dataclass(frozen=True, slots=True)
class Opening:
    """What a repeated request to open a room must come to again: its code, room id and first nonce."""

    code: str
    room_id: str
    nonce: str
    request: str


@dataclass(frozen=True, slots=True)
class Once:
    """How a repeated message is known: by a key of its seat, for so many seconds."""

    key: str
    kept_s: int


@dataclass(frozen=True, slots=True)
class ConnectionRow:
    """A socket between `$connect` and `$disconnect`; bound to one seat by its first hello.

    `language` is what its `Accept-Language` said when it was opened: later messages carry no headers.
    """

    id: str
    tenant: str | None = None
    code: str | None = None
    player: PlayerId | None = None
    language: str | None = None


class RoomStore(Protocol):
    """The rooms of one tenant. Reads are strongly consistent; trouble outside raises `StoreBusy`."""

    def load(self, code: str) -> Room | None:
        """The room, or None."""

    def create(self, room: Room) -> bool:
        """Store a new room; False if the code is taken (even by a room that is over)."""

    def save(self, room: Room, actor: PlayerId | None, now: int) -> Room:
        """Replace the document, due time, expiry and outbox where the revision is still `room.revision`.

        Returns the room with its next revision and with the connections and `seen_at` of that very moment
        (ALL_NEW), `seen_at[actor]` set to `now`. Raises `Conflict(current room)`, or `RoomNotFound` when it
        is gone. A save whose answer was lost and that is sent again by the client library succeeds once.
        """

    def connect(self, code: str, connection: str, player: PlayerId, now: int) -> Room | None:
        """Add a socket without touching the revision; the room of that moment, None if it is gone."""

    def disconnect(self, code: str, connections: Iterable[str]) -> None:
        """Forget sockets without touching the revision."""

    def touch(self, code: str, player: PlayerId, now: int) -> None:
        """Note that the seat made a request, without touching the revision."""

    def keep_round(self, room: Room, record: RoundRecord) -> None:
        """Store a finished round at its own place; doing it again changes nothing."""

    def rounds(self, room: Room) -> list[RoundRecord]:
        """The finished rounds that were delivered, oldest first."""

    def opening(self, key: str, opening: Opening, now: int) -> Opening:
        """Remember what a key opens for a day, or the earlier opening of that key."""


class Talk(Protocol):
    """What is said in the rooms of one tenant, apart from the rooms. Reads are strongly consistent."""

    def last(self, room: Room, most: int) -> list[Said]:
        """The last messages, oldest first."""

    def after(self, room: Room, number: int, most: int) -> list[Said]:
        """The messages that follow a number, oldest first."""

    def earlier(self, room: Room, player: PlayerId, key: str, now: int) -> Said | None:
        """What the seat said under that key, while the key is kept."""

    def add(self, room: Room, said: Said, once: Once | None, now: int) -> bool:
        """Keep a message, and the key that it was said under; False if its number or the key is taken.

        Whoever is told a message has been told, or can read, all that have a smaller number: numbers are
        given without gaps. One whose answer was lost and that is sent again succeeds once.
        """


class Connections(Protocol):
    """The rows of all sockets, of whatever tenant: the id comes from the gateway and cannot be chosen."""

    def open(
        self, connection: str, origin: str | None, address: str | None, now: int, language: str | None = None
    ) -> None:
        """A socket was opened; forgotten by itself after 2 h 10."""

    def get(self, connection: str) -> ConnectionRow | None:
        """The socket, or None."""

    def bind(self, connection: str, tenant: str, code: str, player: PlayerId) -> bool:
        """Give the socket to a seat, once and for good; True too if it was given to that very seat before."""

    def forget(self, connection: str) -> None:
        """The socket is gone."""


class Push(Protocol):
    """Sends to sockets."""

    def send(self, messages: Iterable[tuple[str, bytes]]) -> list[str]:
        """Send each message to its connection, at once where it can; the ids of those that are gone.

        Messages to one connection keep their order. Never raises: a lost one heals with the next view.
        """

    def close(self, connections: Iterable[str]) -> None:
        """Close sockets; never raises."""


class Alarm(Protocol):
    """Wakes the server for rooms of one tenant."""

    def arm(self, code: str, due_at: int, now: int) -> None:
        """Ask for a wake-up at `due_at` (real epoch ms) or up to a second later; never raises.

        Further than the queue's longest delay it comes early, and is armed again then.
        """


class Clock(Protocol):
    """The real time."""

    def now(self) -> int:
        """Epoch milliseconds."""


class Entropy(Protocol):
    """Unguessable randomness."""

    def hexadecimal(self, n_bytes: int) -> str:
        """So many random bytes in hexadecimal."""

    def below(self, n: int) -> int:
        """A whole number from 0 to n − 1."""


class Decks(Protocol):
    """The decks that the rules play with."""

    def rules_deck(self, deck_id: str) -> Deck:
        """The deck of that id."""


class Presenter(Protocol):
    """Turns what a seat may know into the bytes that it gets."""

    def views(self, room: Room, players: Iterable[PlayerId], now: int) -> Mapping[PlayerId, bytes]:
        """The JSON of the view of each of the players, at the real instant `now`."""

    def message(self, room: Room, said: Said) -> Mapping[str, str]:
        """A message of the chat as everybody gets it."""


class Telemetry:
    """What operators see of the rooms; this one keeps nothing. Never raises; is told nothing of players."""

    def about(self, tenant: str, room: Room) -> None:
        """The room with which the present call deals, as it is now."""

    def saved(self) -> None:
        """A change was saved."""

    def conflict(self) -> None:
        """Somebody else saved first."""

    def settled(self, source: str, late_ms: int) -> None:
        """A deadline took effect so late; `source` is what looked first: `queue`, `sweep` or `request`."""

    def acted(self, kind: str, outcome: str) -> None:
        """A seat asked for an action of this type."""

    def viewed(self, sizes: Iterable[int]) -> None:
        """Views of so many bytes were made for pushing."""

    def pushed(self, sent: int, gone: int, lost: int) -> None:
        """Sockets were sent something, were found gone, or could not be reached."""


Rulesets = Mapping[str, Ruleset]
