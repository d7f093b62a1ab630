"""The REST routes: each reads a request, calls one use-case and writes its answer."""

import hashlib
from collections.abc import Callable
from functools import wraps
from typing import Any

from chalice import Blueprint, Response
from pydantic_core import to_json

from chalicelib.api import language, problems
from chalicelib.api.messages import Envelope, JoinRoom, OpenRoom, read_action, read_object
from chalicelib.api.problems import Fault, problem
from chalicelib.api.server import server
from chalicelib.core import options
from chalicelib.core.ids import PlayerId
from chalicelib.decks.library import UnknownDeck
from chalicelib.rooms.act import act
from chalicelib.rooms.code import read_code
from chalicelib.rooms.house import House
from chalicelib.rooms.join import join
from chalicelib.rooms.open import Seated, open_room
from chalicelib.rooms.room import Room
from chalicelib.rooms.tokens import Who, by_token, tenant_of
from chalicelib.rooms.watch import Summary, rounds, summary, watch

Json = dict[str, Any]
JSON = "application/json"
PUBLIC = "public, max-age=300"

routes = Blueprint(__name__)


class Request:
    """The current request, as the routes need it."""

    def __init__(self) -> None:
        self._raw = routes.current_request

    def header(self, name: str) -> str | None:
        """A header, whatever the case of its name."""
        found: str | None = self._raw.headers.get(name)
        return found

    @property
    def language(self) -> str:
        """In which of our languages to explain."""
        return language.choose(self.header("accept-language"))

    def query(self, name: str) -> str | None:
        """A query parameter, the last one of that name."""
        found: str | None = (self._raw.query_params or {}).get(name)
        return found

    def json(self) -> Json:
        """The body; raises the problem of anything but a JSON object of bearable size."""
        return read_object(self._raw.raw_body)

    def who(self) -> tuple[House, Who]:
        """The seat that the bearer token opens, and the rooms of its tenant."""
        kind, _, token = (self.header("authorization") or "").partition(" ")
        if kind.lower() != "bearer" or not token:
            raise problem("invalid_token")
        token = token.strip()
        return server().house(tenant_of(token)), by_token(token)

    def house(self) -> House:
        """The rooms of the tenant whose key this is."""
        tenant = server().tenant_of_key(self.header("x-api-key"))
        if tenant is None:
            raise problem("invalid_api_key" if self.header("x-api-key") else "api_key_required")
        return server().house(tenant)

    def idempotency_key(self) -> str | None:
        """The client's key of a request that creates something."""
        key = self.header("idempotency-key")
        if key is not None and not (0 < len(key) <= 255 and key.isascii() and key.isprintable()):
            raise problem("invalid_idempotency_key")
        return key


def endpoint(answer: Callable[..., Response]) -> Callable[..., Response]:
    """Turn whatever a route raises into its problem; bugs go on to Chalice, which answers 500."""

    @wraps(answer)
    def guarded(**path: str) -> Response:
        request = Request()
        try:
            return answer(request, **path)
        except Exception as trouble:
            found = problems.of(trouble)
            if found is None:
                raise
            headers = {"Content-Type": problems.MEDIA_TYPE, **found.headers}
            return Response(to_json(found.body(request.language)).decode(), headers, found.status)

    return guarded


def reply(body: Json, status: int = 200, **headers: str) -> Response:
    """A JSON answer."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Response(to_json(body).decode(), {"Content-Type": JSON, **named}, status)


@routes.route("/v1/health", methods=["GET"])
@endpoint
def health(request: Request) -> Response:
    """Whether the service answers."""
    return reply({"status": "pass"}, Cache_Control="no-store")


@routes.route("/v1/games", methods=["GET"])
@endpoint
def games(request: Request) -> Response:
    """The games, with the schema of their options."""
    shown = [
        {
            "id": game.id,
            "family": game.family,
            "title": game.title.get(request.language, game.id),
            "players": {"min": game.players[0], "max": game.players[-1]},
            "options": options.schema(game.options),
            "locales": list(game.locales),
            "bots": game.bots,
            "chat": game.chat,
        }
        for game in server().rulesets.values()
    ]
    return cacheable(request, {"games": shown})


@routes.route("/v1/decks", methods=["GET"])
@endpoint
def decks(request: Request) -> Response:
    """The decks, of one game or language if asked for."""
    found = server().library.list(request.query("game"), request.query("locale"))
    return cacheable(request, {"decks": found})


@routes.route("/v1/decks/{deck_id}", methods=["GET"])
@endpoint
def deck(request: Request, deck_id: str) -> Response:
    """A deck as a player may see it."""
    try:
        return cacheable(request, server().library.public(deck_id))
    except UnknownDeck:
        raise problem("deck_not_found") from None


@routes.route("/v1/credits", methods=["GET"])
@endpoint
def credit(request: Request) -> Response:
    """Whom the pictures are owed to."""
    return cacheable(request, server().library.credits())


@routes.route("/v1/rooms", methods=["POST"])
@endpoint
def open_a_room(request: Request) -> Response:
    """Make a room and sit down in it."""
    house, key = request.house(), request.idempotency_key()
    body = request.json()
    wanted = OpenRoom.model_validate(body)
    if wanted.game not in house.rulesets:
        raise problem("unknown_game", Fault("/game", "unknown_game", ", ".join(house.rulesets)))
    seated = open_room(
        house, wanted.game, wanted.nickname, wanted.locale, wanted.options, wanted.bots, key, canonical(body)
    )
    return welcome(request, seated)


@routes.route("/v1/rooms/{code}/players", methods=["POST"])
@endpoint
def join_a_room(request: Request, code: str) -> Response:
    """Sit down in somebody's room."""
    house, key = request.house(), request.idempotency_key()
    body = request.json()
    wanted = JoinRoom.model_validate(body)
    seated = join(house, room_code(code), wanted.nickname, key, canonical({**body, "code": room_code(code)}))
    return welcome(request, seated)


