"""Taking a seat, and being forgotten: who was is known by the number of their seat alone."""

import pytest

from chalicelib.core.action import Context
from chalicelib.core.deck import Deck
from chalicelib.core.ids import Millis, PlayerId
from chalicelib.core.legal import AnyState
from chalicelib.core.play import Outcome, play
from chalicelib.core.reason import Reason, Rejection
from chalicelib.core.ruleset import Ruleset, nothing_typed
from chalicelib.core.view import version
from chalicelib.games.registry import RULESETS
from chalicelib.mechanics.lobby import Deal, Finish, Interrupt
from chalicelib.mechanics.seating import Enter, Leave, forgotten
from chalicelib.mechanics.table import with_table
from infra.bench.fullest_word import DECK, NOW, after
from tests.adapters.playing import asking
from tests.games.guests import coming_and_going

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466"
NOBODYS_DECK = Deck("none", "none", {})
P1, P2 = PlayerId("p1"), PlayerId("p2")


def forget(state: AnyState, player: PlayerId) -> AnyState:
    return forgotten(state, player, nothing_typed)


def test_a_player_without_a_name_is_the_same_in_all_else():
    before = asking()
    after = forget(before, P2)

    assert ["Ana", "p2", "Юля"] == [player.nickname for player in after.public.table.players]
    assert before.public.table.with_player(P2, nickname="p2") == after.public.table
    assert (before.hands, before.secret, before.phase) == (after.hands, after.secret, after.phase)
    assert version(after, P1) == version(before, P1) + 1


def test_who_has_no_name_or_was_never_there_changes_nothing():
    before = forget(asking(), P2)

    assert before is forget(before, P2) is forget(before, PlayerId("p9"))


def enter(ruleset: Ruleset, state: AnyState, nickname: str) -> Outcome:
    return play(ruleset, state, Enter(nickname), Context(None, Millis(0), NOBODYS_DECK))


@pytest.mark.parametrize(("game", "n_long"), [("espia", 10), ("shpion", 11), ("impostor", 1)])
def test_some_names_of_twenty_families_fit_and_shorter_ones_on_every_seat(game: str, n_long: int):
    ruleset = RULESETS[game]
    state = ruleset.new("seed", ruleset.options(), ruleset.locales[0])
    for n in range(n_long):
        entered = enter(ruleset, state, FAMILY * 19 + f"{n}")
        assert entered.rejection is None
        state = entered.state

    for n in range(n_long, ruleset.players[-1]):
        refused = enter(ruleset, state, FAMILY * 20).rejection
        assert refused is not None and Reason.INVALID_NICKNAME == refused.reason
        entered = enter(ruleset, state, "Я" * 18 + f"{n:02}")
        assert entered.rejection is None
        state = entered.state
    assert ruleset.players[-1] == len(state.public.table.seated)


def guests_of(n: int) -> AnyState:
    """A lobby of `impostor` with so many people, the host is p1."""
    state = RULESETS["impostor"].new("f" * 32, RULESETS["impostor"].options(), "es")
    for name in ("Ana", "Eva", "Gil", "Leo", "Sol")[:n]:
        state = after(state, Enter(name), None)
    return state


def test_who_left_takes_the_room_of_a_name_once_a_match_has_begun():
    def come_and_gone(state: AnyState) -> AnyState:
        came = after(state, Enter(FAMILY * 20), None)
        return after(came, Leave(), came.public.table.seated[-1].id)

    lobby, dealt = guests_of(5), after(guests_of(5), Deal(), P1)
    for state, most in (
        (lobby, 835),
        (come_and_gone(lobby), 835),
        (dealt, 835),
        (come_and_gone(dealt), 189),
    ):
        refused = enter(RULESETS["impostor"], state, FAMILY * 60).rejection
        assert Rejection(Reason.INVALID_NICKNAME, "nickname", f"≤ {most} B") == refused


def test_a_room_that_is_full_of_who_left_has_room_again_after_the_next_deal():
    ruleset = RULESETS["impostor"]
    state = after(guests_of(5), Deal(), P1)
    winner = next(p for p in state.public.table.in_round if p not in (P1, *state.secret.impostors))
    state = with_table(state, state.public.table.with_player(winner, score=3))
    state = after(state, Leave(), winner)
    *_, state = coming_and_going(ruleset, DECK, state, "Maximiliano", NOW)
    state = after(state, Interrupt(), P1)
    refused = enter(ruleset, state, "Uma").rejection

    assert refused is not None and Reason.ROOM_FULL == refused.reason
    state = after(state, Deal(), P1)
    assert [winner] == [p.id for p in state.public.table.players if p.status == "left"], "points stay"
    after(after(state, Leave(), state.public.table.seated[-1].id), Enter("Uma"), None)


def test_too_few_for_a_deal_are_joined_by_others_whoever_came_and_went_while_the_word_was_on():
    ruleset, state = RULESETS["impostor"], after(guests_of(3), Deal(), P1)
    *_, state = coming_and_going(ruleset, DECK, state, "Maximiliano", NOW)
    for player in state.public.table.seated[2:]:
        state = after(state, Leave(), player.id)
    assert "round_over" == state.phase and 2 == len(state.public.table.seated)

    state = after(state, Enter("Uma"), None)

    listed = {p.id for p in state.public.table.players}
    assert {*state.public.result.reveal.cards, state.public.table.seated[-1].id} == listed
    after(state, Deal(), P1)


def test_at_the_end_of_a_match_all_who_have_a_place_stay_listed():
    state = after(guests_of(3), Deal(), P1)
    *_, state = coming_and_going(RULESETS["impostor"], DECK, state, "Maximiliano", NOW)
    state = after(after(state, Interrupt(), P1), Leave(), state.public.table.seated[-1].id)
    state = after(state, Finish(), P1)

    enter(RULESETS["impostor"], state, "Uma")

    assert {p.id for p in state.public.table.players} == {s.player for s in state.public.table.standings}


def test_forty_bytes_are_kept_for_each_free_seat_though_some_have_left():
    state = after(guests_of(5), Deal(), P1)
    for name in ("Max", "Paz", "Iris"):
        state = after(state, Enter(name), None)
        state = after(state, Leave(), state.public.table.seated[-1].id)

    for n in range(5, 16):
        refused = enter(RULESETS["impostor"], state, FAMILY * 60).rejection
        assert refused is not None and Reason.INVALID_NICKNAME == refused.reason and refused.detail
        most = int(refused.detail.split()[1])
        state = after(state, Enter(f"{n:02}".ljust(most, "x")), None)

    assert 16 == len(state.public.table.seated)


def test_a_quote_in_a_name_counts_as_it_is_stored():
    state = guests_of(2)
    longest = enter(RULESETS["impostor"], state, '"' * 500).rejection

    assert longest is not None and longest.detail
    most = int(longest.detail.split()[1])
    assert enter(RULESETS["impostor"], state, '"' * (most // 2)).rejection is None
    assert enter(RULESETS["impostor"], state, '"' * (most // 2 + 1)).rejection is not None


def test_where_there_is_room_all_who_left_stay_listed():
    state = after(after(guests_of(5), Leave(), P2), Deal(), P1)

    assert P2 in [p.id for p in state.public.table.players]


def test_whoever_comes_has_looked_at_no_card():
    lobby, word_on = guests_of(3), after(guests_of(3), Deal(), P1)

    assert not any(p.seen for p in lobby.public.table.players)
    assert not after(word_on, Enter("Uma"), None).public.table.players[-1].seen
