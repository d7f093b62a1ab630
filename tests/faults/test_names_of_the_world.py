"""Nicknames over the wire: people of every alphabet are who they say, and nobody breaks another's screen."""

import unicodedata

import pytest

from infra.phone import Refused, Service

NAMES = [
    ("Iñaki", "Жанна", "Ελένη", "张伟", "さくら", "ひろし", "김철수", "محمد", "שרה"),
    ("राजेश", "ประเสริฐ", "தமிழ்செல்வி", "ამირანი", "Արամ", "ᏣᎳᎩ", "ཚེ་རིང", "ከበደ", "ᠮᠣᠩᠭᠣᠯ"),
    (
        "Nguyễn Văn Đức",
        "Łukasz",
        "Þórunn",
        "Øyvind",
        "Ağaoğlu",
        "Ңұрлан",
        "Ўткир",
        "O’Brien",
        "Ana-María d'Or",
    ),
    ("👨‍👩‍👧‍👦", "🏳️‍🌈", "🇪🇸🇷🇺", "👩🏽‍🚀", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "1️⃣", "❤️", "🦊 Eva", "👩‍❤️‍💋‍👨"),
    ("Ünïcödé", "Zoe\u0308", "क्‌ष", "می‌خواهم", "𝒜𝓃𝒶", "Ａｎａ Ｗ", "№ 5", "½", "Ａ·Б"),
]
"""Each line sits at one table."""
INVISIBLE = [
    "", " ", "\u200b", "\u2060\ufeff", "\u3164", "\u115f", "\u2800", "\u00ad", "\ufe0f", "\U000e0041",
    "\u200d", "\u3000\u00a0",
]  # fmt: skip
HARMFUL = [
    "Ana\u202egnu", "\u2066Ana", "Ana\u200bBea", "A\nB", "A\tB", "A\0", "A\x7f", "A\u0085B", "A\u2028B",
    "\ufffeA", "A\ue000", "\ufdd0", "Ana\u061c", "e" + "\u0301" * 9, "Z" + "\u0489" * 5, "Ana\U000e0001",
    "\U0001f468\u200d", "\u200dAna", "Аna", "Αna", "a" * 21, "👍" * 21, "é" * 3_000, "\u202d", "Ana\ufeff",
]  # fmt: skip
TWINS = [
    ("Iñaki", "In\u0303aki"),
    ("Ana", "ANA"),
    ("Ana", " ana "),
    ("Strauß", "STRAUSS"),
    ("Ａna", "Ana"),
    ("José", "Jose"),
    ("Юля", "ЮЛЯ"),
    ("ǅ", "ǆ"),
]


@pytest.mark.parametrize("names", NAMES, ids=lambda names: names[0])
def test_everybody_is_called_as_they_wish(service: Service, names: tuple[str, ...]):
    host = service.open_room(names[0]).connect()
    for name in names[1:]:
        service.join(host.code, name)
    wanted = [unicodedata.normalize("NFC", name) for name in names]
    seen = host.until(lambda view: len(view["room"]["players"]) == len(names))

    assert wanted == [player["nickname"] for player in seen["room"]["players"]]
    assert wanted == [player["nickname"] for player in host.look()["room"]["players"]]


@pytest.mark.parametrize("name", INVISIBLE + HARMFUL, ids=ascii)
def test_nobody_is_invisible_or_harmful(service: Service, name: str):
    for enter in (service.open_room, lambda name: service.join("ZZZZZ", name)):
        with pytest.raises(Refused) as refused:
            enter(name)
        assert "invalid_nickname" == refused.value.code


@pytest.mark.parametrize(("one", "other"), TWINS, ids=ascii)
def test_nobody_passes_for_another(service: Service, one: str, other: str):
    host = service.open_room(one)

    with pytest.raises(Refused, match="nickname_taken"):
        service.join(host.code, other)
