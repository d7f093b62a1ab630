"""What is a tenant's is fetched, or all of it deleted: asked of the service in the tenant's own name."""

import json
import secrets
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import httpx

from chalicelib.tenants import administration
from chalicelib.tenants.administration import TenantTrouble
from chalicelib.tenants.directory import DOUBTED_MS
from chalicelib.tenants.ports import TenantStore
from chalicelib.tenants.tenant import SECRET_BYTES

PATIENCE_S = 40
"""The service works fifteen seconds on one request, and its gateway hangs up after thirty."""


_client = httpx.Client


class Unanswered(Exception):
    """The service says no, or nothing; tells what."""


def export(store: TenantStore, url: str, id: str) -> None:
    """Write everything to standard output, a line of JSON for each thing."""
    with _in_the_name_of(store, url, id) as client:
        cursor: str | None = ""
        while cursor is not None:
            page = _answer(client.get("/v1/tenant/export", params={"cursor": cursor} if cursor else {}))
            for item in page["items"]:
                print(json.dumps(item, ensure_ascii=False))
            cursor = page["next"]


def purge(store: TenantStore, url: str, id: str) -> None:
    """Delete everything, and write the receipt to standard output."""
    with _in_the_name_of(store, url, id) as client:
        while True:
            answer = client.request("DELETE", "/v1/tenant", json={"confirm": id})
            told = _answer(answer)
            if answer.status_code == httpx.codes.OK:
                print(json.dumps(told, indent=2))
                return
            print(f"deleted so far: {told['deleted']}", file=sys.stderr)
            time.sleep(int(answer.headers["Retry-After"]))


@contextmanager
def _in_the_name_of(store: TenantStore, url: str, id: str) -> Iterator[httpx.Client]:
    """A client with a secret key that lasts no longer, and that the tenant's limit does not count."""
    made = administration.lend_key(store, id, secrets.token_hex(SECRET_BYTES), _now())
    time.sleep(DOUBTED_MS / 1000)  # for so long the service may be sure that there is no such key
    try:
        with _client(base_url=url, headers={"X-Api-Key": made.text}, timeout=PATIENCE_S) as client:
            yield client
    except httpx.HTTPError as error:
        raise Unanswered(f"{url} does not answer ({type(error).__name__})") from None
    finally:
        with suppress(TenantTrouble):  # it may have ended by itself
            administration.revoke_key(store, id, made.key.id, _now())


def _answer(answer: httpx.Response) -> dict[str, Any]:
    if answer.is_error:
        raise Unanswered(f"{answer.request.method} {answer.request.url.path}: {answer.text}")
    told: dict[str, Any] = answer.json()
    return told


def _now() -> int:
    return time.time_ns() // 1_000_000
