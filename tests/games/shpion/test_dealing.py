"""The cards: a theme of the mix, one word of it for all residents, and for the spy the theme alone."""

from collections import Counter
from itertools import pairwise

import pytest

from chalicelib.core.deck import CardRef
from chalicelib.core.reason import Reason
from chalicelib.games.shpion.actions import CrossOut
from chalicelib.games.shpion.state import Card
from chalicelib.mechanics.lobby import Configure, Deal, Finish, Interrupt, Rematch, Seen, Start
from chalicelib.mechanics.seating import Enter
from tests.games.shpion.phases import ROUND_IS_ON, game, reached
from tests.table import Table


def rounds(table: Table, number: int) -> tuple[list[tuple[str, str]], Table]:
    """The themes and words of the next rounds, each broken off, and the table after them."""
    found = []
    for _ in range(number):
        table = table.when("ana", Deal())
        found.append((table.round.theme.id, table.state.secret.word.id))
        table = table.when("ana", Interrupt())
    return found, table


def themes(table: Table, number: int) -> list[str]:
    return [theme for theme, _ in rounds(table, number)[0]]


def words(table: Table, number: int) -> list[str]:
    return [word for _, word in rounds(table, number)[0]]


def rematch(table: Table) -> Table:
    return table.when("ana", Finish()).when("ana", Rematch())


# Seats


def test_three_to_twelve_play():
    assert Reason.NOT_ENOUGH_PLAYERS == game(2).refuses("ana", Deal())
    assert "dealt" == game(3).dealt().phase
    assert Reason.ROOM_FULL == game(12).refuses(None, Enter("one more"))
    assert 12 == len(game(12).dealt().in_round)


def test_the_round_starts_once_everybody_has_looked():
    table = game(3).dealt().each(("ana", "bea"), Seen())

    assert Reason.NOT_ALL_SEEN == table.refuses("ana", Start())
    table = table.when("eva", Seen()).when("ana", Start())
    assert ("questions", "running", 600_000) == (table.phase, table.round.clock.state, table.remaining_ms)


# Cards


def test_residents_hold_the_word_with_a_role_where_it_is_a_place_and_the_spy_holds_nothing():
    table = game(4).dealt(spy="eva", word="баня", roles={"bea": "банщик"})

    assert Card("resident", CardRef("баня"), "банщик") == table.sees("bea").hand.card
    assert Card("spy") == table.sees("eva").hand.card


def test_words_of_other_themes_have_no_roles():
    table = game(4, themes="culture").dealt(spy="eva", word="матрица")

    assert Card("resident", CardRef("матрица")) == table.sees("bea").hand.card


@pytest.mark.parametrize("spy", ["ana", "leo", "noe"])
def test_the_roles_of_a_round_differ(spy: str):
    table = game(12).dealt(spy=spy)

    assert 11 == len({table.sees(name).hand.card.role for name in table.in_round} - {None})


def test_the_roles_of_a_place_are_given_out_in_any_order():
    def given(seed: str) -> list[str | None]:
        table = game(12, seed=seed, themes=["places"]).when("ana", Deal())
        roles = [table.sees(name).hand.card.role for name in table.in_round]
        word = table.deck.cards[table.state.secret.word.id]
        assert {*roles} <= {None, *word.roles} and 11 == len({*roles} - {None})
        return [list(word.roles).index(role) for role in roles if role]

    assert any(order != sorted(order) for order in map(given, "abc"))


@pytest.mark.parametrize("themes", ["classic", "culture"])
def test_there_is_one_spy_who_may_be_anybody(themes: str):
    tables = [game(4, seed=f"{seed}", themes=themes).dealt() for seed in range(60)]
    kinds = [Counter(table.sees(name).hand.card.kind for name in table.in_round) for table in tables]

    assert all({"resident": 3, "spy": 1} == each for each in kinds)
    assert {"ana", "bea", "eva", "leo"} == {table.name(table.state.secret.spy) for table in tables}


def test_the_spy_is_drawn_anew_for_every_round():
    table, drawn = game(3), set()
    for _ in range(20):
        table = table.when("ana", Deal())
        drawn.add(table.state.secret.spy)
        table = table.when("ana", Interrupt())

    assert 3 == len(drawn)


def test_the_theme_and_its_questions_are_known_to_all():
    table = game(4, themes=("films",)).dealt().enters("max")
    shown = {repr(table.sees(name).public.round.theme) for name in (*table.seated, None)}

    assert 1 == len(shown)
    assert ("films", ("films-1", "films-2", "films-3")) == (table.round.theme.id, table.round.theme.questions)


# The open list


@pytest.mark.parametrize("phase", ROUND_IS_ON)
@pytest.mark.parametrize("name", ["ana", "eva", "max"])
def test_all_words_of_the_theme_are_listed_for_everybody_in_the_order_of_the_deck(phase: str, name: str):
    assert ("баня", "музей", "поезд", "цирк") == reached(phase).enters("max").candidates(name)


