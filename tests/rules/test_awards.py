"""Who is awarded, and for which figure."""

from __future__ import annotations

from fractions import Fraction as F

import pytest
from hypothesis import given, settings
from scoring_samples import AKTAU, ROLES, game, regulation, tournaments

from rules.decisions import Exclusion, Lot, Missed
from rules.sheet import AwardGiven, Removed
from rules.standings import standings

PLAIN = regulation(difficulty=None)


def won(table, title):
    return [(award.id, award.figure) for award in table.awards if award.title == title]


def deal(**seats):
    """The usual deal with cards exchanged: deal(seat_1="don") gives the don's card to seat 1."""
    roles = list(ROLES)
    for name, role in seats.items():
        here, there = int(name.removeprefix("seat_")) - 1, roles.index(role)
        roles[here], roles[there] = roles[there], roles[here]
    return tuple(roles)


def test_the_first_three_places_are_awarded_with_their_points():
    awards = (AwardGiven(1, "best"), AwardGiven(2, "second"), AwardGiven(5, "loser_best"))
    table = standings([game("red", awards=awards)], PLAIN)
    assert won(table, "champion") == [("Q1", "3")]
    assert won(table, "second_place") == [("Q2", "5/2")]
    assert won(table, "third_place") == [("Q3", "2")]


def test_who_is_out_of_the_awards_leaves_his_prize_to_the_next_and_keeps_his_place():
    awards = (AwardGiven(1, "best"), AwardGiven(2, "second"))
    table = standings([game("red", awards=awards)], PLAIN, decisions=[Exclusion("Q1", "final", 4)])
    assert won(table, "champion") == [("Q2", "5/2")]
    assert won(table, "second_place") == [("Q3", "2")]
    assert table.row("Q1").place == 1


def test_players_who_share_a_place_share_the_higher_prize():
    table = standings([game("black")], PLAIN)
    assert won(table, "champion") == [("Q7", "2")]
    assert won(table, "second_place") == [("Q5", "2"), ("Q9", "2")]
    assert won(table, "third_place") == []
    table = standings([game("black")], PLAIN, decisions=[Lot("Q9", 1), Lot("Q5", 2)])
    assert won(table, "second_place") == [("Q9", "2")]
    assert won(table, "third_place") == [("Q5", "2")]


def test_the_best_of_each_role_is_named_with_the_points_of_that_role_alone():
    games = [
        game("red", awards=(AwardGiven(2, "best"), AwardGiven(3, "second"))),
        game("black", round=2, awards=(AwardGiven(9, "best"),)),
        game("red", round=3, stage="final", roles=deal(seat_5="sheriff")),
    ]
    table = standings(games, PLAIN)
    assert won(table, "best_civilian") == [("Q2", "6")]
    assert won(table, "best_sheriff") == [("Q5", "3")]
    assert won(table, "best_mafia") == [("Q9", "3")]
    assert won(table, "best_don") == [("Q7", "2")]


@pytest.mark.parametrize(
    ("games", "best"),
    [
        # Equal points in the role: more of them additional.
        (
            [
                game("red", awards=(AwardGiven(3, "best"), AwardGiven(1, "second"))),
                game("black", round=2, awards=(AwardGiven(3, "loser_best"),)),
                game("red", "X3", "X2", "Q1", "X4", round=3, roles=ROLES, awards=(AwardGiven(3, "best"),)),
                game("black", "X3", "X2", "Q1", round=4, awards=(AwardGiven(3, "loser_best"),)),
                game("red", "X3", "X2", "Q1", round=5, removed=(Removed(3, "fouls"),)),
                game("black", "X3", "X2", "Q1", round=6, removed=(Removed(3, "fouls"),)),
            ],
            "Q3",
        ),
        # Equal points, equal additional points: three wins outweigh two of the final.
        (
            [
                *(game("red", round=number) for number in (1, 2, 3)),
                *(game("red", "X1", "X2", "Q1", round=number, stage="final") for number in (1, 2)),
            ],
            "Q3",
        ),
        # Equal points and additional points, equal wins: fewer games in the role.
        (
            [
                game("red"),
                game("red", "X1", "X2", "Q1", round=2),
                game("black", "X1", "X2", "Q1", round=3),
            ],
            "Q3",
        ),
        # Equal in the role: the better place.
        ([game("red"), game("red", "Q3", "X2", "Q1", round=2), game("red", "Q3", "X2", "X1", round=3)], "Q3"),
    ],
)
def test_equal_points_in_a_role_are_parted(games, best):
    assert [player for player, _ in won(standings(games, PLAIN), "best_sheriff")] == [best]


