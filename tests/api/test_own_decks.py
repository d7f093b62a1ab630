"""Decks of a tenant's own: sent, judged, given back, played with, and nobody else's to see."""

import ast
import json
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from chalicelib.decks.own.making import MOST_FINDINGS, MOST_LISTED
from chalicelib.tenants.plans import plan
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


def put(owner: Owner, deck: Json, id: str = "mio", query: str = "") -> Answer:
    return owner.call("PUT", f"/v1/tenant/decks/{id}{query}", deck)


def got(owner: Owner, id: str = "mio") -> Answer:
    return owner.call("GET", f"/v1/tenant/decks/{id}")


def deleted(owner: Owner, id: str = "mio") -> Answer:
    return owner.call("DELETE", f"/v1/tenant/decks/{id}")


def seen_by_players(owner: Owner, target: str = "/v1/decks/mio") -> Answer:
    return owner.wire.get(target, x_api_key=owner.pk)


def party(owner: Owner, game: str, size: int = 3, **body: Any) -> list[Seat]:
    host = owner.opens("Ana", game, deck="mio", **body)
    return [host, *(owner.joins(host.code, name) for name in ("Bea", "Eva", "Leo")[: size - 1])]


def dealt(seats: list[Seat]) -> list[Seat]:
    seats[0].do("deal")
    for seat in seats:
        seat.do("seen")
    return seats


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


