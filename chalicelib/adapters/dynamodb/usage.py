"""What a tenant used: an item for each delivery, so that none is hot, and one for each day added up."""

from collections.abc import Mapping
from dataclasses import asdict, fields
from typing import TYPE_CHECKING, Any, Final

from chalicelib.adapters import keys
from chalicelib.adapters.dynamodb.attributes import Values, number, primary_key
from chalicelib.adapters.dynamodb.deleting import delete_under
from chalicelib.adapters.dynamodb.trouble import store_trouble
from chalicelib.adapters.keys import Key
from chalicelib.rooms.room import Delivery, Room
from chalicelib.tenants.usage import NOTHING, Usage

if TYPE_CHECKING:
    from types_boto3_dynamodb import DynamoDBClient

USAGE_KEPT_S: Final = 400 * 24 * 60 * 60


class DynamoUsage:
    """The usage of one tenant."""

    def __init__(self, table: str, tenant: str, client: "DynamoDBClient") -> None:
        """Nothing is read or written yet."""
        self._table, self._tenant, self._client = table, tenant, client

    def deliver(self, room: Room, delivery: Delivery) -> None:
        """Write down what was used; doing it again changes nothing."""
        if delivery.usage != NOTHING:
            key = keys.used(self._tenant, delivery.at, room.document.id, delivery.id)
            self._put(key, delivery.usage, delivery.at)

    def drop(self, code: str, room_id: str, opened_at: int | None) -> None:
        """Figures outlive their room."""

    def clear(self, day: str) -> bool:
        """Forget what was used on a day; False if nothing was."""
        total, pk = keys.used_in_all(self._tenant, day), keys.used_on(self._tenant, day)
        delete_under(self._client, self._table, total.pk, total.sk)
        found = 0  # of a total nothing is told: there is one of every day that was looked at
        while deleted := delete_under(self._client, self._table, pk):
            found += deleted
        return found > 0

    def totals(self, first: str, last: str) -> Mapping[str, Usage]:
        """The days from the first to the last that were added up for good."""
        pk = keys.used_in_all(self._tenant, first).pk
        items = self._query("pk = :pk AND sk BETWEEN :first AND :last", pk=pk, first=first, last=last)
        return {item["sk"]["S"]: _usage(item) for item in items}

    def sum(self, day: str) -> Usage:
        """All that was delivered of a day, added up now."""
        items = self._query("pk = :pk", pk=keys.used_on(self._tenant, day))
        return sum(map(_usage, items), start=NOTHING)

    def keep(self, day: str, total: Usage) -> None:
        """Add a day up for good; doing it again changes nothing."""
        self._put(keys.used_in_all(self._tenant, day), total, keys.noon_of(day))

    def _put(self, key: Key, usage: Usage, at: int) -> None:
        values = {name: number(value) for name, value in asdict(usage).items() if value}
        with store_trouble():
            try:
                self._client.put_item(
                    TableName=self._table,
                    Item=primary_key(key) | values | {"expires_at": number(at // 1000 + USAGE_KEPT_S)},
                    ConditionExpression="attribute_not_exists(pk)",
                )
            except self._client.exceptions.ConditionalCheckFailedException:
                return

    def _query(self, condition: str, **given: str) -> list[Mapping[str, Any]]:
        values: Values = {f":{name}": {"S": value} for name, value in given.items()}
        with store_trouble():
            pages = self._client.get_paginator("query").paginate(
                TableName=self._table,
                KeyConditionExpression=condition,
                ExpressionAttributeValues=values,
                ConsistentRead=True,
            )
            return [item for page in pages for item in page["Items"]]


def _usage(item: Mapping[str, Any]) -> Usage:
    return Usage(**{f.name: int(item[f.name]["N"]) for f in fields(Usage) if f.name in item})
