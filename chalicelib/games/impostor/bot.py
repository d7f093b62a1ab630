"""How bots play: what they say, whom they vote for, what they guess, all from their own view.

Civilians say what shows that they know the word without telling it to whoever does not. Impostors keep
chances over the bank, say what fits what they believe, and guess the likeliest. All vote for whoever's clues
speak most against knowing the word. Levels differ in how much of the clues a bot notices, and in how often
it takes the second best.
"""

from collections.abc import ItemsView, Iterable, Mapping
from dataclasses import dataclass
from heapq import nlargest
from itertools import islice
from math import fsum, log
from typing import TypeVar

from chalicelib.core.action import Action
from chalicelib.core.bots import Bots
from chalicelib.core.deck import CardId, Deck
from chalicelib.core.ids import PlayerId, seat_number
from chalicelib.core.rng import Rng
from chalicelib.games.impostor.actions import Clue, Guess
from chalicelib.games.impostor.listening import (
    ASTRAY,
    FAVOUR,
    FILLERS,
    GUESSWORK,
    NUMBERED,
    Heard,
    Lexicon,
    Meaning,
    believed,
    is_short,
    lexicon,
    listen,
    meaning_of,
    telling,
    trust,
    untold,
)
from chalicelib.games.impostor.phases.clues import CLUES
from chalicelib.games.impostor.phases.last_chance import LAST_CHANCE
from chalicelib.games.impostor.state import ImpostorView
from chalicelib.mechanics import ballot
from chalicelib.mechanics.ballot import Vote
from chalicelib.mechanics.clock import SECOND
from chalicelib.mechanics.inference import Chances
from chalicelib.mechanics.words import Word, clue_contains

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Level:
    """How much a bot notices: the share of clues, and how far a choice may be from the best one."""

    notice: float
    slip: float


LEVELS: Mapping[str, Level] = {
    "easy": Level(notice=0.4, slip=1.5),
    "normal": Level(notice=0.75, slip=0.7),
    "hard": Level(notice=1.0, slip=0.3),
}

MUCH_SAID, ALL_SAID = 10, 16
"""From so many clues on there is less and less to say, and from so many nothing."""
SHORTLIST = 5
"""The best choices, among which a slip may happen."""
CAUTION = 4.0
"""What it costs a civilian to tell the word to whoever listens."""
DISTRACTED = 0.28
"""Whoever does not know what is talked about keeps so much less of it."""
PRESSURE = 3.4
"""How much less it trusts what it believes when it has to name the word."""
DOUBT = 0.3
"""How much must speak against somebody for a vote that is not blank."""
CONSIDERED = 40
"""So many of the likeliest words an impostor has in mind when it speaks."""
PACES = {CLUES: (4, 12), ballot.PHASE: (4, 20), LAST_CHANCE: (6, 16)}
"""From how many seconds to how many a bot thinks, in each phase, where the time limit leaves it as much."""
LIMITS = {CLUES: "clue_seconds", ballot.PHASE: "vote_seconds", LAST_CHANCE: "guess_seconds"}


def wants(view: ImpostorView) -> bool:
    """Whether the bot is waited for."""
    round_, me = view.public.round, view.viewer
    if round_ is None or view.public.result is not None:
        return False
    if view.phase == CLUES:
        return round_.turn == me
    if view.phase == ballot.PHASE:
        return me in view.public.table.in_round and me not in round_.voted
    is_asked = round_.last_chance is not None and round_.last_chance.player == me
    return is_asked and view.phase == LAST_CHANCE