@pytest.mark.parametrize("phase", ["lobby", "round_over", "match_over"])
def test_there_is_no_list_between_rounds(phase: str):
    assert reached(phase).candidates("ana") is None


@pytest.mark.parametrize(
    ("origin", "listed"),
    [
        ("any", ("брат", "зеркало", "матрица", "титаник")),
        ("ours", ("брат", "зеркало")),
        ("foreign", ("матрица", "титаник")),
    ],
)
def test_the_list_and_the_deal_are_of_the_chosen_origin(origin: str, listed: tuple[str, ...]):
    table = game(3, themes=("films",), origin=origin)

    assert listed == table.when("ana", Deal()).candidates("eva")
    assert {*listed} == {*words(table, len(listed))}


def test_the_list_does_not_depend_on_what_was_dealt():
    one, other = (game(3).dealt(spy="eva", word=word) for word in ("баня", "цирк"))

    assert one.candidates("eva") == other.candidates("eva")
    assert one.sees("eva") == other.sees("eva")
    assert one.sees("ana") != other.sees("ana")


def test_places_have_no_origin():
    assert 4 == len({*words(game(3, themes=("places",), origin="ours"), 4)})


# The cycle of themes


def test_all_themes_of_the_mix_are_played_before_any_comes_again():
    found = themes(game(3, themes="everything"), 21)

    assert all(7 == len({*found[n : n + 7]}) for n in (0, 7, 14))


def test_the_themes_come_in_any_order():
    firsts = {themes(game(3, themes="world", seed=f"{seed}"), 1)[0] for seed in range(20)}
    orders = {tuple(themes(game(3, themes="culture", seed=f"{seed}"), 4)) for seed in range(40)}

    assert {"geography", "history"} == firsts
    assert 10 < len(orders)


@pytest.mark.parametrize("mix", ["world", "culture", ("places", "history")])
def test_no_theme_comes_twice_in_a_row(mix: object):
    for seed in range(10):
        assert all(one != next_ for one, next_ in pairwise(themes(game(3, themes=mix, seed=f"{seed}"), 12)))


def test_a_mix_of_one_theme_plays_it_every_time():
    assert ["films"] * 5 == themes(game(3, themes=("films",)), 5)


def test_the_cycle_goes_on_over_a_rematch_and_over_a_changed_mix():
    for seed in range(8):
        (first, second), table = rounds(game(3, themes="culture", seed=f"{seed}"), 2)
        rest = {"films", "music", "books", "painting"} - {first[0], second[0]}

        assert rest == {*themes(rematch(table), 2)}
        changed = rematch(table).when("ana", Configure({"themes": [first[0], "history"]}))
        assert ["history", first[0]] == themes(changed, 2)


# Words do not come twice


def test_no_word_comes_twice_while_its_theme_has_others():
    found = words(game(3), 12)

    assert all(4 == len({*found[n : n + 4]}) for n in (0, 4, 8))
    assert all(one != next_ for one, next_ in pairwise(found))


def test_each_theme_has_its_own_words_to_use_up():
    found, _ = rounds(game(3, themes="world"), 8)

    assert 8 == len({*found})


def test_words_of_another_origin_are_left_for_later():
    ours, table = rounds(game(3, themes=("films",), origin="ours"), 2)
    table = rematch(table).when("ana", Configure({"origin": "any"}))

    assert {"матрица", "титаник"} == {*words(table, 2)}
    assert {"брат", "зеркало"} == {word for _, word in ours}


def test_a_rematch_remembers_what_was_dealt():
    table = game(3).dealt(word="баня").when("ana", Interrupt())

    assert "баня" not in words(rematch(table), 3)


# Private notes


@pytest.mark.parametrize("phase", ROUND_IS_ON)
@pytest.mark.parametrize("name", ["ana", "eva"])
def test_every_player_strikes_out_words_and_nobody_else_sees_it(phase: str, name: str):
    before = reached(phase)
    table = before.when(name, CrossOut(("цирк", "баня")))

    assert ("баня", "цирк") == table.sees(name).hand.crossed_out.ids(table.deck)
    others = [other for other in (*table.seated, None) if other != name]
    assert all(before.sees(other) == table.sees(other) for other in others)


def test_notes_are_replaced_and_are_words_of_the_list():
    table = game(3).dealt().when("bea", CrossOut(("баня",))).when("bea", CrossOut(("цирк", "цирк")))

    assert ("цирк",) == table.sees("bea").hand.crossed_out.ids(table.deck)
    assert () == table.when("bea", CrossOut(())).sees("bea").hand.crossed_out.ids(table.deck)
    assert Reason.UNKNOWN_CARD == table.refuses("bea", CrossOut(("баня", "матрица")))


def test_the_audience_has_no_notes():
    table = game(3).dealt().enters("max")

    assert Reason.AUDIENCE_ONLY_WATCHES == table.refuses("max", CrossOut(()))
    assert Reason.WRONG_PHASE == reached("round_over").refuses("ana", CrossOut(()))
