"""What hostile or broken clients send: almost right messages of every shape, and bytes of any kind."""

import json
from dataclasses import MISSING, fields
from typing import Any

from hypothesis import strategies as st

from chalicelib.api.messages import Act, Hello, JoinRoom, OpenRoom, Ping, Post, Say
from chalicelib.api.problems import STATUS
from chalicelib.core.reason import Reason
from chalicelib.games.registry import RULESETS

Json = dict[str, Any]

OF_GAMES = {code for ruleset in RULESETS.values() for texts in ruleset.texts.values() for code in texts}
CODES = {*STATUS, *map(str, Reason), *OF_GAMES}
"""Every code that a problem may have."""
PLAYERS, PLACES = [f"p{n}" for n in range(12)], ["piscina-municipal", "hospital", "nada"]
TYPICAL: Json = {
    "game": "espia",
    "nickname": "Ana",
    "locale": "es",
    "options": {"minutes": 5},
    "bots": 0,
    "deck": None,
    "text": "hola",
    "type": "tick",
    "phase_seq": 1,
    "action_id": "a1",
    "room": "K7MPQ",
    "token": "pt_demo.p1." + "A" * 43,
    "version": 1,
    "id": "m1",
    "action": {"type": "tick"},
    "guilty": True,
    "player": "p2",
    "suspect": "p2",
    "answered_by": "p2",
    "place": PLACES[0],
    "places": PLACES[:2],
    "word": "playa",
    "words": ["banya", "plyazh"],
    "to": "p2",
    "question": "roof",
    "option": "yes",
}
"""A value that each member could have."""

ODD_TEXTS = st.one_of(
    st.text(max_size=30),
    st.sampled_from(
        ["", "\0", "é\u0301" * 9, "\u202e", "\ud7ff", "\U0010ffff", "a" * 300, "__proto__", "1e999"]
    ),
)
ODD_NUMBERS = st.one_of(
    st.integers(),
    st.floats(allow_nan=False),
    st.sampled_from([0, -1, 2**31, 2**63, -(2**63) - 1, 10**300, 0.5]),
)
LEAVES = st.one_of(st.none(), st.booleans(), ODD_NUMBERS, ODD_TEXTS, st.sampled_from(PLAYERS + PLACES))
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(ODD_TEXTS, inner, max_size=4)),
    max_leaves=8,
)


def _typical(members: list[str]) -> Json:
    return {name: TYPICAL[name] for name in members}


def _action(kind: Any) -> Json:
    own = [f.name for f in fields(kind) if f.default is MISSING]
    return {**_typical(["phase_seq", *own]), "type": kind.type}


ROOMS = _typical(list(OpenRoom.model_fields))
JOINS = _typical(list(JoinRoom.model_fields))
POSTS = _typical(list(Post.model_fields))
KINDS = {kind for ruleset in RULESETS.values() for kind in ruleset.actions.values()}
ACTIONS = sorted(map(_action, KINDS), key=str)
MESSAGES = [
    {**_typical(list(shape.model_fields)), "type": kind}
    for kind, shape in (("hello", Hello), ("act", Act), ("say", Say), ("ping", Ping))
] + [{"type": "act", "id": "m", "action": action} for action in ACTIONS]


@st.composite
def spoilt(draw: st.DrawFn, right: Json) -> Json:
    """A message with members missing, added, or of any other value."""
    message = dict(right)
    for name in draw(st.lists(st.sampled_from([*right, *TYPICAL]), max_size=3)):
        match draw(st.sampled_from(["drop", "change", "nest"])):
            case "drop":
                message.pop(name, None)
            case "change":
                message[name] = draw(VALUES)
            case "nest" if isinstance(message.get(name), dict):
                message[name] = draw(spoilt(message[name]))
            case _:
                message[name] = [message.get(name)]
    if draw(st.booleans()):
        message |= draw(st.dictionaries(ODD_TEXTS, VALUES, max_size=2))
    return message


INSERTS = st.sampled_from(
    [b"\\ud800", b"\\u0000", b"\\udfff\\ud800", b"NaN", b"1e999", b"-0", b",", b"/**/", b'"']
)


@st.composite
def written(draw: st.DrawFn, messages: st.SearchStrategy[Any]) -> bytes:
    """A message as bytes: mostly JSON, sometimes cut, doubled, or with bytes in the wrong places."""
    text = json.dumps(draw(messages), ensure_ascii=draw(st.booleans())).encode("utf-8", "surrogatepass")
    match draw(st.sampled_from(["whole"] * 6 + ["cut", "insert", "wrap", "bytes", "deep"])):
        case "cut":
            return text[: draw(st.integers(0, len(text)))]
        case "insert":
            at = draw(st.integers(0, len(text)))
            return text[:at] + draw(st.one_of(st.binary(min_size=1, max_size=4), INSERTS)) + text[at:]
        case "wrap":
            prefix, suffix = draw(
                st.sampled_from([(b"[", b"]"), (b"\xef\xbb\xbf", b""), (b"", b" {}"), (b'"', b'"')])
            )
            return prefix + text + suffix
        case "bytes":
            return draw(st.binary(max_size=200))
        case "deep":
            return b'{"a":' * draw(st.integers(1, 900)) + text
    return text


def bodies(*rights: Json) -> st.SearchStrategy[bytes]:
    """Request bodies that were meant to be one of these."""
    return written(st.one_of(st.sampled_from(rights).flatmap(spoilt), VALUES))


ODD_HEADERS = (
    [
        "",
        "*",
        '"',
        'W/"x", *',
        "Bearer",
        "Bearer pt_demo.p1." + "A" * 43,
        "bearer  x y",
        "Basic YTpi",
        "q" * 4_000,
    ],
    [
        "en;q=nan",
        "es;q=1e999,ru;q=-1",
        ",;=," * 40,
        "application/json;" * 20,
        "application/json; charset=utf-16",
    ],
)
HEADER_VALUES = st.one_of(
    st.text(st.characters(min_codepoint=32, max_codepoint=255, exclude_characters="\x7f"), max_size=60),
    *map(st.sampled_from, ODD_HEADERS),
)
NAMES = (
    ["Authorization", "Idempotency-Key", "X-Api-Key", "Accept-Language", "If-None-Match", "Content-Type"],
    ["X-Request-Id", "Origin", "Accept", "Cookie"],
)
HEADERS = st.dictionaries(st.one_of(*map(st.sampled_from, NAMES)), HEADER_VALUES, max_size=3)
SEGMENTS = st.one_of(
    st.sampled_from(
        ["K7MPQ", "k7-mpq", "%2e%2e", "%00", "%FF", "rooms", "players", "actions", "{code}", "", "%25"]
    ),
    st.text(st.sampled_from("aZ09%-_.~:@!$&'()*+,;=|^"), max_size=12),
    st.binary(max_size=6).map(lambda raw: "".join(f"%{byte:02x}" for byte in raw)),
)
