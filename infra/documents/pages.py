"""The pages for people: their prose stands in `pages/`, their tables are made like the documents."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from html import escape
from pathlib import Path
from typing import Any, Final

from chalicelib.api.language import explain_fault
from chalicelib.api.messages import actions_of
from chalicelib.core.action import Action
from chalicelib.core.ruleset import Ruleset
from chalicelib.games.registry import RULESETS
from chalicelib.tenants.pace import Rate
from chalicelib.tenants.plans import Plan, plans
from infra.documents import examples
from infra.documents.operation import Who
from infra.documents.operations import OPERATIONS
from infra.documents.problems import CODES, FAULTS, LANGUAGE, Code
from infra.documents.schema import Json, called, summary
from infra.documents.webhooks import TOLD as WEBHOOKS

PROSE: Final = Path(__file__).parent / "pages"
README: Final = Path(__file__).parents[2] / "README.md"
PLANS: Final = ("free", "studio", "event")
"""The plans that are offered; the others are for one's own machine and for operators."""

Row = Sequence[str]


def guide(openapi: Json, asyncapi: Json) -> str:
    """How to build a frontend."""
    schemas = openapi["components"]["schemas"]
    return _page(
        "guide",
        "Tapadillo: how to build a frontend",
        games=_table(("game", "players", "languages", "chat", "bots"), map(_game, RULESETS.values())),
        credentials=_table(("credential", "who holds it", "what it opens"), CREDENTIALS),
        start=escape(_quick_start()),
        operations=_table(("request", "for", "credential"), _requests()),
        view=escape(_pretty(examples.view("espia"))),
        view_members=_members(schemas["EspiaView"]),
        room_members=_members(schemas["EspiaRoom"]),
        player_members=_members(schemas["Player"]),
        games_members="".join(_members_of(game, schemas) for game in RULESETS),
        actions="".join(_actions(ruleset) for ruleset in RULESETS.values()),
        messages=_table(("message", "direction", "what it is"), _messages(asyncapi)),
        problem=escape(_pretty(examples.refused())),
        codes=", ".join(f'<a href="docs/problems#{code}"><code>{code}</code></a>' for code in sorted(CODES)),
        limits=_limits(),
        webhooks=_table(("event", "when", "data"), _webhooks(openapi)),
    )


def problems() -> str:
    """Every problem code with its cause and cure."""
    games = {game: f"Of <code>{game}</code> alone" for game in RULESETS}
    groups = {"service": "Of the service", "": "Of the rules of all games", **games}
    return _page(
        "problems",
        "Tapadillo: problems",
        example=escape(_pretty(examples.refused())),
        groups="".join(
            f"<h2>{title}</h2>{_codes(each for each in CODES.values() if each.group == group)}"
            for group, title in groups.items()
        ),
        faults=_table(("code", "what people read"), map(_fault, FAULTS)),
    )


def _page(name: str, title: str, **parts: str) -> str:
    body = _filled((PROSE / f"{name}.html").read_text("utf-8"), parts)
    return _filled((PROSE / "layout.html").read_text("utf-8"), {"title": title, "body": body})


def _filled(template: str, parts: Mapping[str, str]) -> str:
    """The template with each `{{part}}` in its place; raises KeyError for one that there is not."""
    return re.sub(r"\{\{(\w+)\}\}", lambda found: parts[found[1]], template)


def _table(heads: Row, rows: Iterable[Row]) -> str:
    """A table; cells are HTML already.

    On a phone each row is a block of lines, in which every cell says what it is unless there are but two.
    """
    head = "".join(f"<th>{each}</th>" for each in heads)
    labels = ["", *(f' data-head="{each}"' if len(heads) > 2 else "" for each in heads[1:])]
    body = "".join(_row(row, labels) for row in rows)
    return f'<div class="scroll"><table>\n<tr>{head}</tr>\n{body}</table></div>\n'


def _row(row: Row, labels: Iterable[str]) -> str:
    cells = "".join(f"<td{label}>{cell}</td>" for label, cell in zip(labels, row, strict=True))
    return f"<tr>{cells}</tr>\n"


