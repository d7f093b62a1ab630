"""The rooms, sockets and due rooms in DynamoDB: the one table, and what its troubles mean here."""

import logging
import secrets
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, Literal

from botocore.exceptions import ClientError, HTTPClientError
from botocore.exceptions import ConnectionError as NoConnection

from chalicelib.adapters import keys
from chalicelib.adapters.alarms import Wakeup
from chalicelib.adapters.codec import SCHEMA_VERSION, Codec, pack, unpack
from chalicelib.adapters.keys import Key
from chalicelib.core.ids import PlayerId
from chalicelib.rooms.errors import Conflict, RoomNotFound, StoreBusy
from chalicelib.rooms.ports import ConnectionRow, Opening
from chalicelib.rooms.room import Connected, Room, RoundRecord

if TYPE_CHECKING:
    from types_boto3_dynamodb import DynamoDBClient

log = logging.getLogger(__name__)

Values = dict[str, Any]
"""Attributes by name, each a value as DynamoDB writes it: {"S": …}, {"N": …}, {"B": …}, {"M": …}."""

ROUNDS_KEPT_S: Final = 7 * 24 * 60 * 60
"""Finished rounds outlive their room by so much."""
OPENINGS_KEPT_S: Final = 24 * 60 * 60
CONNECTIONS_KEPT_S: Final = 2 * 60 * 60 + 10 * 60
OVERDUE_MS: Final = 5_000
"""A room that is due for so long has lost its alarm."""
MINUTE_MS: Final = 60_000

SOMETIMES: Final = ("due_at", "due_shard", "outbox")
"""Absent from a room in which nothing is due or waits; that keeps the index of due rooms sparse."""
BUSY: Final = frozenset(
    {
        "ProvisionedThroughputExceededException",
        "RequestLimitExceeded",
        "ThrottlingException",
        "TransactionConflictException",
    }
)


