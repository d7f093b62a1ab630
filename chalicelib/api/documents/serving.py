"""The documents of the API and the pages about it, as they were written; nothing is made here."""

import hashlib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from chalice.app import Response

from chalicelib.api.request import JSON, Request
from chalicelib.api.routes import Routes

HTML: Final = "text/html; charset=utf-8"
CACHE: Final = {"Cache-Control": "public, max-age=300"}
PAGE: Final = {
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
}
"""A page brings its style along, runs nothing and asks nobody for anything."""

routes = Routes(__name__)


@routes.get("/v1/openapi.json")
def openapi(request: Request) -> Response:
    """What can be asked over HTTP."""
    return _written(request, "openapi.json", {"Content-Type": JSON})


@routes.get("/v1/asyncapi.json")
def asyncapi(request: Request) -> Response:
    """What is said over sockets."""
    return _written(request, "asyncapi.json", {"Content-Type": JSON})


@routes.get("/docs")
def guide(request: Request) -> Response:
    """How to build a frontend."""
    return _page(request, "guide.html")


@routes.get("/docs/problems")
def problems(request: Request) -> Response:
    """Every problem code with its cause and cure."""
    return _page(request, "problems.html")


def _page(request: Request, name: str) -> Response:
    """A page, at the address from which its links lead on: the gateway takes one with a slash behind, too."""
    asked: str = routes.current_request.to_original_event()["path"]
    if asked.endswith("/"):
        place = str(request.route).rpartition("/")[2]
        # relative: what stands before our paths, a stage or nothing, is not ours to know
        return Response("", {"Location": f"../{place}", "Content-Type": HTML, **CACHE}, 301)
    return _written(request, name, {"Content-Type": HTML, **PAGE})


def _written(request: Request, name: str, headers: Mapping[str, str]) -> Response:
    text, etag = _read(name)
    is_held = request.holds(etag)
    return Response("" if is_held else text, {"ETag": etag, **CACHE, **headers}, 304 if is_held else 200)


@cache
def _read(name: str) -> tuple[str, str]:
    """A file and its entity tag; read once, and only if somebody asks."""
    text = (Path(__file__).parent / name).read_text("utf-8")
    return text, f'W/"{hashlib.blake2b(text.encode(), digest_size=12).hexdigest()}"'
