"""The game of `shpion`, as data: read this first.

Where the rules are silent:
- Cards are `resident` or `spy`, and so are the sides: `winners` is `residents` or `spies`.
- `themes` takes the name of a preset or a list of themes, which is kept in the order of the deck. The cycle
  of themes goes on over a rematch; when the mix is changed, those of the new one that were played in the
  running cycle count as used. A void round has used its theme.
- When all words of a theme were dealt, they start over; the very last word does not come twice in a row.
- `origin` filters the open list too. It shows while the round is on, to the audience as well.
- A question that was dropped stays listed without an answer; the one that `asked` still owes is the last.
- Questions are kept as they are shown: composed, one blank between words, without control characters; they
  are measured in that form. `ask` says which of the two it is: `text` may be empty, but not left out; to
  `answer` in one's own words without a `text` is to answer aloud.
- Of talk that a view of this table has no room for, the oldest goes, some of it at the reveal if people have
  come to watch meanwhile; `questions_before` counts it.
- While an answer is awaited the asker is refused with `not_your_turn`, like whoever was not asked.
- `pass_turn` may name anybody of the round, the sleeper and the asker too; they may ask anybody.
- When the asker has left with a question open, `asker` is null until it is answered. If the one asked leaves
  then too, the next in seat order after them asks.
- An open question is dropped when the round comes to the pointing.
- The guess ends the round in the middle of a ballot, which is then `dropped`; the accused spy may guess too.
- Whoever was pointed at by all others is opened whether they pointed at anybody or not.
- A player who leaves before the last accusation of an unlimited round has failed, or instead of accusing,
  brings it to the pointing if nobody else is left who could accuse; an open ballot is voted on first.
- The first accuser is told by the order of accusations, whether these failed, succeeded or were dropped.
- Bots accuse about as often as spies as they do as residents, so that accusing clears nobody.
- `seen` may be repeated while the cards lie dealt; it changes nothing then.
- A spy whom the host removes voids the round as one who leaves (`spy_left`).
- A ballot or pointing that is broken off is revealed with the votes it had; who had not voted is not in it.
"""

from chalicelib.core.deck import CardId, Deck
from chalicelib.core.ruleset import Ruleset
from chalicelib.core.state import State
from chalicelib.games.shpion import dealing
from chalicelib.games.shpion.bot import BOTS
from chalicelib.games.shpion.keeping import fit
from chalicelib.games.shpion.leaving import left
from chalicelib.games.shpion.phases import accusation, pointing, questions
from chalicelib.games.shpion.phases.notes import CROSS_OUT
from chalicelib.games.shpion.resample import resample
from chalicelib.games.shpion.reveal import void
from chalicelib.games.shpion.state import Options, Secret, ShpionState, ShpionView
from chalicelib.games.shpion.texts import TEXTS
from chalicelib.mechanics import lobby, seating
from chalicelib.mechanics.questions import start
from chalicelib.mechanics.table import Public

SEATS = seating.Seats(range(dealing.LEAST, dealing.MOST + 1), fit=fit)


def new(seed: str, options: Options, locale: str) -> ShpionState:
    """A room in which nobody sits yet."""
    table = lobby.new_table(options, locale)
    return State(public=Public(table, None, None), phase=lobby.LOBBY, hands={}, secret=Secret(), seed=seed)


def candidates(view: ShpionView, deck: Deck) -> tuple[CardId, ...] | None:
    """The words of the theme, for everybody."""
    public = view.public
    if public.round is None or not public.is_on:
        return None
    return dealing.words(deck, public.round.theme.id, public.table.options.origin)


RULESET = Ruleset(
    id="shpion",
    family="spyfall",
    title={"es": "Espía: temas", "en": "Spy: themes", "ru": "Шпион"},
    locales=("ru",),
    players=SEATS.players,
    state_type=ShpionState,
    options=Options,
    phases=(
        *lobby.phases(
            Options,
            SEATS,
            dealing.deal,
            start,
            before_deal=lambda view: None,
            in_dealt=(CROSS_OUT, lobby.interrupt(void)),
            configure_later=False,
            bots=True,
        ),
        questions.PHASE,
        accusation.PHASE,
        pointing.PHASE,
    ),
    common=seating.moves(left, SEATS),
    new=new,
    deck_id=lambda options: dealing.DECK_ID,
    rounds_total=lambda options: options.rounds,
    candidates=candidates,
    resample=resample,
    texts=TEXTS,
    bots=BOTS,
    unsaid=questions.unsaid,
)
