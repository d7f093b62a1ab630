"""From what a tenant sends to a deck, and everything that there is to say of it.

What keeps a game from being played fairly is an error; what is good style with us is advice. A card keeps its
ordinal from one version to the next: rooms remember by it what was dealt.
"""

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain, count
from typing import Any, NamedTuple

from pydantic_core import to_json

from chalicelib.core.deck import CardId, Deck
from chalicelib.core.finding import Finding, Severity, advised, error
from chalicelib.core.text import is_invisible
from chalicelib.decks.collation import collation
from chalicelib.decks.forms import forms
from chalicelib.decks.lint import AnyDeck, lint
from chalicelib.decks.model import (
    BY_GAME,
    Clues,
    Entry,
    Picture,
    Place,
    Question,
    QuestionTheme,
    Theme,
    TopicCard,
    WordCard,
)
from chalicelib.decks.own.source import (
    OwnCard,
    OwnClues,
    OwnDeck,
    OwnPicture,
    OwnPlace,
    OwnQuestionTheme,
    OwnTheme,
    OwnTopic,
    OwnWord,
)
from chalicelib.decks.source import render
from chalicelib.decks.themes import OPTIONS
from chalicelib.mechanics.readings import content, is_cut_short, plain

MOST_WORDS = 3
"""Of a name from which the forms of a secret word are made: each of its words has several."""
MOST_FORMS = 20_000
"""Of all the words of a deck."""
MOST_LISTED: Mapping[str, int] = {"espia": 8_000, "shpion": 3_400}
"""What a view has room for, in bytes: twice the ids of an open list, which may all be crossed out, and the
theme that they are of."""
MOST_SHOWN = 430
"""A card with its picture, in bytes: a view has it up to three times. Ours have some 300."""
MOST_FINDINGS = 100
"""So many errors, and so many warnings, are told at once."""

ADVICE = frozenset(
    {
        *("not_nfc", "stray_blank", "missing_blank", "straight_quote", "wrong_quotes", "hyphen_for_dash"),
        *("dots_for_ellipsis", "no_capital", "mixed_scripts", "foreign_letter", "cyrillic_numeral"),
        *("variant_character", "dotless_yo", "word_too_long", "forbidden_word", "picture_repeated"),
    }
)
"""What is a matter of style in the lint that the decks of all games share."""

Pictures = Mapping[str, Picture]
"""The pictures of our collection, by their places there."""
OfGame = Callable[[str, Deck, Mapping[CardId, str]], Iterable[Finding]]
"""What a game has to say of a deck, given the names of its cards."""


class TooManyForms(Exception):
    """It would take too long to make the forms of all words."""


class Judged(NamedTuple):
    """The deck that was made, unless its parts do not fit together, and all that was found."""

    deck: AnyDeck | None
    findings: tuple[Finding, ...]

    @property
    def is_good(self) -> bool:
        """Whether it can be played with."""
        return self.deck is not None and not self.errors

    @property
    def errors(self) -> tuple[Finding, ...]:
        """What must be mended."""
        return tuple(each for each in self.findings if each.severity is Severity.ERROR)


def judge(
    source: OwnDeck, deck_id: str, ordinals: Mapping[str, int], collection: Pictures, of_game: OfGame
) -> Judged:
    """Make a deck under an id, the cards of the version before having these ordinals, and look it over."""
    misfits = told(unfit(source, collection))
    if misfits:
        return Judged(None, misfits)
    try:
        deck = made(source, deck_id, numbered((card.id for card in source.cards), ordinals), collection)
    except TooManyForms:
        return Judged(None, (error("", "too_many_forms", f"> {MOST_FORMS}"),))
    if too_long := (*large_cards(deck), *long_lists(deck)):
        return Judged(None, too_long)
    names = {CardId(card.id): card.name for card in deck.cards}
    findings = chain(advised(lint(deck), ADVICE), of_game(deck.game, deck.rules, names))
    return Judged(deck, told(findings))


