"""What no route serves: other addresses and methods, which the gateway would refuse in its own words."""

from collections.abc import Iterable, Mapping
from typing import Any

from chalice.app import Response

from chalicelib.api.problems import problem
from chalicelib.api.request import Request
from chalicelib.api.routes import METHODS, Routes, explained


def all_else(served: Mapping[str, Iterable[str]]) -> Routes:
    """Routes for every method that these paths do not serve, and for every other path."""
    routes = Routes(__name__)
    for path, methods in served.items():
        _refuse_others(routes, path, tuple(methods))
    for path in ("/", "/{path+}"):
        routes.on(path, *METHODS)(not_found)
    return routes


def _refuse_others(routes: Routes, path: str, served: tuple[str, ...]) -> None:
    @routes.on(path, *(method for method in METHODS if method not in served))
    def method_not_allowed(request: Request, **parameters: str) -> Response:
        body, headers, status = explained(request, problem("method_not_allowed"))
        return Response(body, {**headers, "Allow": _allow(served)}, status)


def not_found(request: Request) -> Response:
    """Nothing is here."""
    raise problem("not_found")


def allowed(entries: Mapping[str, Any]) -> str:
    """The `Allow` header of a path, of all whose methods these are the entries."""
    refusals = ("method_not_allowed", "not_found")
    return _allow(method for method, entry in entries.items() if entry.view_name not in refusals)


def _allow(served: Iterable[str]) -> str:
    return ", ".join((*served, "OPTIONS"))
