"""What a seat of each game is shown, and what it may do: views, actions, and the entries that offer them."""

from collections.abc import Mapping, Sequence
from dataclasses import MISSING, fields
from typing import Any, Final, get_args, get_type_hints

from chalicelib.api.messages import Envelope
from chalicelib.core import options
from chalicelib.core.action import Action
from chalicelib.core.deck import CardId
from chalicelib.core.ids import PlayerId
from chalicelib.core.ruleset import Ruleset
from chalicelib.games.registry import RULESETS
from chalicelib.mechanics import accusation, ballot
from chalicelib.mechanics.lobby import Configure
from chalicelib.mechanics.nickname import Nickname
from infra.documents import replies
from infra.documents.problems import CODES, FAULTS, not_yet
from infra.documents.schema import Json, Schemas, ref, summary

BOUND: Final[Mapping[Any, Any]] = {
    replies.AnyView: ref("View"),
    replies.AnyRound: ref("FinishedRound"),
    replies.ProblemCode: {"type": "string", "enum": sorted(CODES)},
    replies.FaultCode: {"type": "string", "enum": sorted({*CODES, *FAULTS})},
}
"""What the type variables of answers stand for."""

VOTES = {accusation.Vote: "AccusationVote", ballot.Vote: "BallotVote"}
"""Two actions of one name: on an accusation, and for somebody to go out."""
CHANGE = "The options to change; the others stay. Without any, those of a new room."
ANY = {
    "View": "What a seat may know, by `room.game`.",
    "Action": "An action of any game.",
    "FinishedRound": "A finished round of any game.",
}
"""What there is of each game, and of all of them."""


def add_views(schemas: Schemas) -> None:
    """Name what there is of each game, and what is any of it."""
    for ruleset in RULESETS.values():
        _add_game(schemas, ruleset)
    for kind, said in ANY.items():
        members = [ref(f"{game.title()}{kind}") for game in RULESETS]
        schemas.name(kind, {"description": said, "anyOf": members})


def _add_game(schemas: Schemas, ruleset: Ruleset) -> None:
    game, prefix = ruleset.id, ruleset.id.title()
    public, hand, _ = get_args(ruleset.state_type)
    _, round_, result = get_args(public)
    actions = [*ruleset.actions.values()]
    kept = schemas.name(f"{prefix}Options", _options(ruleset))
    schemas.name(f"{prefix}OptionsChange", options.schema(ruleset.options) | {"description": CHANGE})
    sent = [schemas.name(f"{base(kind, game)}Action", _action(schemas, kind, game)) for kind in actions]
    offered = [schemas.name(f"{base(kind, game)}Offer", _offer(schemas, kind, game)) for kind in actions]
    of_type = "What the seat may do now; by `type`."
    schemas.name(f"{prefix}Action", _by_type(f"An action of `{game}`.", actions, sent))
    schemas.name(f"{prefix}Offer", _by_type(of_type, actions, offered))
    bound = {
        replies.Game: {"const": game},
        replies.Locale: {"enum": [*ruleset.locales]},
        replies.Phase: {"enum": [phase.name for phase in ruleset.phases]},
        replies.Options: kept,
        replies.Round: round_,
        replies.Result: result,
        replies.Me: schemas.name(f"{prefix}Me", _me(schemas, hand, game)),
        replies.Offer: ref(f"{prefix}Offer"),
        replies.ActionType: {"enum": sorted(ruleset.actions)},
        replies.NotYet: {"enum": sorted(not_yet(game))},
    }
    schemas.of(replies.View, game, bound)
    schemas.of(replies.FinishedRound, game, {replies.Result: get_args(result)[0]})


def base(kind: type[Action], game: str) -> str:
    """What an action is called in the documents."""
    own = kind.__module__.startswith(f"chalicelib.games.{game}.") or kind is Configure
    return (game.title() if own else "") + VOTES.get(kind, kind.__name__)


def _by_type(said: str, kinds: Sequence[type[Action]], members: Sequence[Json]) -> Json:
    mapping = {kind.type: member["$ref"] for kind, member in zip(kinds, members, strict=True)}
    return {
        "description": said,
        "oneOf": [*members],
        "discriminator": {"propertyName": "type", "mapping": mapping},
    }


