"""Somebody asks somebody, who answers and asks next; ready-made questions are answered by an option."""

from typing import Any

import pytest

from chalicelib.core.legal import OneOf, Words
from chalicelib.core.reason import Kind, Reason, Rejection
from chalicelib.games.shpion.actions import Answer, Ask, Guess, PassTurn
from chalicelib.games.shpion.reason import ShpionReason
from chalicelib.games.shpion.talk import Chosen, OwnQuestion, ReadyQuestion, Spoken, Written
from chalicelib.mechanics.accusation import Accuse, Vote
from chalicelib.mechanics.lobby import AddBot, Interrupt
from chalicelib.mechanics.seating import MakeHost
from tests.games.shpion.phases import READY, asked, asks, game, reached, time_is_up, turn
from tests.table import Table

NOT_READY = Rejection(Reason.INVALID_VALUE, "question", "places-1, places-2, places-3")


@pytest.fixture
def asking() -> Table:
    """Five at the table; ana is the host, bea asks, eva is the spy."""
    return game(5).dealt(spy="eva", word="баня").started(asker="bea")


@pytest.fixture
def with_bot() -> Table:
    """Ana, bea, eva and a bot; bea asks."""
    table = game(3).when("ana", AddBot("Robi")).dealt(spy="eva", word="баня")
    return table.started(asker="bea")


def last(table: Table) -> Any:
    """The last question, as everybody sees it."""
    return table.sees(None).public.round.questions[-1]


def offered(table: Table, name: str, action: type) -> list[Any]:
    """The entries of an action."""
    return [offer.choices for offer in table.offers(name) if offer.action is action]


# Asking


def test_the_first_asker_is_drawn_among_all():
    drawn = {turn(game(4, seed=f"{seed}").dealt().started())[0] for seed in range(40)}

    assert {"ana", "bea", "eva", "leo"} == drawn


def test_a_ready_made_question_waits_for_its_answer(asking: Table):
    table = asks(asking, "bea", "leo")

    assert ("bea", None, "leo") == turn(table)
    assert ReadyQuestion("p2", "p4", READY) == last(table)


def test_a_question_in_ones_own_words_is_kept_as_it_is_shown(asking: Table):
    table = asking.when("bea", Ask("leo", text="  Там \u200b тепло?\n"))

    assert OwnQuestion("p2", "p4", "Там тепло?") == last(table)


def test_an_empty_text_is_a_question_asked_aloud(asking: Table):
    assert OwnQuestion("p2", "p4", "") == last(asking.when("bea", Ask("leo", text=" ")))


def test_a_question_is_ready_made_or_in_ones_own_words_and_not_both_or_neither(asking: Table):
    both = asking.rejection("bea", Ask("leo", question=READY, text="Там тепло?"))
    blank = asking.rejection("bea", Ask("leo", question=READY, text=""))

    assert Rejection(Reason.INVALID_VALUE, "text") == both == blank
    assert NOT_READY == asking.rejection("bea", Ask("leo"))


@pytest.mark.parametrize("question", ["films-1", "places-4", "", "Там тепло?"])
def test_only_questions_of_the_theme_are_ready_made(asking: Table, question: str):
    assert NOT_READY == asking.rejection("bea", Ask("leo", question=question))


@pytest.mark.parametrize("text", ["да" * 150, "  " + "я " * 150])
def test_a_text_has_up_to_three_hundred_characters_as_it_is_kept(asking: Table, text: str):
    assert asking.allows("bea", Ask("leo", text=text))
    refused = asking.rejection("bea", Ask("leo", text=text + "да"))
    assert Rejection(Reason.INVALID_VALUE, "text", "max_length 300") == refused


def test_only_the_asker_asks(asking: Table):
    assert Reason.NOT_ASKER == asking.refuses("leo", Ask("eva", question=READY))
    assert Reason.AUDIENCE_ONLY_WATCHES == asking.enters("max").refuses("max", Ask("eva", question=READY))


def test_nobody_asks_while_an_answer_is_awaited(asking: Table):
    table = asks(asking, "bea", "leo")

    assert Reason.NOT_YOUR_TURN == table.refuses("bea", Ask("eva", question=READY))
    assert Reason.NOT_ASKER == table.refuses("leo", Ask("eva", question=READY))
    assert not any(table.may(name, Ask) for name in table.seated)


def test_nobody_asks_themselves_or_anybody_who_does_not_play_the_round(asking: Table):
    table = asking.leaves("sol").enters("max")

    for said in ({"question": READY}, {"text": ""}):
        assert Reason.CANNOT_CHOOSE_SELF == table.refuses("bea", Ask("bea", **said))
        assert Reason.NOT_IN_ROUND == table.refuses("bea", Ask("sol", **said))
        assert Reason.NOT_IN_ROUND == table.refuses("bea", Ask("max", **said))
        assert Reason.UNKNOWN_PLAYER == table.refuses("bea", Ask("p99", **said))


