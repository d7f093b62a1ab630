import json
import zlib
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chalicelib.adapters import codec as codec_module
from chalicelib.adapters.codec import SCHEMA_VERSION, Codec, pack, unpack
from chalicelib.core.errors import InvariantBroken
from chalicelib.core.ids import PlayerId
from chalicelib.games.espia.state import Options
from chalicelib.games.registry import RULESETS
from chalicelib.mechanics.table import Standing
from chalicelib.rooms.room import Closing, Delivery, Document, MatchRecord, RoundRecord
from chalicelib.tenants.usage import Usage
from tests.adapters.playing import asking, delivery, over, record, room, seated, wandering

CODEC = Codec(RULESETS)


def round_trip(document: Document) -> Document:
    return CODEC.load_document("espia", CODEC.dump_document("espia", document), SCHEMA_VERSION)


@given(st.integers(0, 2**32))
def test_a_room_comes_back_as_it_went_wherever_play_may_lead(seed: int):
    document = room().document
    for state in wandering(seed, steps=60):
        stored = replace(document, state=state)

        assert repr_of(round_trip(stored)) == repr_of(stored)


def repr_of(document: Document) -> Any:
    """Everything in it with its types: to `==`, 1 is True and (lists aside) order in mappings is nothing."""
    state = document.state
    return document, repr(document), repr((state.hands, state.secret, state.seed, state.hand_seq))


def test_finished_rounds_come_back_as_they_went():
    records = (record(1), record(2), record(1, match=2))

    assert CODEC.load_rounds("espia", CODEC.dump_rounds("espia", records), SCHEMA_VERSION) == records
    assert CODEC.load_rounds("espia", CODEC.dump_rounds("espia", ()), SCHEMA_VERSION) == ()


def test_deliveries_come_back_as_they_went_whatever_has_ended():
    standings = (Standing(PlayerId("p2"), 5, 1), Standing(PlayerId("p1"), 0, 2))
    told = (
        delivery(),
        Delivery(1, MatchRecord(2, 3, standings), Usage(actions=4)),
        Delivery(5, Closing(6, "expired")),
    )

    raw = CODEC.dump_deliveries("espia", told)

    assert CODEC.load_deliveries("espia", raw, SCHEMA_VERSION) == told
    assert [b"round", b"match", b"closing"] == [line.partition(b"\t")[0] for line in raw.splitlines()]


def test_a_line_of_deliveries_is_one_line_whatever_people_are_called():
    odd = {PlayerId("p1"): "A\tna\n\r\x0b\u2028\x85", PlayerId("p2"): '"\\t'}
    told = (replace(delivery(), event=replace(record(), nicknames=odd)),) * 2

    assert CODEC.load_deliveries("espia", CODEC.dump_deliveries("espia", told), SCHEMA_VERSION) == told


def test_what_equals_its_default_is_not_stored():
    stored = json.loads(CODEC.dump_document("espia", room(seated(1)).document))

    assert stored["state"]["public"]["table"] == {
        "players": [{"id": "p1", "nickname": "Ana", "seen": False}],
        "host": "p1",
        "options": {},
        "locale": "es",
        "entered": 1,
    }
    assert "bot_keys" not in stored and "usage" not in stored


def test_a_member_that_no_longer_exists_is_passed_over():
    stored = json.loads(CODEC.dump_document("espia", room().document))
    stored["state"]["public"]["table"]["theme"] = "dark"

    assert CODEC.load_document("espia", json.dumps(stored).encode(), SCHEMA_VERSION) == room().document


def test_what_an_older_version_wrote_is_brought_up_to_date_step_by_step(monkeypatch: pytest.MonkeyPatch):
    def rename(game: str, kind: type, value: Any) -> Any:
        if kind is Document:
            value["created_at"] = value.pop("born_at")
        return value

    def to_ms(game: str, kind: type, value: Any) -> Any:
        if kind is Document:
            value["created_at"] *= 1000
        return value

    old = json.loads(CODEC.dump_document("espia", room().document))
    old["born_at"] = old.pop("created_at") // 1000
    monkeypatch.setattr(codec_module, "SCHEMA_VERSION", 3)
    monkeypatch.setattr(codec_module, "UPGRADES", {1: rename, 2: to_ms})

    assert CODEC.load_document("espia", json.dumps(old).encode(), 1) == room().document
    assert CODEC.load_rounds("espia", CODEC.dump_rounds("espia", [record()]), 1) == (record(),)


@pytest.mark.parametrize("kind", ["options of another type", "a list for a tuple"])
def test_what_the_game_does_not_know_is_not_written_and_not_told(kind: str):
    state = seated()
    table = state.public.table
    wrong = {
        "options of another type": replace(table, options={"secret": "piscina"}),
        "a list for a tuple": replace(table, players=["piscina"]),
    }[kind]
    document = replace(room().document, state=replace(state, public=replace(state.public, table=wrong)))

    with pytest.raises(InvariantBroken) as broken:
        CODEC.dump_document("espia", document)

    assert "piscina" not in str(broken.value)
    assert broken.value.__suppress_context__


@pytest.mark.parametrize("raw", [b"", b"{}", b'{"id": "piscina"}', b"piscina"])
def test_what_makes_no_sense_is_not_read_and_not_told(raw: bytes):
    with pytest.raises(InvariantBroken) as broken:
        CODEC.load_document("espia", raw, SCHEMA_VERSION)

    assert "piscina" not in str(broken.value)
    assert broken.value.__suppress_context__


def test_every_game_can_be_stored():
    for game, ruleset in RULESETS.items():
        state = ruleset.new("seed", ruleset.options(), ruleset.locales[0])
        document = Document("id", 0, 1, state, {})

        assert CODEC.load_document(game, CODEC.dump_document(game, document), SCHEMA_VERSION) == document


def test_options_are_stored_by_what_was_chosen():
    state = seated()
    chosen = replace(state.public.table, options=Options(minutes=5, vote_seconds=None))
    document = replace(room().document, state=replace(state, public=replace(state.public, table=chosen)))

    assert round_trip(document).state.public.table.options == Options(minutes=5, vote_seconds=None)


def test_a_round_record_keeps_all_that_the_reveal_told():
    stored: RoundRecord = record()

    assert CODEC.load_rounds("espia", CODEC.dump_rounds("espia", [stored]), 1)[0].result.reveal.cards


@pytest.mark.parametrize(
    ("size", "rest", "kind"),
    [
        (700, 300, str),  # one unit as it is
        (800, 300, bytes),  # two, one if squeezed
        (40, 1500, str),  # two either way
        (1000, 2000, bytes),  # three, two if squeezed
        (1, 0, str),
    ],
)
def test_json_is_squeezed_exactly_where_that_saves_a_write_unit(size: int, rest: int, kind: type):
    raw = b"7" * size
    packed = pack(raw, rest)

    assert type(packed) is kind
    assert unpack(packed) == raw


def test_both_forms_can_be_read():
    raw = CODEC.dump_document("espia", room(asking(10)).document)

    assert unpack(raw.decode()) == unpack(zlib.compress(raw)) == raw


def test_the_largest_table_stays_small():
    asked = CODEC.dump_document("espia", room(asking(10)).document)
    told = CODEC.dump_document("espia", room(over(10)).document)

    assert max(len(asked), len(told)) < 8_000
    assert len(zlib.compress(asked)) < 2_000
