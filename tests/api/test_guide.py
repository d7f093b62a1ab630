"""The guide offers no more than the games do."""

import pytest

from chalicelib.games.registry import RULESETS
from tests.api.wire import Wire


@pytest.mark.parametrize("game", RULESETS)
def test_bots_are_added_where_a_game_has_them_only(wire: Wire, game: str):
    page = wire.get("/docs").text
    table = page.partition(f'<h3 id="actions-{game}">')[2].partition("</table>")[0]

    assert "<code>deal</code>" in table
    assert (RULESETS[game].bots is not None) == ("<code>add_bot</code>" in table)
