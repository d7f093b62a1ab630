"""What was said in turn, as it is kept and as it is told."""

from chalicelib.core.ids import PlayerId
from chalicelib.mechanics.clues import NO_CLUES, Clue

P1, P2 = PlayerId("p1"), PlayerId("p2")


def test_clues_are_told_lap_by_lap_in_the_order_of_turns():
    clues = NO_CLUES.plus(1, P2, "sal").plus(1, P1, "").plus(2, P2, None)

    assert [Clue(P2, 1, True, "sal"), Clue(P1, 1, True, None), Clue(P2, 2, False, None)] == [*clues.each()]


def test_said_aloud_and_said_nothing_are_two_things():
    (aloud,), (nothing,) = ([*NO_CLUES.plus(1, P1, text).each()] for text in ("", None))

    assert (aloud.said, aloud.text, nothing.said, nothing.text) == (True, None, False, None)


def test_who_has_had_their_turn_is_seen_lap_by_lap():
    clues = NO_CLUES.plus(1, P1, "sal")

    assert ({P1}, set()) == ({*clues.of(1)}, {*clues.of(2)})
