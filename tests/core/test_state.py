"""Three boxes, counted when they change, and one door out of them."""

from dataclasses import fields, replace

from chalicelib.core.action import Presence
from chalicelib.core.play import play
from chalicelib.core.state import State, advance, enter
from chalicelib.core.view import View, project
from tests.core import toy
from tests.core.toy import ANA, BEA, TOY, Add, Hand, Note, Roll, Secret, context


def counts(state: toy.ToyState) -> tuple[int, int, int, int]:
    """Steps, changes of the public box, of ana's hand, of bea's."""
    return state.step, state.public_seq, state.hand_seq.get(ANA, 0), state.hand_seq.get(BEA, 0)


def test_a_change_is_counted_in_the_box_that_it_touched():
    state = toy.new()
    assert (0, 1, 0, 0) == counts(state)
    assert (1, 2, 0, 0) == counts(play(TOY, state, Add(1), context(ANA)).state)
    assert (1, 1, 1, 0) == counts(play(TOY, state, Note("x"), context(ANA)).state)
    assert (1, 1, 0, 0) == counts(play(TOY, state, Roll(), context(ANA)).state)


def test_going_to_another_phase_is_seen_by_all():
    state = toy.new()

    assert (1, 2, 0, 0) == counts(advance(state, enter(state, "resting")))
    assert 2 == enter(state, "resting").phase_seq


def test_a_hand_that_is_dealt_or_taken_back_is_a_change_of_that_hand():
    state = replace(toy.new(), hands={ANA: Hand("x")})

    assert (1, 1, 1, 1) == counts(advance(state, replace(state, hands={BEA: Hand()})))


def test_what_is_as_it_was_is_no_change():
    state = toy.new()

    assert state is advance(state, replace(state, hands={ANA: Hand(), BEA: Hand()}))


def test_a_view_holds_the_public_box_and_the_viewers_own_hand():
    state = replace(toy.new(), hands={ANA: Hand("mine"), BEA: Hand("yours")}, secret=Secret(42))
    view = project(state, ANA)

    assert (ANA, "adding", 1, state.public, Hand("mine")) == (
        view.viewer,
        view.phase,
        view.phase_seq,
        view.public,
        view.hand,
    )
    assert "yours" not in repr(view)
    assert "42" not in repr(view)


def test_people_outside_have_no_hand():
    assert project(toy.new(), None).hand is None


def test_presence_is_no_part_of_the_version():
    here, away = (project(toy.new(), ANA, Presence(host_away=away)) for away in (False, True))

    assert here.version == away.version


def test_a_version_is_of_one_seat():
    state = play(TOY, toy.new(), Note("x"), context(ANA)).state

    assert (2, 1, 1) == (
        project(state, ANA).version,
        project(state, BEA).version,
        project(state, None).version,
    )


def test_a_view_has_no_slot_for_a_secret():
    assert {"hands", "secret", "seed", "step"}.isdisjoint(View._fields)
    assert {"hands", "secret", "seed"} <= {f.name for f in fields(State)}


def test_a_state_does_not_show_its_secrets_in_a_log():
    state = replace(toy.new(seed="the seed"), hands={ANA: Hand("mine")}, secret=Secret(42))

    for secret in ("mine", "42", "the seed"):
        assert secret not in repr(state)
