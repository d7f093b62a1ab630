"""When two nicknames would be taken for one another."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chalicelib.mechanics.nickname import is_like, key


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ana", "ana"),
        ("Ana", "Aná"),
        ("Ana", "ÁNA"),
        ("Ana", "ＡＮＡ"),
        ("Ana", "Аnа"),
        ("ana", "αnα"),
        ("José", "Jose\u0301"),
        ("Straße", "STRASSE"),
        ("Ёлка", "елка"),
        ("Рома", "POMA"),
        ("ana bea", "ana   bea"),
        ("ana", "an\u200da"),
        ("ana", "a\u00adna"),
        ("❤", "❤\ufe0f"),
        ("ﬁn", "fin"),
        ("ANA", "ꓮꓠꓮ"),
        ("WILL", "ᎳᎥᏞᏞ"),
        ("bob", "🅱🅾🅱"),
        ("Sol", "Ⓢⓞⓛ"),
        ("Will", "WiIl"),
        ("leo", "Ieo"),
        ("Oli", "0li"),
        ("Ana 1", "Ana I"),
        ("ОЛЯ", "0ЛЯ"),
        ("Ilya", "llya"),
        ("Ｉlya", "llya"),
        ("Ánal", "AnaI"),
        ("ANA I", "ANA ⅼ"),
        ("Sergio", "Serɡio"),
        ("Alex", "Aǀex"),
        ("Paul", "Pauӏ"),
        ("susu", "ƽuƽu"),
        ("Γιώργος", "ΓΙΏΡΓΟΣ"),
        ("ロカ", "口力"),
    ],
)
def test_these_could_be_taken_for_one_another(one: str, other: str):
    assert is_like(one, other) and is_like(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ana", "Anna"),
        ("ana", "an a"),
        ("Иван", "Ivan"),
        ("🦊", "🐺"),
        ("ana", "ana🦊"),
        ("1", "2"),
        ("Gala", "Gaia"),
        ("Ian", "Lan"),
        ("Σία", "Οία"),
        ("Νίκος", "Νίκοο"),
        ("Боб", "606"),
        ("പം", "പഠ"),
        ("🇪🇸", "🇫🇷"),
    ],
)
def test_these_could_not(one: str, other: str):
    assert not is_like(one, other)


def test_a_key_of_any_letter_is_its_own_key():
    letters = [char for char in map(chr, range(0x20000)) if char.isalpha()]

    assert [] == [char for char in letters if key(key(char)) != key(char)]


@given(st.text())
def test_a_key_is_its_own_key(nickname: str):
    assert key(nickname) == key(key(nickname))
