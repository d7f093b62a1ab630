"""What scenarios of `impostor` may state: a small deck, the impostors, the word, who opens."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from chalicelib.core.deck import CardId, CardRef, Deck
from chalicelib.core.ids import PlayerId
from chalicelib.games.impostor.dealing import ballots_at_most, hands, word_of
from chalicelib.games.impostor.state import CATEGORIES, ImpostorState
from chalicelib.mechanics.clues import NO_CLUES
from chalicelib.mechanics.table import with_round, with_secret
from chalicelib.mechanics.words import Association, Word

_WORDS = {
    "lugares": "3/playa/beach/arena 8/museo/museum/cuadros 1/estadio/stadium/gradas",
    "animales": "40/tigre/tiger/rayas 33/pulpo/octopus/tentáculos",
    "comida": "70/arroz/rice/grano",
    "bebidas-y-dulces": "101/zumo/juice/vaso",
    "profesiones": "102/bombero/firefighter/manguera",
    "cosas-de-casa": "103/silla/chair/patas",
    "deportes": "104/esgrima/fencing/máscara",
    "transporte": "105/barco/ship/ancla",
    "naturaleza": "106/nube/cloud/lluvia",
    "cuerpo-humano": "107/codo/elbow/doblar",
    "ropa": "108/gorro/hat/lana",
    "musica": "109/flauta/flute/soplar",
    "paises-y-ciudades": "110/egipto/egypt/pirámides",
    "fiestas": "111/boda/wedding/anillos",
    "ocio": "112/cometa/kite/viento",
    "fantasia": "113/ogro/ogre/pantano",
    "tecnologia": "114/pantalla/screen/brillo",
    "escuela-y-oficina": "115/pizarra/blackboard/tiza",
    "cine-y-television": "116/guion/script/actores",
}
"""Of every category, since any of them may be chosen alone."""


def _words() -> Iterator[Word]:
    for category, listed in _WORDS.items():
        for spelt in listed.split():
            ordinal, es, en, hint = spelt.split("/")
            forms = frozenset({es, f"{es}s", en, f"{en}s"})
            yield Word(
                CardId(es),
                ordinal=int(ordinal),
                group=category,
                name=es.capitalize(),
                hint=hint,
                blocked=forms,
                alone=frozenset(),
                accepted=forms,
                clues=(Association("algo bonito", 1), Association("de verdad", 2), Association(hint, 3)),
                exact=False,
            )


_DECK = Deck(
    "impostor-palabras",
    "1",
    {word.id: word for word in sorted(_words(), key=lambda word: word.id)},
    {category: category.capitalize() for category in CATEGORIES},
)
DECKS = {_DECK.id: _DECK}


def deal(
    state: ImpostorState,
    deck: Deck,
    who: Callable[[str], PlayerId],
    *,
    impostor: str | None = None,
    impostors: tuple[str, ...] = (),
    word: str | None = None,
) -> ImpostorState:
    """These are the impostors, however many the options wanted, and this is the word."""
    secret, options = state.secret, state.public.table.options
    assert secret.word is not None
    held = CardRef(CardId(word)) if word else secret.word
    named = {who(name) for name in (*impostors, *filter(None, [impostor]))}
    chosen = tuple(p for p in state.hands if p in named) or secret.impostors
    number = None if state.public.round.impostors is None else len(chosen)
    dealt = secret.dealt.minus(deck.cards[secret.word.id]).plus(deck.cards[held.id])
    state = replace(state, hands=hands(tuple(state.hands), chosen, word_of(deck, held), deck, options))
    state = with_round(state, impostors=number, ballots_left=number and ballots_at_most(number))
    return with_secret(state, word=held, impostors=chosen, dealt=dealt)


def start(
    state: ImpostorState, who: Callable[[str], PlayerId], *, opener: str | None = None
) -> ImpostorState:
    """They open."""
    if opener is None:
        return state
    first = who(opener)
    return with_round(state, opener=first, turn=first, clues=NO_CLUES.opened_by(first))
