"""What is kept of a tenant's rooms, found by code and room id, whether the rooms still stand or not."""

import json
from collections.abc import Collection, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from chalicelib.adapters import keys
from chalicelib.adapters.codec import SCHEMA_VERSION, Codec
from chalicelib.adapters.dynamodb.attributes import Values, number, packed, primary_key, size, unpacked
from chalicelib.adapters.dynamodb.chat import messages_between
from chalicelib.adapters.dynamodb.deleting import delete, delete_under
from chalicelib.adapters.dynamodb.trouble import store_trouble
from chalicelib.adapters.keys import Key
from chalicelib.core.ids import PlayerId
from chalicelib.rooms.errors import StoreBusy
from chalicelib.rooms.room import RoundRecord, Said

if TYPE_CHECKING:
    from types_boto3_dynamodb import DynamoDBClient

TRIES: Final = 5
"""Times that a round is read again because somebody else has rewritten it."""
PARTS: Final = {"rounds": keys.rounds, "message_keys": keys.said_under, "messages": keys.messages}
"""In this order: a key is never there without its message."""


class DynamoArchive:
    """Implements `Archive` for one tenant."""

    def __init__(self, table: str, tenant: str, client: "DynamoDBClient", codec: Codec) -> None:
        """Nothing is read or written yet."""
        self._table, self._tenant, self._client, self._codec = table, tenant, client, codec

    def room_ids(self, code: str) -> list[str]:
        """Of what rounds and messages are kept under a code: one look for each kind of each room."""
        found, sk = set[str](), "-"  # which sorts before all of them
        while sk:
            sk = self._next(code, sk)
            room_id = keys.room_id_in(sk)
            if room_id is not None:
                found.add(room_id)
                sk = f"{sk.partition('#')[0]}#{room_id}#\N{REPLACEMENT CHARACTER}"
        return sorted(found)

    def rounds(self, code: str, room_id: str) -> list[RoundRecord]:
        """The finished rounds, oldest first."""
        return [
            r for item in self._items(keys.rounds(self._tenant, code, room_id)) for r in self.records(item)
        ]

    def records(self, item: Mapping[str, Any]) -> tuple[RoundRecord, ...]:
        """The finished rounds that an item holds."""
        version = int(item["schema_version"]["N"])
        return self._codec.load_rounds(item["game"]["S"], unpacked(item["rounds"]), version)

    def messages(self, code: str, room_id: str, after: int, most: int) -> list[Said]:
        """The messages that follow a number, oldest first."""
        first = keys.message(self._tenant, code, room_id, after + 1)
        last = keys.message(self._tenant, code, room_id, keys.MOST_MESSAGES)
        return messages_between(self._client, self._table, first, last, most)

    def erase(self, code: str, room_id: str, players: Collection[PlayerId]) -> None:
        """Take the nicknames of players out of the rounds, and out of the chat all that they said."""
        for item in self._items(keys.messages(self._tenant, code, room_id)):
            if item["player"]["S"] in players and "text" in item:
                self._blank(Key(item["pk"]["S"], item["sk"]["S"]))
        for _ in range(TRIES):
            items = list(self._items(keys.rounds(self._tenant, code, room_id)))
            if all([self._rewrite(item, players) for item in items]):
                return
        raise StoreBusy

    def clear(self, code: str, room_id: str) -> Mapping[str, int]:
        """Delete some of it, the room's own item last."""
        for kind, begin in PARTS.items():
            pk, prefix = begin(self._tenant, code, room_id)
            deleted = delete_under(self._client, self._table, pk, prefix)
            if deleted:
                return {kind: deleted}
        key = keys.room(self._tenant, code)
        with store_trouble():
            item = self._client.get_item(TableName=self._table, Key=primary_key(key), ConsistentRead=True)
        if "Item" not in item or json.loads(unpacked(item["Item"]["document"]))["id"] != room_id:
            return {}
        delete(self._client, self._table, [key])
        return {"rooms": 1}

    def _next(self, code: str, after: str) -> str:
        """The sort key that follows another among all under a code; empty if it was the last."""
        with store_trouble():
            page = self._client.query(
                TableName=self._table,
                KeyConditionExpression="pk = :pk AND sk > :after",
                ExpressionAttributeValues={
                    ":pk": {"S": keys.room(self._tenant, code).pk},
                    ":after": {"S": after},
                },
                ProjectionExpression="sk",
                ConsistentRead=True,
                Limit=1,
            )
        return page["Items"][0]["sk"]["S"] if page["Items"] else ""

    def _items(self, begin: Key) -> Iterator[Mapping[str, Any]]:
        with store_trouble():
            pages = self._client.get_paginator("query").paginate(
                TableName=self._table,
                KeyConditionExpression="pk = :pk AND begins_with(sk, :prefix)",
                ExpressionAttributeValues={":pk": {"S": begin.pk}, ":prefix": {"S": begin.sk}},
                ConsistentRead=True,
            )
            for page in pages:
                yield from page["Items"]

    def _rewrite(self, item: Mapping[str, Any], players: Collection[PlayerId]) -> bool:
        """Whether none of the nicknames is left in a round; False if somebody else rewrote it just now."""
        before = self.records(item)
        after = tuple(record.without(players) for record in before)
        if after == before:
            return True
        values: Values = {":version": number(SCHEMA_VERSION), ":before": item["rounds"]}
        rest = size({name: value for name, value in item.items() if name != "rounds"})
        values[":after"] = packed(self._codec.dump_rounds(item["game"]["S"], after), rest)
        return self._update(
            Key(item["pk"]["S"], item["sk"]["S"]),
            "SET rounds = :after, schema_version = :version",
            "rounds = :before",
            ExpressionAttributeValues=values,
        )

    def _blank(self, key: Key) -> None:
        self._update(
            key,
            "REMOVE #text, nickname",
            "attribute_exists(pk)",
            ExpressionAttributeNames={"#text": "text"},
        )

    def _update(self, key: Key, change: str, condition: str, **more: Any) -> bool:
        """False where the condition does not hold."""
        with store_trouble():
            try:
                self._client.update_item(
                    TableName=self._table,
                    Key=primary_key(key),
                    UpdateExpression=change,
                    ConditionExpression=condition,
                    **more,
                )
            except self._client.exceptions.ConditionalCheckFailedException:
                return False
        return True
