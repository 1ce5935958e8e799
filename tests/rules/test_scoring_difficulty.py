"""The coefficient of hard games."""

from __future__ import annotations

from fractions import Fraction as F

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scoring_samples import WHITE_NIGHTS, game, regulation, stage

from rules.difficulty import Coefficient, coefficient
from rules.regulation import Difficulty
from rules.standings import standings

STAGE_SERIES = Difficulty(series="stage", count_draws=False)


@pytest.mark.parametrize(
    ("games", "hard", "k"), [(58, 23, F(35, 29)), (42, 14, F(4, 3)), (7, 3, F(8, 7)), (120, 36, F(7, 5))]
)
@pytest.mark.parametrize("colour", ["red", "black"])
def test_the_formula_on_its_examples(games, hard, k, colour):
    wins = (hard, games - hard) if colour == "red" else (games - hard, hard)
    assert coefficient(*wins) == Coefficient(games, hard, colour, k)


def test_equal_wins_make_no_game_hard():
    assert coefficient(5, 5) == Coefficient(10, 0, None, F(1))
    assert coefficient(5, 5, 3, count_draws=True) == Coefficient(13, 0, None, F(1))


def test_without_a_decided_game_the_coefficient_is_one():
    assert coefficient(0, 0) == coefficient(0, 0, 4) == Coefficient(0, 0, None, F(1))


def test_when_one_colour_has_won_every_game_no_game_is_hard():
    k = coefficient(4, 0)
    assert (k.games, k.hard, k.hard_colour) == (4, 0, None)
    assert k.of("red") == k.of("black") == 1


def test_draws_are_outside_the_series_unless_the_regulation_counts_them():
    assert coefficient(1, 3, 4).k == F(3, 2)
    assert coefficient(1, 3, 4, count_draws=True).k == 1 + F(4 - 1, 4)


@given(st.integers(0, 200), st.integers(0, 200))
def test_the_coefficient_lies_between_one_and_two_and_colours_are_alike(red, black):
    k = coefficient(red, black)
    assert 1 <= k.k <= 2
    assert k.k == coefficient(black, red).k
    assert (k.k == 1) == (red == black)
    assert k.of("draw") == k.of(None) == 1


def results(*winners, **where):
    return [game(winner, round=number, **where) for number, winner in enumerate(winners, 1)]


def test_the_series_is_the_whole_tournament_and_every_closed_game_changes_it():
    games = results("red", "black", "black")
    table = standings(games, regulation())
    assert table.difficulty == Coefficient(3, 1, "red", F(4, 3), provisional=True)
    assert table.row("Q1").total == 2 * F(4, 3)
    assert table.row("Q5").total == 4
    table = standings(games + results("black", stage="semifinal"), regulation())
    assert table.difficulty.k == F(3, 2)
    assert table.row("Q1").total == 3


def test_void_and_undecided_games_are_outside_the_series():
    games = [*results("red", "black", "black"), game(None, ending=None), game(None, ending="void")]
    assert standings(games, regulation()).difficulty.games == 3


def test_a_draw_is_counted_in_the_series_of_a_tournament_that_says_so():
    games = results("red", "black", "black", "draw")
    assert standings(games, regulation()).difficulty.k == F(4, 3)
    counting = regulation(difficulty=Difficulty(series="tournament", count_draws=True))
    assert (standings(games, counting).difficulty.games, standings(games, counting).difficulty.k) == (
        4,
        F(3, 2),
    )


def test_each_stage_may_be_a_series_of_its_own():
    games = results("red", "black", "black") + results("red", "red", "black", stage="semifinal")
    games += results("red", stage="final")
    table = standings(games, regulation(difficulty=STAGE_SERIES))
    assert {name: (k.hard_colour, k.k) for name, k in table.difficulty_by_stage.items()} == {
        "qualifying": ("red", F(4, 3)),
        "semifinal": ("black", F(4, 3)),
        "final": (None, F(2)),
    }
    assert table.difficulty == table.difficulty_by_stage["final"]
    assert table.row("Q1").by_stage == {"qualifying": F(8, 3), "semifinal": 4, "final": 3}
    assert table.row("Q5").by_stage == {"qualifying": 4, "semifinal": F(8, 3), "final": 0}


def test_the_coefficient_is_provisional_until_every_planned_game_is_closed():
    rules = regulation(stages=[stage("first", 2, 1), stage("last", 1, 1)])
    games = results("red", "black", stage="first")
    assert standings(games, rules).difficulty.provisional
    games += results("draw", stage="last")
    assert not standings(games, rules).difficulty.provisional
    assert standings(games, rules, through="first").difficulty.provisional
    assert standings(games, rules, planned={"first": 2, "last": 2}).difficulty.provisional


def test_a_stage_that_is_a_series_is_final_when_its_own_games_are_closed():
    rules = regulation(stages=[stage("first", 2, 1), stage("last", 2, 1)], difficulty=STAGE_SERIES)
    table = standings(results("red", "red", stage="first") + results("red", stage="last"), rules)
    assert not table.difficulty_by_stage["first"].provisional
    assert table.difficulty_by_stage["last"].provisional


def test_a_regulation_without_coefficient_has_no_hard_games_and_nothing_provisional():
    table = standings(results("red", "black", "black", stage="random"), WHITE_NIGHTS)
    assert table.difficulty == Coefficient(3, 0, None, F(1), provisional=False)
    assert table.row("Q1").total == 2


def test_through_a_round_the_coefficient_rests_on_the_games_up_to_there():
    games = results("red", "black", "black", "black")
    assert standings(games, regulation(), through="qualifying:3").difficulty.k == F(4, 3)
    assert standings(games, regulation(), through="qualifying:2").difficulty.k == 1


def test_the_coefficient_for_programs():
    table = standings(results("red", "black", "black"), regulation())
    assert table.to_json()["difficulty"] == {
        "games": 3,
        "hard": 1,
        "hard_colour": "red",
        "k": "4/3",
        "provisional": True,
    }
