"""The ledger finds what it is there for: a lost vote or message, a double count, an untrue answer."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import pytest

from chalicelib.mechanics.accusation import Accuse, Vote
from chalicelib.rooms.errors import Conflict
from chalicelib.rooms.house import House
from chalicelib.rooms.ports import RoomStore
from chalicelib.rooms.room import Room
from tests.contracts.stores import MemoryStore
from tests.faults import word_contests
from tests.faults.contests import Stage
from tests.faults.ledger import DONE, REFUSED, Ledger, Try
from tests.faults.racers import attempt, house_of, rounds_of

CODES = {"already_voted"}


@dataclass
class Meddled:
    """A store in which something else happens just before the next save."""

    rooms: RoomStore
    meanwhile: Callable[[], None]

    def __getattr__(self, name: str) -> Any:
        return getattr(self.rooms, name)

    def save(self, room: Room, actor: Any, now: int) -> Room:
        meanwhile, self.meanwhile = self.meanwhile, lambda: None
        meanwhile()
        return self.rooms.save(room, actor, now)


@dataclass
class Careless:
    """A store that writes over whoever was faster."""

    rooms: RoomStore

    def __getattr__(self, name: str) -> Any:
        return getattr(self.rooms, name)

    def save(self, room: Room, actor: Any, now: int) -> Room:
        try:
            return self.rooms.save(room, actor, now)
        except Conflict as conflict:
            return self.rooms.save(replace(room, revision=conflict.current.revision), actor, now)


class Race:
    """Two votes of a ballot, the second of which is cast while the first is on its way to the store."""

    def __init__(self) -> None:
        self.house = house_of(MemoryStore())
        stage = Stage(Random(1), self.house.clock.now(), 5).started()
        accuser, suspect, self.one, self.other, _ = stage.players
        stage.does(accuser, Accuse(suspect))
        self.room, self.seq = stage.room(), stage.seq
        self.house.store.create(self.room)
        self.entries: list[Any] = []

    def vote(self, house: House, player: Any) -> None:
        one = Try(player, Vote(True), self.seq)
        self.entries.append((one, attempt(house, self.room, one)))

    def run(self, store: Callable[[RoomStore], RoomStore]) -> Ledger:
        slow = Meddled(self.house.store, lambda: self.vote(self.house, self.other))
        self.vote(replace(self.house, store=store(slow)), self.one)
        end = self.house.store.load(self.room.code)
        assert end is not None
        return Ledger(self.room, end, rounds_of(self.house, end), self.entries)


def test_a_store_that_keeps_its_promises_passes():
    ledger = Race().run(lambda store: store)

    ledger.check(CODES)
    assert {DONE: 2} == ledger.count()


def test_a_lost_vote_is_found():
    with pytest.raises(AssertionError):
        Race().run(Careless).check(CODES)


def test_an_answer_that_is_not_true_is_found():
    ledger = Race().run(lambda store: store)
    (first, answer), *others = ledger.entries
    lie = replace(answer, told=REFUSED, code="already_voted", saved=None)

    with pytest.raises(AssertionError):
        replace(ledger, entries=[(first, lie), *others]).check(CODES)
    with pytest.raises(AssertionError):
        replace(ledger, entries=[(first, replace(answer, code="host_only", told=REFUSED)), *others]).check(
            CODES
        )


def test_a_round_that_counts_twice_is_found():
    race = Race()
    ledger = race.run(lambda store: store)
    table = ledger.end.state.public.table
    richer = replace(table, players=tuple(replace(p, score=p.score + 1) for p in table.players))
    state = replace(ledger.end.state, public=replace(ledger.end.state.public, table=richer))
    end = replace(ledger.end, document=replace(ledger.end.document, state=state))

    with pytest.raises(AssertionError):
        replace(ledger, end=end).check(CODES)


@pytest.fixture
def talk() -> Ledger:
    """Everybody at a table has said something."""
    house = house_of(MemoryStore())
    stage = word_contests.started(Random(1), house.clock.now(), 4)
    room = stage.room()
    house.store.create(room)
    tries = [Try(player, says=f"Hola de {player}", id="hola") for player in stage.players]
    entries = [(one, attempt(house, room, one)) for one in tries]
    return Ledger(room, room, [], entries, house.talk.last(room, 100))


def test_a_conversation_passes(talk: Ledger):
    talk.check(CODES)

    assert ({DONE: 4}, 4) == (talk.count(), len(talk.chat))


def test_a_lost_message_is_found(talk: Ledger):
    with pytest.raises(AssertionError):
        replace(talk, chat=talk.chat[:-1]).check(CODES)


def test_a_message_that_is_there_twice_is_found(talk: Ledger):
    again = replace(talk.chat[-1], number=5)

    with pytest.raises(AssertionError):
        replace(talk, chat=[*talk.chat, again]).check(CODES)


def test_another_order_for_somebody_is_found(talk: Ledger):
    *others, (one, answer) = talk.entries

    with pytest.raises(AssertionError):
        replace(talk, entries=[*others, (one, replace(answer, heard=answer.heard[::-1]))]).check(CODES)


def test_a_message_that_was_refused_for_no_reason_is_found(talk: Ledger):
    *others, (one, answer) = talk.entries
    lie = replace(answer, told=REFUSED, code="chat_read_only", heard=())

    with pytest.raises(AssertionError):
        replace(talk, entries=[*others, (one, lie)], chat=talk.chat[:-1]).check({"chat_read_only"})
