"""Whole evenings over real HTTP and real WebSockets, as phones play them.

Runs against any address: `BASE_URL=https://… pytest tests/e2e` (with `API_KEY`, where one is asked for);
without it, against a server of our own. What is expected is what the rules and the API say. No time is
guessed: whatever is waited for is read from a socket or asked for, so a slow machine only takes longer.
`make e2e` plays those marked `deployed` on the built artefact, too.
"""

import json
import random
import socket
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from functools import partial
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from infra.phone import PATIENCE_S, Json, Phone, Service, open_socket, seconds_left
from tests.conftest import Volume
from tests.e2e.conftest import UNHURRIED, Gather, NewService
from tests.e2e.party import Party, for_all

LATE_S = 3
"""A deadline is pushed within so many seconds."""


def problem_of(answer: httpx.Response, status: int, code: str) -> Json:
    """The problem document of an answer, which has all that every problem has."""
    assert (status, "application/problem+json") == (answer.status_code, answer.headers["content-type"])
    problem: Json = answer.json()
    assert (status, code) == (problem["status"], problem["code"])
    assert problem["type"] and problem["title"] and problem["detail"]
    assert isinstance(problem["retryable"], bool)
    assert "Traceback" not in answer.text
    check_headers(answer)
    return problem


def check_headers(answer: httpx.Response) -> None:
    """What stands on every answer of the API."""
    assert "*" == answer.headers["access-control-allow-origin"]
    assert "access-control-allow-credentials" not in answer.headers
    exposed = {name.strip().lower() for name in answer.headers["access-control-expose-headers"].split(",")}
    promised = "etag location retry-after x-request-id idempotency-replayed ratelimit ratelimit-policy"
    assert set(promised.split()) <= exposed
    assert answer.headers["x-request-id"]
    assert "set-cookie" not in answer.headers


def instant(text: str) -> float:
    """An instant of the API in seconds; RFC 3339, UTC, milliseconds."""
    assert text.endswith("Z") and len(text) == len("2026-01-01T00:00:00.000Z")
    return datetime.fromisoformat(text).timestamp()


def in_phase(phase: str) -> Callable[[Json], bool]:
    return lambda view: phase == view["room"]["phase"]


def player_in(view: Json, player: str) -> Json:
    found: Json = next(p for p in view["room"]["players"] if p["id"] == player)
    return found


# ── A round, from the deal to the reveal ──


@pytest.mark.deployed
def test_residents_win_by_an_accusation_that_everybody_supports(playing: Gather) -> None:
    party = playing(5)
    accuser = party.residents[0]
    cards = {p.player: p.card for p in party}
    place = party.place

    party.accuse(accuser, party.spy)

    assert ("spy_accused", "residents") == party.ending
    assert {p.player: 2 if p is accuser else 1 for p in party.residents} | {
        party.spy.player: 0
    } == party.points
    assert party.points == party.score()
    reveal = party.result["reveal"]
    assert place == reveal["place"]
    assert {p: (c and c["kind"], c and c["role"]) for p, c in cards.items()} == {
        p: (c["kind"], c["role"]) for p, c in reveal["cards"].items()
    }
    everyone_but_the_spy = {p.player: True for p in party.residents}
    assert [
        {"accuser": accuser.player, "suspect": party.spy.player, "votes": everyone_but_the_spy}
    ] == reveal["accusations"]
    because = {award["player"]: award["because"] for award in party.result["points"]}
    assert {"team_win", "right_accusation"} == set(because[accuser.player])
    assert 1 == party.host.view["room"]["rounds_played"]


def test_the_spies_win_when_everybody_accuses_an_innocent(playing: Gather) -> None:
    party = playing(3)
    spy, innocent = party.spy, party.residents[0]

    party.accuse(spy, innocent)

    assert ("innocent_accused", "spies") == party.ending
    assert {p.player: 4 if p is spy else 0 for p in party} == party.points


def test_a_failed_accusation_lets_the_clock_go_on_from_where_it_stood(playing: Gather) -> None:
    party = playing(5)
    accuser, first, second, third = party.residents
    turn = (party.host.view["round"]["asker"], party.host.view["round"]["asked_by"])

    party.do(accuser, "accuse", suspect=party.spy.player)
    stopped = party.host.view["round"]["clock"]
    assert ("paused", None) == (stopped["state"], stopped["deadline"])
    for voter, guilty in ((first, True), (second, False)):
        party.do(voter, "vote", guilty=guilty)
        assert stopped == party.host.view["round"]["clock"]
        assert "accusation" == party.host.phase, "closing at the first no would name the voter"
    last = third.act("vote", guilty=True)
    party.sync()

    assert "questions" == last["room"]["phase"]
    clock = last["round"]["clock"]
    assert ("running", stopped["remaining_ms"]) == (clock["state"], clock["remaining_ms"])
    assert turn == (last["round"]["asker"], last["round"]["asked_by"])
    failed = {"accuser": accuser.player, "suspect": party.spy.player, "result": "failed"}
    for phone in party:
        assert [failed] == phone.view["round"]["accusations"]
        assert phone.view["round"]["accusation"] is None
    assert accuser.may("accuse") is None
    assert "already_accused" == accuser.refusal("accuse", suspect=first.player)
    assert first.may("accuse") is not None


@pytest.mark.deployed
def test_an_open_accusation_shows_who_has_voted_and_never_how(playing: Gather) -> None:
    party = playing(5)
    accuser, yes, no, missing = party.residents
    party.do(accuser, "accuse", suspect=party.spy.player)
    party.do(yes, "vote", guilty=True)
    party.do(no, "vote", guilty=False)

    for phone in party:
        shown = phone.view["round"]["accusation"]
        assert (accuser.player, party.spy.player) == (shown["accuser"], shown["suspect"])
        assert sorted(p.player for p in (accuser, yes, no)) == shown["voted"]
        assert [missing.player] == shown["missing"]
    assert (True, False, None) == tuple(p.view["me"]["vote"] for p in (yes, no, missing))
    assert party.spy.may("vote") is None, "the accused does not vote"
    assert "already_voted" == no.refusal("vote", guilty=True)

    party.do(missing, "vote", guilty=True)
    party.do(party.spy, "guess", place=party.elsewhere)
    (ballot,) = party.result["reveal"]["accusations"]
    assert {accuser.player: True, yes.player: True, no.player: False, missing.player: True} == ballot["votes"]


def test_votes_that_do_not_come_in_time_count_as_no(playing: Gather) -> None:
    party = playing(3, vote_seconds=10)
    party.host.act("accuse", suspect=party.phones[1].player)

    for phone in party:
        phone.until(lambda view: view["round"]["accusations"])
        assert ("questions", "failed") == (phone.phase, phone.view["round"]["accusations"][0]["result"])


@pytest.mark.parametrize("is_right", [True, False])
def test_a_spy_may_guess_the_place_once(playing: Gather, is_right: bool) -> None:
    party = playing(3)
    spy, place = party.spy, party.place["id"]
    wrong = party.elsewhere

    assert "unknown_card" == spy.refusal("guess", place="a-place-of-no-deck"), "and the guess is not spent"
    assert "spy_only" == party.residents[0].refusal("guess", place=place)
    party.do(spy, "guess", place=place if is_right else wrong)

    if is_right:
        assert ("spy_guessed", "spies") == party.ending
        assert {p.player: 4 if p is spy else 0 for p in party} == party.points
    else:
        assert ("spy_guess_wrong", "residents") == party.ending
        assert {p.player: 0 if p is spy else 1 for p in party} == party.points
    assert (place if is_right else wrong) == party.result["reveal"]["guess"]["id"]


def test_questions_go_round_the_table_and_never_straight_back(playing: Gather) -> None:
    party = playing(4)
    asker = party.named(party.host.view["round"]["asker"])
    answerer, third = [p for p in party.others(asker) if p is not party.host][:2]

    assert {p.player for p in party.others(asker)} == set((asker.may("pass_turn") or {})["answered_by"])
    assert "not_asker" == answerer.refusal("pass_turn", answered_by=third.player)
    assert "cannot_choose_self" == asker.refusal("pass_turn", answered_by=asker.player)
    party.do(asker, "pass_turn", answered_by=answerer.player)

    assert {p.player for p in party.others(answerer, asker)} == set(
        (answerer.may("pass_turn") or {})["answered_by"]
    )
    assert "cannot_ask_back" == answerer.refusal("pass_turn", answered_by=asker.player)
    party.do(party.host, "pass_turn", answered_by=third.player)

    shown = party.host.view["round"]
    assert (third.player, answerer.player) == (shown["asker"], shown["asked_by"]), (
        "the host passed for a sleeper"
    )


def test_the_clock_starts_when_everybody_has_seen_their_card(gather: Gather) -> None:
    party = gather(3)
    party.do(party.host, "deal")
    assert "none" == party.host.view["round"]["clock"]["state"]
    for phone in party.phones[:2]:
        party.do(phone, "seen")

    assert party.host.may("start") is None
    assert ("start", "not_all_seen") in {(b["type"], b["code"]) for b in party.host.view["blocked"]}
    assert "not_all_seen" == party.host.refusal("start")
    party.do(party.phones[2], "seen")
    assert [True, True, True] == [p["seen"] for p in party.host.view["room"]["players"]]
    party.do(party.host, "start")

    clock = party.host.view["round"]["clock"]
    assert ("running", True) == (clock["state"], 0 < clock["remaining_ms"] <= 600_000)


