"""How a word ends and what each way is worth (rules: "Points").

| outcome | points |
|---|---|
| `impostors_out` | each civilian 2 |
| `impostors_parity`, `ballots_exhausted` | each impostor 3 |
| `impostor_guessed` | each impostor 3, the one who guessed 2 more |

Whoever wins: each civilian 1 for every vote that they put on an impostor, in every closed ballot of the word.
Whoever was voted out gets them too; whoever left does not.
"""

from chalicelib.core.errors import InvariantBroken
from chalicelib.core.ids import PlayerId
from chalicelib.games.impostor.dealing import ballots_at_most
from chalicelib.games.impostor.keeping import keep_at_the_reveal
from chalicelib.games.impostor.state import ImpostorState, Reveal, RevealedCard
from chalicelib.mechanics.ballot import Ballot, shut, votes
from chalicelib.mechanics.scoring import Points, Result, VoidReason, award, end_round
from chalicelib.mechanics.table import with_round

CIVILIAN_WINS, IMPOSTOR_WINS, WORD_GUESSED, VOTE_ON_IMPOSTOR = 2, 3, 2, 1


def living_impostors(state: ImpostorState) -> list[PlayerId]:
    """The impostors who are neither out nor gone."""
    return [p for p in state.public.table.in_round if p in state.secret.impostors]


def at_the_table(state: ImpostorState) -> tuple[PlayerId, ...]:
    """The players of the word who have not left, those who were voted out included."""
    return tuple(p.id for p in state.public.table.players if p.status in ("playing", "out"))


def civilians_win(state: ImpostorState, guess: str | None = None) -> ImpostorState:
    """No impostor is left, and none has named the word."""
    return _end(state, "impostors_out", "civilians", guess=guess)


def impostors_win(
    state: ImpostorState, outcome: str, *, guesser: PlayerId | None = None, guess: str | None = None
) -> ImpostorState:
    """They held out, or one of them named the word."""
    return _end(state, outcome, "impostors", guesser=guesser, guess=guess)


def void(state: ImpostorState, why: VoidReason) -> ImpostorState:
    """Nobody wins; all is told all the same."""
    return _end(state, "void", None, why=why)


def _end(
    state: ImpostorState,
    outcome: str,
    winners: str | None,
    *,
    guesser: PlayerId | None = None,
    guess: str | None = None,
    why: VoidReason | None = None,
) -> ImpostorState:
    round_, secret, table = state.public.round, state.secret, state.public.table
    if round_ is None or secret.word is None:
        raise InvariantBroken("a word that is not on cannot end")
    closed = round_.ballots
    awards = [_award(state, p, winners, guesser) for p in at_the_table(state)] if winners else []
    state, broken_off = shut(state)
    reveal = Reveal(
        word=secret.word,
        cards={p.id: RevealedCard(state.hands[p.id].card.kind) for p in table.players if p.id in state.hands},
        guess=guess,
        ballots=closed.plus(Ballot(votes(broken_off))) if broken_off else closed,
    )
    number = len(secret.impostors)
    left = ballots_at_most(number) - len(closed)
    clues = keep_at_the_reveal(state, round_.clues)
    state = with_round(state, turn=None, impostors=number, ballots_left=left, clues=clues)
    return end_round(state, Result(outcome, winners, reveal, tuple(awards), why), table.options.words)


def _award(state: ImpostorState, player: PlayerId, winners: str | None, guesser: PlayerId | None) -> Points:
    assert state.public.round is not None
    impostors = state.secret.impostors
    if player in impostors:
        earned = {
            "team_win": IMPOSTOR_WINS * (winners == "impostors"),
            "word_guessed": WORD_GUESSED * (player == guesser),
        }
    else:
        right = sum(ballot.votes.get(player) in impostors for ballot in state.public.round.ballots)
        earned = {
            "team_win": CIVILIAN_WINS * (winners == "civilians"),
            "vote_on_impostor": VOTE_ON_IMPOSTOR * right,
        }
    return award(player, earned)
