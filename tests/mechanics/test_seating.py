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
from chalicelib.mechanics.seating import Enter, Leave, forgotten
from tests.adapters.playing import asking

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


@pytest.mark.parametrize("game", RULESETS)
def test_ten_names_of_twenty_families_fit_and_then_only_shorter_ones(game: str):
    ruleset = RULESETS[game]
    state = ruleset.new("seed", ruleset.options(), ruleset.locales[0])
    for n in range(min(10, ruleset.players[-1] - 1)):
        entered = enter(ruleset, state, FAMILY * 19 + f"{n}")
        assert entered.rejection is None
        state = entered.state

    if ruleset.players[-1] > 10:
        refused = enter(ruleset, state, FAMILY * 20).rejection
        assert Rejection(Reason.INVALID_NICKNAME, "nickname", "≤ 240 B") == refused
        assert enter(ruleset, state, FAMILY * 9).rejection is None
        left = play(ruleset, state, Leave(), Context(PlayerId("p2"), Millis(0), NOBODYS_DECK)).state
        assert enter(ruleset, left, FAMILY * 20).rejection == refused, "who has left is still listed"
    for ordinary in ("Ana", "Я" * 20, "安" * 20, "\U0001f98a" * 20):
        assert enter(ruleset, state, ordinary).rejection is None
