"""What scenarios of `espia` may state: small decks, the spies, the place, the roles, who asks first."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from chalicelib.core.deck import Card, CardId, CardRef, Deck
from chalicelib.core.ids import PlayerId
from chalicelib.games.espia.state import Card as Held
from chalicelib.games.espia.state import EspiaState, Hand
from chalicelib.mechanics.table import with_round, with_secret

_FAMILIAR = {
    "circo": "payaso trapecista domadora mago taquillera forzudo equilibrista malabarista presentadora",
    "museo": "guía vigilante pintora turista ladrón directora copista restaurador maestra",
    "piscina": "socorrista nadadora entrenador niño abuela conserje cocinero saltadora novato",
    "tren": "maquinista revisora viajero polizón camarera mecánico ciclista soldado azafata",
}
_COMPLETA = _FAMILIAR | {
    "casino": "crupier jugadora camarero portero cantante tramposo millonaria cajera detective",
    "taberna": "tabernera borracho poeta marinero cocinera músico espadachín cartera loco",
}
_ORDINALS = {"piscina": 1, "circo": 2, "tren": 5, "museo": 8, "taberna": 13, "casino": 21}


def _deck(id: str, places: Mapping[str, str]) -> Deck:
    """The places in alphabetical order."""
    cards = [Card(CardId(name), _ORDINALS[name], tuple(places[name].split())) for name in sorted(places)]
    return Deck(id, "1", {card.id: card for card in cards})


DECKS = {
    id: _deck(id, places) for id, places in (("espia-familiar", _FAMILIAR), ("espia-completa", _COMPLETA))
}


def deal(
    state: EspiaState,
    deck: Deck,
    who: Callable[[str], PlayerId],
    *,
    spy: str | None = None,
    spies: tuple[str, ...] = (),
    place: str | None = None,
    roles: Mapping[str, str] | None = None,
) -> EspiaState:
    """These are the spies, this is the place, and these residents have these roles of it."""
    drawn = state.secret.place
    assert drawn is not None
    held = deck.cards[CardId(place) if place else drawn.id]
    found = tuple(p for p in state.hands if p in {who(name) for name in (*spies, *filter(None, [spy]))})
    chosen = found or state.secret.spies
    assert len(chosen) == state.public.table.options.spies
    stated = {who(name): role for name, role in (roles or {}).items()}
    left_over = iter(role for role in held.roles if role not in stated.values())
    hands = {
        p: Hand(
            Held("spy")
            if p in chosen
            else Held("resident", CardRef(held.id), stated[p] if p in stated else next(left_over))
        )
        for p in state.hands
    }
    dealt = state.secret.dealt.minus(deck.cards[drawn.id]).plus(held)
    return with_secret(replace(state, hands=hands), place=CardRef(held.id), spies=chosen, dealt=dealt)


def start(state: EspiaState, who: Callable[[str], PlayerId], *, asker: str | None = None) -> EspiaState:
    """They ask first."""
    return with_round(state, asker=who(asker)) if asker else state
