"""Thousands of random rounds of every game, every step of which is checked, and of matches to their end."""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import count

from chalicelib.core.play import next_due
from chalicelib.mechanics.lobby import Finish
from chalicelib.mechanics.scoring import MATCH_OVER
from chalicelib.mechanics.seating import CLOSED
from tests.conformance import canary
from tests.conformance.games import Game
from tests.conformance.matches import matches
from tests.conformance.test_play import check_scores, check_standings, stored, typed
from tests.conformance.test_views import check_versions
from tests.conformance.walk import Moment, at, evening
from tests.conftest import Figures, Volume

MOST_STEPS = 2_000
"""Of a room, in which the last round is then played to its end; and of that."""
IN_EVERYTHING = 0.005
MATCHES_A_ROOM, LONGEST_MATCH = 2, 4_000
"""The longest, of three rounds without a limit of time among twelve, take some 1,300 steps."""


def test_every_random_round_ends_on_time_with_its_points_and_shows_nobody_a_secret(
    game: Game, volume: Volume, figures: Figures
):
    wanted, outcomes, steps = volume.of(20, 10_000), Counter[str](), 0
    dice = random.Random(volume.seed)
    for room in count(1):
        for moment in evening(game, f"{volume.seed}/{room}"):
            steps += 1
            with at(moment):
                check_step(game, moment)
                if dice.random() < IN_EVERYTHING:
                    check_everything(game, moment, dice)
            if moment.before.public.is_on and not moment.after.public.is_on:
                outcomes[moment.after.public.result.outcome] += 1
            if moment.number >= MOST_STEPS and not moment.after.public.is_on:
                break
            with at(moment):
                assert moment.number < 2 * MOST_STEPS, "a round does not end"
        if outcomes.total() >= wanted:
            break
    figures(f"random rounds: {game.ruleset.id}: {outcomes.total()} in {room} rooms, {steps} steps")
    figures(f"  ended: {dict(outcomes.most_common())}")


def test_every_random_match_ends_in_standings_by_the_sums_of_its_rounds(
    game: Game, volume: Volume, figures: Figures
):
    wanted, taken, rounds, emptied = volume.of(24, 10_000), list[int](), Counter[int](), 0
    for room in count(1):
        moments = matches(game, f"{volume.seed}/{room}")
        for _ in range(MATCHES_A_ROOM):
            last, steps = check_match(game, moments)
            if last.after.phase == CLOSED:
                emptied += 1
                assert emptied <= wanted, "hardly a match comes to its end"
                break
            taken.append(steps)
            rounds[last.after.public.table.rounds_played] += 1
        if len(taken) >= wanted:
            break
    figures(f"random matches: {game.ruleset.id}: {len(taken)} ended in {room} rooms, {sum(taken)} steps")
    figures(f"  the longest took {max(taken)} steps; {emptied} rooms were left by everybody before the end")
    figures(f"  rounds that counted: {dict(sorted(rounds.items()))}")


def check_match(game: Game, moments: Iterator[Moment]) -> tuple[Moment, int]:
    """The last step of a match and how many there were; one that has no end has been left by everybody."""
    results, earned = list[str](), Counter[str]()
    for steps, moment in enumerate(moments, 1):
        with at(moment):
            before, after = moment.before, moment.after
            if before.public.is_on and not after.public.is_on:
                results.append(after.public.result.outcome)
                earned.update({p.player: p.points for p in after.public.result.points})
            if before.phase != MATCH_OVER == after.phase:
                check_end(game, moment, len(results) - results.count("void"), earned)
                return moment, steps
            assert steps < LONGEST_MATCH, "a match does not end"
    with at(moment):
        assert not [player for player in moment.after.public.table.seated if player.kind == "human"]
    return moment, steps


def check_end(game: Game, last: Moment, counted: int, earned: Counter[str]) -> None:
    """The host has ended it or it had its rounds, and everybody has what these brought them in the sum."""
    table = last.after.public.table
    total = game.ruleset.rounds_total(table.options)
    assert table.rounds_played == counted
    assert counted == total or (isinstance(last.action, Finish) and (total is None or counted < total))
    assert {p.id: p.score for p in table.players} == {p.id: earned[p.id] for p in table.players}
    assert {p for p, points in earned.items() if points} <= {p.id for p in table.players}
    check_standings(table)


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
