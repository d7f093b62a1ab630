"""The functions that AWS calls, each one line; what they do is in `chalicelib.api`."""

import gc
import os
from typing import Any

gc.disable()  # what is imported stays: to search it for garbage is a tenth of a cold start

from chalicelib.api import alarms as waking
from chalicelib.api import (
    catalogue,
    delivering,
    erasing,
    exporting,
    health,
    own_decks,
    rooms,
    sockets,
    tenant,
    usage,
    webhooks,
)
from chalicelib.api.cold_start import prepare
from chalicelib.api.documents import serving
from chalicelib.api.service import CORS, Service
from chalicelib.api.unrouted import all_else

app = Service(app_name="tapadillo", configure_logs=False)
app.api.cors = CORS
app.experimental_feature_flags.update(["BLUEPRINTS", "WEBSOCKETS"])
app.register_blueprint(health.routes)
app.register_blueprint(catalogue.routes)
app.register_blueprint(rooms.routes)
app.register_blueprint(tenant.routes)
app.register_blueprint(usage.routes)
app.register_blueprint(own_decks.routes)
app.register_blueprint(erasing.routes)
app.register_blueprint(exporting.routes)
app.register_blueprint(webhooks.routes)
app.register_blueprint(serving.routes)
app.register_blueprint(all_else(app.routes))


@app.on_ws_connect()
def connect(event: Any) -> Any:
    """A socket was opened."""
    return sockets.connected(event)


@app.on_ws_message()
def message(event: Any) -> Any:
    """A socket sent something."""
    return sockets.received(event)


@app.on_ws_disconnect()
def disconnect(event: Any) -> Any:
    """A socket was closed."""
    return sockets.disconnected(event)


@app.on_sqs_message(queue=os.environ.get("ALARM_QUEUE", "tapadillo-alarms"), batch_size=10)
def alarms(event: Any) -> Any:
    """Rooms are due."""
    return waking.ring(event)


@app.on_sqs_message(queue=os.environ.get("WEBHOOK_QUEUE", "tapadillo-webhooks"), batch_size=10)
def deliveries(event: Any) -> Any:
    """Tenants' servers are to be told of something."""
    return delivering.handle(event)


@app.schedule("rate(1 minute)")
def sweep(event: Any) -> None:
    """Look for rooms that are overdue."""
    waking.sweep(event)


prepare()
gc.freeze()
gc.enable()
