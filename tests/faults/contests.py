"""What people do to one room at the same moment: each contest has a room, the tries, what must come of it."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from random import Random
from typing import Any, ClassVar

from chalicelib.adapters.memory import SeededEntropy
from chalicelib.core import options
from chalicelib.core.action import Action, Context
from chalicelib.core.ids import Millis, PlayerId
from chalicelib.core.play import next_due, play
from chalicelib.core.reason import Kind, Reason
from chalicelib.games.espia.actions import CrossOut, Guess, PassTurn
from chalicelib.games.espia.reason import EspiaReason
from chalicelib.mechanics.accusation import Accuse, Vote
from chalicelib.mechanics.clock import MINUTE, SECOND
from chalicelib.mechanics.lobby import Configure, Deal, Interrupt, Seen, Start
from chalicelib.mechanics.pointing import Point
from chalicelib.mechanics.seating import ClaimHost, Enter, Leave, MakeHost, Remove, Tick
from chalicelib.rooms.code import new_code
from chalicelib.rooms.room import Delivery, Document, Room, RoundRecord, SeatKey, closing
from chalicelib.rooms.tokens import digest
from chalicelib.rooms.watch import MOST_CONNECTIONS
from tests.faults.ledger import DONE, LIBRARY, MOST, REPEATED, RULESET, Ledger, Try, joins
from tests.faults.racers import TENANT, TOKENS

NOT_NOW = {
    str(r) for codes in (Reason, EspiaReason) for r in codes if r.kind in (Kind.NOT_NOW, Kind.FORBIDDEN)
}
GONE = {"token_revoked", "unknown_player", "not_in_round"}
AT_ONCE_MS = 50


@dataclass(frozen=True)
class Contest:
    """`codes` are the refusals that may come, `facts` what must be true beyond the rules of every race."""

    room: Room
    tries: list[Try]
    codes: Iterable[str]
    facts: Callable[[Ledger], None] = lambda ledger: None


class Stage:
    """A room on its way to a contest, played without a store; `now` is the instant of what is done next."""

    ruleset: ClassVar = RULESET

    def __init__(self, dice: Random, now: int, size: int, **chosen: Any) -> None:
        self.dice, self.now = dice, now
        self.ended: tuple[RoundRecord, ...] = ()
        entropy = SeededEntropy(dice.getrandbits(64))
        self.code, self.id = new_code(entropy), entropy.hexadecimal(6)
        changed = options.change(self.ruleset.options(), chosen)
        self.state = self.ruleset.new(entropy.hexadecimal(16), changed, "es")
        for number in range(1, size + 1):
            self.does(None, Enter(f"Jugadora {number}"))

    def does(self, actor: PlayerId | None, action: Action) -> "Stage":
        deck = LIBRARY.rules_deck(self.ruleset.deck_id(self.state.public.table.options))
        outcome = play(self.ruleset, self.state, action, Context(actor, Millis(self.now), deck))
        assert outcome.rejection is None, (action, outcome.rejection)
        before, self.state = self.state, outcome.state
        table, round_, result = self.state.public.table, self.state.public.round, self.state.public.result
        if result is not None and result is not before.public.result:
            names = {p.id: p.nickname for p in table.players if p.id in self.state.hands}
            self.ended += (RoundRecord(table.match, round_.number, round_.deck, self.now, names, result),)
        return self

    def dealt(self) -> "Stage":
        return self.does(self.host, Deal())

    def started(self) -> "Stage":
        for player in self.dealt().players:
            self.does(player, Seen())
        return self.does(self.host, Start())

    @property
    def players(self) -> list[PlayerId]:
        return [p.id for p in self.state.public.table.seated]

    @property
    def host(self) -> PlayerId:
        host: PlayerId = self.state.public.table.host
        return host

    @property
    def seq(self) -> int:
        return self.state.phase_seq

    @property
    def spy(self) -> PlayerId:
        spy: PlayerId = self.state.secret.spies[0]
        return spy

    @property
    def guesses(self) -> list[Guess]:
        """The right place and a wrong one."""
        place = self.state.secret.place.id
        wrong = next(id for id in LIBRARY.rules_deck("espia-familiar").ids if id != place)
        return [Guess(place), Guess(wrong)]

    def others(self, *those: PlayerId) -> list[PlayerId]:
        return [p for p in self.players if p not in those]

    def one_of(self, *but: PlayerId) -> PlayerId:
        return self.dice.choice(self.others(*but))

    def soon(self) -> int:
        return self.dice.randrange(AT_ONCE_MS)

    def room(self, created_at: int | None = None, time_scale: int = 1, **changes: Any) -> Room:
        """As it is stored when the contest begins."""
        seats = {}
        for player in self.state.public.table.players:
            nonce = SeededEntropy(self.dice.getrandbits(64)).hexadecimal(8)
            seats[player.id] = SeatKey(nonce, digest(TOKENS.mint(TENANT, self.id, player.id, nonce)))
        made_at = self.now - MINUTE if created_at is None else created_at
        document = Document(self.id, made_at, time_scale, self.state, seats)
        outbox = tuple(Delivery(record.ended_at, record) for record in self.ended)
        closes_at = closing(made_at, self.now)
        room = Room(self.code, self.ruleset.id, document, closes_at, outbox=outbox)
        due = next_due(self.ruleset, self.state)
        deadline = closes_at if due is None else room.real_time(due.at)
        return replace(room, due_at=self.now if self.ended else deadline, **changes)


def votes(dice: Random, at: int) -> Contest:
    """All votes of a ballot, each sent twice: the same again, another one, or another under the same id."""
    stage = Stage(dice, at - MINUTE, MOST - 1).started()
    watcher = stage.does(None, Enter("Mirona")).players[-1]
    accuser, suspect = dice.sample(stage.others(watcher), 2)
    stage.does(accuser, Accuse(suspect))
    voters, seq = stage.others(accuser, suspect, watcher), stage.seq
    yes = dice.choice([0.5, 1.0])
    tries = [Try(suspect, Vote(True), seq, after_ms=stage.soon()), Try(watcher, Vote(False), seq)]
    for voter in voters:
        vote, id = Vote(dice.random() < yes), f"ballot of {voter}"
        other, its_id = dice.choice([(vote, id), (vote, None), (Vote(not vote.guilty), id)])
        if yes == 1.0:
            other, its_id = vote, dice.choice([id, None])
        tries += [Try(voter, vote, seq, id, stage.soon()), Try(voter, other, seq, its_id, stage.soon())]

    def facts(ledger: Ledger) -> None:
        cast = {one.actor: one.action.guilty for one, _ in ledger.done(Vote) if isinstance(one.action, Vote)}
        assert len(ledger.done(Vote)) == len(voters) == len(cast), "each voter once"
        told = {**cast, accuser: True}
        if not all(cast.values()):
            assert ledger.end.state.phase == "questions"
            assert ledger.end.state.secret.ballots == (
                {p: told[p] for p in ledger.end.state.hands if p in told},
            )
            return
        (record,) = ledger.rounds
        assert dict(record.result.reveal.accusations[0].votes) == told
        caught = suspect == stage.spy
        points = {p: 0 if p == stage.spy else 1 for p in stage.others(watcher)}
        points[accuser] += 1
        if not caught:
            points = {p: 4 if p == stage.spy else 0 for p in points}
        assert {p.player: p.points for p in record.result.points} == points
        assert record.result.outcome == ("spy_accused" if caught else "innocent_accused")

    codes = {"already_voted", "stale_phase", "accused_cannot_vote", "audience_only_watches", "Reused"}
    return Contest(stage.room(), tries, codes, facts)


def last_seats(dice: Random, at: int) -> Contest:
    """Twelve come to a table with two or three seats left, two of one name, two requests sent twice."""
    free = dice.choice([2, 3])
    stage = Stage(dice, at - MINUTE, MOST - free)
    if dice.random() < 0.5:
        stage.started()
    tries = [joins(f"Nueva {n}", after_ms=stage.soon()) for n in range(6)]
    tries += [joins(name, after_ms=stage.soon()) for name in ("Gemela", "gemela")]
    for n in range(2):
        tries += [joins(f"Insiste {n}", f"key {n}", stage.soon()) for _ in range(2)]

    def facts(ledger: Ledger) -> None:
        assert len(ledger.end.state.public.table.seated) == MOST
        assert len(ledger.done(Enter)) == free
        for n in range(2):
            seats = {a.player for t, a in ledger if t.id == f"key {n}" and a.told in (DONE, REPEATED)}
            assert len(seats) <= 1
            told = [a.told for t, a in ledger if t.id == f"key {n}"]
            assert DONE not in told or REPEATED in told

    return Contest(stage.room(), tries, {"room_full", "nickname_taken"}, facts)


def deals(dice: Random, at: int) -> Contest:
    """Ten deals of one host at once, others try too, somebody comes in, options change."""
    stage = Stage(dice, at - MINUTE, dice.randrange(4, MOST - 1))
    if dice.random() < 0.5:
        stage.started().does(stage.host, Interrupt())
    before, seq = stage.state.public.table.dealt, stage.seq
    tries = [Try(stage.host, Deal(), seq, after_ms=stage.soon()) for _ in range(10)]
    tries += [Try(p, Deal(), seq, after_ms=stage.soon()) for p in stage.others(stage.host)[:2]]
    tries += [Try(stage.host, Configure({"minutes": 5, "deck": "completa"}), seq, after_ms=stage.soon())]
    tries += [joins("Llega", after_ms=stage.soon())]

    def facts(ledger: Ledger) -> None:
        state = ledger.end.state
        assert len(ledger.done(Deal)) == 1
        assert (state.phase, state.public.table.dealt, state.public.round.number) == (
            "dealt",
            before + 1,
            before + 1,
        )
        assert set(state.hands) == set(state.public.table.in_round)
        assert len(state.secret.spies) == 1
        places = {hand.card.place for hand in state.hands.values() if hand.card.kind == "resident"}
        assert places == {state.secret.place}

    return Contest(stage.room(), tries, {"stale_phase", "host_only", "two_spies_need_seven"}, facts)


def looks_and_starts(dice: Random, at: int) -> Contest:
    """Everybody looks at their card, twice, while the host starts again and again."""
    stage = Stage(dice, at - MINUTE, MOST).dealt()
    tries = [Try(stage.host, Start(), stage.seq, after_ms=20 + 10 * n) for n in range(5)]
    for player in stage.players:
        tries += [Try(player, Seen(), None, dice.choice([None, "look"]), stage.soon()) for _ in range(2)]

    def facts(ledger: Ledger) -> None:
        table = ledger.end.state.public.table
        assert all(p.seen for p in table.players)
        assert len(ledger.done(Start)) == (ledger.end.state.phase == "questions")

    return Contest(stage.room(), tries, {"not_all_seen", "stale_phase", "wrong_phase"}, facts)


def guess_and_last_vote(dice: Random, at: int) -> Contest:
    """The ballot's last vote, while the spy guesses for before and after it, and others go on too."""
    stage = Stage(dice, at - MINUTE, 5).started()
    accuser, suspect = dice.sample(stage.players, 2)
    stage.does(accuser, Accuse(suspect))
    voters, seq = stage.others(accuser, suspect), stage.seq
    last = dice.choice(voters)
    for voter in voters:
        if voter != last:
            stage.does(voter, Vote(True))
    says = Vote(dice.random() < 0.5)
    tries = [Try(last, says, seq, dice.choice([None, "last"]), stage.soon()) for _ in range(3)]
    for guess in stage.guesses:
        tries += [Try(stage.spy, guess, seq + n, after_ms=stage.soon()) for n in (0, 1, 1)]
    tries += [Try(p, Accuse(stage.one_of(p)), seq + 1, after_ms=stage.soon()) for p in voters]

    def facts(ledger: Ledger) -> None:
        assert len(ledger.done(Vote)) == 1
        assert len(ledger.done(Guess)) + len(ledger.done(Accuse)) + says.guilty <= 1, "one of them came first"
        assert len(ledger.rounds) == len(ledger.done(Guess)) + says.guilty, "ended once"

    return Contest(stage.room(), tries, {"stale_phase", "wrong_phase", "already_voted"}, facts)


