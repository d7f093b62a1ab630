"""Bots at the table: alone against them, at a human pace, never giving the word away nor repeating a clue."""

import gc
from dataclasses import replace

import pytest

from chalicelib.core.bots import next_move
from chalicelib.core.deck import Deck
from chalicelib.core.reason import Reason
from chalicelib.core.rng import Rng
from chalicelib.core.view import project
from chalicelib.decks.library import Library
from chalicelib.decks.own.making import judge
from chalicelib.decks.own.source import BY_GAME
from chalicelib.games.impostor import bot
from chalicelib.games.impostor.actions import Clue
from chalicelib.games.impostor.bot import LEVELS, decide, pace, wants
from chalicelib.games.impostor.dealing import DECK_ID, word_of
from chalicelib.games.impostor.listening import meaning_of
from chalicelib.games.impostor.ruleset import RULESET
from chalicelib.games.registry import lint_own
from chalicelib.mechanics import ballot
from chalicelib.mechanics.ballot import Vote
from chalicelib.mechanics.inference import Chances
from chalicelib.mechanics.lobby import AddBot, Deal, Seen, Start
from chalicelib.mechanics.nickname import Nickname
from chalicelib.mechanics.seating import ClaimHost, MakeHost
from chalicelib.mechanics.words import clue_contains
from infra.bots import table as bots
from infra.bots.impostor import HOST, OPTIONS, play_words, says_anything
from tests.conftest import Volume
from tests.decks import own
from tests.table import Table

BOTS = ("robi", "roca", "rita", "rolo", "rina")


@pytest.fixture(scope="module")
def bank() -> Deck:
    """The words that people play with."""
    return Library().rules_deck(DECK_ID)


def alone(bots: int = 4, **options) -> Table:
    """Ana and so many bots in the lobby."""
    table = Table("impostor", 1, **options)
    for name in BOTS[:bots]:
        table = table.when("ana", AddBot(Nickname(name)))
    return table


def dealt(bots: int = 4, **options) -> Table:
    return alone(bots, **options).when("ana", Deal()).when("ana", Seen()).when("ana", Start())


def on_to(table: Table, phase: str) -> Table:
    """Ana says something whenever it is her turn, until that phase."""
    for _ in range(200):
        if table.phase == phase or table.phase == "round_over":
            return table
        if table.may("ana", Clue):
            table = table.when("ana", Clue("cosa mía"))
        table = table.after(seconds=1)
    raise AssertionError("the bots are not getting on")


def test_one_person_plays_a_whole_match_with_bots_that_are_waited_for_by_nobody():
    table = alone(words=3)
    for _ in range(3):
        table = table.when("ana", Deal()).when("ana", Seen()).when("ana", Start())
        for _ in range(1_000):
            if table.result is not None:
                break
            if table.may("ana", Clue):
                table = table.when("ana", Clue("cosa mía"))
            elif table.may("ana", Vote) and "ana" not in table.named(table.round.voted):
                table = table.when("ana", Vote(None))
            table = table.after(seconds=1)
        assert table.result is not None

    assert "match_over" == table.phase
    assert 5 == len(table.state.public.table.standings)


@pytest.mark.parametrize("phase", ["lobby", "clues", ballot.PHASE])
def test_a_room_is_handed_to_people_only(phase: str):
    table = alone().enters("bea")
    if phase != "lobby":
        table = table.when("ana", Deal()).each(("ana", "bea"), Seen()).when("ana", Start())
    while table.phase != phase:
        table = table.after(seconds=60)

    assert ("bea",) == table.choices("ana", MakeHost)
    assert Reason.HUMANS_ONLY == table.refuses("ana", MakeHost("robi"))
    assert "bea" == table.when("ana", MakeHost("bea")).host


def test_when_the_host_goes_the_next_person_has_the_room_and_no_bot():
    assert "bea" == alone().enters("bea").leaves("ana").host


def test_a_bot_claims_no_room_of_a_host_who_is_away():
    assert Reason.HUMANS_ONLY == alone().refuses("robi", ClaimHost(), host_away=True)


def test_the_host_of_a_full_room_is_told_why_no_bot_comes_in():
    table = Table("impostor", 16)

    assert Reason.ROOM_FULL == table.refuses("ana", AddBot(Nickname("robi")))
    assert [(AddBot, Reason.ROOM_FULL)] == table.ruleset.blocked(table.sees("ana"))
    assert [] == table.ruleset.blocked(table.sees("bea"))


