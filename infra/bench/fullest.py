"""The fullest room of `espia`: ten players, two spies, nine accusations that failed and a tenth open."""

from collections.abc import Sequence
from dataclasses import replace

from chalicelib.core.action import Action, Context
from chalicelib.core.ids import Millis, PlayerId, seat_number
from chalicelib.core.legal import AnyState
from chalicelib.core.play import play
from chalicelib.decks.library import Library
from chalicelib.games.espia.actions import CrossOut
from chalicelib.games.registry import RULESETS
from chalicelib.mechanics.accusation import Accuse, Vote
from chalicelib.mechanics.lobby import Configure, Deal, Interrupt, Seen, Start
from chalicelib.mechanics.seating import Enter
from chalicelib.rooms.receipts import KEYS, kept, receipt_of_action, receipt_of_entry, with_receipt
from chalicelib.rooms.room import Connected, Document, Pace, Room, SeatKey, closing
from chalicelib.rooms.tokens import digest
from chalicelib.tenants.usage import Usage

NOW = Millis(1_790_000_000_000)
DAY_MS = 86_400_000
ROUNDS_BEFORE = 40
NAMES = (
    "Ana María", "Beatriz", "Evaristo", "Leo", "Sol", "Maximiliano", "Paz", "Luz Divina", "Gil", "Iris",
)  # fmt: skip
PLAYERS = tuple(PlayerId(f"p{n + 1}") for n in range(len(NAMES)))
RULESET = RULESETS["espia"]
LIBRARY = Library(asset_base="https://pictures.example/v1")
DECK = LIBRARY.rules_deck("espia-completa")


def after(state: AnyState, action: Action, actor: PlayerId | None) -> AnyState:
    """The state after an action that must be accepted."""
    outcome = play(RULESET, state, action, Context(actor, NOW, DECK))
    if outcome.rejection is not None:
        raise RuntimeError(f"{action}: {outcome.rejection}")
    return outcome.state


def fullest_state(names: Sequence[str] = NAMES) -> AnyState:
    """All but two voters of the last accusation have voted, one more but the last is about to."""
    state = RULESET.new("f" * 32, RULESET.options(), "es")
    players = PLAYERS[: len(names)]
    for name in names:
        state = after(state, Enter(name), None)
    state = after(state, Configure({"deck": "completa", "spies": 2}), players[0])
    for _ in range(ROUNDS_BEFORE):
        state = after(after(state, Deal(), players[0]), Interrupt(), players[0])
    state = after(state, Deal(), players[0])
    for player in players:
        state = after(state, Seen(), player)
    state = after(state, Start(), players[0])
    for spy in state.secret.spies:
        state = after(state, CrossOut(DECK.ids[:60]), spy)
    for number, accuser in enumerate(players):
        suspect = players[(number + 1) % len(players)]
        state = after(state, Accuse(suspect), accuser)
        voters = [p for p in players if p not in (accuser, suspect)]
        if number == len(players) - 1:
            voters = voters[:-2]
        for voter in voters:
            state = after(state, Vote(voter != voters[-1]), voter)
    return state


def fullest_room() -> Room:
    """That state with receipts full and two sockets a seat."""
    return furnished("espia", fullest_state())


def furnished(game: str, state: AnyState) -> Room:
    """The room around a state after a day: all have just acted, receipts are full, two sockets a seat.

    As many people as are remembered have left, and are not listed any more; all who left were forgotten.
    """
    table = state.public.table
    players = [p.id for p in table.players]
    gone = [PlayerId(f"p{n}") for n in range(1, table.entered + 1) if table.player(PlayerId(f"p{n}")) is None]
    seats = {
        p: SeatKey(
            digest(f"nonce of {p}", 9),
            digest(p),
            kept(receipt_of_entry(f"key of {p}", "its request")),
        )
        for p in (*players, *gone[: max(0, KEYS - len(players))])
    }
    document = Document(
        "0123456789ab",
        NOW - DAY_MS,
        1,
        state,
        seats,
        plan="standard",
        pace=Pace(DAY_MS, dict.fromkeys([p.id for p in table.seated], DAY_MS)),
        usage=Usage(1, DAY_MS, 999, 9_999),
        dealt_ms=DAY_MS,
        hosted_ms=DAY_MS,
        erased_seats=sum(1 << seat_number(p) for p in gone),
    )
    for player in players:
        for number in range(4):
            made = receipt_of_action(player, f"action {number}", Vote(True), 5)
            document = with_receipt(document, player, made)
    connections = {digest(f"{p}/{n}")[:15] + "=": Connected(p, NOW) for p in players for n in range(2)}
    room = Room("K7MPQ", game, document, closes_at=closing(NOW, NOW), connections=connections)
    return replace(room, due_at=NOW + 120_000, seen_at=dict.fromkeys(players, NOW))
