"""What people do at the same moment to one room of `shpion`: votes, guesses, answers, fingers, leaving."""

from collections.abc import Callable
from random import Random

from chalicelib.core.ids import PlayerId
from chalicelib.core.view import project
from chalicelib.games.registry import RULESETS
from chalicelib.games.shpion.actions import Answer, Ask, Guess, PassTurn
from chalicelib.mechanics import accusation, pointing, questions
from chalicelib.mechanics.accusation import Accuse, Vote
from chalicelib.mechanics.clock import MINUTE, SECOND
from chalicelib.mechanics.lobby import DEALT
from chalicelib.mechanics.pointing import Point
from chalicelib.mechanics.seating import Enter, Leave, Remove, Tick
from tests.faults.contests import GONE, NOT_NOW, Contest
from tests.faults.contests import Stage as AnyStage
from tests.faults.ledger import Ledger, Try, deck_of, joins
from tests.random_play import filled

MOST = RULESETS["shpion"].players[-1]


class Stage(AnyStage):
    """A room of this game on its way to a contest."""

    ruleset = RULESETS["shpion"]

    @property
    def spy(self) -> PlayerId:
        spy: PlayerId = self.state.secret.spy
        return spy

    @property
    def asker(self) -> PlayerId:
        asker: PlayerId = self.state.public.round.asker
        return asker

    @property
    def guesses(self) -> list[Guess]:
        """The right word and a wrong one."""
        word, listed = self.state.secret.word.id, self.candidates(self.spy)
        return [Guess(word), Guess(next(id for id in listed if id != word))]

    def candidates(self, player: PlayerId) -> tuple[str, ...]:
        return self.ruleset.candidates(project(self.state, player), deck_of(self.ruleset, self.state)) or ()

    def asked(self) -> "Stage":
        """The asker has put a ready-made question to somebody."""
        round_, asker = self.state.public.round, self.asker
        self.does(asker, Ask(self.one_of(asker), question=self.dice.choice(round_.theme.questions)))
        return self

    def accused(self, accuser: PlayerId, suspect: PlayerId) -> "Stage":
        self.does(accuser, Accuse(suspect))
        return self


def started(dice: Random, now: int, size: int, **chosen: object) -> Stage:
    """A round that has just begun."""
    stage = Stage(dice, now, size, **chosen)
    stage.started()
    return stage


def at_the_pointing(dice: Random, now: int, size: int) -> Stage:
    """A round whose clock has run out at this instant."""
    stage = started(dice, now - 5 * MINUTE, size, minutes=5, vote_seconds=None)
    stage.now = now
    stage.does(stage.host, Tick())
    return stage


def votes_and_guess(dice: Random, at: int) -> Contest:
    """All votes of a ballot, each cast twice, while the spy may name a word for before or after it."""
    stage = started(dice, at - MINUTE, MOST - 1)
    watcher = stage.does(None, Enter("Зритель")).players[-1]
    accuser, suspect = dice.sample(stage.others(watcher), 2)
    stage.accused(accuser, suspect)
    voters, seq, yes = stage.others(accuser, suspect, watcher), stage.seq, dice.choice([0.9, 1.0])
    tries = [Try(watcher, Vote(True), seq, after_ms=stage.soon())]
    for voter in voters:
        vote = Vote(dice.random() < yes)
        for id in (f"ballot of {voter}", dice.choice([None, f"ballot of {voter}"])):
            tries.append(Try(voter, vote, seq, id, stage.soon()))
    if dice.random() < 0.7:
        guesses = dice.sample(stage.guesses, 2)
        tries += [Try(stage.spy, guess, seq + n, after_ms=stage.soon()) for guess in guesses for n in (0, 1)]

    def facts(ledger: Ledger) -> None:
        cast = {accuser: True}
        cast |= {t.actor: t.action.guilty for t, _ in ledger.done(Vote) if isinstance(t.action, Vote)}
        assert len(ledger.done(Vote)) == len(cast) - 1, "each voter once"
        guesses = len(ledger.done(Guess))
        convicts = len(cast) == len(voters) + 1 and all(cast.values())
        assert len(ledger.rounds) == guesses + convicts <= 1, "ended once"
        for record in ledger.rounds:
            (told,) = record.result.reveal.accusations
            assert dict(told.votes) == cast, "no vote is lost"
        if not ledger.rounds:
            assert (cast,) == ledger.end.state.secret.ballots

    return Contest(stage.room(), tries, NOT_NOW, facts)


