"""Making a room and sitting down: codes, seats, tokens, and requests that come twice."""

import contextlib
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chalicelib.adapters.memory import SeededEntropy
from chalicelib.core.ids import PlayerId
from chalicelib.core.reason import Reason, Refused
from chalicelib.mechanics.lobby import Deal, Seen
from chalicelib.mechanics.seating import Leave
from chalicelib.rooms.code import ALPHABET, new_code, read_code
from chalicelib.rooms.erasing import erase_player
from chalicelib.rooms.errors import NotSeated, Reused, RoomClosed, StoreBusy, TokenRevoked
from chalicelib.rooms.join import join
from chalicelib.rooms.open import DRAWS, open_room
from chalicelib.rooms.tokens import by_token, holder, tenant_of
from chalicelib.rooms.watch import watch
from tests.rooms.backstage import HOUR, Backstage, Evening


def make(backstage: Backstage, key: str | None = None, request: str = "", nickname: str = "Ana"):
    return open_room(backstage.house, "espia", nickname, None, {}, 0, key, request)


# Codes


def test_codes_have_no_look_alikes_and_spell_no_words():
    assert not set(ALPHABET) & set("01OILAEUY")
    assert len(ALPHABET) == len(set(ALPHABET))


def test_codes_are_drawn_evenly():
    entropy = SeededEntropy(1)
    drawn = Counter("".join(new_code(entropy) for _ in range(5_400)))

    assert set(ALPHABET) == set(drawn)
    assert all(800 < count < 1_200 for count in drawn.values())


@pytest.mark.parametrize(
    "typed",
    ["K7MPQ", "k7mpq", " k7mpq ", "K7-MPQ", "k 7 m p q", "K7\u00a0MPQ", "K7\u2011MPQ", "k7–mpq", "K7\tMPQ"],
)
def test_a_code_may_be_typed_in_any_way(typed: str):
    assert "K7MPQ" == read_code(typed)


@pytest.mark.parametrize(
    "typed",
    ["", "K7MP", "K7MPQQ", "K7MP0", "K7MPO", "K7MPA", "K7MP_", "К7MPQ", "K7MP\u0000", "K7MPQ#", "🦊" * 5],
)
def test_what_cannot_be_a_code_is_none(typed: str):
    assert read_code(typed) is None


@given(st.text())
def test_no_text_breaks_the_reading_of_codes(typed: str):
    code = read_code(typed)

    assert code is None or (code == read_code(code) and set(code) <= set(ALPHABET))


def test_a_code_that_is_taken_is_drawn_again(backstage: Backstage, monkeypatch: pytest.MonkeyPatch):
    codes = iter(["K7MPQ", "K7MPQ", "K7MPQ", "ZZZZZ"])
    monkeypatch.setattr("chalicelib.rooms.open.new_code", lambda _: next(codes))

    assert ["K7MPQ", "ZZZZZ"] == [make(backstage).room.code for _ in range(2)]