def questions(dice: Random, at: int) -> Contest:
    """Guesses, accusations, turns and the host's interruption, all meant for the same moment."""
    stage = Stage(dice, at - MINUTE, 7).started()
    seq, asker = stage.seq, stage.state.public.round.asker
    tries = [Try(stage.spy, guess, seq, after_ms=stage.soon()) for guess in stage.guesses]
    tries += [Try(p, Accuse(stage.one_of(p)), seq, after_ms=stage.soon()) for p in stage.players[:4]]
    tries += [
        Try(p, PassTurn(stage.one_of()), seq, after_ms=stage.soon()) for p in (asker, asker, stage.host)
    ]
    places = LIBRARY.rules_deck("espia-familiar").ids
    tries += [
        Try(stage.spy, CrossOut(tuple(dice.sample(places, 5))), after_ms=stage.soon()) for _ in range(2)
    ]
    if dice.random() < 0.5:
        tries += [Try(stage.host, Interrupt(), seq, after_ms=stage.soon()) for _ in range(2)]

    def facts(ledger: Ledger) -> None:
        decisive = [len(ledger.done(kind)) for kind in (Guess, Accuse, Interrupt)]
        assert sum(decisive) == 1
        assert len(ledger.rounds) == decisive[0] + decisive[2]

    return Contest(stage.room(), tries, NOT_NOW | {"cannot_choose_self"}, facts)


