"""What a tenant used, by the day."""

from datetime import UTC, date, datetime, timedelta
from typing import Any, Final

from chalice.app import Response

from chalicelib.api.problems import Fault, problem
from chalicelib.api.request import Request
from chalicelib.api.routes import Routes, reply
from chalicelib.api.server import server
from chalicelib.tenants.usage import NOTHING, Usage, used

Json = dict[str, Any]

ORDINARY_DAYS: Final = 30
MOST_DAYS: Final = 93
SETTLED_DAYS: Final = 3
"""What ended so many days ago was delivered, or will never be."""
MINUTE_MS: Final = 60_000

routes = Routes(__name__)


@routes.get("/v1/tenant/usage")
def usage(request: Request) -> Response:
    """What was used on each of some days, and in all."""
    tenant = request.tenant()
    today = datetime.fromtimestamp(server().outside.clock.now() // 1000, UTC).date()
    last = _day(request, "to", today)
    first = _day(request, "from", last - timedelta(ORDINARY_DAYS - 1))
    if not 1 <= (last - first).days + 1 <= MOST_DAYS:
        earliest = last - timedelta(MOST_DAYS - 1)
        raise problem("invalid_value", Fault("/from", "out_of_range", f"{earliest} – {last}"))
    days = [(first + timedelta(n)).isoformat() for n in range((last - first).days + 1)]
    settled_before = (today - timedelta(SETTLED_DAYS)).isoformat()
    found = list(used(server().outside.usage(tenant.id), days, settled_before))
    total = sum((each for _, each in found), start=NOTHING)
    return reply({"days": [{"date": day, **told(each)} for day, each in found], "total": told(total)})


def _day(request: Request, name: str, ordinary: date) -> date:
    """The day that a query parameter names; raises the problem of what names none."""
    text = request.query(name)
    if text is None:
        return ordinary
    try:
        found = date.fromisoformat(text)
    except ValueError:
        found = None
    if found is None or found.isoformat() != text or not 2000 <= found.year <= 2999:
        raise problem("invalid_value", Fault(f"/{name}", "invalid_value", "YYYY-MM-DD"))
    return found


def told(usage: Usage) -> Json:
    """What was used, as answers tell it."""
    return {
        "rounds": usage.rounds,
        "player_minutes": round(usage.player_ms / MINUTE_MS, 1),
        "actions": usage.actions,
        "pushes": usage.pushes,
    }
