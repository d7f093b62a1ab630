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
from chalicelib.core.ids import PlayerId
from chalicelib.core.legal import AnyState
from chalicelib.core.play import Outcome, play
from chalicelib.decks.library import Library
from chalicelib.games.registry import RULESETS
from chalicelib.mechanics.nickname import key
from chalicelib.mechanics.seating import ClaimHost, Enter, Leave
from chalicelib.rooms.change import PATIENCE_MS
from chalicelib.rooms.room import Document, Room, RoundRecord

RULESET = RULESETS["espia"]
LIBRARY = Library(asset_base="https://play.example/pictures")
CODEC = Codec(RULESETS)
MOST = RULESET.players[-1]

DONE, REPEATED, REFUSED, BUSY = "done", "repeated", "refused", "busy"


@dataclass(frozen=True, slots=True)
class Try:
    """One request and when it is made; `actor` is None where somebody at the door, or time, asks.

    `wakes` and `socket` are requests that are no action: the server looks by itself, a phone comes and goes.
    """

    actor: PlayerId | None = None
    action: Action | None = None
    seq: int | None = None
    id: str | None = None
    after_ms: int = 0
    wakes: bool = False
    socket: str = ""
    hangs_up: bool = False


@dataclass(frozen=True, slots=True)
class Answer:
    """What became of a try: on which revision it was judged at what instant, what it saved, what it told."""

    told: str
    code: str | None = None
    judged: int = -1
    saved: int | None = None
    now: int = 0
    player: PlayerId | None = None
    state: str = ""
    took_ms: int = 0


@dataclass
class Ledger:
    """All tries of one race with their answers, and the room before and after it."""

    start: Room
    end: Room
    rounds: list[RoundRecord]
    entries: list[tuple[Try, Answer]]
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
            if answer.told != BUSY and not one.socket and not one.wakes:
                self._was_right(one, answer)
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
        judged = self.states[answer.judged - self.start.revision]
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

    def _play(self, state: AnyState, one: Try, answer: Answer) -> Outcome:
        ruleset = RULESETS[self.start.game]
        deck = LIBRARY.rules_deck(ruleset.deck_id(state.public.table.options))
        ctx = Context(one.actor, self.start.game_time(answer.now), deck, phase_seq=one.seq)
        if isinstance(one.action, ClaimHost):
            # Whether a host was away is told by hints, of which no revision speaks.
            ctx = replace(ctx, presence=Presence(host_away=answer.code != "host_present"))
        return play(ruleset, state, one.action, ctx)


def rules_of_every_room(room: Room, rounds: list[RoundRecord]) -> None:
    """What holds of any room, said without the engine: seats, host, names, rounds, scores."""
    table = room.state.public.table
    seated = table.seated
    assert len(seated) <= RULESETS[room.game].players[-1]
    assert table.entered == max(int(p.id[1:]) for p in table.players)
    assert len({p.id for p in table.players}) == len(table.players)
    assert len({key(p.nickname) for p in seated}) == len(seated)
    hosts = [p.id for p in seated if p.id == table.host]
    assert len(hosts) == (1 if seated else 0)
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
