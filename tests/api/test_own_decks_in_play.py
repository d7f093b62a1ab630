"""Decks of a tenant's own in play: rounds, bots, versions that come and go, and what nobody may see."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from chalicelib.decks.own.making import MOST_LISTED
from tests.api.own_decks import dealt, deleted, party, put, seen_by_players
from tests.api.owners import Owner
from tests.api.wire import Answer, Seat, Wire
from tests.decks import own
from tests.decks.own import Json, with_card

ROOT = Path(__file__).parents[2] / "chalicelib"
OF_OURS_ALONE = {
    *("allowance_unused", "licence_unknown", "no_clues", "not_in_both", "ordinal_form", "ordinal_moved"),
    *("ordinal_repeated", "ordinal_reused", "picture_miscredited", "picture_uncredited", "picture_unsafe"),
    *("picture_unused", "wrong_categories", "wrong_count", "wrong_themes"),
}
"""What only the build of our own decks can find."""
ABSENT = object()
FAMILY = "👨\u200d👩\u200d👧\u200d👦"
PLACES = {card["id"]: card for card in own.espia()["cards"]}


@pytest.fixture
def acme(wire: Wire) -> Owner:
    return Owner.of(wire)


def crowding(owner: Owner, code: str, name: str) -> Seat:
    """A seat under the longest nickname that there is still room for."""
    for families in range(19, -1, -1):
        body = {"nickname": name + FAMILY * families}
        answer = owner.wire.post(f"/v1/rooms/{code}/players", body, x_api_key=owner.pk)
        if answer.status == 201:
            return owner.wire.seat(answer)
        assert answer.code == "invalid_nickname"
    raise AssertionError("no nickname is short enough")


def one_more(seats: list[Seat]) -> str:
    """The place of one more round, which is broken off."""
    seats[0].do("deal")
    place: str = seats[0].do("interrupt")["result"]["reveal"]["place"]["id"]
    return place


class TestPlaying:
    def test_a_whole_round_of_espia(self, acme: Owner):
        version = put(acme, own.espia()).json["deck"]["version"]
        seats = dealt(party(acme, "espia"))
        view = seats[0].do("start")
        cards = {seat.player: seat.view["me"]["card"] for seat in seats}
        (spy,) = [seat for seat in seats if cards[seat.player]["kind"] == "spy"]
        place = next(card["place"] for card in cards.values() if card["kind"] == "resident")
        sent = PLACES[place["id"]]

        assert view["room"]["deck"] == {"id": "mio", "version": version}
        assert (place["name"], place["image"]) == (sent["name"], sent["picture"])
        assert {card["role"] for card in cards.values() if card["kind"] == "resident"} <= set(sent["roles"])
        assert sorted(spy.view["candidates"]) == sorted(PLACES)
        result = spy.do("guess", place=place["id"])["result"]
        assert (result["outcome"], result["reveal"]["place"]) == ("spy_guessed", place)
        assert seats[0].view["room"]["deck"]["id"] == "mio"

    def test_a_whole_word_of_impostor(self, acme: Owner):
        put(acme, own.impostor())
        seats = dealt(party(acme, "impostor", 4, options={"laps": 1, "help": "hint"}))
        view = seats[0].do("start")
        by_player = {seat.player: seat for seat in seats}
        cards = {seat.player: seat.view["me"]["card"] for seat in seats}
        (impostor,) = [p for p, card in cards.items() if card["kind"] == "impostor"]
        word = next(card["word"] for card in cards.values() if card["kind"] == "civilian")

        assert word["image"] == own.picture("animales") or word["image"] == own.picture("comida")
        assert cards[impostor]["help"]["hint"].startswith("zqpista")
        while view["round"]["turn"]:
            turn = view["round"]["turn"]
            if turn != impostor:
                refused = by_player[turn].post("clue", phase_seq=view["phase_seq"], text=f"{word['id']}s")
                assert refused.outcome == (422, "clue_contains_word")
            view = by_player[turn].do("clue", text=f"pista {turn}")
        for seat in seats:
            seat.do("vote", suspect=impostor if seat.player != impostor else None)
        done = by_player[impostor].do("guess", word=word["en"].upper())
        assert (done["result"]["outcome"], done["result"]["reveal"]["word"]) == ("impostor_guessed", word)

    def test_a_whole_round_of_shpion(self, acme: Owner):
        put(acme, own.shpion())
        seats = dealt(party(acme, "shpion", options={"themes": ["films", "music"]}))
        view = seats[0].do("start")
        theme = view["round"]["theme"]
        by_player = {seat.player: seat for seat in seats}
        asker = by_player[view["round"]["asker"]]

        assert (theme["id"], theme["title"]) == ("films", "Фильмы")
        assert theme["questions"][0] == {"id": "q0", "text": "Вопрос 0?"}
        assert len(view["candidates"]) == 12
        (to, *_) = [p for p in by_player if p != asker.player]
        asker.do("ask", to=to, question="q1")
        by_player[to].do("answer", option="partly")
        (spy,) = [seat for seat in seats if seat.view["me"]["card"]["kind"] == "spy"]
        word = next(s.view["me"]["card"]["word"] for s in seats if s is not spy)
        assert spy.do("guess", word=word["id"])["result"]["outcome"] == "spy_guessed"

    @pytest.mark.parametrize("options", [{"themes": ["music"]}, {"themes": "world"}])
    def test_a_deck_that_has_nothing_of_what_is_wanted_is_played_whole(self, acme: Owner, options: Json):
        put(acme, own.shpion())
        view = party(acme, "shpion", options=options)[0].do("deal")

        assert view["round"]["theme"]["id"] in ("places", "films")
        assert view["room"]["options"]["themes"] == options["themes"]

    def test_of_the_categories_those_are_played_that_the_deck_has(self, acme: Owner):
        put(acme, own.impostor())
        seats = party(acme, "impostor", options={"categories": ["comida", "musica"], "help": "category"})
        for _ in range(6):
            seats[0].do("deal")
            helps = {(s.view["me"]["card"]["help"] or {}).get("category_name") for s in seats}
            assert helps == {None, "Platos"}
            seats[0].do("interrupt")

    @pytest.mark.parametrize("wrong", ["nowhere", "espia-familiar", "", "own:mio@0", "Ñ", "x" * 5000])
    def test_a_deck_that_is_not_there_is_told(self, acme: Owner, wrong: str):
        put(acme, own.espia())
        refused = acme.wire.post(
            "/v1/rooms", {"game": "espia", "nickname": "Ana", "deck": wrong}, x_api_key=acme.pk
        )

        assert (refused.outcome, refused.faults) == ((422, "unknown_deck"), [("/deck", "unknown_deck")])

    def test_nor_can_a_deck_of_another_game_be_played(self, acme: Owner):
        put(acme, own.shpion())
        refused = acme.wire.post(
            "/v1/rooms", {"game": "espia", "nickname": "Ana", "deck": "mio"}, x_api_key=acme.pk
        )

        assert refused.outcome == (422, "unknown_deck")

    def test_bots_do_not_come_to_a_deck_that_tells_them_too_little(self, acme: Owner):
        put(acme, own.impostor())
        body = {"game": "impostor", "nickname": "Ana", "deck": "mio", "bots": 1}
        host = acme.opens("Ana", "impostor", deck="mio")

        assert acme.wire.post("/v1/rooms", body, x_api_key=acme.pk).outcome == (409, "bots_not_available")
        assert "add_bot" not in [action["type"] for action in host.view["actions"]]
        assert host.post("add_bot", phase_seq=1).outcome == (409, "bots_not_available")

    @pytest.mark.parametrize("hushed", ["turno", "~pista", "paso", "~lo mismo"])
    def test_nor_to_one_that_keeps_who_knows_a_word_from_saying_what_they_say_of_any(
        self, acme: Owner, hushed: str
    ):
        """Who says it all the same would be known for an impostor."""
        assert put(acme, own.impostor(clues=True)).json["deck"]["bots"]
        assert not put(acme, with_card(own.impostor(clues=True), block=[hushed])).json["deck"]["bots"]
        assert put(acme, with_card(own.impostor(clues=True), en=["sin"])).json["deck"]["bots"]

    def test_bots_play_a_deck_that_tells_them_enough(self, acme: Owner):
        put(acme, own.impostor(clues=True))
        host = acme.opens("Ana", "impostor", deck="mio", bots=4, options={"laps": 1, "clue_seconds": 10})
        dealt([host])
        host.do("start")
        for _ in range(60):
            acme.wire.backstage.clock.pass_ms(10_000)
            view = host.view
        said = [clue["text"] for clue in view["round"]["clues"] if clue["text"]]

        assert any(text.startswith("zq") for text in said)

    @pytest.mark.parametrize("is_deleted", [False, True])
    def test_a_room_is_had_again_by_its_request_though_its_deck_changed_since(
        self, acme: Owner, is_deleted: bool
    ):
        put(acme, own.impostor(clues=True))
        body = {"game": "impostor", "nickname": "Ana", "deck": "mio", "bots": 2}

        def make(**other: Any) -> Answer:
            given = {**body, **other}
            return acme.wire.post("/v1/rooms", given, x_api_key=acme.pk, idempotency_key="k")

        first = make()
        deleted(acme) if is_deleted else put(acme, own.impostor())

        again = make()
        assert (again.status, again.json["token"]) == (201, first.json["token"])
        assert again.headers["idempotency-replayed"] == "true"
        assert make(nickname="Eva").status in (409, 422)

    def test_the_longest_list_of_places_leaves_a_view_below_sixteen_kilobytes(self, acme: Owner):
        length = 20
        most = MOST_LISTED["espia"] // 2 // (length + len('"",'))
        card = own.espia()["cards"][0]
        names = (f"{chr(97 + n // 26)}{chr(97 + n % 26)}bibo" for n in range(most))
        places = [{**card, "id": f"{n:0{length}}", "name": name} for n, name in enumerate(names)]
        made = put(acme, {**own.espia(), "cards": places})
        assert made.status == 201, made.text
        seats = [acme.opens(f"a{FAMILY * 19}", "espia", deck="mio", options={"spies": 2})]
        while len(seats) < 10:
            seats.append(crowding(acme, seats[0].code, chr(ord("a") + len(seats))))
        dealt(seats)[0].do("start")
        for seat in seats:
            if seat.view["me"]["card"]["kind"] == "spy":
                seat.do("cross_out", places=seat.view["candidates"])
        for accuser in seats[:9]:
            accuser.do("accuse", suspect=next(s.player for s in reversed(seats) if s is not accuser))
            for seat in seats:
                if "vote" in [action["type"] for action in seat.view["actions"]]:
                    seat.do("vote", guilty=False)

        assert 15_000 < max(len(seat.look().text.encode()) for seat in seats) <= 16 * 1024


class TestVersions:
    def test_a_round_goes_on_with_the_deck_it_was_dealt_from_and_the_next_has_the_newest(self, acme: Owner):
        first = put(acme, own.espia()).json["deck"]["version"]
        seats = dealt(party(acme, "espia"))
        seats[0].do("start")
        renamed = {**own.espia(), "cards": [{**c, "name": f"{c['name']} dos"} for c in own.espia()["cards"]]}
        second = put(acme, renamed).json["deck"]["version"]

        resident = next(s for s in seats if s.view["me"]["card"]["kind"] == "resident")
        before = resident.view["me"]["card"]["place"]
        assert not before["name"].endswith("dos")
        assert resident.view["room"]["deck"]["version"] == first
        acme.wire.backstage.clock.pass_ms(1_000)
        seats[0].do("interrupt")
        assert seats[0].view["result"]["reveal"]["place"] == before
        assert seats[0].view["room"]["deck"]["version"] == first

        view = seats[0].do("deal")
        assert view["room"]["deck"]["version"] == second
        resident = next(s for s in seats if s.view["me"]["card"]["kind"] == "resident")
        assert resident.view["me"]["card"]["place"]["name"].endswith("dos")

    def test_who_deals_in_vain_changes_nothing(self, acme: Owner):
        first = put(acme, own.espia(21)).json["deck"]["version"]
        seats = dealt(party(acme, "espia"))
        resident = next(s for s in seats if s.view["me"]["card"]["kind"] == "resident")
        place = resident.view["me"]["card"]["place"]["id"]
        put(acme, {**own.espia(), "cards": [c for c in own.espia(21)["cards"] if c["id"] != place]})
        rooms = acme.wire.backstage.server.house("acme").store
        before = rooms.load(seats[0].code)

        assert seats[0].post("deal", phase_seq=seats[0].view["phase_seq"]).status == 409
        assert seats[1].post("deal", phase_seq=seats[1].view["phase_seq"]).status in (403, 409)
        assert seats[0].view["room"]["deck"]["version"] == first
        assert (after := rooms.load(seats[0].code)) and before and after.document == before.document

    def test_a_new_card_is_new_to_a_room_that_dealt_another_which_is_gone(self, acme: Owner):
        gone, *others = own.espia(21)["cards"]
        new = {**gone, "id": "otro", "name": "Otro"}
        put(acme, own.espia(21))
        seats = party(acme, "espia")
        first = {one_more(seats) for _ in range(21)}
        put(acme, {**own.espia(), "cards": others})
        put(acme, {**own.espia(), "cards": [new, gone, *others]})

        assert {card["id"] for card in (gone, *others)} == first
        assert one_more(seats) == "otro"
        assert {one_more(seats) for _ in range(22)} == {*first, "otro"}

    def test_a_deleted_deck_is_played_on(self, acme: Owner):
        version = put(acme, own.espia()).json["deck"]["version"]
        seats = dealt(party(acme, "espia"))
        deleted(acme)

        seats[0].do("start")
        seats[0].do("interrupt")
        view = seats[0].do("deal")
        assert view["room"]["deck"] == {"id": "mio", "version": version}
        assert view["me"]["card"]
        refused = acme.wire.post(
            "/v1/rooms", {"game": "espia", "nickname": "Leo", "deck": "mio"}, x_api_key=acme.pk
        )
        assert refused.outcome == (422, "unknown_deck")

    def test_finished_rounds_show_what_was_dealt_then(self, acme: Owner):
        put(acme, own.espia())
        seats = dealt(party(acme, "espia"))
        seats[0].do("start")
        seats[0].do("interrupt")
        shown = seats[0].view["result"]["reveal"]["place"]
        put(acme, {**own.espia(), "cards": [{**c, "name": c["name"] + " dos"} for c in own.espia()["cards"]]})
        deleted(acme)
        seats[0].do("deal")

        answer = acme.wire.get(f"/v1/rooms/{seats[0].code}/rounds", token=seats[0].token)
        assert [each["result"]["reveal"]["place"] for each in answer.json["rounds"]] == [shown]

    def test_finished_rounds_outlive_the_deck(self, acme: Owner):
        put(acme, own.espia())
        seats = dealt(party(acme, "espia"))
        seats[0].do("interrupt")
        place = seats[0].view["result"]["reveal"]["place"]["id"]
        put(acme, own.espia(21))
        seats[0].do("deal")
        versions = acme.wire.backstage.memory.own_versions
        for key in [key for key, (_, expires_at) in versions.items() if expires_at]:
            del versions[key]
        acme.wire.backstage.server._cache._kept.clear()

        answer = acme.wire.get(f"/v1/rooms/{seats[0].code}/rounds", token=seats[0].token)
        (only,) = answer.json["rounds"]
        assert only["result"]["reveal"]["place"] == {"id": place, "name": place, "image": None}

    def test_bots_that_sit_there_play_on_with_the_version_that_tells_them_enough(self, acme: Owner):
        """With the newest they would have nothing to say but its hints, which are an impostor's."""
        first = put(acme, own.impostor(clues=True)).json["deck"]["version"]
        host = acme.opens("Ana", "impostor", deck="mio", bots=3, options={"laps": 1, "clue_seconds": 10})
        second = put(acme, own.impostor()).json["deck"]["version"]
        dealt([host])
        host.do("start")
        for _ in range(40):
            acme.wire.backstage.clock.pass_ms(10_000)
            view = host.view

        assert view["result"] is not None and view["room"]["deck"]["version"] == first
        for name in ("Bea", "Eva"):
            acme.joins(host.code, name)
        for player in view["room"]["players"]:
            if player["kind"] == "bot":
                view = host.do("remove", player=player["id"])
        view = host.do("deal")
        assert view["room"]["deck"]["version"] == second
        assert "add_bot" not in [action["type"] for action in view["actions"]]


