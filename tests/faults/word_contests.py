"""What people do at the same moment to one room of `impostor`: clues in turn, secret ballots, leaving."""

from collections.abc import Callable
from random import Random

from chalicelib.core.play import next_due
from chalicelib.games.impostor.actions import Clue
from chalicelib.games.registry import RULESETS
from chalicelib.mechanics.ballot import PHASE as BALLOT
from chalicelib.mechanics.ballot import Vote
from chalicelib.mechanics.clock import SECOND
from chalicelib.mechanics.lobby import Deal
from chalicelib.mechanics.seating import Leave, Remove, Tick
from tests.faults.contests import AT_ONCE_MS, GONE, NOT_NOW, Contest
from tests.faults.contests import Stage as AnyStage
from tests.faults.ledger import DONE, Ledger, Try

MOST = RULESETS["impostor"].players[-1]


class Stage(AnyStage):
    """A room of this game on its way to a contest."""

    ruleset = RULESETS["impostor"]

    def at_the_ballot(self) -> "Stage":
        """Everybody has said something, nobody has voted."""
        while self.state.phase != BALLOT:
            self.does(self.state.public.round.turn, Clue("zzz"))
        return self


def started(dice: Random, now: int, size: int, **chosen: object) -> Stage:
    """A word that has just begun."""
    stage = Stage(dice, now, size, **chosen)
    stage.started()
    return stage


def ballot(dice: Random, at: int) -> Contest:
    """Everybody votes at once, half of them change their mind."""
    stage = started(dice, at - SECOND, MOST, laps=1).at_the_ballot()
    seq, tries = stage.seq, []
    suspects = [dice.choice(stage.players)] if dice.random() < 0.5 else [*stage.players, None]
    for player in stage.players:
        for n in range(dice.choice([1, 2])):
            aim = dice.choice([p for p in suspects if p != player] or [None])
            tries.append(Try(player, Vote(aim), seq, dice.choice([None, f"{n}"]), stage.soon()))

    def facts(ledger: Ledger) -> None:
        votes = {t.actor: t.action.suspect for t, _ in ledger.done(Vote) if isinstance(t.action, Vote)}
        state = ledger.end.state
        assert state.phase_seq == seq + 1
        (closed,) = state.public.round.ballots
        assert dict(closed.votes) == votes, "the last one of each counts"
        assert not any(hand.vote for hand in state.hands.values())

    return Contest(stage.room(), tries, {"stale_phase"}, facts)


def turns(dice: Random, at: int) -> Contest:
    """Whoever has the turn says several things at once; so do others, and whoever comes next."""
    stage = started(dice, at - SECOND, 6)
    seq, first = stage.seq, stage.state.public.round.turn
    order = [*stage.players, *stage.players]
    after = order[order.index(first) + 1]
    tries = [Try(first, Clue(f"zz{n}"), seq, dice.choice([None, f"{n}"]), stage.soon()) for n in range(4)]
    tries += [Try(after, Clue(f"yy{n}"), seq + n % 2, None, stage.soon()) for n in range(4)]
    tries += [Try(p, Clue("xx"), seq, None, stage.soon()) for p in stage.others(first, after)]

    def facts(ledger: Ledger) -> None:
        said = [(t.actor, t.action.text) for t, _ in ledger.done(Clue) if isinstance(t.action, Clue)]
        assert [first, after][: len(said)] == [player for player, _ in said], "each once, in turn"
        state = ledger.end.state
        assert said == [(clue.player, clue.text) for clue in state.public.round.clues.each()]
        assert state.phase_seq == seq + len(said)

    return Contest(stage.room(), tries, {"stale_phase", "not_your_turn"}, facts)


def leaving(dice: Random, at: int) -> Contest:
    """Some vote, and vote again, while others go or are shown the door."""
    stage = started(dice, at - SECOND, MOST - 3, laps=1, impostors=dice.choice([1, 3])).at_the_ballot()
    goers = dice.sample(stage.others(stage.host), 3)
    tries = [Try(p, Leave(), None, dice.choice([None, "bye"]), stage.soon()) for p in goers[:2]]
    tries += [Try(stage.host, Remove(goers[2]), after_ms=stage.soon()) for _ in range(2)]
    for player in stage.players:
        for _ in range(2):
            aim = dice.choice([None, *goers, stage.one_of(player)])
            aim = None if aim == player else aim
            tries.append(Try(player, Vote(aim), stage.seq, None, stage.soon()))

    def facts(ledger: Ledger) -> None:
        state = ledger.end.state
        gone = {t.actor for t, _ in ledger.done(Leave)}
        gone |= {t.action.player for t, _ in ledger.done(Remove) if isinstance(t.action, Remove)}
        assert not gone & {p.id for p in state.public.table.seated}
        if state.phase == BALLOT:
            voted = state.public.round.voted
            assert not gone & {*voted, *(state.hands[p].vote for p in voted)}

    return Contest(stage.room(), tries, NOT_NOW | GONE, facts)


def deadline(dice: Random, at: int) -> Contest:
    """Clues or votes just before and just after their time, while several wake the room for it."""
    due_at = at + AT_ONCE_MS
    stage = due_stage(dice, due_at, 6)
    due, seq, turn = next_due(stage.ruleset, stage.state), stage.seq, stage.state.public.round.turn
    assert due is not None and due.at == due_at
    tries = [Try(wakes=True, after_ms=AT_ONCE_MS + n) for n in (-1, 0, 0, 1, 5)]
    tries += [Try(stage.one_of(), Tick(), after_ms=AT_ONCE_MS + n) for n in (-2, 0, 2)]
    tries += [Try(stage.host, Deal(), seq + 1, after_ms=AT_ONCE_MS)]
    for player in [turn] * 3 if turn else stage.players:
        action = Clue("zzz") if turn else Vote(stage.one_of(player))
        tries.append(Try(player, action, seq, dice.choice([None, "mine"]), dice.randrange(2 * AT_ONCE_MS)))

    def facts(ledger: Ledger) -> None:
        assert ledger.end.state.phase_seq > seq
        for one, answer in ledger:
            if one.seq == seq and answer.told == DONE:
                assert answer.now < due_at, "never after its time"
        said = [clue for clue in ledger.end.state.public.round.clues.each() if clue.player == turn]
        assert turn is None or len(said) == 1, "said, or said nothing"

    return Contest(stage.room(), tries, NOT_NOW, facts)


def due_stage(dice: Random, due_at: int, size: int) -> Stage:
    """A turn or a ballot whose time is up at this instant of game time."""
    stage = started(dice, due_at - 10 * SECOND, size, laps=1, clue_seconds=10, vote_seconds=10)
    return stage if dice.random() < 0.5 else stage.at_the_ballot()


CONTESTS: tuple[Callable[[Random, int], Contest], ...] = (ballot, turns, leaving, deadline)
