"""Twenty clients at once against a running server: every answer is one that may come, and it all adds up."""

from random import Random

from infra.phone import Service
from tests.conftest import Figures, Volume
from tests.faults import any_crowd
from tests.faults.crowd import Account, Evening

CONTESTS_A_ROOM = 14
SHORT = 8


def test_whatever_twenty_clients_do_at_once_adds_up(service: Service, volume: Volume, figures: Figures):
    account, rooms = Account(), 0
    while not rooms or account.told.total() < volume.of(1, 2_000):
        seed = f"{volume.seed}/{rooms}"
        evening = Evening(service, account, Random(seed))
        try:
            for _ in range(volume.of(SHORT, CONTESTS_A_ROOM)):
                evening.go_on()
        except AssertionError:
            print(f"from {seed}")
            raise
        rooms += 1
    took = sorted(account.took_ms)
    figures(f"twenty clients: {account.told.total()} requests in {rooms} rooms, {dict(account.told)}")
    figures(f"  refused: {dict(account.codes.most_common())}")
    figures(f"  answers: p50 {took[len(took) // 2]:.0f} ms, p99 {took[len(took) * 99 // 100]:.0f} ms")


def test_whatever_any_game_offers_may_be_done_by_twenty_clients_at_once(
    service: Service, volume: Volume, figures: Figures
):
    for game in service.http.get("/v1/games").json()["games"]:
        seed = f"{volume.seed}/{game['id']}"
        tally = any_crowd.Tally()
        try:
            evening = any_crowd.Evening(service, game, tally, Random(seed))
            while tally.told.total() < volume.of(80, 2_000):
                evening.go_on()
            evening.account()
        except AssertionError:
            print(f"from {seed}")
            raise
        rounds = sum(len(room.ended) for room in evening.rooms)
        assert rounds or not volume.is_soak, "nobody came to the end of a round"
        figures(f"twenty clients of {game['id']}: {tally.told.total()} requests, {dict(tally.told)}")
        figures(f"  {rounds} rounds in {len(evening.rooms)} rooms; {dict(tally.kinds.most_common())}")
        figures(f"  refused: {dict(tally.codes.most_common())}")
