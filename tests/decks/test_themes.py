"""The cards and questions of `shpion` as their editors write them, and the deck made of them."""

from pathlib import Path

import pytest

from chalicelib.decks.model import TopicCard
from chalicelib.decks.source import SourceInvalid
from chalicelib.decks.themes import TopicSource, shpion
from tests.decks.sample import CREDIT

HEADER = ",".join(TopicSource.model_fields)
PLACE = "1,banya,Баня,,,,,om/1F6C0.svg,Банщик | Истопник|Массажистка,yp"
FILM = "101,brat,Брат,ours,1997,Россия,Алексей Балабанов,om/1F3AC.svg,,yny"
OTHER = "102,fargo,Фарго,foreign,1996,США,Джоэл Коэн,om/2744.svg,,nny"

SOURCES = {
    "themes.toml": 'order = ["places", "films"]',
    "places.csv": f"{HEADER}\n{PLACE}\n",
    "films.csv": f"{HEADER}\n{FILM}\n{OTHER}\n",
    "questions.places.toml": """
        id = "places"
        title = "Места"
        picture = "om/1F4CD.svg"
        [[question]]
        id = "roof"
        text = "Здесь есть крыша?"
        [[question]]
        id = "night"
        text = "Сюда ходят ночью?"
    """,
    "questions.films.toml": """
        id = "films"
        title = "Кино"
        picture = "om/1F3A5.svg"
        [[question]]
        id = "ours"
        text = "Это наше кино?"
        derived = { fact = "origin", among = ["ours"] }
        [[question]]
        id = "comedy"
        text = "Это комедия?"
        [[question]]
        id = "nineties"
        text = "Снято в девяностые?"
        derived = { fact = "year", since = 1990, before = 2000 }
    """,
    "sources.films.toml": """
        brat = "Брат, фильм"
        fargo = "Fargo, film"
    """,
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, content in SOURCES.items():
        (tmp_path / name).write_text(content, "utf-8")
    return tmp_path


def edit(path: Path, old: str, new: str) -> None:
    content = path.read_text("utf-8")
    assert old in content
    path.write_text(content.replace(old, new, 1), "utf-8")


def cards(folder: Path) -> dict[str, TopicCard]:
    (deck,) = shpion(folder, {"om/1F3AC.svg": CREDIT})
    return dict(deck.by_id)


def test_a_row_becomes_a_card_with_its_true_answers(folder: Path):
    film, place = cards(folder)["brat"], cards(folder)["banya"]

    assert (film.ordinal, film.name, film.theme, film.origin) == (101, "Брат", "films", "ours")
    assert (film.picture.src, film.picture.author) == ("om/1F3AC.svg", CREDIT.author)
    assert (film.roles, film.answers) == ((), ("yes", "no", "yes"))
    assert (place.origin, place.answers) == (None, ("yes", "partly"))
    assert place.roles == ("Банщик", "Истопник", "Массажистка")


def test_the_rules_get_each_answer_by_the_id_of_its_question(folder: Path):
    (deck,) = shpion(folder, {})

    assert dict(deck.rules.questions) == {
        "places": ("roof", "night"),
        "films": ("ours", "comedy", "nineties"),
    }
    film = deck.by_id["fargo"].topic(deck.rules.questions["films"])
    assert film.answers == {"ours": "no", "comedy": "no", "nineties": "yes"}


def test_themes_stand_in_their_given_order_and_cards_in_that_of_russian(folder: Path):
    edit(folder / "themes.toml", '"places", "films"', '"films", "places"')
    edit(folder / "films.csv", "Фарго", "Ёлки")
    edit(folder / "films.csv", "Брат", "Жмурки")
    (deck,) = shpion(folder, {})

    assert [theme.id for theme in deck.themes] == ["films", "places"]
    assert [card.name for card in deck.cards] == ["Баня", "Ёлки", "Жмурки"]


def test_every_theme_offers_yes_no_partly_and_i_do_not_know(folder: Path):
    (deck,) = shpion(folder, {})

    for theme in deck.themes:
        assert [option.text for option in theme.options] == ["Да", "Нет", "Отчасти", "Не знаю"]


# -- Faults of form --


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (
            HEADER,
            HEADER.replace("author", "director"),
            r"1: the columns are not ordinal,id,name,origin,year",
        ),
        ("101,brat", "first,brat", r"2: ordinal: "),
        ("101,brat", ",brat", r"2: ordinal: "),
        ("102,fargo", "102,", r"3: id: "),
        ("Брат", "", r"2: name: "),
        (",ours,", ",наш,", r"2: origin: "),
        ("1997", "90-е", r"2: year: "),
        ("om/2744.svg", "", r"3: picture: "),
        (",yny", ",", r"2: answers: "),
        (",yny", ",yes", r"2: answers: "),
        (",yny", ",yn?", r"2: answers: "),
        (",yny", ",yn", r"brat: 2 answers to 3 questions"),
        (",nny", ",nnyy", r"fargo: 4 answers to 3 questions"),
        ("США", "США,Канада", r"3: 11 columns, not 10"),
    ],
)
def test_a_fault_in_a_row_is_named_with_its_file_and_place(folder: Path, old: str, new: str, told: str):
    edit(folder / "films.csv", old, new)

    with pytest.raises(SourceInvalid, match=rf"(?s)films\.csv:.*{told}"):
        shpion(folder, {})


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("[[question]]", "[[question", "line"),
        ('id = "films"', 'id = "movies"', "id: movies is not films"),
        ('id = "films"', "", "id: "),
        ('title = "Кино"', "title = 1", "title: "),
        ('id = "comedy"', 'id = "Comedy?"', r"question\.1\.id: "),
        ('text = "Это комедия?"', "", r"question\.1\.text: "),
        ('text = "Это комедия?"', 'text = "Это комедия?"\nanswer = "yes"', r"question\.1\.answer: "),
        ('fact = "origin"', 'fact = "roles"', r"question\.0\.derived\.fact: "),
        ("since = 1990", 'since = "1990"', r"question\.2\.derived\.since: "),
    ],
)
def test_a_fault_in_the_questions_is_named_with_its_file_and_place(
    folder: Path, old: str, new: str, told: str
):
    edit(folder / "questions.films.toml", old, new)

    with pytest.raises(SourceInvalid, match=rf"(?s)questions\.films\.toml:.*{told}"):
        shpion(folder, {})


