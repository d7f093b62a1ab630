"""What the documents say of views, actions and rounds, held to random play with the published decks."""

import ast
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import chalicelib
from chalicelib.api.messages import read_action
from chalicelib.core.action import Action
from chalicelib.games.registry import RULESETS
from infra.documents.words import VALUES
from tests.api.documents import Json, validator
from tests.conformance.games import PUBLISHED, Game
from tests.conformance.walk import Moment, at, walk
from tests.conformance.world import room_of
from tests.conftest import Volume

SERVED = [game for game in PUBLISHED if game.ruleset.id in RULESETS]
STEPS = 200


@pytest.fixture(params=SERVED, ids=lambda game: game.ruleset.id)
def served(request: pytest.FixtureRequest) -> Game:
    """Each game that the documents describe."""
    game: Game = request.param
    return game


@pytest.fixture
def played(served: Game, volume: Volume) -> list[Moment]:
    """Random play of it."""
    return [m for n in range(volume.of(5, 80)) for m in walk(served, f"{volume.seed}/{n}", STEPS)]


def test_every_view_is_as_its_schema_says(served: Game, played: list[Moment]):
    holds = validator(f"{served.ruleset.id.title()}View")
    for moment in played:
        with at(moment):
            for view in views(served, moment):
                holds.validate(view)


def test_every_view_is_a_view_of_its_game_alone(served: Game, played: list[Moment]):
    others = [validator(f"{game.title()}View") for game in RULESETS if game != served.ruleset.id]
    for moment in played[::20]:
        for view in views(served, moment):
            assert validator("View").is_valid(view)
            assert not any(other.is_valid(view) for other in others)


def test_every_action_that_is_taken_is_one_of_the_schema_and_read_as_what_it_is(
    served: Game, played: list[Moment]
):
    holds = validator(f"{served.ruleset.id.title()}Action")
    for moment in played:
        if moment.action is None or moment.action.internal or moment.outcome.rejection:
            continue
        with at(moment):
            sent = as_sent(moment.action, moment.before.phase_seq)
            holds.validate(sent)
            assert moment.action == read_action(served.ruleset, sent)


def test_every_end_of_a_round_is_as_its_schema_says(served: Game, played: list[Moment]):
    holds = validator(f"{served.ruleset.id.title()}Result")
    ends = [m for m in played if m.after.public.result is not m.before.public.result]
    results = [view["result"] for moment in ends for view in views(served, moment)[:1]]

    assert any(results)
    for result in filter(None, results):
        holds.validate(result)


def test_a_member_that_no_schema_names_would_be_seen(served: Game, played: list[Moment]):
    view = next(iter(views(served, played[20])))
    holds = validator(f"{served.ruleset.id.title()}View")

    assert not holds.is_valid({**view, "spy": "p1"})
    assert not holds.is_valid({**view, "room": {**view["room"], "seed": "a"}})


@pytest.mark.parametrize("schema", VALUES)
def test_every_string_that_a_member_may_be_stands_in_the_code(schema: str):
    """What random play seldom comes to cannot be made up."""
    known = literals()
    for values in VALUES[schema].values():
        assert not set(values) - known


def views(game: Game, moment: Moment) -> list[Json]:
    """Of everybody who has a seat."""
    room = room_of(game, moment.after, moment.now)
    return [game.presenter.view(room, p.id, moment.now, "en") for p in moment.after.public.table.seated]


def as_sent(action: Action, phase_seq: int) -> Json:
    """An action as a client sends it."""
    bound = {} if action.any_time else {"phase_seq": phase_seq}
    return {"type": action.type, **bound, **{name: plain(value) for name, value in asdict(action).items()}}


def plain(value: Any) -> Any:
    """As JSON has it."""
    return list(value) if isinstance(value, tuple) else value


@cache
def literals() -> frozenset[str]:
    """Every string in the code of games and mechanics."""
    root = Path(chalicelib.__file__ or "").parent
    sources = [path for folder in ("games", "mechanics", "decks") for path in (root / folder).rglob("*.py")]
    nodes = (node for path in sources for node in ast.walk(ast.parse(path.read_text("utf-8"))))
    return frozenset(n.value for n in nodes if isinstance(n, ast.Constant) and isinstance(n.value, str))