def test_the_view_lists_ready_made_questions_and_words_of_ones_own_apart(asking: Table):
    ready, own = offered(asking, "bea", Ask)

    assert (("p1", "p3", "p4", "p5"), ("places-1", "places-2", "places-3")) == (
        ready["to"].values,
        ready["question"].values,
    )
    assert (("p1", "p3", "p4", "p5"), Words(300, required=False, nullable=False)) == (
        own["to"].values,
        own["text"],
    )


# Bots


def test_a_bot_is_asked_ready_made_questions_only(with_bot: Table):
    assert ShpionReason.BOT_NEEDS_READY_QUESTION == with_bot.refuses("bea", Ask("Robi", text="Там тепло?"))
    assert ShpionReason.BOT_NEEDS_READY_QUESTION == with_bot.refuses("bea", Ask("Robi", text=""))
    assert Kind.INVALID == ShpionReason.BOT_NEEDS_READY_QUESTION.kind
    assert with_bot.allows("bea", Ask("Robi", question=READY))


def test_to_whom_free_words_may_be_put_is_listed(with_bot: Table):
    ready, own = offered(with_bot, "bea", Ask)

    assert ("p1", "p3", "p4") == ready["to"].values
    assert ("p1", "p3") == own["to"].values


def test_where_only_a_bot_may_be_asked_there_are_ready_made_questions_only():
    table = game(2).when("ana", AddBot("Robi")).dealt(spy="ana").started(asker="ana")
    table = asked(table, "ana", "bea")

    assert [{"to", "question"}] == [set(choices) for choices in offered(table, "bea", Ask)]
    assert ShpionReason.BOT_NEEDS_READY_QUESTION == table.refuses("bea", Ask("Robi", text=""))


# Answering


def test_whoever_answered_asks_next(asking: Table):
    table = asked(asking, "bea", "leo")

    assert ("leo", "bea", None) == turn(table)
    assert ReadyQuestion("p2", "p4", READY, Chosen("yes")) == last(table)


@pytest.mark.parametrize("option", ["yes", "no", "partly", "unknown"])
def test_a_ready_made_question_is_answered_by_any_of_the_options(asking: Table, option: str):
    table = asks(asking, "bea", "leo").when("leo", Answer(option=option))

    assert Chosen(option) == last(table).answer


@pytest.mark.parametrize(
    "answer", [Answer(), Answer("maybe"), Answer(""), Answer(text="да"), Answer("yes", "да")]
)
def test_a_ready_made_question_is_answered_in_no_other_way(asking: Table, answer: Answer):
    assert Reason.INVALID_VALUE == asks(asking, "bea", "leo").refuses("leo", answer)


def test_a_question_in_ones_own_words_is_answered_in_ones_own_words(asking: Table):
    table = asking.when("bea", Ask("leo", text="Там тепло?"))

    assert Written("Ещё как!") == last(table.when("leo", Answer(text=" Ещё  как! "))).answer
    assert ("leo", "bea", None) == turn(table.when("leo", Answer(text="да")))


@pytest.mark.parametrize("answer", [Answer(text=""), Answer(text=" "), Answer()])
def test_an_answer_without_a_text_was_given_aloud(asking: Table, answer: Answer):
    assert Spoken(True) == last(asking.when("bea", Ask("leo", text="")).when("leo", answer)).answer


def test_a_question_in_ones_own_words_has_no_options(asking: Table):
    table = asking.when("bea", Ask("leo", text="Там тепло?"))

    assert Rejection(Reason.INVALID_VALUE, "option") == table.rejection("leo", Answer(option="yes"))
    assert Reason.INVALID_VALUE == table.refuses("leo", Answer(text="да" * 151))


def test_the_view_lists_how_a_question_is_answered(asking: Table):
    ready = asks(asking, "bea", "leo")
    own = asking.when("bea", Ask("leo", text=""))

    assert [{"option": OneOf(("yes", "no", "partly", "unknown"))}] == offered(ready, "leo", Answer)
    assert [{"text": Words(300, required=False)}] == offered(own, "leo", Answer)


def test_only_whoever_was_asked_answers(asking: Table):
    assert Reason.NOT_YOUR_TURN == asking.refuses("leo", Answer(option="yes"))

    table = asks(asking, "bea", "leo").enters("max")
    assert Reason.NOT_YOUR_TURN == table.refuses("bea", Answer(option="yes"))
    assert Reason.NOT_YOUR_TURN == table.refuses("eva", Answer(option="yes"))
    assert Reason.AUDIENCE_ONLY_WATCHES == table.refuses("max", Answer(option="yes"))


def test_a_question_is_not_handed_straight_back(asking: Table):
    table = asked(asking, "bea", "leo")

    for said in ({"question": READY}, {"text": ""}):
        assert Reason.CANNOT_ASK_BACK == table.refuses("leo", Ask("bea", **said))
    assert ("p1", "p3", "p5") == offered(table, "leo", Ask)[0]["to"].values


def test_a_question_may_come_back_by_way_of_somebody_else(asking: Table):
    table = asked(asked(asking, "bea", "leo"), "leo", "sol")

    assert ("bea", "sol", None) == turn(asked(table, "sol", "bea"))


