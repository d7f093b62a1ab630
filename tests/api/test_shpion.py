"""A round of `shpion` as a frontend meets it: what the view says in each phase, and what is refused."""

from typing import Any

from tests.api.wire import Answer, Seat, Wire

Json = dict[str, Any]


def card(seat: Seat) -> Json:
    found: Json = seat.view["me"]["card"]
    return found


def spy_of(seats: list[Seat]) -> Seat:
    return next(seat for seat in seats if card(seat)["kind"] == "spy")


def asker_of(seats: list[Seat]) -> Seat:
    player = seats[0].view["round"]["asker"]
    return next(seat for seat in seats if seat.player == player)


def entries(seat: Seat, type: str) -> list[Json]:
    """What `actions` says of one."""
    return [found for found in seat.view["actions"] if found["type"] == type]


def tries(seat: Seat, type: str, **fields: Any) -> Answer:
    """Act in the phase that the seat sees."""
    return seat.post(type, phase_seq=seat.view["phase_seq"], **fields)


def test_the_catalogue_offers_the_game_with_its_options(wire: Wire):
    found = next(game for game in wire.get("/v1/games").json["games"] if game["id"] == "shpion")

    assert ({"min": 3, "max": 12}, ["ru"], False) == (found["players"], found["locales"], found["chat"])
    options = found["options"]["properties"]
    assert ["themes", "origin", "minutes", "rounds", "vote_seconds", "bot_level"] == [*options]
    assert "classic" == options["themes"]["default"]
    assert [["classic", "culture", "world", "everything"]] == [
        each["enum"] for each in options["themes"]["anyOf"] if "enum" in each
    ]


def test_a_preset_and_a_mix_are_set_and_told_as_they_were_given(wire: Wire):
    ana = wire.open_room("Ana", "shpion", options={"themes": ["history", "films"], "minutes": None})
    assert ["films", "history"] == ana.view["room"]["options"]["themes"]

    assert "world" == ana.do("configure", options={"themes": "world"})["room"]["options"]["themes"]
    refused = tries(ana, "configure", options={"themes": ["places", "moon"]})
    assert (422, "invalid_options") == refused.outcome
    assert [("/options/themes", "invalid_options")] == refused.faults


def test_a_resident_has_the_word_with_a_picture_and_a_role_and_the_spy_has_neither(wire: Wire):
    seats = wire.playing(4, "shpion")
    spy = spy_of(seats)
    resident = next(seat for seat in seats if seat is not spy)
    word = card(resident)["word"]

    assert {"id", "name", "image"} == word.keys()
    assert {"url", "author", "licence", "source"} == word["image"].keys()
    assert {"kind": "resident", "word": word, "role": card(resident)["role"]} == card(resident)
    assert {"kind": "spy", "word": None, "role": None} == card(spy)
    assert word["name"] not in str(spy.view)
    assert [] == spy.view["me"]["crossed_out"]


def test_everybody_sees_the_theme_its_questions_and_its_words(wire: Wire):
    seats = wire.playing(4, "shpion")
    spy = spy_of(seats)
    theme, deck = spy.view["round"]["theme"], wire.get("/v1/decks/shpion-temy").json

    assert {"id", "title", "questions", "options"} == theme.keys()
    assert "places" == theme["id"]
    assert all({"id", "text"} == question.keys() for question in theme["questions"])
    assert ["yes", "no", "partly", "unknown"] == [option["id"] for option in theme["options"]]
    listed = [entry["id"] for entry in deck["entries"] if entry["theme"] == "places"]
    assert [listed] * 4 == [seat.view["candidates"] for seat in seats]


def test_the_deck_has_the_questions_with_their_options_and_no_answers(wire: Wire):
    answer = wire.get("/v1/decks/shpion-temy")
    themes = answer.json["themes"]

    assert 7 == len(themes)
    for theme in themes:
        assert {"id", "title", "count", "questions"} <= theme.keys()
        assert {"id", "text", "options"} == theme["questions"][0].keys()
        assert ["yes", "no", "partly", "unknown"] == [each["id"] for each in theme["questions"][0]["options"]]
    assert {"id", "name", "theme", "origin", "image"} == answer.json["entries"][0].keys()
    assert '"answers"' not in answer.text and '"roles"' not in answer.text


