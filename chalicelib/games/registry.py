"""Every game of the service: the one line that a new game adds."""

from collections.abc import Iterator, Mapping
from importlib import import_module

from chalicelib.core.deck import CardId, Deck
from chalicelib.core.finding import Finding
from chalicelib.core.ruleset import Ruleset

GAMES = ("espia", "impostor", "shpion")


class Registry(Mapping[str, Ruleset]):
    """The rulesets by their ids, which name their packages.

    A game is imported when it is first asked for: a cold start pays for the one that is played there alone.
    """

    def __getitem__(self, game: str) -> Ruleset:
        """The rules of a game; raises KeyError."""
        if game not in GAMES:
            raise KeyError(game)
        ruleset: Ruleset = import_module(f"chalicelib.games.{game}.ruleset").RULESET
        return ruleset

    def __contains__(self, game: object) -> bool:
        """Whether there is such a game."""
        return game in GAMES

    def __iter__(self) -> Iterator[str]:
        """The ids, in the order in which they are offered."""
        return iter(GAMES)

    def __len__(self) -> int:
        """How many there are."""
        return len(GAMES)


RULESETS: Mapping[str, Ruleset] = Registry()


def bots_play(game: str, deck: Deck) -> bool:
    """Whether the game has bots, and a deck tells them enough to play with it."""
    bots = RULESETS[game].bots
    return bots is not None and bots.plays(deck)


def lint_own(game: str, deck: Deck, names: Mapping[CardId, str]) -> Iterator[Finding]:
    """What the game has to say of a deck that is not ours; imported when the first one comes."""
    found: Iterator[Finding] = import_module(f"chalicelib.games.{game}.deck").lint_own(deck, names)
    return found