def _options(ruleset: Ruleset) -> Json:
    values = options.values(ruleset.options)
    return {
        "type": "object",
        "description": "The options of the room.",
        "properties": {name: each.schema() for name, each in values.items()},
        "required": [*values],
    }


def _me(schemas: Schemas, hand: Any, game: str) -> Json:
    """The viewer's own; all but the first two only for whoever has a card."""
    own = schemas.named[schemas.of(hand, game)["$ref"].rpartition("/")[2]]["properties"]
    del schemas.named[f"{game.title()}Hand"]
    card = {"anyOf": [own["card"], {"type": "null"}]}
    return {
        "type": "object",
        "description": summary(hand),
        "properties": {"player": schemas.of(PlayerId), **own, "card": card},
        "required": ["player", "card"],
    }


def _action(schemas: Schemas, kind: type[Action], game: str) -> Json:
    """What clients send."""
    hints = get_type_hints(kind)
    own = {f.name: _sent(schemas, kind, hints[f.name], game) for f in fields(kind)}
    envelope = Envelope.model_json_schema()["properties"]
    seq = {"type": ["integer", "null"]} if kind.any_time else {"type": "integer"}
    return {
        "type": "object",
        "description": summary(kind),
        "properties": {
            "type": {"const": kind.type},
            "phase_seq": {**seq, "description": SEQ[kind.any_time, kind.dated]},
            "action_id": {
                "anyOf": envelope["action_id"]["anyOf"],
                "description": "Yours to choose: the same action with the same id is applied once.",
            },
            **own,
        },
        "required": [
            "type",
            *([] if kind.any_time else ["phase_seq"]),
            *(f.name for f in fields(kind) if f.default is MISSING),
        ],
        "additionalProperties": False,
    }


SEQ = {
    (False, False): "`phase_seq` of the view in which this was chosen; a stale one is refused.",
    (True, False): "Not needed, and not looked at.",
    (True, True): "Not needed; a stale one is refused.",
}


def _sent(schemas: Schemas, kind: type[Action], hint: Any, game: str) -> Json:
    return ref(f"{game.title()}OptionsChange") if kind is Configure else schemas.of(hint, game)


def _offer(schemas: Schemas, kind: type[Action], game: str) -> Json:
    """What stands in `actions`: beside type and `phase_seq`, for each field the values that it may take."""
    hints = get_type_hints(kind)
    choices = {f.name: _choice(schemas, kind, f.name, hints[f.name]) for f in fields(kind)}
    seq = {} if kind.any_time else {"phase_seq": {"type": "integer", "description": "Send this along."}}
    return {
        "type": "object",
        "description": summary(kind),
        "properties": {"type": {"const": kind.type}, **seq, **choices},
        "required": [
            "type",
            *seq,
            *(f.name for f in fields(kind) if f.default is MISSING or hints[f.name] == Nickname | None),
        ],
    }


def _choice(schemas: Schemas, kind: type[Action], name: str, hint: Any) -> Json:
    """How the values of a field are listed, by the type of the field."""
    if kind is Configure:
        schema = "A JSON Schema for each option."
        return {"type": "object", "description": schema, "additionalProperties": {"type": "object"}}
    if name in kind.typed or hint == Nickname | None:
        return schemas.of(replies.TextLimits)
    if hint == CardId or get_args(hint)[:1] == (CardId,):
        return schemas.name("CardChoice", _card_choice(schemas))
    return {"type": "array", "description": "Any one of these.", "items": _listed(schemas, hint)}


def _listed(schemas: Schemas, hint: Any) -> Json:
    is_optional_id = hint == str | None  # left out where there is no choice: never null in a list
    return schemas.of(str if is_optional_id else hint)


def _card_choice(schemas: Schemas) -> Json:
    return {
        "description": "Cards: listed, or where there are more than 20, those of `candidates` in the view.",
        "anyOf": [
            {"type": "array", "items": schemas.of(CardId)},
            {
                "type": "object",
                "properties": {"from": {"const": "candidates"}},
                "required": ["from"],
            },
        ],
    }
