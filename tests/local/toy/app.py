"""A small app that uses everything the local server offers, and shows what it was given."""

import json
import os
import threading
import time
from functools import cache

import boto3
from botocore.config import Config
from chalice import Chalice, Response

app = Chalice("toy", configure_logs=False)
app.experimental_feature_flags.update(["WEBSOCKETS"])
app.websocket_api.configure("unused", "unused")  # Pushes go through a client of our own.

settings = os.environ
"""Where the server put its settings; tests that run it inside their own process put them elsewhere."""

seen_lock = threading.Lock()
seen: list[dict] = []
"""What the functions were called with, in order."""

fail_bodies: set[str] = set()
"""Messages of the queue to report as failed."""


@cache
def pusher():
    return boto3.client(
        "apigatewaymanagementapi",
        endpoint_url=settings["WS_ENDPOINT"],
        region_name=settings["AWS_DEFAULT_REGION"],
        aws_access_key_id=settings["AWS_ACCESS_KEY_ID"],
        aws_secret_access_key=settings["AWS_SECRET_ACCESS_KEY"],
        config=Config(connect_timeout=1, read_timeout=2, retries={"total_max_attempts": 1}),
    )


@cache
def dynamodb():
    return boto3.client("dynamodb")


def note(**what):
    with seen_lock:
        seen.append({"at": time.monotonic(), **what})


def push(connection_id, text):
    pusher().post_to_connection(ConnectionId=connection_id, Data=text.encode())


@app.route("/health")
def health():
    return {"ok": True}


@app.route("/echo/{name}", methods=["GET", "POST"], content_types=["application/json", "text/plain"])
def echo(name):
    request = app.current_request
    time.sleep(float((request.query_params or {}).get("pause", 0)))
    request = app.current_request
    return {
        "name": name,
        "path": request.path,
        "query": dict(request.query_params or {}),
        "trace": request.headers.get("x-trace"),
        "body": request.raw_body.decode("utf-8", "backslashreplace"),
        "source": request.context["identity"]["sourceIp"],
        "request_id": request.context["requestId"],
        "left_ms": app.lambda_context.get_remaining_time_in_millis(),
    }


@app.route("/respond", methods=["POST"])
def respond():
    """Answer with what the request says."""
    wanted = json.loads(app.current_request.raw_body)
    return Response(wanted.get("body", ""), wanted.get("headers", {}), wanted.get("status", 200))


@app.route("/crash")
def crash():
    return {1, 2}


@app.route("/slow")
def slow():
    time.sleep(2)


@app.route("/rows", methods=["POST"])
def add_row():
    item = {"pk": {"S": "row"}, "sk": {"S": "1"}}
    dynamodb().put_item(TableName=settings["ROOMS_TABLE"], Item=item)
    return {"url": settings["JOIN_URL"]}


@app.route("/rows")
def rows():
    found = dynamodb().scan(TableName=settings["ROOMS_TABLE"], ConsistentRead=True)
    return {"count": found["Count"], "secret": settings["TOKEN_SECRET"]}


@app.on_ws_connect()
def connect(event):
    what = event.to_dict()
    query = what.get("queryStringParameters") or {}
    note(kind="connect", id=event.connection_id, query=query)
    if "refuse" in query:
        return {"statusCode": int(query["refuse"])}
    if "crash" in query:
        raise RuntimeError("no")
    if "early" in query:
        try:
            push(event.connection_id, "too early")
        except pusher().exceptions.GoneException:
            note(kind="gone", id=event.connection_id)
    return {
        "statusCode": 200,
        "headers": {"Sec-WebSocket-Protocol": query["protocol"]} if "protocol" in query else {},
    }


@app.on_ws_message()
def message(event):
    word, _, rest = event.body.partition(" ")
    if word == "echo":
        push(event.connection_id, rest)
    elif word == "id":
        push(event.connection_id, event.connection_id)
    elif word == "pause":
        time.sleep(0.05)
        push(event.connection_id, rest)
    elif word == "to":
        other, _, text = rest.partition(" ")
        push(other, text)
    elif word == "crash":
        raise RuntimeError("no")
    elif word == "length":
        push(event.connection_id, str(len(event.body)))


@app.on_ws_disconnect()
def disconnect(event):
    note(
        kind="disconnect",
        id=event.connection_id,
        code=event.to_dict()["requestContext"]["disconnectStatusCode"],
    )


@app.on_sqs_message(queue="tapadillo-alarms", batch_size=10)
def alarms(event):
    failed = []
    records = list(event)
    for record in records:
        what = record.to_dict()
        count = int(what["attributes"]["ApproximateReceiveCount"])
        note(kind="alarm", body=record.body, count=count, batch=len(records))
        if record.body in fail_bodies:
            failed.append({"itemIdentifier": what["messageId"]})
        if record.body == "crash":
            raise RuntimeError("no")
    return {"batchItemFailures": failed}


@app.schedule("rate(1 minute)")
def sweep(event):
    note(kind="sweep", source=event.source)