def test_two_spies_do_not_know_each_other(gather: Gather) -> None:
    party = gather(6, spies=2)
    assert ("deal", "two_spies_need_seven") in {(b["type"], b["code"]) for b in party.host.view["blocked"]}
    assert "two_spies_need_seven" == party.host.refusal("deal")
    party.phones.append(party.service.join(party.code, "Paz").connect())
    party.sync()

    party.play()
    accuser, suspect = party.spies
    for spy in party.spies:
        assert '"spy"' not in json.dumps({**spy.view, "me": None})
    party.accuse(accuser, suspect)

    assert ("spy_accused", "residents") == party.ending
    assert {p.player: 0 if p in (accuser, suspect) else 1 for p in party} == party.points


def test_a_view_has_all_that_the_api_promises(playing: Gather) -> None:
    party = playing(3)
    resident, spy = party.residents[0].view, party.spy.view

    top = "version phase_seq server_time time_scale room round me actions blocked result"
    room = "code join_url game locale phase host options deck rounds_played rounds_total max_players players"
    player = "id nickname kind status connected score seen"
    round_ = "number asker asked_by clock timer accusation accusations pointing last_chance"
    me = "player card crossed_out vote point"
    for view in (resident, spy):
        assert set(top.split()) <= set(view)
        assert set(room.split()) <= set(view["room"])
        assert set(player.split()) <= set(view["room"]["players"][0])
        assert set(round_.split()) <= set(view["round"])
        assert set(me.split()) <= set(view["me"])
        assert {"state", "remaining_ms", "deadline"} <= set(view["round"]["clock"])
    assert {"id", "name", "image"} <= set(resident["me"]["card"]["place"])
    assert {"url", "author", "licence", "source"} <= set(resident["me"]["card"]["place"]["image"])
    assert resident["me"]["card"]["role"]
    assert ("candidates" in spy, "candidates" in resident) == (True, False)
    assert not spy["me"]["card"].get("place") and not spy["me"]["card"].get("role")
    assert {"type": "guess", "phase_seq": spy["phase_seq"], "place": {"from": "candidates"}} in spy["actions"]


# ── Time is up ──

LATE_TABLES: dict[str, Json] = {
    "right": {},
    "wrong": {},
    "silent": {"guess_seconds": 10},
    "tie": {},
    "nobody points": {"vote_seconds": 10},
    "walks out": {},
    "thrown out": {},
}


@pytest.fixture(scope="module")
def late(new_service: NewService) -> Iterator[Callable[[str], Party]]:
    """Tables of four whose clocks run out side by side, so that the tests wait for all of them once."""
    with new_service() as service:
        parties = {
            name: Party(service, 4, **{**UNHURRIED, "minutes": 5, **options}).play().connect()
            for name, options in LATE_TABLES.items()
        }

        def at_the_end_of_time(name: str) -> Party:
            party = parties[name]
            for phone in party:
                patience = seconds_left(phone.view) if "questions" == phone.phase else 0
                phone.until(in_phase("pointing"), patience + LATE_S + 10)
            return party

        yield at_the_end_of_time


@pytest.mark.deployed
def test_the_end_of_time_comes_by_itself_never_early_and_within_seconds(late: Callable[[str], Party]) -> None:
    for name in LATE_TABLES:
        party = late(name)
        for phone in party:
            views = [json.loads(text)["view"] for text in phone.heard if '"view"' in text]
            asking = next(v for v in views if "questions" == v["room"]["phase"])
            pointing = next(v for v in views if "pointing" == v["room"]["phase"])
            due, told = instant(asking["round"]["clock"]["deadline"]), instant(pointing["server_time"])
            assert 0 <= (told - due) / asking["time_scale"] <= LATE_S
            assert {"point"} == {"point", "accuse", "guess", "pass_turn"} & {
                a["type"] for a in pointing["actions"]
            }


def test_who_points_is_shown_and_at_whom_only_when_all_have(late: Callable[[str], Party]) -> None:
    party = late("right")
    spy, (first, second, third) = party.spy, party.residents
    place = party.place["id"]

    party.do(first, "point", suspect=second.player)
    version = second.view["version"]
    party.do(first, "point", suspect=spy.player)
    assert version == second.view["version"], "a changed mind is nobody else's affair"
    assert (spy.player, None) == (first.view["me"]["point"], second.view["me"]["point"])
    assert {"pointed": [first.player], "votes": None} == second.view["round"]["pointing"]
    for phone in (second, third):
        party.do(phone, "point", suspect=spy.player)
    party.do(spy, "point", suspect=third.player)

    assert "last_chance" == party.host.phase
    assert {"player": spy.player} == party.host.view["round"]["last_chance"]
    assert {first.player: spy.player, second.player: spy.player, third.player: spy.player} | {
        spy.player: third.player
    } == party.host.view["round"]["pointing"]["votes"]
    assert first.may("guess") is None

    party.do(spy, "guess", place=place)
    assert ("spy_last_chance_right", "spies") == party.ending
    assert {p.player: 2 if p is spy else 0 for p in party} == party.points


def test_a_last_chance_that_fails_is_the_residents_win(late: Callable[[str], Party]) -> None:
    party = late("wrong")
    spy, (first, second, third) = party.spy, party.residents
    for phone, suspect in ((first, spy), (second, spy), (third, second), (spy, third)):
        party.do(phone, "point", suspect=suspect.player)
    assert "last_chance" == spy.phase

    party.do(spy, "guess", place=party.elsewhere)

    assert ("spy_last_chance_wrong", "residents") == party.ending
    assert {first.player: 2, second.player: 2, third.player: 1, spy.player: 0} == party.points


@pytest.mark.deployed
def test_a_last_chance_that_runs_out_is_a_wrong_guess(late: Callable[[str], Party]) -> None:
    party = late("silent")
    for phone in party.residents:
        party.do(phone, "point", suspect=party.spy.player)
    party.spy.act("point", suspect=party.residents[0].player)

    for phone in party:
        phone.until(lambda view: view["result"] is not None)
    assert ("spy_last_chance_wrong", "residents") == party.ending
    assert party.result["reveal"]["guess"] is None
    assert {p.player: 0 if p is party.spy else 2 for p in party} == party.points


@pytest.mark.deployed
def test_spies_stay_hidden_in_a_tie(late: Callable[[str], Party]) -> None:
    party = late("tie")
    spy, (first, second, third) = party.spy, party.residents
    for phone, suspect in ((first, spy), (second, spy), (third, first), (spy, first)):
        party.do(phone, "point", suspect=suspect.player)

    assert ("spy_hidden", "spies") == party.ending
    assert {p.player: 2 if p is spy else 0 for p in party} == party.points


def test_spies_stay_hidden_when_nobody_points_in_time(late: Callable[[str], Party]) -> None:
    party = late("nobody points")
    for phone in party:
        phone.until(lambda view: view["result"] is not None)

    assert ("spy_hidden", "spies") == party.ending
    assert {p.player: 2 if p is party.spy else 0 for p in party} == party.points


def test_a_caught_spy_who_walks_out_has_guessed_wrong(late: Callable[[str], Party]) -> None:
    party = late("walks out")
    spy = party.spy
    party.point_at(spy)

    spy.post("leave")
    spy.until_closed()
    party.sync()

    assert ("spy_last_chance_wrong", "residents") == party.ending
    assert {p.player: 2 for p in party.residents} == {p: n for p, n in party.points.items() if n}


def test_a_caught_spy_whom_the_host_removes_voids_the_round(late: Callable[[str], Party]) -> None:
    party = late("thrown out")
    spy = party.spy
    party.point_at(spy)
    host = party.host if party.host is not spy else party.phones[1]
    if spy is party.host:
        party.do(spy, "make_host", player=host.player)

    host.act("remove", player=spy.player)
    spy.until_closed()
    party.sync()

    assert ("void", None) == party.ending
    assert ("removed", []) == (party.result["void_reason"], party.result["points"])


# ── Coming and going ──


@pytest.mark.deployed
def test_a_spy_who_leaves_voids_the_round_and_all_is_told(playing: Gather) -> None:
    party = playing(4)
    spy, place = party.spy, party.place

    spy.post("leave")
    party.phones.remove(spy)
    last = spy.until_closed()
    party.sync()

    assert "bye" == last[-1]["type"] and last[-1]["code"]
    assert ("void", None) == party.ending
    assert ("spy_left", []) == (party.result["void_reason"], party.result["points"])
    assert place == party.result["reveal"]["place"]
    assert "spy" == party.result["reveal"]["cards"][spy.player]["kind"]
    room = party.phones[0].view["room"]
    assert (0, "left") == (room["rounds_played"], player_in(party.phones[0].view, spy.player)["status"])
    problem_of(spy.request("GET"), 401, "token_revoked")


