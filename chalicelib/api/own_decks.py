"""The decks of a tenant: sent whole, judged as ours are, and given back as they were sent."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

from chalice.app import Response

from chalicelib.api import limits
from chalicelib.api.limits import spend
from chalicelib.api.problems import STATUS, Fault, Problem, problem
from chalicelib.api.request import JSON, Request
from chalicelib.api.routes import Routes, reply
from chalicelib.api.server import server
from chalicelib.core.finding import Finding, Severity
from chalicelib.decks.model import ID_FORM, ID_LENGTH
from chalicelib.decks.own.shelf import DeckChanged, TenantLibrary, is_deck_id
from chalicelib.games.registry import bots_play, lint_own
from chalicelib.tenants.plans import plan

if TYPE_CHECKING:
    from chalicelib.decks.own.source import OwnDeck

Json = dict[str, Any]

MOST_DETAIL: Final = 300
"""Letters of what a finding quotes."""

routes = Routes(__name__)


class DeckProblem(Problem):
    """What is sent as a deck cannot be played with; tells all that was found."""

    def __init__(self, source: "OwnDeck", findings: tuple[Finding, ...]) -> None:
        """Point at the cards as they were sent."""
        places = {card.id: f"/cards/{n}" for n, card in enumerate(source.cards)}
        errors = (each for each in findings if each.severity is Severity.ERROR)
        faults = tuple(Fault(places.get(each.card, ""), each.code, _quoted(each)) for each in errors)
        super().__init__("invalid_deck", STATUS["invalid_deck"], faults)
        self._findings = findings

    def body(self, language: str, request_id: str | None = None) -> Json:
        """The problem document and the report."""
        return {**super().body(language, request_id), "report": _report(self._findings, language)}


@routes.get("/v1/tenant/decks")
def look(request: Request) -> Response:
    """The tenant's own decks."""
    return reply({"decks": _decks(request).own()})


@routes.get("/v1/tenant/decks/{deck_id}")
def export(request: Request, deck_id: str) -> Response:
    """A deck as it was sent, so that it can be sent again; its version is the entity tag."""
    sent, version = _decks(request).source(deck_id)
    etag = f'"{version}"'
    if request.holds(etag):
        return Response("", {"Content-Type": JSON, "ETag": etag}, 304)
    return Response(sent.decode(), {"Content-Type": JSON, "ETag": etag})


@routes.on("/v1/tenant/decks/{deck_id}", "PUT")
def put(request: Request, deck_id: str) -> Response:
    """Make a deck, or put it in the place of the one before; `dry_run=1` only says what there is to say."""
    tenant = request.tenant()
    allowed, decks = plan(tenant.plan), server().decks(tenant.id)
    if not is_deck_id(deck_id):
        raise problem("invalid_value", Fault("/deck_id", "invalid_value", f"{ID_FORM}, ≤ {ID_LENGTH}"))
    if server().library.has(deck_id):
        raise problem("invalid_value", Fault("/deck_id", "id_taken"))
    is_rehearsal = _is_set(request, "dry_run")
    body = request.json(allowed.deck_bytes)
    # what makes and judges decks is imported when the first one comes: each cold start would pay for it
    from chalicelib.decks.own.publishing import DeckInvalid, DeckLimit, Judges, publish
    from chalicelib.decks.own.source import BY_GAME

    if "game" not in body:
        raise problem("invalid_value", Fault("/game", "missing"))
    game = body["game"]
    if game not in tuple(BY_GAME):
        raise problem("unknown_game", Fault("/game", "unknown_game", ", ".join(BY_GAME)))
    source = BY_GAME[game].model_validate(body)
    if len(source.cards) > allowed.deck_cards:
        raise problem("invalid_value", Fault("/cards", "too_long", f"≤ {allowed.deck_cards}"))
    counted = spend(tenant.id, request.address, "deck_puts")
    now = server().outside.clock.now()
    try:
        done = publish(
            decks, deck_id, source, Judges(lint_own, bots_play), allowed.decks, now, is_rehearsal=is_rehearsal
        )
    except DeckInvalid as invalid:
        raise DeckProblem(source, invalid.findings) from None
    except DeckLimit:
        raise problem("deck_limit_reached") from None
    except DeckChanged:
        raise problem("store_busy") from None
    answer = {"deck": done.summary, "report": _report(done.findings, request.language())}
    left = limits.headers(counted)
    if not done.is_new or is_rehearsal:
        return reply(answer, 200, left)
    return reply(answer, 201, {"Location": f"/v1/tenant/decks/{deck_id}", **left})


@routes.on("/v1/tenant/decks/{deck_id}", "DELETE")
def delete(request: Request, deck_id: str) -> Response:
    """Delete a deck; whoever plays with it goes on."""
    try:
        _decks(request).remove(deck_id, server().outside.clock.now())
    except DeckChanged:
        raise problem("store_busy") from None
    return Response("", {}, 204)


def _decks(request: Request) -> TenantLibrary:
    return server().decks(request.tenant().id)


def _is_set(request: Request, name: str) -> bool:
    value = request.query(name)
    if value not in (None, "0", "1"):
        raise problem("invalid_value", Fault(f"/{name}", "invalid_value", "0 | 1"))
    return value == "1"


def _report(findings: Iterable[Finding], language: str) -> list[Json]:
    return [
        {
            "severity": each.severity,
            "code": each.code,
            "card": each.card or None,
            "detail": Fault("", each.code, _quoted(each)).body(language)["detail"],
        }
        for each in findings
    ]


def _quoted(finding: Finding) -> str:
    return finding.detail if len(finding.detail) <= MOST_DETAIL else f"{finding.detail[:MOST_DETAIL]}…"
