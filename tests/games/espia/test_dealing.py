"""Cards are dealt, everybody looks at theirs, the host starts the round."""

from itertools import pairwise

import pytest

from chalicelib.core.deck import CardRef
from chalicelib.core.reason import Reason
from chalicelib.games.espia.state import Card
from chalicelib.mechanics.lobby import Configure, Deal, Finish, Interrupt, Rematch, Seen, Start
from tests.games.espia import phases
from tests.games.espia.stage import DECKS
from tests.table import Table


def played(table: Table) -> Table:
    """A round that is dealt, as the dice fall, and at once broken off."""
    return table.when("ana", Deal()).when("ana", Interrupt())


def places(table: Table, rounds: int) -> list[str]:
    """The places of the next rounds, and what the table comes to."""
    found = []
    for _ in range(rounds):
        table = played(table)
        found.append(table.result.reveal.place.id)
    return found


# The deal


def test_two_are_too_few():
    table = Table("espia", 2)

    assert Reason.NOT_ENOUGH_PLAYERS == table.refuses("ana", Deal())
    assert [(Deal, Reason.NOT_ENOUGH_PLAYERS)] == table.ruleset.blocked(table.sees("ana"))
    assert [] == table.ruleset.blocked(table.sees("bea"))


def test_only_the_host_deals():
    assert Reason.HOST_ONLY == Table("espia", 3).refuses("bea", Deal())


@pytest.mark.parametrize("players", range(3, 11))
def test_everybody_gets_a_card(players: int):
    table = Table("espia", players).dealt(spy="eva")

    assert "dealt" == table.phase
    kinds = {name: table.sees(name).hand.card.kind for name in table.seated}
    assert {name: "spy" if name == "eva" else "resident" for name in table.seated} == kinds


def test_residents_see_the_place_and_their_role():
    table = Table("espia", 3).dealt(spy="eva", place="piscina", roles={"ana": "socorrista"})

    assert Card("resident", CardRef("piscina"), "socorrista") == table.sees("ana").hand.card


def test_a_spy_sees_no_place_and_no_role():
    table = Table("espia", 3).dealt(spy="eva", place="piscina")

    assert Card("spy") == table.sees("eva").hand.card


@pytest.mark.parametrize(
    ("deck", "listed"),
    [
        ("familiar", ("circo", "museo", "piscina", "tren")),
        ("completa", ("casino", "circo", "museo", "piscina", "taberna", "tren")),
    ],
)
def test_a_spy_sees_all_places_of_the_deck_in_alphabetical_order(deck: str, listed: tuple[str, ...]):
    assert listed == Table("espia", 3, deck=deck).dealt(spy="eva").candidates("eva")


@pytest.mark.parametrize("phase", phases.ROUND_IS_ON)
def test_nobody_but_a_spy_is_shown_the_list(phase: str):
    table = phases.reached(phase).enters("max")

    assert {"eva"} == {name for name in table.seated if table.candidates(name) is not None}


@pytest.mark.parametrize("players", range(3, 11))
def test_the_dice_deal_one_spy_and_distinct_roles_of_one_place(players: int):
    for seed in range(20):
        table = Table("espia", players, seed=f"{seed}").when("ana", Deal())
        cards = [table.sees(name).hand.card for name in table.seated]
        residents = [card for card in cards if card.kind == "resident"]

        assert 1 == cards.count(Card("spy"))
        assert players - 1 == len(residents) == len({card.role for card in residents})
        (place,) = {card.place.id for card in residents}
        assert {card.role for card in residents} <= {*table.deck.cards[place].roles}


@pytest.mark.parametrize("players", [7, 10])
def test_the_dice_deal_two_spies_when_asked_to(players: int):
    table = Table("espia", players, spies=2).when("ana", Deal())
    cards = [table.sees(name).hand.card for name in table.seated]

    assert 2 == cards.count(Card("spy")) == players - [card.kind for card in cards].count("resident")


def test_two_spies_do_not_know_each_other():
    one = Table("espia", 7, spies=2).dealt(spies=("eva", "sol"), place="tren")
    other = Table("espia", 7, spies=2).dealt(spies=("eva", "max"), place="tren")

    assert one.sees("eva") == other.sees("eva")


def test_the_same_seed_and_the_same_actions_deal_the_same_round():
    assert Table("espia", 5, seed="x").dealt().state == Table("espia", 5, seed="x").dealt().state
    assert Table("espia", 5, seed="x").dealt().state.hands != Table("espia", 5, seed="y").dealt().state.hands


