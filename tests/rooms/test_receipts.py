"""An action with an id is applied once, however often it arrives."""

import json

import pytest

from chalicelib.core.ids import PlayerId
from chalicelib.mechanics.lobby import AddBot, Configure, Deal, Finish, Interrupt, Rematch, Seen
from chalicelib.mechanics.nickname import Nickname
from chalicelib.mechanics.seating import ClaimHost, Leave, MakeHost, Remove, Tick
from chalicelib.rooms.act import Acted, act
from chalicelib.rooms.erasing import erase_player
from chalicelib.rooms.errors import Reused, TokenRevoked
from chalicelib.rooms.tokens import by_socket
from tests.rooms.backstage import CODEC, MINUTE, Backstage, Evening, meddled


def remembered(evening: Evening) -> set[PlayerId]:
    """Of whom is known what they did last."""
    return {player for player, seat in evening.room.document.seats.items() if seat.receipts}


def test_a_repeat_returns_the_present_and_pushes_nothing(evening: Evening):
    evening.connect("p1", "one"), evening.connect("p2", "two")
    evening.act("p1", Deal(), "id")
    evening.act("p2", Seen())
    evening.backstage.forget_told()
    revision = evening.room.revision
    seq = evening.room.state.phase_seq - 1

    again = act(evening.house, evening.code, by_socket("p1"), lambda _: Deal(), seq, "id")

    assert (True, None) == (again.repeated, again.rejection)
    assert again.room.state.public.table.players[1].seen
    assert [] == evening.backstage.push.sent
    assert revision == evening.room.revision


def test_a_repeat_lets_time_take_effect(evening: Evening):
    evening.started()
    evening.act("p1", Tick(), "id")
    evening.backstage.clock.pass_ms(8 * MINUTE)

    assert "pointing" == evening.act("p1", Tick(), "id").room.state.phase


def test_another_action_with_the_same_id_is_refused_and_changes_nothing(evening: Evening):
    evening.act("p1", Configure({"minutes": 5}), "id")

    for other in (Configure({"minutes": 10}), MakeHost("p2"), Tick()):
        with pytest.raises(Reused):
            evening.act("p1", other, "id")
    assert (5, "p1") == (
        evening.room.state.public.table.options.minutes,
        evening.room.state.public.table.host,
    )


def test_the_same_action_in_another_phase_is_another_action(evening: Evening):
    evening.act("p1", Deal(), "id")
    evening.act("p1", Interrupt())

    with pytest.raises(Reused):
        evening.act("p1", Deal(), "id")


def test_an_id_is_of_one_seat(evening: Evening):
    evening.act("p1", Deal())

    for player in evening.seats:
        assert not evening.act(player, Seen(), "id").repeated
    assert all(player.seen for player in evening.room.state.public.table.players)


def test_the_last_four_ids_of_a_seat_are_known(evening: Evening):
    for number in range(5):
        evening.act("p1", Tick(), str(number))

    assert [False] == [evening.act("p1", Tick(), "0").repeated]
    assert [True] * 3 == [evening.act("p1", Tick(), str(number)).repeated for number in (2, 3, 4)]


def test_a_refused_action_uses_up_no_id(evening: Evening):
    assert evening.act("p2", Deal(), "id").rejection is not None

    assert evening.act("p2", Tick(), "id").rejection is None


def test_nothing_is_remembered_of_those_who_left(evening: Evening):
    evening.act("p2", Tick(), "id")
    evening.act("p2", Leave(), "bye")
    evening.act("p1", Tick(), "id")

    assert {"p1"} == remembered(evening)
    with pytest.raises(TokenRevoked):
        evening.act("p2", Leave(), "bye")


def test_receipts_stay_small_whatever_the_ids(backstage: Backstage):
    evening = Evening(backstage, "Ana", "Bea", "Eva")
    for number in range(20):
        evening.act("p1", Tick(), "x" * 60 + str(number))

    assert len(evening.room.document.seats[evening.seats["p1"].player].receipts) <= 40


# The keys of bots


LOBBY = 1


@pytest.fixture
def words(backstage: Backstage) -> Evening:
    """Two people in the lobby of a game that bots play."""
    return Evening(backstage, "Ana", "Bea", game="impostor")


def add_bot(
    evening: Evening, key: str, player: str = "p1", nickname: str | None = None, action_id: str | None = None
) -> Acted:
    """Ask for a bot as if it still were the first lobby."""
    action = AddBot(None if nickname is None else Nickname(nickname))
    house = evening.backstage.house
    return act(house, evening.code, by_socket(PlayerId(player)), lambda _: action, LOBBY, action_id, key)


def bots(evening: Evening) -> list[str]:
    return [str(p.id) for p in evening.room.state.public.table.seated if p.kind == "bot"]


def test_the_key_of_every_bot_is_known_whatever_was_done_since(words: Evening):
    for number in range(10):
        assert not add_bot(words, str(number)).repeated
    for number in range(10):
        words.act("p1", Tick(), f"another {number}")

    for number in range(10):
        assert add_bot(words, str(number)).repeated
    assert 10 == len(bots(words))