def test_a_ready_made_question_and_its_answer(wire: Wire):
    seats = wire.playing(4, "shpion")
    asker = asker_of(seats)
    other = next(seat for seat in seats if seat is not asker)
    ready, own = entries(asker, "ask")
    question = ready["question"][0]
    others = [seat.player for seat in seats if seat is not asker]

    assert (others, others) == (ready["to"], own["to"])
    assert {"max_length": 300, "max_words": None, "required": False, "nullable": False} == own["text"]
    assert "question" not in own and "text" not in ready
    asker.do("ask", to=other.player, question=question)

    said = {"asker": asker.player, "to": other.player, "question": question}
    round_ = other.view["round"]
    assert (asker.player, None, other.player) == (round_["asker"], round_["asked_by"], round_["asked"])
    assert [{**said, "answer": None}] == round_["questions"]
    assert [["yes", "no", "partly", "unknown"]] == [entry["option"] for entry in entries(other, "answer")]
    assert (422, "invalid_value") == tries(other, "answer", text="да").outcome
    assert (409, "not_your_turn") == tries(asker, "ask", to=other.player, question=question).outcome
    other.do("answer", option="partly")

    round_ = asker.view["round"]
    assert (other.player, asker.player, None) == (round_["asker"], round_["asked_by"], round_["asked"])
    assert [{**said, "answer": {"option": "partly"}}] == round_["questions"]


def test_questions_in_ones_own_words_written_and_spoken(wire: Wire):
    seats = wire.playing(4, "shpion")
    for text, answer, told in (
        ("Давно?", "Вчера", {"text": "Вчера"}),
        ("", "", {"spoken": True}),
    ):
        asker = asker_of(seats)
        to = entries(asker, "ask")[1]["to"][0]
        asker.do("ask", to=to, text=text)
        asked = next(seat for seat in seats if seat.player == to)
        assert (422, "invalid_value") == tries(asked, "answer", option="yes").outcome
        asked.do("answer", text=answer)

        assert {"asker": asker.player, "to": to, "text": text, "answer": told} == seats[0].view["round"][
            "questions"
        ][-1]


def test_a_question_that_is_neither_ready_made_nor_ones_own_is_none(wire: Wire):
    asker = asker_of(wire.playing(4, "shpion"))
    ready, own = entries(asker, "ask")
    to, question = own["to"][0], ready["question"][0]

    for said in ({}, {"question": question, "text": ""}, {"question": "moon"}, {"text": "x" * 301}):
        assert (422, "invalid_value") == tries(asker, "ask", to=to, **said).outcome
    assert [] == asker.view["round"]["questions"]


def test_a_bot_asked_in_free_words_is_told_to_be_asked_a_ready_made_question(wire: Wire):
    ana, bea, eva = wire.party(3, "shpion")
    bot = ana.do("add_bot")["room"]["players"][-1]["id"]
    ana.do("deal")
    for seat in (ana, bea, eva):
        seat.do("seen")
    ana.do("start")
    ana.do("pass_turn", to="p1")

    assert (422, "bot_needs_ready_question") == tries(ana, "ask", to=bot, text="Давно?").outcome
    ready, own = entries(ana, "ask")
    assert (bot in ready["to"], bot in own["to"]) == (True, False)


def test_a_round_ends_with_everything_revealed(wire: Wire):
    seats = wire.playing(4, "shpion", rounds=1)
    spy = spy_of(seats)
    accuser, *others = [seat for seat in seats if seat is not spy]
    word = card(accuser)["word"]
    accuser.do("accuse", suspect=spy.player)
    assert [{"from": "candidates"}] == [entry["word"] for entry in entries(spy, "guess")]
    assert [] == entries(accuser, "guess")
    for seat in others:
        seat.do("vote", guilty=True)

    view = spy.view
    result = view["result"]
    assert ("match_over", "spy_accused", "residents", None) == (
        view["room"]["phase"],
        result["outcome"],
        result["winners"],
        result["void_reason"],
    )
    assert (word, None, None) == tuple(result["reveal"][name] for name in ("word", "guess", "pointing"))
    assert {"kind": "spy", "role": None} == result["reveal"]["cards"][spy.player]
    votes = {seat.player: True for seat in seats if seat is not spy}
    assert [{"accuser": accuser.player, "suspect": spy.player, "votes": votes}] == result["reveal"][
        "accusations"
    ]
    points = {each["player"]: (each["points"], each["because"]) for each in result["points"]}
    assert (2, ["team_win", "first_accuser"]) == points[accuser.player]
    assert (1, ["team_win"]) == points[others[0].player]
    assert 4 == len(view["room"]["standings"])
    assert "candidates" not in view