@routes.route("/v1/rooms/{code}", methods=["GET"])
@endpoint
def look(request: Request, code: str) -> Response:
    """A seat's view; without a token, what somebody at the door may know."""
    if request.header("authorization") is None:
        return reply(_summary(summary(request.house(), room_code(code))))
    house, who = request.who()
    watched = watch(house, room_code(code), who)
    view = shown(request, watched.room, watched.player, watched.now)
    etag = etag_of(view)
    if etag in matches(request):
        return Response("", {"ETag": etag, "Content-Type": JSON}, 304)
    return reply(view, ETag=etag)


@routes.route("/v1/rooms/{code}/actions", methods=["POST"])
@endpoint
def do(request: Request, code: str) -> Response:
    """A seat does something."""
    house, who = request.who()
    message = request.json()
    envelope = Envelope.model_validate({k: message[k] for k in Envelope.model_fields if k in message})
    acted = act(
        house,
        room_code(code),
        who,
        lambda ruleset: read_action(ruleset, message),
        envelope.phase_seq,
        envelope.action_id,
    )
    if acted.rejection is not None:
        raise problems.refused(acted.rejection)
    return reply({"view": shown(request, acted.room, acted.player, acted.now)})


@routes.route("/v1/rooms/{code}/rounds", methods=["GET"])
@endpoint
def finished_rounds(request: Request, code: str) -> Response:
    """Every finished round with its reveal."""
    house, who = request.who()
    records = rounds(house, room_code(code), who)
    return reply({"rounds": [server().presenter.round(record) for record in records]})


def room_code(typed: str) -> str:
    """The code of the path; one that cannot be a code is nobody's."""
    code = read_code(typed)
    if code is None:
        raise problem("room_not_found")
    return code


def shown(request: Request, room: Room, player: PlayerId, now: int) -> Json:
    """What the seat may know, explained in the language of the request."""
    view: Json = server().presenter.view(room, player, now, request.language)
    return view


def welcome(request: Request, seated: Seated) -> Response:
    """The answer to whoever got a seat."""
    body = {
        "player": seated.player,
        "token": seated.token,
        "ws_url": server().settings.ws_url,
        "view": shown(request, seated.room, seated.player, seated.now),
    }
    headers = {"Location": f"/v1/rooms/{seated.room.code}"}
    if seated.replayed:
        headers["Idempotency-Replayed"] = "true"
    return reply(body, 201, **headers)


def canonical(body: Json) -> str:
    """A request as text that is the same for the same request."""
    return to_json(dict(sorted(body.items()))).decode()


def etag_of(view: Json) -> str:
    """A weak tag of a view without the passing of time and without who happens to be connected."""
    room = view["room"]
    players = [{k: v for k, v in p.items() if k != "connected"} for p in room["players"]]
    timeless: Json = {**view, "server_time": None, "room": {**room, "players": players}}
    if view["round"]:
        timeless["round"] = {name: _timeless(value) for name, value in view["round"].items()}
    return f'W/"{hashlib.blake2b(to_json(timeless), digest_size=12).hexdigest()}"'


def _timeless(value: Any) -> Any:
    running = isinstance(value, dict) and value.get("deadline") is not None
    return {**value, "remaining_ms": None} if running else value


def matches(request: Request) -> list[str]:
    """The tags that the client holds already (RFC 9110: weak comparison)."""
    held = (tag.strip() for tag in (request.header("if-none-match") or "").split(","))
    return [tag if tag.startswith("W/") else f"W/{tag}" for tag in held if tag]


def cacheable(request: Request, body: Json) -> Response:
    """An answer that is the same for everybody until the next deployment."""
    etag = f'W/"{hashlib.blake2b(to_json(body), digest_size=12).hexdigest()}"'
    if etag in matches(request):
        return Response("", {"ETag": etag, "Cache-Control": PUBLIC, "Content-Type": JSON}, 304)
    return reply(body, ETag=etag, Cache_Control=PUBLIC, Vary="Accept-Language")


def _summary(found: Summary) -> Json:
    return {
        "code": found.code,
        "game": found.game,
        "phase": found.phase,
        "players": {"seated": found.seated, "max": found.most},
        "joinable": found.joinable,
        "joins_as": "audience" if found.joins_as_audience else "player",
    }


