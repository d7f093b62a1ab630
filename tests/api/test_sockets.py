"""The WebSocket, message by message."""

from dataclasses import replace
from typing import Any

import pytest

from chalicelib.api.language import texts
from chalicelib.rooms.errors import StoreBusy
from tests.api import events
from tests.api.owners import Owner
from tests.api.wire import Seat, Wire
from tests.rooms.backstage import HOUR, MINUTE, Backstage


def kinds(messages: list[Any]) -> list[str]:
    return [message["type"] for message in messages]


def refusal(messages: list[Any], id: str | None = "1") -> str:
    """The code of the one refusal that came."""
    (message,) = messages
    assert ("refused", id) == (message["type"], message["id"])
    problem = message["problem"]
    assert {"type", "title", "status", "detail", "code", "retryable", "request_id"} <= set(problem)
    return str(problem["code"])


def farewell(messages: list[Any]) -> str:
    """The code of a refusal after which the server hangs up."""
    refused, bye = messages
    assert ("refused", "bye") == (refused["type"], bye["type"])
    assert refused["problem"]["code"] == bye["code"]
    return str(bye["code"])


# hello


def test_nothing_is_sent_before_hello(wire: Wire, backstage: Backstage):
    ana, bea = wire.party(2)
    silent = wire.open_socket()

    ana.do("make_host", player=bea.player)

    assert [] == backstage.told(silent)


def test_hello_is_welcomed_with_the_view(wire: Wire):
    ana = wire.open_room().connect()
    (welcome,) = ana.hears()

    assert {"type", "view", "reconnect_before"} == set(welcome)
    assert "welcome" == welcome["type"]
    assert ana.view == welcome["view"]


def test_a_socket_is_to_be_renewed_before_the_gateway_ends_it(wire: Wire, backstage: Backstage):
    ana = wire.open_room().connect()
    backstage.clock.pass_ms(HOUR)

    ana.says({"type": "hello", "room": ana.code, "token": ana.token})

    first, again = [message["reconnect_before"] for message in backstage.told(ana.socket)]
    assert "2027-01-15T09:50:00.000Z" == first == again


@pytest.mark.parametrize("version", [None, 0, 1, 99])
def test_hello_may_say_what_it_has_seen(wire: Wire, version: int | None):
    ana = wire.open_room().connect()

    assert ["welcome"] == kinds(
        ana.says({"type": "hello", "room": ana.code, "token": ana.token, "version": version})
    )


def test_hello_takes_the_code_in_any_spelling(wire: Wire):
    ana = wire.open_room()
    ana.socket = wire.open_socket()
    spelt = f" {ana.code[:2].lower()}-{ana.code[2:]} "

    assert ["welcome"] == kinds(ana.says({"type": "hello", "room": spelt, "token": ana.token}))


def test_hello_again_is_welcomed_again(wire: Wire, backstage: Backstage):
    ana = wire.open_room().connect()

    again = ana.says({"type": "hello", "room": ana.code, "token": ana.token})

    assert ["welcome"] == kinds(again)
    room = backstage.house.store.load(ana.code)
    assert room is not None and [ana.socket] == list(room.connections)


@pytest.mark.parametrize("where", ["at the same table", "in another room"])
def test_a_hello_for_another_seat_is_refused_and_the_socket_stays_with_its_own(
    wire: Wire, backstage: Backstage, where: str
):
    ana, bea = wire.party(2)
    other = bea if where == "at the same table" else wire.open_room("Ana")
    ana.connect()

    assert "forbidden" == refusal(ana.says({"type": "hello", "room": other.code, "token": other.token}), None)

    assert [] == backstage.push.closed
    assert [{"type": "pong", "version": ana.view["version"]}] == ana.says({"type": "ping"})
    bea.do("leave")
    assert ["p1"] == [message["view"]["me"]["player"] for message in ana.hears()]
    rooms = [backstage.house.store.load(code) for code in {ana.code, other.code}]
    given = [
        (room.code, socket, hint.player)
        for room in rooms
        if room
        for socket, hint in room.connections.items()
    ]
    assert [(ana.code, ana.socket, ana.player)] == given


