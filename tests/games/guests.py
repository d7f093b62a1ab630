"""People who come to a table and go again, all but as many as there are seats."""

from collections.abc import Iterator

from chalicelib.core.action import Action, Context
from chalicelib.core.deck import Deck
from chalicelib.core.ids import Millis, PlayerId
from chalicelib.core.legal import AnyState
from chalicelib.core.play import Outcome, play
from chalicelib.core.reason import Reason
from chalicelib.core.ruleset import Ruleset
from chalicelib.mechanics.seating import Enter, Leave


def coming_and_going(
    ruleset: Ruleset, deck: Deck, state: AnyState, name: str, now: Millis
) -> Iterator[AnyState]:
    """The table after each who comes, until it is full for good; whoever takes the last seat leaves again.

    Who may not be called so long has a shorter name.
    """

    def outcome(action: Action, actor: PlayerId | None = None) -> Outcome:
        return play(ruleset, state, action, Context(actor, now, deck))

    for number in range(100):
        nickname = f"{name}{number}"
        while (entered := outcome(Enter(nickname))).rejection is not None:
            if entered.rejection.reason is Reason.ROOM_FULL:
                return
            assert Reason.INVALID_NICKNAME == entered.rejection.reason
            nickname = nickname[len(name) // 2 :] if len(nickname) > 20 else f"{number}"
        state = entered.state
        yield state
        if len(state.public.table.seated) == ruleset.players[-1]:
            state = outcome(Leave(), state.public.table.seated[-1].id).state
    raise AssertionError("they come and go for ever")