def pointing(dice: Random, at: int) -> Contest:
    """Everybody points at once, half of them change their mind."""
    stage = pointing_stage(dice, at - SECOND, MOST, vote_seconds=None)
    seq, tries = stage.seq, []
    suspects = [stage.spy] if dice.random() < 0.5 else stage.players
    for player in stage.players:
        for n in range(dice.choice([1, 2])):
            aim = dice.choice([p for p in suspects if p != player] or stage.others(player))
            tries.append(Try(player, Point(aim), seq, dice.choice([None, f"{n}"]), stage.soon()))

    def facts(ledger: Ledger) -> None:
        fingers = {t.actor: t.action.suspect for t, _ in ledger.done(Point) if isinstance(t.action, Point)}
        state = ledger.end.state
        assert state.phase_seq == seq + 1
        assert dict(state.public.round.pointing.votes) == fingers, "the last one of each counts"
        (top, most), *rest = Counter(fingers.values()).most_common()
        caught = top == stage.spy and not (rest and rest[0][1] == most)
        assert state.phase == ("last_chance" if caught else "round_over")

    return Contest(stage.room(), tries, {"stale_phase"}, facts)


def deadline(dice: Random, at: int) -> Contest:
    """Actions just before and just after a deadline, while several wake the room for it."""
    due_at = at + AT_ONCE_MS
    stage = due_stage(dice, due_at, 6)
    due, seq = next_due(RULESET, stage.state), stage.seq
    assert due is not None and due.at == due_at
    tries = [Try(wakes=True, after_ms=AT_ONCE_MS + n) for n in (-1, 0, 0, 1, 5)]
    tries += [Try(dice.choice(stage.players), Tick(), after_ms=AT_ONCE_MS + n) for n in (-2, 0, 2)]
    # A host who knows the rules may deal for the phase that time alone has brought.
    tries += [Try(stage.host, Deal(), seq + 1, after_ms=AT_ONCE_MS + n) for n in (-1, 0, 1)]
    for player in stage.players:
        action = something_to_do(stage, player)
        if action is not None:
            tries.append(
                Try(player, action, seq, dice.choice([None, "mine"]), dice.randrange(2 * AT_ONCE_MS))
            )

    def facts(ledger: Ledger) -> None:
        assert ledger.end.state.phase_seq > seq
        for one, answer in ledger:
            if one.seq == seq and answer.told == DONE:
                assert answer.now < due_at, "never after its time"
        for number, (old, new) in enumerate(zip(ledger.states, ledger.states[1:], strict=False)):
            saver = next((t, a) for t, a in ledger if a.saved == ledger.start.revision + number + 1)
            if saver[0].action is None and old.phase != new.phase:
                assert saver[1].now >= due_at, "never early"

    return Contest(stage.room(), tries, NOT_NOW, facts)