def test_a_bots_key_outlives_the_bot_the_match_and_the_adders_time_as_host(words: Evening):
    add_bot(words, "k"), add_bot(words, "another")
    words.act("p1", Remove(PlayerId("p3")))
    words.act("p1", Deal()), words.act("p1", Interrupt()), words.act("p1", Finish())
    words.act("p1", Rematch())
    words.act("p1", MakeHost(PlayerId("p2")))

    again = add_bot(words, "k")

    assert (True, None, "lobby") == (again.repeated, again.rejection, again.room.state.phase)
    assert ["p4"] == bots(words)


def test_a_bots_key_with_another_request_is_refused(words: Evening):
    add_bot(words, "k", nickname="Robi")

    for nickname in (None, "Roby"):
        with pytest.raises(Reused, match="idempotency_key"):
            add_bot(words, "k", nickname=nickname)
    with pytest.raises(Reused, match="idempotency_key"):
        act(words.house, words.code, by_socket(PlayerId("p1")), lambda _: Tick(), key="k")
    assert add_bot(words, "k", nickname=" Robi ").repeated
    assert 1 == len(bots(words))


def test_a_bots_key_is_of_one_seat(words: Evening):
    add_bot(words, "k")
    words.backstage.clock.pass_ms(MINUTE)
    words.act("p2", ClaimHost())

    assert not add_bot(words, "k", "p2", "Robi").repeated
    assert 2 == len(bots(words))


def test_a_bot_is_known_by_its_key_and_by_its_action_id(words: Evening):
    add_bot(words, "k", action_id="id")

    assert add_bot(words, "k", action_id="another id").repeated
    assert add_bot(words, "another key", action_id="id").repeated
    assert 1 == len(bots(words))
    with pytest.raises(Reused, match="action_id"):
        words.act("p1", Tick(), "id")


def test_a_refused_bot_uses_up_no_key(words: Evening):
    assert add_bot(words, "k", "p2").rejection is not None
    words.act("p1", MakeHost(PlayerId("p2")))

    assert not add_bot(words, "k", "p2").repeated
    assert 1 == len(bots(words))


def test_of_two_requests_at_once_with_one_key_the_second_finds_the_bot_of_the_first(words: Evening):
    store = meddled(words.backstage)

    def first() -> None:
        store.before_save = lambda: None
        assert not add_bot(words, "k").repeated

    store.before_save = first

    second = add_bot(words, "k")

    assert (True, None) == (second.repeated, second.rejection)
    assert 1 == len(bots(words)) == len([p for p in second.room.state.public.table.seated if p.kind == "bot"])


def test_nothing_is_kept_of_bots_without_a_key_and_little_of_the_others(backstage: Backstage):
    evening = Evening(backstage, "Ana", game="impostor", bots=2)
    for _ in range(3):
        evening.act("p1", AddBot())
    assert {} == evening.room.document.bot_keys

    for number in range(10):
        add_bot(evening, "x" * 200 + str(number))
    stored = json.loads(CODEC.dump_document("impostor", evening.room.document))
    assert 10 * len('"p10":"0123456789",') >= len(json.dumps(stored["bot_keys"], separators=(",", ":")))


def test_keys_of_bots_and_people_who_left_share_one_memory(words: Evening):
    """Two people, and bots that leave before the first deal, so that they are not listed any more."""
    for number in range(15):
        add_bot(words, str(number))
        words.act("p1", Remove(words.room.state.public.table.seated[-1].id))
    for number in range(8):
        words.join(f"{number}".ljust(20, "ж"))
    document = words.room.document

    assert 16 == len({*document.seats, *document.bot_keys})
    assert {p.id for p in document.state.public.table.seated} == document.seats.keys()
    assert add_bot(words, "14").repeated and not add_bot(words, "0").repeated


def test_nothing_piles_up_of_bots_that_come_and_go(words: Evening):
    for _ in range(40):
        words.act("p1", AddBot())
        words.act("p1", Deal())
        words.act("p1", Interrupt())
        words.act("p1", Remove(words.room.state.public.table.seated[-1].id))

    state = words.room.state
    assert 42 == state.public.table.entered
    assert len(state.public.table.players) >= len(state.hand_seq)


def test_of_a_bot_that_is_erased_only_its_key_is_remembered(words: Evening):
    add_bot(words, "k", nickname="María")
    whole = words.room.document.bot_keys["p3"]

    erase_player(words.house, words.code, PlayerId("p3"))

    assert len(words.room.document.bot_keys["p3"]) < len(whole)
    assert add_bot(words, "k", nickname="María").repeated
    assert [] == bots(words)


def test_nothing_is_remembered_of_what_somebody_did_who_is_erased(words: Evening):
    words.act("p1", Tick(), "id"), words.act("p2", Tick(), "id")

    erase_player(words.house, words.code, PlayerId("p2"))

    assert {"p1"} == remembered(words)


def test_of_who_took_a_seat_by_a_key_and_is_erased_only_the_key_is_remembered(words: Evening):
    words.join("Zoe", key="k")
    entry = words.room.document.seats[PlayerId("p3")].entry

    erase_player(words.house, words.code, PlayerId("p3"))

    left = words.room.document.seats[PlayerId("p3")].entry
    assert entry.startswith(left[:5]) and 0 < len(left) < len(entry)
    for nickname in ("Zoe", "Eva"):
        with pytest.raises(TokenRevoked):
            words.join(nickname, key="k")