def test_a_socket_tells_nothing_of_another_seat_to_whoever_does_not_hold_its_token(
    wire: Wire, backstage: Backstage
):
    ana, bea = wire.party(2)
    ana.connect()
    guess = bea.token[:-1] + ("A" if bea.token[-1] != "A" else "B")

    assert "invalid_token" == farewell(ana.says({"type": "hello", "room": ana.code, "token": guess}))
    assert [ana.socket] == backstage.push.closed


def test_tokens_guessed_on_a_socket_that_has_its_seat_are_counted(wire: Wire, backstage: Backstage):
    ana = Owner.of(wire, "acme", "free").opens().connect()
    guess = {"type": "hello", "room": ana.code, "token": f"pt_acme.p2.{'A' * 43}"}

    def guesses() -> str:
        backstage.push.gone.clear()  # all of them were said before it was closed
        return str(ana.says(guess)[0]["problem"]["code"])

    assert ["invalid_token"] * 20 + ["too_many_requests"] == [guesses() for _ in range(21)]


@pytest.mark.parametrize("token", ["", "x", "pt_demo.p1." + "A" * 43, "pt_demo.p9." + "A" * 43, "x" * 9_000])
def test_hello_with_a_token_that_opens_nothing_is_hung_up(wire: Wire, backstage: Backstage, token: str):
    ana = wire.open_room()
    ana.socket = wire.open_socket()

    assert "invalid_token" == farewell(ana.says({"type": "hello", "room": ana.code, "token": token}))
    assert [ana.socket] == backstage.push.closed


@pytest.mark.parametrize("room", ["", "K7MPQ", "..", "AAAAA", "x" * 9_000])
def test_hello_to_a_room_that_is_not_there_is_hung_up(wire: Wire, room: str):
    ana = wire.open_room()
    ana.socket = wire.open_socket()

    assert "room_not_found" == farewell(ana.says({"type": "hello", "room": room, "token": ana.token}))


def test_hello_to_another_room_is_hung_up(wire: Wire):
    here, there = wire.open_room(), wire.open_room()
    here.socket = wire.open_socket()

    assert "invalid_token" == farewell(here.says({"type": "hello", "room": there.code, "token": here.token}))


def test_hello_after_leaving_is_hung_up(wire: Wire):
    ana, bea = wire.party(2)
    bea.do("leave")
    bea.socket = wire.open_socket()

    assert "token_revoked" == farewell(bea.says({"type": "hello", "room": bea.code, "token": bea.token}))
    assert 200 == ana.look().status


def test_hello_to_a_room_of_yesterday_is_hung_up(wire: Wire, backstage: Backstage):
    ana = wire.open_room()
    ana.socket = wire.open_socket()
    backstage.clock.pass_ms(24 * HOUR)

    assert "room_closed" == farewell(ana.says({"type": "hello", "room": ana.code, "token": ana.token}))


@pytest.mark.parametrize(
    ("message", "pointer"),
    [
        ({"type": "hello"}, "/room"),
        ({"type": "hello", "room": 1, "token": "x"}, "/room"),
        ({"type": "hello", "room": "K7MPQ", "token": None}, "/token"),
        ({"type": "hello", "room": "K7MPQ", "token": "x", "version": "1"}, "/version"),
        ({"type": "hello", "room": "K7MPQ", "token": "x", "game": "espia"}, "/game"),
    ],
)
def test_hello_of_the_wrong_shape_may_be_said_again(
    wire: Wire, backstage: Backstage, message: Any, pointer: str
):
    ana = wire.open_room()
    ana.socket = wire.open_socket()

    (refused,) = ana.says(message)

    assert pointer == refused["problem"]["errors"][0]["pointer"]
    assert [] == backstage.push.closed
    assert ["welcome"] == kinds(ana.says({"type": "hello", "room": ana.code, "token": ana.token}))


