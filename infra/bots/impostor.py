"""Words of `impostor` played by bots alone."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from chalicelib.core.action import Action
from chalicelib.core.deck import Deck
from chalicelib.core.legal import AnyState
from chalicelib.core.rng import Rng
from chalicelib.decks.library import Library
from chalicelib.games.impostor.actions import Clue
from chalicelib.games.impostor.bot import LEVELS, decide
from chalicelib.games.impostor.dealing import DECK_ID
from chalicelib.games.impostor.phases.clues import CLUES
from chalicelib.games.impostor.ruleset import RULESET
from chalicelib.games.impostor.state import ImpostorView, Options
from chalicelib.mechanics.words import Word
from infra.bots.interval import Share
from infra.bots.table import HOST, Pace, Player, dealt, played

PLAYERS = 6
OPTIONS = Options(impostors=1, clue_seconds=None, vote_seconds=None, guess_seconds=None)
ANY_WORD = replace(OPTIONS, help="none")
"""The impostor is told nothing: all words of the bank are possible."""


def bot(level: str) -> Player:
    """A bot of that level."""
    return lambda view, deck, rng: decide(view, deck, rng, LEVELS[level])


NORMAL = bot("normal")


def says_anything(view: ImpostorView, deck: Deck, rng: Rng) -> Action | None:
    """Gives clues of other words at random; votes and guesses as a normal bot."""
    if view.phase != CLUES:
        return NORMAL(view, deck, rng)
    words = [card for card in deck.cards.values() if isinstance(card, Word)]
    return Clue(rng.pick(rng.pick(words).clues).text)


def says_it_again(view: ImpostorView, deck: Deck, rng: Rng) -> Action | None:
    """Repeats what somebody else has said; votes and guesses as a normal bot."""
    given = [clue.text for clue in view.public.round.clues.each() if clue.text] if view.public.round else []
    return Clue(rng.pick(given)) if view.phase == CLUES and given else NORMAL(view, deck, rng)


@dataclass
class Tally:
    """What came of so many words."""

    words: int = 0
    impostors_won: int = 0
    chances: int = 0
    guessed: int = 0
    first_seat_out: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)
    pace: Pace = field(default_factory=Pace)

    @property
    def won(self) -> Share:
        """How often the impostors won."""
        return Share(self.impostors_won, self.words)


def play_words(
    deck: Deck,
    words: int,
    *,
    civilians: Player = NORMAL,
    impostors: Player = NORMAL,
    stranger: Player | None = None,
    seed: str = "bots",
    players: int = PLAYERS,
    options: Options = OPTIONS,
) -> Tally:
    """So many words with one impostor; a `stranger` has the host's seat, and is a civilian."""
    tally = Tally()
    n = 0
    while tally.words < words:
        n += 1
        state = dealt(RULESET, deck, options, f"{seed}/{n}", players)
        if stranger is not None and HOST in state.secret.impostors:
            continue
        seats = {p: impostors if p in state.secret.impostors else civilians for p in state.hands}
        if stranger is not None:
            seats[HOST] = stranger
        _count(played(RULESET, deck, state, seats, tally.pace), tally)
    return tally


def _count(state: AnyState, tally: Tally) -> None:
    result = state.public.result
    tally.words += 1
    tally.outcomes[result.outcome] += 1
    tally.impostors_won += result.winners == "impostors"
    tally.chances += result.outcome in ("impostors_out", "impostor_guessed")
    tally.guessed += result.outcome == "impostor_guessed"
    tally.first_seat_out += any(ballot.out == HOST for ballot in result.reveal.ballots)


def report(words: int) -> Iterator[str]:
    """The figures, line by line."""
    deck = Library().rules_deck(DECK_ID)
    play_words(deck, 1)  # what the deck is studied for once, by the first bot of a process
    normal = play_words(deck, words)
    yield f"impostor: {words} words each, {PLAYERS} bots, one of them the impostor, {len(deck.cards)} words"
    yield f"  impostor side wins (normal)             {normal.won}"
    yield f"  last chances guessed right (normal)     {Share(normal.guessed, normal.chances)}"
    yield f"  endings                                 {dict(normal.outcomes.most_common())}"
    for name, player in ("random", says_anything), ("copy-cat", says_it_again):
        worse = play_words(deck, words, impostors=player)
        ahead, at_least = normal.won.ahead_of(worse.won)
        yield f"  a normal impostor beats a {name:8} one by {ahead:6.1%} (at least {at_least:.1%})"
    easy, hard = (play_words(deck, words, impostors=bot(level)) for level in ("easy", "hard"))
    ahead, at_least = hard.won.ahead_of(easy.won)
    yield f"  a hard impostor beats an easy one by     {ahead:6.1%} (at least {at_least:.1%})"
    easy, hard = (play_words(deck, words, civilians=bot(level)) for level in ("easy", "hard"))
    ahead, at_least = easy.won.ahead_of(hard.won)
    yield f"  hard civilians beat easy ones by         {ahead:6.1%} (at least {at_least:.1%})"
    odd = play_words(deck, words, stranger=says_anything)
    out = Share(odd.first_seat_out, odd.words)
    yield f"  a civilian of random clues goes out     {out}, {out.value * PLAYERS:.2f} × one in {PLAYERS}"
    any_word = play_words(deck, words, options=ANY_WORD)
    yield f"  refused clues {normal.pace.refused + any_word.pace.refused}"
    yield f"  a decision takes, its category told      {normal.pace}"
    yield f"  a decision takes, all words possible     {any_word.pace}"
