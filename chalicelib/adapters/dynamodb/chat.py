"""What is said in the rooms of a tenant: an item a message, and one for each key that it was said under."""

import secrets
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from chalicelib.adapters import keys
from chalicelib.adapters.dynamodb.attributes import Values, number, primary_key
from chalicelib.adapters.dynamodb.trouble import store_trouble
from chalicelib.core.ids import PlayerId
from chalicelib.rooms.chat import KEPT_S
from chalicelib.rooms.errors import StoreBusy
from chalicelib.rooms.ports import Once
from chalicelib.rooms.room import Room, Said

if TYPE_CHECKING:
    from types_boto3_dynamodb import DynamoDBClient
    from types_boto3_dynamodb.type_defs import TransactWriteItemTypeDef

_TAKEN: Final = frozenset({"ConditionalCheckFailed", "TransactionConflict"})
_BUSY: Final = frozenset({"ProvisionedThroughputExceeded", "ThrottlingError"})


class DynamoTalk:
    """The chats of one tenant."""

    def __init__(self, table: str, tenant: str, client: "DynamoDBClient") -> None:
        """Nothing is read or written yet."""
        self._table, self._tenant, self._client = table, tenant, client

    def last(self, room: Room, most: int) -> list[Said]:
        """The last messages, oldest first."""
        return self._query(room, 0, most, forward=False)[::-1]

    def after(self, room: Room, number: int, most: int) -> list[Said]:
        """The messages that follow a number, oldest first."""
        return self._query(room, number, most, forward=True)

    def earlier(self, room: Room, player: PlayerId, key: str, now: int) -> Said | None:
        """What the seat said under that key, while the key is kept."""
        found = self._get(keys.said(self._tenant, room.code, room.document.id, player, key))
        if not found or int(found["expires_at"]["N"]) <= now // 1000:
            return None
        said = self._get(self._key(room, int(found["number"]["N"])))
        return said_in(said) if said else None  # the room is being deleted

    def add(self, room: Room, said: Said, once: Once | None, now: int) -> bool:
        """Keep a message, and the key that it was said under; False if its number or the key is taken."""
        values: Values = {
            "number": number(said.number),
            "player": {"S": said.player},
            "nickname": {"S": said.nickname},
            "text": {"S": said.text},
            "at": number(said.at),
            "write_id": {"S": secrets.token_urlsafe(9)},
            "expires_at": number(room.closes_at // 1000 + KEPT_S),
        }
        writes = [self._put(self._key(room, said.number), values, "attribute_not_exists(pk)")]
        if once is not None:
            key = keys.said(self._tenant, room.code, room.document.id, said.player, once.key)
            kept = {"number": number(said.number), "expires_at": number(now // 1000 + once.kept_s)}
            is_free = "attribute_not_exists(pk) OR expires_at <= :now"
            writes.append(self._put(key, kept, is_free, {":now": number(now // 1000)}))
        with store_trouble():
            try:
                self._client.transact_write_items(TransactItems=writes)
            except self._client.exceptions.TransactionCanceledException as cancelled:
                reasons = cancelled.response["CancellationReasons"]
                why = {reason["Code"] for reason in reasons} - {"None"}
                if why & _BUSY:
                    raise StoreBusy from cancelled
                if not why <= _TAKEN:
                    raise
                # the answer was lost, and the client asked again
                return bool(reasons[0].get("Item", {}).get("write_id") == values["write_id"])
            except self._client.exceptions.TransactionConflictException:
                return False
        return True

    def _key(self, room: Room, number: int) -> keys.Key:
        return keys.message(self._tenant, room.code, room.document.id, number)

    def _put(
        self, key: keys.Key, values: Values, condition: str, given: Values | None = None
    ) -> "TransactWriteItemTypeDef":
        put: Any = {
            "TableName": self._table,
            "Item": primary_key(key) | values,
            "ConditionExpression": condition,
            "ReturnValuesOnConditionCheckFailure": "ALL_OLD",
        }
        if given:
            put["ExpressionAttributeValues"] = given
        return {"Put": put}

    def _get(self, key: keys.Key) -> Mapping[str, Any]:
        with store_trouble():
            found = self._client.get_item(TableName=self._table, Key=primary_key(key), ConsistentRead=True)
        return found.get("Item", {})

    def _query(self, room: Room, after: int, most: int, *, forward: bool) -> list[Said]:
        first, last = self._key(room, after + 1), self._key(room, keys.MOST_MESSAGES)
        return messages_between(self._client, self._table, first, last, most, forward=forward)


def messages_between(
    client: "DynamoDBClient", table: str, first: keys.Key, last: keys.Key, most: int, *, forward: bool = True
) -> list[Said]:
    """At most so many messages from either end; they fit into one page, being short."""
    with store_trouble():
        page = client.query(
            TableName=table,
            KeyConditionExpression="pk = :pk AND sk BETWEEN :first AND :last",
            ExpressionAttributeValues={
                ":pk": {"S": first.pk},
                ":first": {"S": first.sk},
                ":last": {"S": last.sk},
            },
            ConsistentRead=True,
            ScanIndexForward=forward,
            Limit=most,
        )
    return [said_in(item) for item in page["Items"]]


def said_in(item: Mapping[str, Any]) -> Said:
    """The message that an item holds."""
    player = item["player"]["S"]
    # of what was erased neither name nor text is there
    nickname, text = item.get("nickname", {"S": player})["S"], item.get("text", {"S": ""})["S"]
    return Said(int(item["number"]["N"]), PlayerId(player), nickname, text, int(item["at"]["N"]))
