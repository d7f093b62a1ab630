"""Whatever is sent instead of a request: a problem with a known code comes back, and all others play on."""

import logging
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from chalicelib.adapters.alarms import read_wakeup
from chalicelib.api.language import LANGUAGES, choose
from chalicelib.api.messages import read_action, read_envelope, read_object
from chalicelib.api.problems import Problem, of
from chalicelib.api.server import serve_with
from chalicelib.core import options
from chalicelib.core.reason import Refused
from chalicelib.core.ruleset import Ruleset
from chalicelib.games.registry import RULESETS
from chalicelib.rooms.code import ALPHABET, read_code
from chalicelib.rooms.errors import NotSeated
from chalicelib.rooms.nickname import read_nickname
from chalicelib.rooms.tokens import tenant_of
from tests.api.wire import Answer, Seat, Wire
from tests.faults.nonsense import (
    ACTIONS,
    CODES,
    HEADER_VALUES,
    HEADERS,
    JOINS,
    MESSAGES,
    ODD_TEXTS,
    POSTS,
    ROOMS,
    SEGMENTS,
    VALUES,
    Json,
    bodies,
    spoilt,
)
from tests.rooms.backstage import Backstage

rulesets = st.sampled_from([*RULESETS.values()])
patient = settings(
    suppress_health_check=[
        HealthCheck.too_slow,
        HealthCheck.data_too_large,
        HealthCheck.filter_too_much,
        HealthCheck.function_scoped_fixture,
    ]
)
JSON = "application/json"


class Quiet(Wire):
    """A wire that does not tell all that went over it whenever an example is shown."""

    __repr__ = object.__repr__


@pytest.fixture(scope="module")
def wire() -> Iterator[Wire]:
    """The service over a store in memory."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("AWS_DEFAULT_REGION", "eu-west-1")
        backstage = Backstage()
        serve_with(backstage.server)
        yield Quiet(backstage)
        serve_with(None)


@pytest.fixture(scope="module")
def innocent(wire: Wire) -> list[Seat]:
    """People in another room, in the middle of a round."""
    return wire.playing(4)


@pytest.fixture(autouse=True)
def everybody_else_plays_on(innocent: list[Seat], caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Nothing is logged as a fault of ours, and the other room has noticed nothing."""
    before = [seat.view for seat in innocent]
    with caplog.at_level(logging.ERROR):
        yield
    assert not caplog.records
    assert before == [seat.view for seat in innocent]
    innocent[0].do("tick")


class Victims:
    """A room to be abused; another one when nobody is left in it."""

    def __init__(self, wire: Wire, game: str) -> None:
        self._wire, self._game = wire, game
        self._seats: list[Seat] = []

    @property
    def seat(self) -> Seat:
        """Somebody who still sits there."""
        while self._seats and self._seats[0].look().status != 200:
            del self._seats[0]
        self._seats = self._seats or self._wire.playing(4, self._game)
        return self._seats[0]


@pytest.fixture(scope="module", params=RULESETS)
def victims(wire: Wire, request: pytest.FixtureRequest) -> Victims:
    return Victims(wire, request.param)


def is_fair(answer: Answer) -> bool:
    """Done, or refused with a problem whose code is known."""
    assert answer.status < 500, answer
    assert answer.headers["access-control-allow-origin"] == "*"
    assert answer.status < 400 or answer.code in CODES, answer
    return True


def as_it_comes(body: bytes) -> bytes | str:
    """Text where it is text, as the gateway hands it on."""
    try:
        return body.decode()
    except UnicodeDecodeError:
        return body


def sends(wire: Wire, method: str, target: str, body: bytes, headers: dict[str, str]) -> Answer:
    named = {"content-type": JSON, **{name.lower(): value for name, value in headers.items()}}
    return wire.call(method, target, as_it_comes(body), **named)


@patient
@given(bodies(ROOMS), HEADERS)
def test_no_room_is_made_of_nonsense(wire: Wire, body: bytes, headers: dict[str, str]):
    assert is_fair(sends(wire, "POST", "/v1/rooms", body, headers))


@patient
@given(bodies(JOINS), HEADERS)
def test_nobody_comes_in_by_nonsense(wire: Wire, victims: Victims, body: bytes, headers: dict[str, str]):
    assert is_fair(sends(wire, "POST", f"/v1/rooms/{victims.seat.code}/players", body, headers))


@patient
@given(bodies(*ACTIONS), st.booleans())
def test_nonsense_is_no_action(wire: Wire, victims: Victims, body: bytes, with_token: bool):
    seat = victims.seat
    headers = {"Authorization": f"Bearer {seat.token}"} if with_token else {}

    assert is_fair(sends(wire, "POST", f"/v1/rooms/{seat.code}/actions", body, headers))
    assert is_fair(sends(wire, "POST", f"/v1/rooms/{seat.code}/messages", body, headers))


@patient
@given(bodies(POSTS), HEADERS)
def test_nobody_says_nonsense(wire: Wire, victims: Victims, body: bytes, headers: dict[str, str]):
    assert is_fair(sends(wire, "POST", f"/v1/rooms/{victims.seat.code}/messages", body, headers))


