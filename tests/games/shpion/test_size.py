"""What the fullest room of the game weighs: twelve long names, all have accused in vain, endless talk."""

from functools import cache

import pytest

from chalicelib.adapters.codec import Codec
from chalicelib.adapters.presenter import LibraryPresenter
from chalicelib.core.action import Action, Context
from chalicelib.core.ids import Millis, PlayerId
from chalicelib.core.legal import AnyState
from chalicelib.core.play import play
from chalicelib.core.view import project
from chalicelib.games.registry import RULESETS
from chalicelib.games.shpion.actions import Answer, Ask, CrossOut
from chalicelib.games.shpion.dealing import DECK_ID
from chalicelib.mechanics.accusation import Accuse, Vote
from chalicelib.mechanics.lobby import Deal, Finish, Interrupt, Seen, Start
from chalicelib.mechanics.pointing import Point
from chalicelib.mechanics.seating import Enter
from infra.bench.fullest import LIBRARY, NOW, furnished

RULESET, DECK = RULESETS["shpion"], LIBRARY.rules_deck(DECK_ID)
PLAYERS = tuple(PlayerId(f"p{n}") for n in range(1, 13))
MINUTES = 10 * 60_000
TALK = 100
KILOBYTE = 1024


def after(state: AnyState, action: Action | None, actor: PlayerId | None, now: Millis = NOW) -> AnyState:
    """The state after an action that must be accepted."""
    outcome = play(RULESET, state, action, Context(actor, now, DECK))
    assert outcome.rejection is None, f"{action}: {outcome.rejection}"
    return outcome.state


def next_to(player: PlayerId) -> PlayerId:
    return PLAYERS[(PLAYERS.index(player) + 1) % len(PLAYERS)]


@cache
def talked(own_words: bool) -> AnyState:
    """A round of places after forty others, in which all have talked, noted, and accused each other."""
    state = RULESET.new("f" * 32, RULESET.options(), "ru")
    for n in range(len(PLAYERS)):
        state = after(state, Enter("\U0001f98a" * 19 + chr(ord("a") + n)), None)
    for _ in range(40):
        state = after(after(state, Deal(), PLAYERS[0]), Interrupt(), PLAYERS[0])
    state = after(state, Deal(), PLAYERS[0])
    for player in PLAYERS:
        state = after(state, Seen(), player)
    state = after(state, Start(), PLAYERS[0])
    ready = state.public.round.theme.questions
    for n in range(TALK):
        asker, to = state.public.round.asker, next_to(state.public.round.asker)
        if own_words:
            state = after(after(state, Ask(to, text='ж"' * 150), asker), Answer(text="ж" * 300), to)
        else:
            state = after(after(state, Ask(to, question=ready[n % len(ready)]), asker), Answer("unknown"), to)
    for player in PLAYERS:
        listed = RULESET.candidates(project(state, player), DECK)
        state = after(state, CrossOut(listed), player)
        state = after(state, Accuse(next_to(player)), player)
        for voter in state.public.round.accusation.missing:
            state = after(state, Vote(False), voter)
    return state


def over(state: AnyState) -> AnyState:
    """The same round at the end of the match."""
    later = Millis(NOW + MINUTES)
    state = after(state, None, None, later)
    for player in PLAYERS:
        state = after(state, Point(next_to(player)), player, later)
    return after(state, Finish(), PLAYERS[0], later)


@pytest.mark.parametrize("own_words", [False, True])
@pytest.mark.parametrize("is_over", [False, True])
def test_a_view_of_it_stays_below_sixteen_kilobytes(own_words: bool, is_over: bool):
    state = over(talked(own_words)) if is_over else talked(own_words)
    presenter = LibraryPresenter(
        RULESETS, LIBRARY, "https://play.example/{code}", lambda locale, why: str(why)
    )

    assert max(map(len, presenter.views(furnished("shpion", state), PLAYERS, NOW).values())) <= 16 * KILOBYTE


def test_fifty_ready_made_questions_are_shown_beside_all_that():
    assert 50 <= len(talked(False).public.round.questions)


@pytest.mark.parametrize("own_words", [False, True])
def test_the_document_stays_below_eighteen_kilobytes(own_words: bool):
    room = furnished("shpion", over(talked(own_words)))

    assert len(Codec(RULESETS).dump_document("shpion", room.document)) <= 18 * KILOBYTE
