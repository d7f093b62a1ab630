"""The forms of a secret word, made when its deck is built: what a clue may not contain and a guess may be.

Rather too many than too few: a form that nobody ever says blocks nothing.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import product
from typing import NamedTuple

from chalicelib.mechanics.ordinary import ORDINARY
from chalicelib.mechanics.readings import content, plain

Inflection = Callable[[str], Iterator[str]]


class Forms(NamedTuple):
    """The forms of one word, sorted; `Word` says what each is for."""

    blocked: tuple[str, ...]
    alone: tuple[str, ...]
    accepted: tuple[str, ...]


def forms(
    spanish: str,
    english: Iterable[str],
    synonyms: Iterable[str] = (),
    telling: Iterable[str] = (),
    *,
    exact: bool = False,
    animate: bool = False,
) -> Forms:
    """All forms of a word, from its names in both languages and what else it is called in either.

    `telling` is kept from clues and guesses nothing; `exact` keeps accents, but for a clue that is the word
    alone; `animate` adds the other gender.
    """

    def made(names: Iterable[str], inflection: Inflection) -> set[str]:
        inflected = (form for name in names for form in _inflected(name, inflection))
        return {" ".join(content(plain(form, accents=exact))) for form in inflected}

    names = (spanish, *synonyms)
    named = made(names, number)
    if animate:
        named |= made(names, number_and_gender) - _OTHER_MEANINGS
    told = made(telling, number)
    if len(content(plain(spanish))) == 1:
        told |= made([spanish], diminutives) - _OTHER_MEANINGS
    named, told = _untilded(named), _untilded(told)
    in_english = made((*english, *synonyms), english_number)
    kept = named | told | in_english
    alone = (kept & ORDINARY) - made([spanish], number)
    if exact:  # said by itself, `te` is meant for `té`
        alone |= {plain(form).replace("ñ", "n") for form in made([spanish], number)} - kept
    return Forms(
        blocked=tuple(sorted(kept - alone)),
        alone=tuple(sorted(alone)),
        accepted=tuple(sorted({plain(form).replace(" ", "") for form in named | in_english})),
    )


def number(word: str) -> Iterator[str]:
    """A Spanish word in singular and plural, accents as they come."""
    yield word
    if word.endswith("z"):
        yield f"{word[:-1]}ces"
    elif word.endswith("s"):
        if len(word) < 5 or word[-2] in "áéíóú":
            yield f"{word}es"
    else:
        if word[-1] not in "dlnr":
            yield f"{word}s"
        if word[-1] not in "aeioé":
            yield f"{word}es"
    if _PLURAL.search(word):
        yield word[:-1]
        if word.endswith("ces"):
            yield f"{word[:-3]}z"
        elif word.endswith("es"):
            yield word[:-2]


def number_and_gender(word: str) -> Iterator[str]:
    """A Spanish word for a living being in all of its forms, the other gender's too."""
    for one in {word, *_other_gender(plain(word))}:
        yield from number(one)


def diminutives(word: str) -> Iterator[str]:
    """A Spanish word made small: `gatito`, `vaquita`, `cochecito`, `panecito`, in singular and plural."""
    for singular in {plain(word), *(form for form in number(plain(word)) if len(form) < len(word))}:
        stem, last = singular[:-1], singular[-1]
        if last in "ao":
            for ending, soft in _BEFORE_I:
                if stem.endswith(ending):
                    stem = stem.removesuffix(ending) + soft
                    break
            small = {f"{stem}it{last}"}
        elif last == "e":
            small = {f"{singular}cit{gender}" for gender in "ao"} | {f"{stem}it{gender}" for gender in "ao"}
        elif last == "z":
            small = {f"{stem}{ending}it{gender}" for ending in ("c", "cec") for gender in "ao"}
        elif _PLURAL.search(singular):
            continue
        else:
            endings = {"" if last in "ls" else "c", "ec" if len(singular) < 5 else "c"}
            small = {f"{singular}{ending}it{gender}" for ending in endings for gender in "ao"}
        for form in small if len(singular) > 2 else ():
            yield from (form, f"{form}s")


