"""Which rooms a tenant opened: a small item each, by the day. Without it they could only be guessed."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from chalicelib.adapters import keys
from chalicelib.adapters.dynamodb.attributes import number, primary_key
from chalicelib.adapters.dynamodb.trouble import store_trouble
from chalicelib.rooms.room import Delivery, Room

if TYPE_CHECKING:
    from types_boto3_dynamodb import DynamoDBClient

ENTRIES_KEPT_S: Final = 30 * 24 * 60 * 60
"""Longer than anything of a room that has ended: all of it can be found by the register."""


class DynamoRegister:
    """The rooms of one tenant."""

    def __init__(self, table: str, tenant: str, client: "DynamoDBClient") -> None:
        """Nothing is read or written yet."""
        self._table, self._tenant, self._client = table, tenant, client

    def enter(self, room: Room) -> None:
        """Take note of a room; doing it again changes nothing but how long it is remembered."""
        key = keys.opened(self._tenant, room.document.created_at, room.code, room.document.id)
        expires_at = number(room.closes_at // 1000 + ENTRIES_KEPT_S)
        with store_trouble():
            self._client.put_item(TableName=self._table, Item=primary_key(key) | {"expires_at": expires_at})

    def deliver(self, room: Room, delivery: Delivery) -> None:
        """The room goes on: it is remembered for longer."""
        self.enter(room)

    def drop(self, code: str, room_id: str, opened_at: int | None) -> None:
        """Remember a room no longer; one of unknown age is forgotten by itself."""
        if opened_at is not None:
            with store_trouble():
                self._client.delete_item(
                    TableName=self._table,
                    Key=primary_key(keys.opened(self._tenant, opened_at, code, room_id)),
                )

    def opened_on(self, day: str) -> Iterator[tuple[str, str]]:
        """Code and id of every room opened on a day, and perhaps of some that never were."""
        with store_trouble():
            pages = self._client.get_paginator("query").paginate(
                TableName=self._table,
                KeyConditionExpression="pk = :pk",
                ExpressionAttributeValues={":pk": {"S": keys.opened_on(self._tenant, day)}},
                ConsistentRead=True,
            )
            for page in pages:
                for item in page["Items"]:
                    code, _, room_id = item["sk"]["S"].partition("#")
                    yield code, room_id
