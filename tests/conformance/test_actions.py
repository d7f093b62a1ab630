"""`actions` is exact both ways: what it lists is accepted, what it does not list is refused."""

import random
from collections.abc import Iterator, Mapping
from dataclasses import fields
from itertools import product
from typing import Any, get_type_hints

import pytest
from pydantic import ValidationError

from chalicelib.api.messages import read_action
from chalicelib.api.problems import Problem
from chalicelib.core.action import Action, Context
from chalicelib.core.deck import CardId
from chalicelib.core.ids import PlayerId
from chalicelib.core.legal import AnyState
from chalicelib.core.play import Outcome, play
from chalicelib.core.reason import Reason
from chalicelib.core.view import project
from chalicelib.decks.present import Face, present
from tests.conformance.games import Game
from tests.conformance.universe import fits, is_good, is_offered, is_typed, universe
from tests.conformance.walk import Moment, at
from tests.conftest import Volume

Json = dict[str, Any]


def tried(
    game: Game, moment: Moment, actor: PlayerId, action: Action, phase_seq: int | None = None
) -> Outcome:
    """What comes of an action at that moment."""
    state = moment.after
    ctx = Context(actor, moment.now, game.deck(state), moment.presence, phase_seq)
    return play(game.ruleset, state, action, ctx)


def seats(state: AnyState) -> list[PlayerId]:
    """Everybody who ever sat here, those who left included."""
    return [player.id for player in state.public.table.players]


def test_everything_is_accepted_exactly_if_it_is_offered(game: Game, moments: list[Moment], volume: Volume):
    dice = random.Random(volume.seed)
    for moment in moments:
        with at(moment):
            actions = universe(game.ruleset, moment.after, game.deck(moment.after), dice)
            for seat in seats(moment.after):
                check_exact(game, moment, seat, actions)


def check_exact(game: Game, moment: Moment, seat: PlayerId, actions: list[Action]) -> None:
    """`legal` and `play` say the same of each of these actions."""
    view = project(moment.after, seat, moment.presence)
    offers = game.ruleset.legal(view)
    candidates = frozenset(game.ruleset.candidates(view, game.deck(moment.after)) or ())
    for action in actions:
        outcome = tried(game, moment, seat, action)
        if is_offered(offers, action, candidates):
            if is_typed(offers, action):
                continue  # free text is judged when it is read
            assert outcome.rejection is None, f"{seat} may not {action}: {outcome.rejection}"
        else:
            assert outcome.rejection is not None, f"{seat} may {action}"
            assert outcome.state is moment.after
    for kind, why in game.ruleset.blocked(view):
        blocked = [action for action in actions if type(action) is kind]
        assert {why} == {tried(game, moment, seat, action).rejection.reason for action in blocked}


def test_what_is_offered_is_refused_to_whoever_saw_another_phase(game: Game, moments: list[Moment]):
    for moment in moments:
        state = moment.after
        actions = universe(game.ruleset, state, game.deck(state), random.Random(0))
        for action in (each for each in actions if not each.any_time and state.phase != "closed"):
            for seen in (state.phase_seq - 1, state.phase_seq + 1):
                with at(moment):
                    refused = tried(game, moment, state.public.table.players[0].id, action, seen).rejection
                    assert refused is not None
                    assert Reason.STALE_PHASE == refused.reason


def test_the_view_lists_what_the_rules_offer_and_every_listed_message_is_accepted(
    game: Game, moments: list[Moment], volume: Volume
):
    dice = random.Random(volume.seed)
    for moment in moments:
        state = moment.after
        actions = universe(game.ruleset, state, game.deck(state), dice)
        for seat in seats(state):
            with at(moment):
                shown, view = shown_to(game, moment, seat), project(state, seat, moment.presence)
                for message in listed(game, shown, dice):
                    action = read_action(game.ruleset, message)
                    refused = tried(game, moment, seat, action, message.get("phase_seq")).rejection
                    assert refused is None or is_typed(game.ruleset.legal(view), action)
                for action in actions:
                    refused = tried(game, moment, seat, action, state.phase_seq).rejection
                    if refused is None or not is_typed(game.ruleset.legal(view), action):
                        told = is_listed(game, shown, action)
                        assert (refused is None) == told, f"{seat}: {action}, {refused}"


def shown_to(game: Game, moment: Moment, seat: PlayerId) -> Json:
    """The view of a seat as clients get it."""
    deck, faces = game.deck(moment.after), {}
    face = Face("K7MPQ", "", 1, moment.now, deck, faces, str)
    return present(game.ruleset, project(moment.after, seat, moment.presence), face)


def listed(game: Game, shown: Json, dice: random.Random) -> Iterator[Json]:
    """Messages that a client could make of `actions`, with every value of a list and some sets of cards."""
    for entry in shown["actions"]:
        kind = game.ruleset.actions[entry["type"]]
        assert kind.any_time != ("phase_seq" in entry)
        names = [f.name for f in fields(kind) if f.name in entry]
        for values in product(*(choices(game, kind, name, entry[name], shown, dice) for name in names)):
            envelope = {name: entry[name] for name in ("type", "phase_seq") if name in entry}
            yield envelope | dict(zip(names, values, strict=True))


def choices(
    game: Game, kind: type[Action], name: str, told: Any, shown: Json, dice: random.Random
) -> list[Any]:
    """The values that a client may choose for a field, as the entry tells it."""
    if told == {"from": "candidates"}:
        told = shown["candidates"]
    if isinstance(told, Mapping):
        return ["x"] if "max_length" in told else [{}]
    if get_type_hints(kind)[name] == tuple[CardId, ...]:
        return [[], told, dice.sample(told, min(3, len(told)))]
    return list(told)


def is_listed(game: Game, shown: Json, action: Action) -> bool:
    """Whether a client would find the action in `actions`."""
    for entry in shown["actions"]:
        if entry["type"] == action.type and all(
            _allows(game, entry[f.name], getattr(action, f.name), shown)
            if f.name in entry
            else getattr(action, f.name) is None
            for f in fields(action)
        ):
            return True
    return False


def _allows(game: Game, told: Any, value: Any, shown: Json) -> bool:
    if told == {"from": "candidates"}:
        told = shown["candidates"]
    if isinstance(told, Mapping) and "max_words" in told:
        return fits(value, **told)
    if isinstance(told, Mapping) and "max_length" in told:
        return value is None or len(value) <= told["max_length"]
    if isinstance(told, Mapping):
        return is_good(game.ruleset.options, value)
    return set(value) <= set(told) if isinstance(value, tuple) else value in told


WRONG = (None, True, 1, 1.5, "p1", "", [], ["p1"], [1], {}, {"p1": "p2"}, "x" * 2_000, [[]])


def test_messages_of_any_shape_are_read_as_an_action_or_refused_as_one(game: Game):
    for name, kind in game.ruleset.actions.items():
        for wrong in WRONG:
            for key in (*(f.name for f in fields(kind)), "phase_seq", "action_id", "surplus"):
                message = {"type": name, "phase_seq": 1, **{f.name: "p1" for f in fields(kind)}, key: wrong}
                try:
                    assert type(read_action(game.ruleset, message)) is kind
                except (Problem, ValidationError):
                    continue


def test_an_unknown_action_is_no_action(game: Game):
    for name in ("", "enter", "fly", "Deal"):
        with pytest.raises(Problem) as unknown:
            read_action(game.ruleset, {"type": name, "phase_seq": 1})
        assert "unknown_action" == unknown.value.code
