"""Hands due messages to the app's queue function in batches, as Lambda's event source mapping does."""

import asyncio
from typing import Any, Final

from infra.local.functions import Function, FunctionFailed, Functions, FunctionTimedOut
from infra.local.queue import Queue, QueueMessage
from infra.local.sqs import md5

BATCHES_AT_ONCE: Final = 4


class Delivery:
    """Takes from one queue for one function; what the function does not report as failed is deleted."""

    def __init__(self, functions: Functions, queue: Queue, name: str, function: Function, batch: int) -> None:
        self.queue = queue
        self._functions = functions
        self._name = name
        self._function = function
        self._batch = min(batch, 10)
        self._sent = asyncio.Event()

    def notice(self) -> None:
        """Look at the queue now: something was sent."""
        self._sent.set()

    async def run(self) -> None:
        """Deliver for ever."""
        free = asyncio.Semaphore(BATCHES_AT_ONCE)
        async with asyncio.TaskGroup() as running:
            while True:
                await free.acquire()
                messages = await self._next_batch()
                running.create_task(self._deliver(messages)).add_done_callback(lambda _: free.release())

    async def _next_batch(self) -> list[QueueMessage]:
        while True:
            self._sent.clear()
            if messages := self.queue.receive(self._batch):
                return messages
            try:
                async with asyncio.timeout(self.queue.next_due_in()):
                    await self._sent.wait()
            except TimeoutError:
                pass

    async def _deliver(self, messages: list[QueueMessage]) -> None:
        event = {"Records": [self._record(message) for message in messages]}
        try:
            result = await self._functions.alarm(self._name, self._function, event)
        except (FunctionFailed, FunctionTimedOut):
            return
        failed = self._failed(result, {message.id for message in messages})
        for message in messages:
            message.deleted = message.deleted or message.id not in failed

    @staticmethod
    def _failed(result: Any, delivered: set[str]) -> set[str]:
        """The ids reported as failed; a report that makes no sense fails the whole batch, as on AWS."""
        if not isinstance(result, dict) or not result.get("batchItemFailures"):
            return set()
        try:
            failed = {item["itemIdentifier"] for item in result["batchItemFailures"]}
        except (KeyError, TypeError):
            return delivered
        return failed if failed <= delivered else delivered

    def _record(self, message: QueueMessage) -> dict[str, Any]:
        return {
            "messageId": message.id,
            "receiptHandle": message.receipt,
            "body": message.body,
            "attributes": {
                "ApproximateReceiveCount": str(message.receive_count),
                "SentTimestamp": str(int(message.sent_at * 1000)),
                "SenderId": "000000000000",
                "ApproximateFirstReceiveTimestamp": str(int((message.first_received_at or 0) * 1000)),
            },
            "messageAttributes": {
                name: {
                    "stringValue": value.get("StringValue"),
                    "binaryValue": value.get("BinaryValue"),
                    "dataType": value["DataType"],
                    "stringListValues": [],
                    "binaryListValues": [],
                }
                for name, value in message.attributes.items()
            },
            "md5OfBody": md5(message.body.encode()),
            "eventSource": "aws:sqs",
            "eventSourceARN": self.queue.arn,
            "awsRegion": "eu-west-1",
        }