@pytest.mark.parametrize(
    "message",
    [
        {"type": "act", "id": "1", "action": {"type": "tick"}},
        {"type": "ping"},
        {"type": "say", "id": "1", "text": "x"},
        {},
    ],
)
def test_hello_comes_first(wire: Wire, backstage: Backstage, message: Any):
    ana = wire.open_room()
    ana.socket = wire.open_socket()

    assert "hello_required" == refusal(ana.says(message), message.get("id"))
    assert [] == backstage.push.closed


def test_a_seat_has_at_most_four_sockets_and_the_oldest_makes_room(wire: Wire, backstage: Backstage):
    ana = wire.open_room()
    sockets = []
    for _ in range(5):
        backstage.clock.pass_ms(1)
        sockets.append(ana.connect().socket)

    assert [sockets[0]] == backstage.push.closed
    assert {"type": "bye", "code": "too_many_connections"} == backstage.told(sockets[0])[-1]
    room = backstage.house.store.load(ana.code)
    assert room is not None and set(sockets[1:]) == set(room.connections)


# act


def test_an_action_brings_the_own_view_and_then_its_acknowledgement(wire: Wire):
    ana, bea, _ = wire.party(3)
    ana.connect(), bea.connect()
    bea.hears()

    view, ack = ana.acts("deal", id="first")

    assert ("view", "dealt") == (view["type"], view["view"]["room"]["phase"])
    assert {"type": "ack", "id": "first"} == ack
    (pushed,) = bea.hears()
    assert ("view", "p2") == (pushed["type"], pushed["view"]["me"]["player"])
    assert [{"type": "phase", "phase": "dealt"}] == pushed["events"]


def test_every_socket_of_the_seat_gets_the_view_and_one_the_acknowledgement(wire: Wire, backstage: Backstage):
    ana, *_ = wire.party(3)
    other = ana.connect().socket
    ana.connect()
    before = len(backstage.told(other))

    assert ["view", "ack"] == kinds(ana.acts("deal"))
    assert ["view"] == kinds(backstage.told(other)[before:])


def test_an_action_that_changes_nothing_is_acknowledged_alone(wire: Wire):
    assert ["ack"] == kinds(wire.open_room().connect().acts("tick"))


def test_a_repeated_action_brings_the_present_view_and_its_acknowledgement_and_nobody_else_hears(wire: Wire):
    ana, bea, _ = wire.party(3)
    ana.connect(), bea.connect()
    action = {"type": "deal", "phase_seq": ana.view["phase_seq"], "action_id": "once"}
    ana.says({"type": "act", "id": "1", "action": action})
    bea.hears()

    view, ack = ana.says({"type": "act", "id": "2", "action": action})

    assert "dealt" == view["view"]["room"]["phase"]
    assert {"type": "ack", "id": "2"} == ack
    assert [] == bea.hears()


def test_an_action_over_one_way_repeated_over_the_other_counts_once(wire: Wire):
    ana, *_ = wire.party(3)
    ana.connect()
    action = {"type": "deal", "phase_seq": ana.view["phase_seq"], "action_id": "once"}

    assert 200 == ana.post(**action).status
    assert ["view", "ack"] == kinds(ana.says({"type": "act", "id": "1", "action": action}))
    assert (422, "action_id_reused") == ana.post("tick", action_id="once").outcome


def test_a_refused_action_is_refused_with_its_id_and_nobody_else_hears(wire: Wire):
    ana, bea = wire.party(2)
    ana.connect(), bea.connect()
    bea.hears()

    assert "not_enough_players" == refusal(ana.acts("deal", id="x"), "x")
    assert [] == bea.hears()
    assert "host_only" == refusal(bea.acts("deal", id="y"), "y")
    assert [] == ana.hears()


def test_a_stale_action_is_refused(wire: Wire):
    ana = wire.party(3)[0].connect()

    assert "stale_phase" == refusal(ana.acts("deal", phase_seq=0))


