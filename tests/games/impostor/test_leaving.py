"""Somebody goes: in every phase, whoever they are, by themselves or removed, whoever stays.

The tables below are the rule book's "Someone leaves", spelt out. Their columns, in pairs (leaves, is removed
by the host): enough civilians stay; as many impostors as civilians stay; two people of the word stay.

    goes              the seat is free, and nothing else has changed
    goes on           the word goes on without them
    turn passes       the next one has the turn, with a time of their own
    next lap          the lap is over, and the opener has the turn
    new opener        the turn passes, and a living civilian opens the next lap
    ballot            the laps are over, and all vote
    votes again       the ballot goes on, and who voted for them votes anew
    closes            the ballot closes at once, without their vote
    civilians win     no impostor is left, and none may guess
    wrong guess       the last chance is over
    parity, too few, removed    the word is void, for that reason
    -                 that cannot be
"""

from collections.abc import Mapping

import pytest

from chalicelib.core.reason import Reason
from chalicelib.games.impostor.actions import Clue
from chalicelib.games.impostor.phases.clues import CLUES
from chalicelib.games.impostor.phases.last_chance import LAST_CHANCE
from chalicelib.mechanics import ballot
from chalicelib.mechanics.ballot import Vote
from chalicelib.mechanics.lobby import DEALT, LOBBY, AddBot, Interrupt, Seen, Start
from chalicelib.mechanics.nickname import Nickname
from chalicelib.mechanics.scoring import MATCH_OVER, ROUND_OVER
from chalicelib.mechanics.seating import CLOSED, Leave, Remove
from tests.games import leaving
from tests.games.impostor import phases
from tests.games.impostor.phases import PHASES, ballot_of, clues, game, turn, votes
from tests.games.leaving import Check
from tests.table import NAMES, Table

CELLS = {
    "lobby, round_over, match_over": """
        host                         | goes          | -           | goes   | -      | goes          | -
        civilian                     | goes          | goes        | goes   | goes   | goes          | goes
        bot                          | -             | goes        | -      | goes   | -             | goes
    """,
    "dealt": """
        host                         | goes on       | -           | parity | -      | too few       | -
        civilian                     | goes on       | goes on     | parity | parity | too few       | too few
        bot                          | -             | goes on     | -      | parity | -             | too few
        the impostor, both impostors | civilians win | removed     | -      | -      | civilians win | removed
        host who is the impostor     | civilians win | -           | -      | -      | civilians win | -
        bot that is the impostor     | -             | removed     | -      | -      | -             | removed
        one impostor of two          | goes on       | goes on     | -      | -      | -             | -
        audience                     | goes on       | goes on     | -      | -      | -             | -
    """,
    "clues": """
        host                         | goes on       | -           | parity | -      | too few       | -
        civilian                     | goes on       | goes on     | parity | parity | too few       | too few
        bot                          | -             | goes on     | -      | parity | -             | too few
        whose turn it is             | turn passes   | turn passes | parity | parity | too few       | too few
        bot whose turn it is         | -             | turn passes | -      | parity | -             | too few
        opener                       | new opener    | new opener  | parity | parity | too few       | too few
        last of the lap              | next lap      | next lap    | parity | parity | too few       | too few
        last of the laps             | ballot        | ballot      | parity | parity | too few       | too few
        the impostor, both impostors | civilians win | removed     | -      | -      | civilians win | removed
        host who is the impostor     | civilians win | -           | -      | -      | civilians win | -
        bot that is the impostor     | -             | removed     | -      | -      | -             | removed
        last impostor of two         | civilians win | removed     | -      | -      | -             | -
        one impostor of two          | goes on       | goes on     | -      | -      | -             | -
        civilian who is out          | goes on       | goes on     | -      | -      | -             | -
        impostor who is out          | goes on       | goes on     | -      | -      | -             | -
        audience                     | goes on       | goes on     | -      | -      | -             | -
    """,
    "ballot": """
        host                         | goes on       | -           | parity | -      | too few       | -
        civilian                     | goes on       | goes on     | parity | parity | too few       | too few
        bot                          | -             | goes on     | -      | parity | -             | too few
        one who has voted            | goes on       | goes on     | parity | parity | too few       | too few
        one voted for                | votes again   | votes again | parity | parity | too few       | too few
        last to vote                 | closes        | closes      | parity | parity | too few       | too few
        bot last to vote             | -             | closes      | -      | parity | -             | too few
        the impostor, both impostors | civilians win | removed     | -      | -      | civilians win | removed
        host who is the impostor     | civilians win | -           | -      | -      | civilians win | -
        bot that is the impostor     | -             | removed     | -      | -      | -             | removed
        last impostor of two         | civilians win | removed     | -      | -      | -             | -
        one impostor of two          | goes on       | goes on     | -      | -      | -             | -
        civilian who is out          | goes on       | goes on     | -      | -      | -             | -
        impostor who is out          | goes on       | goes on     | -      | -      | -             | -
        audience                     | goes on       | goes on     | -      | -      | -             | -
    """,
    "last_chance": """
        host                         | goes on       | -           | -      | -      | too few       | -
        civilian                     | goes on       | goes on     | -      | -      | too few       | too few
        bot                          | -             | goes on     | -      | -      | -             | too few
        the impostor                 | wrong guess   | removed     | -      | -      | wrong guess   | removed
        host who is the impostor     | wrong guess   | -           | -      | -      | wrong guess   | -
        bot that is the impostor     | -             | removed     | -      | -      | -             | removed
        last impostor of two         | wrong guess   | removed     | -      | -      | -             | -
        civilian who is out          | goes on       | goes on     | -      | -      | too few       | too few
        impostor who is out          | goes on       | goes on     | -      | -      | -             | -
        audience                     | goes on       | goes on     | -      | -      | -             | -
    """,
}
OF_A_WORD = (
    *("the impostor", "host who is the impostor", "bot that is the impostor"),
    *("both impostors", "one impostor of two", "audience"),
)
OUT = ("last impostor of two", "civilian who is out", "impostor who is out")
OF_A_LAP = ("whose turn it is", "bot whose turn it is", "opener", "last of the lap", "last of the laps")
OF_A_BALLOT = ("one who has voted", "one voted for", "last to vote", "bot last to vote")
WHO = ("host", "civilian", "bot", *OF_A_WORD, *OUT, *OF_A_LAP, *OF_A_BALLOT)
NOBODY_IS = {
    "lobby, round_over, match_over": (*OF_A_WORD, *OUT, *OF_A_LAP, *OF_A_BALLOT),
    "dealt": (*OUT, *OF_A_LAP, *OF_A_BALLOT),
    "clues": OF_A_BALLOT,
    "ballot": OF_A_LAP,
    "last_chance": ("both impostors", "one impostor of two", *OF_A_LAP, *OF_A_BALLOT),
    "closed": WHO,
}
"""Who there cannot be."""
DECIDED = leaving.cells(CELLS, ("enough", "as many", "two"))


