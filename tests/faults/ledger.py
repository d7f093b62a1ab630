"""What was asked and answered in a race, and whether all of it can be true of one room.

Every answer names the revision that it judged and the one that it saved. The saves must be a chain without a
gap or a fork; replayed one after the other, from the same room, they must come to the very room that is left;
and every answer, refusals too, must be what the rules say of the revision that it judged.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from chalicelib.adapters.codec import Codec
from chalicelib.core.action import Action, Context, Presence
from chalicelib.core.deck import Deck
from chalicelib.core.ids import PlayerId
from chalicelib.core.legal import AnyState
from chalicelib.core.play import Outcome, play
from chalicelib.core.ruleset import Ruleset
from chalicelib.core.view import project
from chalicelib.decks.library import Library
from chalicelib.games.registry import RULESETS
from chalicelib.mechanics.nickname import key
from chalicelib.mechanics.seating import ClaimHost, Enter, Leave
from chalicelib.rooms.change import PATIENCE_MS
from chalicelib.rooms.room import Document, Room, RoundRecord, Said

RULESET = RULESETS["espia"]
LIBRARY = Library(asset_base="https://play.example/pictures")
CODEC = Codec(RULESETS)
MOST = RULESET.players[-1]

DONE, REPEATED, REFUSED, BUSY = "done", "repeated", "refused", "busy"


@dataclass(frozen=True, slots=True)
class Try:
    """One request and when it is made; `actor` is None where somebody at the door, or time, asks.

    `wakes`, `socket` and `says` are requests that are no action: the server looks by itself, a phone comes
    and goes, somebody writes in the chat.
    """

    actor: PlayerId | None = None
    action: Action | None = None
    seq: int | None = None
    id: str | None = None
    after_ms: int = 0
    wakes: bool = False
    socket: str = ""
    hangs_up: bool = False
    says: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """What became of a try: on which revision it was judged at what instant, what it saved, what it told.

    It was made at the instant `asked_at` and took so long. `number` is that of a message, `heard` what its
    author then read of the chat.
    """

    told: str
    code: str | None = None
    judged: int = -1
    saved: int | None = None
    now: int = 0
    player: PlayerId | None = None
    state: str = ""
    asked_at: int = 0
    took_ms: int = 0
    number: int = 0
    heard: tuple[Said, ...] = ()


@dataclass
class Ledger:
    """All tries of one race with their answers, the room before and after it, and its chat in the end."""

    start: Room
    end: Room
    rounds: list[RoundRecord]
    entries: list[tuple[Try, Answer]]
    chat: list[Said] = field(default_factory=list)
    states: list[AnyState] = field(default_factory=list)

    def __iter__(self) -> Iterator[tuple[Try, Answer]]:
        return iter(self.entries)

    def count(self) -> Counter[str]:
        """How many tries ended how."""
        return Counter(answer.told for _, answer in self)

    def done(self, kind: type[Action]) -> list[tuple[Try, Answer]]:
        """Accepted tries of a kind, in the order in which they took effect."""
        found = [(t, a) for t, a in self if isinstance(t.action, kind) and a.told == DONE]
        return sorted(found, key=lambda entry: entry[1].saved or entry[1].judged)

    def check(self, codes: Iterable[str]) -> None:
        """Everything that must hold after any race whatever; refusals may have these codes."""
        for one, answer in self:
            assert answer.told in (DONE, REPEATED, REFUSED, BUSY), (one, answer)
            assert answer.told != REFUSED or answer.code in set(codes), (one, answer)
            assert answer.told != BUSY or (answer.saved is None and answer.took_ms >= PATIENCE_MS)
        self._replay()
        for one, answer in self:
            if answer.told != BUSY and one.says:
                self._was_heard(one, answer)
            elif answer.told != BUSY and not one.socket and not one.wakes:
                self._was_right(one, answer)
        self._is_told_in_order()
        rules_of_every_room(self.end, self.rounds)

    def _replay(self) -> None:
        """The saves, one after the other, come to the room that is left."""
        saves = {answer.saved: (one, answer) for one, answer in self if answer.saved is not None}
        chain = list(range(self.start.revision + 1, self.end.revision + 1))
        assert sorted(a.saved for _, a in self if a.saved is not None) == chain, "a fork or a gap"
        self.states = [self.start.state]
        for revision in chain:
            one, answer = saves[revision]
            assert answer.judged == revision - 1
            repeated = answer.told == REPEATED
            outcome = self._play(self.states[-1], replace(one, action=None) if repeated else one, answer)
            assert fingerprint(self.start.game, outcome.state) == answer.state, (one, answer)
            self.states.append(outcome.state)
        assert self.states[-1] == self.end.state

    def _was_right(self, one: Try, answer: Answer) -> None:
        """The answer is what the rules say of what it judged, and it saved what it changed."""
        judged = self.judged(answer)
        if answer.code == "token_revoked" or (answer.told == REPEATED and isinstance(one.action, Leave)):
            # Whoever wants to go, and was shown the door in that very moment, has got what they wanted.
            assert not judged.public.table.is_seated(one.actor)
            return
        if answer.told == REPEATED or answer.code == "Reused":
            (first,) = [(t, a) for t, a in self if (t.actor, t.id) == (one.actor, one.id) and a.told == DONE]
            assert first[1].saved is not None and first[1].saved <= answer.judged
            assert (first[0].action == one.action) == (answer.told == REPEATED)
            return
        outcome = self._play(judged, one, answer)
        assert (outcome.rejection and str(outcome.rejection.reason)) == answer.code, (one, answer)
        assert outcome.state is judged or answer.saved is not None, "accepted, and not saved"

    def overlap(self, one: Answer, other: Answer) -> bool:
        """Whether both were on their way at the same moment."""
        return max(one.asked_at, other.asked_at) <= min(a.asked_at + a.took_ms for a in (one, other))

    def judged(self, answer: Answer) -> AnyState:
        """The room as it was when the answer was given, but for what that changed."""
        return self.states[answer.judged - self.start.revision]

    def _was_heard(self, one: Try, answer: Answer) -> None:
        """The message was one that its author could send then, or was refused for the reason there was."""
        saw = answer.judged if answer.saved is None else answer.saved
        state, ruleset = self.states[saw - self.start.revision], RULESETS[self.start.game]
        if answer.code == "token_revoked":
            assert not state.public.table.is_seated(one.actor)
        elif answer.told == DONE or answer.code != "TooMany":
            assert ruleset.may_say is not None
            view, deck = project(state, one.actor), deck_of(ruleset, state)
            why = ruleset.may_say(view) or ruleset.heard(view, deck, one.says)
            assert (why and str(why)) == answer.code, (one, answer)

    def _is_told_in_order(self) -> None:
        """Each message that was accepted is in the chat, once; whoever read it saw the same order."""
        assert [said.number for said in self.chat] == [*range(1, len(self.chat) + 1)]
        sent = {(a.number, t.actor, t.says) for t, a in self if t.says and a.told in (DONE, REPEATED)}
        assert sent == {(said.number, said.player, said.text) for said in self.chat}
        assert sum(bool(t.says) and a.told == DONE for t, a in self) == len(self.chat), "said twice"
        for _, answer in self:
            first = answer.heard[0].number if answer.heard else 1
            assert [*answer.heard] == self.chat[first - 1 :][: len(answer.heard)]

    def _play(self, state: AnyState, one: Try, answer: Answer) -> Outcome:
        ruleset = RULESETS[self.start.game]
        deck = deck_of(ruleset, state)
        ctx = Context(one.actor, self.start.game_time(answer.now), deck, phase_seq=one.seq)
        if isinstance(one.action, ClaimHost):
            # Whether a host was away is told by hints, of which no revision speaks.
            ctx = replace(ctx, presence=Presence(host_away=answer.code != "host_present"))
        return play(ruleset, state, one.action, ctx)


def deck_of(ruleset: Ruleset, state: AnyState) -> Deck:
    """What the room plays with."""
    return LIBRARY.rules_deck(ruleset.deck_id(state.public.table.options))


def rules_of_every_room(room: Room, rounds: list[RoundRecord]) -> None:
    """What holds of any room, said without the engine: seats, host, names, rounds, scores."""
    table = room.state.public.table
    seated = table.seated
    assert len(seated) <= RULESETS[room.game].players[-1]
    assert table.entered >= max(int(p.id[1:]) for p in table.players)
    assert len({p.id for p in table.players}) == len(table.players)
    assert len({key(p.nickname) for p in seated}) == len(seated)
    people = [p.id for p in seated if p.kind == "human"]  # bots may be left alone, in a room that is over
    assert table.host in people if people else table.host is None
    ids = [record.id for record in rounds]
    assert len(set(ids)) == len(ids), "a round was kept twice"
    ended = [r for r in rounds if r.match == table.match]
    on = room.state.public.is_on
    assert sorted(r.number for r in ended) == list(range(1, table.dealt + (not on)))
    scores: Counter[str] = Counter()
    for record in ended:
        scores.update({points.player: points.points for points in record.result.points})
    assert {p.id: p.score for p in table.players} == {p.id: scores[p.id] for p in table.players}


def fingerprint(game: str, state: AnyState) -> str:
    """The same for equal states, wherever they were computed."""
    raw: Any = json.loads(CODEC.dump_document(game, Document("", 0, 1, state, {})))
    return hashlib.blake2b(json.dumps(raw, sort_keys=True).encode(), digest_size=12).hexdigest()


def joins(name: str, id: str | None = None, after_ms: int = 0) -> Try:
    """Somebody comes in; the same `id` is the same request."""
    return Try(None, Enter(name), id=id, after_ms=after_ms)