def test_what_is_due_takes_effect_before_the_action(wire: Wire, backstage: Backstage):
    ana, bea, _ = wire.playing()
    bea.connect().hears()
    seq = bea.view["phase_seq"]
    backstage.clock.pass_ms(8 * MINUTE)
    action = {"type": "accuse", "phase_seq": seq, "suspect": ana.player}

    view, refused = bea.says({"type": "act", "id": "1", "action": action})

    assert "pointing" == view["view"]["room"]["phase"]
    assert "stale_phase" == refusal([refused])


def test_leaving_is_shown_and_acknowledged_before_the_goodbye(wire: Wire, backstage: Backstage):
    ana, bea = wire.party(2)
    ana.connect(), bea.connect().hears()

    view, *rest = bea.acts("leave")

    assert [{"type": "ack", "id": "1"}, {"type": "bye", "code": "left"}] == rest
    assert "left" == view["view"]["room"]["players"][1]["status"]
    assert [] == view["view"]["actions"]
    assert [bea.socket] == backstage.push.closed
    assert ["welcome", "view"] == kinds(ana.hears())


def test_other_sockets_of_whoever_leaves_hear_nothing_but_the_goodbye(wire: Wire):
    _, bea = wire.party(2)
    here, there = replace(bea).connect(), replace(bea).connect()
    there.hears()

    assert ["view", "ack", "bye"] == kinds(here.acts("leave"))
    assert [{"type": "bye", "code": "left"}] == there.hears()


def test_whoever_is_removed_is_told_so(wire: Wire, backstage: Backstage):
    ana, bea = wire.party(2)
    bea.connect().hears()

    ana.do("remove", player=bea.player)

    assert [{"type": "bye", "code": "removed"}] == bea.hears()
    assert [bea.socket] == backstage.push.closed


def test_the_last_one_to_leave_closes_the_room_and_sees_it(wire: Wire):
    ana = wire.open_room().connect()

    ana.hears()
    view, *rest = ana.acts("leave")

    assert [{"type": "ack", "id": "1"}, {"type": "bye", "code": "room_closed"}] == rest
    assert "closed" == view["view"]["room"]["phase"]
    assert [{"type": "phase", "phase": "closed"}] == view["events"]


def test_a_socket_whose_seat_is_gone_is_hung_up(wire: Wire, backstage: Backstage):
    ana, bea = wire.party(2)
    bea.connect().hears()
    room = backstage.house.store.load(ana.code)
    assert room is not None
    backstage.house.store.disconnect(ana.code, list(room.connections))
    ana.do("remove", player=bea.player)

    assert "token_revoked" == farewell(bea.says({"type": "act", "id": "1", "action": {"type": "tick"}}))
    assert [bea.socket] == backstage.push.closed


