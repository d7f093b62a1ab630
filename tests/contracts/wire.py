"""A client of a store whose wire can be watched and broken."""

import json
from collections.abc import Callable, Iterator
from io import BytesIO
from typing import Any

from botocore.awsrequest import AWSRequest, AWSResponse
from botocore.exceptions import ConnectionClosedError
from botocore.httpsession import URLLib3Session
from types_boto3_dynamodb import DynamoDBClient

from chalicelib.adapters import aws


class Wire:
    """A client of its own, what it sent, and what is to happen to its next calls."""

    def __init__(self, endpoint: str | None) -> None:
        self.client: DynamoDBClient = aws.dynamodb(endpoint)
        self.sent: list[str] = []
        self.asked: list[dict[str, Any]] = []
        self._mishaps: list[Callable[[AWSRequest], AWSResponse | None]] = []
        self.client.meta.events.register("before-send.dynamodb", self._before_send)

    def rest(self) -> None:
        """Forget what was sent, and let nothing happen to what will be."""
        for past in (self.sent, self.asked, self._mishaps):
            past.clear()

    def fail(self, trouble: Exception, times: int = 1) -> None:
        """Let the next calls fail before they reach the store."""

        def mishap(request: AWSRequest) -> AWSResponse:
            raise trouble

        self._mishaps += [mishap] * times

    def refuse(self, code: str, status: int, times: int = 1, **more: Any) -> None:
        """Let the next calls be answered with an error; it may say more."""
        kind = f"com.amazonaws.dynamodb.v20120810#{code}"
        body = json.dumps({"__type": kind, "message": "", **more}).encode()

        def mishap(request: AWSRequest) -> AWSResponse:
            return AWSResponse(request.url, status, {}, Raw(body))

        self._mishaps += [mishap] * times

    def lose_answer(self, meanwhile: Callable[[], object] = lambda: None) -> None:
        """Let the next call through, but not its answer; `meanwhile` happens before the client asks again."""

        def mishap(request: AWSRequest) -> AWSResponse:
            answer = URLLib3Session().send(request)
            assert answer.status_code == 200, answer.content
            meanwhile()
            raise ConnectionClosedError(endpoint_url=request.url)

        self._mishaps.append(mishap)

    def _before_send(self, request: AWSRequest, event_name: str, **_: Any) -> AWSResponse | None:
        self.sent.append(event_name.rpartition(".")[2])
        self.asked.append(json.loads(request.body))
        return self._mishaps.pop(0)(request) if self._mishaps else None


class Raw(BytesIO):
    """A body as the client's HTTP library would hand it over."""

    def stream(self, **_: Any) -> Iterator[bytes]:
        yield self.read()
