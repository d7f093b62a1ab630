"""The webhooks of a tenant: an item for each endpoint, and one for each event on its way to one."""

import json
from collections.abc import Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Final

from chalicelib.adapters import keys
from chalicelib.adapters.dynamodb.attributes import Values, number, primary_key
from chalicelib.adapters.dynamodb.deleting import delete, delete_under
from chalicelib.adapters.dynamodb.trouble import store_trouble
from chalicelib.tenants.ports import Page
from chalicelib.tenants.webhooks import (
    EVENT_TYPES,
    KEPT_S,
    Answer,
    Dispatch,
    Endpoint,
    Event,
    Status,
    Trouble,
    first_id,
)

if TYPE_CHECKING:
    from types_boto3_dynamodb import DynamoDBClient

LOOKED_AT: Final = 100
"""Items of one request; some hundred bytes each."""
REQUESTS: Final = 10
"""In search of those of a status, for one page."""

Attributes = dict[str, Any]
"""Those of an item by name, as DynamoDB writes them; None for one that is not there."""
NOTHING: Final[Attributes] = {}


class DynamoWebhooks:
    """Implements `WebhookStore`. Endpoints stay until they are removed; dispatches for a week."""

    def __init__(self, table: str, tenant: str, client: "DynamoDBClient") -> None:
        """Nothing is read or written yet."""
        self._table, self._tenant, self._client = table, tenant, client

    def endpoints(self) -> list[Endpoint]:
        """All of them, the oldest first; they are few, and fit into one page."""
        pk, prefix = keys.webhooks(self._tenant)
        with store_trouble():
            page = self._client.query(
                TableName=self._table,
                KeyConditionExpression="pk = :pk AND begins_with(sk, :prefix)",
                ExpressionAttributeValues={":pk": {"S": pk}, ":prefix": {"S": prefix}},
                ConsistentRead=True,
            )
        found = [_endpoint(item) for item in page["Items"]]
        return sorted(found, key=lambda endpoint: (endpoint.created_at, endpoint.id))

    def endpoint(self, id: str) -> Endpoint | None:
        """The endpoint, or None."""
        item = self._get(keys.webhook(self._tenant, id))
        return _endpoint(item) if item else None

    def add(self, endpoint: Endpoint) -> None:
        """Keep a new one."""
        values = _secrets(endpoint) | {
            "url": {"S": endpoint.url},
            "events": {"SS": list(endpoint.events)},
            "created_at": number(endpoint.created_at),
        }
        self._put(keys.webhook(self._tenant, endpoint.id), values)

    def rotate(self, endpoint: Endpoint, expected: str) -> bool:
        """Replace its secrets by these where the newest is still what was expected.

        False where it is not, or is gone. What is sent again by the client library, its answer lost, succeeds
        once: the secret that stands then is the very one that it wrote.
        """
        key, given = keys.webhook(self._tenant, endpoint.id), {":expected": {"S": expected}}
        if self._set(key, _secrets(endpoint), "#secret = :expected", given):
            return True
        standing = self.endpoint(endpoint.id)
        return standing is not None and standing.secret == endpoint.secret

    def disable(self, id: str, now: int) -> None:
        """Note that it wants nothing more, if it is not gone."""
        self._set(keys.webhook(self._tenant, id), {"disabled_at": number(now)})

    def remove(self, id: str) -> bool:
        """Forget it; False if it was gone."""
        with store_trouble():
            removed = self._client.delete_item(
                TableName=self._table, Key=primary_key(keys.webhook(self._tenant, id)), ReturnValues="ALL_OLD"
            )
        return "Attributes" in removed

    def keep(self, dispatch: Dispatch) -> None:
        """Keep a new one; doing it again changes nothing, whatever became of it since."""
        event = dispatch.event
        values = _course(dispatch) | {
            "event": {"S": json.dumps(asdict(event))},
            "expires_at": number(event.at // 1000 + KEPT_S),
        }
        key = keys.dispatch(self._tenant, dispatch.endpoint, event.id)
        try:
            self._put(key, values, ConditionExpression="attribute_not_exists(pk)")
        except self._client.exceptions.ConditionalCheckFailedException:
            return

    def dispatch(self, endpoint: str, event: str) -> Dispatch | None:
        """The dispatch of an event to an endpoint, or None."""
        item = self._get(keys.dispatch(self._tenant, endpoint, event))
        return _dispatch(endpoint, item) if item else None

    def update(self, dispatch: Dispatch, expected: int | None) -> bool:
        """Replace it where its `next_at` is still what was expected; False where it is not, or is gone."""
        key = keys.dispatch(self._tenant, dispatch.endpoint, dispatch.event.id)
        is_expected = "next_at = :expected" if expected is not None else "attribute_not_exists(next_at)"
        given = {":expected": number(expected)} if expected is not None else {}
        return self._set(key, _course(dispatch), is_expected, given)

    def clear(self, endpoint: str) -> int:
        """Delete some dispatches to an endpoint; how many. None: nothing is left."""
        return delete_under(self._client, self._table, keys.dispatches(self._tenant, endpoint))

    def drop(self, room_id: str, since: int) -> None:
        """Delete what was dispatched of a room, all of it since an instant (epoch ms)."""
        for endpoint in self.endpoints():
            with store_trouble():
                pages = self._client.get_paginator("query").paginate(
                    TableName=self._table,
                    KeyConditionExpression="pk = :pk AND sk >= :first",
                    FilterExpression="contains(event, :room)",
                    ExpressionAttributeValues={
                        ":pk": {"S": keys.dispatches(self._tenant, endpoint.id)},
                        ":first": {"S": first_id(since)},
                        ":room": {"S": f'"room_id": {json.dumps(room_id)}'},
                    },
                    ProjectionExpression="pk, sk",
                    ConsistentRead=True,
                )
                items = [item for page in pages for item in page["Items"]]
            found = [keys.Key(item["pk"]["S"], item["sk"]["S"]) for item in items]
            delete(self._client, self._table, found)

    def page(self, endpoint: str, since: int, before: str | None, status: Status | None, most: int) -> Page:
        """At most so many dispatches of events since an instant (epoch ms), and before another event.

        However rare a status is, only so many items are looked at: the rest is looked at with the next page.
        """
        found: list[Dispatch] = []
        for _ in range(REQUESTS):
            items, is_last = self._before(endpoint, since, before)
            for item in items:
                dispatch = _dispatch(endpoint, item)
                before = dispatch.event.id
                if status in (None, dispatch.status):
                    found.append(dispatch)
                if len(found) == most:
                    return Page(tuple(found), before)
            if is_last:
                return Page(tuple(found), None)
        return Page(tuple(found), before)

    def _before(self, endpoint: str, since: int, before: str | None) -> tuple[list[Mapping[str, Any]], bool]:
        """Items from the newest on, or from one on, and whether these are the last."""
        start: dict[str, Any] = {}
        if before is not None:
            start["ExclusiveStartKey"] = primary_key(keys.dispatch(self._tenant, endpoint, before))
        with store_trouble():
            page = self._client.query(
                TableName=self._table,
                KeyConditionExpression="pk = :pk AND sk >= :first",
                ExpressionAttributeValues={
                    ":pk": {"S": keys.dispatches(self._tenant, endpoint)},
                    ":first": {"S": first_id(since)},
                },
                ConsistentRead=True,
                ScanIndexForward=False,
                Limit=LOOKED_AT,
                **start,
            )
        return list(page["Items"]), "LastEvaluatedKey" not in page

    def _get(self, key: keys.Key) -> Mapping[str, Any]:
        with store_trouble():
            found = self._client.get_item(TableName=self._table, Key=primary_key(key), ConsistentRead=True)
        return found.get("Item", {})

    def _put(self, key: keys.Key, values: Attributes, **condition: Any) -> None:
        present = {name: value for name, value in values.items() if value is not None}
        with store_trouble():
            self._client.put_item(TableName=self._table, Item=primary_key(key) | present, **condition)

    def _set(
        self, key: keys.Key, values: Attributes, condition: str = "", given: Attributes = NOTHING
    ) -> bool:
        """Change some attributes of an item; False if it is gone, or the condition does not hold."""
        names = {f"#{name}": name for name in values}
        present = {f":{name}": value for name, value in values.items() if value is not None}
        changes = "SET " + ", ".join(f"#{name[1:]} = {name}" for name in present)
        absent = [f"#{name}" for name, value in values.items() if value is None]
        with store_trouble():
            try:
                self._client.update_item(
                    TableName=self._table,
                    Key=primary_key(key),
                    UpdateExpression=changes + (f" REMOVE {', '.join(absent)}" if absent else ""),
                    ConditionExpression=" AND ".join(filter(None, ("attribute_exists(pk)", condition))),
                    ExpressionAttributeNames=names,
                    ExpressionAttributeValues={**present, **given},
                )
            except self._client.exceptions.ConditionalCheckFailedException:
                return False
        return True


def _secrets(endpoint: Endpoint) -> Attributes:
    return {
        "secret": {"S": endpoint.secret},
        "old_secret": _text(endpoint.old_secret),
        "old_until": number(endpoint.old_until),
    }


def _endpoint(item: Mapping[str, Any]) -> Endpoint:
    return Endpoint(
        id=item["sk"]["S"].rpartition("#")[2],
        url=item["url"]["S"],
        events=tuple(type for type in EVENT_TYPES if type in item["events"]["SS"]),
        created_at=int(item["created_at"]["N"]),
        secret=item["secret"]["S"],
        old_secret=item["old_secret"]["S"] if "old_secret" in item else None,
        old_until=int(item["old_until"]["N"]),
        disabled_at=_number_in(item, "disabled_at"),
    )


def _course(dispatch: Dispatch) -> Attributes:
    """What changes of a dispatch."""
    answer = dispatch.answer
    return {
        "status": {"S": dispatch.status},
        "attempts": number(dispatch.attempts),
        "next_at": _number(dispatch.next_at),
        "tried_at": _number(dispatch.tried_at),
        "answer": _number(answer.status),
        "trouble": _text(answer.trouble),
    }


def _dispatch(endpoint: str, item: Mapping[str, Any]) -> Dispatch:
    status: Any = item["status"]["S"]
    trouble = Trouble(item["trouble"]["S"]) if "trouble" in item else None
    return Dispatch(
        endpoint=endpoint,
        event=Event(**json.loads(item["event"]["S"])),
        status=status,
        next_at=_number_in(item, "next_at"),
        attempts=int(item["attempts"]["N"]),
        tried_at=_number_in(item, "tried_at"),
        answer=Answer(_number_in(item, "answer"), trouble),
    )


def _text(value: str | None) -> Values | None:
    return None if value is None else {"S": value}


def _number(value: int | None) -> dict[str, str] | None:
    return None if value is None else number(value)


def _number_in(item: Mapping[str, Any], name: str) -> int | None:
    return int(item[name]["N"]) if name in item else None
