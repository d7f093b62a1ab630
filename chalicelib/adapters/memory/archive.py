"""What is kept of rooms whether they still stand or not."""

import json
from collections.abc import Collection, Mapping
from typing import Any

from chalicelib.adapters import keys
from chalicelib.adapters.codec import SCHEMA_VERSION, Codec
from chalicelib.adapters.keys import Key
from chalicelib.adapters.memory.kept import Memory, all_under
from chalicelib.core.ids import PlayerId
from chalicelib.rooms.room import RoundRecord, Said


class MemoryArchive:
    """What is kept of one tenant's rooms, whether they still stand or not."""

    def __init__(self, memory: Memory, tenant: str, codec: Codec) -> None:
        """Look through a memory that other tenants may share."""
        self._memory, self._tenant, self._codec = memory, tenant, codec

    def room_ids(self, code: str) -> list[str]:
        """Of what rounds and messages are kept under a code."""
        pk = keys.room(self._tenant, code).pk
        with self._memory.lock:
            kept = [*self._memory.rounds, *self._memory.messages, *self._memory.said]
        return sorted({id for key in kept if key.pk == pk and (id := keys.room_id_in(key.sk))})

    def rounds(self, code: str, room_id: str) -> list[RoundRecord]:
        """The finished rounds, oldest first."""
        with self._memory.lock:
            found = all_under(self._memory.rounds, keys.rounds(self._tenant, code, room_id))
        return [r for _, (game, raw) in found for r in self._codec.load_rounds(game, raw, SCHEMA_VERSION)]

    def messages(self, code: str, room_id: str, after: int, most: int) -> list[Said]:
        """The messages that follow a number, oldest first."""
        with self._memory.lock:
            found = all_under(self._memory.messages, keys.messages(self._tenant, code, room_id))
        return [said for _, said in found if said.number > after][:most]

    def erase(self, code: str, room_id: str, players: Collection[PlayerId]) -> None:
        """Take the nicknames of players out of the rounds, and out of the chat all that they said."""
        memory, at = self._memory, (self._tenant, code, room_id)
        with memory.lock:
            for key, said in all_under(memory.messages, keys.messages(*at)):
                memory.messages[key] = said.without(players)
            for key, (said, until) in all_under(memory.said, keys.said_under(*at)):
                memory.said[key] = said.without(players), until
            for key, (game, raw) in all_under(memory.rounds, keys.rounds(*at)):
                records = self._codec.load_rounds(game, raw, SCHEMA_VERSION)
                after = self._codec.dump_rounds(game, [record.without(players) for record in records])
                memory.rounds[key] = game, after

    def clear(self, code: str, room_id: str) -> Mapping[str, int]:
        """Delete some of it, the room itself last."""
        memory, at = self._memory, (self._tenant, code, room_id)
        parts: tuple[tuple[str, dict[Key, Any], Key], ...] = (
            ("rounds", memory.rounds, keys.rounds(*at)),
            ("message_keys", memory.said, keys.said_under(*at)),
            ("messages", memory.messages, keys.messages(*at)),
        )
        with memory.lock:
            for kind, kept, begin in parts:
                found = all_under(kept, begin)
                for key, _ in found:
                    del kept[key]
                if found:
                    return {kind: len(found)}
            key = keys.room(self._tenant, code)
            room = memory.rooms.get(key)
            if room is None or json.loads(room.document)["id"] != room_id:
                return {}
            del memory.rooms[key]
            return {"rooms": 1}