def test_a_round_of_three_ends_when_one_of_them_leaves(playing: Gather) -> None:
    party = playing(3)
    leaver = party.residents[-1]
    leaver.post("leave")
    party.phones.remove(leaver)
    party.sync()

    assert ("void", "too_few") == (party.result["outcome"], party.result["void_reason"])


def test_the_table_plays_on_without_whoever_goes(playing: Gather) -> None:
    party = playing(6)
    asker = party.named(party.host.view["round"]["asker"])
    if asker is party.spy:
        party.do(asker, "pass_turn", answered_by=party.residents[0].player)
        asker = party.residents[0]
    party.phones.remove(asker)
    asker.post("leave")
    party.sync()
    shown = party.phones[0].view["round"]
    after = [p for p in party if int(p.player[1:]) > int(asker.player[1:])]
    assert ((after or party.phones)[0].player, None) == (shown["asker"], shown["asked_by"]), (
        "the next in seat order"
    )

    accuser, accused = party.residents[:2]
    party.do(accuser, "accuse", suspect=accused.player)
    accused.post("leave")
    party.phones.remove(accused)
    party.sync()
    assert ("questions", None) == (accuser.phase, accuser.view["round"]["accusation"])
    assert "running" == accuser.view["round"]["clock"]["state"]
    assert "already_accused" == accuser.refusal("accuse", suspect=party.spy.player)

    host = party.named(party.phones[0].view["room"]["host"])
    removed = next(p for p in party.residents if p not in (accuser, host))
    second = next(p for p in party.residents if p not in (accuser, removed))
    party.do(second, "accuse", suspect=party.spy.player)
    party.do(accuser, "vote", guilty=True)
    host.act("remove", player=removed.player)
    party.phones.remove(removed)
    party.sync()
    assert "questions" == host.phase, "a voter whom the host removes counts as a no"
    assert "failed" == host.view["round"]["accusations"][-1]["result"]


def test_the_host_may_break_a_round_off(playing: Gather) -> None:
    party = playing(3)
    assert "host_only" == party.phones[1].refusal("interrupt")
    party.do(party.host, "accuse", suspect=party.phones[1].player)
    party.do(party.host, "interrupt")

    assert ("void", "interrupted") == (party.result["outcome"], party.result["void_reason"])
    assert "round_over" == party.host.phase


def test_whoever_comes_in_mid_round_watches_and_plays_from_the_next_deal(playing: Gather) -> None:
    party = playing(3)
    summary = party.service.http.get(f"/v1/rooms/{party.code}").json()
    assert (True, "audience") == (summary["joinable"], summary["joins_as"])
    late = party.service.join(party.code, "Sol").connect()
    party.sync()

    assert "audience" == player_in(party.host.view, late.player)["status"]
    assert (None, {"leave", "tick"}) == (late.card, {entry["type"] for entry in late.view["actions"]})
    assert "questions" == late.phase and late.view["round"]["asker"]
    assert "audience_only_watches" == late.refusal("accuse", suspect=party.host.player)
    assert "audience_only_watches" == late.refusal("guess", place=party.place["id"])
    assert "not_in_round" == party.residents[0].refusal("accuse", suspect=late.player)
    before = "".join(late.heard)
    secrets = {party.place["id"], party.place["name"], party.place["image"]["url"]}
    assert not {s for s in secrets if f'"{s}"' in before} and '"spy"' not in before

    party.phones.append(late)
    voters = party.others(late)
    party.do(party.spy, "guess", place=party.elsewhere)
    assert "spy_guess_wrong" == late.view["result"]["outcome"], "the audience sees the reveal too"
    assert {p.player for p in voters} == set(party.result["reveal"]["cards"])
    party.play()
    assert late.card is not None


@pytest.mark.deployed
def test_the_host_shows_somebody_the_door(gather: Gather) -> None:
    party = gather(3)
    gone = party.phones[1]
    assert "host_only" == gone.refusal("remove", player=party.host.player)
    party.host.act("remove", player=gone.player)
    last = gone.until_closed()
    party.phones.remove(gone)
    party.sync()

    assert "bye" == last[-1]["type"]
    assert "left" == player_in(party.host.view, gone.player)["status"]
    problem_of(gone.request("POST", "/actions", json={"type": "tick"}), 401, "token_revoked")
    back = party.service.join(party.code, "bea")
    assert ("p4", 0) == (back.player, player_in(back.view, "p4")["score"]), "the nickname is free again"


def test_when_the_host_leaves_the_longest_seated_is_host(gather: Gather) -> None:
    party = gather(4)
    first = party.host
    first.post("leave")
    first.until_closed()
    party.phones.remove(first)
    party.sync()

    assert {"p2"} == {p.view["room"]["host"] for p in party}
    assert (True, False) == tuple(p.may("deal") is not None for p in party.phones[:2])
    party.play()


def test_the_host_hands_the_room_over(gather: Gather) -> None:
    party = gather(3)
    party.do(party.host, "make_host", player="p3")

    assert {"p3"} == {p.view["room"]["host"] for p in party}
    assert "host_only" == party.phones[0].refusal("deal")
    party.do(party.phones[2], "deal")


def test_nobody_takes_over_from_a_host_who_is_there(gather: Gather) -> None:
    party = gather(3)

    assert "host_present" == party.phones[1].refusal("claim_host")
    assert "already_host" == party.host.refusal("claim_host")


@pytest.mark.soak
def test_after_a_minute_of_silence_anybody_may_take_over_from_the_host(gather: Gather) -> None:
    party = gather(3)
    party.host.hang_up()
    left_at = time.monotonic()
    while (guest := party.phones[1]).may("claim_host") is None:
        assert time.monotonic() - left_at < 75
        time.sleep(0.5)
        guest.look()
    assert time.monotonic() - left_at > 59
    guest.act("claim_host")

    assert "p2" == guest.view["room"]["host"]
    assert "p2" == party.host.look()["room"]["host"]
    assert "host_only" == party.host.refusal("deal")


@pytest.mark.deployed
def test_a_room_that_everybody_left_is_closed(gather: Gather) -> None:
    party = gather(3)
    for phone in party:
        phone.post("leave")

    http = party.service.http
    problem_of(http.get(f"/v1/rooms/{party.code}"), 410, "room_closed")
    problem_of(http.post(f"/v1/rooms/{party.code}/players", json={"nickname": "Max"}), 410, "room_closed")


# ── A whole match ──


@pytest.mark.deployed
def test_a_match_from_the_first_deal_to_the_rematch(gather: Gather) -> None:
    party = gather(4)
    places, total = [], dict.fromkeys(("p1", "p2", "p3", "p4"), 0)
    for _ in range(3):
        party.play()
        places.append(party.place["id"])
        party.accuse(party.residents[0], party.spy)
        total = {p: n + party.points[p] for p, n in total.items()}
        assert total == party.score()
    assert len(places) == len(set(places)), "no place is dealt twice"
    party.do(party.host, "deal")
    party.do(party.host, "interrupt")
    assert (3, total) == (party.host.view["room"]["rounds_played"], party.score())

    party.do(party.host, "finish")
    assert {"match_over"} == {p.phase for p in party}
    standings = party.host.view["room"]["standings"]
    assert total == {s["player"]: s["score"] for s in standings}
    assert [1 + sum(n > s["score"] for n in total.values()) for s in standings] == [
        s["place"] for s in standings
    ]
    assert "host_only" == party.phones[1].refusal("rematch")
    party.do(party.host, "rematch")

    room = party.host.view["room"]
    assert ("lobby", 0, None) == (room["phase"], room["rounds_played"], room["standings"])
    assert {"p1": 0, "p2": 0, "p3": 0, "p4": 0} == party.score()
    party.play()
    assert party.place["id"] not in places, "not in the next match either"


@pytest.mark.deployed
def test_finished_rounds_are_kept_with_their_reveal(gather: Gather) -> None:
    party = gather(3)
    results = []
    for _ in range(2):
        party.play()
        party.do(party.spy, "guess", place=party.elsewhere)
        results.append(party.result)
    party.do(party.host, "deal")
    party.do(party.host, "interrupt")
    results.append(party.result)

    answer = party.phones[2].request("GET", "/rounds")
    check_headers(answer)
    assert results == [r["result"] for r in answer.json()["rounds"]]
    problem_of(party.service.http.get(f"/v1/rooms/{party.code}/rounds"), 401, "invalid_token")


@pytest.mark.deployed
def test_rest_alone_is_enough_to_play(service: Service) -> None:
    phones = [service.open_room("Ana", options=UNHURRIED)]
    phones += [service.join(phones[0].code, name) for name in ("Bea", "Eva")]
    host = phones[0]
    host.look()
    host.post("deal")
    for phone in phones:
        phone.post("seen")
    host.look()
    host.post("start")
    for phone in phones:
        phone.look()
    spy = next(p for p in phones if p.card and "spy" == p.card["kind"])
    accuser, voter = [p for p in phones if p is not spy]
    accuser.post("accuse", suspect=spy.player)
    voter.look()
    voter.post("vote", guilty=True)

    assert ["spy_accused"] * 3 == [p.look()["result"]["outcome"] for p in phones]