def test_bots_have_looked_at_their_card_as_soon_as_it_is_dealt():
    table = alone().when("ana", Deal())

    assert ["ana"] == [p.nickname for p in table.state.public.table.seated if not p.seen]


def test_bots_vote_at_once_but_not_at_the_same_instant():
    table = on_to(dealt(), ballot.PHASE)
    due = {bot: at for bot, at in table.state.wakes.items()}

    assert 4 == len(due)
    assert len(set(due.values())) > 1
    assert all(table.now < at <= table.round.timer.deadline for at in due.values())


def test_a_bot_votes_again_when_the_one_it_voted_for_is_gone():
    table = alone(3).enters("eva").when("ana", Deal()).each(("ana", "eva"), Seen()).when("ana", Start())
    while table.phase == "clues":
        table = table.after(seconds=60)
    table = table.when("robi", Vote("eva")).leaves("eva")
    assert ballot.PHASE == table.phase
    assert "robi" not in table.named(table.round.voted)

    assert "robi" in table.named(table.after(seconds=21).round.voted)


@pytest.mark.parametrize("phase", ["clues", ballot.PHASE])
def test_the_pace_of_a_bot_tells_nothing_of_its_card(phase: str):
    """It is drawn from what everybody sees: with other cards the bots move at the very same instants."""
    table = dealt()
    table = table if phase == "clues" else on_to(table, phase)
    other = table.ruleset.resample(table.state, None, table.deck, Rng("another world"))
    public = project(table.state, None)

    assert public.hand is None
    assert pace(public, Rng("x")) == pace(project(replace(other, seed=table.state.seed), None), Rng("x"))


@pytest.mark.parametrize("seconds", [10, 11, 60, 600, None])
def test_a_bot_thinks_like_a_person_and_well_within_its_time(seconds: int | None):
    limits = {"clue_seconds": seconds, "vote_seconds": seconds, "guess_seconds": seconds}
    for table in (dealt(**limits), on_to(dealt(**limits), ballot.PHASE)):
        view = project(table.state, None)
        paces = [pace(view, Rng(f"{n}")) for n in range(200)]

        assert min(paces) >= 1_000
        assert max(paces) <= 20_000
        assert seconds is None or max(paces) < seconds * 1_000 * 0.8
        assert len(set(paces)) > 100


def test_bots_never_give_the_word_away_nor_repeat_a_clue_nor_are_refused(bank: Deck, volume: Volume):
    said = []

    def watched(view, deck, rng):
        action = decide(view, deck, rng, LEVELS["normal"])
        if isinstance(action, Clue):
            given = [meaning_of(clue.text) for clue in view.public.round.clues.each() if clue.text]
            assert meaning_of(action.text) not in given
            assert len(action.text) <= 40 and len(action.text.split()) <= 2
            if view.hand.card.word is not None:
                assert clue_contains(word_of(deck, view.hand.card.word), action.text) is None
            said.append(action.text)
        return action

    tally = play_words(bank, volume.of(15, 500), civilians=watched, impostors=watched, seed=f"{volume.seed}")

    assert 0 == tally.pace.refused
    assert len(said) > 100


def test_bots_find_something_new_to_say_however_long_a_word_lasts(bank: Deck):
    """Nobody is ever caught: five laps of sixteen, all with the same word."""

    def stubborn(view, deck, rng):
        action = decide(view, deck, rng, LEVELS["hard"])
        return Vote(None) if view.phase == ballot.PHASE else action

    tally = play_words(bank, 1, civilians=stubborn, impostors=stubborn, players=16)

    assert 0 == tally.pace.refused
    assert {"ballots_exhausted": 1} == dict(tally.outcomes)


def test_bots_repeat_no_clue_even_when_the_oldest_are_out_of_sight(bank: Deck):
    """Five impostors whom nobody votes out: eleven ballots, and three laps of sixteen before the first."""
    said = []

    def stubborn(view, deck, rng):
        action = decide(view, deck, rng, LEVELS["hard"])
        if isinstance(action, Clue):
            said.append(meaning_of(action.text))
        return Vote(None) if view.phase == ballot.PHASE else action

    options = replace(OPTIONS, impostors=5, laps=3)
    state = bots.dealt(RULESET, bank, options, "a long word", 16)
    over = bots.played(RULESET, bank, state, dict.fromkeys(state.hands, stubborn), bots.Pace())

    assert "ballots_exhausted" == over.public.result.outcome
    assert 208 == len(said) == len(set(said))