def english_number(word: str) -> Iterator[str]:
    """An English word in singular and plural."""
    yield word
    if word in _ENGLISH_IRREGULAR:
        yield _ENGLISH_IRREGULAR[word]
    elif word.endswith(("man", "men")):
        yield f"{word[:-3]}{'men' if word.endswith('man') else 'man'}"
    elif re.search(r"[^aeiou]y$", word):
        yield f"{word[:-1]}ies"
    elif re.search(r"(?:s|x|z|ch|sh|o)$", word):
        yield from (f"{word}es", f"{word}s")
    else:
        yield f"{word}s"
    if re.search(r"[^s]s$", word) and len(word) > 3:
        yield word[:-1]
        if word.endswith("ies"):
            yield f"{word[:-3]}y"
        elif word.endswith("ves"):
            yield from (f"{word[:-3]}f", f"{word[:-3]}fe")
        elif word.endswith("es"):
            yield word[:-2]


_PLURAL = re.compile(r"(?<=\w{3})s$(?<![áéíóú]s)(?<=[aeiou]s)")
_BEFORE_I = (("gu", "gü"), ("c", "qu"), ("g", "gu"), ("z", "c"), ("i", ""))
_GENDER_BY_ENDING = (
    (re.compile(r"o$"), "a"),
    (re.compile(r"(?<=[^aeiou])e$"), "a"),
    (re.compile(r"(?<=[oaie])(?P<last>[nrsl])$"), r"\g<last>a"),
    (re.compile(r"(?<=[eo]r)a$"), "o"),
    (re.compile(r"(?<=or)a$"), ""),
)
_PAIRS = (
    "actor actriz, alcalde alcaldesa, brujo bruja, conde condesa, duque duquesa, emperador emperatriz,"
    " gallo gallina, heroe heroina, hijo hija, niño niña, padrino madrina, poeta poetisa, principe princesa,"
    " rey reina, sacerdote sacerdotisa, tigre tigresa, vampiro vampiresa, profeta profetisa, zar zarina"
)
_IRREGULAR_GENDER = {
    one: other
    for pair in _PAIRS.split(", ")
    for one, other in (tuple(pair.split()), tuple(reversed(pair.split())))
}
_ENGLISH_PAIRS = (
    "cactus cacti, calf calves, child children, die dice, dwarf dwarves, elf elves, fish fishes, foot feet,"
    " german germans, goose geese, half halves, hoof hooves, human humans, knife knives, leaf leaves,"
    " life lives, loaf loaves, mouse mice, ox oxen, person people, scarf scarves, sheep sheep, shelf shelves,"
    " thief thieves, tooth teeth, wife wives, wolf wolves"
)
_ENGLISH_IRREGULAR = {
    one: other
    for pair in _ENGLISH_PAIRS.split(", ")
    for one, other in (tuple(pair.split()), tuple(reversed(pair.split())))
}
# What the rules above would make, though everybody takes it for another word.
_MISTAKES = """
    cartera carteras cartita pata patas rato ratos rito ritos salita salitas solita solitas solito solitos
"""
_OTHER_MEANINGS = frozenset(_MISTAKES.split())
# Words of Spanish that another one would be if its ñ were typed as n.
_UNTILDED = """
    ano anos bano campana campanas cana canas canon cuna cunas dona donas lena mana mona monas mono monos
    ordenar pana panal panales pena penas pino pinos sena sonar sueno tina tinas una unas
"""
_WITHOUT_TILDE = frozenset(_UNTILDED.split())


def _inflected(name: str, inflection: Inflection) -> Iterator[str]:
    """A name with each of its words inflected in every way, and all of its words glued together."""
    whole = plain(name, accents=True)
    words = content(whole)
    if len(set(map(plain, words))) > 1:
        yield from map(" ".join, product(*(sorted(set(inflection(word))) for word in words)))
        yield from ("".join(words), "".join(re.findall(r"\w+", whole)))
    else:
        yield from inflection("".join(words))


def _untilded(forms: set[str]) -> set[str]:
    """The forms, and what becomes of them on a keyboard without ñ, unless that is another word."""
    return forms | ({form.replace("ñ", "n") for form in forms} - _WITHOUT_TILDE)


def _other_gender(word: str) -> Iterator[str]:
    if word in _IRREGULAR_GENDER:
        yield _IRREGULAR_GENDER[word]
    for ending, other in _GENDER_BY_ENDING:
        if ending.search(word):
            yield ending.sub(other, word)
