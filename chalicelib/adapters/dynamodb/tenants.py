"""The records of all tenants: an item each, saved where its revision still stands."""

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

from pydantic import TypeAdapter

from chalicelib.adapters import keys
from chalicelib.adapters.dynamodb.attributes import number, primary_key
from chalicelib.adapters.dynamodb.trouble import present, store_trouble
from chalicelib.tenants.purging import RECEIPT_KEPT_S
from chalicelib.tenants.tenant import Tenant

if TYPE_CHECKING:
    from types_boto3_dynamodb import DynamoDBClient


class DynamoTenants:
    """Implements `TenantStore`."""

    def __init__(self, table: str, client: "DynamoDBClient") -> None:
        """Nothing is read or written yet."""
        self._table, self._client = table, client

    def get(self, id: str) -> Tenant | None:
        """The tenant, or None."""
        with store_trouble():
            found = self._client.get_item(
                TableName=self._table, Key=primary_key(keys.tenant(id)), ConsistentRead=True
            )
        item = found.get("Item")
        return _shape().validate_json(item["record"]["S"]) if item else None

    def save(self, tenant: Tenant) -> bool:
        """Store it as the revision after its own; False if it was changed meanwhile.

        A save whose answer was lost and that is sent again by the client library succeeds once: the record
        that stands then is the very one that it wrote.
        """
        revision = tenant.revision + 1
        record = _shape().dump_json(replace(tenant, revision=revision)).decode()
        item = primary_key(keys.tenant(tenant.id)) | {
            "record": {"S": record},
            "revision": number(revision),
        }
        if tenant.purged_at is not None:
            item["expires_at"] = number(tenant.purged_at // 1000 + RECEIPT_KEPT_S)
        is_first = tenant.revision == 0
        given: dict[str, Any] = {} if is_first else {":expected": number(tenant.revision)}
        more: dict[str, Any] = {"ExpressionAttributeValues": given} if given else {}
        with store_trouble():
            try:
                self._client.put_item(
                    TableName=self._table,
                    Item=item,
                    ConditionExpression="attribute_not_exists(pk)" if is_first else "revision = :expected",
                    ReturnValuesOnConditionCheckFailure="ALL_OLD",
                    **more,
                )
            except self._client.exceptions.ConditionalCheckFailedException as failed:
                return bool(present(failed).get("record", {}).get("S") == record)
        return True


@cache
def _shape() -> TypeAdapter[Tenant]:
    return TypeAdapter(Tenant)
