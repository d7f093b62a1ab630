"""Any legal action of anybody: what a view offers, its choices picked by whoever is asked."""

from collections.abc import Sequence
from typing import Any, Protocol, TypeVar

from chalicelib.core.action import Action
from chalicelib.core.legal import Candidate, Candidates, Choice, Offer, OneOf, Settings
from chalicelib.core.options import Values, values
from tests.table import Table

T = TypeVar("T")


class Choose(Protocol):
    """Picks one of several: dice, or a test that looks for the worst."""

    def __call__(self, items: Sequence[T], /) -> T: ...


def offered(table: Table, *, host_away: bool = False) -> list[tuple[str, Offer]]:
    """Everything that anybody at the table may do now."""
    return [(name, offer) for name in table.seated for offer in table.offers(name, host_away=host_away)]


def filled(offer: Offer, candidates: Sequence[str], choose: Choose) -> Action:
    """An offered action with a value for each of its choices."""
    chosen = {field: _value(choice, candidates, choose) for field, choice in offer.choices.items()}
    return offer.action(**chosen)


def _value(choice: Choice, candidates: Sequence[str], choose: Choose) -> Any:
    match choice:
        case OneOf(values=listed):
            return choose(listed)
        case Candidate():
            return choose(candidates)
        case Candidates():
            return tuple(card for card in candidates if choose((True, False)))
        case Settings(options=options):
            return {name: choose(_some(known)) for name, known in values(options).items()}
    return "hola"


def _some(known: Values) -> tuple[Any, ...]:
    """Values of a setting: all of a list, alone and together, or the limits of a range."""
    if known.several and known.enum is not None:
        return (*known.presets, *([each] for each in known.enum), [*known.enum])
    limits = (known.minimum, known.maximum) if known.enum is None else known.enum
    return (*limits, *((None,) if known.nullable else ()))
