"""The sockets of everybody, a row each."""

from typing import TYPE_CHECKING, Final

from chalicelib.adapters import keys
from chalicelib.adapters.dynamodb.attributes import Values, number, primary_key
from chalicelib.adapters.dynamodb.trouble import store_trouble
from chalicelib.core.ids import PlayerId
from chalicelib.rooms.ports import ConnectionRow

if TYPE_CHECKING:
    from types_boto3_dynamodb import DynamoDBClient

CONNECTIONS_KEPT_S: Final = 2 * 60 * 60 + 10 * 60


class DynamoConnections:
    """The rows of all sockets."""

    def __init__(self, table: str, client: "DynamoDBClient") -> None:
        """Sockets belong to no tenant before their first hello."""
        self._table, self._client = table, client

    def open(
        self, connection: str, origin: str | None, address: str | None, now: int, language: str | None = None
    ) -> None:
        """A socket was opened; forgotten by itself after 2 h 10."""
        given = {"origin": origin, "address": address, "language": language}
        values: Values = {name: {"S": value} for name, value in given.items() if value is not None}
        values["expires_at"] = number(now // 1000 + CONNECTIONS_KEPT_S)
        with store_trouble():
            self._client.put_item(
                TableName=self._table, Item=primary_key(keys.connection(connection)) | values
            )

    def get(self, connection: str) -> ConnectionRow | None:
        """The socket, or None."""
        with store_trouble():
            found = self._client.get_item(
                TableName=self._table, Key=primary_key(keys.connection(connection)), ConsistentRead=True
            )
        item = found.get("Item")
        if not item:
            return None
        names = ("tenant", "code", "player", "language", "address")
        given = (item[name]["S"] if name in item else None for name in names)
        tenant, code, player, language, address = given
        seat = PlayerId(player) if player else None
        return ConnectionRow(connection, tenant, code, seat, language, address)

    def bind(self, connection: str, tenant: str, code: str, player: PlayerId) -> bool:
        """Give the socket to a seat, once and for good; True too if it was given to that very seat before."""
        seat = {"tenant": tenant, "code": code, "player": player}
        same = " AND ".join(f"#{name} = :{name}" for name in seat)
        with store_trouble():
            try:
                self._client.update_item(
                    TableName=self._table,
                    Key=primary_key(keys.connection(connection)),
                    UpdateExpression="SET " + ", ".join(f"#{name} = :{name}" for name in seat),
                    ConditionExpression=f"attribute_exists(pk) AND (attribute_not_exists(#player) OR {same})",
                    ExpressionAttributeNames={f"#{name}": name for name in seat},
                    ExpressionAttributeValues={f":{name}": {"S": value} for name, value in seat.items()},
                )
            except self._client.exceptions.ConditionalCheckFailedException:
                return False
        return True

    def forget(self, connection: str) -> None:
        """The socket is gone."""
        with store_trouble():
            self._client.delete_item(TableName=self._table, Key=primary_key(keys.connection(connection)))
