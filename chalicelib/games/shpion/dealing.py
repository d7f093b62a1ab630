"""Giving out the cards: a theme of the mix, one word of it for all residents, nothing for the spy."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import cycle

from chalicelib.core.action import Context
from chalicelib.core.deck import Card as DeckCard
from chalicelib.core.deck import CardId, CardRef, Deck, ThemeRef
from chalicelib.core.ids import PlayerId
from chalicelib.core.rng import Rng
from chalicelib.games.shpion.state import Card, Hand, Options, Round, Secret, ShpionState
from chalicelib.games.shpion.themes import PRESETS
from chalicelib.mechanics.dealing import draw

LEAST = 3
MOST = 12
DECK_ID = "shpion-temy"


def mix(options: Options) -> tuple[str, ...]:
    """The themes that the room wants to play."""
    return PRESETS[options.themes] if isinstance(options.themes, str) else options.themes


def in_play(deck: Deck, options: Options) -> tuple[str, ...]:
    """Those of them that the deck has; of a deck that has none of them, all."""
    return tuple(theme for theme in mix(options) if theme in deck.groups) or tuple(deck.groups)


def words(deck: Deck, theme: str, origin: str) -> tuple[CardId, ...]:
    """The words of a theme in the deck's order, of one origin where the theme has any."""
    return deck.derived(_words)[theme, origin]


def deal(state: ShpionState, ctx: Context) -> ShpionState:
    """Draw a theme, a word of it, the spy, and roles where the word has some."""
    table, secret, deck = state.public.table, state.secret, ctx.deck
    players = table.in_round
    themes = _themes(in_play(deck, table.options), secret.themes, ctx.rng.fork("theme"))
    theme = themes[-1]
    cards = [deck.cards[card] for card in words(deck, theme, table.options.origin)]
    word, dealt = draw(cards, secret.dealt, secret.word, ctx.rng.fork("word"))
    spy = ctx.rng.fork("spy").pick(players)
    round_ = Round(table.dealt, deck.ref, ThemeRef(theme, deck.questions[theme]))
    return replace(
        state,
        public=replace(state.public, round=round_),
        hands=hands(players, spy, word, ctx.rng.fork("roles").shuffled(word.roles)),
        secret=Secret(CardRef(word.id), spy, dealt=dealt, themes=themes),
    )


def hands(
    players: Sequence[PlayerId], spy: PlayerId, word: DeckCard, roles: Sequence[str]
) -> dict[PlayerId, Hand]:
    """Everybody's hand, if this is the spy and this the word; roles differ while there are enough of them."""
    dealt, names = {}, cycle(roles or [None])
    for p in players:
        dealt[p] = Hand(Card("spy") if p == spy else Card("resident", CardRef(word.id), next(names)))
    return dealt


def _themes(mix: tuple[str, ...], played: tuple[str, ...], rng: Rng) -> tuple[str, ...]:
    """The themes played and one more: none again before all of the mix, none twice in a row if avoidable."""
    fresh = [theme for theme in mix if theme not in played]
    if fresh:
        return (*played, rng.pick(fresh))
    again = [theme for theme in mix if theme != played[-1]] or mix
    return (rng.pick(again),)


def _words(deck: Deck) -> Mapping[tuple[str, str], tuple[CardId, ...]]:
    """The words by theme and filter."""
    found: dict[tuple[str, str], list[CardId]] = defaultdict(list)
    for card in deck.cards.values():
        for origin in ("any", "ours", "foreign"):
            if card.group is not None and (origin == "any" or card.origin in (None, origin)):
                found[card.group, origin].append(card.id)
    return {key: tuple(cards) for key, cards in found.items()}
