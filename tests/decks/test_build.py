"""From the sources to the built decks."""

import json
from pathlib import Path

import pytest
from pydantic import ValidationError

from chalicelib.decks.build import build, main, outdated
from chalicelib.decks.model import BY_GAME, EspiaDeck
from chalicelib.decks.source import SourceInvalid, render
from tests.decks import sample


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A clean folder of decks, not built yet."""
    return sample.write(tmp_path, sample.sources())


def built(root: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (root / "espia").glob("*.json")}


def edit(path: Path, old: str, new: str) -> None:
    content = path.read_text("utf-8")
    assert old in content
    path.write_text(content.replace(old, new, 1), "utf-8")


def test_a_clean_source_gives_a_smaller_deck_and_a_larger_one_that_holds_it(root: Path):
    assert main(["--root", str(root)]) == 0

    familiar, completa = (json.loads(built(root)[f"espia-{name}.json"]) for name in ("familiar", "completa"))
    assert (len(familiar["cards"]), len(completa["cards"])) == (106, 131)
    assert [card for card in completa["cards"] if card["ordinal"] <= 106] == familiar["cards"]
    assert (familiar["rating"], completa["rating"]) == ("family", "adult")


def test_the_same_source_gives_the_same_bytes_in_whatever_order_it_is_written(root: Path):
    main(["--root", str(root)])
    before = built(root)
    sample.write_places(root, sample.sources()[::-1])

    assert main(["--root", str(root)]) == 0
    assert before == built(root)


def test_cards_stand_in_alphabetical_order(root: Path):
    places = sample.sources()
    renamed = [
        places[0].model_copy(update={"name": "Ñandú"}),
        places[1].model_copy(update={"name": "Ábaco"}),
        *places[2:],
    ]
    sample.write_places(root, renamed)

    names = [card.name for card in build(root).decks[0].cards]
    assert names[0] == "Ábaco"
    assert names[names.index("Ñandú") - 1][0] == "N"
    assert names[names.index("Ñandú") + 1][0] == "P"


def test_the_version_changes_with_any_text_and_with_nothing_else(root: Path):
    before = build(root)
    assert before.decks == build(root).decks

    edit(root / "espia" / "places.toml", "Vendedor de", "Comprador de")
    after = build(root)
    assert {deck.version for deck in before.decks}.isdisjoint(deck.version for deck in after.decks)


def test_checking_writes_nothing_and_fails_until_the_decks_are_built(
    root: Path, capsys: pytest.CaptureFixture[str]
):
    assert main(["--root", str(root), "--check"]) == 1
    assert built(root) == {}
    assert "espia-familiar.json" in capsys.readouterr().err

    main(["--root", str(root)])
    assert main(["--root", str(root), "--check"]) == 0


def test_a_built_deck_that_was_edited_or_that_no_source_gives_is_out_of_date(root: Path):
    main(["--root", str(root)])
    edit(root / "espia" / "espia-familiar.json", "Vendedor de", "Comprador de")
    (root / "espia" / "espia-otra.json").write_text("{}", "utf-8")

    stale = outdated(root, build(root).decks)
    assert [path.name for path in stale] == ["espia-familiar.json", "espia-otra.json"]


def test_an_error_of_the_lint_is_shown_and_nothing_is_written(root: Path, capsys: pytest.CaptureFixture[str]):
    edit(root / "espia" / "places.toml", "Vendedor de", "Vendedor  de")

    assert main(["--root", str(root)]) == 1
    assert built(root) == {}
    assert "stray_blank" in capsys.readouterr().out


def test_a_warning_is_shown_and_the_decks_are_written(root: Path, capsys: pytest.CaptureFixture[str]):
    first, *rest = sample.sources()
    sample.write_places(root, [first.model_copy(update={"name": f"{rest[0].name} grande"}), *rest])

    assert main(["--root", str(root)]) == 0
    assert "contained_name" in capsys.readouterr().out
    assert len(built(root)) == 2


def test_an_editor_may_allow_a_finding_beside_the_source(root: Path):
    first, *rest = sample.sources()
    sample.write_places(root, [first.model_copy(update={"name": f"{rest[0].name} grande"}), *rest])
    (root / "espia" / "allow.toml").write_text(
        f'[[allow]]\ncode = "contained_name"\ncard = "{first.id}"\ndetail = "{rest[0].id}"\n'
        'reason = "a large one is another place"\n',
        "utf-8",
    )

    assert build(root).findings == []


def test_nothing_may_be_allowed_without_a_reason(root: Path):
    (root / "espia" / "allow.toml").write_text(
        '[[allow]]\ncode = "contained_name"\ncard = "a"\ndetail = "b"\nreason = ""\n', "utf-8"
    )

    with pytest.raises(SourceInvalid, match="reason"):
        build(root)


def test_an_ordinal_that_moves_after_it_was_published_is_an_error(root: Path):
    main(["--root", str(root)])
    first, second, *rest = sample.sources()
    swapped = [
        first.model_copy(update={"ordinal": second.ordinal}),
        second.model_copy(update={"ordinal": first.ordinal}),
    ]
    sample.write_places(root, [*swapped, *rest])

    assert {"ordinal_moved"} == {finding.code for finding in build(root).findings}


def test_a_deck_published_in_an_older_form_still_keeps_its_ordinals(root: Path):
    main(["--root", str(root)])
    edit(root / "espia" / "espia-completa.json", '"schema": 1', '"schema": 0')
    edit(root / "espia" / "espia-completa.json", '"ordinal": 131', '"ordinal": 999')

    assert {"ordinal_moved"} == {finding.code for finding in build(root).findings}


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("[[place]]", "[[place", "line"),
        ('rating = "family"', 'rating = "everybody"', r"place\.0\.rating"),
        ("ordinal = 1\n", 'ordinal = "1"\n', r"place\.0\.ordinal"),
        ("ordinal = 1\n", "", r"place\.0\.ordinal"),
        ("ordinal = 1\n", "ordinal = 1\nhint = 2\n", r"place\.0\.hint"),
    ],
)
def test_a_source_of_another_form_is_refused_and_the_fault_named(root: Path, old: str, new: str, told: str):
    edit(root / "espia" / "places.toml", old, new)

    with pytest.raises(SourceInvalid, match=told):
        build(root)
    assert main(["--root", str(root)]) == 1


def test_a_missing_source_is_named(root: Path):
    (root / "espia" / "places.toml").unlink()

    with pytest.raises(SourceInvalid, match=r"places\.toml"):
        build(root)


@pytest.mark.parametrize("game", BY_GAME)
def test_the_schema_of_a_games_decks_is_closed_and_complete(game: str, capsys: pytest.CaptureFixture[str]):
    assert main(["--schema", game]) == 0

    schema = json.loads(capsys.readouterr().out)
    for part in (schema, *schema["$defs"].values()):
        assert part["additionalProperties"] is False
        assert part["properties"].keys() == set(part["required"])


def test_a_built_deck_is_read_strictly(root: Path):
    deck = build(root).decks[0]
    assert deck == EspiaDeck.model_validate_json(render(deck))

    for key, value in ("schema", 2), ("game", "impostor"), ("locale", "xx"), ("cards", None), ("hint", "?"):
        with pytest.raises(ValidationError):
            EspiaDeck.model_validate_json(json.dumps({**json.loads(render(deck)), key: value}))