def test_phones_that_know_nothing_but_the_offered_actions_come_through(
    gather: Gather, volume: Volume
) -> None:
    party = gather(4)
    dice = random.Random(volume.seed)
    ended = 0
    while ended < volume.of(1, 100):
        phone = dice.choice(party.phones)
        before, answer = whatever_is_offered(phone, dice)
        if answer.is_success:
            ended += before["result"] is None and answer.json()["view"]["result"] is not None
        else:
            assert 409 == answer.status_code and phone.look()["phase_seq"] > before["phase_seq"], answer.text

    for phone in party:
        phone.sync()


def test_phones_that_act_all_at_once_come_to_see_the_same(gather: Gather, volume: Volume) -> None:
    party = gather(4)

    def act_on(phone: Phone) -> list[httpx.Response]:
        dice = random.Random(f"{volume.seed} {phone.player}")
        return [whatever_is_offered(phone, dice)[1] for _ in range(volume.of(5, 200))]

    answers = [a for each in at_once(*[partial(act_on, phone) for phone in party]) for a in each]

    assert {a.status_code for a in answers} <= {200, 403, 409, 422}, "late, but never the service's fault"
    ends = time.monotonic() + PATIENCE_S
    while 1 < len({json.dumps(for_all(phone.sync())) for phone in party}):
        assert time.monotonic() < ends


def whatever_is_offered(phone: Phone, dice: random.Random) -> tuple[Json, httpx.Response]:
    """The view of a phone, and the answer to one of the actions that it offers."""
    never, seldom = ("leave", "remove"), ("tick", "configure", "interrupt", "make_host", "cross_out")
    weights = {**dict.fromkeys(never, 0), **dict.fromkeys(seldom, 1)}
    view = phone.look()
    (entry,) = dice.choices(view["actions"], [weights.get(e["type"], 8) for e in view["actions"]])
    fields = {k: drawn(dice, v, view, k) for k, v in entry.items() if k != "type"}
    return view, phone.request("POST", "/actions", json={"type": entry["type"], **fields})


def drawn(dice: random.Random, choice: Any, view: Json, field: str) -> Any:
    """A value of a choice, as `actions` words it."""
    if {"from": "candidates"} == choice:
        choice = view["candidates"]
    if "options" == field:
        return {name: option(dice, schema) for name, schema in choice.items() if dice.random() < 0.5}
    if "places" == field:
        return dice.sample(choice, dice.randint(0, 5))
    return dice.choice(choice) if isinstance(choice, list) else choice


def option(dice: random.Random, schema: Json) -> Any:
    if "enum" in schema:
        return dice.choice(schema["enum"])
    return dice.choice([None, dice.randint(schema["minimum"], schema["maximum"])])


# ── Secrets ──


def test_no_byte_that_a_phone_gets_before_the_reveal_tells_a_secret(playing: Gather) -> None:
    party = playing(4)
    audience = party.service.join(party.code, "Max").connect()
    spy, residents, place = party.spy, party.residents, party.place
    roles = {p.player: p.card["role"] for p in residents if p.card}
    for phone in (*party, audience):
        phone.request("GET", "/rounds")
        phone.look()
        for kind, fields in (
            ("guess", {"place": place["id"]}),
            ("vote", {"guilty": True}),
            ("point", {"suspect": spy.player}),
            ("cross_out", {"places": ["nowhere"]}),
            ("accuse", {"suspect": phone.player}),
        ):
            if phone is not spy:
                phone.refusal(kind, **fields)
    party.accuse(residents[0], spy, no=(residents[1],))
    audience.sync()
    heard = {p: unfold(p.heard) for p in (*party, audience)}
    party.do(spy, "guess", place=party.elsewhere)

    picture = place["image"]["url"]
    for phone in (spy, audience):
        told = {s for s in (place["id"], place["name"], picture, *roles.values()) if tells(heard[phone], s)}
        assert not told
    for phone in residents:
        own = roles[phone.player]
        assert not {role for role in roles.values() if role != own and tells(heard[phone] - {own}, role)}
    for phone in (*residents, audience):
        assert "spy" not in heard[phone]
        assert not [text for text in phone.heard if '"candidates"' in text]


def tells(heard: set[str], secret: str) -> bool:
    """Whether it was said by itself or, if it is too long for a coincidence, within something else."""
    return secret in heard or (len(secret) > 5 and any(secret in said for said in heard))


def unfold(texts: list[str]) -> set[str]:
    """Every string in what was heard, but for a spy's list of all places."""

    def strings(value: Any) -> Iterator[str]:
        if isinstance(value, str):
            yield value
        elif isinstance(value, list):
            for item in value:
                yield from strings(item)
        elif isinstance(value, dict):
            for name, item in value.items():
                yield name
                if name != "candidates":
                    yield from strings(item)

    return {found for text in texts for found in strings(json.loads(text))}


def test_all_phones_hear_equally_often_whatever_their_cards(playing: Gather) -> None:
    party = playing(4)
    views = {p: views_heard(p) for p in party}
    party.accuse(party.spy, party.residents[0], no=(party.residents[1],))

    for phone in party:
        phone.sync()
    assert [3, 3, 3, 3] == [views_heard(p) - views[p] for p in party]


def views_heard(phone: Phone) -> int:
    """How many views were pushed to it."""
    return sum("view" == json.loads(text).get("type") for text in phone.heard)


def test_a_spys_notes_are_nobody_elses_affair(playing: Gather) -> None:
    party = playing(4)
    spy = party.spy
    struck = spy.view["candidates"][3:6]
    versions = {p: p.view["version"] for p in party.residents}
    views = {p: views_heard(p) for p in party.residents}

    spy.act("cross_out", places=struck)
    for phone in party.residents:
        phone.sync()
        assert (versions[phone], views[phone]) == (phone.view["version"], views_heard(phone))
    assert set(struck) == set(spy.view["me"]["crossed_out"])
    spy.act("cross_out", places=struck[:1])
    assert struck[:1] == spy.look()["me"]["crossed_out"], "a new set replaces the old one"
    assert "spy_only" == party.residents[0].refusal("cross_out", places=[])


def test_a_refused_action_changes_nothing_for_anybody(playing: Gather) -> None:
    party = playing(4)
    before = {p: (p.view["version"], views_heard(p)) for p in party}
    troublemaker = party.residents[0]
    assert "cannot_choose_self" == troublemaker.refusal("accuse", suspect=troublemaker.player)
    assert "wrong_phase" == troublemaker.refusal("vote", guilty=True)

    for phone in party.others(troublemaker):
        phone.sync()
        assert before[phone] == (phone.view["version"], views_heard(phone))


# ── Double clicks, many devices, lost connections ──


def at_once(*calls: Callable[[], Any]) -> list[Any]:
    """What each call gives, all of them made at the same moment."""
    with ThreadPoolExecutor(len(calls)) as pool:
        return [future.result() for future in [pool.submit(call) for call in calls]]


def test_a_double_click_counts_once(playing: Gather) -> None:
    party = playing(4)
    click = party.phones[1].action("accuse", suspect="p1")
    first, second = (party.phones[1].request("POST", "/actions", json=click) for _ in range(2))

    assert first.is_success
    problem_of(second, 409, "stale_phase")
    party.sync()
    assert "p2" == party.host.view["round"]["accusation"]["accuser"]
    vote = party.phones[2].action("vote", guilty=True)
    first, second = (party.phones[2].request("POST", "/actions", json=vote) for _ in range(2))
    assert first.is_success
    problem_of(second, 409, "already_voted")


def test_two_clicks_at_the_same_moment_deal_once(gather: Gather) -> None:
    party = gather(3)
    deal = party.host.action("deal")
    answers = at_once(*[lambda: party.host.request("POST", "/actions", json=deal)] * 4)

    assert [200, 409, 409, 409] == sorted(a.status_code for a in answers)
    assert {"stale_phase"} == {a.json()["code"] for a in answers if a.is_error}
    party.sync()
    assert 1 == party.host.view["round"]["number"]


@pytest.mark.deployed
def test_the_same_action_id_is_applied_once_and_answered_twice(playing: Gather) -> None:
    party = playing(4)
    asker = party.named(party.host.view["round"]["asker"])
    first, second = party.others(asker)[:2]
    click = asker.action("pass_turn", answered_by=first.player, action_id="tap-1")
    once = asker.request("POST", "/actions", json=click)
    again = asker.request("POST", "/actions", json=click)

    assert (200, 200) == (once.status_code, again.status_code)
    assert once.json()["view"]["version"] == again.json()["view"]["version"]
    assert first.player == again.json()["view"]["round"]["asker"]
    other = asker.action("pass_turn", answered_by=second.player, action_id="tap-1")
    problem_of(asker.request("POST", "/actions", json=other), 422, "action_id_reused")
    over_the_socket = asker.tell("pass_turn", answered_by=first.player, action_id="tap-1")
    assert once.json()["view"]["version"] == over_the_socket["version"]
    assert first.sync()["version"] == once.json()["view"]["version"], "another seat's ids are its own"
    assert (
        first.act("pass_turn", answered_by=second.player, action_id="tap-1")["round"]["asker"]
        == second.player
    )