def test_nobody_is_the_best_of_a_role_without_points_in_it():
    table = standings([game("red"), game("draw", round=2)], PLAIN)
    assert won(table, "best_don") == won(table, "best_mafia") == []


def test_the_best_move_counts_hits_then_fewer_tries():
    games = [
        game("red", first_killed=1, best_move=(5, 7, 9)),
        game("red", round=2, first_killed=1, best_move=(2, 4, 6)),
        game("red", round=3, first_killed=2, best_move=(5, 7, 1)),
        game("red", round=4, first_killed=2, best_move=()),
        game("black", round=5, first_killed=7, best_move=(5, 9, 1)),
        game("draw", round=6, first_killed=2, best_move=(1, 3, 4)),
    ]
    assert won(standings(games, PLAIN), "best_move") == [("Q2", "1 of 1")]
    games.append(game("red", round=7, first_killed=1, best_move=(5, 9, 2)))
    assert won(standings(games, PLAIN), "best_move") == [("Q1", "2 of 3")]


def test_a_black_hit_alone_that_earns_nothing_is_no_hit():
    table = standings([game("red", first_killed=1, best_move=(5, 2, 4))], PLAIN)
    assert won(table, "best_move") == []
    assert (table.row("Q1").best_move_hits, table.row("Q1").best_move_tries) == (0, 1)


def test_most_first_night_deaths():
    games = [
        game("red", first_killed=1),
        game("red", round=2, first_killed=5),
        game("red", round=3, first_killed=5),
    ]
    assert won(standings(games, PLAIN), "first_night_deaths") == [("Q5", "2")]


def test_a_tied_award_goes_to_the_better_place():
    games = [game("red", first_killed=1), game("red", round=2, first_killed=5)]
    assert won(standings(games, PLAIN), "first_night_deaths") == [("Q1", "1")]


def test_who_may_not_be_awarded_gets_none_of_the_awards():
    decisions = [Missed("Q7", "final", 1), Missed("Q7", "final", 2)]
    table = standings([game("black", first_killed=7)], PLAIN, decisions=decisions)
    assert "Q7" not in {award.id for award in table.awards}


def test_players_without_a_game_win_nothing():
    table = standings([game("red")], PLAIN, players={"A": "A"})
    assert "A" not in {award.id for award in table.awards}


@settings(max_examples=40, deadline=None)
@given(tournaments())
def test_every_award_rests_on_the_figure_of_its_row(games):
    table = standings(games, AKTAU)
    for award in table.awards:
        row = table.row(award.id)
        assert row.may_be_awarded
        assert row.name == award.name
        role = {
            "best_civilian": "civilian",
            "best_sheriff": "sheriff",
            "best_mafia": "mafia",
            "best_don": "don",
        }
        if award.title in role:
            assert F(award.figure) == row.by_role[role[award.title]].points
            others = [
                r.by_role[role[award.title]].points for r in table.rows if role[award.title] in r.by_role
            ]
            assert F(award.figure) == max(others)
        elif award.title == "best_move":
            assert award.figure == f"{row.best_move_hits} of {row.best_move_tries}"
        elif award.title == "first_night_deaths":
            assert int(award.figure) == max(r.first_night_deaths for r in table.rows)
        else:
            assert F(award.figure) == row.total
    champions = [award.id for award in table.awards if award.title == "champion"]
    assert champions == [row.id for row in table.rows if row.place == 1]
