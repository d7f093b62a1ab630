from dataclasses import replace

from chalicelib.core.ids import PlayerId
from chalicelib.rooms.errors import Conflict
from chalicelib.rooms.ports import Opening
from tests.adapters.playing import NOW, record, room
from tests.contracts.stores import RACERS, Race, Store

WINS = 50
SOCKETS = 25
P1 = PlayerId("p1")


def count(store: Store, racer: int) -> list[int]:
    """Add one to the room's count of steps, so often, each time against all others."""
    rooms, won = store.rooms(), list[int]()
    current = rooms.load("K7MPQ")
    while len(won) < WINS:
        assert current is not None
        state = current.document.state
        more = replace(current.document, state=replace(state, step=state.step + 1))
        try:
            current = rooms.save(replace(current, document=more), P1, NOW)
            won.append(current.revision)
        except Conflict as conflict:
            current = conflict.current
    return won


def test_no_save_is_lost_and_every_revision_has_one_winner(contested: Store, race: Race):
    started = room().document.state.step
    contested.rooms().create(room())

    won = race(count, contested)

    found = contested.rooms().load("K7MPQ")
    assert found is not None
    assert sorted(revision for racer in won for revision in racer) == list(range(1, RACERS * WINS + 1))
    assert found.revision == RACERS * WINS
    assert found.document.state.step == started + RACERS * WINS


def save_or_connect(store: Store, racer: int) -> None:
    """Half of the racers save, the other half come and go with sockets."""
    if racer % 2:
        count(store, racer)
    else:
        for n in range(SOCKETS):
            store.rooms().connect("K7MPQ", f"stays {racer}.{n}", P1, NOW)
            store.rooms().connect("K7MPQ", f"goes {racer}.{n}", P1, NOW)
            store.rooms().touch("K7MPQ", PlayerId(f"p{racer + 1}"), NOW + n)
            store.rooms().disconnect("K7MPQ", [f"goes {racer}.{n}"])


def test_neither_sockets_nor_saves_are_lost_when_they_come_together(contested: Store, race: Race):
    contested.rooms().create(room())

    race(save_or_connect, contested)

    found = contested.rooms().load("K7MPQ")
    assert found is not None
    assert found.revision == RACERS // 2 * WINS
    assert set(found.connections) == {f"stays {r}.{n}" for r in range(0, RACERS, 2) for n in range(SOCKETS)}
    assert found.seen_at[P1] in (NOW, NOW + SOCKETS - 1)
    assert found.seen_at[PlayerId("p3")] == NOW + SOCKETS - 1


def open_with_one_key(store: Store, racer: int) -> list[Opening]:
    mine = Opening(f"CODE{racer}", f"room {racer}", f"nonce {racer}", "request", NOW)
    return [store.rooms().opening(f"key {n}", mine) for n in range(10)]


def test_a_key_opens_the_same_for_all_who_use_it_at_once(contested: Store, race: Race):
    opened = race(open_with_one_key, contested)

    assert all(one == opened[0] for one in opened)


def make_and_keep(store: Store, racer: int) -> list[bool]:
    made = []
    for n in range(10):
        mine = room(code=f"CODE{n}", id=f"by {racer}")
        made.append(store.rooms().create(mine))
        store.rooms().keep_round(room(), replace(record(n + 1), ended_at=racer))
    return made


def test_a_code_goes_to_one_and_a_round_is_kept_once(contested: Store, race: Race):
    made = race(make_and_keep, contested)

    for n in range(10):
        (maker,) = [racer for racer in range(RACERS) if made[racer][n]]
        found = contested.rooms().load(f"CODE{n}")
        assert found is not None
        assert found.document.id == f"by {maker}"
    assert [kept.number for kept in contested.rooms().rounds(room())] == list(range(1, 11))


def bind_to_own_seat(store: Store, racer: int) -> list[bool]:
    seat = PlayerId(f"p{racer + 1}")
    return [store.connections().bind(f"socket {n}", "demo", "K7MPQ", seat) for n in range(10)]


def test_a_socket_goes_to_one_seat(contested: Store, race: Race):
    for n in range(10):
        contested.connections().open(f"socket {n}", None, None, NOW)

    bound = race(bind_to_own_seat, contested)

    assert [sum(racer[n] for racer in bound) for n in range(10)] == [1] * 10
