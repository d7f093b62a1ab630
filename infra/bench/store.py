"""What one action costs the store: bytes and write units of the room's item, reads and writes on the wire."""

import os
from collections import Counter
from typing import Any

from chalicelib.adapters import aws
from chalicelib.adapters.codec import Codec
from chalicelib.adapters.dynamodb import DynamoRooms
from chalicelib.adapters.memory import (
    HandClock,
    Memory,
    MemoryArchive,
    MemoryConnections,
    MemoryRegister,
    MemoryTalk,
    RecordingAlarm,
    RecordingPush,
)
from chalicelib.adapters.presenter import LibraryPresenter
from chalicelib.adapters.system import SystemEntropy
from chalicelib.core.ids import PlayerId
from chalicelib.games.registry import RULESETS
from chalicelib.mechanics.accusation import Vote
from chalicelib.rooms.act import act
from chalicelib.rooms.house import House
from chalicelib.rooms.tokens import Tokens, by_socket
from chalicelib.rooms.watch import watch
from infra.bench.fullest import LIBRARY, NOW, ROUNDS_BEFORE, fullest_room
from infra.local.store import store
from infra.tables import ROOMS_TABLE, create_tables

SIZE_BAR = 6 * 1024
READS = {"GetItem", "Query"}


def report() -> list[str]:
    """Lines for people: the item, and what a vote and a look cost on the wire."""
    os.environ.setdefault("AWS_DEFAULT_REGION", "eu-west-1")
    os.environ.setdefault("AWS_ACCESS_KEY_ID", "bench")
    os.environ.setdefault("AWS_SECRET_ACCESS_KEY", "bench")
    with store("dynoxide") as endpoint:
        client = aws.dynamodb(endpoint)
        create_tables(client)
        calls: Counter[str] = Counter()
        units: list[float] = []
        client.meta.events.register("before-send.dynamodb", _counting(calls))
        client.meta.events.register("before-parameter-build.dynamodb.UpdateItem", _asking)
        client.meta.events.register("after-call.dynamodb.UpdateItem", _weighing(units))
        house = _house(DynamoRooms(ROOMS_TABLE, "bench", client, Codec(RULESETS)))
        room = fullest_room()
        house.store.create(room)
        for connection, connected in room.connections.items():
            house.store.connect(room.code, connection, connected.player, NOW)
        voter: PlayerId = room.state.public.round.accusation.missing[0]
        calls.clear()
        units.clear()
        acted = act(house, room.code, by_socket(voter), lambda ruleset: Vote(True), room.state.phase_seq)
        if acted.rejection is not None:
            raise RuntimeError(str(acted.rejection))
        a_vote = _told(calls)
        calls.clear()
        watch(house, room.code, by_socket(voter))
        a_look = _told(calls)
    document = len(Codec(RULESETS).dump_document("espia", acted.room.document))
    hints = sum(len(c) + len(f"{at.player}@{at.at}") for c, at in acted.room.connections.items())
    return [
        f"store: the fullest room of ten after {ROUNDS_BEFORE} rounds, 2 sockets a seat, receipts full",
        f"  document {document} bytes and sockets {hints}, before compression   (bar {SIZE_BAR} together)",
        f"  a vote costs {units[0]:.0f} write units as stored; on the wire {a_vote}",
        f"  a look costs on the wire {a_look}",
    ]


def _house(rooms: DynamoRooms) -> House:
    return House(
        tenant="bench",
        rulesets=RULESETS,
        decks=LIBRARY,
        store=rooms,
        register=MemoryRegister(Memory(), "bench"),
        archive=MemoryArchive(Memory(), "bench", Codec(RULESETS)),
        talk=MemoryTalk(Memory(), "bench"),
        connections=MemoryConnections(Memory()),
        push=RecordingPush(),
        alarm=RecordingAlarm(),
        clock=HandClock(NOW + 1_000),
        entropy=SystemEntropy(),
        presenter=LibraryPresenter(
            RULESETS, LIBRARY, "https://play.example/{code}", lambda locale, why: str(why)
        ),
        tokens=Tokens(b"bench"),
    )


def _told(calls: Counter[str]) -> str:
    reads = sum(n for name, n in calls.items() if name in READS)
    return f"{reads} read(s), {calls.total() - reads} write(s)"


def _counting(calls: Counter[str]) -> Any:
    def count(request: Any, **_: Any) -> None:
        calls[request.headers["X-Amz-Target"].decode().partition(".")[2]] += 1

    return count


def _asking(params: dict[str, Any], **_: Any) -> None:
    params["ReturnConsumedCapacity"] = "TOTAL"


def _weighing(units: list[float]) -> Any:
    def weigh(parsed: dict[str, Any], **_: Any) -> None:
        if "ConsumedCapacity" in parsed:
            units.append(parsed["ConsumedCapacity"]["CapacityUnits"])

    return weigh
