"""What the fullest rooms of the game weigh, after an evening of forty words."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import pytest
from pydantic_core import to_json

from chalicelib.adapters.codec import Codec
from chalicelib.games.registry import RULESETS
from chalicelib.rooms.room import Room, RoundRecord
from chalicelib.tenants.webhooks import MOST_BYTES
from infra.bench.fullest import NOW, furnished
from infra.bench.fullest_word import DECK, NICKNAMES, fullest_room
from tests.games.guests import coming_and_going
from tests.games.large_cards import PRESENTER

KILOBYTE = 1024
ORDINARY: tuple[str, ...] = ()
LONG = ("x" * 19 + " " + "y" * 20,)
CYRILLIC = ("ж" * 33,)
EMOJI = ("🌊" * 40,)
FOXES = tuple("🦊" * 18 + animal for animal in "🐌🐍🐎🐏🐐🐑🐒🐓🐔🐕🐖🐗🐘🐙🐚🐛")
FAMILY = "👨‍👩‍👧‍👦"
FAMILIES = (FAMILY * 19 + "a", FAMILY * 8 + "b", *(name[-10:] for name in FOXES[2:]))
"""As long as so many may be called at one table."""
QUOTES = tuple('"' * 19 + letter for letter in "abcdefghijklmnop")

fullest = cache(fullest_room)


def document(room: Room) -> int:
    return len(Codec(RULESETS).dump_document("impostor", room.document))


def largest_view(room: Room) -> int:
    seated = [p.id for p in room.state.public.table.seated]
    return max(map(len, PRESENTER.views(room, seated, NOW).values()))


@pytest.mark.parametrize("nicknames", [NICKNAMES, FOXES, FAMILIES])
@pytest.mark.parametrize("clues", [ORDINARY, LONG, CYRILLIC, EMOJI])
@pytest.mark.parametrize("is_over", [False, True])
def test_the_document_of_sixteen_after_forty_words_stays_below_ten_kilobytes(
    nicknames: Sequence[str], clues: Sequence[str], is_over: bool
):
    room = fullest(clues, nicknames, is_over=is_over)

    assert len(room.state.public.table.seated) == 16 and room.state.public.table.dealt == 41
    assert (13, 10 + is_over) == (room.state.public.round.lap, len(room.state.public.round.ballots))
    assert 16 <= len([*room.state.public.round.clues.each()])
    assert document(room) <= 10 * KILOBYTE


@pytest.mark.parametrize("n", [6, 9, 12, 14])
@pytest.mark.parametrize("clues", [ORDINARY, LONG, EMOJI])
@pytest.mark.parametrize("is_over", [False, True])
def test_smaller_tables_weigh_no_more_though_they_keep_more_of_their_clues(
    n: int, clues: Sequence[str], is_over: bool
):
    for n_before in (0, 20):
        room = fullest_room(clues, FOXES[:n], is_over=is_over, n_before=n_before)

        assert document(room) <= 10 * KILOBYTE
        assert largest_view(room) <= 16 * KILOBYTE


@pytest.mark.parametrize("is_over", [False, True])
def test_eight_players_read_every_clue_of_forty_letters(is_over: bool):
    round_ = fullest_room(LONG, FOXES[:8], is_over=is_over).state.public.round

    assert 8 * round_.lap == len([*round_.clues.each()])


@pytest.mark.parametrize("nicknames", [NICKNAMES, FOXES, FAMILIES])
@pytest.mark.parametrize("clues", [ORDINARY, LONG, EMOJI])
@pytest.mark.parametrize("is_over", [False, True])
def test_a_view_of_it_stays_below_sixteen_kilobytes(
    nicknames: Sequence[str], clues: Sequence[str], is_over: bool
):
    assert largest_view(fullest(clues, nicknames, is_over=is_over)) <= 16 * KILOBYTE


@pytest.mark.parametrize("nicknames", [NICKNAMES, FOXES, FAMILIES, QUOTES])
@pytest.mark.parametrize("clues", [ORDINARY, LONG, CYRILLIC, EMOJI, ('"' * 40,)])
@pytest.mark.parametrize("end", [{}, {"is_over": True}, {"is_over": True, "guess": "𐐀" * 40}])
def test_so_does_all_where_others_came_and_went_before_and_were_forgotten(
    nicknames: Sequence[str], clues: Sequence[str], end: Mapping[str, Any]
):
    room = fullest_room(clues, nicknames, n_before=83, **end)

    assert "p99" == room.state.public.table.players[-1].id
    assert 83 == len(room.document.erased)
    assert document(room) <= 10 * KILOBYTE
    assert largest_view(room) <= 16 * KILOBYTE


@pytest.mark.parametrize("clues", [ORDINARY, LONG, EMOJI])
@pytest.mark.parametrize("is_over", [False, True])
def test_those_who_came_and_went_take_their_room_from_the_clues(clues: Sequence[str], is_over: bool):
    room = fullest(clues, NICKNAMES, is_over=is_over, n_gone=6)

    assert 22 == len(room.state.public.table.players)
    assert 16 <= len([*room.state.public.round.clues.each()])
    assert document(room) <= 10 * KILOBYTE
    assert largest_view(room) <= 16 * KILOBYTE


@pytest.mark.parametrize("clues", [ORDINARY, LONG, EMOJI])
@pytest.mark.parametrize("is_over", [False, True])
@pytest.mark.parametrize("name", ["Maximiliano", "🦊" * 19, FAMILY * 19])
def test_so_do_those_who_come_and_go_later_until_the_room_is_full(
    clues: Sequence[str], is_over: bool, name: str
):
    before = fullest(clues, NICKNAMES[:9], is_over=is_over).state
    *_, state = coming_and_going(RULESETS["impostor"], DECK, before, name, NOW)
    room = furnished("impostor", state)

    assert len(state.public.table.players) >= 16
    assert 9 <= len([*state.public.round.clues.each()])
    assert document(room) <= 10 * KILOBYTE
    assert largest_view(room) <= 16 * KILOBYTE


def test_a_hundred_and_seventy_ordinary_clues_are_shown_beside_all_that():
    assert 170 <= len([*fullest(ORDINARY).state.public.round.clues.each()])


def test_the_fullest_word_can_be_told_by_a_webhook():
    public = fullest(EMOJI, FOXES, is_over=True).state.public
    names = {player.id: player.nickname for player in public.table.players}
    record = RoundRecord(9999, 9999, public.round.deck, NOW, names, public.result)

    assert len(to_json(PRESENTER.round(record))) < MOST_BYTES / 2