def leaving(dice: Random, at: int) -> Contest:
    """Half of the table goes or is shown the door while everybody does what they may, and some come."""
    phase = dice.choice(["lobby", "dealt", "questions", "accusation", "pointing"])
    if phase == "pointing":
        stage = pointing_stage(dice, at - SECOND, MOST - 1)
    else:
        stage = Stage(dice, at - SECOND, MOST - 1)
    match phase:
        case "dealt":
            stage.dealt()
        case "questions":
            stage.started()
        case "accusation":
            stage.started()
            accuser, suspect = dice.sample(stage.players, 2)
            stage.does(accuser, Accuse(suspect))
    leavers = dice.sample(stage.players, dice.randrange(3, 7))
    tries = [Try(p, Leave(), None, dice.choice([None, "bye"]), stage.soon()) for p in leavers]
    tries += [Try(stage.host, Remove(stage.one_of(stage.host)), after_ms=stage.soon()) for _ in range(2)]
    tries += [joins(f"Llega {n}", after_ms=stage.soon()) for n in range(3)]
    for player in stage.players:
        action = something_to_do(stage, player)
        if action is not None:
            tries.append(Try(player, action, stage.seq, dice.choice([None, "mine"]), stage.soon()))

    def facts(ledger: Ledger) -> None:
        gone = {t.actor for t, _ in ledger.done(Leave)}
        gone |= {t.action.player for t, _ in ledger.done(Remove) if isinstance(t.action, Remove)}
        came = {a.player for _, a in ledger.done(Enter)}
        assert {p.id for p in ledger.end.state.public.table.seated} == (set(stage.players) | came) - gone

    return Contest(stage.room(), tries, NOT_NOW | GONE, facts)


