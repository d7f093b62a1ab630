"""Giving out the cards: one word for all civilians, for the impostors what help the room grants."""

from dataclasses import replace

from chalicelib.core.action import Context
from chalicelib.core.deck import Card as DeckCard
from chalicelib.core.deck import CardRef, Deck
from chalicelib.core.errors import InvariantBroken
from chalicelib.core.ids import PlayerId
from chalicelib.games.impostor.state import Card, Hand, Help, ImpostorState, Options, Round, Secret
from chalicelib.mechanics.dealing import draw
from chalicelib.mechanics.words import Word

LEAST = 3
MOST = 16
MOST_IMPOSTORS = 5
DECK_ID = "impostor-palabras"


def most_impostors(players: int) -> int:
    """Always fewer than civilians, and never above five."""
    return min(MOST_IMPOSTORS, (players - 1) // 2)


def ballots_at_most(impostors: int) -> int:
    """So many ballots are held for a word."""
    return 2 * impostors + 1


def in_play(deck: Deck, options: Options) -> list[DeckCard]:
    """The words of the chosen categories; of a deck that has none of them, all."""
    cards = list(deck.cards.values())
    return [card for card in cards if card.group in options.categories] or cards


def deal(state: ImpostorState, ctx: Context) -> ImpostorState:
    """Draw the word and new impostors."""
    table, secret = state.public.table, state.secret
    players, options = table.in_round, table.options
    card, dealt = draw(in_play(ctx.deck, options), secret.dealt, secret.word, ctx.rng.fork("word"))
    number = _number(options, len(players), ctx)
    drawn = ctx.rng.fork("impostors").sample(players, number)
    impostors = tuple(p for p in players if p in drawn)
    known = None if options.impostors == "random" else number
    round_ = Round(
        number=table.dealt,
        deck=ctx.deck.ref,
        laps=options.laps,
        impostors=known,
        ballots_left=None if known is None else ballots_at_most(known),
    )
    return replace(
        state,
        public=replace(state.public, round=round_),
        hands=hands(players, impostors, word_of(ctx.deck, CardRef(card.id)), ctx.deck, options),
        secret=Secret(CardRef(card.id), impostors, dealt),
    )


def hands(
    players: tuple[PlayerId, ...], impostors: tuple[PlayerId, ...], word: Word, deck: Deck, options: Options
) -> dict[PlayerId, Hand]:
    """Everybody's hand, if these are the impostors and this is the word."""
    help_ = _help(word, deck, options)
    civilian = Hand(Card("civilian", CardRef(word.id)))

    def hand(player: PlayerId) -> Hand:
        if player not in impostors:
            return civilian
        others = tuple(p for p in impostors if p != player)
        return Hand(
            Card("impostor", help=help_, partners=others if options.impostors_know_each_other else None)
        )

    return {p: hand(p) for p in players}


def word_of(deck: Deck, ref: CardRef) -> Word:
    """The word with all that is known of it."""
    card = deck.cards[ref.id]
    if not isinstance(card, Word):
        raise InvariantBroken("the game is played with words")
    return card


def _number(options: Options, players: int, ctx: Context) -> int:
    most = most_impostors(players)
    match options.impostors:
        case "random":
            return 1 + ctx.rng.fork("number").below(most)
        case "auto":
            return min(most, max(1, players // 4))
        case number:
            return min(most, int(number))


def _help(word: Word, deck: Deck, options: Options) -> Help | None:
    if options.help == "category" and word.group is not None:
        return Help(category=word.group, category_name=deck.groups.get(word.group))
    return Help(hint=word.hint) if options.help == "hint" else None
