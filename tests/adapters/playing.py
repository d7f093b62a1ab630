"""Rooms to store, come to by playing."""

import random
from collections.abc import Iterator
from typing import Any

from chalicelib.core.action import Action, Context
from chalicelib.core.deck import Card, CardId, Deck
from chalicelib.core.ids import Millis, PlayerId
from chalicelib.core.legal import AnyState, Candidate, Candidates, Choice, OneOf
from chalicelib.core.play import next_due, play
from chalicelib.core.view import project
from chalicelib.games.espia.ruleset import RULESET
from chalicelib.games.espia.state import Options
from chalicelib.mechanics.lobby import Deal, Interrupt, Seen, Start
from chalicelib.mechanics.seating import Enter
from chalicelib.rooms.receipts import kept
from chalicelib.rooms.room import Delivery, Document, Room, RoundRecord, SeatKey, closing
from chalicelib.tenants.usage import Usage

NOW = 1_800_000_000_000
PLACES = [CardId(f"lugar-{n}") for n in range(12)]
DECK = Deck(
    "espia-familiar",
    "1",
    {id: Card(id, n, tuple(f"Papel {role} de {id}" for role in range(10))) for n, id in enumerate(PLACES)},
)
NAMES = ["Ana", "Ñaña", "Юля", "Eva \N{FOX FACE}", "O'Neil", "Bea", "Carla", "Dani", "Elías", "Fé"]
WEIGHTS = {"leave": 1, "remove": 1, "interrupt": 1, "finish": 3, "make_host": 3, "configure": 5, "deal": 99}
"""How often a random walk takes a step, against 20 for all others."""


def after(state: AnyState, action: Action, actor: str | None = None, now: int = NOW) -> AnyState:
    """The state after an action that the rules accept."""
    outcome = play(RULESET, state, action, Context(PlayerId(actor) if actor else None, Millis(now), DECK))
    assert outcome.rejection is None, outcome.rejection
    return outcome.state


def seated(players: int = 3, seed: str = "a" * 32) -> AnyState:
    """People at a table, and nothing dealt."""
    state = RULESET.new(seed, Options(), "es")
    for name in NAMES[:players]:
        state = after(state, Enter(name))
    return state


def asking(players: int = 3) -> AnyState:
    """A round in which questions are asked and the clock runs."""
    state = after(seated(players), Deal(), "p1")
    for number in range(players):
        state = after(state, Seen(), f"p{number + 1}")
    return after(state, Start(), "p1")


def over(players: int = 3) -> AnyState:
    """A round that the host broke off."""
    return after(asking(players), Interrupt(), "p1")


def room(state: AnyState | None = None, code: str = "K7MPQ", id: str = "a1" * 8, **changes: Any) -> Room:
    """A room around a state, as it is created."""
    state = state or seated()
    seats = {
        player.id: SeatKey(
            f"nonce of {player.id}", f"digest of {player.id}", kept(b"took one"), kept(b"did more")
        )
        for player in state.public.table.players
    }
    document = Document(id, NOW, 1, state, seats)
    return Room(code, "espia", document, closing(NOW, NOW), **changes)


def record(number: int = 1, match: int = 1) -> RoundRecord:
    """A finished round."""
    names = {PlayerId(f"p{n + 1}"): name for n, name in enumerate(NAMES[:3])}
    return RoundRecord(match, number, DECK.id, NOW, names, over().public.result)


def delivery(number: int = 1) -> Delivery:
    """A finished round on its way, and what was used in it."""
    return Delivery(NOW, record(number), Usage(rounds=1, player_ms=number * 480_000, actions=23))


def wandering(seed: int, steps: int) -> Iterator[AnyState]:
    """States on a random walk through what the rules allow, time included."""
    dice = random.Random(seed)
    now, state = NOW, dice.choice([seated, asking])(dice.randint(3, 10))
    for _ in range(steps):
        due = next_due(RULESET, state)
        now += max(dice.choice([*[0, 700] * 5, due.at - now if due else 0]), 0)
        actor = dice.choice([p.id for p in state.public.table.players])
        view = project(state, actor)
        moves = RULESET.legal(view)
        if dice.random() < 0.05:
            state = play(RULESET, state, Enter(f"Otra {now} {dice.random()}"), _context(None, now)).state
        elif moves:
            weights = [WEIGHTS.get(move.action.type, 20) for move in moves]
            (move,) = dice.choices(moves, weights)
            cards = RULESET.candidates(view, DECK) or ()
            chosen = {name: _value(choice, cards, dice) for name, choice in move.choices.items()}
            state = play(RULESET, state, move.action(**chosen), _context(actor, now)).state
        yield state


def _context(actor: PlayerId | None, now: int) -> Context:
    return Context(actor, Millis(now), DECK)


def _value(choice: Choice, cards: tuple[CardId, ...], dice: random.Random) -> Any:
    match choice:
        case OneOf(values):
            return dice.choice(values)
        case Candidate():
            return dice.choice(cards)
        case Candidates():
            return tuple(dice.sample(cards, dice.randint(0, len(cards))))
        case _:
            return {"minutes": dice.choice([5, 8, 10]), "vote_seconds": dice.choice([None, 10, 120])}
