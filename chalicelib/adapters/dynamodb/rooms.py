"""The rooms of a tenant: an item each, saved where its revision still stands."""

import secrets
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, Literal

from chalicelib.adapters import keys
from chalicelib.adapters.codec import SCHEMA_VERSION, Codec
from chalicelib.adapters.dynamodb.archive import DynamoArchive
from chalicelib.adapters.dynamodb.attributes import Values, number, packed, primary_key, size, unpacked
from chalicelib.adapters.dynamodb.trouble import present, store_trouble
from chalicelib.adapters.keys import Key
from chalicelib.core.ids import PlayerId
from chalicelib.rooms.errors import Conflict, RoomNotFound
from chalicelib.rooms.ports import Opening
from chalicelib.rooms.room import Connected, Room, RoundRecord

if TYPE_CHECKING:
    from types_boto3_dynamodb import DynamoDBClient

ROUNDS_KEPT_S: Final = 7 * 24 * 60 * 60
"""Finished rounds outlive their room by so much."""
OPENINGS_KEPT_S: Final = 24 * 60 * 60

SOMETIMES: Final = ("due_at", "due_shard", "outbox")
"""Absent from a room that is closed and of which all is told; that keeps the index of due rooms sparse."""


class DynamoRooms:
    """The rooms of one tenant."""

    def __init__(self, table: str, tenant: str, client: "DynamoDBClient", codec: Codec) -> None:
        """Build the repository of a tenant, for which nothing is read or written yet."""
        self._table, self._tenant, self._client, self._codec = table, tenant, client, codec
        self._archive = DynamoArchive(table, tenant, client, codec)

    def load(self, code: str) -> Room | None:
        """The room, or None."""
        with store_trouble():
            found = self._client.get_item(
                TableName=self._table, Key=primary_key(self._key(code)), ConsistentRead=True
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
                    Item=primary_key(self._key(room.code)) | values,
                    ConditionExpression="attribute_not_exists(pk)",
                    ReturnValuesOnConditionCheckFailure="ALL_OLD",
                )
            except self._client.exceptions.ConditionalCheckFailedException as failed:
                return _is_own(present(failed), values)
        return True

    def save(self, room: Room, actor: PlayerId | None, now: int) -> Room:
        """Replace what a save replaces, if the revision still stands, and leave all else as it is."""
        values = self._values(replace(room, revision=room.revision + 1))
        absent = [name for name in SOMETIMES if name not in values]
        names = {f"#{name}": name for name in (*values, *absent)}
        given = {f":{name}": value for name, value in values.items()} | {":expected": number(room.revision)}
        changes = [f"#{name} = :{name}" for name in values]
        if actor is not None:
            names |= {"#seen": "seen", "#actor": actor}
            given[":now"] = number(now)
            changes.append("#seen.#actor = :now")
        expression = "SET " + ", ".join(changes)
        if absent:
            expression += " REMOVE " + ", ".join(f"#{name}" for name in absent)
        with store_trouble():
            try:
                item: Mapping[str, Any] = self._client.update_item(
                    TableName=self._table,
                    Key=primary_key(self._key(room.code)),
                    UpdateExpression=expression,
                    ConditionExpression="attribute_exists(pk) AND #revision = :expected",
                    ExpressionAttributeNames=names,
                    ExpressionAttributeValues=given,
                    ReturnValues="ALL_NEW",
                    ReturnValuesOnConditionCheckFailure="ALL_OLD",
                )["Attributes"]
            except self._client.exceptions.ConditionalCheckFailedException as failed:
                item = present(failed)
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
        """Note that the seat made a request, without touching the revision, unless a later one is noted."""
        is_news = "attribute_not_exists(#seen.#player) OR #seen.#player < :now"
        self._update_hints(
            code,
            "SET #seen.#player = :now",
            {"#seen": "seen", "#player": player},
            {":now": number(now)},
            condition=f"attribute_exists(pk) AND ({is_news})",
        )

    def keep_round(self, room: Room, record: RoundRecord) -> None:
        """Store a finished round at its own place; doing it again changes nothing."""
        raw = self._codec.dump_rounds(room.game, (record,))
        values: Values = {
            "game": {"S": room.game},
            "schema_version": number(SCHEMA_VERSION),
            "expires_at": number(room.closes_at // 1000 + ROUNDS_KEPT_S),
        }
        values["rounds"] = packed(raw, size(values))
        key = keys.finished_round(self._tenant, room.code, room.document.id, record.id)
        with store_trouble():
            try:
                self._client.put_item(
                    TableName=self._table,
                    Item=primary_key(key) | values,
                    ConditionExpression="attribute_not_exists(pk)",
                )
            except self._client.exceptions.ConditionalCheckFailedException:
                return

    def rounds(self, room: Room) -> list[RoundRecord]:
        """The finished rounds that were delivered, oldest first."""
        return self._archive.rounds(room.code, room.document.id)

    def kept_round(self, code: str, room_id: str, record_id: str) -> RoundRecord | None:
        """One finished round, whether its room still stands or not; None if it is not, or no longer, kept."""
        key = keys.finished_round(self._tenant, code, room_id, record_id)
        with store_trouble():
            found = self._client.get_item(TableName=self._table, Key=primary_key(key), ConsistentRead=True)
        item = found.get("Item")
        return self._archive.records(item)[0] if item else None

    def opening(self, key: str, opening: Opening) -> Opening:
        """Remember what a key opens for a day, or the earlier opening of that key."""
        now = opening.at // 1000
        values: Values = {
            "code": {"S": opening.code},
            "room_id": {"S": opening.room_id},
            "nonce": {"S": opening.nonce},
            "request": {"S": opening.request},
            "expires_at": number(now + OPENINGS_KEPT_S),
        }
        with store_trouble():
            try:
                self._client.put_item(
                    TableName=self._table,
                    Item=primary_key(keys.opening(self._tenant, key)) | values,
                    ConditionExpression="attribute_not_exists(pk) OR expires_at <= :now",
                    ExpressionAttributeValues={":now": number(now)},
                    ReturnValuesOnConditionCheckFailure="ALL_OLD",
                )
            except self._client.exceptions.ConditionalCheckFailedException as failed:
                return _opening(present(failed))
        return opening

    def opened(self, key: str, now: int) -> Opening | None:
        """What a key opens, if it is remembered."""
        with store_trouble():
            found = self._client.get_item(
                TableName=self._table,
                Key=primary_key(keys.opening(self._tenant, key)),
                ConsistentRead=True,
            )
        item = found.get("Item")
        return _opening(item) if item and int(item["expires_at"]["N"]) > now // 1000 else None

    def _key(self, code: str) -> Key:
        return keys.room(self._tenant, code)

    def _update_hints(
        self,
        code: str,
        expression: str,
        names: dict[str, str],
        given: Values | None = None,
        returns: Literal["NONE", "ALL_NEW"] = "NONE",
        condition: str = "attribute_exists(pk)",
    ) -> Mapping[str, Any] | None:
        """Change one of the maps that no save replaces; what was asked for, None if the condition fails."""
        more: dict[str, Any] = {"ExpressionAttributeValues": given} if given else {}
        with store_trouble():
            try:
                return self._client.update_item(
                    TableName=self._table,
                    Key=primary_key(self._key(code)),
                    UpdateExpression=expression,
                    ConditionExpression=condition,
                    ExpressionAttributeNames=names,
                    ReturnValues=returns,
                    **more,
                ).get("Attributes")
            except self._client.exceptions.ConditionalCheckFailedException:
                return None

    def _values(self, room: Room) -> Values:
        """The attributes that a save replaces."""
        values: Values = {
            "revision": number(room.revision),
            "phase": {"S": room.state.phase},
            "closes_at": number(room.closes_at),
            "expires_at": number(room.expires_at),
            "game": {"S": room.game},
            "schema_version": number(SCHEMA_VERSION),
            "write_id": {"S": secrets.token_urlsafe(9)},
        }
        key = self._key(room.code)
        if room.due_at is not None:
            values |= {"due_at": number(room.due_at), "due_shard": {"S": keys.due_shard(key.pk)}}
        rest = size(primary_key(key) | values | _hints(room))
        document = self._codec.dump_document(room.game, room.document)
        if room.outbox:
            outbox = self._codec.dump_deliveries(room.game, room.outbox)
            values["outbox"] = packed(outbox, rest + len(document))
            rest += size({"outbox": values["outbox"]})
        values["document"] = packed(document, rest)
        return values

    def _room(self, code: str, item: Mapping[str, Any]) -> Room:
        game, version = item["game"]["S"], int(item["schema_version"]["N"])
        outbox = item.get("outbox")
        return Room(
            code=code,
            game=game,
            document=self._codec.load_document(game, unpacked(item["document"]), version),
            closes_at=int(item["closes_at"]["N"]),
            revision=int(item["revision"]["N"]),
            due_at=int(item["due_at"]["N"]) if "due_at" in item else None,
            outbox=self._codec.load_deliveries(game, unpacked(outbox), version) if outbox else (),
            connections=_connections(item),
            seen_at=_seen_at(item),
        )


def _opening(item: Mapping[str, Any]) -> Opening:
    code, room_id, nonce, request = (item[name]["S"] for name in ("code", "room_id", "nonce", "request"))
    return Opening(code, room_id, nonce, request, (int(item["expires_at"]["N"]) - OPENINGS_KEPT_S) * 1000)


def _is_own(item: Mapping[str, Any], values: Values) -> bool:
    """Whether the item is what this very call wrote: the answer was lost, and the client asked again."""
    return bool(item.get("write_id") == values["write_id"])


def _hints(room: Room) -> Values:
    """The maps that change without a save; they exist from the start, so that an entry can be set in them."""
    sockets = {c: {"S": f"{found.player}@{found.at}"} for c, found in room.connections.items()}
    seen = {player: number(at) for player, at in room.seen_at.items()}
    return {"connections": {"M": sockets}, "seen": {"M": seen}}


def _connections(item: Mapping[str, Any]) -> dict[str, Connected]:
    found: dict[str, Connected] = {}
    for connection, value in item["connections"]["M"].items():
        player, _, at = value["S"].partition("@")
        found[connection] = Connected(PlayerId(player), int(at))
    return found


def _seen_at(item: Mapping[str, Any]) -> dict[PlayerId, int]:
    return {PlayerId(player): int(at["N"]) for player, at in item["seen"]["M"].items()}