def test_a_click_for_an_earlier_phase_is_stale(playing: Gather) -> None:
    party = playing(4)
    earlier = party.residents[0].view["phase_seq"]
    accuser, first, second = party.residents
    party.accuse(accuser, party.spy, no=(first, second))
    assert "questions" == first.phase and first.view["phase_seq"] > earlier

    assert "stale_phase" == first.refusal("accuse", suspect=second.player, phase_seq=earlier)
    assert first.act("accuse", suspect=second.player)["round"]["accusation"]


@pytest.mark.deployed
def test_of_two_accusations_at_the_same_moment_one_counts(playing: Gather) -> None:
    party = playing(4)
    first, second = party.phones[1:3]
    codes = at_once(
        lambda: first.refusal("accuse", suspect="p4"), lambda: second.refusal("accuse", suspect="p1")
    )
    party.sync()

    assert {None, "stale_phase"} == set(codes)
    winner = (first, second)[codes.index(None)]
    assert winner.player == party.host.view["round"]["accusation"]["accuser"]
    loser = (first, second)[1 - codes.index(None)]
    assert [winner.player] == [loser.view["round"]["accusation"]["accuser"]]


def test_a_refresh_or_another_device_shows_the_same(playing: Gather) -> None:
    party = playing(3)
    spy = party.spy
    spy.act("cross_out", places=spy.view["candidates"][:2])

    device = spy.another()
    timeless = {"server_time": None, "round": None}
    assert {**spy.look(), **timeless} == {**device.look(), **timeless}
    assert spy.view["version"] == device.connect().view["version"]
    assert spy.view["me"] == device.view["me"]


def test_two_phones_on_one_seat_see_what_either_does(playing: Gather) -> None:
    party = playing(4)
    spy = party.spy
    second = spy.another().connect()
    second.tell("cross_out", places=spy.view["candidates"][:1])
    spy.until(lambda view: 1 == len(view["me"]["crossed_out"]))
    spy.act("cross_out", places=[])
    second.until(lambda view: not view["me"]["crossed_out"])
    party.do(party.residents[0], "accuse", suspect=spy.player)

    assert "accusation" == second.until(in_phase("accusation"))["room"]["phase"]
    spy.hang_up()
    party.do(party.residents[1], "vote", guilty=True)
    second.until(lambda view: 2 == len(view["round"]["accusation"]["voted"]))


@pytest.mark.deployed
def test_whoever_drops_out_comes_back_to_the_present(playing: Gather) -> None:
    party = playing(4)
    dropped = party.residents[0]
    card = dropped.card
    assert dropped.socket is not None
    dropped.socket.socket.shutdown(socket.SHUT_RDWR)
    with pytest.raises(ConnectionClosed):
        while True:
            dropped.hear()
    dropped.hang_up()
    accuser, voter = party.residents[1:3]
    party.do(accuser, "accuse", suspect=party.spy.player)
    party.do(voter, "vote", guilty=True)
    assert "playing" == player_in(party.host.view, dropped.player)["status"]

    dropped.connect()
    assert ("accusation", card) == (dropped.phase, dropped.card)
    assert [dropped.player] == dropped.view["round"]["accusation"]["missing"]
    party.do(dropped, "vote", guilty=True)
    assert "spy_accused" == party.result["outcome"]


@pytest.mark.deployed
def test_of_five_sockets_of_a_seat_the_oldest_makes_room(gather: Gather) -> None:
    party = gather(3)
    host = party.host
    devices = [host.another().connect() for _ in range(4)]

    assert "bye" == host.until_closed()[-1]["type"]
    party.phones[1].post("leave")
    for device in devices:
        device.until(lambda view: "left" == player_in(view, "p2")["status"])


# ── The socket's own rules ──


@pytest.mark.deployed
def test_nothing_is_sent_to_a_socket_before_its_hello(gather: Gather) -> None:
    party = gather(3)
    with open_socket(party.host.ws_url) as line:
        party.do(party.host, "deal")
        for early in ({"type": "act", "id": "1", "action": {"type": "tick"}}, {"type": "ping"}):
            line.send(json.dumps(early))
            refused = json.loads(line.recv(20))
            assert ("refused", "hello_required") == (refused["type"], refused["problem"]["code"])
        line.send(json.dumps({"type": "hello", "room": party.code, "token": party.host.token}))
        welcome = json.loads(line.recv(20))
        assert "welcome" == welcome["type"]
        assert party.host.view["version"] == welcome["view"]["version"]
        instant(welcome["reconnect_before"])


def test_hello_takes_the_code_as_people_type_it_and_may_be_said_again(gather: Gather) -> None:
    party = gather(3)
    phone = party.phones[1]
    typed = f" {party.code[:2]}-{party.code[2:]} ".lower()
    for room in (typed, party.code):
        phone.say({"type": "hello", "room": room, "token": phone.token, "version": phone.view["version"]})
        assert "welcome" == phone.hear()["type"]


@pytest.mark.deployed
def test_hello_with_a_token_that_opens_nothing_is_the_end_of_the_socket(gather: Gather) -> None:
    party, other = gather(3), gather(3)
    hellos = [
        ({"room": party.code, "token": "pt_nonsense"}, "invalid_token"),
        ({"room": party.code, "token": other.host.token}, "invalid_token"),
        ({"room": "ZZZZZ", "token": party.host.token}, "room_not_found"),
        ({"room": "no code", "token": party.host.token}, "room_not_found"),
    ]
    for hello, code in hellos:
        with open_socket(party.host.ws_url) as line:
            line.send(json.dumps({"type": "hello", **hello}))
            refused, bye = json.loads(line.recv(20)), json.loads(line.recv(20))
            assert ("refused", code) == (refused["type"], refused["problem"]["code"])
            assert "bye" == bye["type"]
            with pytest.raises(ConnectionClosed):
                line.recv(20)


def test_a_socket_belongs_to_one_seat_for_good(gather: Gather) -> None:
    party = gather(3)
    phone = party.phones[1]
    phone.say({"type": "hello", "room": party.code, "token": party.host.token})

    assert "forbidden" == phone.hear()["problem"]["code"]
    phone.say({"type": "ping"})
    assert {"type": "pong", "version": phone.look()["version"]} == phone.hear()
    party.host.act("deal")
    assert phone.player == phone.hear()["view"]["me"]["player"]


def test_pong_tells_the_newest_version(gather: Gather) -> None:
    party = gather(3)
    phone = party.phones[1]
    party.host.act("deal")
    phone.sync()
    phone.say({"type": "ping"})

    assert {"type": "pong", "version": phone.look()["version"]} == phone.hear()


def test_ack_comes_after_the_own_view(gather: Gather) -> None:
    party = gather(3)
    party.host.say({"type": "act", "id": "deal it", "action": party.host.action("deal")})
    view, ack = party.host.hear(), party.host.hear()

    assert ("view", "dealt") == (view["type"], view["view"]["room"]["phase"])
    assert isinstance(view["events"], list)
    assert {"type": "ack", "id": "deal it"} == ack
    pushed = party.phones[1].hear()
    assert ("view", "dealt") == (pushed["type"], pushed["view"]["room"]["phase"])


@pytest.mark.deployed
def test_a_refusal_over_the_socket_is_the_same_problem(gather: Gather) -> None:
    party = gather(3)
    phone = party.phones[1]
    phone.say({"type": "act", "id": "mine", "action": phone.action("deal")})
    message = phone.hear()
    over_http = problem_of(phone.request("POST", "/actions", json=phone.action("deal")), 403, "host_only")

    assert ("refused", "mine") == (message["type"], message["id"])
    assert {k: over_http[k] for k in message["problem"] if k != "request_id"} == {
        k: v for k, v in message["problem"].items() if k != "request_id"
    }


@pytest.mark.deployed
def test_leaving_is_answered_with_a_goodbye(gather: Gather) -> None:
    party = gather(3)
    phone = party.phones[1]
    device = phone.another().connect()
    phone.say({"type": "act", "id": "off", "action": {"type": "leave"}})

    assert ["ack", "bye"] == [m["type"] for m in phone.until_closed() if "view" != m["type"]]
    assert "bye" == device.until_closed()[-1]["type"]
    party.host.until(lambda view: "left" == player_in(view, "p2")["status"])


NONSENSE = [
    "",
    "hello",
    "[]",
    "null",
    "{}",
    '{"type": null}',
    '{"type": "dance"}',
    '{"type": "hello"}',
    '{"type": "hello", "room": 5, "token": []}',
    '{"type": "act"}',
    '{"type": "act", "id": 7, "action": {"type": "tick"}}',
    '{"type": "act", "id": "a", "action": []}',
    '{"type": "act", "id": "a", "action": {}}',
    '{"type": "act", "id": "a", "action": {"type": ["tick"]}}',
    '{"type": "act", "id": "a", "action": {"type": "dance"}}',
    '{"type": "act", "id": "a", "action": {"type": "deal"}}',
    '{"type": "act", "id": "a", "action": {"type": "tick", "more": 1}}',
    '{"type": "act", "id": "a", "action": {"type": "tick", "phase_seq": 1e400}}',
    '{"type": "act", "id": "%s", "action": {"type": "tick"}}' % ("x" * 65),
    '{"type": "ping", "more": 1}',
    '{"type": "say", "id": "a"}',
    '{"type": "act", "id": "a", "action": ' + "[" * 5_000,
    '{"type": "\\ud800"}',
    json.dumps({"type": "ping", "padding": "x" * 17_000}),
]


