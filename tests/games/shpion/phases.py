"""A table in each phase of the game, reached the way that people get there."""

from collections.abc import Callable, Mapping

from chalicelib.games.shpion.actions import Answer, Ask
from chalicelib.games.shpion.ruleset import RULESET
from chalicelib.mechanics import accusation, pointing
from chalicelib.mechanics.accusation import Accuse, Vote
from chalicelib.mechanics.lobby import DEALT, LOBBY, Finish, Interrupt
from chalicelib.mechanics.pointing import Point
from chalicelib.mechanics.questions import QUESTIONS
from chalicelib.mechanics.scoring import MATCH_OVER, ROUND_OVER
from chalicelib.mechanics.seating import CLOSED
from tests.games.leaving import all_leave
from tests.table import Table

PHASES = tuple(phase.name for phase in RULESET.phases)
ROUND_IS_ON = (DEALT, QUESTIONS, accusation.PHASE, pointing.PHASE)
READY = "places-1"

_LATER: Mapping[str, Callable[[Table], Table]] = {
    QUESTIONS: lambda dealt: dealt.started(asker="ana"),
    accusation.PHASE: lambda dealt: reached(QUESTIONS, dealt).when("bea", Accuse("ana")),
    pointing.PHASE: lambda dealt: time_is_up(reached(QUESTIONS, dealt)),
    ROUND_OVER: lambda dealt: dealt.when(dealt.host, Interrupt()),
    MATCH_OVER: lambda dealt: reached(ROUND_OVER, dealt).when(dealt.host, Finish()),
    CLOSED: lambda dealt: all_leave(reached(ROUND_OVER, dealt)),
}


def reached(phase: str, dealt: Table | None = None) -> Table:
    """From a dealt round (five at the table, eva the spy, the bath-house the word) to the phase.

    Ana asks, bea accuses her.
    """
    if dealt is None:
        dealt = game(5) if phase == LOBBY else game(5).dealt(spy="eva", word="баня")
    table = _LATER.get(phase, lambda dealt: dealt)(dealt)
    assert phase == table.phase
    return table


def game(players: int, **options: object) -> Table:
    """So many in the lobby."""
    return Table("shpion", players, **options)


def turn(table: Table) -> tuple[str | None, str | None, str | None]:
    """Who asks, who has asked them, and who owes an answer."""
    return table.named((table.round.asker, table.round.asked_by, table.round.asked))


def asks(table: Table, asker: str, to: str) -> Table:
    """A ready-made question."""
    return table.when(asker, Ask(to, question=READY))


def asked(table: Table, asker: str, to: str) -> Table:
    """A ready-made question and its answer."""
    return asks(table, asker, to).when(to, Answer(option="yes"))


def accused(table: Table, accuser: str, suspect: str, *, against: str | None = None) -> Table:
    """An accusation on which all vote yes but for one, if any."""
    table = table.when(accuser, Accuse(suspect))
    for voter in table.named(table.round.accusation.missing):
        table = table.when(voter, Vote(voter != against))
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
