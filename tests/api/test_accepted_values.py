"""Whoever sends a word that is none of those known is told which are."""

import pytest

from tests.api.owners import Owner
from tests.api.wire import Json, Wire


@pytest.mark.parametrize(
    ("target", "body", "pointer", "accepted"),
    [
        ("keys", {"kind": "secret"}, "/kind", "(pk, sk)"),
        (
            "webhooks",
            {"url": "https://hooks.example/", "events": ["vote.cast"]},
            "/events/0",
            "(round.ended, match.ended, room.closed)",
        ),
    ],
)
@pytest.mark.parametrize("language", ["en", "es", "ru"])
def test_the_words_that_are_accepted_are_told(
    wire: Wire, target: str, body: Json, pointer: str, accepted: str, language: str
):
    answer = Owner.of(wire).call("POST", f"/v1/tenant/{target}", body, accept_language=language)

    (fault,) = answer.json["errors"]
    assert (422, pointer, "invalid_value") == (answer.status, fault["pointer"], fault["code"])
    assert fault["detail"].endswith(f" {accepted}")