def told(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """The first errors and warnings, errors before warnings; nobody looks on once there are errors enough."""
    found: dict[Severity, dict[Finding, None]] = {Severity.ERROR: {}, Severity.WARNING: {}}
    for finding in findings:
        if len(found[finding.severity]) < MOST_FINDINGS:
            found[finding.severity][finding] = None
        elif finding.severity is Severity.ERROR:
            break
    return (*found[Severity.ERROR], *found[Severity.WARNING])


def numbered(cards: Iterable[str], known: Mapping[str, int]) -> Mapping[str, int]:
    """An ordinal for each card: its own, else the least that no card of the version before has."""
    taken = frozenset(known.values())
    free = (ordinal for ordinal in count(1) if ordinal not in taken)
    return {card: known.get(card) or next(free) for card in cards}


def unfit(source: OwnDeck, collection: Pictures) -> Iterator[Finding]:
    """What does not fit together, so that no deck can be made of it."""
    yield from (error("", "theme_repeated", id) for id in repeated(each.id for each in source.themes))
    yield from (error(id, "id_repeated", id) for id in repeated(each.id for each in source.cards))
    themes = {theme.id: theme for theme in source.themes}
    for theme in source.themes:
        yield from _wrong_picture(theme.picture, collection, "", theme.id)
        if isinstance(theme, OwnQuestionTheme):
            for id in repeated(each.id for each in theme.questions):
                yield error("", "question_repeated", f"{theme.id}/{id}")
    for card in source.cards:
        if card.group is not None and card.group not in themes:
            yield error(card.id, "theme_missing", card.group)
            continue
        if card.picture:
            yield from _wrong_picture(card.picture, collection, card.id, card.picture.src or "")
        if isinstance(card, OwnWord):
            yield from _shapeless(card)
        if isinstance(card, OwnTopic):
            yield from _wrong_answers(card, themes[card.theme])


def large_cards(deck: AnyDeck) -> Iterator[Finding]:
    """Cards that, with the addresses and names of their pictures, would make a view too large."""
    for card in deck.cards:
        size = len(to_json({**card.face(), "image": card.picture.shown("")}))
        if size > MOST_SHOWN:
            yield error(card.id, "card_too_large", f"{size} > {MOST_SHOWN} bytes")


def long_lists(deck: AnyDeck) -> Iterator[Finding]:
    """Lists that are shown as a whole, and would make a view too large."""
    most = MOST_LISTED.get(deck.game)
    for parts in deck.together() if most else ():
        ids = [part.id for part in parts if isinstance(part, Entry)]
        themes = [part for part in parts if isinstance(part, Theme)]
        size = 2 * len(to_json(ids)) + sum(len(to_json(theme.shown())) for theme in themes)
        if most and size > most:
            of = ", ".join(theme.id for theme in themes)
            yield error("", "list_too_long", f"{of} {size} > {most} bytes".strip())


def made(source: OwnDeck, deck_id: str, ordinals: Mapping[str, int], collection: Pictures) -> AnyDeck:
    """The deck, its version a digest of all that it is and was made from; raises `TooManyForms`."""
    themes = {theme.id: theme for theme in source.themes}
    in_order = collation(source.locale)

    def card(own: OwnCard) -> Entry:
        theme = themes.get(own.group or "")
        shared: dict[str, Any] = {
            "id": own.id,
            "ordinal": ordinals[own.id],
            "picture": _picture(own.picture or (theme.picture if theme else None), collection),
        }
        return _CARDS[type(own)](own, theme, shared)

    cards, forms_left = list[Entry](), MOST_FORMS
    for own in source.cards:
        cards.append(made_card := card(own))
        forms_left -= len(made_card.blocked) if isinstance(made_card, WordCard) else 0
        if forms_left < 0:
            raise TooManyForms
    model: Any = BY_GAME[source.game]
    parts: dict[str, Any] = {"cards": tuple(sorted(cards, key=lambda card: (in_order(card.name), card.id)))}
    if source.themes:
        parts["themes"] = tuple(_theme(theme, _picture(theme.picture, collection)) for theme in source.themes)
    head = source.model_dump(include={"game", "locale", "title", "rating"})
    deck: AnyDeck = model(schema=1, id=deck_id, version="", **head, **parts)
    digest = hashlib.sha256(render(deck).encode() + written(source))
    return deck.model_copy(update={"version": digest.hexdigest()[:12]})


def written(source: OwnDeck) -> bytes:
    """What was sent as JSON; sent again, it makes the same deck."""
    return source.model_dump_json(exclude_defaults=True).encode()


def _place(own: OwnPlace, theme: OwnTheme | None, shared: dict[str, Any]) -> Place:
    return Place(name=own.name, roles=tuple(own.roles), **shared)


def _word(own: OwnWord, theme: OwnTheme | None, shared: dict[str, Any]) -> WordCard:
    clues = own.clues or OwnClues()
    made = forms(
        own.es,
        own.en,
        synonyms=[each for each in own.block if not each.startswith("~")],
        telling=[each[1:] for each in own.block if each.startswith("~")],
        exact=own.exact,
        animate=own.animate,
    )
    return WordCard(
        name=own.es,
        en=own.en[0],
        category=own.category,
        hint=own.hint,
        exact=own.exact,
        clues=Clues(vague=tuple(clues.vague), middling=tuple(clues.middling), specific=tuple(clues.specific)),
        **made._asdict(),
        **shared,
    )


def _topic(own: OwnTopic, theme: OwnTheme | None, shared: dict[str, Any]) -> TopicCard:
    assert isinstance(theme, OwnQuestionTheme)
    return TopicCard(
        name=own.name,
        theme=own.theme,
        origin=own.origin,
        roles=tuple(own.roles),
        answers=tuple(own.answers[question.id] for question in theme.questions),
        **shared,
    )


_CARDS: Mapping[type[OwnCard], Callable[[Any, OwnTheme | None, dict[str, Any]], Entry]] = {
    OwnPlace: _place,
    OwnWord: _word,
    OwnTopic: _topic,
}


def _theme(own: OwnTheme, picture: Picture) -> Theme:
    if not isinstance(own, OwnQuestionTheme):
        return Theme(id=own.id, title=own.title, picture=picture)
    questions = tuple(Question(id=each.id, text=each.text) for each in own.questions)
    return QuestionTheme(id=own.id, title=own.title, picture=picture, questions=questions, options=OPTIONS)


def _wrong_picture(own: OwnPicture, collection: Pictures, card: str, detail: str) -> Iterator[Finding]:
    """A picture that is two, or that is not there, or that nobody is credited for."""
    credit = (own.author, own.licence, own.source)
    if own.src is not None:
        if own.url is not None or any(credit):
            yield error(card, "picture_ambiguous", detail)
        elif own.src not in collection:
            yield error(card, "picture_unknown", detail)
    elif own.url is None or not all(credit) or any(map(is_invisible, f"{own.author}{own.licence}")):
        yield error(card, "picture_missing", detail)


def _picture(own: OwnPicture | None, collection: Pictures) -> Picture:
    """The picture with its credit, once no fault was found in it."""
    assert own is not None
    if own.src is not None:
        return collection[own.src]
    return Picture.model_validate({**own.model_dump(exclude={"src", "url"}), "src": own.url})


def repeated(ids: Iterable[str]) -> list[str]:
    """The ids that are given more than once."""
    return [id for id, times in Counter(ids).items() if times > 1]


def _shapeless(word: OwnWord) -> Iterator[Finding]:
    """Names of which no forms can be made, or far too many."""
    for name in (word.es, *word.en, *(each.removeprefix("~") for each in word.block)):
        words = content(plain(name))
        if not 1 <= len(words) <= MOST_WORDS or is_cut_short(name):
            yield error(word.id, "word_form", name)


def _wrong_answers(topic: OwnTopic, theme: OwnTheme) -> Iterator[Finding]:
    """Questions of its theme without an answer, and answers without a question."""
    asked = {each.id for each in theme.questions} if isinstance(theme, OwnQuestionTheme) else set()
    for question in sorted(asked ^ topic.answers.keys()):
        yield error(topic.id, "wrong_answers", question)
