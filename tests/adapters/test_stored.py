"""Rooms that were stored once can be read: documents as they were written, kept under `stored/`.

A stored shape that changes is a new schema version: the files stay, and an upgrade reads them. Only until a
first version is deployed somewhere may they be written anew instead.
"""

from pathlib import Path

import pytest

from chalicelib.adapters.codec import SCHEMA_VERSION, Codec
from chalicelib.games.registry import RULESETS

STORED = Path(__file__).with_name("stored")
CODEC = Codec(RULESETS)


@pytest.mark.parametrize("game", RULESETS)
def test_a_stored_room_is_read_and_written_as_it_was(game: str):
    raw = (STORED / f"{game}.json").read_bytes().strip()

    assert raw == CODEC.dump_document(game, CODEC.load_document(game, raw, SCHEMA_VERSION))
