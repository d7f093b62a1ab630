from chalicelib.core.ids import PlayerId
from chalicelib.rooms.ports import ConnectionRow
from tests.adapters.playing import NOW
from tests.contracts.stores import Store

P1, P2 = PlayerId("p1"), PlayerId("p2")


def test_a_socket_is_known_from_its_opening_until_it_is_forgotten(store: Store):
    connections = store.connections()
    assert connections.get("Abc-_=") is None

    connections.open("Abc-_=", "https://example.org", "192.0.2.1", NOW)
    connections.open("other", None, None, NOW)
    assert connections.get("Abc-_=") == ConnectionRow("Abc-_=", address="192.0.2.1")
    assert connections.get("other") == ConnectionRow("other")

    connections.forget("Abc-_=")
    connections.forget("Abc-_=")
    assert connections.get("Abc-_=") is None
    assert connections.get("other") is not None


def test_a_socket_belongs_to_its_first_seat_for_good(store: Store):
    connections = store.connections()
    connections.open("socket", None, None, NOW)

    assert connections.bind("socket", "demo", "K7MPQ", P1)
    assert connections.bind("socket", "demo", "K7MPQ", P1)
    assert not connections.bind("socket", "demo", "K7MPQ", P2)
    assert not connections.bind("socket", "demo", "OTHER", P1)
    assert not connections.bind("socket", "demo-2", "K7MPQ", P1)
    assert connections.get("socket") == ConnectionRow("socket", "demo", "K7MPQ", P1)


def test_a_socket_that_is_gone_belongs_to_nobody(store: Store):
    connections = store.connections()

    assert not connections.bind("socket", "demo", "K7MPQ", P1)
    assert connections.get("socket") is None


def test_a_socket_keeps_the_language_it_was_opened_in(store: Store):
    connections = store.connections()
    connections.open("socket", None, None, NOW, "ru, es;q=0.5")
    assert connections.get("socket") == ConnectionRow("socket", language="ru, es;q=0.5")

    assert connections.bind("socket", "demo", "K7MPQ", P1)
    assert connections.bind("socket", "demo", "K7MPQ", P1)
    assert connections.get("socket") == ConnectionRow("socket", "demo", "K7MPQ", P1, "ru, es;q=0.5")
