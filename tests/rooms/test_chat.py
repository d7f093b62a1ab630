"""What may be said by whom and when; who hears of it; and that play goes on as if nobody had said a word."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chalicelib.core.ids import PlayerId
from chalicelib.core.reason import Reason, Refusal, Refused
from chalicelib.games.impostor.reason import ImpostorReason
from chalicelib.mechanics.lobby import Configure, Interrupt
from chalicelib.mechanics.seating import Leave, Remove
from chalicelib.rooms.chat import (
    BURST,
    ID_KEPT_S,
    KEY_KEPT_S,
    MOST_CHARACTERS,
    PAGE,
    WINDOW_MS,
    Spoken,
    messages,
    read_message,
    say,
)
from chalicelib.rooms.errors import Reused, RoomClosed, RoomNotFound, StoreBusy, TokenRevoked, TooMany
from chalicelib.rooms.ports import Once, Talk
from chalicelib.rooms.room import Said
from chalicelib.rooms.tokens import by_socket
from tests.rooms.backstage import HOUR, MINUTE, SECOND, Backstage, Evening
from tests.rooms.chatting import CHATTING


@pytest.fixture
def backstage() -> Backstage:
    return Backstage(rulesets=CHATTING)


def says(evening: Evening, player: str, text: str, once: Once | None = None) -> Spoken:
    return say(evening.house, evening.code, by_socket(PlayerId(player)), text, once)


def why_not(evening: Evening, player: str, text: str) -> Refusal:
    with pytest.raises(Refused) as refused:
        says(evening, player, text)
    return refused.value.rejection.reason


def reads(evening: Evening, player: str = "p1", after: int | None = None) -> list[str]:
    return [
        said.text
        for said in messages(evening.house, evening.code, by_socket(PlayerId(player)), after).messages
    ]


def later(evening: Evening, ms: int = WINDOW_MS) -> None:
    evening.backstage.clock.pass_ms(ms)


# who may say what, and when


def test_everybody_at_the_table_reads_what_one_of_them_says(evening: Evening):
    said = says(evening, "p2", "Hola a todos").said

    assert Said(1, PlayerId("p2"), "Bea", "Hola a todos", evening.backstage.clock.now()) == said
    for player in evening.seats:
        assert [said] == messages(evening.house, evening.code, by_socket(PlayerId(player)), None).messages


def test_whoever_comes_later_reads_what_was_said_before(evening: Evening):
    says(evening, "p1", "Hola")
    evening.started().join("Leo")

    assert ["Hola"] == reads(evening, "p4")


def test_the_audience_only_reads_until_the_round_is_over(evening: Evening):
    evening.started().join("Leo")
    assert Reason.CHAT_READ_ONLY == why_not(evening, "p4", "¡Es la playa!")
    assert [] == reads(evening, "p4")

    evening.act("p1", Interrupt())
    says(evening, "p4", "Por fin")
    assert ["Por fin"] == reads(evening)


def test_a_word_that_the_author_may_not_say_is_refused_and_nobody_hears_of_it(evening: Evening):
    evening.started()
    resident = next(p for p in evening.seats if p != evening.spy)
    evening.connect(resident, "socket")
    evening.backstage.forget_told()

    assert ImpostorReason.MESSAGE_CONTAINS_WORD == why_not(evening, resident, f"Yo en {evening.place}")
    assert [] == reads(evening)
    assert [] == evening.backstage.push.sent
    says(evening, evening.spy, f"Yo en {evening.place}")


def test_time_that_is_up_takes_effect_before_a_message_is_judged(evening: Evening):
    evening.started().join("Leo")
    assert Reason.CHAT_READ_ONLY == why_not(evening, "p4", "¿Quién fue?")
    later(evening, 20 * MINUTE)
    assert evening.room.state.public.is_on, "nobody has asked yet"

    says(evening, "p4", "¿Quién fue?")
    assert not evening.room.state.public.is_on


def test_a_game_without_a_chat_has_none_to_read_either():
    evening = Evening(Backstage(), "Ana")

    assert Reason.CHAT_OFF == why_not(evening, "p1", "¿Hola?")
    with pytest.raises(Refused, match="chat_off"):
        reads(evening)


@pytest.mark.parametrize("goes", [Leave(), Remove(PlayerId("p2"))])
def test_whoever_has_no_seat_any_more_neither_says_nor_reads(evening: Evening, goes: Any):
    says(evening, "p2", "Adiós")
    evening.act("p2" if goes == Leave() else "p1", goes)

    with pytest.raises(TokenRevoked):
        says(evening, "p2", "Una cosa más")
    with pytest.raises(TokenRevoked):
        reads(evening, "p2")
    assert ["Adiós"] == reads(evening)


def test_in_a_room_that_is_over_nothing_is_said_nor_read(evening: Evening):
    says(evening, "p1", "Hola")
    later(evening, 24 * HOUR)

    with pytest.raises(RoomClosed):
        says(evening, "p1", "¿Hay alguien?")
    with pytest.raises(RoomClosed):
        reads(evening)


def test_a_room_that_is_not_there_says_nothing(evening: Evening):
    with pytest.raises(RoomNotFound):
        say(evening.house, "ZZZZZ", by_socket(PlayerId("p1")), "Hola")


# play goes on


def test_talk_does_not_touch_the_room(evening: Evening):
    evening.started()
    before = evening.room

    says(evening, "p2", "Una pregunta")

    assert (before.document, before.revision, before.closes_at) == (
        evening.room.document,
        evening.room.revision,
        evening.room.closes_at,
    )


def test_whoever_says_something_has_shown_a_sign_of_life(evening: Evening):
    later(evening, MINUTE)
    says(evening, "p2", "Sigo aquí")

    assert evening.backstage.clock.now() == evening.room.seen_at[PlayerId("p2")]


# the text


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Hola  ", "Hola"),
        ("una\nlínea\r\n\r\ny  otra\tmás", "una línea y otra más"),
        ("\u00a0\u3000ancho\u2028", "ancho"),
        ("Cafe\u0301", "Café"),
        ("👩🏿‍❤️‍💋‍👨🏻 🏴󠁧󠁢󠁷󠁬󠁳󠁿", "👩🏿‍❤️‍💋‍👨🏻 🏴󠁧󠁢󠁷󠁬󠁳󠁿"),
        ("…", "…"),
        ("¿Привет? 你好 علی‌رضا", "¿Привет? 你好 علی‌رضا"),
        ("x" * MOST_CHARACTERS, "x" * MOST_CHARACTERS),
        (" " * 1000 + "x" * MOST_CHARACTERS, "x" * MOST_CHARACTERS),
        ("<script>alert('1')</script> & \"…\" \\", "<script>alert('1')</script> & \"…\" \\"),
    ],
)
def test_a_message_is_kept_in_one_line_without_blanks_around(typed: str, kept: str):
    assert kept == read_message(typed)


@pytest.mark.parametrize(
    "typed",
    [
        *["", " ", "\n\t ", "x" * (MOST_CHARACTERS + 1), "x" * 16_000, " " * 2_001 + "x"],
        *["\u200b", "\u2800", "\u3164", "a\u202eb", "a\u2066b\u2069", "\ufeffHola", "ho\u00adla", "a\x00b"],
        *["a\x1bb", "\x7f", "\ue000", "\ufffe", "\ud800", "a" + "\u0301" * 40, "ho\u200dla"],
    ],
)
def test_what_nobody_can_read_or_that_deceives_is_no_message(typed: str):
    with pytest.raises(Refused) as refused:
        read_message(typed)

    assert (Reason.INVALID_VALUE, "text") == (refused.value.rejection.reason, refused.value.rejection.field)


@given(st.text(max_size=400))
def test_what_is_kept_is_kept_as_it_is_when_said_again(typed: str):
    try:
        kept = read_message(typed)
    except Refused:
        return
    assert kept == read_message(kept) and 1 <= len(kept) <= MOST_CHARACTERS
    assert kept.isprintable() or any("\u200b" < c < "\u2010" or c > "\u2fff" for c in kept)


# how much


def test_a_seat_may_say_five_things_in_ten_seconds(evening: Evening):
    for n in range(BURST):
        says(evening, "p1", f"{n}")
        later(evening, SECOND)

    with pytest.raises(TooMany) as told:
        says(evening, "p1", "y más")
    assert WINDOW_MS - BURST * SECOND == told.value.wait_ms

    later(evening, told.value.wait_ms - 1)
    with pytest.raises(TooMany):
        says(evening, "p1", "y más")
    later(evening, 1)
    says(evening, "p1", "y más")
    assert ["0", "1", "2", "3", "4", "y más"] == reads(evening)


def test_that_one_says_a_lot_does_not_silence_the_others(evening: Evening):
    for n in range(BURST):
        for player in evening.seats:
            says(evening, player, f"{n}")

    for player in evening.seats:
        with pytest.raises(TooMany):
            says(evening, player, "y más")


def test_what_was_refused_does_not_count(evening: Evening):
    for _ in range(3 * BURST):
        assert Reason.INVALID_VALUE == why_not(evening, "p1", "\u202e")

    says(evening, "p1", "Hola")


# reading on


def test_one_reads_on_from_what_one_has(evening: Evening):
    for n in range(1, 8):
        says(evening, "p1", f"{n}")
        later(evening)

    page = messages(evening.house, evening.code, by_socket(PlayerId("p2")), 5)
    assert (["6", "7"], 7) == ([said.text for said in page.messages], page.next)
    page = messages(evening.house, evening.code, by_socket(PlayerId("p2")), 7)
    assert ([], 7) == (page.messages, page.next)


def test_on_entering_one_reads_the_last_hundred_and_page_by_page_all(evening: Evening):
    for n in range(1, PAGE + 31):
        says(evening, "p1", f"{n}")
        later(evening, WINDOW_MS // BURST)

    assert [str(n) for n in range(31, PAGE + 31)] == reads(evening)
    assert [str(n) for n in range(1, PAGE + 1)] == reads(evening, after=0)
    assert [str(n) for n in range(PAGE + 1, PAGE + 31)] == reads(evening, after=PAGE)


def test_before_anything_is_said_there_is_a_place_to_read_on_from(evening: Evening):
    page = messages(evening.house, evening.code, by_socket(PlayerId("p1")), None)
    assert ([], 0) == (page.messages, page.next)

    says(evening, "p1", "Hola")
    assert ["Hola"] == reads(evening, after=page.next)


def test_the_hours_of_messages_never_run_back_though_clocks_differ(evening: Evening):
    first = says(evening, "p1", "Hola").said
    later(evening, -SECOND)

    assert first.at == says(evening, "p2", "Buenas").said.at


# repeats


def test_a_repeat_is_said_once_and_comes_to_the_first_answer(evening: Evening):
    once = Once("key", KEY_KEPT_S)
    first = says(evening, "p1", "Hola", once)
    later(evening, HOUR)
    again = says(evening, "p1", " Hola ", once)

    assert first.said == again.said
    assert (False, True) == (first.is_repeated, again.is_repeated)
    assert ["Hola"] == reads(evening)


def test_a_repeat_is_heard_even_when_it_could_not_be_said_any_more(evening: Evening):
    once = Once("key", KEY_KEPT_S)
    place = evening.started().place
    says(evening, evening.spy, f"{place}", once)
    for n in range(BURST - 1):
        says(evening, evening.spy, f"{n}")

    assert says(evening, evening.spy, f"{place}", once).is_repeated


def test_a_key_with_another_text_is_refused(evening: Evening):
    says(evening, "p1", "Hola", Once("key", KEY_KEPT_S))

    with pytest.raises(Reused, match="idempotency_key"):
        says(evening, "p1", "Adiós", Once("key", KEY_KEPT_S))
    assert ["Hola"] == reads(evening)


def test_each_seat_has_keys_of_its_own(evening: Evening):
    says(evening, "p1", "Hola", Once("key", KEY_KEPT_S))
    assert not says(evening, "p2", "Adiós", Once("key", KEY_KEPT_S)).is_repeated


def test_a_key_is_forgotten_in_time(evening: Evening):
    says(evening, "p1", "Hola", Once("key", ID_KEPT_S))
    later(evening, ID_KEPT_S * SECOND)

    assert not says(evening, "p1", "Hola", Once("key", ID_KEPT_S)).is_repeated


def test_what_was_refused_leaves_its_key_free(evening: Evening):
    once = Once("key", KEY_KEPT_S)
    evening.started()
    resident = next(p for p in evening.seats if p != evening.spy)
    with pytest.raises(Refused):
        says(evening, resident, f"{evening.place}", once)

    assert not says(evening, resident, "Otra cosa", once).is_repeated


def test_the_first_message_is_the_first_to_a_server_whose_clock_is_a_moment_behind_as_well(evening: Evening):
    later(evening, -5)

    assert 1 == says(evening, "p1", "Hola").said.number


def test_ids_never_begin_again_in_a_room_that_lives_on_when_all_that_was_said_is_forgotten(evening: Evening):
    for text in ("Hola", "¿Qué tal?"):
        says(evening, "p1", text)
    for day in range(10):
        later(evening, 23 * HOUR)
        assert evening.act("p1", Configure({"minutes": (5, 10)[day % 2]})).rejection is None
    evening.backstage.memory.messages.clear()  # a week after the end of the room as it was foreseen then

    again = says(evening, "p1", "¿Otra vez?").said

    assert again.number > 2 and ["¿Otra vez?"] == reads(evening, after=2)
    assert again.number + 1 == says(evening, "p2", "Sí").said.number


# who hears


def heard(evening: Evening) -> list[tuple[str, Any]]:
    connections = dict.fromkeys(connection for connection, _ in evening.backstage.push.sent)
    return [(c, told.get("text", told["type"])) for c in connections for told in evening.backstage.told(c)]


def test_every_socket_of_everybody_seated_hears_it_in_the_order_of_seats(evening: Evening):
    for player, socket in (("p2", "b"), ("p1", "a2"), ("p1", "a1"), ("p3", "e")):
        evening.connect(player, socket)
    evening.backstage.forget_told()

    says(evening, "p2", "Hola")

    assert [("a1", "Hola"), ("a2", "Hola"), ("b", "Hola"), ("e", "Hola")] == heard(evening)
    assert 1 == len({data for _, data in evening.backstage.push.sent})


def test_a_socket_that_comes_while_it_is_kept_hears_it_and_one_that_is_gone_is_forgotten():
    backstage = Backstage(rulesets=CHATTING)
    evening = Evening(backstage, "Ana", "Bea", "Eva")
    evening.connect("p2", "gone")
    backstage.push.gone.add("gone")
    meddle(backstage, lambda: evening.connect("p3", "new"))
    evening.house = backstage.house

    says(evening, "p1", "Hola")

    assert [("new", "Hola")] == heard(evening)
    assert {"new"} == set(evening.room.connections)


def test_a_socket_that_a_seat_left_behind_hears_nothing(evening: Evening):
    evening.act("p2", Leave())
    evening.house.store.connect(evening.code, "left behind", PlayerId("p2"), evening.backstage.clock.now())

    says(evening, "p1", "Ahora que no está…")

    assert [] == heard(evening)


def test_a_repeat_is_not_told_again_to_anybody(evening: Evening):
    evening.connect("p2", "b")
    says(evening, "p1", "Hola", Once("key", KEY_KEPT_S))
    evening.backstage.forget_told()

    says(evening, "p1", "Hola", Once("key", KEY_KEPT_S))

    assert [] == heard(evening)


# side by side


@dataclass
class Meddled:
    """Talk in which something happens just before a message is kept."""

    talk: Talk
    before_add: Callable[[], object]
    calls: list[str] = field(default_factory=list)

    def __getattr__(self, name: str) -> Any:
        self.calls.append(name)
        if name == "add":
            self.before_add()
        return getattr(self.talk, name)


def meddle(backstage: Backstage, before_add: Callable[[], object]) -> Meddled:
    meddled = Meddled(backstage.house.talk, before_add)
    backstage.talk = lambda _: meddled
    backstage.server.house.cache_clear()
    return meddled


def test_whoever_is_beaten_to_a_number_takes_the_next(backstage: Backstage):
    evening = Evening(backstage, "Ana", "Bea")
    other = Evening(backstage, "Leo")  # only for its house, which is not meddled with
    rivals = iter(["Yo antes", "Y yo"])

    def beat() -> None:
        for text in list(rivals)[:1]:
            say(other.house, evening.code, by_socket(PlayerId("p2")), text)

    meddle(backstage, beat)
    evening.house = backstage.house
    said = says(evening, "p1", "Hola").said

    assert 2 == said.number
    assert ["Yo antes", "Hola"] == reads(evening)


def test_two_of_one_seat_at_once_do_not_outrun_its_limit(backstage: Backstage):
    evening = Evening(backstage, "Ana", "Bea")
    rival = backstage.house
    for n in range(BURST - 1):
        says(evening, "p1", f"{n}")
    once = iter([None])

    def beat() -> None:
        for _ in once:
            say(rival, evening.code, by_socket(PlayerId("p1")), "la quinta")

    meddle(backstage, beat)
    evening.house = backstage.house

    with pytest.raises(TooMany):
        says(evening, "p1", "la sexta")


def test_whoever_never_gets_a_number_is_told_to_come_back(backstage: Backstage):
    evening = Evening(backstage, "Ana", "Bea")
    rival = backstage.house

    def beat() -> None:
        backstage.clock.pass_ms(300)
        last = rival.talk.last(evening.room, 1)
        rival.talk.add(
            evening.room, Said(last[-1].number + 1 if last else 1, PlayerId("p2"), "Bea", "Yo", 0), None, 0
        )

    meddled = meddle(backstage, beat)
    evening.house = backstage.house

    with pytest.raises(StoreBusy):
        says(evening, "p1", "Hola")
    assert 5 < meddled.calls.count("add") < 10
