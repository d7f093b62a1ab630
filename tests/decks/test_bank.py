"""The bank of words as its editors write it, and the cards made of it."""

from pathlib import Path

import pytest

from chalicelib.decks.bank import WordSource, impostor
from chalicelib.decks.source import SourceInvalid
from chalicelib.decks.spreadsheet import read_rows
from tests.decks.sample import CREDIT

HEADER = ",".join(tuple(WordSource.model_fields))
ROW = "1,gato,Gato,cat|kitty,bigotes,om/1F408.svg,minino|~maullido,,1,cola|pelo suave,mascota,siete vidas"
OTHER = "2,te,Té,tea,hierbas,,,1,,caliente,taza,a las cinco"
CATEGORIES = """
[[category]]
id = "animales"
title = "Animales"
picture = "om/1F43E.svg"
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "words").mkdir()
    (tmp_path / "categories.toml").write_text(CATEGORIES, "utf-8")
    write(tmp_path, f"{HEADER}\n{ROW}\n{OTHER}\n")
    return tmp_path


def write(folder: Path, content: str, encoding: str = "utf-8") -> Path:
    path = folder / "words" / "animales.csv"
    path.write_bytes(content.encode(encoding))
    return path


def test_a_row_becomes_a_card_with_all_its_forms(folder: Path):
    (deck,) = impostor(folder, {"om/1F408.svg": CREDIT})
    cat = deck.by_id["gato"]

    assert (cat.name, cat.en, cat.category, cat.hint) == ("Gato", "cat", "animales", "bigotes")
    assert cat.picture.src == "om/1F408.svg"
    assert {"gatos", "gatas", "gatito", "cats", "kitties", "mininos", "maullido"} <= set(cat.blocked)
    assert {"gatos", "gatas", "cats", "kitties", "mininos"} <= set(cat.accepted)
    assert not {"gatito", "maullido"} & set(cat.accepted)
    assert cat.clues.model_dump() == {
        "vague": ("cola", "pelo suave"),
        "middling": ("mascota",),
        "specific": ("siete vidas",),
    }


def test_a_word_without_a_picture_has_that_of_its_category(folder: Path):
    (deck,) = impostor(folder, {"om/1F43E.svg": CREDIT})

    assert deck.by_id["te"].picture.src == "om/1F43E.svg"
    assert deck.by_id["te"].picture.author == CREDIT.author


def test_words_stand_in_alphabetical_order_whatever_their_rows(folder: Path):
    before = impostor(folder, {})
    write(folder, f"{HEADER}\n{OTHER}\n{ROW}\n")

    assert [card.name for card in before[0].cards] == ["Gato", "Té"]
    assert impostor(folder, {}) == before


@pytest.mark.parametrize(
    "content",
    [
        f"{HEADER}\n{ROW}\n{OTHER}\n".replace(",", ";"),
        f"{HEADER}\r\n{ROW}\r\n{OTHER}\r\n",
        f"\ufeff{HEADER}\n{ROW}\n{OTHER}\n",
        f"{HEADER}\n{ROW.replace('bigotes', chr(34) + 'bigotes' + chr(34))}\n{OTHER}",
        f"{HEADER}\n{ROW.replace('|', ' | ')}\n{OTHER}\n\n{',' * 11}\n",
    ],
)
def test_a_spreadsheet_may_write_it_its_own_way(folder: Path, content: str):
    before = impostor(folder, {})
    write(folder, content)

    assert impostor(folder, {}) == before


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (HEADER, HEADER.replace("hint", "note"), r"animales\.csv:1: the columns are not ordinal,id,es"),
        (HEADER, HEADER.replace(",specific", ""), r"animales\.csv:1: "),
        (HEADER + "\n", "", r"animales\.csv:1: "),
        ("1,gato", "one,gato", r"2: ordinal: "),
        ("2,te", ",te", r"3: ordinal: "),
        ("2,te", "2,", r"3: id: "),
        ("Gato", "", r"2: es: "),
        ("cat|kitty", " | ", r"2: en: "),
        ("1,,caliente", "x,,caliente", r"3: exact: "),
        ("bigotes,", "bigotes,,", r"2: 13 columns, not 12"),
        (",taza", "", r"3: 11 columns, not 12"),
        ("bigotes", '"bigotes', r"animales\.csv"),
    ],
)
def test_a_fault_of_form_is_named_with_its_file_and_line(folder: Path, old: str, new: str, told: str):
    content = f"{HEADER}\n{ROW}\n{OTHER}\n"
    assert old in content
    path = write(folder, content.replace(old, new, 1))

    with pytest.raises(SourceInvalid, match=r"(?s)animales\.csv.*" + told if told[0].isdigit() else told):
        read_rows(path, WordSource)


def test_every_fault_of_a_file_is_named_at_once(folder: Path):
    path = write(folder, f"{HEADER}\n{ROW.replace('Gato', '')}\n{OTHER.replace('tea', '')}\n")

    with pytest.raises(SourceInvalid, match=r"(?s)2: es: .*3: en: "):
        read_rows(path, WordSource)


def test_a_file_that_is_not_text_in_utf8_is_named(folder: Path):
    path = write(folder, f"{HEADER}\n{ROW}\n{OTHER}\n", encoding="latin-1")

    with pytest.raises(SourceInvalid, match=r"animales\.csv"):
        read_rows(path, WordSource)


def test_a_category_without_words_and_words_without_a_category_are_named(folder: Path):
    (folder / "words" / "animales.csv").rename(folder / "words" / "plantas.csv")
    with pytest.raises(SourceInvalid, match="plantas"):
        impostor(folder, {})

    (folder / "words" / "plantas.csv").unlink()
    with pytest.raises(SourceInvalid, match=r"animales\.csv"):
        impostor(folder, {})