class TestSending:
    @pytest.mark.parametrize("game", own.DECKS)
    def test_a_deck_is_made_and_then_replaced(self, acme: Owner, game: str):
        first = put(acme, own.DECKS[game]())
        second = put(acme, {**own.DECKS[game](), "title": "Segundo"})

        assert (first.status, first.headers["location"]) == (201, "/v1/tenant/decks/mio")
        assert second.status == 200 and "location" not in second.headers
        assert first.json["deck"]["version"] != second.json["deck"]["version"]
        assert acme.call("GET", "/v1/tenant/decks").json == {"decks": [second.json["deck"]]}

    def test_the_answer_tells_of_the_deck_what_the_catalogue_does(self, acme: Owner):
        made = put(acme, own.impostor()).json["deck"]

        assert made.pop("version")
        assert made == {
            "id": "mio",
            "game": "impostor",
            "title": "Bichos y platos",
            "locales": ["es"],
            "count": 24,
            "rating": "family",
            "bots": False,
            "themes": [
                {"id": "animales", "title": "Bichos", "count": 12},
                {"id": "comida", "title": "Platos", "count": 12},
            ],
        }

    def test_it_is_told_whether_bots_find_enough_to_say(self, acme: Owner):
        for id, deck in {
            "a": own.espia(),
            "b": own.impostor(),
            "c": own.impostor(clues=True),
            "d": own.shpion(),
        }.items():
            put(acme, deck, id)
        listed = seen_by_players(acme, "/v1/decks").json["decks"]

        assert {deck["id"]: deck["bots"] for deck in listed if "bots" in deck} == {
            "a": False,
            "b": False,
            "c": True,
            "d": True,
        }

    @pytest.mark.parametrize("game", own.DECKS)
    def test_what_is_given_back_can_be_sent_again_and_changes_nothing(self, acme: Owner, game: str):
        version = put(acme, own.DECKS[game]()).json["deck"]["version"]
        exported = got(acme)
        again = put(acme, exported.json)

        assert exported.headers["etag"] == f'"{version}"'
        assert (again.status, again.json["deck"]["version"]) == (200, version)
        assert got(acme).text == exported.text
        assert put(acme, exported.json, "copia").status == 201
        assert got(acme, "copia").text == exported.text

    def test_who_has_the_version_is_not_given_it_again(self, acme: Owner):
        put(acme, own.espia())
        etag = got(acme).headers["etag"]

        assert acme.call("GET", "/v1/tenant/decks/mio", if_none_match=etag).status == 304

    def test_advice_is_told_and_holds_nothing_up(self, acme: Owner):
        made = put(acme, with_card(own.espia(), name="babebibo"))

        assert made.status == 201
        assert made.json["report"] == [
            {
                "severity": "warning",
                "code": "no_capital",
                "card": "babebibo",
                "detail": "A text begins with a small letter. (babebibo)",
            }
        ]

    def test_errors_are_told_with_their_places_and_nothing_is_kept(self, acme: Owner):
        bad = with_card(with_card(own.espia(), 3, name="Babebibo"), 5, roles=["Zq"])
        refused = put(acme, bad)

        assert refused.outcome == (422, "invalid_deck")
        assert ("/cards/3", "name_repeated") in refused.faults
        assert ("/cards/5", "too_few_roles") in refused.faults
        assert [each["severity"] for each in refused.json["report"]] == ["error", "error", "warning"]
        assert got(acme).outcome == (404, "deck_not_found")

    def test_the_report_speaks_the_language_asked_for(self, acme: Owner):
        bad = with_card(own.espia(), 3, name="Babebibo")
        told = acme.call("PUT", "/v1/tenant/decks/mio", bad, accept_language="es").json["report"][0]

        assert told["detail"] == "Dos cartas tienen el mismo nombre. (babebibo)"

    def test_a_report_has_an_end(self, acme: Owner):
        cards = [{**own.espia()["cards"][0], "id": f"x{n}"} for n in range(400)]
        refused = put(acme, {**own.espia(), "cards": cards})

        assert refused.outcome == (422, "invalid_deck")
        assert len(refused.json["report"]) <= 2 * MOST_FINDINGS and len(refused.json["errors"]) <= 16

    def test_a_dry_run_says_the_same_and_keeps_nothing(self, acme: Owner):
        tried = put(acme, own.espia(), query="?dry_run=1")
        refused = put(acme, own.espia(3), query="?dry_run=1")

        assert (tried.status, refused.outcome) == (200, (422, "invalid_deck"))
        assert got(acme).outcome == (404, "deck_not_found")
        assert put(acme, own.espia()).json == tried.json
        assert put(acme, own.espia(), query="?dry_run=yes").faults == [("/dry_run", "invalid_value")]

    def test_a_card_keeps_its_place_in_the_memory_of_rooms(self, acme: Owner):
        put(acme, own.espia())
        before = acme.wire.backstage.server.decks("acme").standing("mio")["version"]
        put(acme, {**own.espia(), "cards": [*own.espia(25)["cards"][20:], *own.espia()["cards"][1:]]})
        after = acme.wire.backstage.server.decks("acme").standing("mio")["version"]
        old, new = (
            {
                card.id: card.ordinal
                for card in acme.wire.backstage.server.decks("acme").version("mio", each).deck.cards
            }
            for each in (before, after)
        )

        assert {id: new[id] for id in old if id in new} == {id: old[id] for id in old if id in new}
        assert not {new[id] for id in new if id not in old} & set(old.values())

    @pytest.mark.parametrize(
        ("spoilt", "code", "fault"),
        [
            ({"game": ABSENT}, "invalid_value", "/game"),
            ({"game": "ludo"}, "unknown_game", "/game"),
            ({"game": None}, "unknown_game", "/game"),
            ({"game": ["espia"]}, "unknown_game", "/game"),
            ({"locale": "ru"}, "invalid_value", "/locale"),
            ({"title": None}, "invalid_value", "/title"),
            ({"cards": "many"}, "invalid_value", "/cards"),
            ({"themes": [{"id": "a", "title": "A"}]}, "invalid_value", "/themes"),
            ({"version": "1"}, "unknown_field", "/version"),
            ({"cards": [{"id": "A B", "name": "A", "roles": []}]}, "invalid_value", "/cards/0/id"),
            ({"cards": [{"id": "a", "name": "A", "roles": [1]}]}, "invalid_value", "/cards/0/roles/0"),
            ({"cards": [{"id": "a", "name": "A" * 201, "roles": []}]}, "invalid_value", "/cards/0/name"),
        ],
    )
    def test_what_is_not_shaped_like_a_deck_is_refused_where_it_is(
        self, acme: Owner, spoilt: Json, code: str, fault: str
    ):
        deck = {k: v for k, v in {**own.espia(), **spoilt}.items() if v is not ABSENT}
        refused = put(acme, deck)

        assert refused.outcome == (422, code)
        assert fault in [pointer for pointer, _ in refused.faults]

    @pytest.mark.parametrize("body", ["{", "[]", '"deck"', "\x00", "{}"])
    def test_anything_but_a_deck_is_refused(self, acme: Owner, body: str):
        assert acme.call("PUT", "/v1/tenant/decks/mio", body).status in (400, 422)

    @pytest.mark.parametrize("id", ["espia-familiar", "impostor-palabras", "shpion-temy"])
    def test_a_deck_is_not_called_like_one_of_ours(self, acme: Owner, id: str):
        assert put(acme, own.espia(), id).faults == [("/deck_id", "id_taken")]

    @pytest.mark.parametrize("id", ["A", "a--b", "-a", "a_b", "x" * 41, "%20", "own:a@0"])
    def test_a_deck_cannot_be_called_anything(self, acme: Owner, id: str):
        assert put(acme, own.espia(), id).faults == [("/deck_id", "invalid_value")]
        assert got(acme, id).outcome == deleted(acme, id).outcome == (404, "deck_not_found")

    def test_a_deleted_deck_is_gone(self, acme: Owner):
        put(acme, own.espia())

        assert (deleted(acme).status, deleted(acme).outcome) == (204, (404, "deck_not_found"))
        assert got(acme).outcome == (404, "deck_not_found")
        assert acme.call("GET", "/v1/tenant/decks").json == {"decks": []}
        assert put(acme, own.espia()).status == 201


