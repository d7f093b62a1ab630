"""The game of `espia`, as data: read this first.

Where the rules are silent:
- The host may pass the turn to anybody whom the asker could have asked, to themselves too.
- `seen` may be repeated while the cards lie dealt; it changes nothing then.
- Everybody in the audience is a player again as soon as the round is over.
- When the deck starts over, its last place does not come twice in a row.
- A spy whom the host removes voids the round as one who leaves (`spy_left`); `removed` is said where leaving
  would have had another end, in the last chance.
- A rematch forgets the seats of those who left.
- A ballot or pointing that is broken off is revealed with the votes it had; who had not voted is not in it.
"""

from chalicelib.core.deck import CardId, Deck
from chalicelib.core.ruleset import Ruleset
from chalicelib.core.state import State
from chalicelib.games.espia import dealing
from chalicelib.games.espia.leaving import left
from chalicelib.games.espia.phases import accusation, last_chance, pointing, questions
from chalicelib.games.espia.phases.notes import CROSS_OUT
from chalicelib.games.espia.resample import resample
from chalicelib.games.espia.reveal import void
from chalicelib.games.espia.state import EspiaState, EspiaView, Options, Secret
from chalicelib.games.espia.texts import TEXTS
from chalicelib.mechanics import lobby, seating
from chalicelib.mechanics.questions import start
from chalicelib.mechanics.table import Public


def new(seed: str, options: Options, locale: str) -> EspiaState:
    """A room in which nobody sits yet."""
    table = lobby.new_table(options, locale)
    return State(public=Public(table, None, None), phase=lobby.LOBBY, hands={}, secret=Secret(), seed=seed)


def candidates(view: EspiaView, deck: Deck) -> tuple[CardId, ...] | None:
    """The list of places, which only spies need."""
    is_spy = view.hand is not None and view.hand.card.kind == "spy"
    return deck.ids if is_spy and view.public.is_on else None


SEATS = seating.Seats(range(dealing.LEAST, dealing.MOST + 1))

RULESET = Ruleset(
    id="espia",
    family="spyfall",
    title={"es": "Espía", "en": "Spy", "ru": "Шпион: места"},
    locales=("es",),
    players=SEATS.players,
    state_type=EspiaState,
    options=Options,
    phases=(
        *lobby.phases(
            Options,
            SEATS,
            dealing.deal,
            start,
            before_deal=dealing.too_few_for_two,
            in_dealt=(CROSS_OUT, lobby.interrupt(void)),
            configure_later=True,
            bots=False,
        ),
        questions.PHASE,
        accusation.PHASE,
        pointing.PHASE,
        last_chance.PHASE,
    ),
    common=seating.moves(left, SEATS),
    new=new,
    deck_id=dealing.deck_id,
    rounds_total=lambda options: None,
    candidates=candidates,
    resample=resample,
    texts=TEXTS,
)
