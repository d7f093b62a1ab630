"""What the fullest rooms weigh: long names, long roles, all have accused in vain, endless talk."""

from functools import cache
from typing import NamedTuple

import pytest

from chalicelib.adapters.codec import Codec
from chalicelib.core.action import Action, Context
from chalicelib.core.deck import CardId
from chalicelib.core.ids import Millis, PlayerId
from chalicelib.core.legal import AnyState
from chalicelib.core.play import play
from chalicelib.core.view import project
from chalicelib.games.registry import RULESETS
from chalicelib.games.shpion.actions import Answer, Ask, CrossOut, Guess
from chalicelib.games.shpion.dealing import DECK_ID, words
from chalicelib.games.shpion.themes import THEMES
from chalicelib.mechanics.accusation import Accuse, Vote
from chalicelib.mechanics.lobby import Configure, Deal, Interrupt, Seen, Start
from chalicelib.mechanics.pointing import Point
from chalicelib.mechanics.seating import ENTRY_BYTES, Enter
from infra.bench.fullest import LIBRARY, NOW, furnished
from tests.games.guests import coming_and_going
from tests.games.large_cards import PRESENTER
from tests.games.shpion import stage

RULESET, DECK = RULESETS["shpion"], LIBRARY.rules_deck(DECK_ID)
SIZES = RULESET.players
LATER = Millis(NOW + 10 * 60_000)
KILOBYTE = 1024
FOX, FAMILY = "\U0001f98a", "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466"


class Exchange(NamedTuple):
    """What is asked again and again, and answered: ready-made without a text, aloud with empty ones."""

    asked: str | None
    answered: str | None


READY, ALOUD = Exchange(None, None), Exchange("", "")
ORDINARY, LONG = Exchange("ж" * 60, "ж" * 20), Exchange('ж"' * 150, "ж" * 300)


def after(state: AnyState, action: Action | None, actor: PlayerId | None, now: Millis = NOW) -> AnyState:
    """The state after an action that must be accepted."""
    outcome = play(RULESET, state, action, Context(actor, now, DECK))
    assert outcome.rejection is None, f"{action}: {outcome.rejection}"
    return outcome.state


def next_to(state: AnyState, player: PlayerId) -> PlayerId:
    players = state.public.table.in_round
    return players[(players.index(player) + 1) % len(players)]


def roles(card: CardId) -> int:
    """How long they are, the longest first."""
    return sum(sorted((len(role.encode()) for role in DECK.cards[card].roles), reverse=True)[:11])


@cache
def started(players: int, name: str = FOX * 19, n_long: int = 12) -> AnyState:
    """A round of the largest theme after forty others; the roles are long, and so many of the names."""
    state = RULESET.new("f" * 32, RULESET.options(), "ru")
    for n in range(players):
        state = after(state, Enter((name if n < n_long else FOX * 19) + chr(ord("a") + n)), None)
    host = state.public.host
    state = after(state, Configure({"themes": list(reversed(THEMES)), "rounds": 1}), host)
    for _ in range(40):
        state = after(after(state, Deal(), host), Interrupt(), host)
    word = max(words(DECK, "places", "any"), key=roles)
    state = stage.deal(after(state, Deal(), host), DECK, PlayerId, word=word)
    for player in state.public.table.in_round:
        state = after(state, Seen(), player)
    return after(state, Start(), host)


def asked(state: AnyState, exchange: Exchange) -> AnyState:
    """Whoever's turn it is asks the next, who answers."""
    asker = state.public.round.asker
    to, ready = next_to(state, asker), max(state.public.round.theme.questions, key=len)
    if exchange is READY:
        return after(after(state, Ask(to, question=ready), asker), Answer("unknown"), to)
    return after(after(state, Ask(to, text=exchange.asked), asker), Answer(text=exchange.answered), to)


@cache
def talked(players: int, exchange: Exchange) -> AnyState:
    """So much that no more is shown."""
    state = started(players)
    while not state.public.round.questions_before:
        state = asked(state, exchange)
    return state


def moments(state: AnyState) -> list[AnyState]:
    """What follows the talk: all note, and accuse each other in vain; the spy names a word, or all point."""
    players, found = state.public.table.in_round, []
    for player in players:
        listed = RULESET.candidates(project(state, player), DECK)
        state = after(state, CrossOut(listed), player)
    for player in players:
        found.append(state)
        state = after(state, Accuse(next_to(state, player)), player)
        *voters, last = state.public.round.accusation.missing
        for voter in voters:
            state = after(state, Vote(False), voter)
        found.append(state)
        guessed = after(state, Guess(state.secret.word.id), state.secret.spy)
        state = after(state, Vote(False), last)
    found += [guessed, state]
    state = after(state, None, None, LATER)
    for player in players:
        found.append(state)
        state = after(state, Point(next_to(state, player)), player, LATER)
    return [*found, state]