def pace(view: ImpostorView, rng: Rng) -> int:
    """How long a bot thinks, in ms: as people do, well within the time that there is."""
    least, most = PACES[view.phase]
    limit: int | None = getattr(view.public.table.options, LIMITS[view.phase])
    if limit is not None:
        most = min(most, limit * 2 // 3)
        least = min(least, most // 2)
    return least * SECOND + rng.below((most - least) * SECOND)


def policy(view: ImpostorView, deck: Deck, rng: Rng) -> Action:
    """What a bot does when it is waited for."""
    return decide(view, deck, rng, LEVELS[view.public.table.options.bot_level])


def decide(view: ImpostorView, deck: Deck, rng: Rng, level: Level) -> Action:
    """The same, at a level of its own."""
    mind = Mind(view, deck, rng, level)
    if view.phase == CLUES:
        return Clue(mind.clue())
    return Vote(mind.suspect()) if view.phase == ballot.PHASE else Guess(mind.guess())


class Mind:
    """What one bot makes of its view at one moment."""

    def __init__(self, view: ImpostorView, deck: Deck, rng: Rng, level: Level) -> None:
        """Hear the clues, as far as this bot notices them."""
        assert view.hand is not None and view.viewer is not None and view.public.round is not None
        self._view, self._deck, self._rng, self._level = view, deck, rng, level
        self._me: PlayerId = view.viewer
        self._card, self._round = view.hand.card, view.public.round
        self._known: Lexicon = deck.derived(lexicon)
        notice = level.notice * (1 if self._card.word else DISTRACTED)
        self._heard: list[Heard] = list(listen(view, deck, notice, rng.fork("notice")))

    def clue(self) -> str:
        """A word or two that nobody has said of this word, and that a civilian may say."""
        said = {meaning_of(clue.text) for clue in self._round.clues.each() if clue.text}
        word = self._word(self._card.word.id) if self._card.word else None
        if self._rng.share() < (len(said) - MUCH_SAID) / (ALL_SAID - MUCH_SAID):
            scored = dict[
                str, float
            ]()  # whether there is anything left to say must not tell who knows the word
        elif word is None:
            scored = self._for_those_who_do_not(said)
        else:
            scored = self._for_those_who_know(word, said)
        while scored:
            text = self._best(scored)
            if _may_say(word, text):
                return text
            del scored[text]
        # of laps that are out of sight nobody knows what was said in them
        unsaid = [] if self._round.clues.first > 1 else [f for f in FILLERS if meaning_of(f) not in said]
        while unsaid:
            text = self._rng.pick(unsaid)
            if _may_say(word, text):
                return text
            unsaid.remove(text)
        return self._numbered(word)

    def _numbered(self, word: Word | None) -> str:
        """What nobody else says of this word, since lap and seat are in it."""
        texts = [f"{what} {self._round.lap}{seat_number(self._me):02}" for what in NUMBERED]
        return next((text for text in texts if _may_say(word, text)), texts[0])

    def suspect(self) -> PlayerId | None:
        """Whoever's clues speak most against knowing the word; partners are spared."""
        spared = {self._me, *(self._card.partners or ())}
        others = [p for p in self._view.public.table.in_round if p not in spared]
        word = self._card.word.id if self._card.word else self._likeliest()
        trusted = trust(word, self._candidates(word), self._heard, self._deck)
        against: dict[PlayerId | None, float] = {p: -trusted.get(p, 0.0) for p in others}
        return self._best({None: DOUBT, **against})

    def guess(self) -> str:
        """The likeliest word, by its name."""
        word = self._deck.cards[self._likeliest()]
        assert isinstance(word, Word)
        return word.name

    def _for_those_who_know(self, word: Word, said: set[Meaning]) -> dict[str, float]:
        """What can be said of the word: the more it tells those who know it the better, but them alone."""
        outside = believed(self._candidates(word.id), self._heard, None)
        chance = outside.of(word.id)
        scored = {}
        for text, fits in self._fresh([word.id], said):
            told = chance / fsum(outside.of(each) for each in fits)
            scored[text] = telling(word.id, fits, outside, self._known) - CAUTION * told
        return scored

    def _for_those_who_do_not(self, said: set[Meaning]) -> dict[str, float]:
        """What fits the words that are likely: how far it can be expected to be trusted, over all of them."""
        chances = self._chances()
        likely = [card for card, _ in islice(chances.ranked(), CONSIDERED)]
        scored = {}
        for text, fits in self._fresh(likely, said):
            scored[text] = self._expected(fits, chances)
        return scored

    def _expected(self, fits: Iterable[CardId], chances: Chances) -> float:
        """How much a clue that fits these words can be expected to speak for knowing the right one."""
        right = told = 0.0
        guessed = GUESSWORK
        for card in fits:
            if chance := chances.of(card):
                sayings = len(self._known.sayings[card])
                right += chance
                guessed += chance / sayings
                told -= chance * log(sayings)
        return told + (1 - right) * log(ASTRAY) - log(guessed)

    def _fresh(self, cards: Iterable[CardId], said: set[Meaning]) -> ItemsView[str, tuple[CardId, ...]]:
        """What nobody has said of these cards yet, and which words it fits."""
        known = self._known.sayings
        return {s.text: s.fits for card in cards for s in known[card] if s.meaning not in said}.items()

    def _chances(self) -> Chances:
        """What this bot believes of a word that it was not shown; a hint counts as a clue."""
        chances = believed(self._candidates(None), self._heard, self._me)
        hint = self._card.help.hint if self._card.help else None
        fits = self._known.heard(hint) if hint else None
        if fits:
            chances.favour(fits, FAVOUR)
        return chances

    def _likeliest(self) -> CardId:
        """The likeliest word, or one about as likely."""
        top = list(islice(self._chances().ranked(), CONSIDERED))
        return self._best({card: log(chance) / PRESSURE for card, chance in top})

    def _candidates(self, word: CardId | None) -> list[CardId]:
        """The words that an impostor of this room has to choose from, as far as this bot can tell."""
        options = self._view.public.table.options
        category = self._card.help.category if self._card.help else None
        if word is not None and options.help == "category":
            category = self._deck.cards[word].group
        categories = options.categories if category is None else (category,)
        cards = [card for each in categories for card in self._known.by_category.get(each, ())]
        return cards or list(self._deck.ids)

    def _word(self, card: CardId) -> Word:
        word = self._deck.cards[card]
        assert isinstance(word, Word)
        return word

    def _best(self, scored: Mapping[T, float]) -> T:
        """The best choice, or at times one that is about as good (Gumbel noise)."""
        slip = self._level.slip
        best = nlargest(SHORTLIST, scored, key=lambda each: scored[each])
        return max(best, key=lambda each: scored[each] - slip * log(-log(self._rng.share() or 0.5)))


def _may_say(word: Word | None, text: str) -> bool:
    """Whether the rules let somebody with that word, or with none, say this."""
    return is_short(text) and (word is None or clue_contains(word, text) is None)


BOTS = Bots(wants, policy, pace, plays=lambda deck: not deck.derived(untold))
