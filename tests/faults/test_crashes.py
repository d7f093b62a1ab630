"""A process may die, or lose an answer, at any call: nothing is lost, and nothing happens twice."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from itertools import cycle, product

import pytest

from chalicelib.core.ids import PlayerId
from chalicelib.core.legal import AnyState
from chalicelib.core.reason import Refused
from chalicelib.core.view import version
from chalicelib.mechanics.seating import CLOSED
from chalicelib.rooms.errors import Conflict, RoomClosed, StoreBusy
from chalicelib.rooms.join import join
from chalicelib.rooms.room import Closing, Room, RoundRecord, SeatKey
from chalicelib.rooms.wake import wake
from chalicelib.tenants.usage import Usage
from tests.conformance.games import MARKED
from tests.conftest import Figures, Volume
from tests.faults.asking import GONE, SAVES_NOTHING, Ask, Case, asked, cases
from tests.faults.breaking import Break, Calls, Died, died, no_answer
from tests.faults.scene import CODE, Scene

KEY = "a key"
AGAIN, WITHOUT_KEY, NEVER = "again", "again without a key", "never"
GAMES = {game.ruleset.id: game for game in MARKED}
THINGS = [(game, name) for game in GAMES for name in sorted(asked(GAMES[game].ruleset))]
SAVING = [(game, name) for game, name in THINGS if name not in SAVES_NOTHING]


@dataclass(frozen=True)
class Course:
    """How it goes when nothing breaks: the room before and after, the answer, and all when it is at rest."""

    before: Room
    answer: str
    after: Room
    rest: AnyState
    rounds: list[RoundRecord]
    used: Usage
    said: list[tuple[PlayerId, str]]
    calls: list[tuple[str, int]]


def unbroken(case: Case) -> Course:
    """Ask it once."""
    scene, calls = case.scene(), Calls()
    before = scene.room
    answer = case.asking.ask(scene, scene.house(calls=calls), KEY)
    after = scene.room
    scene.sweep_all()
    rest, rounds = scene.room.state, scene.rounds()
    if rest.public.table.match == case.moment.before.public.table.match:
        assert over(rest) - over(case.moment.before) == len(rounds), "a round was not kept"
    return Course(before, answer, after, rest, rounds, scene.used(), scene.said(), calls.all())


def over(state: AnyState) -> int:
    """How many rounds of the match are over."""
    return state.public.table.dealt - state.public.is_on


def tokens(room: Room) -> Mapping[PlayerId, SeatKey]:
    """What opens the seats, and by which request they were taken."""
    return {player: seat._replace(receipts="") for player, seat in room.document.seats.items()}


def check(case: Case, course: Course, breaking: Break, then: str) -> None:
    """Something breaks while it is asked; `then` it is asked again, or not, and play goes on."""
    scene = case.scene()
    key = None if then == WITHOUT_KEY else KEY
    answer = broken(case.asking, scene, breaking, key)
    if answer is not None:
        assert course.answer == answer
        assert breaking.call == "arm" or is_armed(scene, course.before)
    elif then != NEVER:
        again = case.asking.ask(scene, scene.house(), key)
        assert then == WITHOUT_KEY or again in (course.answer, GONE)
    assert scene.host_is_away <= case.moment.presence.host_away
    is_done = scene.room.state == course.after.state
    assert is_done or (then == NEVER and scene.room.state == course.before.state)
    assert tokens(course.before).items() <= tokens(scene.room).items(), "a token changed"
    # whoever has another number of sockets from here on is sent another number of views
    is_sent_as_much = scene.room.connections.keys() == course.after.connections.keys()
    scene.sweep_all()
    if is_done:
        assert course.rest == scene.room.state
        assert course.rounds == scene.rounds()
        used = scene.used()
        assert course.used == (used if is_sent_as_much else replace(used, pushes=course.used.pushes))
    said = [course.said]
    if answer is None:
        said += {AGAIN: [], WITHOUT_KEY: [course.said * 2], NEVER: [[]]}[then]
    assert scene.said() in said
    for connection in scene.room.connections:
        heard = scene.heard(connection)
        assert sorted(set(heard)) == heard, "a message was told twice, or before an earlier one"
    scene.ping_all()
    scene.go_on()


def broken(asking: Ask, scene: Scene, breaking: Break, key: str | None) -> str | None:
    """The answer, if one is given; trouble with what is only a hint fails nothing."""
    try:
        answer = asking.ask(scene, scene.house(breaking), key)
    except Died:
        assert breaking.trouble is died
        return None
    except StoreBusy:
        assert breaking.trouble is no_answer
        assert not asking.is_hint(breaking) or asking.name == "disconnect"
        return None
    assert breaking.trouble is no_answer and asking.is_hint(breaking)
    return answer


def is_armed(scene: Scene, before: Room) -> bool:
    """Whether an alarm is on its way for the room as it is, where there was none before."""
    alarm_at = scene.room.alarm_at
    return alarm_at in (None, before.alarm_at) or (CODE, alarm_at) in scene.alarm.armed


@contextmanager
def at(case: Case, *more: object) -> Iterator[None]:
    """Whatever fails inside says in which case."""
    try:
        yield
    except BaseException as failure:
        failure.add_note(" | ".join(map(str, (case.cell, case.asking, case.moment, *more))))
        raise


def chosen(game: str, name: str, volume: Volume) -> list[Case]:
    """All the cases, or one in which the phase stays and one in which it does not."""
    found = cases(GAMES[game], volume.seed, volume.of(0, 100))[name]
    assert found, "legal play never comes to it"
    return found if volume.is_soak else [*{case.moves_on: case for case in found}.values()]


@pytest.mark.parametrize(("game", "name"), THINGS)
def test_whatever_call_breaks_nothing_is_lost_and_nothing_happens_twice(
    game: str, name: str, volume: Volume, figures: Figures
):
    kinds = [*product((died, no_answer), (AGAIN, WITHOUT_KEY, NEVER))]
    turns, n_calls, n_broken = cycle(kinds), 0, 0
    for case in chosen(game, name, volume):
        with at(case):
            course = unbroken(case)
        for (call, number), is_after in product(course.calls, (False, True)):
            for trouble, then in kinds if volume.is_soak else [(died, AGAIN), next(turns)]:
                breaking = Break(call, number, is_after, trouble)
                with at(case, breaking, then):
                    check(case, course, breaking, then)
                n_broken += 1
        n_calls += len(course.calls)
    figures(f"crashes: {game} {name}: {n_calls} calls to the outside, {n_broken} times broken")


@pytest.mark.parametrize(("game", "name"), SAVING)
def test_a_save_that_is_made_and_not_heard_of_counts_once_whoever_saves_meanwhile(
    game: str, name: str, volume: Volume
):
    """The client library asks again, too late: the revision has moved on, whether anybody noticed or not."""
    for case, meanwhile in product(chosen(game, name, volume), (a_newcomer, nobody_to_be_seen)):
        with at(case, meanwhile.__name__):
            check_overtaken(case, meanwhile)


def check_overtaken(case: Case, meanwhile: Callable[[Scene], None]) -> None:
    """Once without, once with the lost answer: there is no difference."""
    course, heard, unheard = unbroken(case), case.scene(), case.scene()

    def overtaken(call: str) -> Conflict:
        meanwhile(unheard)
        return Conflict(unheard.room)

    answer = case.asking.ask(heard, heard.house(), None)
    meanwhile(heard)
    again = case.asking.ask(unheard, unheard.house(Break("save", 1, True, overtaken)), None)

    assert heard.room.state == unheard.room.state
    assert answer == again
    assert is_armed(unheard, course.before)
    for connection, found in unheard.room.connections.items():
        told, newest = unheard.told(connection), version(unheard.room.state, found.player)
        assert newest in (*told[-1:], version(course.before.state, found.player))
    heard.sweep_all()
    unheard.sweep_all()
    assert heard.rounds() == unheard.rounds()
    unheard.ping_all()
    unheard.go_on()


@pytest.mark.parametrize("game", GAMES)
def test_whatever_call_breaks_a_room_closes_once_when_its_time_is_up_and_all_hear_of_it(
    game: str, volume: Volume
):
    found = cases(GAMES[game], volume.seed, volume.of(0, 100))["watch"]
    for case in found if volume.is_soak else found[-1:]:
        scene, calls = expired(case), Calls()
        wake(scene.house(calls=calls), CODE, None)
        for (call, number), is_after, trouble in product(calls.all(), (False, True), (died, no_answer)):
            with at(case, breaking := Break(call, number, is_after, trouble)):
                check_closing(expired(case), breaking)


def expired(case: Case) -> Scene:
    """The room when its time is up, nobody having done anything."""
    scene = case.scene()
    scene.sweep_all()
    scene.push.sent.clear()
    scene.clock.at = scene.room.closes_at
    return scene


def check_closing(scene: Scene, breaking: Break) -> None:
    """It breaks, and is found again by the sweep, as long as there is something to find."""
    connections = [*scene.room.connections]
    with suppress(Died, StoreBusy):
        wake(scene.house(breaking), CODE, None)
    while scene.room.due_at is not None:
        scene.clock.pass_ms(61_000)
        wake(scene.house(), CODE, None)
    room = scene.room
    assert (CLOSED, ()) == (room.state.phase, room.outbox)
    assert [room.closes_at] == [told.at for told in scene.told_of if isinstance(told.event, Closing)]
    if breaking.call not in ("push", "close"):
        assert connections == [to for to, data in scene.push.sent if b'"room_closed"' in data]


def a_newcomer(scene: Scene) -> None:
    """Somebody takes a seat, if there is one; the room is saved in any case."""
    try:
        join(scene.house(), CODE, "Zoe")
    except (Refused, RoomClosed):
        nobody_to_be_seen(scene)


def nobody_to_be_seen(scene: Scene) -> None:
    """The room is saved as it was, and nobody is told anything."""
    scene.house().store.save(scene.room, None, scene.clock.now())
