"""The store saves and its answer is lost: the client library asks again, and every request counts once."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count
from typing import Any

import pytest

from chalicelib.adapters.dynamodb import DynamoRooms
from chalicelib.games.registry import RULESETS
from chalicelib.rooms.ports import RoomStore
from chalicelib.rooms.room import Room
from infra.local.store import store
from infra.tables import create_tables
from tests.adapters.credentials import AWS_OF_NOBODY
from tests.conftest import Volume
from tests.contracts.wire import Wire
from tests.faults.asking import Case
from tests.faults.scene import Scene
from tests.faults.test_crashes import SAVING, a_newcomer, at, chosen, nobody_to_be_seen

TABLE = "lost-saves"


@dataclass
class Losing:
    """A store whose first save is made and not heard of."""

    rooms: RoomStore
    wire: Wire
    meanwhile: Callable[[], None]
    has_lost: bool = False

    def __getattr__(self, name: str) -> Any:
        return getattr(self.rooms, name)

    def save(self, room: Room, *rest: Any) -> Room:
        if not self.has_lost:
            self.has_lost = True
            self.wire.lose_answer(self.meanwhile)
        return self.rooms.save(room, *rest)


@pytest.fixture(scope="module")
def sound() -> Iterator[Wire]:
    """The way to a real store."""
    with pytest.MonkeyPatch.context() as patch, store() as endpoint:
        for name, value in AWS_OF_NOBODY.items():
            patch.setenv(name, value)
        patch.setattr("botocore.endpoint.time.sleep", lambda seconds: None)
        wire = Wire(endpoint)
        create_tables(wire.client, TABLE)
        yield wire


@pytest.fixture
def flaky(sound: Wire) -> Wire:
    """A way on which answers get lost, new for each test: who has lost many does not ask again."""
    return Wire(sound.client.meta.endpoint_url)


numbers = count()


def nobody(scene: Scene) -> None:
    """It is asked again at once."""


@pytest.mark.parametrize(("game", "name"), [each for each in SAVING if each[0] in RULESETS])
def test_a_save_that_is_made_and_not_heard_of_counts_once(
    game: str, name: str, flaky: Wire, sound: Wire, volume: Volume
):
    for case in chosen(game, name, volume)[: volume.of(1, 15)]:
        for meanwhile in (nobody, a_newcomer, nobody_to_be_seen):
            with at(case, meanwhile.__name__):
                check(case, meanwhile, flaky, sound)


def check(case: Case, meanwhile: Callable[[Scene], None], flaky: Wire, sound: Wire) -> None:
    """Once heard of in memory, once not heard of in the real store: there is no difference."""
    tenant, codec = f"case-{next(numbers)}", case.game.codec
    heard = case.scene()
    unheard = case.scene(DynamoRooms(TABLE, tenant, sound.client, codec))
    answer = case.asking.ask(heard, heard.house(), None)
    meanwhile(heard)

    direct = unheard.rooms
    losing = Losing(DynamoRooms(TABLE, tenant, flaky.client, codec), flaky, lambda: meanwhile(unheard))
    unheard.rooms = losing
    again = case.asking.ask(unheard, unheard.house(), None)
    unheard.rooms = direct

    assert losing.has_lost
    assert answer == again
    assert heard.room.state == unheard.room.state
    assert heard.room.revision == unheard.room.revision
    assert heard.room.due_at == unheard.room.due_at