@pytest.mark.parametrize(
    ("message", "code", "id", "pointer"),
    [
        ({"type": "act"}, "invalid_value", None, "/id"),
        ({"type": "act", "id": "1"}, "invalid_value", "1", "/action"),
        ({"type": "act", "id": 1, "action": {"type": "tick"}}, "invalid_value", None, "/id"),
        ({"type": "act", "id": None, "action": {"type": "tick"}}, "invalid_value", None, "/id"),
        ({"type": "act", "id": ["1"], "action": {"type": "tick"}}, "invalid_value", None, "/id"),
        ({"type": "act", "id": "x" * 65, "action": {"type": "tick"}}, "invalid_value", None, "/id"),
        ({"type": "act", "id": "1", "action": "tick"}, "invalid_value", "1", "/action"),
        ({"type": "act", "id": "1", "action": None}, "invalid_value", "1", "/action"),
        ({"type": "act", "id": "1", "action": {}}, "invalid_value", "1", "/type"),
        ({"type": "act", "id": "1", "action": {"type": "dance"}}, "unknown_action", "1", "/type"),
        ({"type": "act", "id": "1", "action": {"type": "enter"}}, "unknown_action", "1", "/type"),
        ({"type": "act", "id": "1", "action": {"type": "deal"}}, "invalid_value", "1", "/phase_seq"),
        ({"type": "act", "id": "1", "action": {"type": "tick", "x": 1}}, "unknown_field", "1", "/x"),
        ({"type": "act", "id": "1", "action": {"type": "tick"}, "x": 1}, "unknown_field", "1", "/x"),
        ({"type": "say", "id": "1"}, "invalid_value", "1", "/text"),
        ({"type": "say", "id": "1", "text": 1}, "invalid_value", "1", "/text"),
        ({"type": "say", "id": "1", "text": "x"}, "chat_off", "1", None),
        ({"type": "ping", "x": 1}, "unknown_field", None, "/x"),
        ({"type": "PING"}, "unknown_message", None, "/type"),
        ({"type": "welcome", "id": "1"}, "unknown_message", "1", "/type"),
        ({"type": None, "id": "1"}, "unknown_message", "1", "/type"),
        ({"type": {"type": "ping"}}, "unknown_message", None, "/type"),
        ({"id": "1"}, "unknown_message", "1", "/type"),
        ({}, "unknown_message", None, "/type"),
        ("[]", "invalid_value", None, ""),
        ("null", "invalid_value", None, ""),
        ("ping", "malformed_json", None, None),
        ("", "malformed_json", None, None),
        ("\ud800", "malformed_json", None, None),
        ('{"type": "ping"', "malformed_json", None, None),
        ("[" * 16_000, "malformed_json", None, None),
        (" " * 16_380 + "{}  ", "unknown_message", None, "/type"),
        (" " * 16_380 + "{}   ", "payload_too_large", None, None),
        ("[" * 100_000, "payload_too_large", None, None),
        ("я" * 8_193, "payload_too_large", None, None),
    ],
)
def test_whatever_is_sent_is_refused_with_its_id_and_the_socket_lives_on(
    wire: Wire, backstage: Backstage, message: Any, code: str, id: str | None, pointer: str | None
):
    ana = wire.open_room().connect()

    told = ana.says(message)

    assert code == refusal(told, id)
    assert pointer == told[0]["problem"].get("errors", [{"pointer": None}])[0]["pointer"]
    assert [] == backstage.push.closed
    assert ["pong"] == kinds(ana.says({"type": "ping"}))


def test_a_message_without_a_body_is_refused(wire: Wire):
    ana = wire.open_room().connect()
    ana.hears()

    assert {"statusCode": 200} == wire.function("message", events.socket("MESSAGE", ana.socket))
    assert "malformed_json" == refusal(ana.hears(), None)


def test_a_bug_is_refused_without_a_word_of_it(wire: Wire, monkeypatch: pytest.MonkeyPatch):
    def broken(*_: Any) -> None:
        raise RuntimeError("the place is piscina-municipal")

    ana = wire.open_room().connect()
    monkeypatch.setattr("chalicelib.api.acting.act", broken)

    told = ana.says({"type": "act", "id": "1", "action": {"type": "tick"}})

    assert "internal_error" == refusal(told)
    assert "piscina" not in str(told)


def test_a_busy_store_is_told_and_may_be_asked_again(wire: Wire, monkeypatch: pytest.MonkeyPatch):
    def busy(*_: Any) -> None:
        raise StoreBusy

    ana = wire.open_room().connect()
    monkeypatch.setattr(type(wire.backstage.connections), "get", busy)

    told = ana.says({"type": "ping"})

    assert "store_busy" == refusal(told, None)
    assert told[0]["problem"]["retryable"]
    monkeypatch.undo()
    assert ["pong"] == kinds(ana.says({"type": "ping"}))


def test_a_busy_store_takes_no_new_sockets_and_minds_no_closing_ones(
    wire: Wire, monkeypatch: pytest.MonkeyPatch
):
    def busy(*_: Any) -> None:
        raise StoreBusy

    for call in ("open", "get"):
        monkeypatch.setattr(type(wire.backstage.connections), call, busy)

    assert {"statusCode": 503} == wire.function("connect", events.socket("CONNECT", "one"))
    assert {"statusCode": 200} == wire.function("disconnect", events.socket("DISCONNECT", "one"))


