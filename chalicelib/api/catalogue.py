"""What there is to play and with what; the same for everybody until the next deployment."""

from collections.abc import Mapping
from typing import Any

from chalice.app import Response

from chalicelib.api.request import Request
from chalicelib.api.routes import NO_HEADERS, Routes, conditional, digest
from chalicelib.api.server import server
from chalicelib.core import options

Json = dict[str, Any]

BY_KEY = {"Vary": "X-Api-Key"}
"""With a key more is listed, which is nobody else's to see."""

routes = Routes(__name__)


@routes.get("/v1/games")
def games(request: Request) -> Response:
    """The games, with the schema of their options, and where sockets are opened."""
    spoken = request.language()
    shown = [
        {
            "id": game.id,
            "family": game.family,
            "title": game.title[spoken],
            "players": {"min": game.players[0], "max": game.players[-1]},
            "options": options.schema(game.options),
            "locales": list(game.locales),
            "bots": game.bots is not None,
            "chat": game.may_say is not None,
        }
        for game in server().rulesets.values()
    ]
    told = {"games": shown, "ws_url": server().settings.ws_url}
    return _cacheable(request, told, {"Content-Language": spoken, "Vary": "Accept-Language"})


@routes.get("/v1/decks")
def decks(request: Request) -> Response:
    """The decks, of one game or language if asked for; with a key its tenant's own ones too."""
    game, locale = request.query("game"), request.query("locale")
    ours = server().library.list(game, locale)
    if request.header("x-api-key") is None:
        return _cacheable(request, {"decks": ours}, BY_KEY)
    own = [
        {**each, "own": True}
        for each in server().decks(request.caller().id).own()
        if game in (None, each["game"]) and (locale is None or locale in each["locales"])
    ]
    body = {"decks": [*ours, *own]}
    return conditional(request, body, digest(body), BY_KEY)


@routes.get("/v1/decks/{deck_id}")
def deck(request: Request, deck_id: str) -> Response:
    """A deck as a player may see it; with a key its tenant's own one, in any version that is still kept."""
    if request.header("x-api-key") is None or server().library.has(deck_id):
        return _cacheable(request, server().library.public(deck_id), BY_KEY)
    body = server().decks(request.caller().id).public(deck_id, request.query("version"))
    return conditional(request, {**body, "own": True}, digest(body), BY_KEY)


@routes.get("/v1/credits")
def whom_to_thank(request: Request) -> Response:
    """Whom the pictures are owed to."""
    return _cacheable(request, server().library.credits())


def _cacheable(request: Request, body: Json, headers: Mapping[str, str] = NO_HEADERS) -> Response:
    return conditional(request, body, digest(body), {"Cache-Control": "public, max-age=300", **headers})