class TestARoomWhoseDeckIsKeptNoLonger:
    """It was played in day by day, a month after the deck was deleted or replaced."""

    @pytest.fixture(params=own.DECKS)
    def seats(self, acme: Owner, request: pytest.FixtureRequest) -> list[Seat]:
        put(acme, own.DECKS[request.param]())
        return dealt(party(acme, request.param))

    @pytest.mark.parametrize("phases", [0, 1, 2])
    @pytest.mark.parametrize("asked", ["look", "act", "act again", "join", "join again", "at the door"])
    def test_is_over_whoever_asks_first(self, acme: Owner, seats: list[Seat], phases: int, asked: str):
        for type in ("start", "interrupt")[:phases]:
            seats[0].do(type)
        phase_seq, at = seats[0].view["phase_seq"], f"/v1/rooms/{seats[0].code}"
        paz = {"nickname": "Paz"}
        asks: dict[str, Callable[[], Answer]] = {
            "look": lambda: seats[0].look(),
            "act": lambda: seats[0].post("interrupt", phase_seq=phase_seq),
            "act again": lambda: seats[0].post("tick", action_id="once"),
            "join": lambda: acme.wire.post(f"{at}/players", paz, x_api_key=acme.pk),
            "join again": lambda: acme.wire.post(
                f"{at}/players", paz, x_api_key=acme.pk, idempotency_key="k"
            ),
            "at the door": lambda: acme.wire.get(at, x_api_key=acme.pk),
        }
        ask = asks[asked]
        if asked.endswith("again"):
            assert ask().status in (200, 201)
        acme.loses_its_decks()

        assert [ask().outcome, ask().outcome] == [(410, "room_closed")] * 2

    def test_tells_everybody_who_watches(self, acme: Owner, seats: list[Seat]):
        for seat in seats:
            seat.connect()
        for seat in seats:
            seat.hears()
        acme.loses_its_decks()
        seats[0].look()

        for seat in seats:
            assert seat.hears() == [{"type": "bye", "code": "room_closed"}]

    def test_tells_a_socket_that_acts(self, acme: Owner, seats: list[Seat]):
        act = {"type": "act", "id": "1", "action": {"type": "leave"}}
        seats[0].connect()
        acme.loses_its_decks()

        assert [told.get("code") for told in seats[0].says(act)] == ["room_closed"]

    @pytest.mark.parametrize("is_asked_for", [False, True])
    def test_can_be_deleted(self, acme: Owner, seats: list[Seat], is_asked_for: bool):
        acme.loses_its_decks()
        if is_asked_for:
            seats[0].look()

        assert acme.call("DELETE", f"/v1/tenant/rooms/{seats[0].code}").status == 204
        assert acme.wire.backstage.memory.rooms == {}

    def test_forgets_who_asks_for_it(self, acme: Owner, seats: list[Seat]):
        acme.loses_its_decks()

        at = f"/v1/tenant/rooms/{seats[0].code}/players/p2"
        assert acme.call("DELETE", at).status == 204
        room = acme.wire.backstage.server.house("acme").store.load(seats[0].code)
        assert room is not None and room.state.public.table.players[1].nickname == "p2"