def test_nonsense_over_the_socket_is_refused_and_the_room_lives_on(gather: Gather) -> None:
    party = gather(3)
    phone = party.phones[1]
    assert phone.socket is not None
    for text in NONSENSE:
        phone.socket.send(text)
        message = phone.hear()
        assert "refused" == message["type"], text[:80]
        assert 400 <= message["problem"]["status"] < 500, (text[:80], message)
        assert message["problem"]["code"]

    phone.sync()
    party.do(party.host, "deal")
    assert "dealt" == phone.phase


def test_what_is_no_text_ends_its_own_socket_only(gather: Gather) -> None:
    party = gather(3)
    phone = party.phones[1]
    assert phone.socket is not None
    phone.socket.send(b"\x00\xff")
    phone.until_closed()

    party.do(party.host, "deal")
    assert "dealt" == phone.connect().phase


# ── HTTP's own rules ──


@pytest.fixture(scope="module")
def lobby(new_service: NewService) -> Iterator[Phone]:
    """The host's phone of a room in which three sit."""
    with new_service() as service:
        host = service.open_room("Ana")
        for name in ("Bea", "Eva"):
            service.join(host.code, name)
        host.look()
        yield host


@pytest.mark.deployed
def test_making_a_room_and_joining_it(service: Service) -> None:
    answer = service.http.post("/v1/rooms", json={"game": "espia", "nickname": "  Ana "})
    check_headers(answer)
    made = answer.json()
    code = made["view"]["room"]["code"]

    assert (201, f"/v1/rooms/{code}") == (answer.status_code, answer.headers["location"])
    assert {"player", "token", "ws_url", "view"} == set(made)
    assert ("p1", True) == (made["player"], made["token"].startswith("pt_"))
    assert "private, no-store" == answer.headers["cache-control"]
    assert {"deck": "familiar", "minutes": 8, "spies": 1, "vote_seconds": 120, "guess_seconds": 120} == made[
        "view"
    ]["room"]["options"]
    assert "Ana" == made["view"]["room"]["players"][0]["nickname"]
    assert code in made["view"]["room"]["join_url"]
    instant(made["view"]["server_time"])
    joined = service.http.post(f"/v1/rooms/{code}/players", json={"nickname": "👩‍🚀"})
    assert (201, "p2") == (joined.status_code, joined.json()["player"])


@pytest.mark.parametrize("nickname", ["ana", "ANA", "Aná", "Ａｎａ"])
def test_a_nickname_is_taken_whatever_its_case_accents_and_width(
    service: Service, lobby: Phone, nickname: str
) -> None:
    answer = service.http.post(f"/v1/rooms/{lobby.code}/players", json={"nickname": nickname})

    problem_of(answer, 409, "nickname_taken")


def test_the_code_may_be_typed_as_people_type(service: Service) -> None:
    host = service.open_room("Ana")
    code = host.code.lower()
    for typed in (code, f"{code[:2]}-{code[2:]}", f"%20{code[:3]}%20{code[3:]}%20"):
        answer = service.http.get(f"/v1/rooms/{typed}")
        assert (200, host.code) == (answer.status_code, answer.json()["code"])
    joined = service.join(f"{code[:2]} {code[2:]}", "Bea")
    assert (host.code, "p2") == (joined.code, joined.player)


@pytest.mark.deployed
def test_a_repeated_request_for_a_seat_comes_to_the_same_seat(service: Service) -> None:
    key = {"Idempotency-Key": f"room-{random.getrandbits(64):x}"}
    body = {"game": "espia", "nickname": "Ana"}
    first, again = (service.http.post("/v1/rooms", json=body, headers=key) for _ in range(2))
    assert (201, 201) == (first.status_code, again.status_code)
    assert first.json()["token"] == again.json()["token"]
    assert first.headers["location"] == again.headers["location"]
    assert (None, "true") == tuple(a.headers.get("idempotency-replayed") for a in (first, again))
    other = service.http.post("/v1/rooms", json={**body, "nickname": "Eva"}, headers=key)
    problem_of(other, 422, "idempotency_key_reused")

    path = first.headers["location"] + "/players"
    one, two = (service.http.post(path, json={"nickname": "Bea"}, headers=key) for _ in range(2))
    assert [(201, "p2")] * 2 == [(a.status_code, a.json()["player"]) for a in (one, two)]
    assert one.json()["token"] == two.json()["token"]
    assert "true" == two.headers["idempotency-replayed"]
    problem_of(service.http.post(path, json={"nickname": "Leo"}, headers=key), 422, "idempotency_key_reused")


def test_requests_for_a_seat_that_cross_come_to_the_same_seat(service: Service) -> None:
    key = {"Idempotency-Key": f"at-once-{random.getrandbits(64):x}"}
    body = {"game": "espia", "nickname": "Ana"}
    made = at_once(*[lambda: service.http.post("/v1/rooms", json=body, headers=key)] * 4)
    assert {201} == {a.status_code for a in made}
    (token,) = {a.json()["token"] for a in made}
    (room,) = {a.headers["location"] for a in made}

    join = at_once(*[lambda: service.http.post(f"{room}/players", json={"nickname": "B"}, headers=key)] * 4)
    assert {(201, "p2")} == {(a.status_code, a.json()["player"]) for a in join}
    view = service.http.get(room, headers={"Authorization": f"Bearer {token}"}).json()
    assert 2 == len(view["room"]["players"])


@pytest.mark.deployed
def test_a_view_that_has_not_changed_is_not_sent_again(playing: Gather) -> None:
    party = playing(3)
    phone = party.phones[1]
    first, second = phone.request("GET"), phone.request("GET")
    tag = first.headers["etag"]
    assert tag == second.headers["etag"], "time passing is no change"
    assert "private, no-store" == first.headers["cache-control"]

    same = phone.request("GET", headers={"If-None-Match": tag})
    assert (304, b"", tag) == (same.status_code, same.content, same.headers["etag"])
    check_headers(same)
    assert 304 == phone.request("GET", headers={"If-None-Match": f'"other", {tag}'}).status_code
    party.do(party.host, "accuse", suspect="p2")
    changed = phone.request("GET", headers={"If-None-Match": tag})
    assert 200 == changed.status_code and tag != changed.headers["etag"]
    assert party.host.request("GET").headers["etag"] != changed.headers["etag"]


def test_at_the_door_one_sees_whether_one_may_come_in(gather: Gather) -> None:
    party = gather(3)
    answer = party.service.http.get(f"/v1/rooms/{party.code}")
    check_headers(answer)

    assert {
        "code": party.code,
        "game": "espia",
        "phase": "lobby",
        "players": {"seated": 3, "max": 10},
        "joinable": True,
        "joins_as": "player",
    } == answer.json()


def test_ten_fill_a_room_and_all_vote_at_the_same_moment(playing: Gather) -> None:
    party = playing(10, deck="completa")
    door = f"/v1/rooms/{party.code}"
    assert party.service.http.get(door).json()["joinable"] is False
    problem_of(party.service.http.post(f"{door}/players", json={"nickname": "X"}), 409, "room_full")
    accuser, *voters = party.residents
    party.do(accuser, "accuse", suspect=party.spy.player)

    at_once(*[partial(voter.post, "vote", guilty=True) for voter in voters])
    assert 131 == len(party.spy.view["candidates"])
    party.sync()
    assert ("spy_accused", "residents") == party.ending
    assert {p.player: 2 if p is accuser else 1 for p in party.residents} == {
        p: n for p, n in party.points.items() if n
    }
    assert max(len(text.encode()) for phone in party for text in phone.heard) < 16 * 1024


def test_tokens_open_their_own_seat_only(gather: Gather) -> None:
    here, there = gather(3), gather(3)
    http, url = here.service.http, f"/v1/rooms/{here.code}"
    mine, foreign = here.host.token, there.host.token
    forged = mine[:-1] + ("A" if mine[-1] != "A" else "B")
    for token in (foreign, forged, "pt_", "x", mine + "x", mine.replace(".p1.", ".p2.")):
        for method, path, body in (
            ("GET", "", None),
            ("GET", "/rounds", None),
            ("POST", "/actions", {"type": "tick"}),
        ):
            answer = http.request(method, url + path, json=body, headers={"Authorization": f"Bearer {token}"})
            problem_of(answer, 401, "invalid_token")
    for header in ("Bearer", "Basic YTpi", mine, ""):
        problem_of(http.get(url, headers={"Authorization": header}), 401, "invalid_token")
    problem_of(http.post(f"{url}/actions", json={"type": "tick"}), 401, "invalid_token")
    assert 200 == http.get(url, headers={"Authorization": f"bearer {mine}"}).status_code
    problem_of(http.post("/v1/rooms", json={}, headers={"X-Api-Key": "pk_nobodys"}), 401, "invalid_api_key")


