"""An action belongs to the phase that its actor saw: a late double click never counts in the next one."""

import pytest

from chalicelib.core.action import Action
from chalicelib.core.deck import CardId
from chalicelib.core.ids import PlayerId
from chalicelib.core.reason import Reason
from chalicelib.games.espia.actions import CrossOut, Guess, PassTurn
from chalicelib.games.espia.ruleset import RULESET
from chalicelib.mechanics.accusation import Accuse, Vote
from chalicelib.mechanics.lobby import AddBot, Configure, Deal, Finish, Interrupt, Rematch, Seen, Start
from chalicelib.mechanics.pointing import Point
from chalicelib.mechanics.seating import ClaimHost, Leave, MakeHost, Remove, Tick
from tests.games.espia import phases
from tests.games.espia.phases import point
from tests.table import Table

ANY_TIME = {"leave", "tick", "seen", "cross_out", "claim_host", "make_host", "remove"}
P = PlayerId
BOUND: tuple[tuple[str, str, Action], ...] = (
    ("lobby", "ana", Configure({"minutes": 5})),
    ("lobby", "ana", Deal()),
    ("lobby", "ana", AddBot()),
    ("dealt", "ana", Start()),
    ("dealt", "ana", Interrupt()),
    ("questions", "ana", PassTurn(P("bea"))),
    ("questions", "ana", Accuse(P("eva"))),
    ("questions", "eva", Guess(CardId("tren"))),
    ("accusation", "leo", Vote(True)),
    ("pointing", "ana", Point(P("eva"))),
    ("last_chance", "eva", Guess(CardId("tren"))),
    ("round_over", "ana", Deal()),
    ("round_over", "ana", Finish()),
    ("match_over", "ana", Rematch()),
)
FREE: tuple[tuple[str, str, Action], ...] = (
    ("questions", "eva", CrossOut((CardId("tren"),))),
    ("questions", "bea", Leave()),
    ("questions", "bea", Tick()),
    ("questions", "ana", MakeHost(P("bea"))),
    ("questions", "ana", Remove(P("bea"))),
)


def test_every_action_but_these_is_bound_to_a_phase():
    assert ANY_TIME == {name for name, action in RULESET.actions.items() if action.any_time}
    assert {*ANY_TIME} | {action.type for _, _, action in BOUND} == {*RULESET.actions}


@pytest.mark.parametrize(("phase", "name", "action"), BOUND)
def test_a_stale_action_is_refused(phase: str, name: str, action: Action):
    table = phases.reached(phase)

    assert Reason.STALE_PHASE == table.refuses(name, action, phase_seq=table.phase_seq - 1)
    assert Reason.STALE_PHASE == table.refuses(name, action, phase_seq=table.phase_seq + 1)


@pytest.mark.parametrize(("phase", "name", "action"), FREE)
def test_what_belongs_to_no_phase_is_never_stale(phase: str, name: str, action: Action):
    phases.reached(phase).when(name, action, phase_seq=0)


def test_claiming_the_room_is_never_stale():
    table = Table("espia", 3).when("bea", ClaimHost(), phase_seq=0, host_away=True)

    assert "bea" == table.host


def test_an_action_of_the_phase_that_its_actor_saw_counts():
    table = phases.reached("questions")

    assert "accusation" == table.when("ana", Accuse("eva"), phase_seq=table.phase_seq).phase


def test_every_change_of_phase_grows_by_one():
    table = Table("espia", 5)
    seen = [table.phase_seq]
    for step in (
        lambda t: t.dealt(spy="eva"),
        lambda t: t.started(),
        lambda t: t.when("ana", Accuse("bea")),
        lambda t: t.each(("eva", "leo", "sol"), Vote(False)),
        lambda t: t.after(minutes=8),
        lambda t: point(t, {"eva": "ana"}, others="eva"),
        lambda t: t.when("eva", Guess("tren")),
        lambda t: t.when("ana", Finish()),
        lambda t: t.when("ana", Rematch()),
    ):
        table = step(table)
        seen.append(table.phase_seq)

    assert list(range(seen[0], seen[0] + 10)) == seen


def test_the_turn_is_not_a_phase():
    table = phases.reached("questions")

    assert table.phase_seq == table.when("ana", PassTurn("bea")).phase_seq


def test_a_double_click_does_not_vote_in_the_next_ballot():
    table = phases.reached("questions").when("ana", Accuse("bea"))
    first = table.phase_seq
    table = table.each(("eva", "leo", "sol"), Vote(False)).when("bea", Accuse("ana"))

    assert Reason.STALE_PHASE == table.refuses("leo", Vote(True), phase_seq=first)


def test_a_double_click_on_deal_deals_once():
    table = Table("espia", 3)
    dealt = table.when("ana", Deal(), phase_seq=table.phase_seq)

    assert Reason.STALE_PHASE == dealt.refuses("ana", Deal(), phase_seq=table.phase_seq)


def test_a_vote_that_arrives_after_its_phase_is_stale():
    table = phases.reached("accusation")

    assert Reason.STALE_PHASE == table.after(seconds=120).refuses(
        "leo", Vote(True), phase_seq=table.phase_seq
    )


def test_a_look_at_an_earlier_card_is_no_look_at_this_one():
    table = Table("espia", 3).dealt()
    earlier = table.phase_seq
    again = table.when("ana", Interrupt()).when("ana", Deal())

    assert Reason.STALE_PHASE == again.refuses("bea", Seen(), phase_seq=earlier)
    assert again.when("bea", Seen(), phase_seq=again.phase_seq).sees("bea").seat.seen
