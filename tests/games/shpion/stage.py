"""What scenarios of `shpion` may state: a small deck, the word, the spy, the roles, who asks first."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from chalicelib.core.deck import CardId, CardRef, Deck, ThemeRef
from chalicelib.core.ids import PlayerId
from chalicelib.games.shpion.dealing import DECK_ID, hands
from chalicelib.games.shpion.state import ShpionState
from chalicelib.games.shpion.themes import PLACES, THEMES
from chalicelib.mechanics.table import with_hand, with_round, with_secret
from chalicelib.mechanics.topics import Topic

_ROLES = "кассир сторож гость уборщица врач ребёнок турист повар охранник певица вор"
_PLACES = "4/баня 9/музей 2/поезд 7/цирк"
_TOPICS = {
    "films": "ours:11/брат,12/зеркало foreign:13/матрица,14/титаник",
    "music": "ours:21/калинка,22/катюша foreign:23/йестердей,24/болеро",
    "books": "ours:31/идиот,32/обломов foreign:33/гамлет,34/дракула",
    "painting": "ours:41/демон,42/тройка foreign:43/герника,44/джоконда",
    "geography": "ours:51/байкал,52/волга foreign:53/нил,54/сахара",
    "history": "ours:61/крещение,62/оттепель foreign:63/реформация,64/чума",
}


def _topics() -> Iterator[Topic]:
    for spelt in _PLACES.split():
        yield _topic(spelt, PLACES, None, tuple(_ROLES.split()))
    for theme, lists in _TOPICS.items():
        for listed in lists.split():
            origin, _, words = listed.partition(":")
            for spelt in words.split(","):
                yield _topic(spelt, theme, origin, ())


def _topic(spelt: str, theme: str, origin: str | None, roles: tuple[str, ...]) -> Topic:
    ordinal, name = spelt.split("/")
    answers = {question: "yes" for question in _questions(theme)}
    return Topic(CardId(name), int(ordinal), roles=roles, group=theme, origin=origin, answers=answers)


def _questions(theme: str) -> tuple[str, ...]:
    return tuple(f"{theme}-{number}" for number in (1, 2, 3))


_DECK = Deck(
    DECK_ID,
    "1",
    {topic.id: topic for topic in sorted(_topics(), key=lambda topic: topic.id)},
    {theme: theme.capitalize() for theme in THEMES},
    {theme: _questions(theme) for theme in THEMES},
)
DECKS = {_DECK.id: _DECK}


def deal(
    state: ShpionState,
    deck: Deck,
    who: Callable[[str], PlayerId],
    *,
    spy: str | None = None,
    word: str | None = None,
    roles: Mapping[str, str] | None = None,
) -> ShpionState:
    """This is the spy, this the word (and its theme the round's), and these residents have these roles."""
    secret = state.secret
    assert secret.word is not None and secret.spy is not None
    held = deck.cards[CardId(word) if word else secret.word.id]
    chosen = who(spy) if spy else secret.spy
    played = (*secret.themes[:-1], str(held.group))
    dealt = secret.dealt.minus(deck.cards[secret.word.id]).plus(held)
    state = replace(state, hands=hands(tuple(state.hands), chosen, held, held.roles))
    for name, role in (roles or {}).items():
        state = with_hand(state, who(name), card=replace(state.hands[who(name)].card, role=role))
    state = with_round(state, theme=ThemeRef(str(held.group), deck.questions[str(held.group)]))
    return with_secret(state, word=CardRef(held.id), spy=chosen, dealt=dealt, themes=played)


def start(state: ShpionState, who: Callable[[str], PlayerId], *, asker: str | None = None) -> ShpionState:
    """They ask first."""
    return with_round(state, asker=who(asker)) if asker else state
