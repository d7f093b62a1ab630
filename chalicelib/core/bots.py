"""Players that the room itself plays: each sees its own view alone, and moves when its time has come.

When a bot's view changes so that there may be something to do, it is given an instant in `State.wakes`; the
room settles that like any deadline. What a bot thinks of costs nobody a look at its card: its pace is drawn
from what everybody may know.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from chalicelib.core.action import Action
from chalicelib.core.deck import Deck
from chalicelib.core.ids import Millis, PlayerId
from chalicelib.core.legal import AnyState, AnyView
from chalicelib.core.rng import Rng
from chalicelib.core.timer import Due
from chalicelib.core.view import project, version


@dataclass(frozen=True, slots=True)
class Bots:
    """How the bots of a game play.

    `wants(view)`: whether there may be something for this bot to do. `policy(view, deck, rng)`: what it does,
    None for nothing until its view changes again. `pace(view, rng)`: how many ms it takes, the view being
    that of somebody outside the room. `plays(deck)`: whether a deck tells them enough to play with it.
    """

    wants: Callable[[AnyView], bool]
    policy: Callable[[AnyView, Deck, Rng], Action | None]
    pace: Callable[[AnyView, Rng], int]
    plays: Callable[[Deck], bool] = lambda deck: True


def wake(bots: Bots | None, before: AnyState, after: AnyState, now: Millis) -> AnyState:
    """Give every bot whose view has changed the instant of its next move, or none."""
    if bots is None or after is before:
        return after
    wakes = {bot: at for bot in after.public.bots if (at := _next_move(bots, before, after, bot, now))}
    return after if wakes == after.wakes else replace(after, wakes=wakes)


def _next_move(bots: Bots, before: AnyState, after: AnyState, bot: PlayerId, now: Millis) -> Millis | None:
    planned = after.wakes.get(bot)
    if version(after, bot) == version(before, bot):
        return planned
    if not bots.wants(project(after, bot)):
        return None
    if planned is not None and after.phase_seq == before.phase_seq:
        return planned
    dice = Rng(f"{after.seed}/{after.step}").fork(f"pace/{bot}")
    return Millis(now + bots.pace(project(after, None), dice))


def next_move(state: AnyState) -> Due | None:
    """The bot that moves next, and when."""
    if not state.wakes:
        return None
    at, bot = min((at, bot) for bot, at in state.wakes.items())
    return Due(f"{state.phase_seq}/{bot}/{at}", at, bot)


def woken(state: AnyState, bot: PlayerId) -> AnyState:
    """The state in which the bot's time has come."""
    return replace(state, wakes={other: at for other, at in state.wakes.items() if other != bot})
