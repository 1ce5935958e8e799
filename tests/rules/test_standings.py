"""The table of a tournament, against tables counted by hand, and what must hold for every set of games."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from fractions import Fraction as F

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scoring_samples import (
    AKTAU,
    ROLES,
    WHITE_NIGHTS,
    game,
    kind,
    regulation,
    seated,
    stage,
    tournaments,
)

from rules.card import parts
from rules.decisions import Exclusion, Lot, Missed, PanelFine
from rules.regulation import FirstKill
from rules.scoring import game_points, is_scored
from rules.sheet import AwardGiven, FineGiven, Removed
from rules.standings import ScoredGame, standings

few = settings(max_examples=40, deadline=None)

HAND = [
    # Six wins of the blacks, three of the reds, a draw: N = 9, n = 3, K = 1 + (4.5 - 3) / 4.5 = 4/3.
    game("black", round=1, first_killed=1, best_move=(5, 7, 9), awards=(AwardGiven(5, "best"),)),
    game("black", round=2, first_killed=3, best_move=(5, 7, 1), removed=(Removed(2, "fouls"),)),
    game("red", round=3, first_killed=7, best_move=(5, 9, 1), awards=(AwardGiven(3, "best"),)),
    game("draw", round=4, first_killed=1, best_move=(5, 7, 9), removed=(Removed(9, "disqualified"),)),
    game("black", round=5, awards=(AwardGiven(7, "second"), AwardGiven(1, "loser_best"))),
    game("red", stage="semifinal", round=1, removed=(Removed(1, "fouls"),)),
    game("black", stage="semifinal", round=2),
    game("black", stage="final", round=1, first_killed=1, best_move=(5, 9)),
    game("red", stage="final", round=2, awards=(AwardGiven(1, "second"), AwardGiven(7, "loser_best"))),
    game("black", stage="final", round=3, removed=(Removed(5, "team_defeat"),), ending="judge"),
]


def test_a_table_counted_by_hand():
    table = standings(HAND, AKTAU)
    assert (table.difficulty.games, table.difficulty.hard, table.difficulty.k) == (9, 3, F(4, 3))
    one = table.row("Q1")
    # 1/2 + 1/2 for a loss with the best move and as the best of the losers; the draw gives nothing.
    assert one.by_stage["qualifying"] == F(1, 2) + F(8, 3) + 0 + F(1, 2)
    assert one.by_stage["semifinal"] == F(8, 3) - 1
    assert one.by_stage["final"] == F(3, 2) * F(1, 4) + F(3, 2) * (F(8, 3) + F(1, 2))
    assert one.total == sum(one.by_stage.values())
    assert one.additional == F(1, 2) + F(1, 2) - 1 + F(3, 8) + F(3, 4)
    assert (one.games, one.wins, one.first_night_deaths) == (10, 3, 3)
    sheriff, don, mafia = (table.row(name) for name in ("Q3", "Q7", "Q5"))
    assert sheriff.total == F(1, 4) + (F(8, 3) + 1) + F(8, 3) + F(3, 2) * F(8, 3)
    assert (sheriff.sheriff_wins, sheriff.don_wins, sheriff.mafia_wins) == (3, 0, 0)
    assert don.total == 2 * 3 + F(1, 2) + 2 + F(3, 2) * (2 + 2 + F(1, 2))
    assert (don.sheriff_wins, don.don_wins, don.mafia_wins, don.first_night_deaths) == (0, 6, 0, 1)
    assert mafia.total == 2 * 3 + 1 + 2 + F(3, 2) * (2 + 2 - 1)
    assert (mafia.wins, mafia.mafia_wins) == (6, 6)
    assert [row.id for row in table.rows[:4]] == ["Q7", "Q9", "Q5", "Q3"]
    assert [row.place for row in table.rows[:4]] == [1, 2, 3, 4]


def test_missed_rounds_and_fines_of_the_panel_are_never_weighted():
    decisions = [
        Missed("Q1", "final", 1),
        PanelFine("Q1", F(-1), "unethical conduct", "final", 2),
        PanelFine("Q1", F(-2)),
    ]
    plain, fined = standings(HAND, AKTAU).row("Q1"), standings(HAND, AKTAU, decisions=decisions).row("Q1")
    assert fined.total == plain.total - 2 - 1 - 2
    assert (fined.missed, fined.fines) == (1, -3)
    assert (fined.by_stage, fined.additional) == (plain.by_stage, plain.additional)


def test_a_round_missed_twice_on_record_is_missed_once():
    table = standings(HAND, AKTAU, decisions=[Missed("Q1", "final", 1)] * 2)
    assert table.row("Q1").missed == 1


def test_rounds_after_an_exclusion_are_not_missed():
    decisions = [
        Missed("Q1", "qualifying", 6),
        Missed("Q1", "semifinal", 1),
        Missed("Q1", "final", 4),
        Exclusion("Q1", "qualifying", 7, "peeping"),
    ]
    row = standings(HAND, AKTAU, decisions=decisions).row("Q1")
    assert (row.missed, row.excluded) == (1, True)


@pytest.mark.parametrize(
    ("decisions", "able"),
    [
        ([], True),
        ([Missed("Q7", "final", 1)], True),
        ([Missed("Q7", "final", 1), Missed("Q7", "final", 2)], False),
        ([Exclusion("Q7", "final", 4)], False),
        ([PanelFine("Q7", F(-2))], True),
    ],
)
def test_two_missed_rounds_or_an_exclusion_keep_a_player_from_the_awards(decisions, able):
    assert standings(HAND, AKTAU, decisions=decisions).row("Q7").may_be_awarded is able


def test_an_excluded_player_keeps_his_place():
    table = standings(HAND, AKTAU, decisions=[Exclusion("Q7", "final", 4)])
    assert (table.rows[0].id, table.rows[0].place) == ("Q7", 1)


def test_a_removal_from_a_table_is_no_exclusion():
    assert standings(HAND, AKTAU).row("Q9").may_be_awarded


def test_through_a_stage_or_a_round_later_games_and_decisions_are_as_if_they_had_not_been():
    decisions = [
        Missed("Q1", "semifinal", 3),
        Exclusion("Q1", "final", 1),
        PanelFine("Q1", F(-1), None, "final", 1),
    ]
    through = standings(HAND, AKTAU, decisions=decisions, through="semifinal").row("Q1")
    assert list(through.by_stage) == ["qualifying", "semifinal"]
    assert (through.missed, through.fines, through.excluded) == (1, 0, False)
    assert standings(HAND, AKTAU, decisions=decisions, through="semifinal:2").row("Q1").missed == 0
    assert standings(HAND, AKTAU, through="qualifying:3").row("Q1").games == 3
    assert standings(HAND, AKTAU, through="final") == standings(HAND, AKTAU)


@pytest.mark.parametrize(
    "through", ["nowhere", "final:", "final:0", "final:x", "final:-1", "final:" + "9" * 5000, ":1", ""]
)
def test_a_wrong_through_is_refused_in_one_sentence(through):
    with pytest.raises(ValueError, match=r"^(there is no stage|\"final:).*\.$"):
        standings(HAND, AKTAU, through=through)


def test_players_of_the_roster_stand_in_the_table_without_a_game():
    table = standings([], AKTAU, players={"P2": "Boris", "P1": "Anna"})
    assert [(row.place, row.name, row.total, row.decided_by) for row in table.rows] == [
        (1, "Anna", 0, None),
        (1, "Boris", 0, None),
    ]
    assert table.awards == ()


def test_the_roster_has_the_last_word_on_a_name():
    assert standings(HAND, AKTAU, players={"Q1": "Anna"}).row("Q1").name == "Anna"


def test_a_player_who_is_only_in_the_decisions_is_not_lost():
    row = standings([], AKTAU, decisions=[Missed("P1", "qualifying", 1)]).row("P1")
    assert (row.name, row.total, row.place) == ("P1", -2, 1)


def test_loose_games_share_a_slot_and_a_stage_unknown_to_the_regulation_has_weight_one():
    games = [game("red", stage=where, round=None, table=None) for where in ("final", "friendly", None, None)]
    row = standings(games, WHITE_NIGHTS).row("Q1")
    assert row.total == 8
    assert row.by_stage == {"": 4, "final": 2, "friendly": 2}


def test_stages_stand_in_the_order_of_the_regulation():
    games = [game("red", stage=where) for where in ("other", "final", "qualifying", "semifinal")]
    assert list(standings(games, AKTAU).row("Q1").by_stage) == ["qualifying", "semifinal", "final", "other"]


def test_a_stand_in_has_no_row_but_plays():
    games = [game("red", "P1", "P2", stand_ins=["P2"], removed=(Removed(2, "fouls"),), first_killed=2)]
    table = standings(games, AKTAU)
    assert table.row("P2") is None
    assert len(table.rows) == 9
    assert table.difficulty.games == 1


def test_a_player_is_ranked_by_the_games_in_which_he_was_no_stand_in():
    games = [game("red", "P1"), game("red", "P1", round=2, stand_ins=["P1"])]
    row = standings(games, AKTAU).row("P1")
    assert (row.games, row.total) == (1, 2)


def test_first_night_deaths_count_for_any_role_and_in_drawn_games():
    games = [
        game("red", first_killed=1),
        game("draw", round=2, first_killed=1),
        game("black", round=3, first_killed=7),
        game(None, round=4, first_killed=1, ending="void"),
    ]
    table = standings(games, AKTAU)
    assert (table.row("Q1").first_night_deaths, table.row("Q7").first_night_deaths) == (2, 1)


def test_compensation_of_first_victims_as_in_the_example_of_twelve_games():
    rule = FirstKill(share=F(2, 5), most=F(2, 5))
    rules = regulation(stages=[stage("only", 12, 1)], first_kill=rule, difficulty=None)
    games = [game("black", stage="only", round=n, first_killed=1 if n < 3 else None) for n in range(1, 13)]
    row = standings(games, rules).row("Q1")
    assert row.total == 2 * F(16, 100)
    assert row.additional == 0
    # Ten deaths would be worth 0.8 each; 0.4 is the most.
    games = [game("black", stage="only", round=n, first_killed=1 if n < 11 else None) for n in range(1, 13)]
    assert standings(games, rules).row("Q1").total == 10 * F(4, 10)


def test_compensation_options_half_for_a_win_and_only_with_a_hit():
    def total(games, **options):
        rule = FirstKill(share=F(2, 5), most=F(2, 5), **options)
        rules = regulation(stages=[stage("only", 5, 1)], first_kill=rule, difficulty=None, best_move={})
        return standings(games, rules).row("Q1").total

    lost = [game("black", stage="only", round=n, first_killed=1 if n == 1 else None) for n in range(1, 6)]
    won = [game("red", stage="only", first_killed=1, best_move=(5, 2, 3)), *lost[1:]]
    # Five games: B = 2, one death: 0.4 / 2 = 0.2.
    assert total(lost) == F(1, 5)
    assert total(won) == 2
    assert total(won, half_when_won=True) == 2 + F(1, 10)
    assert total(lost, needs_hit=True) == 0
    assert total(won, half_when_won=True, needs_hit=True) == 2 + F(1, 10)


def test_compensation_needs_games_a_red_card_and_its_own_stage():
    rule = FirstKill(share=F(2, 5), most=F(2, 5))
    rules = regulation(stages=[stage("a", 3, 1), stage("b", 3, 1, 2)], first_kill=rule, difficulty=None)

    def total(*games):
        return standings(games, rules).row("Q1").total

    # One game: B = round(0.4) = 0.
    assert total(game("black", stage="a", first_killed=1)) == 0
    three = [game("black", stage="a", round=n, first_killed=1 if n == 1 else None) for n in (1, 2, 3)]
    assert total(*three) == F(2, 5)
    # Another stage is another group, and its weight is on the compensation too.
    assert total(*three, *(replace(g, stage="b") for g in three)) == F(2, 5) * 3
    black = ("mafia", *ROLES[1:4], "civilian", *ROLES[5:])
    assert total(*(replace(g, sheet=replace(g.sheet, roles=black)) for g in three)) == 6
    # Three games, a share of 2/3: B = 2, and the death as a black does not count: 1 x 0.4 / 2.
    as_black = replace(three[1], sheet=replace(three[1].sheet, roles=black, first_killed=1))
    most = replace(rules, scoring=replace(rules.scoring, first_kill=replace(rule, share=F(2, 3))))
    assert standings([three[0], as_black, three[2]], most).row("Q1").total == 2 + F(1, 5)


def test_the_world_cup_scheme_ranks_by_points_a_game():
    rules = regulation(
        win=F(4),
        loss=F(1),
        role_win={"don": F(1, 2), "sheriff": F(1, 2)},
        role_loss={"don": F(-1, 2), "sheriff": F(-1, 2)},
        difficulty=None,
        stages=[stage("group", 2, 1), stage("semi", 1, 1, F(5, 4)), stage("final", 1, 1, F(3, 2))],
        order=["points_per_game", "points", "lot"],
    )
    games = [game("red", stage="group"), game("black", stage="group", round=2, stand_ins=["Q1"])]
    games.append(game("red", stage="semi"))
    table = standings(games, rules)
    assert table.row("Q1").total == 4 + 5
    assert table.row("Q3").total == F(9, 2) + F(1, 2) + F(45, 8)
    assert [row.id for row in table.rows][:2] == ["Q1", "Q3"]
    assert table.rows[1].decided_by == "points_per_game"


def test_points_with_any_denominator_stay_exact():
    rules = regulation(awards=(kind("extra", "any", None),), difficulty=None, game_fines=(F(-1, 7),))
    games = [
        game("red", awards=(AwardGiven(1, "extra", F(1, 3)),), stage="final"),
        game("red", round=2, fines=(FineGiven(1, F(-1, 7)),)),
        game("red", round=3, awards=(AwardGiven(1, "extra", F(-3, 11)),)),
    ]
    row = standings(games, rules).row("Q1")
    assert row.total == F(3, 2) * (2 + F(1, 3)) + 2 - F(1, 7) + 2 - F(3, 11)
    assert row.additional == F(1, 2) - F(3, 11)


@few
@given(tournaments(), st.randoms(use_true_random=False))
def test_the_order_in_which_games_come_never_matters(games, chance):
    shuffled = list(games)
    chance.shuffle(shuffled)
    assert standings(shuffled, AKTAU) == standings(games, AKTAU)


def test_two_spellings_of_a_name_make_the_same_table_in_any_order():
    one, two = game("red"), game("black", round=2)
    two = replace(two, players=(replace(two.players[0], name="Another"), *two.players[1:]))
    assert standings([one, two], AKTAU) == standings([two, one], AKTAU)


@few
@given(tournaments(), st.data())
def test_a_stand_in_never_changes_the_points_of_a_ranked_player(games, data):
    who = data.draw(st.sampled_from([f"P{number:02}" for number in range(14)]))
    without = [replace(g, players=tuple(replace(p, stand_in=p.id == who) for p in g.players)) for g in games]
    plain, other = standings(games, AKTAU), standings(without, AKTAU)
    assert other.row(who) is None
    assert other.difficulty == plain.difficulty
    unplaced = {"place": 0, "decided_by": None}
    assert {row.id: replace(row, **unplaced) for row in other.rows} == {
        row.id: replace(row, **unplaced) for row in plain.rows if row.id != who
    }


@few
@given(tournaments(), st.sampled_from(["all", "base"]), st.booleans())
def test_totals_are_the_sums_of_the_single_games(games, weight_on, draw_points):
    rules = regulation(weight_on=weight_on, draw_points=draw_points, draw=F(1, 2), loss=F(1, 3))
    table = standings(games, rules)
    weights = {stage.id: stage.weight for stage in rules.stages}
    totals: dict[str, F] = {}
    additional: dict[str, F] = {}
    for g in games:
        if is_scored(g.sheet):
            k = table.difficulty.k if g.sheet.winner == table.difficulty.hard_colour else F(1)
            rows = game_points(
                g.sheet, rules.scoring, k=k, weight=weights.get(g.stage, F(1)), draw_points=draw_points
            )
            for player, row in zip(g.players, rows, strict=True):
                totals[player.id] = totals.get(player.id, F(0)) + row.total
                additional[player.id] = additional.get(player.id, F(0)) + row.additional
    assert {row.id: row.total for row in table.rows} == totals
    assert {row.id: row.additional for row in table.rows} == additional


@few
@given(tournaments())
def test_rows_add_up_in_themselves(games):
    for row in standings(games, AKTAU, decisions=[Missed("P00", "final", 1), PanelFine("P01", F(-1))]).rows:
        assert row.total == sum(row.by_stage.values()) - 2 * row.missed + row.fines
        assert row.games == sum(record.games for record in row.by_role.values())
        assert row.wins == sum(record.wins for record in row.by_role.values())
        assert sum(row.by_stage.values()) == sum(record.points for record in row.by_role.values())
        assert row.additional == sum(record.additional for record in row.by_role.values())


@few
@given(tournaments())
def test_the_card_of_a_player_adds_up_to_his_row(games):
    rule = FirstKill(share=F(2, 5), most=F(2, 5), half_when_won=True)
    rules = regulation(first_kill=rule)
    decisions = [Missed("P00", "final", 1), PanelFine("P00", F(-1)), Exclusion("P01", "final", 1)]
    table = standings(games, rules, decisions=decisions)
    for row in table.rows:
        card = parts(row.id, games, rules, decisions=decisions)
        assert card.total == row.total
        assert len(card.games) == row.games
        assert len(card.missed) == row.missed
        assert bool(card.excluded) == row.excluded


def test_a_card_tells_game_by_game_and_part_by_part():
    card = parts("Q1", HAND[::-1], AKTAU, decisions=[Missed("Q1", "final", 4)])
    assert [(g.stage, g.round) for g in card.games[:2]] == [("qualifying", 1), ("qualifying", 2)]
    assert [g.stage for g in card.games[5:]] == ["semifinal"] * 2 + ["final"] * 3
    third = card.games[2]
    assert (third.hard, third.points.base, third.points.k, third.points.total) == (True, 2, F(4, 3), F(8, 3))
    final = card.games[7]
    assert (final.points.best_move, final.points.weight, final.points.total) == (F(1, 4), F(3, 2), F(3, 8))
    assert card.games[-1].sum == card.total + 2
    assert (card.missed, card.missed_points) == ((("final", 4),), -2)


def test_a_card_of_a_stranger_is_empty():
    card = parts("nobody", HAND, AKTAU)
    assert (card.games, card.total) == ((), 0)


def test_the_table_for_programs():
    data = json.loads(json.dumps(standings(HAND, AKTAU, decisions=[Lot("Q7", 3)]).to_json()))
    assert list(data) == ["difficulty", "rows", "awards"]
    assert data["rows"][0] == {
        "place": 1,
        "id": "Q7",
        "name": "Q7",
        "total": "61/4",
        "shown": "15.25",
        "additional": "5/4",
        "games": 10,
        "wins": 6,
        "don_wins": 6,
        "sheriff_wins": 0,
        "mafia_wins": 0,
        "first_night_deaths": 1,
        "missed": 0,
        "fines": "0",
        "lot": 3,
        "decided_by": None,
        "may_be_awarded": True,
        "by_stage": {"qualifying": "13/2", "semifinal": "2", "final": "27/4"},
    }
    assert data["rows"][1]["decided_by"] == "points"
    assert data["awards"][0] == {
        "title": "champion",
        "id": "Q7",
        "name": "Q7",
        "figure": "61/4",
        "shown": "15.25",
    }


def test_a_whole_tournament_of_fifty_eight_games_has_a_coefficient_that_is_final():
    chance = random.Random(58)
    games = []
    for where in AKTAU.stages:
        names = [f"P{number:02}" for number in range(where.entrants)]
        for number in range(1, where.rounds + 1):
            chance.shuffle(names)
            for table in range(where.tables):
                winner = "red" if len(games) < 23 else "black"
                roles = tuple(chance.sample(ROLES, 10))
                players = seated(*names[10 * table : 10 * table + 10])
                sheet = game(winner, roles=roles).sheet
                games.append(ScoredGame(where.id, number, table + 1, players, sheet))
    table = standings(games, AKTAU)
    assert (table.difficulty.games, table.difficulty.hard) == (58, 23)
    assert (table.difficulty.k, table.difficulty.provisional) == (F(35, 29), False)
    assert len(table.rows) == 60
    wins = {"red": F(35, 29) * 2, "black": F(2)}
    for row in table.rows:
        own = [(g, p) for g in games for p in g.players if p.id == row.id]
        won = [
            g
            for g, p in own
            if (g.sheet.roles[p.seat - 1] in ("mafia", "don")) == (g.sheet.winner == "black")
        ]
        weights = {"qualifying": 1, "semifinal": 1, "final": F(3, 2)}
        assert row.total == sum(wins[g.sheet.winner] * weights[g.stage] for g in won)