@patient
@given(
    st.sampled_from(["GET", "POST", "PUT", "PATCH", "DELETE"]),
    st.lists(SEGMENTS, max_size=5),
    st.dictionaries(SEGMENTS, SEGMENTS, max_size=3),
    HEADERS,
)
def test_no_address_is_too_odd(
    wire: Wire, method: str, segments: list[str], query: dict[str, str], headers: dict[str, str]
):
    path = "/v1/" + "/".join(s.replace("?", "") for s in segments)
    asked = "&".join(f"{name}={value}" for name, value in query.items())

    assert is_fair(sends(wire, method, f"{path}?{asked}", b"", headers))


@patient
@given(st.sampled_from(["", "/rounds", "/messages"]), HEADER_VALUES, st.booleans())
def test_no_token_is_too_odd(wire: Wire, victims: Victims, path: str, value: str, is_bearer: bool):
    headers = {"Authorization": f"Bearer {value}" if is_bearer else value}

    assert is_fair(sends(wire, "GET", f"/v1/rooms/{victims.seat.code}{path}", b"", headers))


@patient
@given(st.lists(bodies(*MESSAGES), min_size=1, max_size=3), st.booleans())
def test_every_nonsense_on_a_socket_is_answered_until_it_is_closed(
    wire: Wire, victims: Victims, said: list[bytes], is_known: bool
):
    seat = victims.seat
    socket = wire.open_socket()
    if is_known:
        wire.send(socket, {"type": "hello", "room": seat.code, "token": seat.token})
    for message in said:
        wire.backstage.forget_told()
        wire.send(socket, message.decode("utf-8", "replace"))

        told = wire.backstage.told(socket)
        assert told, "nothing came back"
        for answer in told:
            assert answer["type"] in ("welcome", "view", "ack", "refused", "message", "pong", "bye")
            if answer["type"] == "refused":
                assert answer["problem"]["code"] in CODES
                assert answer["problem"]["status"] < 500
        if told[-1]["type"] == "bye":
            break
    wire.close(socket)


# The parsers alone, quickly


def fair(read: Callable[[], Any]) -> Any:
    """What was read; None if it was refused as a client's fault."""
    try:
        return read()
    except Exception as trouble:
        found = of(trouble)
        assert isinstance(trouble, Problem | Refused | ValidationError | NotSeated), trouble
        assert found is not None and found.status < 500 and found.code in CODES
        assert found.body("es")["detail"]
        return None


@patient
@given(bodies(ROOMS, JOINS, *ACTIONS, *MESSAGES))
def test_a_body_is_an_object_or_refused(body: bytes):
    found = fair(lambda: read_object(as_it_comes(body)))

    assert found is None or isinstance(found, dict)


@patient
@given(st.sampled_from(ACTIONS).flatmap(spoilt), rulesets)
def test_an_action_is_one_of_the_games_or_refused(message: Json, ruleset: Ruleset):
    def read() -> Any:
        read_envelope(message)
        return read_action(ruleset, message)

    action = fair(read)
    assert action is None or type(action) is ruleset.actions[message["type"]]


@given(st.one_of(ODD_TEXTS, st.text(max_size=60)))
def test_a_nickname_is_readable_or_refused(typed: str):
    name = fair(lambda: read_nickname(typed))

    assert name is None or fair(lambda: read_nickname(name)) == name


@given(st.one_of(ODD_TEXTS, st.text(ALPHABET + ALPHABET.lower() + " -", max_size=8)))
def test_a_code_is_one_or_none(typed: str):
    code = read_code(typed)

    assert code is None or (len(code) == 5 and set(code) <= set(ALPHABET) and read_code(code) == code)


@given(st.one_of(ODD_TEXTS, HEADER_VALUES))
def test_a_token_names_a_tenant_or_nobody(token: str):
    assert fair(lambda: tenant_of(token)) in (None, "demo")


@given(st.one_of(HEADER_VALUES, st.lists(st.tuples(st.sampled_from([*LANGUAGES, "fr", "*", ""]), ODD_TEXTS))))
def test_there_is_always_a_language(asked: Any):
    header = asked if isinstance(asked, str) else ",".join(f"{tag};q={weight}" for tag, weight in asked)

    assert choose(header) in LANGUAGES


@patient
@given(rulesets, st.data())
def test_options_are_valid_or_refused(ruleset: Ruleset, data: st.DataObject):
    before = ruleset.options()
    changes = data.draw(st.dictionaries(st.sampled_from([*options.values(ruleset.options), "x"]), VALUES))
    after = fair(lambda: options.change(before, changes))

    assert after is None or options.change(before, {name: getattr(after, name) for name in changes}) == after


@given(
    st.one_of(VALUES.map(repr), ODD_TEXTS, bodies({"tenant": "demo", "code": "K7MPQ", "due_at": 1}).map(str))
)
def test_a_wakeup_is_one_or_a_value_error(body: str):
    with suppress(ValueError):
        read_wakeup(body)
