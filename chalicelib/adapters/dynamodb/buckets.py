"""Token buckets: a number each, changed by one conditional write in almost every case."""

from typing import TYPE_CHECKING, Final

from chalicelib.adapters import keys
from chalicelib.adapters.dynamodb.attributes import Values, number, primary_key
from chalicelib.adapters.dynamodb.trouble import present, store_trouble
from chalicelib.tenants.pace import Rate
from chalicelib.tenants.ports import Level

if TYPE_CHECKING:
    from types_boto3_dynamodb import DynamoDBClient

KEPT_S: Final = 60
"""A bucket is forgotten so long after it is full again, when it makes no difference any more."""

TRIES: Final = 3
"""A bucket that is full for one write and in use for the next has changed in between."""


class DynamoBuckets:
    """The buckets of one tenant. Implements `Buckets`."""

    def __init__(self, table: str, tenant: str, client: "DynamoDBClient") -> None:
        """Nothing is read or written yet."""
        self._table, self._tenant, self._client = table, tenant, client

    def take(self, name: str, rate: Rate, now: int) -> Level:
        """Take one, if there is one: from a bucket in use, else from one that is full or not there."""
        full_at = 0
        for _ in range(TRIES):
            given = {":interval": number(rate.interval_ms), ":now": number(now)}
            last = number(now + rate.window_ms - rate.interval_ms)
            taken, full_at = self._update(
                name,
                rate,
                "full_at = full_at + :interval",
                "full_at > :now AND full_at <= :last",
                given | {":last": last},
            )
            if not taken and full_at <= now:
                once = {":later": number(now + rate.interval_ms), ":now": number(now)}
                taken, full_at = self._update(
                    name, rate, "full_at = :later", "attribute_not_exists(full_at) OR full_at <= :now", once
                )
            if taken or rate.spent(full_at, now) is None:
                return Level.of(rate, full_at, now, is_taken=taken)
        return Level.of(rate, full_at, now, is_taken=False)

    def give_back(self, name: str, rate: Rate) -> None:
        """Put one back that was taken."""
        with store_trouble():
            try:
                self._client.update_item(
                    TableName=self._table,
                    Key=primary_key(keys.bucket(self._tenant, name)),
                    UpdateExpression="SET full_at = full_at - :interval",
                    ConditionExpression="attribute_exists(pk)",
                    ExpressionAttributeValues={":interval": number(rate.interval_ms)},
                )
            except self._client.exceptions.ConditionalCheckFailedException:
                return

    def _update(self, name: str, rate: Rate, change: str, condition: str, given: Values) -> tuple[bool, int]:
        """Whether the change was made, and when the bucket is full again, as it is now (0: not there)."""
        until = (int(given[":now"]["N"]) + rate.window_ms) // 1000 + KEPT_S
        with store_trouble():
            try:
                made = self._client.update_item(
                    TableName=self._table,
                    Key=primary_key(keys.bucket(self._tenant, name)),
                    UpdateExpression=f"SET {change}, expires_at = :until",
                    ConditionExpression=condition,
                    ExpressionAttributeValues=given | {":until": number(until)},
                    ReturnValues="ALL_NEW",
                    ReturnValuesOnConditionCheckFailure="ALL_OLD",
                )["Attributes"]
            except self._client.exceptions.ConditionalCheckFailedException as failed:
                standing = present(failed)
                return False, int(standing["full_at"]["N"]) if standing else 0
        return True, int(made["full_at"]["N"])
