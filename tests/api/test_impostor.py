"""A word of `impostor` as a frontend meets it: what the view says in each phase, and what is refused."""

from typing import Any

import pytest

from tests.api.wire import Answer, Seat, Wire

Json = dict[str, Any]
CATEGORY, NAME = "animales", "Animales"


def playing(wire: Wire, size: int = 4, **options: Any) -> list[Seat]:
    """A word that has started, animals only, one lap before the first ballot."""
    return wire.playing(size, "impostor", **{"laps": 1, "categories": [CATEGORY], **options})


def card(seat: Seat) -> Json:
    found: Json = seat.view["me"]["card"]
    return found


def by_kind(seats: list[Seat], kind: str) -> list[Seat]:
    return [seat for seat in seats if card(seat)["kind"] == kind]


def turn(seats: list[Seat]) -> Seat:
    player = seats[0].view["round"]["turn"]
    return next(seat for seat in seats if seat.player == player)


def entry(seat: Seat, type: str) -> Json | None:
    """What `actions` says of one."""
    return next((found for found in seat.view["actions"] if found["type"] == type), None)


def tries(seat: Seat, type: str, **fields: Any) -> Answer:
    """Act in the phase that the seat sees."""
    return seat.post(type, phase_seq=seat.view["phase_seq"], **fields)


def all_say(seats: list[Seat]) -> None:
    while seats[0].view["room"]["phase"] == "clues":
        turn(seats).do("clue", text="zzz")


def test_the_catalogue_offers_the_game_with_its_options(wire: Wire):
    found = next(game for game in wire.get("/v1/games").json["games"] if game["id"] == "impostor")

    assert ({"min": 3, "max": 16}, True, True) == (found["players"], found["bots"], found["chat"])
    options = found["options"]["properties"]
    assert {"enum": ["auto", "random", 1, 2, 3, 4, 5], "default": "auto"} == options["impostors"]
    assert 19 == len(options["categories"]["default"]) == len(options["categories"]["items"]["enum"])


def test_a_civilian_has_the_word_in_both_languages_with_a_picture_and_an_impostor_the_category(wire: Wire):
    seats = playing(wire)
    (impostor,), civilians = by_kind(seats, "impostor"), by_kind(seats, "civilian")

    word = card(civilians[0])["word"]
    assert {"id", "es", "en", "image"} == word.keys()
    assert {"url", "author", "licence", "source"} == word["image"].keys()
    assert {"kind": "civilian", "word": word, "help": None, "partners": None} == card(civilians[0])
    assert {"category": CATEGORY, "category_name": NAME, "hint": None} == card(impostor)["help"]
    assert (None, None) == (card(impostor)["word"], card(impostor)["partners"])
    for told in (word["id"], word["image"]["url"]):
        assert told not in str(impostor.view)


def test_a_hint_is_shown_to_impostors_of_a_room_that_grants_it_alone(wire: Wire):
    (impostor,) = by_kind(playing(wire, help="hint"), "impostor")
    help_ = card(impostor)["help"]

    assert (None, None, True) == (help_["category"], help_["category_name"], bool(help_["hint"]))
    assert help_["hint"] not in str(wire.get("/v1/decks/impostor-palabras").json)


def test_whoever_has_the_turn_is_offered_a_clue_with_its_limits(wire: Wire):
    seats = playing(wire)
    seat = turn(seats)

    seq = seat.view["phase_seq"]
    assert {
        "type": "clue",
        "phase_seq": seq,
        "text": {"max_length": 40, "max_words": 2, "required": True},
    } == entry(seat, "clue")
    assert all(entry(other, "clue") is None for other in seats if other is not seat)
    assert "clue" == seat.view["round"]["timer"]["for"]
    assert (409, "not_your_turn") == tries(
        next(other for other in seats if other is not seat), "clue", text="x"
    ).outcome


@pytest.mark.parametrize("language", ["es", "en"])
def test_a_clue_with_the_word_is_refused_to_its_sender_alone(wire: Wire, language: str):
    seats = playing(wire)
    seat = turn(seats)
    before = [other.view["version"] for other in seats]

    refused = tries(seat, "clue", text=card(seat)["word"][language].replace(" ", ""))

    assert (422, "clue_contains_word") == refused.outcome
    assert [{"pointer": "/text", "code": "clue_contains_word"}] == [
        {name: error[name] for name in ("pointer", "code")} for error in refused.json["errors"]
    ]
    assert before == [other.view["version"] for other in seats]
    assert [] == seats[0].view["round"]["clues"]