@pytest.mark.parametrize("game", own.DECKS)
def test_nothing_that_is_dealt_leaves_by_what_everybody_may_see(acme: Owner, game: str):
    put(acme, own.DECKS[game]() if game != "impostor" else own.impostor(clues=True))
    host = party(acme, game)[0]
    public = [
        seen_by_players(acme).text,
        seen_by_players(acme, "/v1/decks").text,
        acme.wire.get(f"/v1/rooms/{host.code}", x_api_key=acme.pk).text,
        host.look().text,
    ]

    for text in map(str.lower, public):
        assert not any(mark in text for mark in own.MARKS)
    for member in ("roles", "answers", "hint", "clues", "accepted", "alone", "exact", "ordinal"):
        assert f'"{member}"' not in public[0] + public[1]


@pytest.mark.parametrize("game", own.DECKS)
def test_in_a_round_a_seat_reads_its_own_card_and_nothing_more_of_what_is_dealt(acme: Owner, game: str):
    put(acme, own.DECKS[game]() if game != "impostor" else own.impostor(clues=True))
    seats = party(acme, game, 4, options={"help": "hint"} if game == "impostor" else {})
    watching = seats[1].connect()
    dealt(seats)[0].do("start")
    late = acme.joins(seats[0].code, "Paz")
    views = [*(seat.view for seat in (*seats, late)), *(m["view"] for m in watching.hears() if "view" in m)]

    assert any(mark in json.dumps(views, ensure_ascii=False).lower() for mark in own.MARKS)
    for view in views:
        view["me"]["card"] = None
        assert not any(mark in json.dumps(view, ensure_ascii=False).lower() for mark in own.MARKS)
