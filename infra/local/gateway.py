"""The one ASGI application: sends each request and socket to what stands for the AWS service meant."""

import asyncio
import json
import logging
from collections.abc import Coroutine, Mapping
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, Final

from chalice.app import ScheduledEventConfig, SQSEventConfig
from uvicorn.protocols.utils import ClientDisconnected

from infra.local import answers, pictures, sqs
from infra.local.delivery import Delivery
from infra.local.functions import REQUEST_SECONDS, Functions
from infra.local.queue import VISIBILITY_SECONDS, Chaos, Queue
from infra.local.rest import Rest
from infra.local.schedule import MINUTE, Schedule
from infra.local.sockets import CONNECTIONS, Limits, Sockets, refuse_socket
from infra.local.wire import (
    BodyTooLarge,
    BodyTooSlow,
    ClientGone,
    Message,
    Receive,
    Scope,
    Send,
    from_this_machine,
    raw_path,
    read_body,
    reply_answer,
    reply_json,
)

log = logging.getLogger(__name__)

SOCKET: Final = "/ws"
CONTROL: Final = "/_local/chaos"
ABOUT: Final = "/_local/about"


class Gateway:
    """All that AWS puts around a Chalice app, found from the app object itself."""

    def __init__(
        self,
        app: Any,
        *,
        base_url: str,
        control: bool = False,
        chaos: Chaos | None = None,
        visibility_seconds: float = VISIBILITY_SECONDS,
        limits: Limits | None = None,
        minute: float = MINUTE,
        request_seconds: float = REQUEST_SECONDS,
        picture_root: Path = pictures.ROOT,
        about: Mapping[str, str] | None = None,
    ) -> None:
        self._functions = Functions(app, request_seconds=request_seconds)
        self._control = control
        self._about = dict(about or {})
        self._rest = Rest(self._functions)
        self._sockets = Sockets(self._functions, limits or Limits())
        self._pictures = pictures.Pictures(picture_root)
        self._deliveries: dict[str, Delivery] = {}
        self._schedules: list[Schedule] = []
        for source in app.event_sources:
            function = app.handler_map[source.name]
            if isinstance(source, SQSEventConfig):
                name = source.queue or str(source.queue_arn).rpartition(":")[2]
                queue = Queue(name, visibility_seconds=visibility_seconds, chaos=chaos)
                self._deliveries[name] = Delivery(
                    self._functions, queue, source.name, function, source.batch_size
                )
            elif isinstance(source, ScheduledEventConfig):
                expression = source.schedule_expression
                self._schedules.append(Schedule(self._functions, source.name, function, expression, minute))
        self._sqs = sqs.Sqs(self.queues, base_url, lambda name: self._deliveries[name].notice())
        self._background: list[asyncio.Task[None]] = []

    @property
    def queues(self) -> dict[str, Queue]:
        """The queues that the app has functions for, by name."""
        return {name: delivery.queue for name, delivery in self._deliveries.items()}

    def start(self) -> None:
        """Begin what happens by itself: deliveries, schedules, the end of old connections."""
        for delivery in self._deliveries.values():
            self._keep(delivery.run())
        for schedule in self._schedules:
            self._keep(schedule.run())
        self._keep(self._sockets.reap())

    def stop(self) -> None:
        """End all that."""
        self._sockets.shut()
        for task in self._background:
            task.cancel()
        self._functions.close()

    def _keep(self, work: Coroutine[Any, Any, None]) -> None:
        def ended(task: asyncio.Task[None]) -> None:
            if not task.cancelled() and (error := task.exception()):
                log.error("a background task of the local server ended", exc_info=error)

        task = asyncio.get_running_loop().create_task(work)
        task.add_done_callback(ended)
        self._background.append(task)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request or socket; whatever fails, the client sees a problem and the server goes on."""
        started = False

        async def noted(message: Message) -> None:
            nonlocal started
            started = True
            await send(message)

        try:
            if scope["type"] == "websocket":
                await self._socket(scope, receive, noted)
            else:
                await self._http(scope, receive, noted)
        except (ClientGone, ClientDisconnected):
            pass
        except BodyTooLarge:
            await reply_answer(send, answers.PAYLOAD_TOO_LARGE, headers={"Connection": "close"})
        except BodyTooSlow:
            await reply_answer(send, answers.REQUEST_TIMEOUT, headers={"Connection": "close"})
        except Exception:
            log.exception("the local server failed")
            if not started and scope["type"] == "http":
                await reply_answer(send, answers.INTERNAL_ERROR)

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        if raw_path(scope).removesuffix("/") == SOCKET:
            await self._sockets.serve(scope, receive, send)
        else:
            await refuse_socket(send, 404)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = raw_path(scope)
        if scope["method"] == "OPTIONS":
            await self._rest(scope, receive, send)
        elif path.startswith(CONNECTIONS) and from_this_machine(scope):
            await self._sockets.manage(scope, receive, send)
        elif path.removesuffix("/") == sqs.PATH and from_this_machine(scope):
            await self._sqs(scope, receive, send)
        elif path == CONTROL and self._control and from_this_machine(scope):
            await self._chaos(scope, receive, send)
        elif path == ABOUT and from_this_machine(scope):
            await reply_json(send, 200, self._about)
        elif path.startswith(pictures.PATH):
            await self._pictures(scope, send)
        else:
            await self._rest(scope, receive, send)

    async def _chaos(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Tests' control: GET tells how the queues are, PUT says how they shall misbehave from now on."""
        queues = self.queues.values()
        if scope["method"] == "PUT":
            try:
                wanted = json.loads(await read_body(receive, 4096))
                chaos = Chaos(**wanted)
            except (TypeError, ValueError) as error:
                return await reply_json(send, 422, {"error": str(error)})
            for queue in queues:
                queue.chaos = replace(chaos)
        await reply_json(
            send,
            200,
            {
                queue.name: {
                    "chaos": asdict(queue.chaos),
                    "sent": queue.sent,
                    "dropped": queue.dropped,
                    "duplicated": queue.duplicated,
                    "waiting": len(queue),
                    "dead": [message.body for message in queue.dead],
                }
                for queue in queues
            },
        )
