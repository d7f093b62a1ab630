"""The price of one action without the network, as multiples of reading its document with `json.loads`."""

import json

from chalicelib.adapters.codec import Codec
from chalicelib.adapters.presenter import LibraryPresenter
from chalicelib.core.action import Context
from chalicelib.core.ids import Millis
from chalicelib.core.play import play
from chalicelib.games.registry import RULESETS
from chalicelib.mechanics.accusation import Vote
from infra.bench.clock import ratios
from infra.bench.fullest import DECK, LIBRARY, NOW, PLAYERS, RULESET, fullest_room

STEP_BAR, ACTION_BAR = 2.0, 8.0


def report() -> list[str]:
    """Lines for people: the parts, and the two bars."""
    room, codec = fullest_room(), Codec(RULESETS)
    raw = codec.dump_document("espia", room.document)
    presenter = LibraryPresenter(
        RULESETS, LIBRARY, "https://play.example/{code}", lambda locale, why: str(why)
    )
    now = Millis(NOW + 1_000)
    voter = room.state.public.round.accusation.missing[0]
    vote, ctx = Vote(True), Context(voter, now, DECK, phase_seq=room.state.phase_seq)

    def decode() -> object:
        return codec.load_document("espia", raw, 1)

    def step() -> object:
        return play(RULESET, room.state, vote, ctx)

    def encode() -> object:
        return codec.dump_document("espia", room.document)

    def views() -> object:
        return presenter.views(room, PLAYERS, now)

    def action() -> None:
        decode(), step(), encode(), views()

    found = ratios(
        lambda: json.loads(raw), dict(decode=decode, step=step, encode=encode, views=views, all=action)
    )
    sizes = [len(view) for view in presenter.views(room, PLAYERS, now).values()]
    return [
        f"engine: a vote in the fullest room of ten, document of {len(raw)} B",
        f"  views of {min(sizes)} to {max(sizes)} B",
        *(f"  {name:<22}{found[name]:5.2f} x json.loads" for name in ("decode", "encode")),
        f"  {'step':<22}{found['step']:5.2f} x json.loads   (bar {STEP_BAR:.0f})",
        f"  {'10 views':<22}{found['views']:5.2f} x json.loads",
        f"  {'all four':<22}{found['all']:5.2f} x json.loads   (bar {ACTION_BAR:.0f})",
    ]
