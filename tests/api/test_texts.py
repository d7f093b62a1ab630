"""What people read when something is refused, and in which language they read it."""

import re
import subprocess
import sys
import tomllib
import unicodedata
from itertools import pairwise
from pathlib import Path

import pytest

from chalicelib.api import language
from chalicelib.api.language import DEFAULT, LANGUAGES, choose, explain, texts
from chalicelib.api.problems import STATUS, problem, refused
from chalicelib.core.reason import Reason, Refusal, Rejection
from chalicelib.games.registry import RULESETS

ROOT = Path(__file__).parents[2]
SHARED = list(dict.fromkeys([*STATUS, *map(str, Reason)]))
"""Each code once: `room_closed` and `invalid_value` are answers of the service and of the rules alike."""

EVERY = [pytest.param(code, spoken, id=f"{code}-{spoken}") for spoken in LANGUAGES for code in texts(spoken)]
CYRILLIC = re.compile(r"[\u0400-\u04ff]")
OF_A_REQUEST = re.compile(r"request|body|solicitud|cuerpo|запрос|тело", re.I)
INSIDE = re.compile(r"lambda|dynamo|database|base de datos|базы? данных|amazon|\baws\b|sqs|traceback", re.I)


def own_reasons(game: str) -> list[Refusal]:
    """The codes that a game adds to the shared ones."""
    home = f"chalicelib.games.{game}."
    lists = [codes for codes in Refusal.__subclasses__() if codes.__module__.startswith(home)]
    return [reason for codes in lists for reason in codes]


def in_file(spoken: str) -> dict[str, dict[str, str]]:
    return tomllib.loads((Path(language.__file__).parent / "texts" / f"{spoken}.toml").read_text("utf-8"))


@pytest.mark.parametrize("spoken", LANGUAGES)
def test_the_file_of_a_language_has_every_shared_code_once_in_the_order_of_the_code(spoken: str):
    assert SHARED == list(in_file(spoken))


@pytest.mark.parametrize("spoken", LANGUAGES)
def test_each_code_has_a_title_and_a_detail_and_nothing_else(spoken: str):
    assert {("title", "detail")} == {tuple(text) for text in in_file(spoken).values()}


@pytest.mark.parametrize("spoken", LANGUAGES)
@pytest.mark.parametrize("game", RULESETS)
def test_every_game_explains_exactly_its_own_refusals(game: str, spoken: str):
    assert sorted(own_reasons(game)) == sorted(RULESETS[game].texts[spoken])


@pytest.mark.parametrize("game", RULESETS)
def test_no_game_changes_what_a_shared_code_says(game: str):
    assert not set(SHARED) & set(own_reasons(game))


@pytest.mark.parametrize("game", RULESETS)
def test_every_game_has_a_title_in_every_language(game: str):
    assert set(LANGUAGES) == set(RULESETS[game].title)


@pytest.mark.parametrize(("code", "spoken"), EVERY)
def test_a_text_is_short_and_set_as_an_editor_would(code: str, spoken: str):
    title, detail = texts(spoken)[code]

    assert 0 < len(title) <= 60 and 0 < len(detail) <= 200
    assert not title.endswith(".") and detail.endswith(".")
    for text in (title, detail):
        assert text == unicodedata.normalize("NFC", text) == text.strip()
        assert text[0] == text[0].upper()
        assert not re.search(r"\s\s|\n|[!¡]|\.\.|\s[,.;:]", text)


@pytest.mark.parametrize(("code", "spoken"), EVERY)
def test_quotes_and_apostrophes_are_those_of_the_language(code: str, spoken: str):
    foreign = "«»" if spoken == "en" else "“”„’"

    assert not set("\"'" + foreign) & set("".join(texts(spoken)[code]))


@pytest.mark.parametrize(("code", "spoken"), EVERY)
def test_nobody_is_told_what_runs_the_service(code: str, spoken: str):
    assert not INSIDE.search(" ".join(texts(spoken)[code]))