@pytest.mark.parametrize(
    "code", ["ZZZZZ", "aaaaa", "B", "ZZZZZZ", "%00", "%FF%FE", "..%2F..", "💥", "a" * 3000]
)
def test_a_code_of_no_room_is_not_found(service: Service, lobby: Phone, code: str) -> None:
    problem_of(service.http.get(f"/v1/rooms/{code}"), 404, "room_not_found")
    problem_of(service.http.post(f"/v1/rooms/{code}/players", json={"nickname": "A"}), 404, "room_not_found")
    seated = {"Authorization": f"Bearer {lobby.token}"}
    problem_of(service.http.get(f"/v1/rooms/{code}", headers=seated), 404, "room_not_found")


JSON = "application/json"
ROOM = {"game": "espia", "nickname": "Ana"}

BAD_ROOMS: list[tuple[Any, int, str]] = [
    (b"", 400, "malformed_json"),
    (b"{", 400, "malformed_json"),
    (b"\xff\xfe", 400, "malformed_json"),
    (b'{"game": NaN}', 400, "malformed_json"),
    (b"[" * 9_000, 400, "malformed_json"),
    (b"[]", 422, "invalid_value"),
    (b'"espia"', 422, "invalid_value"),
    ({}, 422, "invalid_value"),
    ({"game": "espia"}, 422, "invalid_value"),
    ({**ROOM, "more": 1}, 422, "unknown_field"),
    ({**ROOM, "game": "chess"}, 422, "unknown_game"),
    ({**ROOM, "game": 5}, 422, "invalid_value"),
    ({**ROOM, "nickname": 5}, 422, "invalid_value"),
    ({**ROOM, "nickname": ""}, 422, "invalid_nickname"),
    ({**ROOM, "nickname": " \u200b "}, 422, "invalid_nickname"),
    ({**ROOM, "nickname": "a" * 21}, 422, "invalid_nickname"),
    ({**ROOM, "nickname": "Ana\u202egnu"}, 422, "invalid_nickname"),
    ({**ROOM, "nickname": "A\x00na"}, 422, "invalid_nickname"),
    (b'{"game": "espia", "nickname": "\\ud800"}', 400, "malformed_json"),
    ({**ROOM, "locale": "tlh"}, 422, "invalid_value"),
    ({**ROOM, "bots": 1}, 409, "bots_not_available"),
    ({**ROOM, "bots": 1.5}, 422, "invalid_value"),
    ({**ROOM, "bots": -1}, 422, "invalid_value"),
    ({**ROOM, "options": []}, 422, "invalid_value"),
    ({**ROOM, "options": {"minutes": 7}}, 422, "invalid_options"),
    ({**ROOM, "options": {"minutes": "8"}}, 422, "invalid_options"),
    ({**ROOM, "options": {"minutes": True}}, 422, "invalid_options"),
    ({**ROOM, "options": {"spies": 1.0}}, 422, "invalid_options"),
    ({**ROOM, "options": {"deck": "otra"}}, 422, "invalid_options"),
    ({**ROOM, "options": {"vote_seconds": 9}}, 422, "invalid_options"),
    ({**ROOM, "options": {"guess_seconds": 601}}, 422, "invalid_options"),
    ({**ROOM, "options": {"colour": "red"}}, 422, "invalid_options"),
    ({**ROOM, "options": {"more": "x" * 17_000}}, 413, "payload_too_large"),
]


@pytest.mark.parametrize(("body", "status", "code"), BAD_ROOMS, ids=lambda v: str(v)[:40])
def test_a_room_cannot_be_made_of_nonsense(service: Service, body: Any, status: int, code: str) -> None:
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    answer = service.http.post("/v1/rooms", content=content, headers={"Content-Type": JSON})

    problem = problem_of(answer, status, code)
    for fault in problem.get("errors", []):
        assert fault["code"] and isinstance(fault["pointer"], str) and fault["detail"]


BAD_ACTIONS: list[tuple[Any, int, str]] = [
    (b"", 400, "malformed_json"),
    (b"null", 422, "invalid_value"),
    ({}, 422, "invalid_value"),
    ({"type": None}, 422, "invalid_value"),
    ({"type": {"deal": 1}}, 422, "invalid_value"),
    ({"type": "dance"}, 422, "unknown_action"),
    ({"type": "enter", "nickname": "X"}, 422, "unknown_action"),
    ({"type": "deal"}, 422, "invalid_value"),
    ({"type": "deal", "phase_seq": "1"}, 422, "invalid_value"),
    ({"type": "deal", "phase_seq": True}, 422, "invalid_value"),
    ({"type": "deal", "phase_seq": 0}, 409, "stale_phase"),
    ({"type": "deal", "phase_seq": 10**30}, 409, "stale_phase"),
    ({"type": "tick", "action_id": ""}, 422, "invalid_value"),
    ({"type": "tick", "action_id": "x" * 65}, 422, "invalid_value"),
    ({"type": "tick", "action_id": 5}, 422, "invalid_value"),
    ({"type": "tick", "player": "p1"}, 422, "unknown_field"),
    ({"type": "remove"}, 422, "invalid_value"),
    ({"type": "remove", "player": ["p2"]}, 422, "invalid_value"),
    ({"type": "remove", "player": "p99"}, 422, "unknown_player"),
    ({"type": "remove", "player": "p1"}, 422, "cannot_choose_self"),
    ({"type": "cross_out", "places": "all"}, 422, "invalid_value"),
    ({"type": "cross_out", "places": []}, 409, "wrong_phase"),
]

IN_PHASE: list[tuple[Json, int, str]] = [
    ({"type": "configure"}, 422, "invalid_value"),
    ({"type": "configure", "options": {"minutes": 6}}, 422, "invalid_options"),
    ({"type": "configure", "options": {"minutes": None}}, 422, "invalid_options"),
    ({"type": "configure", "options": {"x": 1}}, 422, "invalid_options"),
    ({"type": "vote", "guilty": "yes"}, 422, "invalid_value"),
    ({"type": "vote", "guilty": 1}, 422, "invalid_value"),
    ({"type": "vote", "guilty": True}, 409, "wrong_phase"),
    ({"type": "guess", "place": {}}, 422, "invalid_value"),
    ({"type": "start"}, 409, "wrong_phase"),
    ({"type": "rematch"}, 409, "wrong_phase"),
    ({"type": "interrupt"}, 409, "wrong_phase"),
    ({"type": "add_bot"}, 409, "bots_not_available"),
]


@pytest.mark.parametrize(("action", "status", "code"), BAD_ACTIONS + IN_PHASE, ids=lambda v: str(v)[:60])
def test_nonsense_is_no_action_and_the_room_lives_on(
    lobby: Phone, action: Any, status: int, code: str
) -> None:
    before = lobby.view
    if (action, status, code) in IN_PHASE:
        action = {"phase_seq": before["phase_seq"], **action}
    content = action if isinstance(action, bytes) else json.dumps(action).encode()
    answer = lobby.request("POST", "/actions", content=content, headers={"Content-Type": JSON})

    problem_of(answer, status, code)
    assert before["version"] == lobby.look()["version"]


@pytest.mark.deployed
@pytest.mark.parametrize("media_type", ["text/plain", "application/x-www-form-urlencoded", "application/xml"])
def test_a_body_that_is_not_said_to_be_json_is_refused(service: Service, media_type: str) -> None:
    body = json.dumps(ROOM)
    answer = service.http.post("/v1/rooms", content=body, headers={"Content-Type": media_type})
    problem_of(answer, 415, "unsupported_media_type")
    answer = service.http.post(
        "/v1/rooms", content=body, headers={"Content-Type": "application/json; charset=utf-8"}
    )
    assert 201 == answer.status_code


@pytest.mark.parametrize("key", ["", "x" * 256, "clé".encode("latin-1")])
def test_an_idempotency_key_must_be_one(service: Service, key: Any) -> None:
    answer = service.http.post("/v1/rooms", json=ROOM, headers={"Idempotency-Key": key})

    problem_of(answer, 400, "invalid_idempotency_key")


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/", 404, "not_found"),
        ("GET", "/v1", 404, "not_found"),
        ("GET", "/v1/nothing", 404, "not_found"),
        ("GET", "/v2/rooms", 404, "not_found"),
        ("GET", "/v1/decks/no-deck", 404, "deck_not_found"),
        ("GET", "/v1/rooms", 405, "method_not_allowed"),
        ("DELETE", "/v1/rooms/ZZZZZ", 405, "method_not_allowed"),
        ("PUT", "/v1/health", 405, "method_not_allowed"),
        ("GET", "/v1/rooms/ZZZZZ/actions", 405, "method_not_allowed"),
    ],
)
def test_addresses_and_methods_that_do_not_exist(
    service: Service, method: str, path: str, status: int, code: str
) -> None:
    problem_of(service.http.request(method, path), status, code)


