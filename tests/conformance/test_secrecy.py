"""Nothing that anybody gets depends on what they may not know: neither content, number, order nor moment."""

import random
from collections.abc import Callable
from functools import partial

import pytest

from chalicelib.core.view import project
from tests.conformance import canary, worlds
from tests.conformance.games import MARKED, Game
from tests.conformance.leaks import (
    CHAT_LEAKS,
    LEAKS,
    Leak,
    open_hands,
    shown_choices,
    shown_pictures,
    shown_translations,
    telling_message,
)
from tests.conformance.walk import Moment, at
from tests.conftest import Volume

with_a_chat = pytest.mark.parametrize(
    "game", [g for g in MARKED if g.ruleset.may_say is not None], ids=lambda game: game.ruleset.id
)


def viewers(moment: Moment, dice: random.Random, most: int) -> list[str]:
    """Some of those who sit at the table."""
    seated = [p.id for p in moment.after.public.table.seated]
    return dice.sample(seated, min(most, len(seated)))


def check_rounds(game: Game, moments: list[Moment], volume: Volume, *checks: Callable[..., None]) -> None:
    """While a round is on, some at the table are asked all of these."""
    dice = random.Random(volume.seed)
    for moment in (each for each in moments if each.after.public.is_on):
        for viewer in viewers(moment, dice, 2):
            for check in checks:
                check(game, moment, viewer, f"{volume.seed}/{dice.random()}")


go_on_alike = partial(worlds.check_go_on_alike, steps=8)


def test_no_marked_card_is_shown_where_it_may_not_be(game: Game, moments: list[Moment], volume: Volume):
    dice = random.Random(volume.seed)
    for moment in moments:
        with at(moment):
            canary.check_asked(game, moment, dice)
            canary.check_pushed(game, moment)


def test_worlds_that_a_seat_cannot_tell_apart_answer_it_alike(
    game: Game, moments: list[Moment], volume: Volume
):
    dice = random.Random(volume.seed)
    for moment in moments:
        for viewer in (None, *viewers(moment, dice, volume.of(2, 4))):
            with at(moment):
                worlds.check_look_alike(game, moment, viewer, f"{volume.seed}/{dice.random()}")


def test_worlds_that_a_seat_cannot_tell_apart_go_on_alike(game: Game, moments: list[Moment], volume: Volume):
    dice = random.Random(volume.seed)
    for moment in moments:
        for viewer in viewers(moment, dice, volume.of(1, 2)):
            with at(moment):
                worlds.check_go_on_alike(game, moment, viewer, f"{volume.seed}/{dice.random()}", steps=8)


def test_what_somebody_else_chooses_in_secret_is_not_shown_by_anything(
    game: Game, moments: list[Moment], volume: Volume
):
    dice = random.Random(volume.seed)
    compared = 0
    for moment in (each for each in moments if each.after.public.is_on):
        for viewer in viewers(moment, dice, 2):
            with at(moment):
                seed = f"{volume.seed}/{dice.random()}"
                compared += worlds.check_choices_stay_private(game, moment, viewer, seed)

    assert compared > volume.of(5, 100), "there was next to nothing to compare"


@pytest.mark.parametrize("leak", LEAKS, ids=lambda leak: leak.__name__)
def test_a_planted_leak_is_found(
    leak: Leak, game: Game, moments: list[Moment], volume: Volume, monkeypatch: pytest.MonkeyPatch
):
    leaky = leak(game, monkeypatch)

    with pytest.raises(AssertionError, match=f"{LEAKS[leak]}.* tells the worlds apart"):
        check_rounds(leaky, moments, volume, worlds.check_look_alike, go_on_alike)


@with_a_chat
@pytest.mark.parametrize("leak", CHAT_LEAKS, ids=lambda leak: leak.__name__)
def test_a_leak_planted_in_the_chat_is_found(
    leak: Leak, game: Game, moments: list[Moment], volume: Volume, monkeypatch: pytest.MonkeyPatch
):
    leaky = leak(game, monkeypatch)

    with pytest.raises(AssertionError, match=f"{CHAT_LEAKS[leak]}.* tells the worlds apart"):
        check_rounds(leaky, moments, volume, worlds.check_look_alike)


@with_a_chat
def test_what_people_write_while_play_goes_on_and_while_they_vote_is_compared(
    game: Game, moments: list[Moment], volume: Volume, monkeypatch: pytest.MonkeyPatch
):
    leaky, dice = telling_message(game, monkeypatch), random.Random(volume.seed)
    playing = [each for each in moments if each.after.public.is_on]
    for some in (playing, [each for each in playing if each.after.phase in worlds.OPENING]):
        with pytest.raises(AssertionError, match="what is pushed tells the worlds apart"):
            for moment in some:
                for viewer in viewers(moment, dice, 4):
                    seed = f"{volume.seed}/{dice.random()}"
                    worlds.check_go_on_alike(leaky, moment, viewer, seed, steps=8)


def test_a_choice_that_shows_is_found(game: Game, moments: list[Moment], volume: Volume):
    leaky, dice = shown_choices(game), random.Random(volume.seed)

    with pytest.raises(AssertionError, match="tells the worlds apart"):
        for moment in (each for each in moments if each.after.public.is_on):
            for viewer in viewers(moment, dice, 3):
                worlds.check_choices_stay_private(leaky, moment, viewer, f"{volume.seed}/{dice.random()}")


@pytest.mark.parametrize(
    "leak", [open_hands, shown_pictures, shown_translations], ids=lambda leak: leak.__name__
)
def test_a_card_shown_to_somebody_else_is_found(
    leak: Callable[[Game], Game], game: Game, moments: list[Moment], volume: Volume
):
    leaky = leak(game)

    with pytest.raises(AssertionError, match="is shown"):
        for moment in moments:
            canary.check_asked(leaky, moment, random.Random(volume.seed))
    with pytest.raises(AssertionError, match="is pushed"):
        for moment in moments:
            canary.check_pushed(leaky, moment)


def test_other_worlds_look_the_same_and_differ(game: Game, moments: list[Moment], volume: Volume):
    """Or the proof would prove nothing."""
    n_worlds = []
    for moment in moments:
        state = moment.after
        for viewer in (None, *(p.id for p in state.public.table.seated)):
            others = [worlds.other_world(game, state, viewer, f"{volume.seed}/{n}") for n in range(6)]
            with at(moment):
                assert {repr(project(state, viewer))} == {repr(project(other, viewer)) for other in others}
            if state.public.is_on:
                n_worlds.append(len({repr((other.hands, other.secret)) for other in others}))

    assert sum(n > 3 for n in n_worlds) > 0.7 * len(n_worlds)