def test_a_store_without_a_free_code_is_busy_not_stuck(backstage: Backstage, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("chalicelib.rooms.open.new_code", lambda _: "K7MPQ")
    make(backstage)

    with pytest.raises(StoreBusy):
        make(backstage)
    assert DRAWS < 100


# Seats and tokens


def test_seats_are_numbered_in_order_of_entry_and_never_used_again(evening: Evening):
    evening.act("p2", Leave())
    evening.join("Bea")

    assert ["p1", "p2", "p3", "p4"] == [p.id for p in evening.room.state.public.table.players]


def test_a_token_opens_its_seat_in_its_room_and_nothing_else(backstage: Backstage):
    here, there = Evening(backstage, "Ana", "Bea"), Evening(backstage, "Ana", "Bea")

    for seated in here.seats.values():
        assert "demo" == tenant_of(seated.token)
        assert seated.player == watch(here.house, here.code, by_token(seated.token)).player
        with pytest.raises(NotSeated):
            watch(there.house, there.code, by_token(seated.token))


@pytest.mark.parametrize(
    "change",
    [
        str.upper,
        str.lower,
        lambda t: t[:-1],
        lambda t: t + "A",
        lambda t: t.replace("p1", "p2"),
        lambda t: " " + t,
    ],
)
def test_a_token_that_was_touched_opens_nothing(evening: Evening, change):
    with pytest.raises(NotSeated):
        watch(evening.house, evening.code, by_token(change(evening.seats["p1"].token)))


def test_tokens_differ_in_every_room_seat_and_entry(backstage: Backstage):
    evenings = [Evening(backstage, "Ana", "Bea", "Eva") for _ in range(20)]
    tokens = [seated.token for evening in evenings for seated in evening.seats.values()]

    assert 60 == len(set(tokens))


def test_no_token_is_stored_or_shown_anywhere(evening: Evening, caplog: pytest.LogCaptureFixture):
    caplog.set_level("DEBUG")
    for player in evening.seats:
        evening.connect(player, f"of {player}")
    evening.act("p1", Deal())
    for player in evening.seats:
        evening.act(player, Seen(), "id")

    kept = (
        repr(evening.backstage.memory) + repr(evening.room) + repr(evening.backstage.push.sent) + caplog.text
    )
    for seated in evening.seats.values():
        assert seated.token not in kept
        assert seated.token.split(".")[2] not in kept
    assert "a secret of tests" not in kept + repr(evening.house) + repr(evening.backstage.settings)


def test_what_is_secret_is_not_in_the_words_of_a_state(evening: Evening):
    evening.act("p1", Deal())
    room = evening.room

    assert evening.place not in repr(room.state)
    assert room.state.seed not in repr(room.state)


# The same request again


def test_a_repeat_comes_to_the_same_seat_and_token(backstage: Backstage):
    first, again = make(backstage, "k"), make(backstage, "k")

    assert (first.room.code, first.player, first.token) == (again.room.code, again.player, again.token)
    assert (False, True) == (first.replayed, again.replayed)


def test_a_repeat_is_known_for_a_day(backstage: Backstage):
    first = make(backstage, "k")
    backstage.clock.pass_ms(24 * HOUR - 1)
    assert first.room.code == make(backstage, "k").room.code

    backstage.clock.pass_ms(1)
    assert first.room.code != make(backstage, "k").room.code


def test_a_key_that_stood_for_something_else_is_refused(evening: Evening):
    make(evening.backstage, "k", "one")
    evening.join("Leo", "k")

    with pytest.raises(Reused):
        make(evening.backstage, "k", "two")
    with pytest.raises(Reused):
        evening.join("Sol", "k")


@pytest.mark.parametrize("_", range(5))
def test_repeats_that_come_at_the_same_moment_make_one_room(backstage: Backstage, _: int):
    with ThreadPoolExecutor(8) as pool:
        made = list(pool.map(lambda _: make(backstage, "k"), range(16)))

    assert 1 == len(backstage.memory.rooms)
    assert 1 == len({seated.token for seated in made})
    assert 15 == sum(seated.replayed for seated in made)


@pytest.mark.parametrize("_", range(5))
def test_repeats_that_come_at_the_same_moment_take_one_seat(evening: Evening, _: int):
    with ThreadPoolExecutor(8) as pool:
        joined = list(pool.map(lambda _: join(evening.house, evening.code, "Leo", "k", "Leo"), range(16)))

    assert 4 == len(evening.room.state.public.table.players)
    assert 1 == len({seated.token for seated in joined})
    assert 15 == sum(seated.replayed for seated in joined)


def test_people_who_come_at_the_same_moment_all_get_seats(evening: Evening):
    with ThreadPoolExecutor(7) as pool:
        joined = list(pool.map(lambda n: join(evening.house, evening.code, f"Player {n}"), range(7)))

    assert {f"p{number}" for number in range(4, 11)} == {seated.player for seated in joined}


def test_a_repeat_after_leaving_is_told_so(evening: Evening):
    evening.join("Leo", "k")
    evening.act("p4", Leave())

    with pytest.raises(TokenRevoked):
        evening.join("Leo", "k")
    assert 3 == len(evening.room.state.public.table.seated)


def test_nobody_enters_a_closed_room(evening: Evening):
    for player in evening.seats:
        evening.act(player, Leave())

    with pytest.raises(Refused) as refused:
        join(evening.house, evening.code, "Leo")
    assert Reason.ROOM_CLOSED == refused.value.rejection.reason
    evening.backstage.clock.pass_ms(24 * HOUR)
    with pytest.raises(RoomClosed):
        join(evening.house, evening.code, "Leo")


def test_the_first_who_left_a_long_list_are_not_remembered_but_their_tokens_are_dead():
    evening = Evening(Backstage(), "Ana", "Eva", game="impostor")
    first = evening.join("Leo", "first")
    evening.act(first.player, Leave())
    for number in range(33):
        evening.act(evening.join(f"Guest {number}", f"{number}").player, Leave())

    seats = evening.room.document.seats
    assert "Leo" not in [p.nickname for p in evening.room.state.public.table.players]
    assert [*seats] == ["p1", "p2", *(f"p{number}" for number in range(23, 37))]
    assert not evening.join("Leo", "first").replayed
    with pytest.raises(TokenRevoked):
        evening.join("Guest 32", "32")
    for token, remembered in ((first.token, False), (evening.seats[PlayerId("p36")].token, True)):
        with pytest.raises(TokenRevoked):
            watch(evening.house, evening.code, by_token(token))
        with contextlib.nullcontext() if remembered else pytest.raises(TokenRevoked):
            held = holder(token)(evening.room.document)
            erase_player(evening.house, evening.code, held, holder(token))
    erase_player(evening.house, evening.code, first.player)


def test_a_room_has_99_seats_in_its_life(evening: Evening):
    for number in range(96):
        evening.act(evening.join(f"Guest {number}").player, Leave())

    with pytest.raises(Refused) as refused:
        evening.join("One more")
    assert Reason.ROOM_FULL == refused.value.rejection.reason
