"""Points of one game: the worked table first, then each part by itself."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction as F

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scoring_samples import AKTAU, ROLES, WHITE_NIGHTS, kind, scoring, seats_of, sheets

from rules.regulation import FirstKill
from rules.scoring import game_points, shown
from rules.sheet import CIVILIAN, DON, MAFIA, SHERIFF, AwardGiven, FineGiven, Left, Removed, Sheet

GAME_1 = Sheet(
    roles=ROLES,
    winner="red",
    ending="removal",
    left=(Left(1, "shot", night=1), Left(9, "fouls", day=2)),
    removed=(Removed(9, "fouls"),),
    first_killed=1,
    best_move=(5, 7, 2),
    fouls={9: 4},
    awards=(AwardGiven(3, "best"), AwardGiven(4, "second"), AwardGiven(7, "loser_best")),
)
RED_WIN = Sheet(roles=ROLES, winner="red", ending="ballot")
BLACK_WIN = Sheet(roles=ROLES, winner="black", ending="ballot")


def totals(sheet, rules=AKTAU.scoring, **options):
    return [row.total for row in game_points(sheet, rules, **options)]


@pytest.mark.parametrize("regulation", [AKTAU, WHITE_NIGHTS], ids=lambda r: r.id)
def test_the_worked_table(regulation):
    rows = game_points(GAME_1, regulation.scoring)
    assert [row.seat for row in rows] == list(range(1, 11))
    assert [shown(row.total) for row in rows] == ["2.25", "2", "3", "2.5", "0", "2", "0.5", "2", "-1", "2"]
    assert {row.seat: row.additional for row in rows if row.additional} == {
        1: F(1, 4),
        3: 1,
        4: F(1, 2),
        7: F(1, 2),
        9: -1,
    }


@pytest.mark.parametrize(("sheet", "team"), [(RED_WIN, "red"), (BLACK_WIN, "black")])
def test_a_win_is_two_points_to_each_of_the_winning_team_and_a_loss_is_nothing(sheet, team):
    assert totals(sheet) == [2 if seat in seats_of(team) else 0 for seat in range(1, 11)]


@pytest.mark.parametrize(
    ("named", "points"),
    [
        ((5, 7, 9), F(1, 2)),
        ((5, 7, 2), F(1, 4)),
        ((5, 9), F(1, 4)),
        ((5, 2, 4), 0),
        ((2, 4, 6), 0),
        ((), 0),
        (None, 0),
        ((5, 5, 5), 0),
    ],
)
def test_the_best_move_is_paid_by_the_blacks_it_names(named, points):
    rows = game_points(replace(BLACK_WIN, first_killed=1, best_move=named), AKTAU.scoring)
    assert rows[0].best_move == rows[0].additional == rows[0].total == points
    assert not any(row.best_move for row in rows[1:])


def test_a_sheriff_is_paid_for_his_best_move_like_any_red():
    assert game_points(replace(RED_WIN, first_killed=3, best_move=(5, 7, 9)), AKTAU.scoring)[2].total == F(
        5, 2
    )


@pytest.mark.parametrize("seat", [5, 7])
def test_a_black_first_victim_gets_nothing_for_naming_his_team(seat):
    sheet = replace(BLACK_WIN, first_killed=seat, best_move=(5, 7, 9))
    assert totals(sheet) == totals(BLACK_WIN)


def test_without_a_first_victim_a_best_move_is_worth_nothing():
    assert totals(replace(BLACK_WIN, best_move=(5, 7, 9))) == totals(BLACK_WIN)


def test_another_table_of_best_moves_is_regulation_data():
    rules = scoring(best_move={1: F(1, 10), 2: F(4, 10), 3: F(6, 10)})
    assert totals(replace(BLACK_WIN, first_killed=1, best_move=(5, 2, 4)), rules)[0] == F(1, 10)
    assert totals(replace(BLACK_WIN, first_killed=1, best_move=(5, 9, 4)), rules)[0] == F(2, 5)
    assert totals(replace(BLACK_WIN, first_killed=1, best_move=(5, 9, 7)), rules)[0] == F(3, 5)


def test_awards_are_worth_what_the_regulation_says():
    awards = (AwardGiven(5, "best"), AwardGiven(9, "second"), AwardGiven(1, "loser_best"))
    rows = game_points(replace(BLACK_WIN, awards=awards), AKTAU.scoring)
    assert [row.award for row in rows] == [F(1, 2), 0, 0, 0, 1, 0, 0, 0, F(1, 2), 0]


def test_points_written_beside_a_fixed_award_and_unknown_awards_are_worth_nothing():
    awards = (AwardGiven(5, "best", F(7)), AwardGiven(9, "of_another_federation", F(3)))
    assert totals(replace(BLACK_WIN, awards=awards)) == [0, 0, 0, 0, 3, 0, 2, 0, 2, 0]


def test_free_extra_points_go_up_and_down():
    rules = scoring(awards=(kind("extra", "any", None),))
    awards = (AwardGiven(1, "extra", F(7, 10)), AwardGiven(5, "extra", F(-1, 3)), AwardGiven(6, "extra"))
    rows = game_points(replace(RED_WIN, awards=awards), rules)
    assert [rows[seat - 1].total for seat in (1, 5, 6)] == [F(27, 10), F(-1, 3), 2]
    assert [rows[seat - 1].additional for seat in (1, 5, 6)] == [F(7, 10), F(-1, 3), 0]


@pytest.mark.parametrize("cause", ["fouls", "disqualified", "team_defeat"])
def test_everyone_who_bears_a_removal_pays_one_point_even_when_shot_or_voted_out_before(cause):
    left = (Left(1, "shot", night=1), Left(5, "ballot", day=2))
    sheet = replace(RED_WIN, left=left, removed=(Removed(1, cause), Removed(5, cause)))
    rows = game_points(sheet, AKTAU.scoring)
    assert [rows[seat - 1].total for seat in (1, 2, 5, 9)] == [1, 2, -1, 0]
    assert rows[0].removal == rows[0].additional == -1


def test_a_removal_that_stands_in_the_sheet_twice_is_paid_once():
    sheet = replace(RED_WIN, removed=(Removed(1, "fouls"), Removed(1, "disqualified")))
    assert totals(sheet)[0] == 1


def test_fines_of_the_game_are_in_the_total_and_no_additional_points():
    sheet = replace(RED_WIN, fines=(FineGiven(1, F(-1, 2)), FineGiven(1, F(-1, 3))))
    row = game_points(sheet, AKTAU.scoring)[0]
    assert (row.fines, row.total, row.additional) == (F(-5, 6), F(7, 6), 0)


@given(sheets())
def test_a_drawn_game_is_worth_nothing_to_anybody_removals_included(sheet):
    rows = game_points(replace(sheet, winner="draw", ending="draw"), AKTAU.scoring, k=F(3), weight=F(3, 2))
    assert len(rows) == 10
    assert all(row.total == row.additional == row.base == row.removal == 0 for row in rows)


def test_where_drawn_games_count_they_give_the_draw_and_all_other_parts():
    sheet = replace(GAME_1, winner="draw", ending="draw", awards=())
    rows = totals(sheet, scoring(draw=F(1)), draw_points=True)
    assert rows == [F(5, 4), 1, 1, 1, 1, 1, 1, 1, 0, 1]


@pytest.mark.parametrize(
    "sheet",
    [
        replace(GAME_1, winner=None, ending=None),
        replace(GAME_1, winner=None, ending="void"),
        replace(GAME_1, roles=()),
        Sheet(),
    ],
)
def test_an_undecided_or_void_game_and_one_without_a_deal_have_no_points(sheet):
    assert game_points(sheet, AKTAU.scoring) == ()


def test_the_coefficient_falls_on_the_base_of_the_winners_alone():
    k = F(35, 29)
    rows = game_points(GAME_1, AKTAU.scoring, k=k)
    assert rows[1].total == F(70, 29)
    assert rows[0].total == F(70, 29) + F(1, 4)
    assert rows[6].total == F(1, 2)
    assert rows[8].total == -1
    assert [row.k for row in rows] == [k if seat in seats_of("red") else 1 for seat in range(1, 11)]
    assert [row.additional for row in rows] == [row.additional for row in game_points(GAME_1, AKTAU.scoring)]


def test_a_hard_win_in_the_final_of_fifty_eight_games():
    assert shown(totals(RED_WIN, k=F(35, 29))[0]) == "2.41"
    final = totals(RED_WIN, k=F(35, 29), weight=F(3, 2))[0]
    assert final == F(105, 29)
    assert shown(final) == "3.62"


def test_the_weight_of_the_final_multiplies_the_whole_game():
    rows = game_points(GAME_1, AKTAU.scoring, weight=F(3, 2))
    assert [row.total for row in rows] == [total * F(3, 2) for total in totals(GAME_1)]
    assert rows[0].additional == F(3, 8)
    assert rows[8].total == rows[8].additional == F(-3, 2)


def test_a_weight_on_the_base_leaves_the_other_parts_alone():
    rows = game_points(GAME_1, scoring(weight_on="base"), weight=F(3, 2))
    assert [row.total for row in rows[:4]] == [F(13, 4), 3, 4, F(7, 2)]
    assert rows[8].total == -1
    assert rows[0].additional == F(1, 4)


def test_loss_points_and_points_by_role():
    rules = scoring(
        win=F(4),
        loss=F(1),
        role_win={DON: F(1, 2), SHERIFF: F(1, 2)},
        role_loss={DON: F(-1, 2), SHERIFF: F(-1, 2)},
    )
    assert totals(RED_WIN, rules) == [4, 4, F(9, 2), 4, 1, 4, F(1, 2), 4, 1, 4]
    assert totals(BLACK_WIN, rules) == [1, 1, F(1, 2), 1, 4, 1, F(9, 2), 1, 4, 1]


@given(sheets(decided=True), st.fractions(1, 3), st.sampled_from([F(1), F(5, 4), F(3, 2)]))
def test_total_is_weight_times_base_with_coefficient_and_the_parts(sheet, k, weight):
    for row in game_points(sheet, AKTAU.scoring, k=k, weight=weight):
        beside = row.best_move + row.award + row.removal
        assert row.total == weight * (row.base * row.k + beside + row.fines)
        assert row.additional == weight * beside
        assert row.k in (1, k)
        assert all(
            type(getattr(row, part)) is F for part in ("base", "best_move", "award", "total", "additional")
        )


def test_the_compensation_of_a_first_victim_goes_to_nobody_else_and_is_weighted():
    rules = scoring(first_kill=FirstKill(share=F(2, 5), most=F(2, 5)))
    sheet = replace(BLACK_WIN, first_killed=1)
    rows = game_points(sheet, rules, first_kill=F(1, 5), weight=F(3, 2))
    assert [row.total for row in rows] == [F(3, 10) if row.seat == 1 else row.base * F(3, 2) for row in rows]
    assert (rows[0].first_kill, rows[0].additional) == (F(1, 5), 0)
    assert not any(row.first_kill for row in game_points(sheet, rules))


def test_a_row_for_programs_has_exact_strings_and_the_shown_total():
    assert game_points(GAME_1, AKTAU.scoring)[0].to_json() == {
        "seat": 1,
        "base": "2",
        "best_move": "1/4",
        "award": "0",
        "removal": "0",
        "fines": "0",
        "total": "9/4",
        "additional": "1/4",
        "shown": "2.25",
    }


@pytest.mark.parametrize(
    ("points", "text"),
    [
        (F(9, 4), "2.25"),
        (F(70, 29), "2.41"),
        (F(105, 29), "3.62"),
        (F(2), "2"),
        (F(5, 2), "2.5"),
        (F(10), "10"),
        (F(201, 100), "2.01"),
        (F(-1), "-1"),
        (F(0), "0"),
        (F(1, 200), "0.01"),
        (F(-1, 200), "-0.01"),
        (F(1, 201), "0"),
        (F(-1, 201), "0"),
        (F(199, 200), "1"),
        (F(-9, 8), "-1.13"),
        (F(9, 8), "1.13"),
    ],
)
def test_points_are_shown_with_two_digits_half_away_from_zero(points, text):
    assert shown(points) == text


@given(st.fractions(-1000, 1000))
def test_what_is_shown_is_as_near_as_two_digits_allow(points):
    text = shown(points)
    assert abs(F(text) - points) <= F(1, 200)
    assert abs(F(text)) >= abs(points) or abs(F(text) - points) < F(1, 200)
    assert text == shown(F(text))
    assert not (text.endswith(".") or text == "-0" or ("." in text and text.endswith("0")))
    assert F(shown(-points)) == -F(text)


def test_the_roles_of_the_sample_are_a_whole_deal():
    assert sorted(ROLES) == sorted([CIVILIAN] * 6 + [SHERIFF] + [MAFIA] * 2 + [DON])
