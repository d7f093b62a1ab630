"""Bots at the table: they answer by the truth, only from what they see, and never hold up the game."""

from collections import Counter

import pytest

from chalicelib.core.deck import Deck
from chalicelib.core.rng import Rng
from chalicelib.core.view import project
from chalicelib.decks.library import Library
from chalicelib.games.shpion.actions import Answer, Ask, Guess
from chalicelib.games.shpion.bot import BOTS, LEVELS, decide, pace, wants
from chalicelib.games.shpion.dealing import DECK_ID
from chalicelib.games.shpion.ruleset import RULESET
from chalicelib.mechanics.accusation import Accuse, Vote
from chalicelib.mechanics.pointing import Point
from chalicelib.mechanics.topics import OPTIONS as ANSWERS
from infra.bots.shpion import OPTIONS, play_rounds
from infra.bots.table import dealt
from tests.conftest import Volume
from tests.games.shpion.phases import game, reached, time_is_up
from tests.table import Table


@pytest.fixture(scope="module")
def deck() -> Deck:
    """The words that people play with."""
    return Library().rules_deck(DECK_ID)


def test_bots_alone_bring_every_round_to_its_end_and_are_refused_nothing(deck: Deck, volume: Volume):
    tally = play_rounds(deck, volume.of(25, 2_000), seed=f"{volume.seed}")

    assert 0 == tally.pace.refused
    assert 0 < tally.spy_won < tally.rounds


def test_a_resident_bot_answers_by_the_truth_and_a_spy_by_an_option(deck: Deck, volume: Volume):
    told = Counter()

    def watched(view, deck, rng):
        action = decide(view, deck, rng, LEVELS["normal"])
        if isinstance(action, Answer):
            card, asked = view.hand.card, view.public.round.questions[-1]
            assert action.option in ANSWERS
            if card.word is not None:
                assert action.option == deck.cards[card.word.id].answers[asked.question]
            told[card.kind] += 1
        return action

    play_rounds(deck, volume.of(10, 200), residents=watched, spy=watched, seed=f"{volume.seed}")

    assert {"resident", "spy"} == set(told)


def test_bots_ask_only_ready_made_questions_of_the_theme(deck: Deck, volume: Volume):
    asked = []

    def watched(view, deck, rng):
        action = decide(view, deck, rng, LEVELS["easy"])
        if isinstance(action, Ask):
            assert action.text is None
            assert action.question in deck.questions[view.public.round.theme.id]
            asked.append(action.question)
        return action

    play_rounds(deck, volume.of(10, 200), residents=watched, spy=watched, seed=f"{volume.seed}")

    assert len(asked) > 20


def test_only_a_spy_names_a_word(deck: Deck, volume: Volume):
    def watched(view, deck, rng):
        action = decide(view, deck, rng, LEVELS["hard"])
        if isinstance(action, Guess):
            assert "spy" == view.hand.card.kind
        return action

    play_rounds(deck, volume.of(10, 200), residents=watched, spy=watched, seed=f"{volume.seed}")


def test_a_spy_accuses_about_as_often_as_a_resident_and_like_them_only_who_has_answered(
    deck: Deck, volume: Volume
):
    turns, accused = Counter(), Counter()

    def watched(view, deck, rng):
        action, kind, round_ = (
            decide(view, deck, rng, LEVELS["normal"]),
            view.hand.card.kind,
            view.public.round,
        )
        if view.phase == "questions" and not isinstance(action, Answer):
            turns[kind] += 1
        if isinstance(action, Accuse):
            accused[kind] += 1
            assert action.suspect in {each.to for each in round_.questions if each.answer}
        return action

    play_rounds(deck, volume.of(100, 2_000), residents=watched, spy=watched, seed=f"{volume.seed}")

    shares = {kind: accused[kind] / turns[kind] for kind in turns}
    assert 1 / 4 < shares["spy"] / shares["resident"] < 4


def test_only_whoever_is_asked_or_asks_is_waited_for(deck: Deck):
    state = dealt(RULESET, deck, OPTIONS, "a table", 5)
    waited = [p for p in state.public.table.in_round if wants(project(state, p))]

    assert [state.public.round.asker] == waited


def test_a_bot_thinks_for_a_few_seconds_whatever_its_card(deck: Deck):
    state = dealt(RULESET, deck, OPTIONS, "a table", 5)
    paces = [pace(project(state, None), Rng(f"{n}")) for n in range(200)]

    assert 3_000 <= min(paces) and max(paces) < 8_000
    assert len(set(paces)) > 100


def waited_for(table: Table) -> set[str]:
    """For whom the table waits, if they are bots."""
    return {name for name in table.seated if wants(table.sees(name))}


def test_in_a_ballot_all_are_waited_for_who_have_not_voted_and_the_accused_too():
    table = reached("questions").enters("max").when("bea", Accuse("ana"))
    assert {"ana", "eva", "leo", "sol"} == waited_for(table)

    assert {"ana", "leo", "sol"} == waited_for(table.when("eva", Vote(True)))


def test_in_the_pointing_all_are_waited_for_who_have_not_pointed():
    table = time_is_up(reached("questions").enters("max"))
    table = table.when("ana", Point("bea"))

    assert {"bea", "eva", "leo", "sol"} == waited_for(table)


def test_nobody_is_waited_for_when_no_round_is_on():
    assert not any(waited_for(reached(phase)) for phase in ("lobby", "dealt", "round_over", "match_over"))


@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_plays_at_the_level_of_its_room(level: str):
    table = game(5, bot_level=level).dealt(spy="eva").started(asker="ana")
    view = table.sees("ana")

    assert [decide(view, table.deck, Rng(f"{n}"), LEVELS[level]) for n in range(20)] == [
        BOTS.policy(view, table.deck, Rng(f"{n}")) for n in range(20)
    ]
