"""Rooms of all tenants whose alarm was lost."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from chalicelib.adapters import keys
from chalicelib.adapters.alarms import OVERDUE_MS, Wakeup
from chalicelib.adapters.dynamodb.attributes import number
from chalicelib.adapters.dynamodb.trouble import store_trouble

if TYPE_CHECKING:
    from types_boto3_dynamodb import DynamoDBClient

MINUTE_MS: Final = 60_000


class DynamoDueRooms:
    """The one look across all tenants: rooms whose alarm was lost."""

    def __init__(self, table: str, client: "DynamoDBClient") -> None:
        """Use the sparse index `due`, which holds keys and nothing else."""
        self._table, self._client = table, client

    def due_rooms(self, now: int, limit: int) -> Iterator[Wakeup]:
        """At most `limit` rooms that are overdue, read as they are asked for.

        Each minute begins with another part of the index, so that a flood in one starves no other.
        """
        first = now // MINUTE_MS % len(keys.DUE_SHARDS)
        for shard in keys.DUE_SHARDS[first:] + keys.DUE_SHARDS[:first]:
            if limit <= 0:
                return
            for wakeup in self._overdue(shard, now - OVERDUE_MS, limit):
                limit -= 1
                yield wakeup

    def _overdue(self, shard: str, before: int, limit: int) -> Iterator[Wakeup]:
        with store_trouble():
            pages = self._client.get_paginator("query").paginate(
                TableName=self._table,
                IndexName="due",
                KeyConditionExpression="due_shard = :shard AND due_at < :before",
                ExpressionAttributeValues={":shard": {"S": shard}, ":before": number(before)},
                PaginationConfig={"MaxItems": limit, "PageSize": min(limit, 100)},
            )
            for page in pages:
                for item in page["Items"]:
                    tenant, code = keys.room_of(item["pk"]["S"])
                    yield Wakeup(tenant, code, int(item["due_at"]["N"]))
