"""The cards: one word for all civilians, and for the impostors what the room grants them."""

from collections import Counter
from itertools import pairwise

import pytest

from chalicelib.core.deck import CardRef
from chalicelib.core.reason import Reason
from chalicelib.games.impostor.state import Card, Help
from chalicelib.mechanics.lobby import Deal, Finish, Interrupt, Rematch, Seen, Start
from chalicelib.mechanics.seating import Enter
from tests.games.impostor.phases import ballot_of, clues, game
from tests.table import Table


def kinds(table: Table) -> Counter[str]:
    return Counter(table.sees(name).hand.card.kind for name in table.in_round)


def number(players: int, impostors: object) -> int:
    """How many impostors are dealt to a table of so many."""
    return kinds(game(players, impostors=impostors).dealt())["impostor"]


def words(table: Table, rounds: int) -> list[str]:
    """The words of the next rounds."""
    found = []
    for _ in range(rounds):
        table = table.when("ana", Deal())
        found.append(table.state.secret.word.id)
        table = table.when("ana", Interrupt())
    return found


# Seats


def test_three_to_sixteen_play():
    assert Reason.NOT_ENOUGH_PLAYERS == game(2).refuses("ana", Deal())
    assert "dealt" == game(3).dealt().phase
    assert Reason.ROOM_FULL == game(16).refuses(None, Enter("one more"))
    assert 16 == len(game(16).dealt().in_round)


# How many impostors


@pytest.mark.parametrize(
    ("players", "impostors"),
    [
        *((n, 1) for n in range(3, 8)),
        *((n, 2) for n in range(8, 12)),
        *((n, 3) for n in range(12, 16)),
        (16, 4),
    ],
)
def test_by_itself_it_is_one_for_every_four_players(players: int, impostors: int):
    assert impostors == number(players, "auto")


@pytest.mark.parametrize(
    ("players", "asked", "dealt"),
    [(3, 5, 1), (4, 2, 1), (5, 2, 2), (5, 3, 2), (6, 3, 2), (7, 3, 3), (10, 5, 4), (11, 5, 5), (16, 5, 5)],
)
def test_there_are_always_fewer_impostors_than_civilians(players: int, asked: int, dealt: int):
    assert dealt == number(players, asked)


def test_a_random_number_is_anything_up_to_the_most_that_the_table_allows():
    drawn = {kinds(game(7, impostors="random", seed=f"{seed}").dealt())["impostor"] for seed in range(40)}

    assert {1, 2, 3} == drawn


def test_a_known_number_is_told_to_all_and_with_it_how_many_ballots_there_will_be():
    round_ = game(8, impostors=3).dealt().sees(None).public.round

    assert (3, 7) == (round_.impostors, round_.ballots_left)


def test_a_random_number_is_told_to_nobody_until_the_word_is_over():
    table = game(9, impostors="random").dealt(impostors=("bea", "leo"), word="playa").started()
    for _ in range(3):
        assert {(None, None)} == {
            (view.public.round.impostors, view.public.round.ballots_left)
            for view in map(table.sees, (*table.in_round, None))
        }
        table = ballot_of(table, {})

    over = table.when("ana", Interrupt()).round
    assert (2, 2) == (over.impostors, over.ballots_left)


# Cards


def test_civilians_hold_the_word_and_impostors_do_not():
    table = game(5).dealt(impostor="eva", word="playa")

    assert Card("civilian", word=CardRef("playa")) == table.sees("ana").hand.card
    assert (None, None) == (table.sees("eva").hand.card.word, table.sees("eva").hand.card.partners)


@pytest.mark.parametrize(
    ("granted", "help_"),
    [
        ("category", Help(category="lugares", category_name="Lugares")),
        ("hint", Help(hint="arena")),
        ("none", None),
    ],
)
def test_an_impostor_is_helped_as_the_room_chose_and_a_civilian_needs_none(granted: str, help_: Help | None):
    table = game(5, help=granted).dealt(impostor="eva", word="playa")

    assert help_ == table.sees("eva").hand.card.help
    assert table.sees("ana").hand.card.help is None


@pytest.mark.parametrize("granted", ["category", "hint", "none"])
def test_two_words_with_the_same_help_look_the_same_to_an_impostor(granted: str):
    one, other = (game(5, help=granted).dealt(impostor="eva", word=word) for word in ("playa", "museo"))

    assert (one.sees("eva") == other.sees("eva")) == (granted != "hint")
    assert one.sees("ana") != other.sees("ana")


def test_impostors_do_not_know_each_other_unless_the_room_chose_so():
    one, other = (game(8).dealt(impostors=("bea", name), word="playa") for name in ("leo", "sol"))
    assert one.sees("bea") == other.sees("bea")

    table = game(8, impostors_know_each_other=True).dealt(impostors=("bea", "leo", "sol"))
    assert ("leo", "sol") == table.named(table.sees("bea").hand.card.partners)
    assert table.sees("ana").hand.card.partners is None


def test_a_lone_impostor_who_would_know_partners_sees_that_there_are_none():
    table = game(5, impostors_know_each_other=True, impostors="random").dealt(impostor="eva")

    assert () == table.sees("eva").hand.card.partners
    assert table.sees("eva").public.round.impostors is None


