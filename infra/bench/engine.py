"""The price of one action without the network, as multiples of reading its document with `json.loads`."""

import json

from chalicelib.adapters.codec import Codec
from chalicelib.adapters.presenter import LibraryPresenter
from chalicelib.core.action import Action, Context
from chalicelib.core.deck import Deck
from chalicelib.core.ids import Millis, PlayerId
from chalicelib.core.play import play
from chalicelib.games.registry import RULESETS
from chalicelib.mechanics import accusation, ballot
from chalicelib.rooms.room import Room
from infra.bench import fullest, fullest_word
from infra.bench.clock import ratios

STEP_BAR, ACTION_BAR = 2.0, 8.0


def report() -> list[str]:
    """Lines for people: the parts for each game, and the two bars of the smaller table."""
    room = fullest.fullest_room()
    voter = room.state.public.round.accusation.missing[0]
    lines = _report(room, fullest.DECK, voter, accusation.Vote(True), (STEP_BAR, ACTION_BAR))
    room = fullest_word.fullest_room()
    return lines + _report(room, fullest_word.DECK, fullest_word.PLAYERS[-2], ballot.Vote(None), None)


def _report(
    room: Room, deck: Deck, voter: PlayerId, vote: Action, bars: tuple[float, float] | None
) -> list[str]:
    codec, ruleset = Codec(RULESETS), RULESETS[room.game]
    raw = codec.dump_document(room.game, room.document)
    presenter = LibraryPresenter(
        RULESETS, fullest.LIBRARY, "https://play.example/{code}", lambda locale, why: str(why)
    )
    now = Millis(fullest.NOW + 1_000)
    players = [p.id for p in room.state.public.table.players]
    ctx = Context(voter, now, deck, phase_seq=room.state.phase_seq)

    def decode() -> object:
        return codec.load_document(room.game, raw, 1)

    def step() -> object:
        return play(ruleset, room.state, vote, ctx)

    def encode() -> object:
        return codec.dump_document(room.game, room.document)

    def views() -> object:
        return presenter.views(room, players, now)

    def action() -> None:
        decode(), step(), encode(), views()

    found = ratios(
        lambda: json.loads(raw), dict(decode=decode, step=step, encode=encode, views=views, all=action)
    )
    sizes = [len(view) for view in presenter.views(room, players, now).values()]
    step_bar, action_bar = (f"   (bar {bar:.0f})" for bar in bars) if bars else ("", "")
    return [
        f"engine: a vote in the fullest room of {room.game} ({len(players)}), document of {len(raw)} B",
        f"  views of {min(sizes)} to {max(sizes)} B",
        *(f"  {name:<22}{found[name]:5.2f} x json.loads" for name in ("decode", "encode")),
        f"  {'step':<22}{found['step']:5.2f} x json.loads{step_bar}",
        f"  {f'{len(players)} views':<22}{found['views']:5.2f} x json.loads",
        f"  {'all four':<22}{found['all']:5.2f} x json.loads{action_bar}",
    ]
