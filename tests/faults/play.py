"""A room of people, phones and time in which anything may happen, and a small model of what must be true.

The model knows who sits where with which key, who is host, who voted how and pointed at whom, how many rounds
were dealt, and what each phone was told last. It knows nothing of how any of that is worked out.
"""

from collections import Counter, deque
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import pytest

from chalicelib.adapters.alarms import OVERDUE_MS
from chalicelib.adapters.memory import (
    MemoryConnections,
    MemoryDueRooms,
    SeededEntropy,
)
from chalicelib.core.action import Action, Context
from chalicelib.core.ids import PlayerId
from chalicelib.core.legal import AnyState, AnyView
from chalicelib.core.play import next_due, settle
from chalicelib.core.reason import Refused
from chalicelib.core.view import project, version
from chalicelib.mechanics import ballot
from chalicelib.mechanics.accusation import Accuse, Vote
from chalicelib.mechanics.lobby import AddBot, Deal
from chalicelib.mechanics.pointing import PHASE as POINTING
from chalicelib.mechanics.pointing import Point
from chalicelib.mechanics.seating import CLOSED, ClaimHost, Leave, MakeHost, Remove
from chalicelib.rooms.act import Acted, act
from chalicelib.rooms.change import AWAY_MS, HOST_NOTED_MS, SOCKET_MS, SOCKET_NOTED_MS, presence
from chalicelib.rooms.errors import NotYours, Reused, StoreBusy, TokenRevoked
from chalicelib.rooms.join import join
from chalicelib.rooms.open import Seated, open_room
from chalicelib.rooms.receipts import KEPT
from chalicelib.rooms.room import Room, RoundRecord
from chalicelib.rooms.tokens import by_token
from chalicelib.rooms.wake import wake
from chalicelib.rooms.watch import MOST_CONNECTIONS, current_version, disconnect, hello, rounds, watch
from chalicelib.tenants.usage import NOTHING, Usage
from tests.conformance.games import Game
from tests.conformance.universe import is_offered, is_typed
from tests.faults.breaking import Break, Died
from tests.faults.scene import MOST_DEADLINES, Outside, version_in

SKEW_MS = 100
"""How far apart the clocks of two servers may be."""

Done = tuple[str | None, Action, int | None]


@dataclass
class Person:
    """Whoever took a seat: with which key, and what they did last, as far as the room remembers it."""

    nickname: str
    key: str
    token: str
    is_seated: bool = True
    asked_at: int = 0
    done: deque[Done] = field(default_factory=lambda: deque(maxlen=KEPT))


@dataclass
class Phone:
    """A socket that said hello for a seat: the version that it has, and whether it may have missed one."""

    player: PlayerId
    since: int
    has: int
    may_lag: bool = False