def test_every_case_of_leaving_is_decided():
    assert leaving.is_whole(DECIDED, PHASES, WHO, NOBODY_IS)


# The scenes: ana is the host, eva the impostor (sol the other), bea whoever goes where it matters not who


def goers(who: str, stay: str) -> tuple[str, ...]:
    """Who goes, one after the other."""
    match who:
        case "host" | "host who is the impostor":
            return ("ana",)
        case "the impostor" | "bot that is the impostor" | "one impostor of two" | "last impostor of two":
            return ("eva",)
        case "both impostors":
            return ("sol", "leo", "eva") if stay == "two" else ("sol", "eva")
        case "impostor who is out":
            return ("sol",)
        case "audience":
            return ("vic",)
    return ("bea",)


def before(phase: str, who: str, stay: str) -> Table:
    """The table before anybody of the case goes."""
    if phase == LOBBY:
        return seated(who, 5)
    table = dealt(who, stay)
    if phase in (DEALT, ROUND_OVER, MATCH_OVER):
        return phases.reached(phase, table)
    table = table.started(opener=opener(who))
    if who in OUT:
        out = "bea" if who == "civilian who is out" else "sol"
        table = ballot_of(table, {out: "ana"}, others=out)
    if phase == CLUES:
        return said(table, who)
    table = clues(table)
    if phase == ballot.PHASE:
        return voted(table, who)
    last, other = ("ana", "bea") if who == "host who is the impostor" else ("eva", "ana")
    table = votes(table, {last: other}, others=last)
    # so that two stay, one of whom is out, somebody has to go before
    return table.leaves("leo") if who == "civilian who is out" and stay == "two" else table


def opener(who: str) -> str:
    """Who opens: whoever goes, the one after them, or anybody."""
    if who.startswith("host") or who in ("opener", "whose turn it is"):
        return "bea"
    return "eva" if who in ("last of the lap", "last of the laps") else "ana"


def dealt(who: str, stay: str) -> Table:
    """So many at the table that so many stay; three need at least five with a second impostor."""
    first = "ana" if opener(who) == "eva" or who == "host who is the impostor" else "eva"
    is_second = who.endswith("of two") or who in ("both impostors", "impostor who is out")
    impostors = (first, "sol") if stay == "as many" or is_second else (first,)
    players = {"enough": 9, "as many": 5, "two": 5 if is_second else 4 if who in OUT else 3}[stay]
    table = seated(who, players).dealt(impostors=impostors, word="playa")
    return table.enters("vic") if who == "audience" else table