def test_everything_asked_and_answered_stays_visible_to_all(asking: Table):
    table = asked(asked(asking, "bea", "leo"), "leo", "ana").enters("max")
    table = (
        table.when("ana", Ask("sol", text="Давно?"))
        .when("sol", Answer(text="Вчера"))
        .when("ana", Interrupt())
    )

    assert (
        ReadyQuestion("p2", "p4", READY, Chosen("yes")),
        ReadyQuestion("p4", "p1", READY, Chosen("yes")),
        OwnQuestion("p1", "p5", "Давно?", Written("Вчера")),
    ) == table.sees("max").public.round.questions
    assert 0 == table.round.questions_before


def test_of_more_talk_than_a_view_has_room_for_the_newest_stays_and_the_rest_is_counted(asking: Table):
    table, asker, others = asking, "bea", ("leo", "sol", "bea")
    for number in range(40):
        to = others[number % 3]
        table = table.when(asker, Ask(to, text=f"{number} " + "ж" * 200)).when(to, Answer(text="ж" * 200))
        asker = to
    shown = table.round.questions

    assert 40 == len(shown) + table.round.questions_before
    assert 5 < len(shown) < 20
    assert [f"{number}" for number in range(40 - len(shown), 40)] == [q.text.split()[0] for q in shown]


# The host helps a sleeper


def test_the_host_lets_somebody_else_ask(asking: Table):
    assert ("leo", None, None) == turn(asking.when("ana", PassTurn("leo")))


def test_an_open_question_is_dropped_and_stays_listed_without_an_answer(asking: Table):
    table = asks(asking, "bea", "leo").when("ana", PassTurn("sol"))

    assert ("sol", None, None) == turn(table)
    assert ReadyQuestion("p2", "p4", READY) == last(table)
    assert Reason.NOT_YOUR_TURN == table.refuses("leo", Answer(option="yes"))


def test_whoever_was_passed_the_turn_may_ask_anybody(asking: Table):
    table = asked(asking, "bea", "leo").when("ana", PassTurn("sol"))
    assert ("p1", "p2", "p3", "p4") == offered(table, "sol", Ask)[0]["to"].values

    table = asked(asking, "bea", "leo").when("ana", PassTurn("leo"))
    assert ("p1", "p2", "p3", "p5") == offered(table, "leo", Ask)[0]["to"].values


def test_the_turn_is_passed_to_anybody_of_the_round(asking: Table):
    table = asks(asking, "bea", "leo").enters("max")

    assert ("ana", "bea", "eva", "leo", "sol") == table.choices("ana", PassTurn)
    assert Reason.NOT_IN_ROUND == table.refuses("ana", PassTurn("max"))
    assert Reason.UNKNOWN_PLAYER == table.refuses("ana", PassTurn("p99"))


def test_only_the_host_passes_the_turn_and_may_sit_in_the_audience(asking: Table):
    assert Reason.HOST_ONLY == asking.refuses("bea", PassTurn("leo"))

    table = asking.enters("max").when("ana", MakeHost("max"))
    assert ("leo", None, None) == turn(table.when("max", PassTurn("leo")))
    assert Reason.NOT_IN_ROUND == table.refuses("max", PassTurn("max"))


# The question and what else goes on


def test_talking_does_not_stop_the_clock(asking: Table):
    table = asking.after(seconds=30)

    assert table.remaining_ms == asked(table, "bea", "leo").remaining_ms == 570_000


def test_an_accusation_may_come_before_the_answer_and_the_question_waits(asking: Table):
    table = asks(asking, "bea", "leo").when("sol", Accuse("ana"))

    assert Reason.WRONG_PHASE == table.refuses("leo", Answer(option="yes"))
    assert Reason.WRONG_PHASE == table.refuses("ana", PassTurn("sol"))
    assert ("bea", None, "leo") == turn(table)
    table = table.each(("bea", "eva", "leo"), Vote(False))
    assert ("leo", "bea", None) == turn(table.when("leo", Answer(option="yes")))


def test_the_spy_may_guess_before_the_answer(asking: Table):
    table = asks(asking, "bea", "leo").when("eva", Guess("баня"))

    assert ("spy_guessed", None) == (table.result.outcome, table.round.asked)


def test_when_time_is_up_no_answer_is_awaited_any_more(asking: Table):
    table = time_is_up(asks(asking, "bea", "leo"))

    assert ("pointing", None) == (table.phase, table.round.asked)
    assert Reason.WRONG_PHASE == table.refuses("leo", Answer(option="yes"))


@pytest.mark.parametrize("phase", ["lobby", "dealt", "accusation", "pointing", "round_over", "match_over"])
def test_people_ask_in_questions_only(phase: str):
    table = reached(phase)

    assert Reason.WRONG_PHASE == table.refuses("ana", Ask("bea", question=READY))
    assert Reason.WRONG_PHASE == table.refuses("ana", PassTurn("bea"))
