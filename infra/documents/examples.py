"""Examples of what is asked and answered: views of rounds that are really played, the same each time."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Final

from chalicelib.api import problems
from chalicelib.api.language import explain
from chalicelib.core.action import Action, Context
from chalicelib.core.ids import Millis, PlayerId
from chalicelib.core.play import play
from chalicelib.core.reason import Reason, Rejection
from chalicelib.core.view import project
from chalicelib.decks.library import Library
from chalicelib.decks.present import Face, instant, present
from chalicelib.games.registry import RULESETS
from chalicelib.mechanics.lobby import Deal, Seen, Start
from chalicelib.mechanics.seating import Enter
from infra.documents.schema import Json

CODE: Final = "K7MPQ"
NOON: Final = Millis(1_796_040_900_000)
TOKEN: Final = "pt_demo.p2.vzTDeHBLtMoRPyBfcVkqJBMcQ9pYKf0k-rMhVGHsZ_8"
WS_URL: Final = "wss://play.example/ws"
NAMES: Final = {"es": ("Ana", "Bea", "Leo", "Eva"), "ru": ("Аня", "Боря", "Лев", "Ева")}
VIEWER: Final = PlayerId("p2")

MESSAGE: Final[Json] = {
    "id": "1",
    "player": "p2",
    "nickname": "Bea",
    "text": "¡Hola!",
    "at": instant(NOON),
}


@cache
def view(game: str) -> Json:
    """What the second seat is shown when a round of four has just begun."""
    ruleset = RULESETS[game]
    library, options = Library(asset_base="https://play.example/pictures"), ruleset.options()
    deck = library.deck(ruleset.deck_id(options))
    locale = ruleset.locales[0]
    state = ruleset.new("an example", options, locale)

    def do(who: PlayerId | None, action: Action) -> None:
        nonlocal state
        outcome = play(ruleset, state, action, Context(who, NOON, deck.rules))
        assert outcome.rejection is None
        state = outcome.state

    for name in NAMES[locale]:
        do(None, Enter(name))
    players = [player.id for player in state.public.table.seated]
    do(players[0], Deal())
    for player in players:
        do(player, Seen())
    do(players[0], Start())
    face = Face(
        code=CODE,
        join_url=f"https://play.example/{CODE}",
        time_scale=1,
        now=NOON,
        deck=deck.rules,
        faces=library.faces(deck.id),
        explain=lambda why: explain("en", why),
        themes=library.themes(deck.id),
    )
    return present(ruleset, project(state, VIEWER), face)


def seated() -> Json:
    """The answer to whoever got a seat."""
    return {"player": VIEWER, "token": TOKEN, "ws_url": WS_URL, "view": view("espia")}


def refused() -> Json:
    """A problem."""
    return problems.refused(Rejection(Reason.STALE_PHASE)).body("en", "7d0ad7f1-4b0e-4b5c-9f0a-3a4f9b1c2d3e")


ANSWERS: Final[Mapping[str, Callable[[], Json]]] = {
    "open_room": seated,
    "join_room": seated,
    "get_room": lambda: view("espia"),
    "act": lambda: {"view": view("espia")},
    "say": lambda: MESSAGE,
    "list_messages": lambda: {"messages": [MESSAGE], "next": "1"},
}
"""Examples of what is answered, by the id of the operation."""


@cache
def frames() -> Mapping[str, Json]:
    """Examples of what is said over sockets, by the name of the message."""
    return {
        "hello": {"type": "hello", "room": CODE, "token": TOKEN},
        "act": {"type": "act", "id": "m1", "action": {"type": "accuse", "phase_seq": 3, "suspect": "p3"}},
        "say": {"type": "say", "id": "m2", "text": "¡Hola!"},
        "ping": {"type": "ping"},
        "welcome": {"type": "welcome", "view": view("espia"), "reconnect_before": instant(NOON + 6_600_000)},
        "view": {"type": "view", "view": view("espia"), "events": [{"type": "phase", "phase": "questions"}]},
        "ack": {"type": "ack", "id": "m1"},
        "refused": {"type": "refused", "id": "m1", "problem": refused()},
        "message": {"type": "message", **MESSAGE},
        "pong": {"type": "pong", "version": view("espia")["version"]},
        "bye": {"type": "bye", "code": "left"},
    }
