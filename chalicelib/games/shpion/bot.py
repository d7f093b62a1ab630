"""How bots play: what they ask and answer, whom they accuse and point at, when a spy names the word.

Residents answer by the truth and suspect whoever's answers do not fit the word. A spy keeps chances over the
open list, answers what the likely words would, asks what tells it most, accuses as if it were one of them,
and names the word when it is sure, or about to be caught. Levels differ in how much of the answers a bot
notices, and in how often it takes the second best. All of it is done when it is their turn, so that a table
of bots is no noisier than one of people.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from math import log
from typing import NamedTuple, TypeVar

from chalicelib.core.action import Action
from chalicelib.core.bots import Bots
from chalicelib.core.deck import CardId, Deck
from chalicelib.core.errors import InvariantBroken
from chalicelib.core.ids import PlayerId
from chalicelib.core.rng import Rng
from chalicelib.games.shpion.actions import Answer, Ask, Guess
from chalicelib.games.shpion.dealing import words
from chalicelib.games.shpion.state import Round, ShpionView
from chalicelib.games.shpion.talk import Chosen, ReadyQuestion
from chalicelib.mechanics import accusation, pointing, questions
from chalicelib.mechanics.accusation import Accuse, Vote
from chalicelib.mechanics.clock import SECOND
from chalicelib.mechanics.inference import Chances
from chalicelib.mechanics.pointing import Point
from chalicelib.mechanics.seating import others_in_round
from chalicelib.mechanics.topics import PARTLY, TRUE_ANSWERS, UNKNOWN, Topic
from chalicelib.mechanics.turn_order import answerers

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Level:
    """How much a bot notices: the share of answers, and how far a choice may be from the best one."""

    notice: float
    slip: float


LEVELS: Mapping[str, Level] = {
    "easy": Level(notice=0.4, slip=1.6),
    "normal": Level(notice=0.7, slip=0.8),
    "hard": Level(notice=0.95, slip=0.3),
}

TRUE, NEARLY, FALSE = 0.85, 0.3, 0.06
"""How often a resident gives the true answer, one that is half true, and one that is not."""
ACCUSED_FROM = 1.5
"""How much must speak against somebody for an accusation (the logarithm of how much likelier a spy it is)."""
GUILTY_FROM = 0.3
"""And for a vote against somebody who is accused by another."""
BLUFF = 0.09
"""A spy accuses in so many of its turns, about as often as the others do: none is cleared by accusing."""
DISTRACTED = 0.6
"""Whoever does not know what is talked about keeps so much less of it."""
SURE_FROM = 0.7
"""A spy names the word when it is so likely, …"""
CORNERED_FROM = 0.3
"""… or so likely while everybody else votes on its card."""
PACE_MS = (3 * SECOND, 8 * SECOND)


def wants(view: ShpionView) -> bool:
    """Whether the bot is waited for, or accused."""
    round_, me = view.public.round, view.viewer
    if round_ is None or me not in view.public.table.in_round:
        return False
    if view.phase == questions.QUESTIONS:
        return me == (round_.asked or round_.asker)
    if view.phase == accusation.PHASE and round_.accusation is not None:
        return me == round_.accusation.suspect or me in round_.accusation.missing
    return view.phase == pointing.PHASE and round_.pointing is not None and me not in round_.pointing.pointed


def pace(view: ShpionView, rng: Rng) -> int:
    """How long a bot thinks, in ms: a few seconds."""
    least, most = PACE_MS
    return least + rng.below(most - least)


def policy(view: ShpionView, deck: Deck, rng: Rng) -> Action | None:
    """What a bot does when its time has come."""
    return decide(view, deck, rng, LEVELS[view.public.table.options.bot_level])


def decide(view: ShpionView, deck: Deck, rng: Rng, level: Level) -> Action | None:
    """The same, at a level of its own."""
    mind, phase = Mind(view, deck, rng, level), view.phase
    if phase == questions.QUESTIONS:
        return mind.answer() if mind.is_asked else mind.turn()
    return mind.point() if phase == pointing.PHASE else mind.ballot()


class Heard(NamedTuple):
    """A ready-made question that somebody answered by one of the options."""

    player: PlayerId
    question: str
    option: str


class Mind:
    """What one bot makes of its view at one moment."""

    def __init__(self, view: ShpionView, deck: Deck, rng: Rng, level: Level) -> None:
        """Hear the answers, as far as this bot notices them."""
        assert view.hand is not None and view.viewer is not None and view.public.round is not None
        self._view, self._rng, self._level = view, rng, level
        self._me: PlayerId = view.viewer
        self._round: Round = view.public.round
        open_list = words(deck, self._round.theme.id, view.public.table.options.origin)
        self._topics = {card: _topic(deck, card) for card in open_list}
        self._word = view.hand.card.word.id if view.hand.card.word else None
        notice = level.notice * (1 if self._word else DISTRACTED)
        self._heard = [heard for heard in _answers(self._round) if rng.share() < notice]

    @property
    def is_asked(self) -> bool:
        """Whether an answer is awaited from this bot."""
        return self._round.asked == self._me

    def answer(self) -> Answer:
        """The truth; from a spy what is true of the words that it believes in."""
        asked = self._round.questions[-1]
        if not isinstance(asked, ReadyQuestion):
            raise InvariantBroken("a bot was asked in free words")
        if self._word is not None:
            return Answer(self._topics[self._word].answers[asked.question])
        # each answer as often as it is likely to be true: the likeliest alone would never be a half-truth
        shares = self._shares(asked.question)
        thresholds, drawn = accumulate(shares.values()), self._rng.share()
        passed = (option for option, until in zip(shares, thresholds, strict=True) if drawn < until)
        return Answer(next(passed, PARTLY))

    def turn(self) -> Action:
        """Name the word, accuse somebody, or ask."""
        if self._word is None and self._likeliest[1] >= SURE_FROM:
            return Guess(self._likeliest[0])
        suspects = self._suspects()
        has_accused = any(past.accuser == self._me for past in self._round.accusations)
        accused = None if has_accused else self._accused(suspects)
        return self._question(suspects) if accused is None else Accuse(accused)

    def ballot(self) -> Action | None:
        """Vote on somebody else's card; a spy whose own it is names the word if that is its best chance."""
        open_ = self._round.accusation
        assert open_ is not None
        if open_.suspect != self._me:
            against = self._suspects()[open_.suspect]
            return Vote(self._word is None or self._best({True: against, False: GUILTY_FROM}))
        if self._word is not None or len(open_.missing) > 1 or self._likeliest[1] < CORNERED_FROM:
            return None
        return Guess(self._likeliest[0])

    def point(self) -> Point:
        """At whoever's answers fit least."""
        return Point(self._best(self._suspects()))

    def _accused(self, suspects: Mapping[PlayerId, float]) -> PlayerId | None:
        """Whoever is suspected enough; a spy, at times, somebody who has answered."""
        if self._word is None:
            heard = {each.player for each in self._heard}
            answered = {p: against for p, against in suspects.items() if p in heard}
            return self._best(answered) if answered and self._rng.share() < BLUFF else None
        worst = self._best(suspects)
        return worst if suspects[worst] >= ACCUSED_FROM else None

    def _question(self, suspects: Mapping[PlayerId, float]) -> Ask:
        """Something that was not asked yet; a spy asks what tells it most, a resident whom it suspects."""
        whom = [p for p in answerers(self._view, self._me, self._round.asked_by).values if isinstance(p, str)]
        asked = {each.question for each in self._round.questions if isinstance(each, ReadyQuestion)}
        fresh = [each for each in self._round.theme.questions if each not in asked]
        telling = {
            q: self._entropy(q) if self._word is None else 0.0 for q in fresh or self._round.theme.questions
        }
        to = self._best({PlayerId(p): suspects.get(PlayerId(p), 0.0) for p in whom})
        return Ask(to, self._best(telling))

    def _suspects(self) -> dict[PlayerId, float]:
        """How much the answers of everybody else speak against their knowing the word.

        A spy, who does not know it either, judges by the word that it believes in most.
        """
        word = self._topics[self._word or self._likeliest[0]]
        against = {PlayerId(str(p)): 0.0 for p in others_in_round(self._view).values}
        for heard in self._heard:
            if heard.player in against and heard.option != UNKNOWN:
                by_spy = FALSE + self._frequency(heard)
                against[heard.player] += log(by_spy / _likelihood(word, heard.question, heard.option))
        return against

    def _frequency(self, heard: Heard) -> float:
        """How many of the words of the list have this answer."""
        same = sum(topic.answers[heard.question] == heard.option for topic in self._topics.values())
        return same / len(self._topics)

    @cached_property
    def _chances(self) -> Chances:
        """What the answers of others tell of the word; none is ever ruled out."""
        chances = Chances(self._topics)
        for heard in self._heard:
            if heard.player != self._me and heard.option != UNKNOWN:
                for card, topic in self._topics.items():
                    likelihood = _likelihood(topic, heard.question, heard.option)
                    chances.favour((card,), likelihood / FALSE)
        return chances

    @cached_property
    def _likeliest(self) -> tuple[CardId, float]:
        return next(self._chances.ranked())

    def _shares(self, question: str) -> Mapping[str, float]:
        """How likely each answer is to be the true one."""
        shares: dict[str, float] = defaultdict(float)
        for card, topic in self._topics.items():
            shares[topic.answers[question]] += self._chances.of(card)
        return shares

    def _entropy(self, question: str) -> float:
        return -sum(share * log(share) for share in self._shares(question).values() if share)

    def _best(self, scored: Mapping[T, float]) -> T:
        """The best choice, or at times one that is about as good (Gumbel noise)."""
        slip = self._level.slip
        return max(scored, key=lambda each: scored[each] - slip * log(-log(self._rng.share() or 0.5)))


def _topic(deck: Deck, card: CardId) -> Topic:
    topic = deck.cards[card]
    if not isinstance(topic, Topic):
        raise InvariantBroken("the game is played with topics")
    return topic


def _answers(round_: Round) -> Iterable[Heard]:
    for each in round_.questions:
        if isinstance(each, ReadyQuestion) and isinstance(each.answer, Chosen):
            yield Heard(each.to, each.question, each.answer.option)


def _likelihood(topic: Topic, question: str, option: str) -> float:
    """How often somebody who knows the word answers so."""
    truth = topic.answers[question]
    if option == truth:
        return TRUE
    return NEARLY if PARTLY in (option, truth) and option in TRUE_ANSWERS else FALSE


BOTS = Bots(wants, policy, pace)
