"""Anybody does whatever they may, all at once: of a game nothing is known but what the seats' views offer."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from random import Random

from chalicelib.core.action import Action
from chalicelib.core.ids import PlayerId
from chalicelib.core.legal import AnyState, Offer
from chalicelib.core.reason import Reason
from chalicelib.core.ruleset import Ruleset
from chalicelib.core.view import project
from chalicelib.games.registry import RULESETS
from chalicelib.mechanics.lobby import Interrupt, Seen
from chalicelib.mechanics.seating import Leave
from chalicelib.rooms.change import presence
from chalicelib.rooms.house import House
from chalicelib.rooms.join import join
from chalicelib.rooms.open import open_room
from chalicelib.rooms.room import Room
from tests.contracts.stores import DynamoStore
from tests.faults.ledger import DONE, Answer, Ledger, Try, joins
from tests.faults.racers import HANDS, RACERS, Races, attempt, hands, house_here
from tests.random_play import filled

FAST, SLOWLY = 100, 25
"""How game time runs, so that deadlines pass and bots move; slowly where a ballot has to last a while."""
MOST_PEOPLE, BOTS = 8, 2
MOST_STEPS = 1_000
VOTE = "vote"
"""How the action is called by which a table votes, in whatever game."""
Part = tuple[str, Try, Answer]


def evening(races: Races, dice: Random, looks: int, from_ballot: bool) -> list[Ledger]:
    """A room of each game; every process looks so many times at one, and does several things at each look.

    They begin in the lobby or with an open ballot.
    """
    house = replace(races.house, time_scale=SLOWLY if from_ballot else FAST)
    rooms = [opened(house, ruleset, dice) for ruleset in RULESETS.values()]
    if from_ballot:
        rooms = [at_a_ballot(house, room, dice) for room in rooms]
    codes, seed = [room.code for room in rooms], dice.getrandbits(64)
    parts = races.each(take_part, [(codes, f"{seed}/{n}", looks) for n in range(RACERS)])
    entries: dict[str, list[tuple[Try, Answer]]] = defaultdict(list)
    for code, one, answer in (done for part in parts for done in part):
        entries[code].append((one, answer))
    return [races.ledger(room, entries[room.code]) for room in rooms]


def codes(ruleset: Ruleset) -> set[str]:
    """The refusals that may come of somebody else's having been faster, or of talking too much."""
    own = {code for texts in ruleset.texts.values() for code in texts}
    return {*map(str, Reason), *own, "token_revoked", "RoomClosed", "TooMany"} - {"invalid_nickname"}


def opened(house: House, ruleset: Ruleset, dice: Random) -> Room:
    """A lobby with people, and bots where there are any."""
    n_bots = BOTS if ruleset.bots else 0
    seated = open_room(house, ruleset.id, "Ana", None, {}, n_bots)
    for number in range(dice.randrange(ruleset.players.start, MOST_PEOPLE)):
        join(house, seated.room.code, f"Persona {number}")
    return _loaded(house, seated.room)


def at_a_ballot(house: House, room: Room, dice: Random) -> Room:
    """The room after whatever it takes until the table votes."""
    number = 0
    while not is_ballot(house.ruleset(room), room.state):
        number += 1
        assert number < MOST_STEPS
        attempt(house, room, something(house, room, dice, f"step {number}", astray=0))
        room = _loaded(house, room)
    return room


def take_part(store: DynamoStore, codes: Sequence[str], seed: str, looks: int) -> list[Part]:
    """One process's part: it goes from room to room."""
    house, dice, done = house_here(store), Random(seed), list[Part]()
    first = dice.randrange(len(codes))
    for number in range(looks):
        room = house.store.load(codes[(first + number) % len(codes)])
        assert room is not None
        tries = at_once(house, room, dice, f"{seed}/{number}")
        answers = hands().map(lambda one, room=room: attempt(house, room, one), tries)
        done += [(room.code, one, answer) for one, answer in zip(tries, answers, strict=True)]
    return done


def at_once(house: House, room: Room, dice: Random, name: str) -> list[Try]:
    """What is done at one look by several: in an open ballot somebody mostly goes while another one talks."""
    ruleset, people = house.ruleset(room), _people(room)
    if not people:
        return [joins(f"Llega {name[-9:]}", name)]
    speaker, goer = dice.sample([*people, people[0]], 2)
    says = Try(speaker, says=f"¿Y ahora, {name}?", id=dice.choice([None, name]))
    is_talking = ruleset.may_say is not None
    if is_ballot(ruleset, room.state) and len(people) >= ruleset.players.start and dice.random() < 0.7:
        goes = Try(goer, Leave(), id=dice.choice([None, f"{name}.goes"]))
        return [something(house, room, dice, name), goes, says if is_talking else Try(wakes=True)]
    tries = [something(house, room, dice, f"{name}.{n}") for n in range(HANDS)]
    chance = dice.random()
    if chance < (0.4 if len(people) <= ruleset.players.start else 0.05):
        tries[0] = joins(f"Llega {name[-9:]}", dice.choice([None, name]))
    elif chance < 0.6 and is_talking:
        tries[0] = says
    elif chance > 0.95:
        tries[0] = Try(wakes=True)
    if dice.random() < 0.2 and tries[0].id is not None:
        tries[1] = tries[0]
    return tries


def something(house: House, room: Room, dice: Random, name: str, astray: float = 0.1) -> Try:
    """One of all actions that are offered to people, with values that are; a wake-up while bots play.

    It is what the phase is about, but for some that are offered in any, as leaving.
    """
    ruleset, here, deck = house.ruleset(room), presence(room, house.clock.now()), house.deck(room)
    offered: dict[type[Action], list[tuple[PlayerId, Offer]]] = defaultdict(list)
    for player in _people(room):
        for offer in ruleset.legal(project(room.state, player, here)):
            if offer.action is not Seen or not room.state.public.seat(player).seen:
                offered[offer.action].append((player, offer))
    common = {Interrupt, *(move.action for move in ruleset.common)}
    own = [kind for kind in offered if kind not in common]
    kinds = [*offered] if dice.random() < astray else own
    if not kinds:
        return Try(wakes=True)
    player, offer = dice.choice(offered[dice.choice(kinds)])
    cards = ruleset.candidates(project(room.state, player, here), deck) or ()
    action = filled(offer, cards, dice.choice)
    seq = None if action.any_time else room.state.phase_seq
    return Try(player, action, seq, dice.choice([None, name]))


def talked_and_left_at_once(ledger: Ledger) -> int:
    """How many times somebody was heard in an open ballot while somebody else was about to leave it."""
    voting = [
        (one, answer, state.phase_seq)
        for one, answer in ledger
        if answer.told == DONE and (one.says or isinstance(one.action, Leave))
        for state in [ledger.judged(answer)]
        if is_ballot(RULESETS[ledger.start.game], state)
    ]
    return sum(
        bool(said.says and left.action) and seq == other_seq and ledger.overlap(heard, gone)
        for said, heard, seq in voting
        for left, gone, other_seq in voting
    )


def is_ballot(ruleset: Ruleset, state: AnyState) -> bool:
    """Whether the table is voting."""
    return any(action.type == VOTE for action in ruleset.moves[state.phase])


def _loaded(house: House, room: Room) -> Room:
    found = house.store.load(room.code)
    assert found is not None
    return found


def _people(room: Room) -> list[PlayerId]:
    return [seat.id for seat in room.state.public.table.seated if seat.kind == "human"]