@pytest.mark.parametrize("name", ["themes.toml", "films.csv", "questions.films.toml", "places.csv"])
def test_a_file_that_is_missing_is_named(folder: Path, name: str):
    (folder / name).unlink()

    with pytest.raises(SourceInvalid, match=name):
        shpion(folder, {})


@pytest.mark.parametrize("name", ["music.csv", "questions.music.toml", "sources.music.toml"])
def test_a_file_of_a_theme_that_is_not_offered_is_named(folder: Path, name: str):
    (folder / name).write_text("", "utf-8")

    with pytest.raises(SourceInvalid, match=r"(?s)themes\.toml:.*no theme music"):
        shpion(folder, {})


# -- Answers that follow from facts --


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (",yny", ",nny", "brat: ours: n is not y by its origin"),
        (",nny", ",pny", "fargo: ours: p is not n by its origin"),
        ("1997", "2000", "brat: nineties: y is not n by its year"),
        ("1996", "1989", "fargo: nineties: y is not n by its year"),
        ("1996", "-44", "fargo: nineties: y is not n by its year"),
        ("1996", "", "fargo: nineties: y but its year is not known"),
    ],
)
def test_an_answer_that_contradicts_a_fact_of_its_card_is_named(folder: Path, old: str, new: str, told: str):
    edit(folder / "films.csv", old, new)

    with pytest.raises(SourceInvalid, match=rf"(?s)films\.csv:.*{told}"):
        shpion(folder, {})


def test_every_answer_that_contradicts_a_fact_is_named_at_once(folder: Path):
    edit(folder / "films.csv", ",yny", ",nny")
    edit(folder / "films.csv", ",nny\n102", ",nnn\n102")

    with pytest.raises(SourceInvalid, match=r"(?s)brat: ours: .*brat: nineties: "):
        shpion(folder, {})


@pytest.mark.parametrize(
    "derived",
    [
        '{ fact = "year", since = 1997 }',
        '{ fact = "country", among = ["СССР", "Россия"] }',
        '{ fact = "author", among = ["Алексей Балабанов"] }',
    ],
)
def test_an_answer_may_follow_from_any_fact_of_its_card(folder: Path, derived: str):
    edit(folder / "questions.films.toml", '{ fact = "origin", among = ["ours"] }', derived)

    assert cards(folder)["brat"].answers[0] == "yes"
    assert cards(folder)["fargo"].answers[0] == "no"


# -- Pages --


def test_a_card_of_fact_without_a_page_is_named(folder: Path):
    edit(folder / "sources.films.toml", 'brat = "Брат, фильм"', "")
    edit(folder / "sources.films.toml", 'fargo = "Fargo, film"', "")

    with pytest.raises(SourceInvalid, match=r"(?s)sources\.films\.toml:.*brat: no page.*fargo: no page"):
        shpion(folder, {})


def test_a_theme_of_facts_without_any_pages_is_named(folder: Path):
    (folder / "sources.films.toml").unlink()

    with pytest.raises(SourceInvalid, match=r"(?s)sources\.films\.toml:.*brat: no page"):
        shpion(folder, {})


def test_a_page_of_a_card_that_is_not_there_is_named(folder: Path):
    edit(folder / "sources.films.toml", "brat", "brat = 'Брат, фильм'\nbrat-2")

    with pytest.raises(SourceInvalid, match=r"(?s)sources\.films\.toml:.*brat-2: no card of fact"):
        shpion(folder, {})


def test_a_page_of_a_place_is_one_too_many(folder: Path):
    (folder / "sources.places.toml").write_text('banya = "Баня"', "utf-8")

    with pytest.raises(SourceInvalid, match=r"(?s)sources\.places\.toml:.*banya: no card of fact"):
        shpion(folder, {})


@pytest.mark.parametrize("page", ['""', "1", '["Брат"]'])
def test_a_page_is_named_by_its_title(folder: Path, page: str):
    edit(folder / "sources.films.toml", '"Брат, фильм"', page)

    with pytest.raises(SourceInvalid, match=r"(?s)sources\.films\.toml:.*brat: "):
        shpion(folder, {})
