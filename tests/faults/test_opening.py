"""A process may die, or lose an answer, while it opens a room: with a key there is one, and it is theirs."""

from dataclasses import replace
from itertools import product

import pytest

from chalicelib.adapters.memory import MemoryRooms, SeededEntropy
from chalicelib.core.ids import PlayerId
from chalicelib.games.registry import RULESETS
from chalicelib.rooms.errors import StoreBusy
from chalicelib.rooms.house import House
from chalicelib.rooms.open import HOST, Seated, open_room
from chalicelib.rooms.room import LIFETIME_MS
from chalicelib.rooms.tokens import by_token
from tests.faults.breaking import Break, Calls, Died, broken, died, no_answer
from tests.rooms.backstage import CODEC, HOUR, Backstage


class LoadedDice(SeededEntropy):
    """The first code that they draw is always the same one."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self._loaded = [0] * 5

    def below(self, n: int) -> int:
        return self._loaded.pop() if self._loaded else super().below(n)


def first_code_is_taken(backstage: Backstage) -> None:
    """Somebody else has the code that will be drawn."""
    opened(replace(backstage.house, entropy=LoadedDice(0)), "espia", None)


def opened(house: House, game: str, key: str | None) -> Seated:
    return open_room(house, game, "Ana", None, {}, 0, key, "request")


CALLS = ["opening", "create", "load"]


@pytest.mark.parametrize("game", RULESETS)
@pytest.mark.parametrize("is_taken", [False, True], ids=["free code", "taken code"])
def test_a_room_is_opened_once_whatever_call_breaks(game: str, is_taken: bool):
    reached = set()
    for call, number, is_after, trouble in product(CALLS, (1, 2), (False, True), (died, no_answer)):
        backstage, calls = Backstage(), Calls(Break(call, number, is_after, trouble))
        if is_taken:
            first_code_is_taken(backstage)
        others = set(backstage.memory.rooms)
        dice = LoadedDice if is_taken else SeededEntropy
        try:
            opened(broken(replace(backstage.house, entropy=dice(1)), calls), game, "key")
        except (Died, StoreBusy):
            reached.add((call, number))
        backstage.clock.pass_ms(HOUR)

        again = [opened(replace(backstage.house, entropy=dice(n)), game, "key") for n in (2, 3)]

        assert 1 == len(set(backstage.memory.rooms) - others)
        assert 1 == len({(seated.room.code, seated.token) for seated in again})
        room = MemoryRooms(backstage.memory, "demo", CODEC).load(again[0].room.code)
        assert room is not None and HOST == by_token(again[0].token)(room.document)
        assert ["Ana"] == [player.nickname for player in room.state.public.table.seated]
    assert reached == (
        {*product(CALLS, (1, 2))} - {("load", 2)} if is_taken else {("opening", 1), ("create", 1)}
    )


@pytest.mark.parametrize("is_after", [False, True])
def test_without_a_key_a_room_that_was_not_heard_of_is_left_to_end_by_itself(is_after: bool):
    backstage = Backstage()
    with pytest.raises(Died):
        opened(broken(backstage.house, Calls(Break("create", 1, is_after, died))), "espia", None)

    theirs = opened(backstage.house, "espia", None)

    assert PlayerId("p1") == by_token(theirs.token)(theirs.room.document)
    assert 1 + is_after == len(backstage.memory.rooms)
    ends = {room.closes_at for room in backstage.memory.rooms.values()}
    assert {backstage.clock.now() + LIFETIME_MS} == ends