def answers_and_turns(dice: Random, at: int) -> Contest:
    """Whoever was asked answers this and that, while the host lets others ask and the asker asks again."""
    stage = started(dice, at - MINUTE, 6).asked()
    round_, seq = stage.state.public.round, stage.seq
    asker, asked = round_.asker, round_.asked
    options = ["yes", "no", "partly", "unknown"]
    tries = [Try(asked, Answer(option=o), seq, dice.choice([None, o]), stage.soon()) for o in options]
    tries += [Try(stage.host, PassTurn(stage.one_of()), seq, None, stage.soon()) for _ in range(3)]
    again = Ask(stage.one_of(asker), question=round_.theme.questions[0])
    tries += [Try(asker, again, seq, None, stage.soon()) for _ in range(2)]

    def facts(ledger: Ledger) -> None:
        round_, answered = ledger.end.state.public.round, ledger.done(Answer)
        first = round_.questions[0]
        turns = sorted(
            [*answered, *ledger.done(PassTurn)], key=lambda entry: entry[1].saved or entry[1].judged
        )
        if not turns or turns[0] not in answered:
            assert first.answer is None, "dropped"
        else:
            assert isinstance(turns[0][0].action, Answer)
            assert first.answer.option == turns[0][0].action.option
        assert len(round_.questions) == 1 + len(ledger.done(Ask))
        assert len(answered) == sum(question.answer is not None for question in round_.questions)

    return Contest(stage.room(), tries, NOT_NOW | {"cannot_choose_self", "invalid_value"}, facts)


def fingers(dice: Random, at: int) -> Contest:
    """Everybody points at once, half of them change their mind."""
    stage = at_the_pointing(dice, at - SECOND, MOST)
    seq, spy, tries = stage.seq, stage.spy, list[Try]()
    target = dice.choice([spy, stage.one_of(spy), None])
    for player in stage.players:
        for n in range(dice.choice([1, 2])):
            aim = target if target not in (None, player) else stage.one_of(player)
            tries.append(Try(player, Point(aim), seq, dice.choice([None, f"{n}"]), stage.soon()))

    def facts(ledger: Ledger) -> None:
        shown = {t.actor: t.action.suspect for t, _ in ledger.done(Point) if isinstance(t.action, Point)}
        (record,) = ledger.rounds
        assert dict(record.result.reveal.pointing) == shown, "the last one of each counts"
        at_target = {p: s for p, s in shown.items() if p != target}
        opened = target is not None and set(at_target.values()) == {target}
        outcome = "spy_hidden" if not opened else "spy_pointed" if target == spy else "innocent_pointed"
        assert record.result.outcome == outcome

    return Contest(stage.room(), tries, {"stale_phase"}, facts)


def leaving(dice: Random, at: int) -> Contest:
    """A third of the table goes or is shown the door while everybody does what they may, and some come."""
    stage = any_stage(dice, at - SECOND, MOST - 1)
    leavers = dice.sample(stage.players, dice.randrange(3, 6))
    tries = [Try(p, Leave(), None, dice.choice([None, "bye"]), stage.soon()) for p in leavers]
    tries += [Try(stage.host, Remove(stage.one_of(stage.host)), after_ms=stage.soon()) for _ in range(2)]
    tries += [joins(f"Гость {n}", after_ms=stage.soon()) for n in range(2)]
    common = {move.action for move in stage.ruleset.common}
    for player in stage.players:
        offers = [o for o in stage.ruleset.legal(project(stage.state, player)) if o.action not in common]
        if offers:
            action = filled(dice.choice(offers), stage.candidates(player), dice.choice)
            seq = None if action.any_time else stage.seq
            tries.append(Try(player, action, seq, dice.choice([None, "mine"]), stage.soon()))

    def facts(ledger: Ledger) -> None:
        gone = {t.actor for t, _ in ledger.done(Leave)}
        gone |= {t.action.player for t, _ in ledger.done(Remove) if isinstance(t.action, Remove)}
        came = {a.player for _, a in ledger.done(Enter)}
        assert {p.id for p in ledger.end.state.public.table.seated} == (set(stage.players) | came) - gone

    invalid = {"unknown_card", "cannot_choose_self", "invalid_value", "bot_needs_ready_question"}
    return Contest(stage.room(), tries, NOT_NOW | GONE | invalid, facts)


def any_stage(dice: Random, now: int, size: int) -> Stage:
    """A round in any of its phases."""
    phase = dice.choice([DEALT, questions.QUESTIONS, "asked", accusation.PHASE, pointing.PHASE])
    if phase == pointing.PHASE:
        return at_the_pointing(dice, now, size)
    stage = Stage(dice, now, size)
    if phase == DEALT:
        stage.dealt()
        return stage
    stage.started()
    if phase == "asked":
        stage.asked()
    elif phase == accusation.PHASE:
        stage.accused(*dice.sample(stage.players, 2))
    return stage


CONTESTS: tuple[Callable[[Random, int], Contest], ...] = (
    votes_and_guess,
    answers_and_turns,
    fingers,
    leaving,
)
