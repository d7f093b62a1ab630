"""What was said in turn, as it is kept and as it is told."""

from chalicelib.core.ids import PlayerId
from chalicelib.mechanics.clues import NO_CLUES, Clue, Clues, Space

P1, P2, P10 = PlayerId("p1"), PlayerId("p2"), PlayerId("p10")
PLENTY = 10_000


def shown(most: int) -> Space:
    return Space(most, PLENTY)


def stored(most: int) -> Space:
    return Space(PLENTY, most)


def test_clues_are_told_lap_by_lap_in_the_order_of_turns():
    clues = NO_CLUES.opened_by(P2).plus(P2, "sal").plus(P1, "").opened_by(P2).plus(P2, None)

    assert [Clue(P2, 1, True, "sal"), Clue(P1, 1, True, None), Clue(P2, 2, False, None)] == [*clues.each()]


def test_a_lap_that_somebody_else_opens_has_an_order_of_its_own():
    clues = NO_CLUES.opened_by(P1)
    for player in (P1, P2, P10):
        clues = clues.plus(player, "sal")
    clues = clues.opened_by(P2).plus(P2, "mar").plus(P10, "pez")

    assert [P1, P2, P10, P2, P10] == [clue.player for clue in clues.each()]
    assert [P2, P10, P1] == [*clues.plus(P1, "ola").of(2)]


def test_said_aloud_and_said_nothing_are_two_things():
    (aloud,), (nothing,) = ([*NO_CLUES.opened_by(P1).plus(P1, text).each()] for text in ("", None))

    assert (aloud.said, aloud.text, nothing.said, nothing.text) == (True, None, False, None)


def test_who_has_had_their_turn_is_seen_lap_by_lap():
    clues = NO_CLUES.opened_by(P1).plus(P1, "sal")

    assert ({P1}, set(), set()) == ({*clues.of(1)}, {*clues.opened_by(P1).of(2)}, {*clues.of(2)})


def three_laps() -> Clues:
    """P2 goes after the first lap, and P10 has yet to speak in the third; 3 bytes and 47 each."""
    clues = NO_CLUES.opened_by(P2).plus(P2, "a").plus(P10, "b").plus(P1, "c")
    clues = clues.opened_by(P10).plus(P10, "d").plus(P1, None)
    return clues.opened_by(P10)


def test_the_oldest_laps_go_where_there_is_no_room_for_all():
    clues = three_laps()

    assert clues == clues.newest(shown(4 * 50 + 51))
    fewer = clues.newest(shown(4 * 50 + 50))
    assert [Clue(P10, 2, True, "d"), Clue(P1, 2, False, None)] == [*fewer.each()]
    assert ({}, {P10: "d", P1: None}, {}) == (fewer.of(1), fewer.of(2), fewer.of(3))
    assert [P10] == [*fewer.plus(P10, "e").of(3)]


def test_what_takes_many_bytes_takes_more_of_the_room():
    clues = NO_CLUES.opened_by(P1).plus(P1, "🌊").opened_by(P1).plus(P1, '"')

    assert clues == clues.newest(shown(2 * 47 + 6 + 4))
    assert clues != clues.newest(shown(2 * 47 + 6 + 3))


def test_what_is_stored_of_them_counts_without_whose_they_are():
    clues = NO_CLUES.opened_by(P1).plus(P1, "🌊").opened_by(P1).plus(P1, '"')

    assert clues == clues.newest(stored(6 + 4))
    assert [Clue(P1, 2, True, '"')] == [*clues.newest(stored(6 + 3)).each()]


def test_the_last_lap_stays_in_any_case():
    assert [*three_laps().newest(Space(0, 0)).plus(P10, "e").each()] == [Clue(P10, 3, True, "e")]


def test_what_somebody_wrote_who_is_forgotten_was_said_aloud_and_what_others_wrote_stays():
    clues = (
        NO_CLUES.opened_by(P1).plus(P1, "sal").plus(P2, "mar").opened_by(P2).plus(P2, "pez").plus(P1, "ola")
    )

    assert [*clues.said_aloud(P1).each()] == [
        Clue(P1, 1, True, None),
        Clue(P2, 1, True, "mar"),
        Clue(P2, 2, True, "pez"),
        Clue(P1, 2, True, None),
    ]


def test_who_is_forgotten_has_still_said_nothing_where_they_said_nothing_in_time():
    clues = NO_CLUES.opened_by(P1).plus(P1, None).opened_by(P1).plus(P1, "").opened_by(P1).plus(P1, "sal")

    assert [*clues.said_aloud(P1).each()] == [
        Clue(P1, 1, False, None),
        Clue(P1, 2, True, None),
        Clue(P1, 3, True, None),
    ]


def test_who_is_forgotten_and_had_no_turn_leaves_the_clues_as_they_were():
    clues = NO_CLUES.opened_by(P1).plus(P1, "sal")

    assert clues == clues.said_aloud(P2)
    assert NO_CLUES == NO_CLUES.said_aloud(P1)
