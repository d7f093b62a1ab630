"""The own decks of a tenant: an item for each version, and a small one that names the newest."""

import json
from typing import TYPE_CHECKING, Any, Final

from chalicelib.adapters import keys
from chalicelib.adapters.dynamodb.attributes import number, primary_key
from chalicelib.adapters.dynamodb.deleting import delete, delete_under
from chalicelib.adapters.dynamodb.trouble import store_trouble
from chalicelib.adapters.keys import Key
from chalicelib.decks.own.shelf import KEPT_S, Bound, Json
from chalicelib.rooms.errors import StoreBusy

if TYPE_CHECKING:
    from types_boto3_dynamodb import DynamoDBClient
    from types_boto3_dynamodb.type_defs import TransactWriteItemTypeDef

_PASSING: Final = frozenset(
    {"None", "TransactionConflict", "ProvisionedThroughputExceeded", "ThrottlingError"}
)


class DynamoShelf:
    """Implements `Shelf`. The newest version stays until its tenant replaces or deletes it."""

    def __init__(self, table: str, tenant: str, client: "DynamoDBClient") -> None:
        """Nothing is read or written yet."""
        self._table, self._tenant, self._client = table, tenant, client

    def summaries(self) -> list[Json]:
        """Of the newest version of each deck, by id."""
        found: list[Json] = []
        with store_trouble():
            pages = self._client.get_paginator("query").paginate(
                TableName=self._table,
                KeyConditionExpression="pk = :pk",
                ExpressionAttributeValues={":pk": {"S": keys.own_decks(self._tenant)}},
                ConsistentRead=True,
            )
            for page in pages:
                found += (_summary(item) for item in page["Items"])
        return found

    def newest(self, deck_id: str) -> Json | None:
        """The summary of the newest version, or None."""
        item = self._get(keys.own_deck(self._tenant, deck_id))
        return _summary(item) if item else None

    def bound(self, deck_id: str, version: str) -> Bound | None:
        """That version, while it is kept."""
        item = self._get(keys.own_version(self._tenant, deck_id, version))
        if "deck" not in item:
            return None
        return Bound(deck_id, version, _summary(item), item["deck"]["B"], item["source"]["B"])

    def put(self, bound: Bound, before: str | None, now: int) -> bool:
        """Make it the newest version if that one (None: none) is the newest now, which then expires."""
        summary = {"S": json.dumps(bound.summary, ensure_ascii=False)}
        version = primary_key(keys.own_version(self._tenant, bound.id, bound.version))
        newest = primary_key(keys.own_deck(self._tenant, bound.id))
        newest |= {"version": {"S": bound.version}, "summary": summary}
        version |= {"deck": {"B": bound.deck}, "source": {"B": bound.source}, "summary": summary}
        return self._transact(
            {"Put": {"TableName": self._table, "Item": newest} | _if_newest(before)},
            {"Put": {"TableName": self._table, "Item": version}},
            *self._expiring(bound.id, before, now),
            wanted=bound.version,
        )

    def remove(self, deck_id: str, version: str, now: int) -> bool:
        """Have no such deck any more if that is its newest version, which then expires."""
        newest = primary_key(keys.own_deck(self._tenant, deck_id))
        return self._transact(
            {"Delete": {"TableName": self._table, "Key": newest} | _if_newest(version)},
            *self._expiring(deck_id, version, now),
            wanted=None,
        )

    def clear(self, deck_id: str) -> None:
        """Delete a deck with all its versions at once, whoever plays with it."""
        while delete_under(self._client, self._table, keys.own_versions(self._tenant, deck_id)):
            pass
        delete(self._client, self._table, [keys.own_deck(self._tenant, deck_id)])

    def _expiring(self, deck_id: str, version: str | None, now: int) -> "list[TransactWriteItemTypeDef]":
        if version is None:
            return []
        return [
            {
                "Update": {
                    "TableName": self._table,
                    "Key": primary_key(keys.own_version(self._tenant, deck_id, version)),
                    "UpdateExpression": "SET expires_at = :then",
                    "ExpressionAttributeValues": {":then": number(now // 1000 + KEPT_S)},
                }
            }
        ]

    def _transact(self, *writes: "TransactWriteItemTypeDef", wanted: str | None) -> bool:
        """All writes or none; True too if the newest version is the `wanted` one already.

        Then either the answer was lost and the client asked again, or somebody else did the very same.
        """
        with store_trouble():
            try:
                self._client.transact_write_items(TransactItems=writes)
            except self._client.exceptions.TransactionCanceledException as cancelled:
                reasons = cancelled.response["CancellationReasons"]
                if reasons[0]["Code"] != "ConditionalCheckFailed":
                    if {reason["Code"] for reason in reasons} <= _PASSING:
                        raise StoreBusy from cancelled
                    raise
                item: Any = reasons[0].get("Item", {})
                return bool(item.get("version", {}).get("S") == wanted)
        return True

    def _get(self, key: Key) -> dict[str, Any]:
        with store_trouble():
            found = self._client.get_item(TableName=self._table, Key=primary_key(key), ConsistentRead=True)
        item: dict[str, Any] = found.get("Item", {})
        return item


def _if_newest(version: str | None) -> Any:
    """The condition under which a write is made."""
    told = {"ReturnValuesOnConditionCheckFailure": "ALL_OLD"}
    if version is None:
        return {"ConditionExpression": "attribute_not_exists(pk)", **told}
    return {
        "ConditionExpression": "#version = :before",
        "ExpressionAttributeNames": {"#version": "version"},
        "ExpressionAttributeValues": {":before": {"S": version}},
        **told,
    }


def _summary(item: dict[str, Any]) -> Json:
    found: Json = json.loads(item["summary"]["S"])
    return found
