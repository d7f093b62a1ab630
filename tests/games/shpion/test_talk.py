"""What is left of a round's talk when somebody is forgotten: whatever they did not write themselves."""

import pytest

from chalicelib.core.ids import PlayerId
from chalicelib.games.shpion.actions import Answer, Ask
from chalicelib.games.shpion.talk import (
    Chosen,
    OwnQuestion,
    Question,
    ReadyQuestion,
    Spoken,
    Written,
    said_aloud,
)
from tests.games.shpion.phases import READY, asked, asks, game, turn

ANA, BEA, EVA, LEO = PlayerId("p1"), PlayerId("p2"), PlayerId("p3"), PlayerId("p4")
ALOUD = Spoken(True)


def test_a_question_in_their_own_words_becomes_one_asked_aloud_and_its_answer_stays():
    talk = (OwnQuestion(ANA, BEA, "Там тепло?", Written("Жарко")),)

    assert (OwnQuestion(ANA, BEA, "", Written("Жарко")),) == said_aloud(talk, ANA)


def test_an_answer_that_they_wrote_becomes_one_said_aloud_and_its_question_stays():
    talk = (OwnQuestion(ANA, BEA, "Там тепло?", Written("Жарко")),)

    assert (OwnQuestion(ANA, BEA, "Там тепло?", ALOUD),) == said_aloud(talk, BEA)


def test_a_question_that_awaits_its_answer_still_does():
    talk = (OwnQuestion(ANA, BEA, "Там тепло?"),)

    assert (OwnQuestion(ANA, BEA, ""),) == said_aloud(talk, ANA)
    assert talk == said_aloud(talk, BEA)


@pytest.mark.parametrize(
    "question",
    [
        ReadyQuestion(ANA, BEA, READY),
        ReadyQuestion(ANA, BEA, READY, Chosen("yes")),
        OwnQuestion(ANA, BEA, "", ALOUD),
    ],
)
def test_what_nobody_wrote_stays_whoever_is_forgotten(question: Question):
    assert (question,) == said_aloud((question,), ANA) == said_aloud((question,), BEA)


def test_what_others_wrote_to_each_other_stays():
    talk = (OwnQuestion(ANA, BEA, "Там тепло?", Written("Жарко")), OwnQuestion(BEA, ANA, "А там?"))

    assert talk == said_aloud(talk, LEO)


def test_everybody_sees_the_same_questions_in_the_same_order_and_plays_on():
    table = game(4).dealt(spy="eva", word="баня").started(asker="ana")
    table = table.when("ana", Ask("bea", text="Там тепло?")).when("bea", Answer(text="Жарко"))
    table = table.when("bea", Ask("leo", text="Там шумно?")).when("leo", Answer(text="Тихо"))
    table = asks(asked(table, "leo", "eva"), "eva", "bea")

    after = table.with_state(table.ruleset.unsaid(table.state, BEA))

    assert after.sees("leo").public.round.questions == (
        OwnQuestion(ANA, BEA, "Там тепло?", ALOUD),
        OwnQuestion(BEA, LEO, "", Written("Тихо")),
        ReadyQuestion(LEO, EVA, READY, Chosen("yes")),
        ReadyQuestion(EVA, BEA, READY),
    )
    assert turn(table) == turn(after) == ("eva", "leo", "bea")
    assert "bea" == turn(after.when("bea", Answer(option="yes")))[0]


def test_where_nothing_was_dealt_there_is_nothing_to_take_out():
    table = game(4)

    assert table.state == table.ruleset.unsaid(table.state, table.who("ana"))
