"""Who sits at a table."""

import pytest

from chalicelib.core.ids import PlayerId
from chalicelib.mechanics.table import Player, Status, Table

P1, P2, P9 = PlayerId("p1"), PlayerId("p2"), PlayerId("p9")


def table_of(status: Status) -> Table[None]:
    """Ana, who plays, and Bea."""
    return Table((Player(P1, "Ana"), Player(P2, "Bea", status=status)), P1, None, "es")


@pytest.mark.parametrize("status", ["playing", "audience", "out"])
def test_whoever_has_not_left_is_seated_whatever_they_do(status: Status):
    assert table_of(status).is_seated(P2)


def test_whoever_has_left_is_not_seated_though_they_are_listed():
    table = table_of("left")

    assert (False, True) == (table.is_seated(P2), table.is_seated(P1))
    assert (P1, P2) == tuple(player.id for player in table.players)


@pytest.mark.parametrize("unknown", [None, P9])
def test_whoever_never_took_a_seat_is_not_seated(unknown: PlayerId | None):
    assert table_of("playing").is_seated(unknown) is False
    assert table_of("playing").player(unknown) is None
