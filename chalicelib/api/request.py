"""A REST request as the routes need it, read from API Gateway's event."""

import base64
from typing import Any

from chalicelib.api import language
from chalicelib.api.limits import hidden, spend
from chalicelib.api.messages import MOST_BYTES, read_object
from chalicelib.api.problems import problem
from chalicelib.api.server import server
from chalicelib.rooms.house import House
from chalicelib.rooms.tokens import Who, by_token, digest, tenant_of
from chalicelib.tenants.tenant import Tenant

Json = dict[str, Any]
JSON = "application/json"


class Request:
    """One request; what is wrong with a part of it is raised when that part is asked for."""

    def __init__(self, event: Json) -> None:
        """Read nothing yet but the names of the headers."""
        self._event = event
        self._headers: dict[str, str] = {}
        for name, lines in (event.get("multiValueHeaders") or {}).items():
            before = self._headers.get(name.lower())
            self._headers[name.lower()] = ", ".join(lines if before is None else [before, *lines])

    @property
    def id(self) -> str:
        """What the gateway calls this request."""
        return str(self._event.get("requestContext", {}).get("requestId", ""))

    @property
    def method(self) -> str | None:
        """GET, POST, …"""
        return self._event.get("httpMethod")

    @property
    def route(self) -> str | None:
        """The path with the names of its parameters in place of their values."""
        return self._event.get("resource")

    def header(self, name: str) -> str | None:
        """A header by its lower-case name; several lines of it as one."""
        return self._headers.get(name)

    def language(self, default: str = language.DEFAULT) -> str:
        """In which of our languages to explain."""
        return language.choose(self.header("accept-language"), default)

    def query(self, name: str) -> str | None:
        """A query parameter, the last one of that name."""
        values = (self._event.get("multiValueQueryStringParameters") or {}).get(name)
        return values[-1] if values else None

    def json(self, most: int = MOST_BYTES, *, or_nothing: bool = False) -> Json:
        """The body; raises the problem of anything but a JSON object of at most so many bytes.

        Where there may be nothing instead, that is an empty object.
        """
        body = self._event.get("body") or ""
        if or_nothing and not body:
            return {}
        media_type = (self.header("content-type") or JSON).partition(";")[0].strip().lower()
        if media_type != JSON:
            raise problem("unsupported_media_type")
        return read_object(base64.b64decode(body) if self._event.get("isBase64Encoded") else body, most)

    def who(self) -> tuple[House, Who]:
        """The seat that the bearer token opens, and the rooms of its tenant."""
        house, token = self.seat()
        return house, by_token(token)

    def seat(self) -> tuple[House, str]:
        """The bearer token, and the rooms of the tenant that it names."""
        scheme, _, token = (self.header("authorization") or "").partition(" ")
        token = token.strip()
        if scheme.lower() != "bearer" or not token:
            raise problem("invalid_token")
        return server().house(tenant_of(token)), token

    def house(self) -> House:
        """The rooms of the tenant whose key this is, else of the one that needs none."""
        return server().house(self.caller().id)

    def caller(self) -> Tenant:
        """Who asks about rooms without a seat; raises the problem of a key that opens none."""
        key, now = self.header("x-api-key"), server().outside.clock.now()
        if key is None:
            nobody = server().tenants.open(now)
            if nobody is None:
                raise problem("api_key_required")
            if nobody.closing_at is not None:
                raise problem("tenant_closing")
            return nobody
        found = server().tenants.by_key(key, now)
        if found is None:
            raise problem("invalid_api_key")
        tenant, known = found
        origin = self.header("origin")
        if known.kind == "sk" and self._is_of_a_browser:
            raise problem("secret_key_in_browser")
        if origin is not None and origin not in tenant.origins:
            raise problem("origin_not_allowed")
        if tenant.closing_at is not None:
            raise problem("tenant_closing")
        return tenant

    def tenant(self, *, even_closing: bool = False) -> Tenant:
        """Whose secret key this is: what belongs to a tenant is its own to see and to change."""
        key = self.header("x-api-key")
        if key is None:
            raise problem("secret_key_required")
        found = server().tenants.by_key(key, server().outside.clock.now())
        if found is None:
            raise problem("invalid_api_key")
        tenant, known = found
        if known.kind != "sk":
            raise problem("secret_key_required")
        if self._is_of_a_browser:
            raise problem("secret_key_in_browser")
        if tenant.closing_at is not None and not even_closing:
            raise problem("tenant_closing")
        spend(tenant.id, self.address, "administration")
        return tenant

    @property
    def _is_of_a_browser(self) -> bool:
        """As far as it tells: pages of the service's own domain send no `Origin` with a GET."""
        return self.header("origin") is not None or self.header("sec-fetch-site") is not None

    @property
    def sender(self) -> str:
        """By what the sender is remembered in this process: not by the token itself."""
        return digest(self.header("authorization") or "")

    @property
    def address(self) -> str:
        """From which this comes, as the gateway says; hidden, as it may be kept."""
        return hidden(str(self._event.get("requestContext", {}).get("identity", {}).get("sourceIp", "")))

    def idempotency_key(self) -> str | None:
        """The client's key of a request that creates something."""
        key = self.header("idempotency-key")
        if key is not None and not (0 < len(key) <= 255 and key.isascii() and key.isprintable()):
            raise problem("invalid_idempotency_key")
        return key

    def holds(self, etag: str) -> bool:
        """Whether the client has what this tag stands for (RFC 9110 §13.1.2: weak comparison)."""
        held = [tag.strip() for tag in (self.header("if-none-match") or "").split(",")]
        return held == ["*"] or etag.removeprefix("W/") in [tag.removeprefix("W/") for tag in held]
