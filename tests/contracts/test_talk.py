"""What is said: kept in order, read from anywhere, and never twice."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest

from chalicelib.adapters.memory import RecordingAlarm, RecordingPush
from chalicelib.adapters.system import SystemClock, SystemEntropy
from chalicelib.core.action import Context
from chalicelib.core.deck import Deck
from chalicelib.core.ids import Millis, PlayerId
from chalicelib.core.play import play
from chalicelib.games.registry import RULESETS
from chalicelib.mechanics.lobby import Configure
from chalicelib.mechanics.seating import Enter
from chalicelib.rooms.act import act
from chalicelib.rooms.chat import say
from chalicelib.rooms.errors import StoreBusy
from chalicelib.rooms.house import House
from chalicelib.rooms.ports import Once
from chalicelib.rooms.room import Room, Said
from chalicelib.rooms.tokens import Tokens, by_socket
from tests.adapters.playing import NAMES, NOW, room
from tests.contracts.stores import RACERS, DynamoStore, Race, Store
from tests.contracts.wire import Wire

IMPOSTOR = RULESETS["impostor"]
P1, P2 = PlayerId("p1"), PlayerId("p2")
MINUTE_S, DAY_S = 60, 24 * 60 * 60
EACH = 8
"""What every racer has to say."""


def said(number: int = 1, text: str = "¿Hola? 🦊", player: PlayerId = P1, at: int = NOW) -> Said:
    return Said(number, player, "Ñaña", text, at)


def many(store: Store, most: int) -> list[Said]:
    all_said = [said(number, f"Número {number}") for number in range(1, most + 1)]
    assert all(store.talk().add(room(), each, None, NOW) for each in all_said)
    return all_said


def test_nothing_was_said_at_first(store: Store):
    talk = store.talk()

    assert talk.last(room(), 10) == talk.after(room(), 0, 10) == []
    assert talk.earlier(room(), P1, "key", NOW) is None


def test_what_was_said_is_read_in_its_order_from_either_end(store: Store):
    all_said, talk = many(store, 12), store.talk()

    assert talk.last(room(), 100) == talk.after(room(), 0, 100) == all_said
    assert talk.last(room(), 3) == all_said[-3:]
    assert talk.after(room(), 4, 5) == all_said[4:9]
    assert talk.after(room(), 12, 5) == talk.after(room(), 999_999_999, 5) == []


def test_a_number_is_given_once(store: Store):
    talk = store.talk()
    assert talk.add(room(), said(), None, NOW)

    assert not talk.add(room(), said(text="Otra cosa", player=P2), None, NOW)
    assert not talk.add(room(), said(text="Otra cosa", player=P2), Once("key", DAY_S), NOW)

    assert talk.last(room(), 10) == [said()]
    assert talk.earlier(room(), P2, "key", NOW) is None


def test_a_key_stands_for_what_its_seat_said_under_it(store: Store):
    talk = store.talk()
    assert talk.add(room(), said(), Once("key", DAY_S), NOW)

    assert talk.earlier(room(), P1, "key", NOW + 1000) == said()
    assert talk.earlier(room(), P2, "key", NOW + 1000) is None
    assert talk.earlier(room(), P1, "another", NOW + 1000) is None
    assert not talk.add(room(), said(2), Once("key", DAY_S), NOW + 1000)
    assert talk.add(room(), said(2, player=P2), Once("key", DAY_S), NOW + 1000)
    assert talk.last(room(), 10) == [said(), said(2, player=P2)]


def test_a_key_is_forgotten_when_its_time_is_over(store: Store):
    talk = store.talk()
    assert talk.add(room(), said(), Once("key", MINUTE_S), NOW)
    later = NOW + MINUTE_S * 1000

    assert talk.earlier(room(), P1, "key", later - 1000) == said()
    assert talk.earlier(room(), P1, "key", later) is None
    assert talk.add(room(), said(2), Once("key", MINUTE_S), later)
    assert talk.earlier(room(), P1, "key", later) == said(2)


def test_another_room_hears_nothing_of_it(store: Store):
    assert store.talk().add(room(id="ab"), said(), Once("key", DAY_S), NOW)

    for other, tenant in (
        (room(id="abc"), "demo"),
        (room(id="ab", code="OTHER"), "demo"),
        (room(id="ab"), "x"),
    ):
        talk = store.talk(tenant)
        assert talk.last(other, 10) == talk.after(other, 0, 10) == []
        assert talk.earlier(other, P1, "key", NOW) is None
        assert talk.add(other, said(text="Aquí"), Once("key", DAY_S), NOW)
    assert store.talk().last(room(id="ab"), 10) == [said()]


# items and calls


def test_a_message_is_an_item_beside_its_room_and_so_is_its_key(table: DynamoStore):
    table.talk().add(room(), said(7), Once("a key", DAY_S), NOW)

    items = {item["sk"]["S"]: item for item in table.items()}
    message = items.pop(f"MSG#{room().document.id}#0000000007")
    assert len(message.pop("write_id")["S"]) >= 12
    assert message == {
        "pk": {"S": "T#demo#R#K7MPQ"},
        "sk": {"S": f"MSG#{room().document.id}#0000000007"},
        "number": {"N": "7"},
        "player": {"S": "p1"},
        "nickname": {"S": "Ñaña"},
        "text": {"S": "¿Hola? 🦊"},
        "at": {"N": str(NOW)},
        "expires_at": {"N": str(room().closes_at // 1000 + 7 * DAY_S)},
    }
    ((place, key),) = items.items()
    assert place.startswith(f"SAID#{room().document.id}#p1#") and "a key" not in place
    assert key["expires_at"] == {"N": str(NOW // 1000 + DAY_S)}
    assert key.keys() == {"pk", "sk", "number", "expires_at"}


def test_a_message_is_one_write_and_reads_see_all_that_was_answered(wired: DynamoStore, wire: Wire):
    talk = wired.talk()
    talk.add(room(), said(), Once("key", DAY_S), NOW)
    talk.last(room(), 10)
    talk.after(room(), 0, 10)
    talk.earlier(room(), P1, "key", NOW)

    assert wire.sent == ["TransactWriteItems", "Query", "Query", "GetItem", "GetItem"]
    assert [asked["ConsistentRead"] for asked in wire.asked[1:]] == [True] * 4


# trouble


@pytest.fixture
def impatience(monkeypatch: pytest.MonkeyPatch) -> None:
    """The client waits a moment before it asks again, which proves nothing here."""
    monkeypatch.setattr("botocore.endpoint.time.sleep", lambda seconds: None)


@pytest.mark.usefixtures("impatience")
@pytest.mark.parametrize("once", [None, Once("key", DAY_S)])
def test_a_message_whose_answer_was_lost_is_said_once(
    server: DynamoStore, wired: DynamoStore, wire: Wire, once: Once | None
):
    def somebody_answers() -> None:
        assert server.talk().add(room(), said(2, player=P2), None, NOW)

    wire.lose_answer(meanwhile=somebody_answers)

    assert wired.talk().add(room(), said(), once, NOW)
    assert wire.sent == ["TransactWriteItems"] * 2
    assert server.talk().last(room(), 10) == [said(), said(2, player=P2)]


def cancelled(*codes: str) -> dict[str, Any]:
    return {"CancellationReasons": [{"Code": code} for code in codes]}


def test_a_write_that_meets_another_comes_second(wired: DynamoStore, wire: Wire):
    wire.refuse("TransactionCanceledException", 400, **cancelled("TransactionConflict", "None"))
    assert not wired.talk().add(room(), said(), Once("key", DAY_S), NOW)

    assert wired.talk().add(room(), said(), Once("key", DAY_S), NOW)


@pytest.mark.usefixtures("impatience")
def test_a_store_that_has_too_much_to_do_is_called_busy(wired: DynamoStore, wire: Wire):
    wire.refuse("TransactionCanceledException", 400, **cancelled("ThrottlingError", "ConditionalCheckFailed"))

    with pytest.raises(StoreBusy):
        wired.talk().add(room(), said(), Once("key", DAY_S), NOW)


def test_what_the_store_refuses_for_good_is_ours_to_mend(wired: DynamoStore, wire: Wire):
    wire.refuse("TransactionCanceledException", 400, **cancelled("ValidationError", "None"))

    with pytest.raises(wired.client.exceptions.TransactionCanceledException):
        wired.talk().add(room(), said(), Once("key", DAY_S), NOW)


# races


def talk_and_listen(store: Store, racer: int) -> tuple[list[Said], list[Said]]:
    """Say so much, each against all others, and read on whenever something was said; both in order."""
    talk, mine, heard = store.talk(), list[Said](), list[Said]()
    while len(mine) < EACH:
        last = talk.last(room(), 1)
        number = last[0].number + 1 if last else 1
        next = said(number, f"{racer}.{len(mine)}", PlayerId(f"p{racer + 1}"))
        if talk.add(room(), next, Once(next.text, DAY_S) if racer % 2 else None, NOW):
            mine.append(next)
        heard += talk.after(room(), heard[-1].number if heard else 0, 100)
    return mine, heard


def test_whatever_is_said_at_once_everybody_reads_the_same_without_a_gap(contested: Store, race: Race):
    talked = race(talk_and_listen, contested)

    end = contested.talk().last(room(), 1000)
    assert [each.number for each in end] == list(range(1, RACERS * EACH + 1))
    assert sorted(each.text for each in end) == sorted(f"{r}.{n}" for r in range(RACERS) for n in range(EACH))
    for mine, heard in talked:
        assert mine == [each for each in end if each.player == mine[0].player]
        assert heard == end[: len(heard)], "something was said behind a reader's back"


def say_under_one_key(store: Store, racer: int) -> list[Said]:
    """The same request ten times over, by whoever comes first."""
    answers = []
    for n in range(10):
        while (earlier := store.talk().earlier(room(), P1, f"key {n}", NOW)) is None:
            last = store.talk().last(room(), 1)
            mine = replace(said(text=f"{n}"), number=last[0].number + 1 if last else 1)
            store.talk().add(room(), mine, Once(f"key {n}", DAY_S), NOW)
        answers.append(earlier)
    return answers


def test_what_comes_under_one_key_at_once_is_said_once(contested: Store, race: Race):
    answers = race(say_under_one_key, contested)

    assert all(one == answers[0] for one in answers)
    assert contested.talk().last(room(), 1000) == answers[0]


LAPS = 4
NO_WORDS = Deck("impostor-palabras", "1", {})


class Plain:
    """A deck without words, and views and messages that say little."""

    def rules_deck(self, deck_id: str) -> Deck:
        return NO_WORDS

    def views(self, room: Room, players: Iterable[PlayerId], now: int) -> Mapping[PlayerId, bytes]:
        return {player: b"{}" for player in players}

    def message(self, room: Room, said: Said) -> Mapping[str, str]:
        return {"id": str(said.number)}


def house_of(store: Store) -> House:
    return House(
        tenant="demo",
        rulesets={IMPOSTOR.id: IMPOSTOR},
        decks=Plain(),
        store=store.rooms(),
        register=store.register(),
        archive=store.archive(),
        talk=store.talk(),
        connections=store.connections(),
        push=RecordingPush(),
        alarm=RecordingAlarm(),
        clock=SystemClock(),
        entropy=SystemEntropy(),
        presenter=Plain(),
        tokens=Tokens(b"a secret of tests"),
    )


def say_and_play(store: Store, racer: int) -> int:
    """Say things, each request twice, while the host changes the options; how often the room was changed."""
    house, player, saved = house_of(store), PlayerId(f"p{racer + 1}"), 0
    for lap in range(LAPS):
        if racer == 0:
            words = Configure({"words": (1, 3)[lap % 2]})
            saved += act(house, "K7MPQ", by_socket(player), lambda _, words=words: words, 1).rejection is None
        once = Once(f"{lap}", DAY_S)
        while True:
            with suppress(StoreBusy):  # on a slow machine the others may win for longer than one is patient
                first = say(house, "K7MPQ", by_socket(player), f"{racer}.{lap}", once)
                break
        again = say(house, "K7MPQ", by_socket(player), f"{racer}.{lap}", once)
        assert (first.said, True) == (again.said, again.is_repeated)
    return saved


def test_talk_and_play_at_once_lose_nothing_of_each_other(contested: Store, race: Race):
    state = IMPOSTOR.new("a" * 32, IMPOSTOR.options(), "es")
    for name in NAMES[:RACERS]:
        state = play(IMPOSTOR, state, Enter(name), Context(None, Millis(NOW), NO_WORDS)).state
    started = replace(room(state), game="impostor", closes_at=1 << 50)
    contested.rooms().create(started)

    saved = race(say_and_play, contested)

    end = contested.talk().last(started, 1000)
    assert [each.number for each in end] == list(range(1, RACERS * LAPS + 1))
    for racer in range(RACERS):
        own = [each.text for each in end if each.player == f"p{racer + 1}"]
        assert own == [f"{racer}.{lap}" for lap in range(LAPS)]
    after = contested.rooms().load("K7MPQ")
    assert after is not None
    assert (after.revision, saved) == (LAPS, [LAPS, 0, 0, 0])
