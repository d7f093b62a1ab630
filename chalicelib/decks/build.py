"""From what editors write to what a server reads: `python -m chalicelib.decks.build` (`make decks`).

Says everything that the lint finds, and writes one canonical JSON file a deck; with an error it writes none.
`--check` never writes, and also fails if a built file is not what its source gives. `--schema GAME` prints
the JSON Schema of a game's decks.
"""

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from chalicelib.core.deck import CardId, Deck
from chalicelib.core.finding import Finding
from chalicelib.decks import bank, source, themes
from chalicelib.decks.lint import AnyDeck, allow, has_errors, lint, ordinals_kept, pictures
from chalicelib.decks.model import BY_GAME, Credit
from chalicelib.decks.pictures import read_credits
from chalicelib.games.espia import deck as espia
from chalicelib.games.impostor import deck as impostor
from chalicelib.games.shpion import deck as shpion

ROOT = Path(__file__).parents[2] / "decks"


class Game(NamedTuple):
    """How a game's decks come from its folder, and what must be true of them besides the common."""

    decks: Callable[[Path, Mapping[str, Credit]], Sequence[AnyDeck]]
    lint: Callable[[Sequence[AnyDeck]], Iterator[Finding]]
    report: Callable[[Deck], Iterator[str]] = lambda deck: iter(())
    """What else an editor wants to know of each deck, in lines."""


class Built(NamedTuple):
    """All decks of all games, and all that there is to say about them."""

    decks: Sequence[AnyDeck]
    findings: Sequence[Finding]


def _espia_lint(decks: Sequence[AnyDeck]) -> Iterator[Finding]:
    familiar, completa = decks
    names = {CardId(place.id): place.name for place in completa.cards}
    return espia.lint(familiar.rules, completa.rules, names)


def _impostor_lint(decks: Sequence[AnyDeck]) -> Iterator[Finding]:
    (words,) = decks
    return impostor.lint(words.rules)


def _shpion_lint(decks: Sequence[AnyDeck]) -> Iterator[Finding]:
    (themed,) = decks
    return shpion.lint(themed.rules)


GAMES: Mapping[str, Game] = {
    "espia": Game(source.espia, _espia_lint),
    "impostor": Game(bank.impostor, _impostor_lint, impostor.report),
    "shpion": Game(themes.shpion, _shpion_lint, shpion.report),
}


def build(root: Path) -> Built:
    """Read and lint every game that has a folder under the decks' root; writes nothing."""
    credit_of = read_credits(root / "pictures")
    decks: list[AnyDeck] = []
    findings: list[Finding] = []
    for name, game in GAMES.items():
        if not (root / name).is_dir():
            continue
        of_game = game.decks(root / name, credit_of)
        found = chain(
            chain.from_iterable(map(lint, of_game)),
            game.lint(of_game),
            chain.from_iterable(_against_published(root, deck) for deck in of_game),
        )
        findings += allow(dict.fromkeys(found), _allowances(root / name / "allow.toml"))
        decks += of_game
    findings += pictures(decks, credit_of, root / "pictures")
    return Built(decks, findings)


def outdated(root: Path, decks: Sequence[AnyDeck]) -> list[Path]:
    """The built files that are not what the sources give, or that no source gives."""
    wanted = {_path(root, deck): source.render(deck) for deck in decks}
    present = {path: path.read_text("utf-8") for game in GAMES for path in root.glob(f"{game}/*.json")}
    return sorted(path for path in wanted.keys() | present.keys() if wanted.get(path) != present.get(path))


def main(arguments: Sequence[str] | None = None) -> int:
    """Build or check, and say what was found; 0 if all is well."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--root", type=Path, default=ROOT, help="the decks' folder")
    parser.add_argument(
        "--check", action="store_true", help="write nothing; fail if a built file is outdated"
    )
    parser.add_argument("--schema", choices=BY_GAME, help="print the JSON Schema of a game's decks")
    options = parser.parse_args(arguments)
    if options.schema:
        print(json.dumps(BY_GAME[options.schema].model_json_schema(), indent=1))
        return 0
    try:
        decks, findings = build(options.root)
    except source.SourceInvalid as invalid:
        print(invalid, file=sys.stderr)
        return 1
    for finding in findings:
        print(f"{finding.severity:7}  {finding.card or '-':32}  {finding.code:20}  {finding.detail}")
    for deck in decks:
        print(f"{deck.id}: {len(deck.cards)} cards, version {deck.version}")
        for line in GAMES[deck.game].report(deck.rules):
            print(f"  {line}")
    if has_errors(findings):
        return 1
    if options.check:
        for path in (late := outdated(options.root, decks)):
            print(f"outdated: {path}", file=sys.stderr)
        return 1 if late else 0
    for deck in decks:
        _path(options.root, deck).write_text(source.render(deck), "utf-8")
    return 0


def _allowances(path: Path) -> Sequence[source.Allowance]:
    return source.read(path, source.AllowSource).allow if path.is_file() else ()


def _path(root: Path, deck: AnyDeck) -> Path:
    return root / deck.game / f"{deck.id}.json"


def _against_published(root: Path, deck: AnyDeck) -> Iterator[Finding]:
    path = _path(root, deck)
    if path.is_file():
        # not as its model, whose form may have changed since
        published = {card["id"]: card["ordinal"] for card in json.loads(path.read_bytes())["cards"]}
        yield from ordinals_kept(published, deck)


if __name__ == "__main__":
    sys.exit(main())