class TestLimits:
    def test_there_are_as_many_decks_as_the_plan_says(self, wire: Wire):
        owner = Owner.of(wire, "small", "free")
        most = plan("free").decks
        for n in range(most):
            assert put(owner, own.espia(), f"deck-{n}").status == 201

        assert put(owner, own.espia(), "one-more").outcome == (409, "deck_limit_reached")
        assert put(owner, {**own.espia(), "title": "Otra"}, "deck-0").status == 200
        deleted(owner, "deck-0")
        assert put(owner, own.espia(), "one-more").status == 201

    def test_a_deck_has_as_many_cards_as_the_plan_says(self, wire: Wire):
        owner = Owner.of(wire, "small", "free")
        card = {"id": "a", "name": "A", "roles": [], "picture": {}}
        deck = {**own.espia(), "cards": [card] * (plan("free").deck_cards + 1)}

        assert put(owner, deck).faults == [("/cards", "too_long")]

    def test_a_deck_has_as_many_bytes_as_the_plan_says(self, wire: Wire):
        owner = Owner.of(wire, "small", "free")
        deck = json.dumps(own.espia())
        most = plan("free").deck_bytes

        assert owner.call("PUT", "/v1/tenant/decks/mio", deck.ljust(most)).status == 201
        larger = owner.call("PUT", "/v1/tenant/decks/mio", deck.ljust(most + 1))
        assert larger.outcome == (413, "payload_too_large")

    def test_other_requests_are_as_small_as_before(self, acme: Owner):
        body = json.dumps({"game": "espia", "nickname": "Ana"}).ljust(20_000)

        assert acme.wire.post("/v1/rooms", body, x_api_key=acme.pk).outcome == (413, "payload_too_large")


