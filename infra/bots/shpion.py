"""Rounds of `shpion` played by bots alone."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from chalicelib.core.deck import Deck
from chalicelib.decks.library import Library
from chalicelib.games.shpion.bot import LEVELS, decide
from chalicelib.games.shpion.dealing import DECK_ID
from chalicelib.games.shpion.ruleset import RULESET
from chalicelib.games.shpion.state import Options
from infra.bots.interval import Share
from infra.bots.table import Pace, Player, dealt, played

PLAYERS = 5
OPTIONS = Options(themes="everything", vote_seconds=None)


def bot(level: str) -> Player:
    """A bot of that level."""
    return lambda view, deck, rng: decide(view, deck, rng, LEVELS[level])


NORMAL = bot("normal")


@dataclass
class Tally:
    """What came of so many rounds."""

    rounds: int = 0
    spy_won: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)
    pace: Pace = field(default_factory=Pace)

    @property
    def won(self) -> Share:
        """How often the spy won."""
        return Share(self.spy_won, self.rounds)


def play_rounds(
    deck: Deck,
    rounds: int,
    *,
    residents: Player = NORMAL,
    spy: Player = NORMAL,
    seed: str = "bots",
    players: int = PLAYERS,
    options: Options = OPTIONS,
) -> Tally:
    """So many rounds of ten minutes, of all themes in turn."""
    tally = Tally()
    for n in range(rounds):
        state = dealt(RULESET, deck, options, f"{seed}/{n}", players)
        seats = {p: spy if p == state.secret.spy else residents for p in state.hands}
        result = played(RULESET, deck, state, seats, tally.pace).public.result
        tally.rounds += 1
        tally.outcomes[result.outcome] += 1
        tally.spy_won += result.winners == "spies"
    return tally


def report(rounds: int) -> Iterator[str]:
    """The figures, line by line."""
    deck = Library().rules_deck(DECK_ID)
    play_rounds(deck, 1)  # what the deck is studied for once, by the first bot of a process
    normal = play_rounds(deck, rounds)
    yield f"shpion: {rounds} rounds each, {PLAYERS} bots, one of them the spy, all themes, ten minutes"
    yield f"  spy wins (normal)                       {normal.won}"
    yield f"  endings                                 {dict(normal.outcomes.most_common())}"
    easy, hard = (play_rounds(deck, rounds, spy=bot(level)) for level in ("easy", "hard"))
    ahead, at_least = hard.won.ahead_of(easy.won)
    yield f"  a hard spy beats an easy one by          {ahead:6.1%} (at least {at_least:.1%})"
    easy, hard = (play_rounds(deck, rounds, residents=bot(level)) for level in ("easy", "hard"))
    ahead, at_least = easy.won.ahead_of(hard.won)
    yield f"  hard residents beat easy ones by         {ahead:6.1%} (at least {at_least:.1%})"
    yield f"  refused decisions {normal.pace.refused}; a decision takes {normal.pace}"
