"""Any game comes to an end, comes out the same when it is played again, and keeps its score straight."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from chalicelib.adapters.codec import SCHEMA_VERSION
from chalicelib.core.action import Context
from chalicelib.core.ids import seat_number
from chalicelib.core.legal import AnyState
from chalicelib.core.play import next_due, play
from chalicelib.mechanics.lobby import DEALT
from chalicelib.mechanics.scoring import MATCH_OVER, ROUND_OVER
from chalicelib.mechanics.seating import CLOSED
from chalicelib.rooms.room import Document
from tests.conformance.games import Game
from tests.conformance.walk import Moment, at, replay, walk
from tests.conftest import Volume

Evenings = Sequence[Sequence[Moment]]

BETWEEN_ROUNDS = (ROUND_OVER, MATCH_OVER, CLOSED)


def test_random_play_comes_to_every_phase_and_does_everything_that_can_be_done(game: Game, volume: Volume):
    missing = {phase.name for phase in game.ruleset.phases} | {*game.ruleset.actions}
    missing -= set() if game.ruleset.bots else {"add_bot"}
    for n in range(200):
        for moment in walk(game, f"{volume.seed}/{n}", 200):
            missing.discard(moment.after.phase)
            if moment.action is not None and moment.outcome.rejection is None:
                missing.discard(moment.action.type)
        if not missing:
            break

    assert set() == missing


def test_a_round_ends_by_time_alone_or_waits_where_there_is_no_limit(game: Game, evenings: Evenings):
    for evening in evenings:
        for moment in evening:
            with at(moment):
                check_time_ends_it(game, moment.after)


def check_time_ends_it(game: Game, state: AnyState) -> None:
    """From this state, nobody doing anything any more."""
    phases = []
    while (due := next_due(game.ruleset, state)) is not None:
        state = play(game.ruleset, state, None, Context(None, due.at, game.deck(state))).state
        after = next_due(game.ruleset, state)
        assert after is None or (after.at >= due.at and after.id != due.id), "time does not move on"
        phases.append(state.phase)
        assert len(phases) < 1_000, f"it never ends: {phases[-8:]}"
    options = state.public.table.options
    limitless = any(getattr(options, name) is None for name in options.__dataclass_fields__)
    if state.public.is_on and not limitless:
        assert state.phase in (DEALT, CLOSED), "somebody is waited for without end"


def test_the_host_can_always_end_a_round(game: Game, evenings: Evenings):
    for evening in evenings:
        for moment in evening:
            state = moment.after
            if state.public.is_on and state.phase != CLOSED:
                with at(moment):
                    interrupt = game.ruleset.actions["interrupt"]()
                    ctx = Context(state.public.table.host, moment.now, game.deck(state))
                    ended = play(game.ruleset, state, interrupt, ctx)
                    assert ended.rejection is None
                    assert ended.state.phase in BETWEEN_ROUNDS
                    assert "void" == ended.state.public.result.outcome


def test_the_same_seed_and_actions_give_the_same_states_through_the_store(game: Game, evenings: Evenings):
    for evening in evenings:
        state = evening[0].before
        for moment in evening:
            with at(moment):
                outcome = replay(game, state, moment)
                assert moment.outcome == outcome
                state = stored(game, outcome.state)
                assert typed(moment.after) == typed(state)


def stored(game: Game, state: AnyState) -> AnyState:
    """The state as it comes back from the store."""
    raw = game.codec.dump_document(game.ruleset.id, Document("id", 0, 1, state, {}))
    return game.codec.load_document(game.ruleset.id, raw, SCHEMA_VERSION).state


def typed(state: AnyState) -> tuple[Any, ...]:
    """All that is in it with its types: to `==`, 1 is True."""
    return (repr(state), *map(repr, (state.hands, state.secret, state.seed, state.hand_seq)))


def test_another_seed_deals_otherwise(game: Game, evenings: Evenings):
    deal = next(
        m for evening in evenings for m in evening if m.action and m.action.type == "deal" and m.after.hands
    )
    deals = {repr(replay(game, replace(deal.before, seed=f"seed {n}"), deal).state.hands) for n in range(20)}

    assert len(deals) > 10


def test_scores_change_at_a_rounds_end_alone_and_by_its_points(game: Game, evenings: Evenings):
    for evening in evenings:
        for moment in evening:
            with at(moment):
                check_scores(moment)


def check_scores(moment: Moment) -> None:
    """The scores before and after, and what stands between them."""
    before, after = moment.before.public, moment.after.public
    old = {p.id: p.score for p in before.table.players}
    new = {p.id: p.score for p in after.table.players}
    if before.is_on and not after.is_on:
        points = {p.player: p.points for p in after.result.points}
        assert {p: old[p] + points.get(p, 0) for p in new} == new
        check_points(moment)
        assert after.table.rounds_played - before.table.rounds_played == (after.result.outcome != "void")
    elif after.table.match != before.table.match:
        assert not any(new.values())
        assert 0 == after.table.rounds_played
    else:
        assert {p: old.get(p, 0) for p in new} == new
        assert after.table.rounds_played == before.table.rounds_played


def check_points(moment: Moment) -> None:
    """Everybody who played to the end is named once, in seat order, and told why they got what they got."""
    before, result = moment.before.public.table, moment.after.public.result
    seats = [p.player for p in result.points]
    assert sorted(set(seats), key=seat_number) == seats
    assert all(p.points >= 0 and bool(p.points) == bool(p.because) for p in result.points)
    if result.outcome == "void":
        assert [] == seats
        assert result.void_reason is not None
        return
    assert result.void_reason is None
    stayed = {p.id for p in before.players if p.status in ("playing", "out")}
    stayed &= {p.id for p in moment.after.public.table.seated}
    assert stayed == set(seats)


def test_standings_rank_everybody_when_the_match_is_over_and_only_then(game: Game, evenings: Evenings):
    for evening in evenings:
        for moment in evening:
            table = moment.after.public.table
            with at(moment):
                assert (moment.after.phase == MATCH_OVER) <= (table.standings is not None)
                if moment.after.phase != CLOSED:
                    assert (moment.after.phase == MATCH_OVER) == (table.standings is not None)
                if table.standings and moment.after.phase != moment.before.phase == ROUND_OVER:
                    check_standings(table)


def check_standings(table: Any) -> None:
    """Best first, ties sharing the place, everybody with their score."""
    scores = {p.id: p.score for p in table.players}
    assert scores == {s.player: s.score for s in table.standings}
    for s in table.standings:
        assert 1 + sum(score > s.score for score in scores.values()) == s.place
    for one, next_ in pairwise(table.standings):
        assert (one.place, seat_number(one.player)) < (next_.place, seat_number(next_.player))


def test_there_is_one_host_as_long_as_a_human_is_seated(game: Game, evenings: Evenings):
    for evening in evenings:
        for moment in evening:
            table = moment.after.public.table
            humans = [p.id for p in table.seated if p.kind == "human"]
            with at(moment):
                assert (table.host in humans) if humans else (moment.after.phase == CLOSED)


def test_seats_are_numbered_in_order_of_entry_and_never_given_twice(game: Game, evenings: Evenings):
    for evening in evenings:
        taken: dict[str, str] = {}
        for moment in evening:
            table = moment.after.public.table
            with at(moment):
                assert sorted(table.players, key=lambda p: seat_number(p.id)) == list(table.players)
                assert len(table.seated) <= game.ruleset.players[-1]
                for player in table.players:
                    assert taken.setdefault(player.id, player.nickname) == player.nickname


def test_a_refused_action_changes_nothing(game: Game, evenings: Evenings):
    for evening in evenings:
        for moment in evening:
            if moment.outcome.rejection is not None:
                with at(moment):
                    assert moment.after is moment.before


def test_a_room_keeps_the_language_that_it_was_made_for(game: Game):
    for locale in game.ruleset.locales:
        state = game.ruleset.new("seed", game.ruleset.options(), locale)

        assert locale == state.public.table.locale