class TestWhoMaySee:
    def test_the_tenants_decks_are_its_secret_keys_to_change(self, acme: Owner):
        for method, target in (
            ("GET", "/v1/tenant/decks"),
            ("GET", "/v1/tenant/decks/mio"),
            ("PUT", "/v1/tenant/decks/mio"),
            ("DELETE", "/v1/tenant/decks/mio"),
        ):
            assert acme.wire.call(method, target, "{").outcome == (401, "secret_key_required")
            assert acme.wire.call(method, target, "{", x_api_key=acme.pk).outcome == (
                401,
                "secret_key_required",
            )

    def test_players_find_it_with_the_publishable_key(self, acme: Owner):
        version = put(acme, own.espia()).json["deck"]["version"]
        listed = seen_by_players(acme, "/v1/decks?game=espia")
        shown = seen_by_players(acme)

        assert [(deck["id"], deck.get("own")) for deck in listed.json["decks"]] == [
            ("espia-completa", None),
            ("espia-familiar", None),
            ("mio", True),
        ]
        assert (shown.json["version"], shown.json["own"], shown.json["count"]) == (version, True, 20)
        assert shown.json["entries"][0] == {
            "id": "babebibo",
            "name": "Babebibo",
            "image": own.picture("babebibo"),
        }
        for answer in (listed, shown):
            assert answer.headers["cache-control"] == "private, no-store"
            assert answer.headers["vary"] == "X-Api-Key"

    def test_it_is_listed_for_its_game_and_language_alone(self, acme: Owner):
        put(acme, own.shpion())

        def ids(query: str) -> list[str]:
            return [deck["id"] for deck in seen_by_players(acme, f"/v1/decks{query}").json["decks"]]

        assert "mio" in ids("") and "mio" in ids("?locale=ru") and "mio" in ids("?game=shpion&locale=ru")
        assert "mio" not in ids("?game=espia") + ids("?locale=es")

    def test_ours_are_the_same_for_everybody(self, acme: Owner):
        assert (
            seen_by_players(acme, "/v1/decks/espia-familiar").text
            == acme.wire.get("/v1/decks/espia-familiar").text
        )

    def test_a_version_that_a_room_has_pinned_can_be_had(self, acme: Owner):
        version = put(acme, own.espia()).json["deck"]["version"]
        put(acme, own.espia(21))

        assert seen_by_players(acme, f"/v1/decks/mio?version={version}").json["count"] == 20
        assert seen_by_players(acme).json["count"] == 21
        for wrong in ("0" * 12, "x", ""):
            answer = seen_by_players(acme, f"/v1/decks/mio?version={wrong or 'y'}")
            assert answer.outcome == (404, "deck_not_found")

    def test_to_another_tenant_it_is_as_if_it_did_not_exist(self, acme: Owner, wire: Wire):
        version = put(acme, own.espia()).json["deck"]["version"]
        other, nobody = Owner.of(wire, "other"), "nowhere"

        for ask in (
            lambda id: got(other, id),
            lambda id: deleted(other, id),
            lambda id: seen_by_players(other, f"/v1/decks/{id}"),
            lambda id: seen_by_players(other, f"/v1/decks/{id}?version={version}"),
            lambda id: wire.get(f"/v1/decks/{id}"),
            lambda id: wire.post(
                "/v1/rooms", {"game": "espia", "nickname": "Ana", "deck": id}, x_api_key=other.pk
            ),
            lambda id: wire.post("/v1/rooms", {"game": "espia", "nickname": "Ana", "deck": id}),
        ):
            assert ask("mio").outcome == ask(nobody).outcome
        assert other.call("GET", "/v1/tenant/decks").json == {"decks": []}
        assert seen_by_players(other, "/v1/decks").json == wire.get("/v1/decks").json
        assert put(other, own.espia()).status == 201
        assert deleted(other).status == 204
        assert got(acme).status == 200


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


def codes_in(module: ast.Module) -> Iterator[Any]:
    """The second argument of each `error(…)` and `warning(…)`."""
    for call in ast.walk(module):
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") in ("error", "warning"):
            yield ast.literal_eval(call.args[1])


def test_whatever_may_be_found_in_a_deck_is_explained_in_every_language():
    sources = (ROOT / "decks" / "lint.py", *ROOT.glob("decks/own/*.py"), *ROOT.glob("games/*/deck.py"))
    found = {code for path in sources for code in codes_in(ast.parse(path.read_text("utf-8")))}
    explained = tomllib.loads((ROOT / "api" / "texts" / "decks.toml").read_text("utf-8"))

    assert {"name_repeated", "clue_not_shared", "wrong_origin", "too_large", "list_too_long"} <= found
    assert found - OF_OURS_ALONE <= {*explained, "too_long"}
    assert set(explained) <= found
    assert {("en", "es", "ru")} == {tuple(texts) for texts in explained.values()}