def removal_and_votes(dice: Random, at: int) -> Contest:
    """The host removes a voter who votes at the same moment as all others."""
    stage = Stage(dice, at - MINUTE, 7).started()
    accuser, suspect = dice.sample(stage.players, 2)
    stage.does(accuser, Accuse(suspect))
    voters, seq = stage.others(accuser, suspect), stage.seq
    removed = dice.choice([p for p in voters if p not in (stage.host, stage.spy)])
    tries = [Try(p, Vote(True), seq, dice.choice([None, "v"]), stage.soon()) for p in voters]
    tries += [Try(stage.host, Remove(removed), after_ms=stage.soon()) for _ in range(3)]
    tries += [Try(removed, Vote(True), seq, "again", stage.soon())]

    def facts(ledger: Ledger) -> None:
        (removal,) = [answer.saved or 0 for _, answer in ledger.done(Remove)]
        closing = next(n for n, state in enumerate(ledger.states) if state.phase_seq != seq)
        in_time = removal <= ledger.start.revision + closing
        assert not ledger.end.state.public.table.is_seated(removed)
        assert len(ledger.done(Vote)) in (len(voters) - 1, len(voters))
        assert bool(ledger.rounds) == (not in_time), "removed in time is a no"
        if in_time:
            (ballot,) = ledger.end.state.secret.ballots
            assert ballot == {p: p != removed for p in stage.others(suspect)}

    return Contest(stage.room(), tries, {"stale_phase", "already_voted"} | GONE, facts)


def host(dice: Random, at: int) -> Contest:
    """The host hands over, goes, or is silent, while others take over and deal."""
    stage = Stage(dice, at - SECOND, 7)
    first = stage.host
    is_silent = dice.random() < 0.5
    others = stage.others(first)
    tries = [
        Try(p, ClaimHost(), None, dice.choice([None, "mine"]), stage.soon()) for p in others for _ in "12"
    ]
    tries += [Try(p, Deal(), stage.seq, after_ms=stage.soon()) for p in others[:2]]
    if not is_silent:
        tries += [Try(first, MakeHost(p), after_ms=stage.soon()) for p in dice.sample(others, 3)]
        tries += [Try(first, dice.choice([Leave(), Remove(others[0])]), after_ms=stage.soon())]
        tries += [Try(others[1], Leave(), after_ms=stage.soon())]

    def facts(ledger: Ledger) -> None:
        if is_silent:
            (claim,) = ledger.done(ClaimHost)
            assert ledger.end.state.public.table.host == claim[0].actor

    codes = {"host_only", "host_present", "already_host", "stale_phase", "cannot_choose_self"} | GONE
    return Contest(stage.room(seen_at={first: at - 2 * MINUTE}), tries, codes, facts)


