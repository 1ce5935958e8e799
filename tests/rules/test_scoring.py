"""Points of one game: the worked table first, then each part by itself."""

from __future__ import annotations

from fractions import Fraction as F

from scoring_samples import ROLES, scoring

from rules.scoring import game_points, shown
from rules.sheet import AwardGiven, Left, Removed, Sheet

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


def totals(sheet, rules=None, **options):
    return [row.total for row in game_points(sheet, rules or scoring(), **options)]


def test_the_worked_table():
    rows = game_points(GAME_1, scoring())
    assert [shown(row.total) for row in rows] == ["2.25", "2", "3", "2.5", "0", "2", "0.5", "2", "-1", "2"]
    assert {row.seat: row.additional for row in rows if row.additional} == {
        1: F(1, 4),
        3: 1,
        4: F(1, 2),
        7: F(1, 2),
        9: -1,
    }