# ping


def test_a_ping_tells_the_version_of_the_own_view(wire: Wire):
    ana, bea, _ = wire.party(3)
    ana.connect()
    ana.do("deal")
    bea.do("seen")

    (pong,) = ana.says({"type": "ping"})

    assert {"type": "pong", "version": ana.view["version"]} == pong


def test_a_ping_lets_time_take_effect(wire: Wire, backstage: Backstage):
    ana, *_ = wire.playing()
    ana.connect().hears()
    backstage.clock.pass_ms(8 * MINUTE)

    view, pong = ana.says({"type": "ping"})

    assert "pointing" == view["view"]["room"]["phase"]
    assert view["view"]["version"] == pong["version"]


# what others get


def test_a_view_over_the_socket_is_the_view_over_rest(wire: Wire):
    ana, bea, eva = wire.party(3)
    for seat in (ana, bea, eva):
        seat.connect()
    ana.do("deal")

    for seat in (ana, bea, eva):
        assert seat.view == seat.hears()[-1]["view"]


def test_a_closed_socket_is_forgotten_and_the_seat_stays(wire: Wire, backstage: Backstage):
    ana, bea = wire.party(2)
    bea.connect()
    wire.close(bea.socket)

    room = backstage.house.store.load(ana.code)
    assert room is not None and not room.connections
    assert backstage.connections.get(bea.socket) is None
    assert 200 == bea.look().status
    wire.close(bea.socket)
    wire.close("never seen")


def test_a_socket_that_the_server_does_not_know_any_more_is_asked_for_hello(wire: Wire, backstage: Backstage):
    ana = wire.open_room().connect()
    backstage.connections.forget(ana.socket)

    assert "hello_required" == refusal(ana.says({"type": "ping"}), None)
    assert "invalid_token" == farewell(ana.says({"type": "hello", "room": ana.code, "token": ana.token}))


# who is there


def test_whoever_has_left_or_was_removed_is_not_connected(wire: Wire):
    ana = wire.open_room("Ana", "impostor", bots=1)
    bea, eva = (wire.join(ana.code, nickname).connect() for nickname in ("Bea", "Eva"))
    assert [True] * 4 == [player["connected"] for player in ana.view["room"]["players"]]

    bea.do("leave")
    ana.do("remove", player=eva.player)
    ana.do("remove", player="p2")

    shown = [(player["status"], player["connected"]) for player in ana.view["room"]["players"]]
    assert [("playing", True), *[("left", False)] * 3] == shown


# languages


@pytest.mark.parametrize(
    ("header", "spoken"),
    [
        ({"Accept_Language": "ru"}, "ru"),
        ({"accept_language": "es-ES,es;q=0.9"}, "es"),
        ({}, "en"),
        ({"accept_language": "x" * 9_000}, "en"),
    ],
)
def test_refusals_are_told_in_the_language_in_which_the_socket_was_opened(
    wire: Wire, header: dict[str, str], spoken: str
):
    ana: Seat = wire.open_room().connect(**header)

    for told in (ana.acts("deal"), ana.says("{")):
        problem = told[0]["problem"]
        assert texts(spoken)[problem["code"]] == (problem["title"], problem["detail"])


def test_even_a_refused_hello_is_told_in_that_language(wire: Wire):
    ana = wire.open_room()
    ana.socket = wire.open_socket(accept_language="ru")

    refused, _ = ana.says({"type": "hello", "room": ana.code, "token": "x"})

    assert texts("ru")["invalid_token"][1] == refused["problem"]["detail"]


def test_pushed_views_explain_in_the_language_of_the_room(wire: Wire):
    ana = wire.open_room().connect(accept_language="ru")

    (welcome,) = ana.hears()

    assert texts("es")["not_enough_players"][1] == welcome["view"]["blocked"][0]["detail"]