@pytest.mark.parametrize(("code", "spoken"), EVERY)
def test_only_russian_is_written_in_cyrillic(code: str, spoken: str):
    assert [spoken == "ru"] * 2 == [bool(CYRILLIC.search(text)) for text in texts(spoken)[code]]


@pytest.mark.parametrize("spoken", LANGUAGES)
def test_what_is_told_of_requests_and_of_messages_on_sockets_is_true_of_both(spoken: str):
    (_, unreadable), (_, hasty) = texts(spoken)["malformed_json"], texts(spoken)["too_many_requests"]

    assert not OF_A_REQUEST.search(unreadable)
    assert "retry_after_seconds" in hasty and "Retry-After" not in hasty


@pytest.mark.parametrize("code", texts(DEFAULT))
def test_no_text_is_left_untranslated(code: str):
    said = [text for spoken in LANGUAGES for text in texts(spoken)[code]]

    assert 2 * len(LANGUAGES) == len(set(said))


@pytest.mark.parametrize("spoken", LANGUAGES)
def test_no_two_codes_say_the_same(spoken: str):
    details = sorted(detail for _, detail in texts(spoken).values())

    assert not [one for one, next_ in pairwise(details) if one == next_]


@pytest.mark.parametrize("spoken", LANGUAGES)
def test_problems_and_refusals_are_told_in_the_language_asked_for(spoken: str):
    refusals = [*Reason, *(reason for game in RULESETS for reason in own_reasons(game))]
    bodies = [problem(code).body(spoken) for code in STATUS]
    bodies += [refused(Rejection(reason)).body(spoken) for reason in refusals]

    assert {body["code"] for body in bodies} == set(texts(spoken))
    assert all((body["title"], body["detail"]) == texts(spoken)[body["code"]] for body in bodies)


def test_a_sentence_can_be_had_alone_and_in_english_where_we_do_not_speak_the_language():
    assert texts("ru")["room_full"][1] == explain("ru", "room_full")
    assert texts("en")["room_full"][1] == explain("de", "room_full")


@pytest.mark.parametrize(
    ("header", "spoken"),
    [
        (None, "en"),
        ("", "en"),
        ("es", "es"),
        ("ES", "es"),
        ("es-MX", "es"),
        ("ru-RU, ru", "ru"),
        ("es-419,es;q=0.9,en;q=0.8", "es"),
        ("de, fr;q=0.9", "en"),
        ("de, ru;q=0.1", "ru"),
        ("ru;q=0.9, es;q=0.8", "ru"),
        ("ru;q=0.8, es;q=0.9", "es"),
        ("ru ; q=0.5 ,es ; q=0.6", "es"),
        ("es, ru", "es"),
        ("ru, es", "ru"),
        ("es;q=0", "en"),
        ("es;q=0, ru;q=0.001", "ru"),
        ("en;q=0, es;q=0.0, ru;q=0.000", "en"),
        ("*", "en"),
        ("*;q=0.5", "en"),
        ("ru, *;q=0.5", "ru"),
        ("est", "en"),
        ("español", "en"),
        (",;q=,;;=", "en"),
        ("es;q=high", "en"),
        ("es;q=", "en"),
        ("es;q=-1", "en"),
        ("\x00\ud800", "en"),
        ("es;q=high, ru;q=0.1", "ru"),
        pytest.param("ru," * 5_000, "ru", id="very long"),
    ],
)
def test_the_language_is_the_best_of_ours_that_the_client_takes(header: str | None, spoken: str):
    assert spoken == choose(header)


def test_problems_are_known_without_any_setting_and_without_the_cloud():
    alone = "import sys, chalicelib.api.problems; print({'boto3', 'botocore', 'chalice'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", alone], cwd=ROOT, env={}, capture_output=True, text=True)

    assert ("", "set()\n") == (done.stderr, done.stdout)
