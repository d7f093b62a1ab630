"""SQS over the wire: the few calls of its JSON protocol by which an unchanged boto3 client sends."""

import base64
import hashlib
import json
import struct
from collections.abc import Callable, Mapping
from typing import Any, Final

from infra.local.queue import Queue
from infra.local.wire import BodyTooLarge, Receive, Scope, Send, new_request_id, read_body, reply

PATH: Final = "/_local/sqs"
BODY_LIMIT: Final = 1024 * 1024
LONGEST_DELAY: Final = 900
BATCH_LIMIT: Final = 10


class Refused(Exception):
    """A call that SQS refuses, with the code and the words it uses."""

    def __init__(self, code: str, message: str, query_code: str = "") -> None:
        super().__init__(message)
        self.code, self.message, self.query_code = code, message, query_code or code


class Sqs:
    """Answers the calls; it needs no thread."""

    def __init__(self, queues: Mapping[str, Queue], base_url: str, sent: Callable[[str], None]) -> None:
        self._queues = queues
        self._base_url = base_url
        self._sent = sent
        self._calls = {
            "GetQueueUrl": self._get_queue_url,
            "SendMessage": self._send_message,
            "SendMessageBatch": self._send_message_batch,
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one call."""
        target = dict(scope["headers"]).get(b"x-amz-target", b"").decode("latin-1")
        headers = {"Content-Type": "application/x-amz-json-1.0", "x-amzn-RequestId": new_request_id()}
        try:
            call = self._calls.get(target.removeprefix("AmazonSQS."))
            if call is None:
                raise Refused("UnsupportedOperation", f"{target or 'This'} is not supported here.")
            status, answer = 200, call(self._parse(await read_body(receive, 2 * BODY_LIMIT)))
        except BodyTooLarge:
            status, answer = 413, {"__type": "com.amazonaws.sqs#RequestTooLarge", "message": "Too large."}
        except Refused as refused:
            status = 400
            answer = {"__type": f"com.amazonaws.sqs#{refused.code}", "message": refused.message}
            headers["x-amzn-query-error"] = f"{refused.query_code};Sender"
        await reply(send, status, headers, json.dumps(answer).encode())

    @staticmethod
    def _parse(body: bytes) -> dict[str, Any]:
        try:
            parameters = json.loads(body or b"{}")
        except ValueError:
            parameters = None
        if not isinstance(parameters, dict):
            raise Refused("SerializationException", "The request is not a JSON object.")
        return parameters

    def _queue(self, name: Any) -> Queue:
        queue = self._queues.get(name) if isinstance(name, str) else None
        if queue is None:
            raise Refused(
                "QueueDoesNotExist",
                "The specified queue does not exist.",
                "AWS.SimpleQueueService.NonExistentQueue",
            )
        return queue

    def _queue_of(self, parameters: dict[str, Any]) -> Queue:
        return self._queue(str(parameters.get("QueueUrl", "")).rpartition("/")[2])

    def _get_queue_url(self, parameters: dict[str, Any]) -> dict[str, Any]:
        return {"QueueUrl": queue_url(self._base_url, self._queue(parameters.get("QueueName")).name)}

    def _send_message(self, parameters: dict[str, Any]) -> dict[str, Any]:
        return self._put(self._queue_of(parameters), parameters)

    def _send_message_batch(self, parameters: dict[str, Any]) -> dict[str, Any]:
        queue = self._queue_of(parameters)
        entries = parameters.get("Entries")
        if not isinstance(entries, list) or not entries:
            raise Refused(
                "EmptyBatchRequest",
                "There should be at least one SendMessageBatchRequestEntry in the request.",
            )
        if len(entries) > BATCH_LIMIT:
            raise Refused(
                "TooManyEntriesInBatchRequest", f"Maximum number of entries per request are {BATCH_LIMIT}."
            )
        if len({entry.get("Id") for entry in entries}) < len(entries):
            raise Refused("BatchEntryIdsNotDistinct", "Two or more batch entries have the same Id.")
        successful, failed = [], []
        for entry in entries:
            try:
                successful.append({"Id": entry["Id"], **self._put(queue, entry)})
            except Refused as refused:
                failed.append(
                    {"Id": entry["Id"], "Code": refused.code, "Message": refused.message, "SenderFault": True}
                )
        return {"Successful": successful, "Failed": failed}

    def _put(self, queue: Queue, parameters: dict[str, Any]) -> dict[str, Any]:
        body = parameters.get("MessageBody")
        if not isinstance(body, str) or not body:
            raise Refused("MissingParameter", "The request must contain the parameter MessageBody.")
        if len(body.encode()) > BODY_LIMIT:
            raise Refused("InvalidParameterValue", f"Message must be shorter than {BODY_LIMIT} bytes.")
        delay = parameters.get("DelaySeconds") or 0
        if not isinstance(delay, int) or not 0 <= delay <= LONGEST_DELAY:
            raise Refused(
                "InvalidParameterValue",
                f"Value {delay} for parameter DelaySeconds is invalid. "
                f"Reason: DelaySeconds must be >= 0 and <= {LONGEST_DELAY}.",
            )
        attributes = parameters.get("MessageAttributes") or {}
        answer = {
            "MessageId": queue.send(body, delay, attributes),
            "MD5OfMessageBody": md5(body.encode()),
        }
        if attributes:
            answer["MD5OfMessageAttributes"] = md5_of_attributes(attributes)
        self._sent(queue.name)
        return answer


def queue_url(base_url: str, name: str) -> str:
    """The address that names a queue to a client."""
    return f"{base_url}{PATH}/000000000000/{name}"


def md5(content: bytes) -> str:
    """The digest by which SQS and its clients compare what they understood."""
    return hashlib.md5(content, usedforsecurity=False).hexdigest()


def md5_of_attributes(attributes: Mapping[str, Mapping[str, Any]]) -> str:
    """The digest of message attributes, over their names, types and values by name."""
    parts: list[bytes] = []

    def add(content: bytes) -> None:
        parts.append(struct.pack("!I", len(content)) + content)

    for name in sorted(attributes):
        value = attributes[name]
        add(name.encode())
        add(value["DataType"].encode())
        if "BinaryValue" in value:
            parts.append(b"\2")
            add(base64.b64decode(value["BinaryValue"]))
        else:
            parts.append(b"\1")
            add(value["StringValue"].encode())
    return md5(b"".join(parts))