@pytest.mark.parametrize(
    "path", ["/v1/rooms", "/v1/rooms/ZZZZZ", "/v1/rooms/ZZZZZ/actions", "/v1/health", "/nowhere"]
)
def test_browsers_of_any_origin_may_ask_first(service: Service, path: str) -> None:
    wanted = {
        "authorization",
        "x-api-key",
        "idempotency-key",
        "if-none-match",
        "content-type",
        "accept-language",
    }
    answer = service.http.options(
        path,
        headers={
            "Origin": "https://fiesta.example",
            "Access-Control-Request-Method": "POST",
            "Access-Control-Request-Headers": ", ".join(sorted(wanted)),
        },
    )

    assert answer.is_success
    assert "*" == answer.headers["access-control-allow-origin"]
    allowed = {name.strip().lower() for name in answer.headers["access-control-allow-headers"].split(",")}
    assert wanted <= allowed
    methods = {name.strip() for name in answer.headers["access-control-allow-methods"].split(",")}
    assert {"POST"} <= methods or "GET" in methods


@pytest.mark.deployed
def test_problems_are_explained_in_the_language_of_the_reader(service: Service) -> None:
    told = {}
    for wanted, language in {
        "es": "es",
        "en": "en",
        "ru": "ru",
        "es-AR,es;q=0.9,en;q=0.8": "es",
        "fr, ru;q=0.5, en;q=0.4": "ru",
        "fr": "en",
        "*": "en",
        "es;q=0": "en",
        ";;;=,q": "en",
    }.items():
        answer = service.http.get("/v1/rooms/ZZZZZ", headers={"Accept-Language": wanted})
        problem = problem_of(answer, 404, "room_not_found")
        assert language == answer.headers["content-language"], wanted
        told.setdefault(language, set()).add((problem["title"], problem["detail"]))
    assert [1, 1, 1] == [len(said) for said in told.values()], "one text a language"
    assert 3 == len({next(iter(said)) for said in told.values()}), "each its own"
    for language in ("es", "en", "ru"):
        answer = service.http.get("/nowhere", headers={"Accept-Language": language})
        assert language == answer.headers["content-language"]


def test_what_the_host_cannot_do_yet_is_explained_too(service: Service) -> None:
    host = service.open_room("Ana")
    told = set()
    for language in ("es", "en", "ru"):
        view = host.request("GET", headers={"Accept-Language": language}).json()
        (deal,) = [b for b in view["blocked"] if "deal" == b["type"]]
        assert "not_enough_players" == deal["code"]
        told.add(deal["detail"])
    assert 3 == len(told)


# ── The chat ──


def messages_of(phone: Phone, query: str = "") -> Json:
    found: Json = phone.request("GET", f"/messages{query}").json()
    return found


@pytest.mark.deployed
def test_what_one_says_all_hear_at_once_and_read_later(service: Service) -> None:
    ana = service.open_room("Ana", "impostor").connect()
    bea = service.join(ana.code, "Bea").connect()
    leo = service.join(ana.code, "Leo")

    ana.say({"type": "say", "id": "a1", "text": " ¿Empezamos? 🦊 "})
    while "message" != (message := ana.hear())["type"]:
        pass
    assert {"type": "ack", "id": "a1"} == ana.hear()
    while "message" != (heard := bea.hear())["type"]:
        pass
    assert message == heard
    assert ("p1", "¿Empezamos? 🦊") == (message["player"], message["text"])

    first = {name: message[name] for name in ("id", "player", "text", "at")}
    page = messages_of(leo)
    assert first.items() <= page["messages"][0].items()
    answer = leo.request("POST", "/messages", json={"text": "Ya voy"}, headers={"Idempotency-Key": "leo-1"})
    assert 201 == answer.status_code
    check_headers(answer)
    again = leo.request("POST", "/messages", json={"text": "Ya voy"}, headers={"Idempotency-Key": "leo-1"})
    assert (answer.json(), "true") == (again.json(), again.headers["idempotency-replayed"])
    assert answer.json().items() <= bea.hear().items()
    assert [answer.json()] == messages_of(ana, f"?after={page['next']}")["messages"]
    instant(answer.json()["at"])


@pytest.mark.deployed
def test_many_who_talk_at_once_are_all_read_in_one_order(service: Service) -> None:
    host = service.open_room("Ana", "impostor")
    phones = [host, *(service.join(host.code, name).connect() for name in ("Bea", "Leo", "Sol"))]

    def talk(phone: Phone) -> None:
        for n in range(4):
            key = {"Idempotency-Key": f"{phone.player}.{n}"}
            while (
                503
                == (
                    answer := phone.request(
                        "POST", "/messages", json={"text": f"{phone.player}.{n}"}, headers=key
                    )
                ).status_code
            ):
                pass
            assert 201 == answer.status_code, answer.text

    with ThreadPoolExecutor(len(phones)) as pool:
        list(pool.map(talk, phones))

    said = messages_of(host)["messages"]
    assert 16 == len({message["id"] for message in said}) == len(said)
    for phone in phones:
        own = [message["text"] for message in said if phone.player == message["player"]]
        assert [f"{phone.player}.{n}" for n in range(4)] == own
    for phone in phones[1:]:
        heard = {}
        while len(heard) < 16:
            message = phone.hear()
            if "message" == message.pop("type"):
                heard[message["id"]] = message
        assert said == [heard[message["id"]] for message in said]


def test_talk_is_refused_with_a_problem_on_either_way(service: Service) -> None:
    ana = service.open_room("Ana", "impostor").connect()
    for text, code in (("", "invalid_value"), ("x" * 301, "invalid_value"), ("a\u202eb", "invalid_value")):
        problem_of(ana.request("POST", "/messages", json={"text": text}), 422, code)
        ana.say({"type": "say", "id": "x", "text": text})
        refused = ana.hear()
        assert ("refused", "x", code) == (refused["type"], refused["id"], refused["problem"]["code"])
    problem_of(ana.request("GET", "/messages?after=x"), 422, "invalid_value")
    for _ in range(5):
        assert 201 == ana.request("POST", "/messages", json={"text": "Hola"}).status_code
    too_many = ana.request("POST", "/messages", json={"text": "Hola"})
    problem_of(too_many, 429, "too_many_requests")
    assert 1 <= int(too_many.headers["retry-after"]) <= 10
    espia = service.open_room("Ana")
    problem_of(espia.request("POST", "/messages", json={"text": "Hola"}), 409, "chat_off")
    problem_of(espia.request("GET", "/messages"), 409, "chat_off")


# ── The catalogue ──


@pytest.mark.deployed
def test_the_catalogue_tells_what_can_be_played(service: Service) -> None:
    assert 200 == service.http.get("/v1/health").status_code
    games = service.http.get("/v1/games")
    check_headers(games)
    espia = next(g for g in games.json()["games"] if "espia" == g["id"])
    assert ("spyfall", {"min": 3, "max": 10}, False, False) == tuple(
        espia[k] for k in ("family", "players", "bots", "chat")
    )
    options = espia["options"]["properties"]
    assert {"deck": "familiar", "minutes": 8, "spies": 1, "vote_seconds": 120, "guess_seconds": 120} == {
        name: schema["default"] for name, schema in options.items()
    }


def test_decks_show_places_and_never_their_roles(playing: Gather) -> None:
    party = playing(3)
    http = party.service.http
    listed = http.get("/v1/decks", params={"game": "espia", "locale": "es"}).json()["decks"]
    assert {("espia-familiar", 106), ("espia-completa", 131)} == {(d["id"], d["count"]) for d in listed}
    assert [] == http.get("/v1/decks", params={"game": "chess"}).json()["decks"]

    answer = http.get(f"/v1/decks/{party.host.view['room']['deck']['id']}")
    check_headers(answer)
    deck = answer.json()
    assert party.host.view["room"]["deck"]["version"] == deck["version"]
    roles = {str(p.card["role"]) for p in party.residents if p.card}
    assert not {role for role in roles if role in unfold([answer.text])}
    assert party.place["name"] in unfold([answer.text])
    assert 304 == http.get(answer.url.path, headers={"If-None-Match": answer.headers["etag"]}).status_code
    assert "no-store" not in answer.headers["cache-control"]


def test_every_picture_is_served_and_credited(playing: Gather) -> None:
    party = playing(3)
    image = party.place["image"]
    picture = party.service.http.get(image["url"])

    assert (200, True) == (picture.status_code, picture.headers["content-type"].startswith("image/"))
    assert image["author"] and image["licence"] and image["source"]
    credits = party.service.http.get("/v1/credits")
    check_headers(credits)
    assert image["licence"] in credits.text


@pytest.mark.deployed
def test_a_service_on_which_people_can_play_is_healthy_to_the_bottom(service: Service) -> None:
    answer = service.http.get("/v1/health", params={"deep": "1"})

    check_headers(answer)
    works = dict.fromkeys(("table", "queue", "decks"), "pass")
    assert (200, {"status": "pass", "checks": works}) == (answer.status_code, answer.json())
