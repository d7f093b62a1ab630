"""Whatever arrives, nobody brings the service down: no answer of 500 or more, and the room lives on."""

import json
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chalicelib.api.server import serve_with
from tests.api.wire import Json, Wire
from tests.rooms.backstage import Backstage

SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=30)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=9), inner, max_size=4),
    max_leaves=8,
)
NAMES = ["type", "id", "action", "phase_seq", "action_id", "options", "player", "suspect", "guilty", "place"]
NAMES += ["places", "nickname", "game", "locale", "bots", "answered_by", "room", "token", "version", "text"]
TYPES = [
    "configure",
    "deal",
    "add_bot",
    "finish",
    "rematch",
    "remove",
    "make_host",
    "interrupt",
    "claim_host",
]
TYPES += ["seen", "tick", "start", "pass_turn", "accuse", "vote", "guess", "cross_out", "point", "act", "say"]
LIKELY = st.sampled_from([*TYPES, "espia", "p1", "p2", "p3", "hello", "ping", 1, 2, 3, 4, True])
OBJECTS = st.dictionaries(st.sampled_from(NAMES) | st.text(max_size=9), LIKELY | VALUES, max_size=6)
ACTIONS = st.builds(lambda kind, rest: {**rest, "type": kind}, st.sampled_from(TYPES), OBJECTS)
BODIES = st.one_of(
    st.binary(max_size=300), st.text(max_size=300), VALUES.map(json.dumps), OBJECTS.map(json.dumps)
)
HEADERS = st.dictionaries(
    st.sampled_from(["authorization", "x_api_key", "idempotency_key", "if_none_match", "accept_language"]),
    st.text(st.characters(max_codepoint=0xFF, exclude_characters="\r\n"), max_size=60),
)


@contextmanager
def service() -> Iterator[Wire]:
    backstage = Backstage()
    serve_with(backstage.server)
    try:
        yield Wire(backstage)
    finally:
        serve_with(None)


@given(
    st.sampled_from(
        ["/v1/rooms", "/v1/rooms/{code}/players", "/v1/rooms/{code}/actions", "/v1/rooms/{code}/messages"]
    ),
    BODIES,
    HEADERS,
    st.booleans(),
)
def test_no_body_and_no_header_breaks_anything(
    target: str, body: str | bytes, headers: dict[str, str], seated: bool
):
    with service() as wire:
        ana = wire.open_room()
        token = ana.token if seated and "authorization" not in headers else None

        answer = wire.post(target.replace("{code}", ana.code), body, token, **headers)

        assert answer.status < 500
        if answer.status >= 400:
            assert answer.code
        assert 200 == ana.look().status


@given(st.lists(st.tuples(st.integers(0, 2), ACTIONS), min_size=1, max_size=8))
def test_no_action_breaks_anything(actions: list[tuple[int, Json]]):
    with service() as wire:
        seats = wire.playing()
        for who, action in actions:
            if action.get("phase_seq") == 1:
                action = {**action, "phase_seq": 3}
            answer = seats[who].post(**action)
            assert answer.status < 500
            if answer.status >= 400:
                assert answer.code
        assert 200 == wire.get(f"/v1/rooms/{seats[0].code}").status


@given(
    st.lists(
        st.one_of(BODIES.filter(lambda body: isinstance(body, str)), ACTIONS.map(json.dumps)), max_size=6
    )
)
def test_no_message_breaks_a_socket(messages: list[str]):
    with service() as wire:
        ana, bea, _ = wire.party(3)
        ana.connect(), bea.connect()
        for message in messages:
            for told in ana.says(message):
                assert told["type"] in ("view", "ack", "refused", "pong", "bye", "welcome")
                assert told["type"] != "refused" or told["problem"]["status"] < 500
        assert [{"type": "pong", "version": bea.view["version"]}] == [
            told for told in bea.says({"type": "ping"}) if told["type"] == "pong"
        ]


@pytest.fixture(autouse=True)
def region(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AWS_DEFAULT_REGION", "eu-west-1")
