"""Deleting many items: those of a partition, and only so many at a time."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from chalicelib.adapters.dynamodb.attributes import primary_key
from chalicelib.adapters.dynamodb.trouble import store_trouble
from chalicelib.adapters.keys import Key
from chalicelib.rooms.errors import StoreBusy

if TYPE_CHECKING:
    from types_boto3_dynamodb import DynamoDBClient

MOST: Final = 500
"""Items that one call deletes: less than a second's work."""
BATCH: Final = 25
"""Items of one request (DynamoDB takes no more)."""
TRIES: Final = 3
"""Requests for what the store left undone of a batch."""


def delete_under(client: "DynamoDBClient", table: str, pk: str, prefix: str = "") -> int:
    """Delete some items of a partition, or of those under a prefix; how many. None: nothing is left."""
    found = _under(client, table, pk, prefix)
    delete(client, table, found)
    return len(found)


def _under(client: "DynamoDBClient", table: str, pk: str, prefix: str) -> list[Key]:
    condition, values = "pk = :pk", {":pk": {"S": pk}}
    if prefix:
        condition, values = f"{condition} AND begins_with(sk, :prefix)", values | {":prefix": {"S": prefix}}
    with store_trouble():
        pages = client.get_paginator("query").paginate(
            TableName=table,
            KeyConditionExpression=condition,
            ExpressionAttributeValues=values,
            ProjectionExpression="pk, sk",
            ConsistentRead=True,
            PaginationConfig={"MaxItems": MOST},
        )
        return [Key(item["pk"]["S"], item["sk"]["S"]) for page in pages for item in page["Items"]]


def delete(client: "DynamoDBClient", table: str, found: Sequence[Key]) -> None:
    """Delete items by their keys, whether they are there or not; raises `StoreBusy` if some may be left."""
    for first in range(0, len(found), BATCH):
        batch = found[first : first + BATCH]
        left: Any = [{"DeleteRequest": {"Key": primary_key(key)}} for key in batch]
        for _ in range(TRIES):
            with store_trouble():
                undone = client.batch_write_item(RequestItems={table: left})["UnprocessedItems"]
            left = undone.get(table, [])
            if not left:
                break
        else:
            raise StoreBusy