def test_bots_can_talk_about_the_words_of_others_whatever_these_are():
    """About half of them with clues that are too long, about some that they have on their lips themselves."""
    cards = own.impostor(clues=True)["cards"]
    for card, name in zip(cards, ["Blanco", "Paso", "Idea", "Duda", "Pista", "Turno"], strict=False):
        card["es"] = name
    for card in cards[::2]:
        card["clues"]["vague"] = ["zq larga de más", *(f"zq {n}" for n in "abcde")]
    source = BY_GAME["impostor"].model_validate({**own.impostor(), "cards": cards})
    judged = judge(source, "mio", {}, Library().pictures, lint_own)
    assert judged.deck is not None
    assert () == judged.errors

    tally = play_words(judged.deck.rules, 60, seed="words of others")

    assert (0, 60) == (tally.pace.refused, tally.words)


def test_who_talks_at_random_is_found_out_more_often_than_others(bank: Deck, volume: Volume):
    tally = play_words(bank, volume.of(60, 1_000), stranger=says_anything, seed=f"odd {volume.seed}")

    assert tally.first_seat_out / tally.words > 1.5 / 6


def test_the_time_of_a_decision_is_its_own_and_not_that_of_collecting_garbage(bank: Deck):
    collected = []

    def untidy(view, deck, rng):
        collected.append(gc.isenabled())
        return decide(view, deck, rng, LEVELS["normal"])

    tally = play_words(bank, 1, civilians=untidy, impostors=untidy)

    assert {False} == {*collected}
    assert gc.isenabled()
    assert len(collected) == len(tally.pace.took_ms)


def test_of_a_hundred_decisions_the_slowest_and_the_one_before_it_are_told():
    told = bots.Pace(took_ms=[*map(float, range(100, 0, -1))])

    assert "p50 50.00, p99 99.0, slowest 100.0 ms of CPU" == str(told)


def test_a_bot_spares_the_partners_that_it_knows():
    table = Table("impostor", 7, impostors=2, impostors_know_each_other=True)
    table = table.dealt(impostors=("eva", "leo"), word="museo").started()
    while table.phase == "clues":
        table = table.after(seconds=60)
    view = table.sees("eva")
    votes = {decide(view, table.deck, Rng(f"{n}"), LEVELS["easy"]) for n in range(100)}

    assert Vote(table.who("leo")) not in votes
    assert Vote(table.who("eva")) not in votes
    assert len(votes) > 3


def test_a_bot_is_only_waited_for_when_it_is_its_turn():
    table = dealt()
    turn = table.state.public.round.turn
    seated = [p.id for p in table.state.public.table.seated]

    assert [turn] == [p for p in seated if wants(project(table.state, p))]
    assert next_move(table.state) is None or turn == next_move(table.state).bot
    assert HOST in seated


def test_chances_follow_what_is_heard_and_rule_nothing_out():
    chances = Chances(["a", "b", "c"])
    chances.favour(["a", "b"], 4.0)
    chances.favour(["b", "nowhere"], 4.0)

    assert ["b", "a", "c"] == [card for card, _ in chances.ranked()]
    assert (16 / 21, 4 / 21, 1 / 21) == pytest.approx((chances.of("b"), chances.of("a"), chances.of("c")))
    assert 0 == chances.of("nowhere")


def test_a_bot_with_nothing_new_to_say_asks_of_few_things_whether_it_may_say_them(
    bank: Deck, monkeypatch: pytest.MonkeyPatch
):
    """That is the dearest question that it has."""
    most = 0

    def watched(view, deck, rng):
        nonlocal most
        asked = 0

        def counted(word, text):
            nonlocal asked
            asked += 1
            return clue_contains(word, text)

        with monkeypatch.context() as patch:
            patch.setattr(bot, "clue_contains", counted)
            action = decide(view, deck, rng, LEVELS["normal"])
        most = max(most, asked)
        return action

    play_words(bank, 15, civilians=watched, impostors=watched)

    assert 1 <= most <= 3