def _rich(text: str) -> str:
    """A sentence with code between backticks."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text, quote=False))


def _code(text: str) -> str:
    return f"<code>{escape(text)}</code>"


def _pretty(document: Any) -> str:
    return json.dumps(document, ensure_ascii=False, indent=2)


def _quick_start() -> str:
    """The commands of the README, which a test types."""
    found = re.search(r"<!-- tried by .*? -->\n```sh\n(.*?)```", README.read_text("utf-8"), re.S)
    assert found is not None
    return found[1].rstrip()


def _game(ruleset: Ruleset) -> Row:
    return (
        _code(ruleset.id),
        f"{ruleset.players[0]}–{ruleset.players[-1]}",
        ", ".join(ruleset.locales),
        "no" if ruleset.may_say is None else "yes",
        "no" if ruleset.bots is None else "yes",
    )


CREDENTIALS: Final[Sequence[Row]] = (
    (
        "<code>X-Api-Key: pk_…</code>",
        "your pages; browsers may",
        "making and joining rooms, and looking at their doors, from the origins that you allow",
    ),
    (
        "<code>X-Api-Key: sk_…</code>",
        "your server, and never a browser",
        "the same, and everything under <code>/v1/tenant</code>",
    ),
    (
        "<code>Authorization: Bearer pt_…</code>",
        "one player's devices",
        "that player's seat in that room",
    ),
)
WANTED: Final[Mapping[Who, str]] = {
    "anybody": "",
    "shelf": "<code>pk_</code>, or none",
    "key": "<code>pk_</code>",
    "seat": "<code>pt_</code>",
    "door": "<code>pt_</code>, or <code>pk_</code>",
    "secret": "<code>sk_</code>",
}


def _requests() -> Iterable[Row]:
    for (method, path), operation in OPERATIONS.items():
        yield f"<code>{method} {path}</code>", _rich(operation.summary), WANTED[operation.who]


def _members(schema: Json) -> str:
    rows = ((_code(name), _rich(each.get("description", ""))) for name, each in schema["properties"].items())
    return _table(("member", "what it means"), rows)


def _members_of(game: str, schemas: Json) -> str:
    """What each game shows in its own way."""
    prefix = game.title()
    parts = {"round": "Round", "me": "Me", "me.card": "Card", "result": "Result", "result.reveal": "Reveal"}
    shown = "".join(
        f"<h3>{game}: <code>{place}</code></h3>{_members(schemas[prefix + name])}"
        for place, name in parts.items()
    )
    outcomes = ", ".join(_code(each) for each in schemas[f"{prefix}Result"]["properties"]["outcome"]["enum"])
    phases = " · ".join(_code(phase.name) for phase in RULESETS[game].phases)
    return (
        f'<details id="{game}"><summary>What <code>{game}</code> shows</summary><p>Phases: {phases}.</p>'
        f"{shown}<p>Outcomes: {outcomes}.</p></details>\n"
    )


def _actions(ruleset: Ruleset) -> str:
    rows = (_action(ruleset, kind) for kind in actions_of(ruleset))
    table = _table(("action", "fields", "phase_seq", "phases", "what it does"), rows)
    return f'<h3 id="actions-{ruleset.id}">{ruleset.id}</h3>{table}'


def _action(ruleset: Ruleset, kind: type[Action]) -> Row:
    phases = [phase for phase, moves in ruleset.moves.items() if kind in moves]
    is_anywhere = len(phases) >= len(ruleset.phases) - 1
    host = any(moves[kind].for_host for moves in ruleset.moves.values() if kind in moves)
    return (
        _code(kind.type),
        ", ".join(_code(each.name) for each in fields(kind)),
        "" if kind.any_time else "needed",
        "all" if is_anywhere else ", ".join(map(_code, phases)),
        _rich(summary(kind)) + (' <span class="dim">Host only.</span>' if host else ""),
    )


def _messages(asyncapi: Json) -> Iterable[Row]:
    for operation in asyncapi["operations"].values():
        name = operation["messages"][0]["$ref"].rpartition("/")[2]
        direction = "you say" if operation["action"] == "receive" else "you are told"
        yield _code(name), direction, _rich(operation["summary"])


def _codes(codes: Iterable[Code]) -> str:
    return _table(("code", "status", "people read", "you do"), map(_problem, codes))


def _problem(code: Code) -> Row:
    again = ' <span class="dim">Retryable.</span>' if code.retryable else ""
    return (
        f'<a id="{code.code}" href="#{code.code}">{_code(code.code)}</a>',
        str(code.status),
        f"<strong>{_rich(code.title)}.</strong> {_rich(code.detail)}",
        _rich(code.cure) + again,
    )


def _fault(code: str) -> Row:
    return _code(code), _rich(explain_fault(LANGUAGE, code))


def _limits() -> str:
    offered = [plans()[id] for id in PLANS]
    rows = ((_code(each.name), *(_limit(plan, each.name) for plan in offered)) for each in fields(Plan)[1:])
    return _table(("limit", *PLANS), rows)


def _limit(plan: Plan, name: str) -> str:
    limit = getattr(plan, name)
    if not isinstance(limit, Rate):
        return "none" if limit is None else f"{limit:,}"
    return f"{limit.burst:,}, then {limit.burst * 60_000 // limit.window_ms:,} a minute"


def _webhooks(openapi: Json) -> Iterable[Row]:
    schemas = openapi["components"]["schemas"]
    for type, body in WEBHOOKS.items():
        told = schemas[schemas[called(body, "")]["properties"]["data"]["$ref"].rpartition("/")[2]]
        yield _code(type), _rich(told["description"]), ", ".join(map(_code, told["properties"]))