def seated(who: str, players: int) -> Table:
    """So many in the lobby; on the seat of whoever goes there is a bot, if that is what they are."""
    bot = goers(who, "")[-1] if "bot" in who.split() else None
    table = game(1)
    for name in NAMES[1:players]:
        table = table.when("ana", AddBot(Nickname(name))) if name == bot else table.enters(name)
    return table


def said(table: Table, who: str) -> Table:
    """Clues until it is the turn of whoever has to have it."""
    if who == "bot whose turn it is":
        return table.when("ana", Clue("sal"))
    if who == "last of the laps":
        table = clues(table, laps=1)
    if who in ("last of the lap", "last of the laps"):
        while len(table.round.clues.of(table.round.lap)) < len(table.in_round) - 1:
            table = table.when(turn(table), Clue("sal"))
    return table


def voted(table: Table, who: str) -> Table:
    """What votes are cast before somebody goes."""
    match who:
        case "one who has voted":
            return table.when("ana", Vote("eva")).when("bea", Vote(None))
        case "one voted for":
            return table.when("ana", Vote("bea")).when("eva", Vote(None))
        case "last to vote" | "bot last to vote":
            return table.each(
                [name for name in table.in_round if name not in ("bea", "eva")], Vote("eva")
            ).when("eva", Vote("ana"))
    return table


# What is to be seen afterwards


def goes_on(was: Table, table: Table, gone: str) -> None:
    assert (was.phase, was.phase_seq, None) == (table.phase, table.phase_seq, table.result)
    assert (was.round.timer, was.round.turn) == (table.round.timer, table.round.turn)
    assert gone not in table.named((table.round.turn, *table.round.voted))
    assert (was.round.impostors, was.round.ballots_left) == (table.round.impostors, table.round.ballots_left)


def turn_passes(was: Table, table: Table, gone: str) -> None:
    order = was.in_round
    after = order[(order.index(gone) + 1) % len(order)]
    assert (CLUES, after, was.round.lap) == (table.phase, turn(table), table.round.lap)
    assert (was.phase_seq + 1, table.now + 60_000) == (table.phase_seq, table.round.timer.deadline)
    assert was.round.clues == table.round.clues


def new_opener(was: Table, table: Table, gone: str) -> None:
    turn_passes(was, table, gone)
    later = clues(table, laps=1)
    assert later.name(later.round.opener) in {*table.in_round} - {"eva"}
    assert later.round.turn == later.round.opener


def next_lap(was: Table, table: Table, gone: str) -> None:
    assert (CLUES, was.round.lap + 1, "eva") == (table.phase, table.round.lap, turn(table))
    assert was.phase_seq + 1 == table.phase_seq


def ballot_begins(was: Table, table: Table, gone: str) -> None:
    assert (ballot.PHASE, None, ()) == (table.phase, table.round.turn, table.round.voted)
    assert ("vote", table.now + 90_000) == (table.round.timer.for_, table.round.timer.deadline)


def votes_again(was: Table, table: Table, gone: str) -> None:
    assert (was.phase_seq, was.round.timer) == (table.phase_seq, table.round.timer)
    assert ("eva",) == table.named(table.round.voted)
    assert table.sees("ana").hand.vote is None
    assert gone not in table.choices("ana", Vote)


def closes(was: Table, table: Table, gone: str) -> None:
    (last,) = table.round.ballots
    assert {*was.in_round} - {gone} == {*table.named(last.votes)}
    assert LAST_CHANCE == table.phase


def civilians_win(was: Table, table: Table, gone: str) -> None:
    assert ("impostors_out", "civilians") == (table.result.outcome, table.result.winners)
    assert {*was.in_round} - {gone} <= table.points.keys()


CHECKS: Mapping[str, Check] = {
    "goes": leaving.goes,
    "goes on": goes_on,
    "turn passes": turn_passes,
    "new opener": new_opener,
    "next lap": next_lap,
    "ballot": ballot_begins,
    "votes again": votes_again,
    "closes": closes,
    "civilians win": civilians_win,
    "wrong guess": civilians_win,
    "parity": leaving.void("parity_by_leaving"),
    "too few": leaving.void("too_few"),
    "removed": leaving.void("removed"),
}


def staying(table: Table, gone: str) -> str:
    """Who of the word stays when they go."""
    players = {p.nickname for p in table.state.public.table.players if p.status in ("playing", "out")} - {
        gone
    }
    living = {*table.in_round} - {gone}
    impostors = {table.name(p) for p in table.state.secret.impostors} & living
    if len(players) == 2:
        return "two"
    return "as many" if impostors and 2 * len(impostors) >= len(living) else "enough"


