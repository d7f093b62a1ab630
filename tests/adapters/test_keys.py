import pytest

from chalicelib.adapters import keys


@pytest.mark.parametrize("tenant", ["", "demo#R", "Demo", "de mo", "demo\n", "ñ", "x" * 41])
def test_a_tenant_cannot_reach_into_the_keys_of_another(tenant: str):
    for make in (lambda: keys.room(tenant, "K7MPQ"), lambda: keys.opening(tenant, "key")):
        with pytest.raises(ValueError, match="stand in a key"):
            make()


@pytest.mark.parametrize("code", ["", "K7#M", "k7mpq", "K7MPQ\n", "Ñ", "K" * 17])
def test_a_code_cannot_reach_beyond_its_room(code: str):
    with pytest.raises(ValueError, match="stand in a key"):
        keys.room("demo", code)


def test_a_rooms_key_tells_whose_it_is():
    assert keys.room_of(keys.room("demo-2", "K7MPQ").pk) == ("demo-2", "K7MPQ")


@pytest.mark.parametrize("pk", ["C#abc=", keys.opening("demo", "key").pk, "T#demo#R#", ""])
def test_other_keys_are_no_rooms(pk: str):
    with pytest.raises(ValueError, match="not the key of a room"):
        keys.room_of(pk)


def test_what_a_key_opens_is_found_without_keeping_the_key():
    assert keys.opening("demo", "secret") == keys.opening("demo", "secret")
    assert keys.opening("demo", "secret") != keys.opening("other", "secret")
    assert "secret" not in keys.opening("demo", "secret").pk


def test_rounds_of_a_room_are_told_from_those_of_the_next_room_with_its_code():
    pk, prefix = keys.rounds("demo", "K7MPQ", "a1")

    assert keys.finished_round("demo", "K7MPQ", "a1", "0001.0001").sk.startswith(prefix)
    assert not keys.finished_round("demo", "K7MPQ", "a12", "0001.0001").sk.startswith(prefix)
    assert pk == keys.room("demo", "K7MPQ").pk


def test_rooms_spread_evenly_over_the_index_and_stay_where_they_are():
    shards = [keys.due_shard(keys.room("demo", f"ROOM{n}").pk) for n in range(1600)]

    assert len(keys.DUE_SHARDS) == 16
    assert min(map(shards.count, keys.DUE_SHARDS)) > 50
    assert keys.due_shard("T#demo#R#K7MPQ") == "4"
