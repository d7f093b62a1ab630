"""Thousands of random rounds of every game: every step is checked, and some of them in everything."""

import random
from collections import Counter
from itertools import count, islice

from chalicelib.core.play import next_due
from tests.conformance import canary
from tests.conformance.games import Game
from tests.conformance.test_play import check_scores, stored, typed
from tests.conformance.test_views import check_versions
from tests.conformance.walk import Moment, at, evening
from tests.conftest import Figures, Volume

MOST_STEPS = 2_000
IN_EVERYTHING = 0.005


def test_every_random_round_ends_on_time_with_its_points_and_shows_nobody_a_secret(
    game: Game, volume: Volume, figures: Figures
):
    wanted, outcomes, steps = volume.of(20, 10_000), Counter[str](), 0
    dice = random.Random(volume.seed)
    for room in count(1):
        for moment in islice(evening(game, f"{volume.seed}/{room}"), MOST_STEPS):
            steps += 1
            with at(moment):
                check_step(game, moment)
                if dice.random() < IN_EVERYTHING:
                    check_everything(game, moment, dice)
            if moment.before.public.is_on and not moment.after.public.is_on:
                outcomes[moment.after.public.result.outcome] += 1
        if outcomes.total() >= wanted:
            break
    figures(f"random rounds: {game.ruleset.id}: {outcomes.total()} in {room} rooms, {steps} steps")
    figures(f"  ended: {dict(outcomes.most_common())}")


def check_step(game: Game, moment: Moment) -> None:
    """Points are counted at a round's end alone, nothing due is left undone, a refusal changes nothing."""
    due = next_due(game.ruleset, moment.after)
    check_scores(moment)
    assert due is None or due.at > moment.now, f"{due.id} has not happened"
    assert moment.outcome.rejection is None or moment.after is moment.before


def check_everything(game: Game, moment: Moment, dice: random.Random) -> None:
    """No secret shows, versions grow exactly with what is shown, and the store gives back what it got."""
    canary.check_asked(game, moment, dice)
    canary.check_pushed(game, moment)
    check_versions(game, moment)
    assert typed(moment.after) == typed(stored(game, moment.after))
