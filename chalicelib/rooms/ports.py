"""What the use-cases need from outside; adapters implement it, each built for one tenant."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from chalicelib.core.deck import Deck
from chalicelib.core.ids import PlayerId
from chalicelib.core.ruleset import Ruleset
from chalicelib.rooms.room import Delivery, Room, RoundRecord, Said
from chalicelib.tenants.usage import Book


@dataclass(frozen=True, slots=True)
class Opening:
    """What a repeated request to open a room must come to again: its code, room id and first nonce.

    `at` is when it came first (epoch ms, of which the store keeps the seconds).
    """

    code: str
    room_id: str
    nonce: str
    request: str
    at: int


@dataclass(frozen=True, slots=True)
class Once:
    """How a repeated message is known: by a key of its seat, for so many seconds."""

    key: str
    kept_s: int


@dataclass(frozen=True, slots=True)
class ConnectionRow:
    """A socket between `$connect` and `$disconnect`; bound to one seat by its first hello.

    `address`, hidden, and `language` are what was known when it was opened: later messages carry no headers.
    """

    id: str
    tenant: str | None = None
    code: str | None = None
    player: PlayerId | None = None
    language: str | None = None
    address: str | None = None


class RoomStore(Protocol):
    """The rooms of one tenant. Reads are strongly consistent; trouble outside raises `StoreBusy`."""

    def load(self, code: str) -> Room | None:
        """The room, or None."""

    def create(self, room: Room) -> bool:
        """Store a new room; False if the code is taken (even by a room that is over)."""

    def save(self, room: Room, actor: PlayerId | None, now: int) -> Room:
        """Replace the document, due time, end and outbox where the revision is still `room.revision`.

        Returns the room with its next revision and with the connections and `seen_at` of that very moment
        (ALL_NEW), `seen_at[actor]` set to `now`. Raises `Conflict(current room)`, or `RoomNotFound` when it
        is gone. A save whose answer was lost and that is sent again by the client library succeeds once.
        """

    def connect(self, code: str, connection: str, player: PlayerId, now: int) -> Room | None:
        """Add a socket without touching the revision; the room of that moment, None if it is gone."""

    def disconnect(self, code: str, connections: Iterable[str]) -> None:
        """Forget sockets without touching the revision."""

    def touch(self, code: str, player: PlayerId, now: int) -> None:
        """Note that the seat made a request, without touching the revision, unless a later one is noted."""

    def keep_round(self, room: Room, record: RoundRecord) -> None:
        """Store a finished round at its own place; doing it again changes nothing."""

    def rounds(self, room: Room) -> list[RoundRecord]:
        """The finished rounds that were delivered, oldest first."""

    def kept_round(self, code: str, room_id: str, record_id: str) -> RoundRecord | None:
        """One finished round, whether its room still stands or not; None if it is not, or no longer, kept."""

    def opening(self, key: str, opening: Opening) -> Opening:
        """Remember what a key opens for a day, or the earlier opening of that key."""

    def opened(self, key: str, now: int) -> Opening | None:
        """What a key opens, if it is remembered."""


class Consumer(Protocol):
    """Is told whatever ends in the rooms of one tenant; of each thing at least once."""

    def deliver(self, room: Room, delivery: Delivery) -> None:
        """Take note of it; doing it again changes nothing. Raises `StoreBusy` to be told again."""

    def drop(self, code: str, room_id: str, opened_at: int | None) -> None:
        """The room is being deleted: forget it, as far as it can be found (None: nobody knows its age)."""


class Register(Consumer, Protocol):
    """The rooms that one tenant opened, for as long as anything of them may be kept."""

    def enter(self, room: Room) -> None:
        """Take note of a room; doing it again changes nothing but how long it is remembered."""

    def opened_on(self, day: str) -> Iterator[tuple[str, str]]:
        """Code and id of each room opened on a day (`YYYY-MM-DD`, UTC), and of some that never came to be."""


class UsageBook(Consumer, Book, Protocol):
    """What one tenant used, written down as it is delivered; figures outlive their room."""


class Archive(Protocol):
    """All that is kept of one tenant's rooms, by code and room id, whether the rooms still stand or not."""

    def room_ids(self, code: str) -> list[str]:
        """Of what rounds and messages are kept under a code: it may have been given more than once."""

    def rounds(self, code: str, room_id: str) -> list[RoundRecord]:
        """The finished rounds, oldest first."""

    def messages(self, code: str, room_id: str, after: int, most: int) -> list[Said]:
        """The messages that follow a number, oldest first."""

    def erase(self, code: str, room_id: str, players: Collection[PlayerId]) -> None:
        """Take the nicknames of players out of the rounds, and out of the chat all that they said.

        Doing it again changes nothing. Raises `StoreBusy` where others change the same at the same time.
        """

    def clear(self, code: str, room_id: str) -> Mapping[str, int]:
        """Delete some of it; how many of what: `rounds`, `messages`, `message_keys` and at last `rooms`.

        Empty: nothing is left.
        """


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

    def rules_deck(self, ref: str) -> Deck:
        """The deck named so: one of ours by its id, the tenant's own by its pin; raises UnknownDeck."""

    def newest(self, game: str, deck_id: str) -> Deck | None:
        """The newest version of an own deck of the tenant's; None if there is none for that game."""


class Presenter(Protocol):
    """Turns what a seat may know into the bytes that it gets."""

    def views(self, room: Room, players: Iterable[PlayerId], now: int) -> Mapping[PlayerId, bytes]:
        """The JSON of the view of each of the players, at the real instant `now`."""

    def view(self, room: Room, player: PlayerId, now: int, locale: str) -> dict[str, Any]:
        """One seat's view, its explanations in the language of whoever asks."""

    def round(self, record: RoundRecord) -> dict[str, Any]:
        """A finished round with its reveal."""

    def message(self, room: Room, said: Said) -> Mapping[str, Any]:
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