def test_anybody_may_be_the_spy_again():
    table, spies = Table("espia", 3), []
    for _ in range(12):
        table = played(table)
        spies.append(next(p for p, card in table.result.reveal.cards.items() if card.kind == "spy"))

    assert 3 == len(set(spies))
    assert any(one == next_ for one, next_ in pairwise(spies))


# Places do not come twice


def test_no_place_comes_twice_while_the_deck_lasts():
    assert 4 == len({*places(Table("espia", 3), rounds=4)})


def test_the_deck_starts_over_when_it_is_used_up():
    found = places(Table("espia", 3), rounds=8)

    assert {*found[:4]} == {*found[4:]} == {*DECKS["espia-familiar"].cards}


def test_the_last_place_of_a_deck_is_not_the_first_when_it_starts_over():
    for seed in range(10):
        found = places(Table("espia", 3, seed=f"{seed}"), rounds=5)

        assert found[3] != found[4]


def test_a_place_dealt_from_one_deck_is_not_dealt_again_from_the_other():
    table = Table("espia", 3)
    for _ in range(4):
        table = played(table)
    table = table.when("ana", Configure({"deck": "completa"}))

    assert {"casino", "taberna"} == {*places(table, rounds=2)}
    assert 6 == len({*places(table, rounds=2 + 6)[2:]})


def test_what_was_never_dealt_comes_first_even_if_a_smaller_deck_was_used_up_before():
    table = Table("espia", 3, deck="completa").dealt(place="casino").when("ana", Interrupt())
    table = table.when("ana", Configure({"deck": "familiar"}))
    for _ in range(5):
        table = played(table)
    again = table.result.reveal.place.id
    table = table.when("ana", Configure({"deck": "completa"}))

    first, *later = places(table, rounds=6)
    assert "taberna" == first, "the only place that was never dealt"
    assert {*DECKS["espia-completa"].cards} - {again} == {*later}


def test_a_void_round_counts_as_dealt():
    table = Table("espia", 3).dealt(spy="eva", place="tren").leaves("eva").enters("leo")

    assert ("void", "tren") == (table.result.outcome, table.result.reveal.place.id)
    assert {"circo", "museo", "piscina"} == {*places(table, rounds=3)}


def test_a_rematch_remembers_what_was_dealt():
    table = Table("espia", 3).dealt(place="tren").when("ana", Interrupt())
    table = table.when("ana", Finish()).when("ana", Rematch())

    assert {"circo", "museo", "piscina"} == {*places(table, rounds=3)}


# Looking and starting


def test_everybody_sees_who_has_looked():
    table = Table("espia", 3).dealt().when("bea", Seen())

    assert {"bea"} == {p.nickname for p in table.sees("ana").public.table.seated if p.seen}


def test_the_round_starts_only_when_everybody_has_looked():
    table = Table("espia", 3).dealt().each(("ana", "bea"), Seen())

    assert Reason.NOT_ALL_SEEN == table.refuses("ana", Start())
    assert [(Start, Reason.NOT_ALL_SEEN)] == table.ruleset.blocked(table.sees("ana"))
    assert "questions" == table.when("eva", Seen()).when("ana", Start()).phase


def test_only_the_host_starts():
    assert Reason.HOST_ONLY == Table("espia", 3).dealt().each(("ana", "bea", "eva"), Seen()).refuses(
        "bea", Start()
    )


def test_the_audience_has_no_card_to_look_at_and_nobody_waits_for_it():
    table = Table("espia", 3).dealt().enters("leo")

    assert Reason.AUDIENCE_ONLY_WATCHES == table.refuses("leo", Seen())
    assert "questions" == table.started().phase


def test_looking_twice_changes_nothing():
    table = Table("espia", 3).dealt().when("bea", Seen())

    assert table.state == table.when("bea", Seen()).state


def test_cards_are_unseen_again_in_the_next_round():
    table = Table("espia", 3).dealt().started().when("ana", Interrupt()).dealt()

    assert not any(p.seen for p in table.sees("ana").public.table.seated)


@pytest.mark.parametrize("minutes", [5, 8, 10])
def test_the_clock_runs_from_the_start_and_not_before(minutes: int):
    table = Table("espia", 3, minutes=minutes).dealt().after(minutes=60)

    assert ("none", None) == (table.round.clock.state, table.round.clock.deadline)
    assert minutes * 60_000 == table.started().remaining_ms


def test_the_start_draws_who_asks_first():
    drawn = {Table("espia", 5, seed=f"{seed}").dealt().started().round.asker for seed in range(40)}

    assert {"p1", "p2", "p3", "p4", "p5"} == drawn
