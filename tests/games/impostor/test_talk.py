"""Who may write in the chat, and what a civilian may not."""

import pytest

from chalicelib.core.reason import Reason, Refusal
from chalicelib.games.impostor.reason import ImpostorReason
from chalicelib.mechanics.lobby import Interrupt
from tests.games.impostor.phases import PHASES, WORD_IS_ON, ballot_of, game, reached
from tests.table import Table


def may_say(table: Table, name: str) -> Refusal | None:
    """Why somebody may not write now."""
    return table.ruleset.may_say(table.sees(name))


def heard(table: Table, name: str, text: str) -> Refusal | None:
    """Why somebody may not write that."""
    return table.ruleset.heard(table.sees(name), table.deck, text)


@pytest.mark.parametrize("phase", [phase for phase in PHASES if phase not in ("last_chance", "closed")])
def test_the_chat_is_open_in_every_phase(phase: str):
    table = reached(phase)

    assert {None} == {may_say(table, name) for name in table.seated}


@pytest.mark.parametrize("phase", WORD_IS_ON)
def test_the_audience_reads_only_while_a_word_is_on(phase: str):
    table = reached(phase).enters("max")

    assert Reason.CHAT_READ_ONLY == may_say(table, "max")
    assert may_say(table.when("ana", Interrupt()), "max") is None


def test_whoever_is_out_reads_only_until_the_word_is_over():
    table = game(6).dealt(impostor="leo", word="playa").started(opener="ana")
    table = ballot_of(table, {"bea": "ana"}, others="bea")

    assert Reason.CHAT_READ_ONLY == may_say(table, "bea")
    assert {None} == {may_say(table, name) for name in table.in_round}
    assert may_say(table.when("ana", Interrupt()), "bea") is None


def test_the_impostor_in_the_last_chance_is_out_and_reads_only():
    table = reached("last_chance")

    assert (Reason.CHAT_READ_ONLY, None) == (may_say(table, "eva"), may_say(table, "ana"))


@pytest.mark.parametrize("phase", WORD_IS_ON)
@pytest.mark.parametrize("text", ["¿La playa?", "it is a BEACH", "yo digo p l a y a"])
def test_a_civilians_message_may_not_contain_the_word_while_it_is_on(phase: str, text: str):
    assert ImpostorReason.MESSAGE_CONTAINS_WORD == heard(reached(phase), "ana", text)


def test_what_anybody_else_writes_is_not_checked():
    table = reached("clues")

    assert heard(table, "eva", "la playa") is None
    assert heard(table, "ana", "¿hay arena?") is None


@pytest.mark.parametrize("phase", ["round_over", "match_over", "lobby"])
def test_between_words_anything_may_be_said(phase: str):
    assert heard(reached(phase), "ana", "¡era la playa!") is None
