"""A protocol on paper, line by line in the judge's shorthand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rules.check import check_sheet
from rules.paper_form import AWARD, differences, lines_of, read
from rules.regulation import load
from rules.scoring import game_points
from rules.sheet import AwardGiven, Left, Removed

AKTAU = load("aktau-2017")
GAME = {
    "blacks": "7 5 9 3",
    "winner": "к",
    "left": "1н1 5д2 9ф3 7д3",
    "fouls": "9:4",
    "best_move": "5 7 2",
    "award:best": "3",
    "award:second": "4",
    "award:loser_best": "7",
}


def test_the_worked_table_of_the_scoring_is_typed_in_eight_lines() -> None:
    typed = read(GAME, AKTAU)
    assert typed.mistakes == {} and check_sheet(typed.sheet, AKTAU) == ()
    points = [row.total for row in game_points(typed.sheet, AKTAU.scoring)]
    quarter = Fraction(1, 4)
    assert points == [2 + quarter, 2, 3, 2 + 2 * quarter, 0, 2, 2 * quarter, 2, -1, 2]


def test_exits_are_read_in_order_with_their_causes_by_day_and_by_night() -> None:
    sheet = read({"left": "5n1, 0d2 9фн2; 3x3 6п3"}, AKTAU).sheet
    assert sheet.left == (
        Left(5, "shot", night=1),
        Left(10, "ballot", day=2),
        Left(9, "fouls", night=2),
        Left(3, "disqualified", day=3),
        Left(6, "team_defeat", day=3),
    )
    assert sheet.removed == (Removed(9, "fouls"), Removed(3, "disqualified"), Removed(6, "team_defeat"))
    assert sheet.first_killed == 5


@pytest.mark.parametrize(
    ("winner", "left", "ending"),
    [
        ("к", "7д2", "ballot"),
        ("ч", "7д2 1н2", "shot"),
        ("b", "9ф3", "removal"),
        ("ч", "9п3", "team_defeat"),
        ("н", "9д3", "draw"),
        ("r", "", "judge"),
        ("", "7д2", None),
    ],
)
def test_the_ending_is_that_of_the_last_exit(winner: str, left: str, ending: str | None) -> None:
    assert read({"winner": winner, "left": left}, AKTAU).sheet.ending == ending


def test_a_best_move_is_declined_by_a_dash_and_not_granted_by_nothing() -> None:
    assert read({"best_move": "-"}, AKTAU).sheet.best_move == ()
    assert read({"best_move": ""}, AKTAU).sheet.best_move is None
    assert read({"best_move": "579"}, AKTAU).sheet.best_move == (5, 7, 9)
    assert read({"best_move": "10 0"}, AKTAU).sheet.best_move == (10, 10)


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("blacks", "7 2 9"),
        ("blacks", "7 2 9 9"),
        ("blacks", "a b c d"),
        ("winner", "x"),
        ("left", "5"),
        ("left", "5нн1"),
        ("left", "11н1"),
        ("left", "5н999"),
        ("removed", "5н"),
        ("fouls", "9"),
        ("fouls", "9:4 9:1"),
        ("award:best", "3:1"),
        ("award:best", "z"),
        ("best_move", "5 x"),
    ],
)
def test_what_cannot_be_read_is_told_at_its_line_and_the_rest_is_read(line: str, text: str) -> None:
    typed = read(GAME | {line: text}, AKTAU)
    assert list(typed.mistakes) == [line] and typed.mistakes[line]
    other = next(name for name in ("winner", "blacks") if name != line)
    assert (typed.sheet.winner == "red") if other == "winner" else len(typed.sheet.roles) == 10


def test_free_points_stand_behind_the_seat() -> None:
    free = load("fiim-2024")
    (kind,) = [one.id for one in free.scoring.awards if one.points is None][:1]
    name = AWARD + kind
    assert name in lines_of(free)
    assert read({name: "3:-1/2 4:0,3"}, free).sheet.awards == (
        AwardGiven(3, kind, Fraction(-1, 2)),
        AwardGiven(4, kind, Fraction(3, 10)),
    )
    assert read({name: "3:1e9"}, free).mistakes and read({name: "3:1/0"}, free).mistakes


def test_two_hands_are_compared_field_by_field() -> None:
    one = read(GAME, AKTAU).sheet
    other = read(GAME | {"left": "1н1 5д2 9ф3 7д4", "award:best": "8"}, AKTAU).sheet
    assert differences(one, one) == () and differences(one, other) == ("left", "awards")
