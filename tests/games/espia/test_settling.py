"""What is due takes effect before anything else is looked at, each at its own time."""

import pytest

from chalicelib.core.play import next_due
from chalicelib.core.reason import Reason
from chalicelib.games.espia.actions import Guess, PassTurn
from chalicelib.mechanics.accusation import Accuse, Vote
from chalicelib.mechanics.lobby import Interrupt
from chalicelib.mechanics.seating import Enter, Leave, Tick
from tests.games.espia import phases
from tests.table import NOON, Table


@pytest.fixture
def asking() -> Table:
    """Five at the table, eva the spy, started at noon with eight minutes on the clock."""
    return Table("espia", 5).dealt(spy="eva", place="piscina").started(asker="ana")


def test_a_vote_that_arrives_after_time_is_judged_in_the_new_phase():
    table = Table("espia", 5).dealt(spy="eva", place="piscina").started().after(minutes=8)

    assert Reason.WRONG_PHASE == table.refuses("ana", Accuse("eva"))
    assert "pointing" == table.sees("ana").phase


@pytest.mark.parametrize("action", [Accuse("eva"), PassTurn("bea"), Interrupt()])
def test_an_action_in_the_last_millisecond_counts(asking: Table, action: Accuse | PassTurn | Interrupt):
    asking.after(ms=479_999).when("ana", action)


def test_a_guess_one_millisecond_late_does_not_count(asking: Table):
    assert "spy_guessed" == asking.after(ms=479_999).when("eva", Guess("piscina")).result.outcome
    assert Reason.WRONG_PHASE == asking.after(ms=480_000).refuses("eva", Guess("piscina"))


def test_a_refused_action_lets_due_time_take_effect_all_the_same(asking: Table):
    late = asking.after(minutes=8).tries("ana", Accuse("eva"))

    assert ("pointing", asking.phase_seq + 1) == (late.phase, late.phase_seq)


def test_a_ballot_runs_out_the_clock_goes_on_at_that_instant_and_then_everybody_points(asking: Table):
    table = asking.after(minutes=7, seconds=50).when("ana", Accuse("eva"))

    # The ballot ends at 9:50; ten seconds are left on the clock, so time is up at 10:00.
    assert "questions" == table.after(seconds=120).phase
    assert 1 == table.after(seconds=129, ms=999).remaining_ms
    late = table.after(seconds=150)
    assert ("pointing", NOON + 10 * 60_000 + 120_000) == (late.phase, late.round.timer.deadline)
    assert "failed" == late.round.accusations[-1].result


def test_a_whole_round_passes_while_nobody_looks(asking: Table):
    table = asking.after(minutes=1).when("ana", Accuse("bea")).after(minutes=9)
    assert ("pointing", 12) == (table.phase, (table.round.timer.deadline - NOON) // 60_000)

    table = table.after(minutes=60)
    assert ("round_over", "spy_hidden", {"eva": 2}) == (table.phase, table.result.outcome, table.scores)


def test_whether_somebody_looks_in_between_makes_no_difference(asking: Table):
    accused = asking.after(minutes=1).when("ana", Accuse("bea"))
    watched = accused
    for _ in range(15):
        watched = watched.after(minutes=1).when("leo", Tick())

    assert accused.after(minutes=15).state == watched.state


def test_a_wake_up_too_early_or_too_often_changes_nothing(asking: Table):
    early = asking.after(ms=479_999)
    late = early.after(ms=1)

    assert asking.state == early.state
    assert late.state == late.when("leo", Tick()).when("leo", Tick()).state


def test_somebody_leaves_after_the_deadline_they_were_waited_for(asking: Table):
    accused = asking.after(minutes=1).when("ana", Accuse("bea")).each(("eva", "leo"), Vote(True))
    table = accused.after(seconds=121).when("sol", Leave())

    assert ("questions", "failed") == (table.phase, table.round.accusations[-1].result)
    assert 7 * 60_000 - 1_000 == table.remaining_ms


def test_somebody_enters_after_the_round_that_time_has_ended(asking: Table):
    table = asking.after(minutes=30).when(None, Enter("max"))

    assert "max" in table.in_round


@pytest.mark.parametrize("phase", ["lobby", "dealt", "round_over", "match_over", "closed"])
def test_nothing_is_due_where_no_clock_runs(phase: str):
    table = phases.reached(phase)

    assert next_due(table.ruleset, table.state) is None
    assert table.state == table.after(minutes=600).state


def test_whatever_is_due_has_a_name_of_its_own():
    def due_in(table: Table) -> str:
        due = next_due(table.ruleset, table.state)
        assert due is not None
        return due.id

    first = phases.reached("questions")
    again = first.when("ana", Accuse("bea")).each(("eva", "leo", "sol"), Vote(False))
    later = first.when("ana", Interrupt()).dealt().started()
    others = [phases.reached(phase) for phase in ("accusation", "pointing", "last_chance")]

    assert 6 == len({due_in(table) for table in (first, again, later, *others)})
