"""A table in each phase of the game, reached the way that people get there."""

from collections.abc import Callable, Mapping

from chalicelib.games.espia.phases.last_chance import LAST_CHANCE
from chalicelib.games.espia.ruleset import RULESET
from chalicelib.mechanics import accusation, pointing
from chalicelib.mechanics.accusation import Accuse
from chalicelib.mechanics.lobby import DEALT, LOBBY, Finish, Interrupt
from chalicelib.mechanics.pointing import Point
from chalicelib.mechanics.questions import QUESTIONS
from chalicelib.mechanics.scoring import MATCH_OVER, ROUND_OVER
from chalicelib.mechanics.seating import CLOSED
from tests.games.leaving import all_leave
from tests.table import Table

PHASES = tuple(phase.name for phase in RULESET.phases)
ROUND_IS_ON = (DEALT, QUESTIONS, accusation.PHASE, pointing.PHASE, LAST_CHANCE)

_LATER: Mapping[str, Callable[[Table], Table]] = {
    QUESTIONS: lambda dealt: dealt.started(asker="ana"),
    accusation.PHASE: lambda dealt: reached(QUESTIONS, dealt).when("bea", Accuse("ana")),
    pointing.PHASE: lambda dealt: time_is_up(reached(QUESTIONS, dealt)),
    LAST_CHANCE: lambda dealt: point(reached(pointing.PHASE, dealt), {"eva": "ana"}, others="eva"),
    ROUND_OVER: lambda dealt: dealt.when(dealt.host, Interrupt()),
    MATCH_OVER: lambda dealt: reached(ROUND_OVER, dealt).when(dealt.host, Finish()),
    CLOSED: lambda dealt: all_leave(reached(ROUND_OVER, dealt)),
}


def reached(phase: str, dealt: Table | None = None) -> Table:
    """From a dealt round (five at the table, eva the spy) to the phase.

    Ana asks, bea accuses her, all point at eva.
    """
    if dealt is None:
        dealt = Table("espia", 5) if phase == LOBBY else Table("espia", 5).dealt(spy="eva", place="piscina")
    table = _LATER.get(phase, lambda dealt: dealt)(dealt)
    assert phase == table.phase
    return table


def time_is_up(table: Table) -> Table:
    """The moment at which the clock of the round runs out."""
    return table.after(ms=table.remaining_ms)


def point(table: Table, at: Mapping[str, str], *, others: str | None = None) -> Table:
    """People point, each at somebody, `others` being at whom the rest of the round points."""
    for name in table.in_round:
        if suspect := at.get(name, others):
            table = table.when(name, Point(suspect))
    return table