def test_new_impostors_are_drawn_for_every_word():
    table, drawn = game(3), set()
    for _ in range(20):
        table = table.when("ana", Deal())
        drawn.add(table.state.secret.impostors)
        table = table.when("ana", Interrupt())

    assert 3 == len(drawn)


# The dice, which most other scenarios state


def cards(table: Table) -> dict[str, Card]:
    """What everybody of the word holds."""
    return {name: table.sees(name).hand.card for name in table.in_round}


@pytest.mark.parametrize("players", range(3, 17))
def test_the_dice_deal_one_word_to_all_civilians_and_its_category_to_the_impostors(players: int):
    for seed in range(10):
        table = game(players, seed=f"{seed}").when("ana", Deal())
        held = Counter(cards(table).values())
        (word,) = {card.word.id for card in held if card.kind == "civilian"}
        group = table.deck.cards[word].group

        impostor = Card("impostor", help=Help(group, table.deck.groups[group]))
        impostors = max(1, players // 4)
        assert {Card("civilian", CardRef(word)): players - impostors, impostor: impostors} == held


def test_the_dice_grant_what_the_room_grants():
    table = game(5, help="hint").when("ana", Deal())
    (word,) = {card.word.id for card in cards(table).values() if card.kind == "civilian"}

    assert Card("impostor", help=Help(hint=table.deck.cards[word].hint)) in cards(table).values()
    assert Card("impostor") in cards(game(5, help="none").when("ana", Deal())).values()


@pytest.mark.parametrize("seed", range(5))
def test_the_dice_show_impostors_each_other_if_the_room_chose_so(seed: int):
    table = game(8, seed=f"{seed}", impostors=3, impostors_know_each_other=True).when("ana", Deal())
    held = cards(table)
    impostors = [name for name, card in held.items() if card.kind == "impostor"]

    assert 3 == len(impostors)
    for name in impostors:
        assert [other for other in impostors if other != name] == [*table.named(held[name].partners)]


def test_the_number_that_the_dice_deal_is_told_with_its_ballots_or_kept():
    told = {
        impostors: game(8, impostors=impostors).when("ana", Deal()).sees(None).public.round
        for impostors in (2, 3, "auto", "random")
    }

    assert {2: (2, 5), 3: (3, 7), "auto": (2, 5), "random": (None, None)} == {
        impostors: (round_.impostors, round_.ballots_left) for impostors, round_ in told.items()
    }


def test_the_same_seed_and_the_same_actions_deal_the_same_word():
    one, again, other = (game(8, seed=seed).when("ana", Deal()).started() for seed in ("x", "x", "y"))

    assert one.state == again.state
    assert one.state.hands != other.state.hands


# Words do not come twice


def test_no_word_comes_twice_while_there_are_others():
    table = game(3)

    assert {*table.deck.cards} == {*words(table, len(table.deck.cards))}


def test_only_words_of_the_chosen_categories_are_dealt():
    assert {"tigre", "pulpo"} == {*words(game(3, categories=("animales",)), 4)}


def test_when_the_chosen_categories_are_used_up_they_start_over_and_no_word_follows_itself():
    found = words(game(3, categories=("animales", "comida")), 9)

    assert all(3 == len({*found[n : n + 3]}) for n in (0, 3, 6))
    assert all(one != next_ for one, next_ in pairwise(found))


def test_a_rematch_remembers_what_was_dealt():
    table = game(3).dealt(word="playa").when("ana", Interrupt()).when("ana", Finish()).when("ana", Rematch())

    assert {*table.deck.cards} - {"playa"} == {*words(table, len(table.deck.cards) - 1)}


# The opener


def test_the_word_starts_once_everybody_has_looked():
    table = game(3).dealt().each(("ana", "bea"), Seen())

    assert Reason.NOT_ALL_SEEN == table.refuses("ana", Start())
    assert "clues" == table.when("eva", Seen()).when("ana", Start()).phase


def test_the_opener_is_any_civilian_and_never_an_impostor():
    dealt = (game(5, seed=f"{seed}").dealt(impostors=("bea", "sol")) for seed in range(40))

    assert {"ana", "eva", "leo"} == {table.name(table.started().round.opener) for table in dealt}


def test_the_opener_opens_every_lap_of_the_word():
    table = game(4, laps=3).dealt(impostor="eva").started(opener="bea")
    openers = []
    for lap in (1, 2, 3):
        openers.append(table.name(table.round.turn))
        assert (lap, 3, "bea") == (table.round.lap, table.round.laps, table.name(table.round.opener))
        table = clues(table, laps=1)

    assert ["bea"] * 3 == openers


def test_when_the_opener_is_out_a_living_civilian_opens():
    drawn = set()
    for seed in range(30):
        table = game(7, seed=f"{seed}").dealt(impostors=("bea", "max")).started(opener="ana")
        table = ballot_of(table, {"ana": None}, others="ana")
        assert table.round.opener == table.round.turn
        drawn.add(table.name(table.round.opener))

    assert {"eva", "leo", "sol", "paz"} == drawn
