"""Whoever is forgotten is forgotten by all that is kept, in any phase, whatever breaks or happens."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import product
from typing import Any

import pytest

from chalicelib.adapters.keys import day_of, noon_of
from chalicelib.core.ids import PlayerId
from chalicelib.mechanics.seating import CLOSED, Leave, forgotten
from chalicelib.mechanics.table import with_table
from chalicelib.rooms.act import act
from chalicelib.rooms.change import AWAY_MS
from chalicelib.rooms.chat import say
from chalicelib.rooms.erasing import delete_room, delete_rooms, erase_player
from chalicelib.rooms.errors import RoomNotFound, StoreBusy, TokenRevoked
from chalicelib.rooms.house import House
from chalicelib.rooms.room import Delivery, RoundRecord, Said
from chalicelib.rooms.tokens import by_socket, holder
from chalicelib.rooms.wake import wake
from chalicelib.tenants.usage import Usage
from tests.conformance.games import MARKED, Game
from tests.conformance.walk import Moment, walk
from tests.conftest import Volume
from tests.faults.breaking import Break, Calls, Died, broken, died, no_answer
from tests.faults.scene import CODE, ROOM, Scene, socket_of

NAME = "Zenobia"
GAMES = {game.ruleset.id: game for game in MARKED}


@dataclass(frozen=True, eq=False)
class Case:
    """Somebody at a moment of play, who has a round behind them, and has said something."""

    game: Game
    moment: Moment
    player: PlayerId
    result: Any

    def scene(self) -> Scene:
        state = self.moment.before
        table = state.public.table.with_player(self.player, nickname=NAME)
        scene = Scene(replace(self.moment, outcome=None, before=with_table(state, table)), self.game)  # type: ignore[arg-type]
        house, names = scene.house(), {p.id: p.nickname for p in table.players}
        first, second = (RoundRecord(0, n, "deck", 0, names, self.result) for n in (1, 2))
        house.register.enter(scene.room)
        house.store.keep_round(scene.room, first)
        waiting = (Delivery(scene.clock.now(), second, Usage(actions=7)),)
        house.store.save(
            replace(scene.room, outbox=waiting, due_at=scene.clock.now()), None, scene.clock.now()
        )
        for number, text in ((1, f"Soy {NAME}"), (2, "Hola")):
            assert house.talk.add(scene.room, Said(number, self.player, NAME, text, 0), None, 0)
        return scene


@cache
def cases(game: str, seed: int, walks: int) -> list[Case]:
    """One for each phase that play comes to, for somebody who plays, who watches and who has left."""
    found: dict[tuple[str, str, bool], Case] = {}
    for number in range(walks):
        moments = [m for m in walk(GAMES[game], f"{seed}/{number}", 200) if m.before.public.table.players]
        results = [m.after.public.result for m in moments if m.after.public.result is not None]
        for moment, result in product(moments, results[:1]):
            table = moment.before.public.table
            for player in table.players:
                if player.kind == "human" and len(table.seated) >= 3:
                    kind = (moment.before.phase, player.status, player.id == table.host)
                    found.setdefault(kind, Case(GAMES[game], moment, player.id, result))
    return [found[kind] for kind in sorted(found)]


def everything(scene: Scene) -> str:
    """All that is kept, as text."""
    return str([getattr(scene.memory, name) for name in scene.memory.__slots__ if name != "lock"])


def erase(case: Case, scene: Scene, house: House) -> None:
    erase_player(house, CODE, case.player, holder(scene.token(case.player)))


def delete(case: Case, scene: Scene, house: House) -> None:
    for _ in delete_room(house, CODE):
        pass


def purge(case: Case, scene: Scene, house: House) -> None:
    """All rooms that were opened that day, as the register knows them."""
    day = day_of(case.moment.now - AWAY_MS)
    for _ in delete_rooms(house, day, noon_of(day)):
        pass


def assert_forgotten(case: Case, scene: Scene) -> None:
    """Nothing tells who it was; nobody else and nothing else is missing."""
    assert NAME not in everything(scene)
    assert {case.player} == {p.id for p in scene.room.state.public.table.players if p.nickname == p.id}
    assert [(case.player, "")] * 2 == scene.said()[:2]
    socket = socket_of(case.player)
    assert socket not in scene.room.connections and socket not in scene.memory.connections


def assert_deleted(case: Case, scene: Scene) -> None:
    """There is no trace of the room but what was used in it."""
    assert_gone(case, scene)
    assert not scene.memory.opened


def assert_gone(case: Case, scene: Scene) -> None:
    """So it is, but for an entry in the register, by which the next purge would look for it."""
    kept = {name: getattr(scene.memory, name) for name in scene.memory.__slots__ if name != "lock"}
    used, _ = kept.pop("used"), kept.pop("opened")
    assert CODE not in str(kept) and ROOM not in str(kept) and NAME not in str(kept)
    assert 7 <= sum(usage.actions for usage in used.values())


@pytest.mark.parametrize("game", GAMES)
def test_in_any_phase_whoever_is_forgotten_leaves_nothing_but_results(game: str, volume: Volume):
    tried = cases(game, volume.seed, volume.of(4, 60))
    assert {*GAMES[game].ruleset.by_name} - {CLOSED} <= {case.moment.before.phase for case in tried}
    for case in tried:
        scene, twin = case.scene(), case.scene()
        erase(case, scene, scene.house())
        if twin.room.state.public.table.is_seated(case.player):
            act(twin.house(), CODE, by_socket(case.player), lambda _: Leave())
        else:
            wake(twin.house(), CODE, None)

        assert_forgotten(case, scene)
        after, expected = scene.room.state, forgotten(twin.room.state, case.player, case.game.ruleset.unsaid)
        assert (expected.public, expected.phase, expected.hands) == (after.public, after.phase, after.hands)
        scene.sweep_all()
        assert_forgotten(case, scene)
        assert [each.result for each in scene.rounds()[:2]] == [case.result] * 2
        scene.ping_all()


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("ask", "check"), [(erase, assert_forgotten), (delete, assert_gone), (purge, assert_deleted)]
)
def test_whatever_breaks_it_is_complete_when_it_is_asked_again(
    game: str, ask: Callable[..., None], check: Callable[..., None], volume: Volume
):
    tried = cases(game, volume.seed, volume.of(1, 20))
    for case in tried if volume.is_soak else {tried[0], tried[len(tried) // 2], tried[-1]}:
        calls, scene = Calls(), case.scene()
        ask(case, scene, broken(scene.house(), calls))
        check(case, scene)
        for (call, number), is_after, trouble in product(calls.all(), (False, True), (died, no_answer)):
            scene = case.scene()
            with suppress(Died, StoreBusy):
                ask(case, scene, scene.house(Break(call, number, is_after, trouble)))
            with suppress(RoomNotFound):
                ask(case, scene, scene.house())
            check(case, scene)


class Meanwhile(Calls):
    """Calls of a process, before one of which somebody else does something; another later has no answer."""

    def __init__(self, number: int, does: Callable[[], None], busy_after: int | None = None) -> None:
        super().__init__()
        self._left, self._does, self._busy_after = number, does, busy_after

    def make(self, call: str, do: Callable[[], Any]) -> Any:
        self._left -= 1
        if self._left == 0:
            self._does()
        if self._busy_after is not None and self._left == -self._busy_after:
            raise no_answer(call)
        return super().make(call, do)


def inflight(case: Case) -> Iterator[tuple[Callable[[House], object], int]]:
    """What may be under way, and how many calls it makes."""
    for run in (partial(wake, code=CODE, alarm_due_at=None), partial(speak, player=case.player)):
        calls, scene = Calls(), case.scene()
        run(broken(scene.house(), calls))
        yield run, sum(calls.made.values())


def speak(house: House, player: PlayerId) -> None:
    say(house, CODE, by_socket(player), "Otra vez")


@pytest.mark.parametrize("busy_after", [None, *range(12)])
@pytest.mark.parametrize(("ask", "check"), [(erase, assert_forgotten), (delete, assert_deleted)])
def test_what_is_under_way_meanwhile_brings_nothing_back(
    ask: Callable[..., None], check: Callable[..., None], busy_after: int | None, volume: Volume
):
    """Not even if the store is busy for a moment just then or soon after."""
    talkative = [case for case in cases("impostor", volume.seed, 2) if case.moment.before.phase == "lobby"]
    case = next(c for c in talkative if c.scene().room.state.public.table.is_seated(c.player))
    for run, n_calls in inflight(case):
        for number in range(1, n_calls + 1):
            scene = case.scene()
            does = partial(ask, case, scene, scene.house())
            calls = Meanwhile(number, does, busy_after)
            with suppress(TokenRevoked, RoomNotFound, StoreBusy, ConnectionError):
                run(broken(scene.house(), calls))
            if scene.house().store.load(CODE) is not None:
                scene.sweep_all()
                assert {"", "Otra vez"} >= {text for _, text in scene.said()} and len(scene.said()) <= 3
                assert "Otra vez" not in everything(scene), f"at call {number}"
            check(case, scene)
