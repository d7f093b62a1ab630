"""Who is to be forgotten is known by the number of their seat alone."""

from chalicelib.core.ids import PlayerId
from chalicelib.core.view import version
from chalicelib.mechanics.seating import unnamed
from tests.adapters.playing import asking

P1, P2 = PlayerId("p1"), PlayerId("p2")


def test_a_player_without_a_name_is_the_same_in_all_else():
    before = asking()
    after = unnamed(before, P2)

    assert ["Ana", "p2", "Юля"] == [player.nickname for player in after.public.table.players]
    assert before.public.table.with_player(P2, nickname="p2") == after.public.table
    assert (before.hands, before.secret, before.phase) == (after.hands, after.secret, after.phase)
    assert version(after, P1) == version(before, P1) + 1


def test_who_has_no_name_or_was_never_there_changes_nothing():
    before = unnamed(asking(), P2)

    assert before is unnamed(before, P2) is unnamed(before, PlayerId("p9"))
