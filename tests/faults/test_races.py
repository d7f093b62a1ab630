"""Processes race on one room after another: every answer is true, and nothing is lost or done twice."""

import secrets
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import ExitStack
from random import Random
from typing import Any

import pytest

from chalicelib.games.registry import RULESETS
from chalicelib.rooms.wake import wake
from infra.local.store import store as local_store
from infra.tables import create_tables
from tests.adapters.credentials import AWS_OF_NOBODY
from tests.conftest import Figures, Volume
from tests.contracts.stores import SERVERS, DynamoStore
from tests.faults import any_race, theme_contests, word_contests
from tests.faults import contests as place_contests
from tests.faults.contests import Contest
from tests.faults.ledger import Ledger
from tests.faults.racers import Races, racers, rounds_of

CONTESTS = (*place_contests.CONTESTS, *word_contests.CONTESTS, *theme_contests.CONTESTS)
Open = Callable[[str], Races]
SHORT = 4
"""Contests in a store that is not the first."""
LOOKS, LOOKS_OF_THE_OTHER = 12, 6
MOST_EVENINGS = 6


@pytest.fixture(scope="module")
def races() -> Iterator[Open]:
    """Races on an empty store of a kind."""
    with ExitStack() as running, pytest.MonkeyPatch.context() as patch:
        for name, value in AWS_OF_NOBODY.items():
            patch.setenv(name, value)
        processes: Sequence[Executor] = running.enter_context(racers())

        def opened(kind: str) -> Races:
            table = DynamoStore(f"rooms-{secrets.token_hex(6)}", running.enter_context(local_store(kind)))
            create_tables(table.client, table.name)
            return Races(processes, table)

        yield opened


def run(races: Races, make: Callable[[Random, int], Contest], dice: Random) -> Ledger:
    """One contest, and all that must hold after it."""
    made: list[Contest] = []

    def stage(at: int) -> Any:
        made.append(make(dice, at))
        return made[0].room, made[0].tries

    ledger = races.run(stage)
    ledger.check(made[0].codes)
    if not ledger.count()["busy"]:
        made[0].facts(ledger)
    _is_delivered(races, ledger)
    return ledger


def _is_delivered(races: Races, ledger: Ledger) -> None:
    """What waits in the outbox is delivered, once, and nothing else has changed by it."""
    for _ in range(2):
        wake(races.house, ledger.end.code, None)
    after = races.house.store.load(ledger.end.code)
    assert after is not None
    assert after.outbox == ()
    kept = {record.id: record for record in rounds_of(races.house, after)}
    assert kept.items() >= {record.id: record for record in ledger.rounds}.items()


@pytest.mark.parametrize("kind", SERVERS)
def test_whatever_is_done_at_the_same_moment_every_answer_is_true(
    races: Open, kind: str, volume: Volume, figures: Figures
):
    opened = races(kind)
    is_first = kind == SERVERS[0]
    wanted = volume.of(0, 2_000 if is_first else 400)
    least = len(CONTESTS) if is_first or volume.is_soak else SHORT
    told: Counter[str] = Counter()
    codes: Counter[str] = Counter()
    slowest, contests = 0, 0
    while contests < least or told.total() < wanted:
        make = CONTESTS[contests % len(CONTESTS)]
        seed = f"{volume.seed}/{kind}/{contests}"
        try:
            ledger = run(opened, make, Random(seed))
        except AssertionError:
            print(f"{make.__name__} from {seed}")
            raise
        told += ledger.count()
        codes.update(answer.code for _, answer in ledger if answer.code)
        slowest = max(slowest, *(answer.took_ms for _, answer in ledger))
        contests += 1
    figures(
        f"races on {kind}: {told.total()} tries in {contests} contests, {dict(told)}, slowest {slowest} ms"
    )
    figures(f"  refused: {dict(codes.most_common())}")


@pytest.mark.parametrize("kind", SERVERS)
def test_whatever_anybody_may_do_in_any_game_is_done_once(
    races: Open, kind: str, volume: Volume, figures: Figures
):
    opened, is_first = races(kind), kind == SERVERS[0]
    at_ballots, wanted = is_first or volume.is_soak, volume.of(1, 2_000 if is_first else 400)
    told: Counter[str] = Counter()
    codes: Counter[str] = Counter()
    evenings, talked, at_once = 0, 0, 0
    while told.total() < wanted or (is_first and not at_once and evenings < MOST_EVENINGS):
        seed = f"{volume.seed}/{kind}/{evenings}"
        looks = LOOKS if is_first else LOOKS_OF_THE_OTHER
        for ledger in any_race.evening(opened, Random(seed), looks, at_ballots and evenings % 2 == 0):
            try:
                ledger.check(any_race.codes(RULESETS[ledger.start.game]))
                _is_delivered(opened, ledger)
            except AssertionError:
                print(f"{ledger.start.game} from {seed}")
                raise
            told += ledger.count()
            codes.update(answer.code for _, answer in ledger if answer.code)
            talked += len(ledger.chat)
            at_once += any_race.talked_and_left_at_once(ledger)
        evenings += 1
    figures(f"any game on {kind}: {told.total()} tries in {evenings} evenings, {dict(told)}")
    figures(f"  {talked} messages, {at_once} times in a ballot in the moment in which somebody left")
    figures(f"  refused: {dict(codes.most_common())}")
    assert at_once or not is_first