def largest_view(state: AnyState) -> int:
    seated = [p.id for p in state.public.table.seated]
    return max(map(len, PRESENTER.views(furnished("shpion", state), seated, NOW).values()))


def document(state: AnyState) -> int:
    return len(Codec(RULESETS).dump_document("shpion", furnished("shpion", state).document))


@pytest.mark.parametrize("players", SIZES)
@pytest.mark.parametrize("exchange", [READY, ALOUD, ORDINARY, LONG])
def test_a_view_of_any_table_stays_below_sixteen_kilobytes_whatever_is_said(players: int, exchange: Exchange):
    later = moments(talked(players, exchange))

    assert {"questions", "accusation", "pointing", "match_over"} == {state.phase for state in later}
    assert max(map(largest_view, later)) <= 16 * KILOBYTE - 100


@pytest.mark.parametrize("players", SIZES)
@pytest.mark.parametrize("exchange", [READY, ALOUD, ORDINARY])
def test_what_is_free_of_that_goes_to_the_talk(players: int, exchange: Exchange):
    seats_free = (SIZES[-1] - players) * ENTRY_BYTES

    assert max(map(largest_view, moments(talked(players, exchange)))) + seats_free >= 15.3 * KILOBYTE


@pytest.mark.parametrize("exchange", [READY, ORDINARY])
def test_it_stays_so_when_people_come_to_watch(exchange: Exchange):
    state = talked(3, exchange)
    for n in range(9):
        state = after(state, Enter(f"Катюша {n}"), None)

    assert max(map(largest_view, moments(state))) <= 16 * KILOBYTE


@pytest.mark.parametrize("exchange", [READY, LONG])
@pytest.mark.parametrize("name", ["Катюша", FOX * 19, FAMILY * 19])
@pytest.mark.parametrize("players", [4, 11])
def test_nor_when_they_come_and_go_until_the_room_is_full(players: int, exchange: Exchange, name: str):
    *_, state = coming_and_going(RULESET, DECK, talked(players, exchange), name, NOW)
    *later, over = moments(state)
    *_, crowded = coming_and_going(RULESET, DECK, moments(talked(players, exchange))[-1], name, LATER)

    assert len(state.public.table.players) > 12 and len(crowded.public.table.players) > 12
    assert max(map(largest_view, [*later, over, crowded])) <= 16 * KILOBYTE


def test_nor_when_their_names_are_nothing_but_emoji_and_the_reveal_counts_what_it_leaves_out():
    state = talked(3, READY)
    for n in range(9):
        state = after(state, Enter("\U0001f40c" * 19 + f"{n}"), None)
    *_, over = later = moments(state)

    assert max(map(largest_view, later)) <= 16 * KILOBYTE
    asked_at_all = len(state.public.round.questions) + state.public.round.questions_before
    assert asked_at_all == len(over.public.round.questions) + over.public.round.questions_before


def test_three_dozen_exchanges_of_four_players_stay_whole():
    state = started(4, "Екатерин")
    for _ in range(36):
        state = asked(state, ORDINARY)
    *_, over = moments(state)

    assert 36 == len(over.public.round.questions) and 0 == over.public.round.questions_before


def test_fifty_ready_made_questions_of_twelve_players_are_shown_and_a_hundred_of_four():
    assert 50 <= len(talked(12, READY).public.round.questions)
    assert 100 <= len(talked(4, READY).public.round.questions)


def test_the_last_question_stays_where_names_alone_fill_a_view():
    state = asked(asked(started(12, FAMILY * 19, n_long=10), LONG), LONG)

    assert (1, 1) == (len(state.public.round.questions), state.public.round.questions_before)
    asker = state.public.round.asker
    open_ = after(state, Ask(next_to(state, asker), text="Где?"), asker)
    assert "Где?" == open_.public.round.questions[-1].text
    assert max(map(largest_view, moments(state))) <= 16 * KILOBYTE


def test_the_reveal_tells_no_question_that_a_view_has_no_room_for():
    state = asked(started(12, FAMILY * 19, n_long=10), LONG)
    *_, over = moments(state)

    assert (1, 0) == (len(state.public.round.questions), len(over.public.round.questions))
    assert 1 == over.public.round.questions_before


@pytest.mark.parametrize(("players", "most"), [(3, 13), (6, 14), (9, 15), (12, 17)])
@pytest.mark.parametrize("exchange", [READY, ALOUD, ORDINARY, LONG])
def test_the_document_stays_small(players: int, most: int, exchange: Exchange):
    *_, over = moments(talked(players, exchange))

    assert document(over) <= most * KILOBYTE


@pytest.mark.parametrize("players", [3, 6, 9, 11])
def test_one_old_question_at_most_goes_when_people_with_ordinary_names_fill_the_table(players: int):
    state = full = talked(players, ORDINARY)
    for n in range(SIZES[-1] - players):
        full = after(full, Enter(f"Катюша {n}"), None)

    assert SIZES[-1] == len(full.public.table.seated)
    assert len(full.public.round.questions) >= len(state.public.round.questions) - 1