class DynamoRooms:
    """The rooms of one tenant."""

    def __init__(self, table: str, tenant: str, client: "DynamoDBClient", codec: Codec) -> None:
        """Build the repository of a tenant, for which nothing is read or written yet."""
        self._table, self._tenant, self._client, self._codec = table, tenant, client, codec

    def load(self, code: str) -> Room | None:
        """The room, or None."""
        with store_trouble():
            found = self._client.get_item(
                TableName=self._table, Key=_key(self._key(code)), ConsistentRead=True
            )
        item = found.get("Item")
        return self._room(code, item) if item else None

    def create(self, room: Room) -> bool:
        """Store a new room; False if the code is taken (even by a room that is over)."""
        values = self._values(room) | _hints(room)
        with store_trouble():
            try:
                self._client.put_item(
                    TableName=self._table,
                    Item=_key(self._key(room.code)) | values,
                    ConditionExpression="attribute_not_exists(pk)",
                    ReturnValuesOnConditionCheckFailure="ALL_OLD",
                )
            except self._client.exceptions.ConditionalCheckFailedException as failed:
                return _is_own(_present(failed), values)
        return True

    def save(self, room: Room, actor: PlayerId | None, now: int) -> Room:
        """Replace what a save replaces, if the revision still stands, and leave all else as it is."""
        values = self._values(replace(room, revision=room.revision + 1))
        absent = [name for name in SOMETIMES if name not in values]
        names = {f"#{name}": name for name in (*values, *absent)}
        given = {f":{name}": value for name, value in values.items()} | {":expected": _number(room.revision)}
        changes = [f"#{name} = :{name}" for name in values]
        if actor is not None:
            names |= {"#seen": "seen", "#actor": actor}
            given[":now"] = _number(now)
            changes.append("#seen.#actor = :now")
        expression = "SET " + ", ".join(changes)
        if absent:
            expression += " REMOVE " + ", ".join(f"#{name}" for name in absent)
        with store_trouble():
            try:
                item: Mapping[str, Any] = self._client.update_item(
                    TableName=self._table,
                    Key=_key(self._key(room.code)),
                    UpdateExpression=expression,
                    ConditionExpression="attribute_exists(pk) AND #revision = :expected",
                    ExpressionAttributeNames=names,
                    ExpressionAttributeValues=given,
                    ReturnValues="ALL_NEW",
                    ReturnValuesOnConditionCheckFailure="ALL_OLD",
                )["Attributes"]
            except self._client.exceptions.ConditionalCheckFailedException as failed:
                item = _present(failed)
                if not item:
                    raise RoomNotFound from None
                if not _is_own(item, values):
                    raise Conflict(self._room(room.code, item)) from None
        return replace(
            room, revision=room.revision + 1, connections=_connections(item), seen_at=_seen_at(item)
        )

    def connect(self, code: str, connection: str, player: PlayerId, now: int) -> Room | None:
        """Add a socket without touching the revision; the room of that moment, None if it is gone."""
        item = self._update_hints(
            code,
            "SET #connections.#id = :socket",
            {"#connections": "connections", "#id": connection},
            {":socket": {"S": f"{player}@{now}"}},
            returns="ALL_NEW",
        )
        return self._room(code, item) if item else None

    def disconnect(self, code: str, connections: Iterable[str]) -> None:
        """Forget sockets without touching the revision."""
        names = {f"#{n}": connection for n, connection in enumerate(set(connections))}
        if names:
            paths = ", ".join(f"#connections.{name}" for name in names)
            self._update_hints(code, f"REMOVE {paths}", {"#connections": "connections", **names})

    def touch(self, code: str, player: PlayerId, now: int) -> None:
        """Note that the seat made a request, without touching the revision."""
        self._update_hints(
            code, "SET #seen.#player = :now", {"#seen": "seen", "#player": player}, {":now": _number(now)}
        )

    def keep_round(self, room: Room, record: RoundRecord) -> None:
        """Store a finished round at its own place; doing it again changes nothing."""
        raw = self._codec.dump_rounds(room.game, (record,))
        values: Values = {
            "game": {"S": room.game},
            "schema_version": _number(SCHEMA_VERSION),
            "expires_at": _number(room.expires_at + ROUNDS_KEPT_S),
        }
        values["rounds"] = _packed(raw, _size(values))
        key = keys.finished_round(self._tenant, room.code, room.document.id, record.id)
        with store_trouble():
            try:
                self._client.put_item(
                    TableName=self._table,
                    Item=_key(key) | values,
                    ConditionExpression="attribute_not_exists(pk)",
                )
            except self._client.exceptions.ConditionalCheckFailedException:
                return

    def rounds(self, room: Room) -> list[RoundRecord]:
        """The finished rounds that were delivered, oldest first."""
        pk, prefix = keys.rounds(self._tenant, room.code, room.document.id)
        records: list[RoundRecord] = []
        with store_trouble():
            pages = self._client.get_paginator("query").paginate(
                TableName=self._table,
                KeyConditionExpression="pk = :pk AND begins_with(sk, :prefix)",
                ExpressionAttributeValues={":pk": {"S": pk}, ":prefix": {"S": prefix}},
                ConsistentRead=True,
            )
            for page in pages:
                for item in page["Items"]:
                    records.extend(self._rounds(item))
        return records

    def opening(self, key: str, opening: Opening, now: int) -> Opening:
        """Remember what a key opens for a day, or the earlier opening of that key."""
        values: Values = {
            "code": {"S": opening.code},
            "room_id": {"S": opening.room_id},
            "nonce": {"S": opening.nonce},
            "request": {"S": opening.request},
            "expires_at": _number(now // 1000 + OPENINGS_KEPT_S),
        }
        with store_trouble():
            try:
                self._client.put_item(
                    TableName=self._table,
                    Item=_key(keys.opening(self._tenant, key)) | values,
                    ConditionExpression="attribute_not_exists(pk) OR expires_at <= :now",
                    ExpressionAttributeValues={":now": _number(now // 1000)},
                    ReturnValuesOnConditionCheckFailure="ALL_OLD",
                )
            except self._client.exceptions.ConditionalCheckFailedException as failed:
                earlier = _present(failed)
                return Opening(*(earlier[name]["S"] for name in ("code", "room_id", "nonce", "request")))
        return opening

    def _key(self, code: str) -> Key:
        return keys.room(self._tenant, code)

    def _update_hints(
        self,
        code: str,
        expression: str,
        names: dict[str, str],
        given: Values | None = None,
        returns: Literal["NONE", "ALL_NEW"] = "NONE",
    ) -> Mapping[str, Any] | None:
        """Change one of the maps that no save replaces; what was asked for, None if it is gone."""
        more: dict[str, Any] = {"ExpressionAttributeValues": given} if given else {}
        with store_trouble():
            try:
                return self._client.update_item(
                    TableName=self._table,
                    Key=_key(self._key(code)),
                    UpdateExpression=expression,
                    ConditionExpression="attribute_exists(pk)",
                    ExpressionAttributeNames=names,
                    ReturnValues=returns,
                    **more,
                ).get("Attributes")
            except self._client.exceptions.ConditionalCheckFailedException:
                return None

    def _values(self, room: Room) -> Values:
        """The attributes that a save replaces."""
        values: Values = {
            "revision": _number(room.revision),
            "phase": {"S": room.state.phase},
            "expires_at": _number(room.expires_at),
            "game": {"S": room.game},
            "schema_version": _number(SCHEMA_VERSION),
            "write_id": {"S": secrets.token_urlsafe(9)},
        }
        key = self._key(room.code)
        if room.due_at is not None:
            values |= {"due_at": _number(room.due_at), "due_shard": {"S": keys.due_shard(key.pk)}}
        rest = _size(_key(key) | values | _hints(room))
        document = self._codec.dump_document(room.game, room.document)
        if room.outbox:
            outbox = self._codec.dump_rounds(room.game, room.outbox)
            values["outbox"] = _packed(outbox, rest + len(document))
            rest += _size({"outbox": values["outbox"]})
        values["document"] = _packed(document, rest)
        return values

    def _room(self, code: str, item: Mapping[str, Any]) -> Room:
        game, version = item["game"]["S"], int(item["schema_version"]["N"])
        outbox = item.get("outbox")
        return Room(
            code=code,
            game=game,
            document=self._codec.load_document(game, _unpacked(item["document"]), version),
            expires_at=int(item["expires_at"]["N"]),
            revision=int(item["revision"]["N"]),
            due_at=int(item["due_at"]["N"]) if "due_at" in item else None,
            outbox=self._codec.load_rounds(game, _unpacked(outbox), version) if outbox else (),
            connections=_connections(item),
            seen_at=_seen_at(item),
        )

    def _rounds(self, item: Mapping[str, Any]) -> tuple[RoundRecord, ...]:
        version = int(item["schema_version"]["N"])
        return self._codec.load_rounds(item["game"]["S"], _unpacked(item["rounds"]), version)


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
        values["expires_at"] = _number(now // 1000 + CONNECTIONS_KEPT_S)
        with store_trouble():
            self._client.put_item(TableName=self._table, Item=_key(keys.connection(connection)) | values)

    def get(self, connection: str) -> ConnectionRow | None:
        """The socket, or None."""
        with store_trouble():
            found = self._client.get_item(
                TableName=self._table, Key=_key(keys.connection(connection)), ConsistentRead=True
            )
        item = found.get("Item")
        if not item:
            return None
        names = ("tenant", "code", "player", "language")
        tenant, code, player, language = (item[name]["S"] if name in item else None for name in names)
        return ConnectionRow(connection, tenant, code, PlayerId(player) if player else None, language)

    def bind(self, connection: str, tenant: str, code: str, player: PlayerId) -> bool:
        """Give the socket to a seat, once and for good; True too if it was given to that very seat before."""
        seat = {"tenant": tenant, "code": code, "player": player}
        same = " AND ".join(f"#{name} = :{name}" for name in seat)
        with store_trouble():
            try:
                self._client.update_item(
                    TableName=self._table,
                    Key=_key(keys.connection(connection)),
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
            self._client.delete_item(TableName=self._table, Key=_key(keys.connection(connection)))


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
                ExpressionAttributeValues={":shard": {"S": shard}, ":before": _number(before)},
                PaginationConfig={"MaxItems": limit, "PageSize": min(limit, 100)},
            )
            for page in pages:
                for item in page["Items"]:
                    tenant, code = keys.room_of(item["pk"]["S"])
                    yield Wakeup(tenant, code, int(item["due_at"]["N"]))


@contextmanager
def store_trouble() -> Iterator[None]:
    """Trouble that passes by itself is `StoreBusy`; all other is ours."""
    try:
        yield
    except ClientError as error:
        code, status = error.response["Error"]["Code"], error.response["ResponseMetadata"]["HTTPStatusCode"]
        if code not in BUSY and status < 500:
            raise
        log.warning("the store is busy: %s", code)
        raise StoreBusy from error
    except (NoConnection, HTTPClientError) as error:
        log.warning("the store does not answer: %s", type(error).__name__)
        raise StoreBusy from error


def _present(failed: ClientError) -> Mapping[str, Any]:
    """The item on which a condition failed; empty if there is none."""
    item: Mapping[str, Any] = failed.response.get("Item", {})  # type: ignore[assignment]
    return item


def _is_own(item: Mapping[str, Any], values: Values) -> bool:
    """Whether the item is what this very call wrote: the answer was lost, and the client asked again."""
    return bool(item.get("write_id") == values["write_id"])


def _key(key: Key) -> Values:
    return {"pk": {"S": key.pk}, "sk": {"S": key.sk}}


def _number(value: int) -> dict[str, str]:
    return {"N": str(value)}


def _packed(raw: bytes, rest: int) -> Values:
    packed = pack(raw, rest)
    return {"S": packed} if isinstance(packed, str) else {"B": packed}


def _unpacked(value: Mapping[str, Any]) -> bytes:
    return unpack(value["S"] if "S" in value else value["B"])


def _hints(room: Room) -> Values:
    """The maps that change without a save; they exist from the start, so that an entry can be set in them."""
    sockets = {c: {"S": f"{found.player}@{found.at}"} for c, found in room.connections.items()}
    seen = {player: _number(at) for player, at in room.seen_at.items()}
    return {"connections": {"M": sockets}, "seen": {"M": seen}}


def _connections(item: Mapping[str, Any]) -> dict[str, Connected]:
    found: dict[str, Connected] = {}
    for connection, value in item["connections"]["M"].items():
        player, _, at = value["S"].partition("@")
        found[connection] = Connected(PlayerId(player), int(at))
    return found


def _seen_at(item: Mapping[str, Any]) -> dict[PlayerId, int]:
    return {PlayerId(player): int(at["N"]) for player, at in item["seen"]["M"].items()}


def _size(values: Values) -> int:
    """About how many bytes DynamoDB counts for attributes, rather one too many than one too few."""
    return sum(len(name.encode()) + _value_size(value) for name, value in values.items())


def _value_size(value: Values) -> int:
    ((kind, content),) = value.items()
    match kind:
        case "S":
            return len(content.encode())
        case "N":
            return len(content) // 2 + 2
        case "M":
            return 3 + len(content) + _size(content)
        case _:
            return len(content)
