"""Examples of what is asked and answered: views of rounds that are really played, the same each time."""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any, Final

from chalicelib.api import problems
from chalicelib.api.language import explain
from chalicelib.core.action import Action, Context
from chalicelib.core.ids import Millis, PlayerId
from chalicelib.core.options import change
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
MAKERS_TOKEN: Final = "pt_demo.p1.Yk3mXo1b0cRr9wq2Zt7uLJ5sPfA8dHnVgEe4iKxCQ6M"
MAKER: Final = PlayerId("p1")
VIEWER: Final = PlayerId("p2")
MAKING: Final[Json] = {"game": "espia", "nickname": "Ana", "options": {"minutes": 5}}
JOINING: Final[Json] = {"nickname": "Noa"}

MESSAGE: Final[Json] = {
    "id": "1",
    "player": "p2",
    "nickname": "Bea",
    "text": "¡Hola!",
    "at": instant(NOON),
}


class Table:
    """A room in whose lobby some sit, and what becomes of it."""

    def __init__(self, game: str, names: Iterable[str], **chosen: Any) -> None:
        """Everybody enters."""
        self.ruleset, self.library = RULESETS[game], Library(asset_base="https://play.example/pictures")
        options, locale = change(self.ruleset.options(), chosen), self.ruleset.locales[0]
        self.deck = self.library.deck(self.ruleset.deck_id(options))
        self.state = self.ruleset.new("an example", options, locale)
        for name in names:
            self.do(None, Enter(name))

    def do(self, who: PlayerId | None, action: Action) -> None:
        """Somebody does something that the rules allow."""
        outcome = play(self.ruleset, self.state, action, Context(who, NOON, self.deck.rules))
        assert outcome.rejection is None
        self.state = outcome.state

    def begins(self) -> None:
        """A round begins, for which everybody has looked at their card."""
        players = [player.id for player in self.state.public.table.seated]
        self.do(players[0], Deal())
        for player in players:
            self.do(player, Seen())
        self.do(players[0], Start())

    def view(self, viewer: PlayerId = VIEWER) -> Json:
        """What a seat is shown."""
        face = Face(
            code=CODE,
            join_url=f"https://play.example/{CODE}",
            time_scale=1,
            now=NOON,
            deck=self.deck.rules,
            faces=self.library.faces(self.deck.id),
            explain=lambda why: explain("en", why),
            themes=self.library.themes(self.deck.id),
        )
        return present(self.ruleset, project(self.state, viewer), face)


@cache
def view(game: str) -> Json:
    """What the second seat is shown when a round of four has just begun."""
    table = Table(game, NAMES[RULESETS[game].locales[0]])
    table.begins()
    return table.view()


def made() -> Json:
    """The answer to whoever made a room."""
    shown = Table(MAKING["game"], [MAKING["nickname"]], **MAKING["options"]).view(MAKER)
    return {"player": MAKER, "token": MAKERS_TOKEN, "ws_url": WS_URL, "view": shown}


def joined() -> Json:
    """The answer to whoever entered it next."""
    names = [each["nickname"] for each in (MAKING, JOINING)]
    shown = Table(MAKING["game"], names, **MAKING["options"]).view()
    return {"player": VIEWER, "token": TOKEN, "ws_url": WS_URL, "view": shown}


def refused() -> Json:
    """A problem."""
    return problems.refused(Rejection(Reason.STALE_PHASE)).body("en", "7d0ad7f1-4b0e-4b5c-9f0a-3a4f9b1c2d3e")


ANSWERS: Final[Mapping[str, Callable[[], Json]]] = {
    "open_room": made,
    "join_room": joined,
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
