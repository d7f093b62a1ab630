"""Standings: best first, ties share the place."""

from hypothesis import given
from hypothesis import strategies as st

from chalicelib.core.ids import PlayerId
from chalicelib.mechanics.scoring import Points, award, standings
from chalicelib.mechanics.table import Player, Standing

scores = st.lists(st.integers(0, 6), max_size=12)


def players(scores: list[int]) -> list[Player]:
    return [Player(PlayerId(f"p{n}"), f"guest {n}", score=score) for n, score in enumerate(scores, 1)]


def test_an_award_is_the_sum_of_what_was_earned_and_names_what_brought_anything():
    p1 = PlayerId("p1")

    assert Points(p1, 3, ("win", "luck")) == award(p1, {"win": 2, "speed": 0, "luck": True})
    assert Points(p1, 0, ()) == award(p1, {})


def test_ties_share_the_place_and_the_next_one_is_skipped():
    assert [("p2", 7, 1), ("p1", 4, 2), ("p4", 4, 2), ("p3", 0, 4)] == [
        (s.player, s.score, s.place) for s in standings(players([4, 7, 0, 4]))
    ]


@given(scores)
def test_a_place_is_one_more_than_those_who_are_better(scores: list[int]):
    for standing in standings(players(scores)):
        assert 1 + sum(score > standing.score for score in scores) == standing.place


@given(scores)
def test_everybody_stands_once_best_first_and_by_seat_among_equals(scores: list[int]):
    found = standings(players(scores))

    assert list(found) == sorted(found, key=lambda s: (-s.score, int(s.player[1:])))
    assert {player.id for player in players(scores)} == {s.player for s in found}
    assert len(scores) == len(found)


def test_nobody_stands_where_nobody_plays():
    assert () == standings([])


def test_who_left_stands_too():
    gone = Player(PlayerId("p1"), "ana", status="left", score=3)

    assert (Standing(PlayerId("p1"), 3, 1),) == standings([gone])
