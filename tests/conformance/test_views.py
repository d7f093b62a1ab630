"""What a seat is shown: small, in seat order, and with a version that grows exactly when it changes."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from chalicelib.core.ids import PlayerId, seat_number
from chalicelib.core.legal import AnyState
from chalicelib.core.view import version
from chalicelib.decks.present import instant
from tests.conformance.games import Game
from tests.conformance.walk import Moment, Walk, at
from tests.conformance.world import room_of
from tests.conformance.worlds import deadline
from tests.conftest import Volume

Evenings = Sequence[Sequence[Moment]]

MOST_BYTES = 16 * 1024
FOX = "\U0001f98a"
FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466"


def test_a_version_grows_exactly_when_what_the_seat_is_shown_has_changed(game: Game, evenings: Evenings):
    for evening in evenings:
        for moment in evening:
            with at(moment):
                check_versions(game, moment)


def check_versions(game: Game, moment: Moment) -> None:
    """For everybody who sits at the table before and after the step."""
    before, after = (timeless_views(game, state, moment.now) for state in (moment.before, moment.after))
    for player in before.keys() & after.keys():
        was, now = (version(state, player) for state in (moment.before, moment.after))
        assert was <= now
        assert (was < now) == (before[player] != after[player]), f"the version of {player}: {was}, {now}"


def timeless_views(game: Game, state: AnyState, now: int) -> Mapping[PlayerId, Any]:
    """The view of every seat as it would be at that instant whoever is connected, without its number."""
    room = room_of(game, state, now)
    views = {p.id: game.presenter.view(room, p.id, now, "en") for p in state.public.table.seated}
    for view in views.values():
        assert view.pop("version") > 0
        for player in view["room"]["players"]:
            del player["connected"]
    return views


def test_every_list_of_players_is_in_seat_order(game: Game, moments: list[Moment]):
    for moment in moments:
        with at(moment):
            for view in timeless_views(game, moment.after, moment.now).values():
                del view["room"]["standings"]
                if view["round"]:
                    view["round"].pop("clues", None)  # in the order of turns
                for seats in lists_of_players(view):
                    assert sorted(seats, key=seat_number) == seats


def lists_of_players(value: Any) -> Iterator[list[str]]:
    """In a view: lists of players, objects by player, and lists of objects about a player each."""
    players = {p["id"] for p in value["room"]["players"]}

    def inside(value: Any) -> Iterator[list[str]]:
        items = value if isinstance(value, list) else []
        if isinstance(value, dict):
            items = list(value)
            for item in value.values():
                yield from inside(item)
        else:
            for item in items:
                yield from inside(item)
        names = [item.get("player", item.get("id")) if isinstance(item, dict) else item for item in items]
        if names and all(isinstance(name, str) and name in players for name in names):
            yield names

    return inside(value)


def test_a_view_of_the_largest_table_stays_small(published: Game, volume: Volume):
    most, options = published.ruleset.players[-1], published.largest_deck()
    for n in range(volume.of(3, 60)):
        seed = f"{volume.seed}/{n}"
        play = Walk(published, seed, options, players=most, name=long_name, all_cards=True)
        for moment in islice(play.moments(), 150):
            room = room_of(published, moment.after, moment.now)
            seated = [p.id for p in moment.after.public.table.seated]
            with at(moment):
                views = published.presenter.views(room, seated, moment.now)
                assert max(map(len, views.values()), default=0) <= MOST_BYTES


def long_name(n: int) -> str:
    """Twenty graphemes, of as many bytes as a table has room for."""
    return (FAMILY if n < 10 else FOX) * 19 + chr(ord("a") + n)


def test_when_something_is_due_is_told_by_clock_and_timer_alone(game: Game, moments: list[Moment]):
    for moment in moments:
        due = deadline(game, moment.after)
        if due is None:
            continue
        with at(moment):
            for view in timeless_views(game, moment.after, moment.now).values():
                clocks = [view["round"].pop(name, None) for name in ("clock", "timer")]
                assert instant(due.at) in repr(clocks)
                assert instant(due.at) not in repr(view)
                assert str(due.at) not in repr(view)


def test_when_a_bot_moves_is_told_to_nobody_before(game: Game, moments: list[Moment]):
    for moment in moments:
        with at(moment):
            for view in timeless_views(game, moment.after, moment.now).values() if moment.after.wakes else ():
                del view["server_time"]
                for name in ("clock", "timer"):
                    view["round"].pop(name, None)
                assert not any(instant(wake_at) in repr(view) for wake_at in moment.after.wakes.values())
