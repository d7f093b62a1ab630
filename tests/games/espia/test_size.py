"""What the fullest room weighs when people come and go."""

import pytest

from chalicelib.games.registry import RULESETS
from infra.bench.fullest import DECK, NAMES, NOW, fullest_state, furnished
from tests.games.guests import coming_and_going
from tests.games.large_cards import PRESENTER


@pytest.mark.parametrize("name", ["Maximiliano", "\U0001f98a" * 19])
def test_a_view_stays_below_sixteen_kilobytes_until_the_room_is_full(name: str):
    *_, state = coming_and_going(RULESETS["espia"], DECK, fullest_state(NAMES[:9]), name, NOW)

    seated = [p.id for p in state.public.table.seated]
    views = PRESENTER.views(furnished("espia", state), seated, NOW)
    assert len(state.public.table.players) > 20
    assert max(map(len, views.values())) <= 16 * 1024
