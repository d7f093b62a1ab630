"""The REST routes of a room: each reads a request, calls one use-case and writes its answer."""

import json
import re
from typing import Any
from urllib.parse import unquote

from chalice.app import Response

from chalicelib.api import limits
from chalicelib.api.acting import perform
from chalicelib.api.limits import Counted, guesses, spend
from chalicelib.api.messages import JoinRoom, OpenRoom, Post
from chalicelib.api.problems import Fault, problem
from chalicelib.api.request import Request
from chalicelib.api.routes import Routes, conditional, digest, reply
from chalicelib.api.server import server
from chalicelib.core.ids import PlayerId
from chalicelib.rooms.chat import KEY_KEPT_S, messages, say
from chalicelib.rooms.code import read_code
from chalicelib.rooms.house import House
from chalicelib.rooms.join import join
from chalicelib.rooms.open import Seated, open_room
from chalicelib.rooms.ports import Once
from chalicelib.rooms.room import Room
from chalicelib.rooms.watch import Summary, rounds, summary, watch

Json = dict[str, Any]

SPOKEN = {"Vary": "Accept-Language"}
"""Views explain what is not possible yet in the language of whoever looks."""

_CURSOR = re.compile(r"[0-9]{1,9}", re.ASCII)

routes = Routes(__name__)


@routes.post("/v1/rooms")
def open_a_room(request: Request) -> Response:
    """Make a room and sit down in it."""
    tenant, house, key = request.caller(), request.house(), request.idempotency_key()
    body = request.json()
    wanted = OpenRoom.model_validate(body)
    if wanted.game not in house.rulesets:
        raise problem("unknown_game", Fault("/game", "unknown_game", ", ".join(house.rulesets)))
    counted = spend(tenant.id, request.address, "rooms")
    seated = open_room(
        house,
        wanted.game,
        wanted.nickname,
        wanted.locale,
        wanted.options,
        wanted.bots,
        key,
        _canonical(body),
        tenant.plan,
        wanted.deck,
    )
    return _welcome(request, house, seated, counted)


@routes.post("/v1/rooms/{code}/players")
def join_a_room(request: Request, code: str) -> Response:
    """Sit down in somebody's room."""
    house, key = request.house(), request.idempotency_key()
    body = request.json()
    wanted = JoinRoom.model_validate(body)
    counted = spend(house.tenant, request.address, "joins")
    known = room_code(code)
    with guesses(house.tenant, request.address, known):
        seated = join(house, known, wanted.nickname, key, _canonical(body))
    return _welcome(request, house, seated, counted)


@routes.get("/v1/rooms/{code}")
def look(request: Request, code: str) -> Response:
    """A seat's view; without a token, what somebody at the door may know."""
    if request.header("authorization") is None:
        house, known = request.house(), room_code(code)
        with guesses(house.tenant, request.address, known):
            at_the_door = _summary(summary(house, known))
        return conditional(request, at_the_door, digest(at_the_door))
    house, who = request.who()
    with guesses(house.tenant, request.address):
        watched = watch(house, room_code(code), who)
    view = _view(request, house, watched.room, watched.player, watched.now)
    return conditional(request, view, digest(_timeless(view)), SPOKEN)


@routes.post("/v1/rooms/{code}/actions")
def do(request: Request, code: str) -> Response:
    """A seat does something."""
    house, who = request.who()
    with guesses(house.tenant, request.address):
        acted = perform(
            house, room_code(code), who, request.sender, request.json(), request.idempotency_key()
        )
    headers = {**SPOKEN, "Idempotency-Replayed": "true"} if acted.repeated else SPOKEN
    return reply({"view": _view(request, house, acted.room, acted.player, acted.now)}, headers=headers)


@routes.get("/v1/rooms/{code}/rounds")
def finished_rounds(request: Request, code: str) -> Response:
    """Every finished round with its reveal."""
    house, who = request.who()
    with guesses(house.tenant, request.address):
        records = rounds(house, room_code(code), who)
    return reply({"rounds": [house.presenter.round(record) for record in records]})


@routes.post("/v1/rooms/{code}/messages")
def talk(request: Request, code: str) -> Response:
    """A seat says something to all."""
    house, who = request.who()
    key = request.idempotency_key()
    wanted = Post.model_validate(request.json())
    once = Once(f"key {key}", KEY_KEPT_S) if key else None
    with guesses(house.tenant, request.address):
        spoken = say(house, room_code(code), who, wanted.text, once)
    headers = {"Idempotency-Replayed": "true"} if spoken.is_repeated else {}
    return reply({**house.presenter.message(spoken.room, spoken.said)}, 201, headers)


@routes.get("/v1/rooms/{code}/messages")
def read_messages(request: Request, code: str) -> Response:
    """What was said: the last messages, or those after one that the client has."""
    house, who = request.who()
    after = _number(request.query("after"))
    with guesses(house.tenant, request.address):
        page = messages(house, room_code(code), who, after)
    said = [house.presenter.message(page.room, each) for each in page.messages]
    return reply({"messages": said, "next": str(page.next)})


def room_code(typed: str) -> str:
    """The code of the path; one that cannot be a code is nobody's."""
    code = read_code(unquote(typed))
    if code is None:
        raise problem("room_not_found")
    return code


def _number(cursor: str | None) -> int | None:
    """Of the message after which to read; raises the problem of a cursor that we never gave."""
    if cursor is not None and _CURSOR.fullmatch(cursor) is None:
        raise problem("invalid_value", Fault("/after", "unknown_cursor"))
    return None if cursor is None else int(cursor)


def _view(request: Request, house: House, room: Room, player: PlayerId, now: int) -> Json:
    """What the seat may know, explained in the language of the request, else of the room."""
    spoken = request.language(default=room.state.public.table.locale)
    return house.presenter.view(room, player, now, spoken)


def _welcome(request: Request, house: House, seated: Seated, counted: list[Counted]) -> Response:
    """The answer to whoever got a seat."""
    body = {
        "player": seated.player,
        "token": seated.token,
        "ws_url": server().settings.ws_url,
        "view": _view(request, house, seated.room, seated.player, seated.now),
    }
    headers = {**SPOKEN, "Location": f"/v1/rooms/{seated.room.code}", **limits.headers(counted)}
    if seated.replayed:
        headers["Idempotency-Replayed"] = "true"
    return reply(body, 201, headers)


def _canonical(body: Json) -> str:
    """A request as text that is the same for the same request."""
    return json.dumps(body, sort_keys=True)


def _timeless(view: Json) -> Json:
    """The view without the passing of time."""
    round_ = view["round"] and {name: _stopped(value) for name, value in view["round"].items()}
    return {**view, "server_time": None, "round": round_}


def _stopped(value: Any) -> Any:
    is_running = isinstance(value, dict) and value.get("deadline") is not None
    return {**value, "remaining_ms": None} if is_running else value


def _summary(found: Summary) -> Json:
    return {
        "code": found.code,
        "game": found.game,
        "phase": found.phase,
        "players": {"seated": found.seated, "max": found.most},
        "joinable": found.joinable,
        "joins_as": "audience" if found.joins_as_audience else "player",
    }