def sockets(dice: Random, at: int) -> Contest:
    """Phones come and go while the room is saved again and again; one seat opens too many."""
    stage = Stage(dice, at - MINUTE, 5).started()
    tries = []
    for player in stage.players:
        many = MOST_CONNECTIONS + 2 if player == stage.host else 2
        for n in range(many):
            hangs_up = player != stage.host and n == 1
            name = f"{stage.code} {player}.{n}"
            tries.append(Try(player, socket=name, hangs_up=hangs_up, after_ms=stage.soon()))
    turns = [(p, PassTurn(stage.one_of(p)), stage.seq) for p in (stage.host, stage.state.public.round.asker)]
    tries += [Try(p, turn, seq, after_ms=stage.soon()) for p, turn, seq in turns for _ in range(3)]
    tries += [Try(p, Accuse(stage.one_of(p)), stage.seq, after_ms=stage.soon()) for p in stage.players[:2]]

    def facts(ledger: Ledger) -> None:
        left = Counter(connected.player for connected in ledger.end.connections.values())
        assert left == {p: MOST_CONNECTIONS if p == stage.host else 1 for p in stage.players}

    return Contest(stage.room(), tries, NOT_NOW | {"cannot_choose_self"}, facts)


def deliveries(dice: Random, at: int) -> Contest:
    """A round ends and the next one begins while several deliver what is finished."""
    stage = Stage(dice, at - MINUTE, 4).started()
    seq = stage.seq
    tries = [Try(stage.host, Interrupt(), seq, after_ms=stage.soon()) for _ in range(2)]
    for n, action in enumerate((Deal(), Interrupt(), Deal()), start=1):
        tries += [Try(stage.host, action, seq + n, after_ms=10 * n + stage.soon()) for _ in range(2)]
    tries += [Try(wakes=True, after_ms=10 * n) for n in range(10)]

    def facts(ledger: Ledger) -> None:
        assert len(ledger.rounds) == len(ledger.done(Interrupt))

    return Contest(stage.room(), tries, {"stale_phase", "wrong_phase"}, facts)


CONTESTS: tuple[Callable[[Random, int], Contest], ...] = (
    votes,
    last_seats,
    deals,
    looks_and_starts,
    guess_and_last_vote,
    questions,
    pointing,
    deadline,
    leaving,
    removal_and_votes,
    host,
    sockets,
    deliveries,
)


def pointing_stage(dice: Random, now: int, size: int, **chosen: Any) -> Stage:
    """A round whose clock has run out at this instant, and nobody has pointed."""
    stage = Stage(dice, now - 5 * MINUTE, size, **{**chosen, "minutes": 5}).started()
    stage.now = now
    return stage.does(stage.host, Tick())


def due_stage(dice: Random, due_at: int, size: int) -> Stage:
    """A round with any of the deadlines that a round may have, at this instant of game time."""
    phase = dice.choice(["questions", "accusation", "pointing", "last_chance"])
    short = {"vote_seconds": 10, "guess_seconds": 10, "minutes": 5}
    if phase == "questions":
        return Stage(dice, due_at - 5 * MINUTE, size, **short).started()
    if phase == "accusation":
        stage = Stage(dice, due_at - 10 * SECOND, size, **short).started()
        return stage.does(stage.players[0], Accuse(stage.players[1]))
    stage = pointing_stage(dice, due_at - 10 * SECOND, size, **short)
    if phase == "last_chance":
        for player in stage.others(stage.spy):
            stage.does(player, Point(stage.spy))
        stage.does(stage.spy, Point(stage.one_of(stage.spy)))
    return stage


def something_to_do(stage: Stage, player: PlayerId) -> Action | None:
    """What the phase asks of a player."""
    match stage.state.phase:
        case "lobby":
            return Deal() if player == stage.host else ClaimHost()
        case "dealt":
            return Start() if player == stage.host else Seen()
        case "questions":
            asker = player == stage.state.public.round.asker
            return PassTurn(stage.one_of(player)) if asker else Accuse(stage.one_of(player))
        case "accusation":
            return Vote(stage.dice.random() < 0.8)
        case "pointing":
            return Point(stage.one_of(player))
        case "last_chance":
            return stage.dice.choice(stage.guesses) if player == stage.spy else None
    return None
