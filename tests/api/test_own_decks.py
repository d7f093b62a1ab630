"""Decks of a tenant's own: sent, judged, given back, and nobody else's to see."""

import ast
import json
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from chalicelib.decks.own.making import MOST_FINDINGS
from chalicelib.tenants.plans import plan
from tests.api.own_decks import deleted, got, put, seen_by_players
from tests.api.owners import Owner
from tests.api.wire import Wire
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
