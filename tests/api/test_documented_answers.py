"""What is answered, pushed and posted is as the documents say; the requests are their examples.

That answers are as documented is looked at by the wire itself (`DocumentedWire`), in every test of the API.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass

import pytest

from infra.documents.operations import OPERATIONS
from tests.api import events
from tests.api.documents import document, validator, validator_of
from tests.api.owners import Owner
from tests.api.wire import Answer, Seat, Wire
from tests.decks import own


@dataclass(frozen=True)
class Scene:
    """A tenant with something of everything: seats by the operation that needs them, and parts of paths."""

    owner: Owner
    seats: Mapping[str, Seat]
    parts: Mapping[str, str]

    def ask(self, method: str, path: str) -> Answer:
        """Send the example of a request, with the credentials that it takes."""
        operation = OPERATIONS[method, path]
        seat = self.seats.get(operation.id, self.seats["any"])
        deck = "mine" if path.startswith("/v1/tenant") else "espia-familiar"
        target = path
        for name, value in {**self.parts, "code": seat.code, "deck_id": deck}.items():
            target = target.replace(f"{{{name}}}", value)
        if operation.who in ("seat", "door"):
            headers = {"authorization": f"Bearer {seat.token}"}
        else:
            headers = {"x_api_key": self.owner.sk if operation.who == "secret" else self.owner.pk}
        return self.owner.wire.call(method, target, operation.example, **headers)


@pytest.fixture
def scene(wire: Wire) -> Scene:
    acme = Owner.of(wire)
    webhook = acme.call("POST", "/v1/tenant/webhooks", {"url": "https://play.example/hook"}).json
    key = acme.call("POST", "/v1/tenant/keys", {"kind": "sk"}).json
    assert 201 == acme.call("PUT", "/v1/tenant/decks/mine", own.espia()).status
    lobby, over, chat = (acme.opens(game=game) for game in ("espia", "espia", "impostor"))
    for host in (lobby, over):
        acme.joins(host.code, "Bea"), acme.joins(host.code, "Leo")
    over.do("deal")
    over.do("interrupt")
    wake(wire)
    sent = acme.call("GET", f"/v1/tenant/webhooks/{webhook['id']}/deliveries").json["deliveries"]
    parts = {"webhook_id": webhook["id"], "key_id": key["id"], "event_id": sent[0]["event"], "player": "p1"}
    return Scene(acme, {"any": lobby, "list_rounds": over, "say": chat, "list_messages": chat}, parts)


def wake(wire: Wire) -> None:
    """Let every alarm that was armed ring."""
    for code, due_at in list(wire.backstage.alarm.armed):
        wire.function("alarms", events.queue(events.wakeup(code, due_at, "acme")))


@pytest.mark.parametrize(("method", "path"), OPERATIONS)
def test_the_example_of_every_request_is_answered_as_documented(scene: Scene, method: str, path: str):
    answer = scene.ask(method, path)

    assert answer.status in OPERATIONS[method, path].answers or answer.code == "invalid_deck"


def test_what_a_webhook_is_told_is_as_documented(wire: Wire, scene: Scene):
    over = scene.seats["list_rounds"]
    over.do("finish")
    for player in ("p2", "p3"):
        over.do("remove", player=player)
    over.post("leave")
    wake(wire)
    for errand in wire.backstage.post.errands:
        wire.function("deliveries", events.queue(json.dumps(asdict(errand))))
    told = [json.loads(body) for _, _, body in wire.backstage.post.sender.sent]
    documented = document("openapi")["webhooks"]

    assert documented.keys() == {body["type"] for body in told}
    for body in told:
        content = documented[body["type"]]["post"]["requestBody"]["content"]["application/json"]
        validator_of(content["schema"]).validate(body)


def test_everything_that_sockets_are_told_is_as_documented(wire: Wire):
    holds = validator("ServerMessage", "asyncapi")
    seats = [seat.connect() for seat in wire.playing(4, "impostor")]
    seats[0].says({"type": "say", "id": "1", "text": "hola"})
    seats[1].says({"type": "ping"})
    seats[2].says({"type": "sing"})
    seats[0].acts("remove", player=seats[3].player)
    for seat in seats[:3]:
        seat.acts("leave")
    told = [message for seat in seats for message in wire.backstage.told(seat.socket)]

    assert {"welcome", "view", "ack", "refused", "message", "pong", "bye"} == {m["type"] for m in told}
    for message in told:
        holds.validate(message)