@leaving.every_case(DECIDED)
def test_leaving(phase: str, who: str, stay: str, how: str, outcome: str):
    *earlier, gone = goers(who, stay)
    was = before(phase, who, stay).after(seconds=3)  # sooner than any bot moves
    for name in earlier:
        was = leaving.go(was, name, how)
    assert phase == was.phase
    if was.state.public.is_on:
        assert stay == staying(was, gone)
    assert was.host == gone or not who.startswith("host")
    assert ("bot" in who.split()) == (was.who(gone) in was.state.public.bots)
    assert was.who(gone) in was.state.wakes or who not in ("bot whose turn it is", "bot last to vote")

    table = leaving.go(was, gone, how)

    CHECKS[outcome](was, table, gone)
    leaving.seats_are_right(was, table, gone)
    assert table.who(gone) not in table.state.wakes
    if table.result is not None and phase not in (ROUND_OVER, MATCH_OVER):
        assert gone not in table.points
        assert {*was.in_round} <= {table.name(player) for player in table.result.reveal.cards}


@pytest.mark.parametrize("phase", [phase for phase in PHASES if phase != CLOSED])
def test_the_host_leaves_but_is_not_removed(phase: str):
    assert Reason.CANNOT_CHOOSE_SELF == phases.reached(phase).refuses("ana", Remove("ana"))


# What the table above cannot say


def test_whoever_left_in_dealt_is_not_waited_for():
    table = game(5).dealt(impostor="eva").each(("ana", "bea", "eva", "sol"), Seen())

    assert Reason.NOT_ALL_SEEN == table.refuses("ana", Start())
    assert "clues" == table.leaves("leo").when("ana", Start()).phase


def test_the_number_of_impostors_for_the_limit_of_ballots_stays():
    table = game(9).dealt(impostors=("eva", "sol"), word="playa").started().leaves("sol")
    for _ in range(5):
        assert table.result is None
        table = ballot_of(table, {})

    assert ("ballots_exhausted", {"eva": 3}) == (table.result.outcome, table.points)


def test_the_last_impostor_at_the_table_who_is_voted_out_has_a_last_chance_though_another_left():
    table = game(9).dealt(impostors=("eva", "sol"), word="playa").started().leaves("sol")

    assert "last_chance" == ballot_of(table, {"eva": "ana"}, others="eva").phase


def test_the_votes_of_who_left_stand_in_closed_ballots_but_bring_nobody_anything():
    table = game(7).dealt(impostor="eva", word="playa").started()
    table = ballot_of(table, {"bea": "eva"}).leaves("bea")
    table = table.when("ana", Interrupt())

    assert "p3" == table.result.reveal.ballots[0].votes["p2"]


def test_an_open_vote_counts_for_nothing_when_the_last_impostor_leaves():
    table = clues(game(5).dealt(impostor="eva", word="playa").started())
    table = table.when("ana", Vote("eva")).leaves("eva")

    assert {"ana": 2, "bea": 2, "leo": 2, "sol": 2} == table.points


def test_what_was_said_by_who_left_stays():
    table = game(6).dealt(impostor="eva", word="playa").started(opener="ana").when("ana", Clue("sal"))

    assert [("p1", "sal")] == [(c.player, c.text) for c in table.leaves("ana").round.clues.each()]


def test_leaving_is_final_and_who_came_back_watches():
    table = game(6).dealt(impostor="eva").started().leaves("leo")
    assert Reason.NOT_IN_ROUND == table.refuses("leo", Leave())

    table = table.enters("leo")
    assert ("p7", None) == (table.who("leo"), table.sees("leo").hand)
    assert Reason.AUDIENCE_ONLY_WATCHES == table.refuses("leo", Clue("sal"))


def test_whoever_is_out_may_leave_and_keeps_no_points_of_the_word():
    table = game(6).dealt(impostor="eva", word="playa").started(opener="ana")
    table = ballot_of(table, {"bea": "eva"}, others="bea").leaves("bea")
    table = ballot_of(table, {"eva": None}, others="eva").after(seconds=45)

    assert {"ana": 3, "leo": 3, "sol": 3, "max": 3} == table.points


def test_the_last_human_out_closes_the_room_though_a_bot_is_waited_for():
    table = game(1)
    for name in ("robi", "rita", "rufo"):
        table = table.when("ana", AddBot(Nickname(name)))
    table = table.dealt(impostor="robi", word="playa").started()
    table = ballot_of(table, {"robi": "ana"}, others="robi")
    assert (LAST_CHANCE, True) == (table.phase, bool(table.state.wakes))

    assert ("closed", {}) == (table.leaves("ana").phase, table.leaves("ana").state.wakes)


def test_the_last_one_out_closes_the_room():
    assert "closed" == game(3).dealt().leaves("ana").leaves("bea").leaves("eva").phase
