import random
from collections import defaultdict
from collections.abc import Sequence

import pytest

from tests.conformance.games import MARKED, PUBLISHED, Game
from tests.conformance.walk import Moment, walk
from tests.conftest import Volume


@pytest.fixture(params=MARKED, ids=lambda game: game.ruleset.id)
def game(request: pytest.FixtureRequest) -> Game:
    """Each game with small marked decks."""
    return request.param


@pytest.fixture(params=PUBLISHED, ids=lambda game: game.ruleset.id)
def published(request: pytest.FixtureRequest) -> Game:
    """Each game with its real decks."""
    return request.param


@pytest.fixture
def evenings(game: Game, volume: Volume) -> Sequence[Sequence[Moment]]:
    """Random play in many rooms, from the empty room on; the same for all tests."""
    return [walk(game, f"{volume.seed}/{n}", 200) for n in range(volume.of(14, 120))]


@pytest.fixture
def moments(game: Game, evenings: Sequence[Sequence[Moment]], volume: Volume) -> list[Moment]:
    """Some steps of that play, of every phase alike, for checks that take their time."""
    by_phase = defaultdict(list)
    for evening in evenings:
        for moment in evening:
            by_phase[moment.after.phase].append(moment)
    most, dice = volume.of(7, 120), random.Random(volume.seed)
    return [m for found in by_phase.values() for m in dice.sample(found, min(most, len(found)))]
