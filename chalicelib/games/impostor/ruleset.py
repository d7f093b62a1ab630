"""The game of `impostor`, as data: read this first. A "round" of the engine is one word here.

Where the rules are silent:
- A round's `laps` are those before the next ballot: each extra lap adds one to it, so `lap` never exceeds it.
- Turns are told apart by `phase_seq`, laps by `lap`; a turn that its player's leaving ends leaves no clue.
- The same clue may be given twice, by anybody; an impostor's may contain what it likes, the word too.
- A clue that is written in `spoken` mode is checked like any other. Texts are kept as they are shown:
  composed, one blank between words, without control characters; they are measured in that form.
- Of clues that no view has room for (more than some 160; fewer when the word is over), the oldest laps go.
- With `help: hint` an impostor sees the hint alone, with `category` the category alone.
- `was` is said in the words of the cards: `impostor` or `civilian`.
- A ballot of blanks alone sends nobody out, like any tie.
- Whoever was voted out still counts as one of three players of the word as long as they stay at the table.
- Where fewer than three are left and the impostors have parity too, it is void as `too_few`.
- In the last chance others may go: it ends only when fewer than three of the word stay.
- The last living impostor's own leaving counts from the deal on, even if fewer than three stay.
- A lap that its opener leaves goes on without them; the next one's is drawn among the living civilians.
- A ballot that is broken off is revealed with the votes it had, brings no points and is no `round.ballots`.
- Each reason stands once in `because`, however many votes brought its points.
- The guess that ended a word is revealed as it was typed; of one that ran out of time there is none.
- When all words of the chosen categories were dealt, they start over; the very last word does not come twice
  in a row.
"""

from chalicelib.core.ruleset import Ruleset
from chalicelib.core.state import State
from chalicelib.games.impostor import dealing
from chalicelib.games.impostor.bot import BOTS
from chalicelib.games.impostor.keeping import LISTED, fit
from chalicelib.games.impostor.leaving import left
from chalicelib.games.impostor.phases import ballot, clues, last_chance
from chalicelib.games.impostor.resample import resample
from chalicelib.games.impostor.reveal import void
from chalicelib.games.impostor.state import ImpostorState, Options, Secret
from chalicelib.games.impostor.talk import heard, may_say, unsaid
from chalicelib.games.impostor.texts import TEXTS
from chalicelib.mechanics import lobby, seating
from chalicelib.mechanics.table import Public

SEATS = seating.Seats(range(dealing.LEAST, dealing.MOST + 1), listed=LISTED, fit=fit)


def new(seed: str, options: Options, locale: str) -> ImpostorState:
    """A room in which nobody sits yet."""
    table = lobby.new_table(options, locale)
    return State(public=Public(table, None, None), phase=lobby.LOBBY, hands={}, secret=Secret(), seed=seed)


RULESET = Ruleset(
    id="impostor",
    family="secret_word",
    title={"es": "Impostor", "en": "Impostor", "ru": "Самозванец"},
    locales=("es",),
    players=SEATS.players,
    state_type=ImpostorState,
    options=Options,
    phases=(
        *lobby.phases(
            Options,
            SEATS,
            dealing.deal,
            clues.begin_lap,
            before_deal=lambda view: None,
            in_dealt=(lobby.interrupt(void),),
            configure_later=False,
            bots=True,
        ),
        clues.PHASE,
        ballot.PHASE,
        last_chance.PHASE,
    ),
    common=seating.moves(left, SEATS),
    new=new,
    deck_id=lambda options: dealing.DECK_ID,
    rounds_total=lambda options: options.words,
    candidates=lambda view, deck: None,
    resample=resample,
    texts=TEXTS,
    may_say=may_say,
    heard=heard,
    unsaid=unsaid,
    bots=BOTS,
)
