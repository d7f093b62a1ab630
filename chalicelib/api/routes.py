"""How a route is written: a function from a request to an answer; whatever it raises becomes a problem."""

import hashlib
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any

from chalice.app import Blueprint, Response
from pydantic_core import to_json

from chalicelib.api import logs, problems
from chalicelib.api.problems import Problem
from chalicelib.api.request import JSON, Request

Json = dict[str, Any]
Answer = Callable[..., Response]

NO_HEADERS: Mapping[str, str] = {}
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")


class Routes(Blueprint):
    """A blueprint whose functions get the request, then the parameters of the path, undecoded."""

    def get(self, path: str) -> Callable[[Answer], Answer]:
        """Answer a look at something."""
        return self.on(path, "GET")

    def post(self, path: str) -> Callable[[Answer], Answer]:
        """Answer the wish that something happen."""
        return self.on(path, "POST")

    def on(self, path: str, *methods: str) -> Callable[[Answer], Answer]:
        """Answer these methods. Media types are judged by `Request.json`: Chalice would let odd ones pass.

        What answers GET answers HEAD as well (RFC 9110 §9.1); to send no body then is the gateway's part.
        """
        served = [*methods, "HEAD"] if "GET" in methods else [*methods]

        def register(answer: Answer) -> Answer:
            @wraps(answer)
            def guarded(**parameters: str) -> Response:
                request = Request(self.current_request.to_original_event())
                try:
                    return answer(request, **parameters)
                except Exception as trouble:
                    return failure(request, trouble)

            self.route(path, methods=served, content_types=[])(guarded)
            return answer

        return register


def failure(request: Request, trouble: Exception) -> Response:
    """The answer to whatever went wrong; bugs are logged."""
    found = problems.of(trouble)
    if found is None:
        logs.bug(trouble, request.id)
        found = problems.problem("internal_error")
    return Response(*explained(request, found))


def explained(request: Request, found: Problem) -> tuple[str, dict[str, str | list[str]], int]:
    """Body, headers and status of a problem."""
    spoken = request.language()
    headers: dict[str, str | list[str]] = {
        "Content-Type": problems.MEDIA_TYPE,
        "Content-Language": spoken,
        "Vary": "Accept-Language",
        **found.headers,
    }
    return to_json(found.body(spoken, request.id)).decode(), headers, found.status


def reply(body: Json, status: int = 200, headers: Mapping[str, str] = NO_HEADERS) -> Response:
    """A JSON answer."""
    return Response(to_json(body).decode(), {"Content-Type": JSON, **headers}, status)


def conditional(request: Request, body: Json, etag: str, headers: Mapping[str, str] = NO_HEADERS) -> Response:
    """The body, or only the word that the client has it."""
    if request.holds(etag):
        return Response("", {"Content-Type": JSON, "ETag": etag, **headers}, 304)
    return reply(body, 200, {"ETag": etag, **headers})


def digest(body: Json) -> str:
    """A weak entity tag."""
    return f'W/"{hashlib.blake2b(to_json(body), digest_size=12).hexdigest()}"'
