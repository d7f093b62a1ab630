"""What a seat may do, listed from its view alone; exactly that is accepted."""

from dataclasses import dataclass
from itertools import product, starmap

import pytest

from chalicelib.core.action import Action
from chalicelib.core.legal import Candidate, Candidates, Move, OneOf, Text, Words, rejection
from chalicelib.core.play import play
from chalicelib.core.reason import Kind, Reason, Rejection
from chalicelib.core.view import project
from tests.core import toy
from tests.core.toy import ANA, BEA, CARDS, TOY, Add, Give, Inside, Later, Note, Pick, Roll, context


def listed(player: toy.PlayerId) -> list[type[toy.Action]]:
    return [offer.action for offer in TOY.legal(project(toy.new(), player))]


def test_an_action_is_listed_to_whom_it_is_offered():
    assert Add in listed(ANA)
    assert Add not in listed(BEA)


def test_the_moves_of_every_phase_come_after_those_of_the_phase():
    assert [Add, Roll, Pick, Pick, Note] == listed(ANA)


def test_choices_that_depend_on_each_other_are_listed_apart():
    assert [
        {"card": OneOf(("joker",)), "strike": OneOf(((),))},
        {"card": Candidate(), "strike": Candidates()},
    ] == [offer.choices for offer in TOY.legal(project(toy.new(), ANA)) if offer.action is Pick]


def test_what_leaves_nothing_to_choose_is_not_listed_and_not_accepted():
    assert Give not in listed(ANA)
    assert Rejection(Reason.INVALID_VALUE, "to") == play(TOY, toy.new(), Give("p2"), context(ANA)).rejection


def test_what_the_room_itself_does_is_never_listed_and_has_no_name_for_clients():
    assert Inside not in listed(ANA)
    assert {"add", "roll", "pick", "give", "later", "note"} == TOY.actions.keys()


def test_what_is_not_possible_yet_is_told_apart():
    assert [(Later, Reason.NOT_ENOUGH_PLAYERS)] == TOY.blocked(project(toy.new(), ANA))


def test_exactly_what_is_listed_is_accepted():
    cards = (*CARDS, "joker", "jack")
    wishes = [*map(Add, range(4)), *starmap(Pick, product(cards, ((), ("ace", "king"), ("ace", "joker"))))]
    accepted = {
        (player, wish)
        for player, wish in product((ANA, BEA), wishes)
        if play(TOY, toy.new(), wish, context(player)).rejection is None
    }

    # Bea has no list of cards; for her the joker remains.
    picks = {(ANA, Pick(card, strike)) for card, strike in product(CARDS, ((), ("ace", "king")))}
    jokers = {(ANA, Pick("joker")), (BEA, Pick("joker"))}
    assert {(ANA, Add(1)), (ANA, Add(2)), *picks, *jokers} == accepted


def test_what_fits_no_entry_is_refused_for_the_fault_in_the_first():
    assert (
        Rejection(Reason.INVALID_VALUE, "card", "joker")
        == play(TOY, toy.new(), Pick("jack"), context(ANA)).rejection
    )


@dataclass(frozen=True, slots=True)
class Say(Action):
    """Something of a list, or in words of one's own."""

    to: str
    phrase: str | None = None
    text: str | None = None


SAY = Move(
    Say,
    lambda view: (
        {"to": OneOf(("bea", "bot")), "phrase": OneOf(("yes", "no"))},
        {
            "to": OneOf(("bea",), lambda who: Reason.HUMANS_ONLY),
            "text": Words(9, required=False, nullable=False),
        },
    ),
    lambda state, action, ctx: state,
)


@pytest.mark.parametrize(
    ("said", "why"),
    [
        (Say("bot", "yes"), None),
        (Say("bea", text="salt"), None),
        (Say("bea", text=""), None),
        (Say("bot", text="salt"), Rejection(Reason.HUMANS_ONLY, "to")),
        (Say("bot", "maybe"), Rejection(Reason.INVALID_VALUE, "phrase", "yes, no")),
        (Say("bea", "yes", "salt"), Rejection(Reason.INVALID_VALUE, "text")),
        (Say("bea"), Rejection(Reason.INVALID_VALUE, "phrase", "yes, no")),
        (Say("leo", text="salt"), Rejection(Reason.HUMANS_ONLY, "to")),
    ],
)
def test_only_an_entry_that_has_a_choice_for_all_that_is_said_can_be_meant(said: Say, why: Rejection | None):
    assert why == rejection(SAY, project(toy.new(), ANA), said, frozenset())


@pytest.mark.parametrize(
    ("choice", "value", "why"),
    [
        (OneOf((1, 2)), 2, None),
        (OneOf((1, 2)), 3, Reason.INVALID_VALUE),
        (OneOf((1, 2), lambda value: Reason.CANNOT_CHOOSE_SELF), 3, Reason.CANNOT_CHOOSE_SELF),
        (Candidate(), "ace", None),
        (Candidate(), "joker", Reason.UNKNOWN_CARD),
        (Candidates(), (), None),
        (Candidates(), ("ace", "ace", "king"), None),
        (Candidates(), ("ace", "joker"), Reason.UNKNOWN_CARD),
        (Text(3), "whatever its handler says", None),
        (Words(9, 2), "sea salt", None),
        (Words(9, 2), "  sea \u200b salts ", None),
        (Words(9, 2), "a b c", Reason.INVALID_VALUE),
        (Words(9, 2), "x" * 10, Reason.INVALID_VALUE),
        (Words(9), "a b c d", None),
        *((Words(9, 2), nothing, Reason.INVALID_VALUE) for nothing in (None, "", " ", "\u200b", "\u3164")),
        *((Words(9, 2, required=False), nothing, None) for nothing in (None, "", " ")),
        *((Words(9, required=False, nullable=False), nothing, None) for nothing in ("", " ", "salt")),
        (Words(9, required=False, nullable=False), None, Reason.INVALID_VALUE),
    ],
)
def test_a_choice_says_why_not(
    choice: OneOf | Candidate | Candidates | Text | Words, value: object, why: Reason | None
):
    assert why == choice.refusal(value, frozenset(CARDS))


def test_every_refusal_says_what_sort_it_is():
    assert all(isinstance(reason.kind, Kind) and str(reason) == reason.value for reason in Reason)
    passing = {Reason.NOT_ENOUGH_PLAYERS, Reason.NOT_ALL_SEEN, Reason.ROOM_FULL}
    assert passing == {reason for reason in Reason if reason.passing}