class Play(Outside):
    """All that happens goes through here and is checked: what was answered, and what is true after it."""

    def __init__(self, game: Game, phases: Mapping[str, set[str]]) -> None:
        """Somebody opens a room, and asks for it twice; `phases` tells which may follow each."""
        super().__init__(game)
        self.ruleset, self.phases = game.ruleset, phases
        self.people: dict[PlayerId, Person] = {}
        self.phones: dict[str, Phone] = {}
        self.dealt: Counter[int] = Counter()
        self.votes: dict[PlayerId, bool] = {}
        self.fingers: dict[PlayerId, PlayerId] = {}
        self.bots: dict[PlayerId, str] = {}
        self.ballot: dict[PlayerId, PlayerId | None] = {}
        self.n_ballots = 0
        self.dealt_at: dict[tuple[int, int], int] = {}
        self.counted = NOTHING
        self.unarmed: set[int | None] = {None}
        self._acted_in, self._acted_after = "", 0
        self._dice = SeededEntropy(0)
        opened, again = self._open(), self._open()
        assert (opened.token, opened.room, True) == (again.token, again.room, again.replayed)
        self.code, self.host = opened.room.code, opened.player
        self._sits_down(opened, "Ana", "the first key")
        self.before = self.room

    def _open(self) -> Seated:
        return open_room(self.house(), self.ruleset.id, "Ana", None, {}, 0, "the first key", "request")

    # What there is

    @property
    def now(self) -> int:
        """The real time."""
        return self.clock.now()

    @property
    def room(self) -> Room:
        """As it is stored, nothing settled."""
        room = self.rooms.load(self.code)
        assert room is not None
        return room

    @property
    def present(self) -> AnyState:
        """The state of this moment, all that is due settled."""
        room = self.room
        return settle(
            self.ruleset, room.state, Context(None, room.game_time(self.now), self.deck(room.state))
        )

    def deck(self, state: AnyState) -> Any:
        """The deck that is played with."""
        return self.game.deck(state)

    def view(self, player: PlayerId) -> AnyView:
        """What the seat may know now."""
        return project(self.present, player, presence(self.room, self.now))

    @property
    def seated(self) -> list[PlayerId]:
        """Who has a seat."""
        return [player for player, person in self.people.items() if person.is_seated]

    def records(self) -> list[RoundRecord]:
        """Every finished round, kept or waiting to be."""
        room = self.room
        found = {record.id: record for record in (*room.waiting_rounds, *self.rooms.rounds(room))}
        return [found[number] for number in sorted(found)]

    def may_do(self, player: PlayerId, action: Action, phase_seq: int | None) -> bool:
        """Whether the view of the seat lets it expect that the action is accepted."""
        view = self.view(player)
        if not action.any_time and phase_seq != view.phase_seq:
            return False
        cards = self.ruleset.candidates(view, self.deck(self.room.state)) or ()
        return is_offered(self.ruleset.legal(view), action, frozenset(cards))

    # What people do

    def enter(self, nickname: str, key: str) -> None:
        """Somebody comes in, or asks again whether they did."""
        known = {person.key: player for player, person in self.people.items()}
        if key in known and known[key] not in self.room.document.seats:
            known.pop(key)  # of so many who left that nobody remembers the first
        if key in known and not self.people[known[key]].is_seated:
            with pytest.raises(TokenRevoked):
                self._enter(nickname, key)
            return self.check()
        names = {self.people[player].nickname for player in self.seated} | {*self.bots.values()}
        may = len(names) < self.ruleset.players[-1] and nickname not in names
        if key not in known and not may:
            with pytest.raises(Refused):
                self._enter(nickname, key)
            return self.check()
        seated = self._enter(nickname, key)
        assert (key in known) == seated.replayed
        if key not in known:
            self._sits_down(seated, nickname, key)
        assert seated.token == self.people[known.get(key, seated.player)].token
        self._asked(seated.player)
        return self.check(is_done=not seated.replayed)

    def do(
        self, player: PlayerId, action: Action, phase_seq: int | None, action_id: str | None
    ) -> Acted | None:
        """Somebody acts, who may have left; the answer is what their view lets them expect."""
        if not self.people[player].is_seated:
            with pytest.raises(TokenRevoked):
                self._act(player, action, phase_seq, action_id)
            self.check()
            return None
        is_repeat = action_id is not None and (action_id, action, phase_seq) in self.people[player].done
        may, revision = self.may_do(player, action, phase_seq), self.room.revision
        offers = self.ruleset.legal(self.view(player))
        host_may_be_away, before = self._may_be_away(self.host), self.present
        acted = self._act(player, action, phase_seq, action_id)
        assert is_repeat == acted.repeated
        if is_typed(offers, action):  # free text is judged when it is read
            assert (acted.rejection is None) <= (may or is_repeat)
        else:
            assert (may or is_repeat) == (acted.rejection is None)
        is_done = acted.rejection is None and not is_repeat
        assert host_may_be_away or not (is_done and isinstance(action, ClaimHost))
        self._asked(player)
        if is_done:
            self._did(player, action, phase_seq, action_id, self.room.revision > revision)
            self.counted += Usage(actions=int(self.room.state != before))
        self.check(is_done)
        return acted

    def do_unheard(
        self, player: PlayerId, action: Action, phase_seq: int | None, action_id: str, breaking: Break
    ) -> None:
        """Somebody who may acts and has no answer: the process died, or the store's answer was lost."""
        revision, before = self.room.revision, self.present
        with suppress(Died, StoreBusy):
            self._act(player, action, phase_seq, action_id, breaking)
        is_done = self.room.revision > revision
        if is_done:
            self._asked(player)
            self._did(player, action, phase_seq, action_id, True)
            self.counted += Usage(actions=int(self.room.state != before))
            self.unarmed.add(self.room.alarm_at)
            for phone in self.phones.values():
                phone.may_lag = True
        self.check(is_done)

    def reuse(self, player: PlayerId, action: Action, phase_seq: int | None, action_id: str) -> None:
        """Somebody acts with an id that stood for something else."""
        with pytest.raises(Reused):
            self._act(player, action, phase_seq, action_id)
        self.check()

    def look(self, player: PlayerId) -> None:
        """Somebody, who may have left, looks at the room and at its finished rounds."""
        who = by_token(self.people[player].token)
        if not self.people[player].is_seated:
            with pytest.raises(TokenRevoked):
                watch(self.house(), self.code, who)
            return self.check()
        assert player == watch(self.house(), self.code, who).player
        assert self.records() == rounds(self.house(), self.code, who)
        self._asked(player)
        return self.check()

    # What phones do

    def connect(self, player: PlayerId) -> None:
        """Somebody, who may have left, opens a socket and says hello on it."""
        connection, person = f"socket {self._dice.hexadecimal(4)}", self.people[player]
        MemoryConnections(self.memory).open(connection, None, None, self.now)
        if not person.is_seated:
            with pytest.raises(TokenRevoked):
                hello(self.house(), connection, self.code, person.token)
            return self.check()
        self._hello(connection, player)
        assert len(self.room.connections_of(player)) <= MOST_CONNECTIONS
        return self.check()

    def ping(self, connection: str) -> None:
        """A socket asks whether it has the newest version, and says hello again if not."""
        phone = self.phones[connection]
        if not self.people[phone.player].is_seated:
            with pytest.raises(TokenRevoked):
                hello(self.house(), connection, self.code, self.people[phone.player].token)
            return self.check()
        newest = current_version(self.house(), self.code, by_token(self.people[phone.player].token))
        self._asked(phone.player)
        self.check()
        if phone.has < newest:
            assert phone.may_lag
            self._hello(connection, phone.player)
        assert newest == self.phones[connection].has
        return self.check()

    def usurp(self, connection: str, player: PlayerId) -> None:
        """A socket says hello for another seat than its own."""
        with pytest.raises(NotYours if self.people[player].is_seated else TokenRevoked):
            hello(self.house(), connection, self.code, self.people[player].token)
        self.check()

    def disconnect(self, connection: str) -> None:
        """A socket is closed, and the gateway tells."""
        self._asked(self.phones.pop(connection).player)
        self.push.gone.add(connection)
        disconnect(self.house(), connection, self.code)
        MemoryConnections(self.memory).forget(connection)
        self.check()

    def vanish(self, connection: str) -> None:
        """A socket is gone, and nobody tells."""
        del self.phones[connection]
        self.push.gone.add(connection)

    # What time does

    def ring(self, due_at: int | None) -> None:
        """A wake-up comes: early, late, again, or for no reason."""
        wake(self.house(), self.code, due_at)
        self.check()

    def sweep(self) -> None:
        """The sweep looks for rooms whose alarm was lost."""
        due_at = self.room.due_at
        found = [*MemoryDueRooms(self.memory).due_rooms(self.now, 10)]
        is_overdue = due_at is not None and due_at < self.now - OVERDUE_MS
        assert [(self.code, due_at)] * is_overdue == [(each.code, each.due_at) for each in found]
        if is_overdue:
            self.ring(due_at)

    def come_to_rest(self) -> None:
        """Nobody asks any more, and every alarm is lost: all that is due happens, every round is kept."""
        for _ in range(MOST_DEADLINES):
            if self.room.alarm_at is None:
                break
            self.clock.at = max(self.now, self.room.alarm_at + OVERDUE_MS + 1)
            self.sweep()
        room = self.room
        assert room.alarm_at is None and next_due(self.ruleset, room.state) is None and () == room.outbox
        assert NOTHING == room.document.usage or room.state.phase != CLOSED
        for connection in [*self.phones]:
            if connection in self.phones:
                self.ping(connection)

    # What the model makes of it

    def _enter(self, nickname: str, key: str) -> Seated:
        return join(self.house(), self.code, nickname, key, nickname)

    def _act(
        self,
        player: PlayerId,
        action: Action,
        phase_seq: int | None,
        action_id: str | None,
        breaking: Break | None = None,
    ) -> Acted:
        self._acted_in, who = self.present.phase, by_token(self.people[player].token)
        self._acted_after = len(getattr(self.present.public.round, "ballots", ()))
        return act(self.house(breaking), self.code, who, lambda _: action, phase_seq, action_id)

    def _hello(self, connection: str, player: PlayerId) -> None:
        room = hello(self.house(), connection, self.code, self.people[player].token).room
        self.phones[connection] = Phone(player, self.now, version(room.state, player))
        self._asked(player)

    def _asked(self, player: PlayerId) -> None:
        self.people[player].asked_at = self.now

    def _sits_down(self, seated: Seated, nickname: str, key: str) -> None:
        assert seated.player not in self.people
        self.people[seated.player] = Person(nickname, key, seated.token, asked_at=self.now)

    def _did(
        self, player: PlayerId, action: Action, phase_seq: int | None, action_id: str | None, is_saved: bool
    ) -> None:
        if action_id is not None or is_saved:
            self.people[player].done.append((action_id, action, phase_seq))
        match action:
            case Leave():
                self._goes(player)
            case Remove(player=gone):
                self._goes(gone)
            case MakeHost(player=host):
                self.host = host
            case ClaimHost():
                self.host = player
            case Deal():
                table = self.room.state.public.table
                self.dealt[table.match] += 1
                self.dealt_at[table.match, table.dealt] = self.now
                self.votes, self.fingers, self.ballot = {}, {}, {}
            case AddBot():
                added = self.room.state.public.table.seated[-1]
                self.bots[added.id] = added.nickname
            case ballot.Vote(suspect=suspect):
                self._look_at_closed(self.room.state)
                self.ballot[player], self.n_ballots = suspect, self._acted_after
            case Accuse():
                self.votes = {player: True}
            case Vote(guilty=guilty):
                self.votes[player] = guilty
            case Point(suspect=suspect):
                self.fingers[player] = suspect

    def _goes(self, player: PlayerId) -> None:
        if self._acted_in == ballot.PHASE:
            self.ballot = {p: at for p, at in self.ballot.items() if player not in (p, at)}
        if self.bots.pop(player, None):
            return
        self.people[player].is_seated = False
        self.votes.pop(player, None)
        if self._acted_in == POINTING:
            self.fingers = {p: at for p, at in self.fingers.items() if player not in (p, at)}
        if self.host == player and self.seated:
            self.host = self.seated[0]

    def _may_be_away(self, player: PlayerId) -> bool:
        """A note of a host's last request may be a few seconds older than the request."""
        asked_at = self.people[player].asked_at
        heard = [max(p.since, asked_at - SOCKET_NOTED_MS) for p in self.phones.values() if p.player == player]
        is_open = any(self.now - at < SOCKET_MS for at in heard)
        return not is_open and self.now - asked_at >= AWAY_MS - HOST_NOTED_MS - SKEW_MS

    # What is true after every step

    def check(self, is_done: bool = False) -> None:
        """All of it; `is_done` if somebody did something that was not done before."""
        before, after = self.before, self.room
        self._check_time(before, after, is_done)
        self._check_people(after)
        self._check_ballots(after.state)
        self._check_rounds(after)
        self._check_usage(before, after)
        self._check_phones(before, after)
        self.before = after

    def _check_time(self, before: Room, after: Room, is_done: bool) -> None:
        """Nothing is early, phases follow each other, and the server wakes for what is due."""
        assert after.revision - before.revision in (0, 1)
        if before.state != after.state and not is_done:
            due = next_due(self.ruleset, before.state)
            assert due is not None and before.real_time(due.at) <= self.now, "early"
        reached = {before.state.phase}
        for _ in range(after.state.phase_seq - before.state.phase_seq):
            reached = {later for phase in reached for later in (*self.phases[phase], CLOSED)}
        assert after.state.phase_seq >= before.state.phase_seq and after.state.phase in reached
        due = next_due(self.ruleset, after.state)
        if after.outbox:
            assert after.due_at is not None and after.due_at <= self.now + SKEW_MS
        else:
            over_at = None if after.state.phase == CLOSED else after.closes_at
            assert after.due_at == (over_at if due is None else after.real_time(due.at))
        assert after.alarm_at in self.unarmed or (self.code, after.alarm_at) in self.alarm.armed

    def _check_people(self, after: Room) -> None:
        """Who sits, who is host, and whose token opens what."""
        table = after.state.public.table
        assert [(p, self.people[p].nickname) for p in self.seated] == [
            (p.id, p.nickname) for p in table.seated if p.kind == "human"
        ]
        assert self.bots == {p.id: p.nickname for p in table.seated if p.kind == "bot"}
        assert table.host == (self.host if self.seated else None)
        assert (after.state.phase == CLOSED) == (not self.seated)
        for player, person in self.people.items():
            if person.is_seated:
                assert player == by_token(person.token)(after.document)
            else:
                with pytest.raises(TokenRevoked):
                    by_token(person.token)(after.document)

    def _check_ballots(self, state: AnyState) -> None:
        """No vote and no finger of somebody's is lost, and none was given by nobody; bots have their own."""
        self._look_at_closed(state)
        if state.phase == ballot.PHASE:
            voted = [p for p in state.public.round.voted if p in self.people]
            assert self.ballot == {p: state.hands[p].vote for p in voted}
        round_ = state.public.round
        accusation, pointing = getattr(round_, "accusation", None), getattr(round_, "pointing", None)
        if accusation is not None and state.public.is_on:
            assert self.votes == self._of_people({p: state.hands[p].vote for p in accusation.voted})
        elif self.votes and getattr(round_, "accusations", None):
            closed, kept = round_.accusations[-1], state.secret.ballots[-1]
            assert self.votes.items() <= kept.items()
            assert (closed.result == "succeeded") <= all(kept.values())
            assert (closed.result == "failed") <= (not all(kept.values()))
            self.votes = {}
        if pointing is not None and state.public.is_on:
            pointed = pointing.votes or {p: state.hands[p].point for p in pointing.pointed}
            assert self.fingers == self._of_people(pointed)
        elif self.fingers and state.public.result is not None and state.public.result.outcome != "void":
            assert self.fingers == self._of_people(state.public.result.reveal.pointing)

    def _of_people(self, by_player: Mapping[PlayerId, Any]) -> dict[PlayerId, Any]:
        """Without what bots did by themselves."""
        return {player: what for player, what in by_player.items() if player in self.people}

    def _look_at_closed(self, state: AnyState) -> None:
        """In a ballot that is closed every vote is told."""
        told = state.public.result.reveal if state.public.result else state.public.round
        ballots = getattr(told, "ballots", ())
        if self.ballot and len(ballots) > self.n_ballots:
            assert self.ballot.items() <= ballots[self.n_ballots].votes.items()
            self.ballot = {}

    def _check_rounds(self, after: Room) -> None:
        """Every round that was dealt and is over is kept, once; the scores are the sum of their points."""
        table, records = after.state.public.table, self.records()
        on = Counter({table.match: int(after.state.public.is_on)})
        assert +(self.dealt - on) == Counter(record.match for record in records)
        for match in self.dealt:
            numbers = [record.number for record in records if record.match == match]
            assert [*range(1, len(numbers) + 1)] == numbers
        scores: Counter[PlayerId] = Counter()
        for record in records:
            if record.match == table.match:
                scores.update({points.player: points.points for points in record.result.points})
        assert {p.id: scores[p.id] for p in table.players} == {p.id: p.score for p in table.players}

    def _check_usage(self, before: Room, after: Room) -> None:
        """All that was used is written down, on its way there or counted in the room: each thing once."""
        told = [
            found.player
            for found in before.connections.values()
            if after.state.public.table.is_seated(found.player)
            and version(after.state, found.player) > version(before.state, found.player)
        ]
        self.counted += Usage(pushes=len(told))
        used = self.counted
        for record in self.records():
            people = [player for player in record.nicknames if player in self.people]
            lasted_ms = record.ended_at - self.dealt_at[record.match, record.number]
            used += Usage(int(record.result.outcome != "void"), len(people) * lasted_ms)
        assert used == self.used()

    def _check_phones(self, before: Room, after: Room) -> None:
        """Versions only grow; each phone was told each new one of its seat, once, and no other."""
        for player in self.seated:
            assert version(before.state, player) <= version(after.state, player)
        for connection, data in self.push.sent:
            told, phone = version_in(data), self.phones.get(connection)
            if told is not None and phone is not None:
                assert phone.has < told <= version(after.state, phone.player)
                phone.has = told
        for connection in self.push.closed:
            self.phones.pop(connection, None)
        self.push.sent.clear()
        self.push.closed.clear()
        for phone in self.phones.values():
            phone.may_lag &= (
                phone.has < version(after.state, phone.player) or not self.people[phone.player].is_seated
            )
            assert phone.may_lag or self.people[phone.player].is_seated
            assert phone.may_lag or phone.has == version(after.state, phone.player)
        open_ = {connection for connection in after.connections if connection not in self.push.gone}
        assert set(self.phones) == open_
