"""Views as players get them: the room's projection, dressed with names and pictures of the library."""

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from pydantic_core import to_json

from chalicelib.core.deck import CardId, Deck, UnknownDeck
from chalicelib.core.ids import PlayerId
from chalicelib.core.reason import Refusal
from chalicelib.core.ruleset import Ruleset
from chalicelib.core.view import project
from chalicelib.decks import present
from chalicelib.decks.library import Shelves
from chalicelib.decks.present import Json
from chalicelib.rooms.change import presence
from chalicelib.rooms.ports import Rulesets
from chalicelib.rooms.room import Room, RoundRecord, Said

NO_FACES: Mapping[CardId, Json] = {}


@dataclass(frozen=True, slots=True)
class LibraryPresenter:
    """Implements the `Presenter` port.

    `join_url` is a template with `{code}`; `explain(locale, refusal)` is a refusal's text.
    """

    rulesets: Rulesets
    library: Shelves
    join_url: str
    explain: Callable[[str, Refusal], str]

    def views(self, room: Room, players: Iterable[PlayerId], now: int) -> Mapping[PlayerId, bytes]:
        """The JSON of several seats' views, in the room's language; what they share is made once."""
        ruleset, face = self._faced(room, now, room.state.public.table.locale)
        here = presence(room, now)
        shared, shown = b"", {}
        for player in players:
            view = project(room.state, player, here)
            shared = shared or b"," + to_json(present.shared(ruleset, view, face))[1:]
            shown[player] = to_json(present.own(ruleset, view, face))[:-1] + shared
        return shown

    def view(self, room: Room, player: PlayerId, now: int, locale: str) -> Json:
        """One seat's view, its explanations in the language of whoever asks."""
        ruleset, face = self._faced(room, now, locale)
        view = project(room.state, player, presence(room, now))
        return present.present(ruleset, view, face)

    def message(self, room: Room, said: Said) -> Mapping[str, Any]:
        """A message of the chat as everybody gets it; like all times of a room, `at` is game time."""
        erased = {"erased": True} if said.is_erased else {}
        return {
            "id": str(said.number),
            "player": said.player,
            "nickname": said.nickname,
            "text": said.text,
            "at": present.instant(room.game_time(said.at)),
            **erased,
        }

    def round(self, record: RoundRecord) -> Json:
        """A finished round with its reveal; a deck that is gone by then leaves the ids of its cards."""
        deck, faces = Deck(record.deck, "", {}), NO_FACES
        with suppress(UnknownDeck):
            deck, faces = self.library.rules_deck(record.deck), self.library.faces(record.deck)
        return present.present_round(record, deck, faces)

    def _faced(self, room: Room, now: int, locale: str) -> tuple[Ruleset, present.Face]:
        ruleset, public = self.rulesets[room.game], room.state.public
        deck_id = room.document.deck or ruleset.deck_id(public.table.options)
        face = present.Face(
            code=room.code,
            join_url=self.join_url.replace("{code}", room.code),
            time_scale=room.document.time_scale,
            now=room.game_time(now),
            deck=self.library.rules_deck(deck_id),
            faces=self.library.faces(public.round.deck if public.round else deck_id),
            explain=lambda why: self.explain(locale, why),
            themes=self.library.themes(deck_id),
        )
        return ruleset, face
