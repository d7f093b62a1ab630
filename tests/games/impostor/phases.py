"""A table in each phase of the game, reached the way that people get there."""

from collections.abc import Callable, Mapping

from chalicelib.games.impostor.actions import Clue
from chalicelib.games.impostor.phases.clues import CLUES
from chalicelib.games.impostor.phases.last_chance import LAST_CHANCE
from chalicelib.games.impostor.ruleset import RULESET
from chalicelib.mechanics import ballot
from chalicelib.mechanics.ballot import Vote
from chalicelib.mechanics.lobby import DEALT, LOBBY, Finish, Interrupt
from chalicelib.mechanics.scoring import MATCH_OVER, ROUND_OVER
from chalicelib.mechanics.seating import CLOSED
from tests.games.leaving import all_leave
from tests.table import Table

PHASES = tuple(phase.name for phase in RULESET.phases)
WORD_IS_ON = (DEALT, CLUES, ballot.PHASE, LAST_CHANCE)

_LATER: Mapping[str, Callable[[Table], Table]] = {
    CLUES: lambda dealt: dealt.started(opener="ana"),
    ballot.PHASE: lambda dealt: clues(reached(CLUES, dealt)),
    LAST_CHANCE: lambda dealt: votes(reached(ballot.PHASE, dealt), {"eva": "ana"}, others="eva"),
    ROUND_OVER: lambda dealt: dealt.when(dealt.host, Interrupt()),
    MATCH_OVER: lambda dealt: reached(ROUND_OVER, dealt).when(dealt.host, Finish()),
    CLOSED: lambda dealt: all_leave(reached(ROUND_OVER, dealt)),
}


def reached(phase: str, dealt: Table | None = None) -> Table:
    """From a dealt word (five at the table, eva the impostor, the beach the word) to the phase.

    Ana opens, all vote for eva.
    """
    if dealt is None:
        dealt = game(5) if phase == LOBBY else game(5).dealt(impostor="eva", word="playa")
    table = _LATER.get(phase, lambda dealt: dealt)(dealt)
    assert phase == table.phase
    return table


def game(players: int, **options: object) -> Table:
    """So many in the lobby."""
    return Table("impostor", players, **options)


def turn(table: Table) -> str:
    """Whose turn it is."""
    return table.name(table.round.turn)


def clues(table: Table, text: str = "muy lejos", *, laps: int | None = None) -> Table:
    """Everybody gives the same clue: for so many laps, or until there is a ballot."""
    last = table.round.lap + laps if laps else None
    while table.phase == CLUES and table.round.lap != last:
        table = table.when(turn(table), Clue(text))
    return table


def votes(table: Table, by: Mapping[str, str | None], *, others: str | None = None) -> Table:
    """Everybody alive votes, those who are not named for `others`, which may be nobody."""
    for name in table.in_round:
        table = table.when(name, Vote(by.get(name, others)))
    return table


def ballot_of(table: Table, by: Mapping[str, str | None], *, others: str | None = None) -> Table:
    """All the clues that are due, and the ballot after them."""
    return votes(clues(table), by, others=others)
