"""The headers of requests and answers, those with credentials first."""

from collections.abc import Mapping
from typing import Final

from infra.documents.operation import Who
from infra.documents.schema import Json

SECURITY: Final[Mapping[Who, list[Json]]] = {
    "anybody": [],
    "shelf": [{}, {"PublishableKey": []}, {"SecretKey": []}],
    "key": [{"PublishableKey": []}, {"SecretKey": []}, {}],
    "seat": [{"PlayerToken": []}],
    "door": [{"PlayerToken": []}, {"PublishableKey": []}, {"SecretKey": []}, {}],
    "secret": [{"SecretKey": []}],
}
SCHEMES: Final[Json] = {
    "PlayerToken": {
        "type": "http",
        "scheme": "bearer",
        "description": "`pt_…`, a player's seat, given once when they enter. It names the tenant, too.",
    },
    "PublishableKey": {
        "type": "apiKey",
        "in": "header",
        "name": "X-Api-Key",
        "description": "`pk_…`, which a browser may hold: makes and joins rooms, from the tenant's origins.",
    },
    "SecretKey": {
        "type": "apiKey",
        "in": "header",
        "name": "X-Api-Key",
        "description": "`sk_…`, for the tenant's own server: never to be sent by a browser.",
    },
}
HEADERS: Final[Mapping[str, tuple[str, Json]]] = {
    "X-Request-Id": ("Name it when you ask about this request.", {"type": "string"}),
    "ETag": ("What the answer was like; send it back as If-None-Match.", {"type": "string"}),
    "Location": ("Where it is.", {"type": "string"}),
    "Retry-After": ("After so many seconds it makes sense to ask again.", {"type": "integer", "minimum": 1}),
    "Idempotency-Replayed": ("This was answered before, to the same key.", {"const": "true"}),
    "Content-Language": ("In which language this explains.", {"enum": ["en", "es", "ru"]}),
    "WWW-Authenticate": ("Which credentials are wanted.", {"type": "string"}),
    "RateLimit": ("How much of each limit is left, the tightest first.", {"type": "string"}),
    "RateLimit-Policy": ("The limits that were counted.", {"type": "string"}),
}
"""Headers of answers: what they mean, and how they look."""
ASKED: Final[Mapping[str, tuple[str, Json]]] = {
    "Accept-Language": ("In which languages problems are explained: `es`, `en` or `ru`.", {"type": "string"}),
    "If-None-Match": ("The ETag that you have: the answer is 304 if it still holds.", {"type": "string"}),
    "Idempotency-Key": (
        "Yours to choose, random: the same request with the same key is done once. Kept for a day.",
        {"type": "string", "minLength": 1, "maxLength": 255, "pattern": r"^[\x20-\x7e]*$"},
    ),
}
"""Headers of requests."""