@pytest.mark.parametrize("text", ["e" + "\u0301" * 39, "x\U000e0041", "x\u180e", "x\u2800y"])
def test_a_clue_that_nobody_can_read_is_refused_and_the_turn_is_kept(wire: Wire, text: str):
    seats = playing(wire)
    speaker = turn(seats)

    assert (422, "invalid_value") == tries(speaker, "clue", text=text).outcome
    assert speaker.player == seats[0].view["round"]["turn"]


def test_clues_are_listed_as_they_were_given(wire: Wire):
    seats = playing(wire)
    seat = turn(seats)
    seat.do("clue", text="  muy   lejos ")

    assert [{"player": seat.player, "lap": 1, "said": True, "text": "muy lejos"}] == seats[0].view["round"][
        "clues"
    ]


def test_a_turn_out_of_time_is_told_as_nothing_said(wire: Wire):
    seats = playing(wire)
    first = turn(seats)
    wire.backstage.clock.pass_ms(60_000)

    assert [{"player": first.player, "lap": 1, "said": False, "text": None}] == seats[0].view["round"][
        "clues"
    ]


def test_a_ballot_shows_who_has_voted_and_only_to_oneself_for_whom(wire: Wire):
    seats = playing(wire)
    all_say(seats)
    ana, bea, *_ = seats
    ana.do("vote", suspect="p2")
    bea.do("vote", suspect=None)

    assert ["p1", "p2"] == ana.view["round"]["voted"]
    assert ("p2", None) == (ana.view["me"]["vote"], bea.view["me"]["vote"])
    assert ["p2", "p3", "p4", None] == entry(ana, "vote")["suspect"]
    assert (422, "invalid_value") == tries(ana, "vote").outcome
    assert (422, "cannot_choose_self") == tries(ana, "vote", suspect="p1").outcome


def test_a_closed_ballot_is_told_by_name_and_a_word_ends_with_everything_revealed(wire: Wire):
    seats = playing(wire, words=1)
    (impostor,), civilians = by_kind(seats, "impostor"), by_kind(seats, "civilian")
    word, suspect = card(civilians[0])["word"], impostor.player
    all_say(seats)
    for seat in civilians:
        seat.do("vote", suspect=suspect)
    impostor.do("vote", suspect=None)

    votes = {seat.player: None if seat is impostor else suspect for seat in seats}
    round_ = seats[0].view["round"]
    assert [{"votes": votes, "out": suspect, "was": "impostor"}] == round_["ballots"]
    assert ({"player": suspect}, 2) == (round_["last_chance"], round_["ballots_left"])
    status = {player["id"]: player["status"] for player in seats[0].view["room"]["players"]}
    assert "out" == status[suspect]
    assert {"max_length": 40, "max_words": None, "required": True} == entry(impostor, "guess")["word"]

    impostor.do("guess", word="nada de eso")
    view = seats[0].view
    result = view["result"]
    assert ("impostors_out", "civilians", None) == (
        result["outcome"],
        result["winners"],
        result["void_reason"],
    )
    assert (word, "nada de eso", round_["ballots"]) == (
        result["reveal"]["word"],
        result["reveal"]["guess"],
        result["reveal"]["ballots"],
    )
    assert {"kind": "impostor"} == result["reveal"]["cards"][suspect]
    points = {each["player"]: (each["points"], each["because"]) for each in result["points"]}
    assert (3, ["team_win", "vote_on_impostor"]) == points[civilians[0].player]
    assert (0, []) == points[suspect]
    assert ("match_over", [1, 1, 1, 4]) == (
        view["room"]["phase"],
        [standing["place"] for standing in view["room"]["standings"]],
    )
    (kept,) = wire.get(f"/v1/rooms/{seats[0].code}/rounds", token=seats[0].token).json["rounds"]
    assert result == kept["result"]


def test_a_secret_number_is_null_for_every_seat_and_told_with_the_reveal(wire: Wire):
    seats = playing(wire, 7, impostors="random")
    assert {(None, None)} == {
        (seat.view["round"]["impostors"], seat.view["round"]["ballots_left"]) for seat in seats
    }

    seats[0].do("interrupt")
    assert len(seats[0].view["result"]["reveal"]["cards"]) == 7
    assert seats[0].view["round"]["impostors"] in (1, 2, 3)
