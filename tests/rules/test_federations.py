"""The regulations of federations: each scheme against a table counted by hand, each at the table."""

from __future__ import annotations

import json
import pickle
from fractions import Fraction as F
from itertools import islice

import pytest
from game.facts import Table, every_event, fact
from game.test_invariants import random_game
from scoring_samples import ROLES, game

from rules.check import check_sheet
from rules.game import BadEvent, IllegalEvent, allows, parse_event
from rules.game.errors import STEP_IDS
from rules.regulation import load
from rules.regulation.content import as_json, from_json
from rules.scoring import game_points, shown
from rules.sheet import AwardGiven, FineGiven, Removed
from rules.sheet_json import derive_sheet, sheet_json
from rules.standings import standings
from tabletui.cli import main

FEDERATIONS = ("fiim-2019", "fiim-2024", "maf-world-cup-2019")
FIIM_2019, FIIM_2024, MAF_2019 = map(load, FEDERATIONS)

TEN = [f"P{seat:02}" for seat in range(1, 11)]
"""The same ten in every game, in seat order: sheriff P03, mafia P05 and P09, don P07."""

FIVE_GAMES = [
    game(
        "black",
        *TEN,
        stage=None,
        first_killed=1,
        best_move=(5, 7, 2),
        awards=(AwardGiven(5, "extra", F(1, 2)), AwardGiven(3, "extra", F(-1, 5))),
    ),
    game("black", *TEN, stage=None, first_killed=1, best_move=(5, 7, 9), removed=(Removed(4, "fouls"),)),
    game(
        "red",
        *TEN,
        stage=None,
        ending="team_defeat",
        first_killed=2,
        best_move=(4, 6, 5),
        removed=(Removed(9, "team_defeat"),),
    ),
    game("black", *TEN, stage=None, first_killed=5, best_move=(7, 9, 2)),
    game("red", *TEN, stage=None),
]
"""Red won two, black three. P01 died first in two lost games, P02 in a won one, the black P05 in another."""


def totals(games, regulation):
    return {row.id: row.total for row in standings(games, regulation).rows}


# --- FIIM 2019 --------------------------------------------------------------------------------------


def test_the_table_of_five_games_by_the_rules_of_2019():
    # N = 5, so B = 2; P01 died twice: 2 x 0.4 / 2 = 0.4 for each of the two.
    table = standings(FIVE_GAMES, FIIM_2019)
    assert [(row.place, row.id, row.shown, row.decided_by) for row in table.rows] == [
        (1, "P05", "3.5", None),  # three wins, +0.5
        (2, "P01", "3.45", "points"),  # two wins, 0.25 and 0.4 for best moves, twice 0.4
        (3, "P07", "3", "points"),
        (4, "P09", "2.5", "points"),  # three wins, the defeat of his team at the price of a removal
        (5, "P02", "2", "points"),
        (6, "P06", "2", "first_night_deaths"),
        (6, "P08", "2", None),
        (6, "P10", "2", None),
        (9, "P03", "1.8", "points"),  # two wins, -0.2
        (10, "P04", "1.5", "points"),  # two wins, removed once
    ]
    assert {row.id: row.additional for row in table.rows if row.additional} == {
        "P01": F(13, 20),
        "P03": F(-1, 5),
        "P04": F(-1, 2),
        "P05": F(1, 2),
        "P09": F(-1, 2),
    }


def test_two_deaths_in_twelve_games_are_compensated_by_sixteen_hundredths_in_each_lost_one():
    games = [game("black", "A", first_killed=1), game("black", "A", first_killed=1)]
    games += [game("black", "A", round=number) for number in range(3, 13)]
    assert totals(games, FIIM_2019)["A"] == 2 * F(4, 25)
    assert totals(games, FIIM_2024)["A"] == 2 * F(1, 5)


def test_compensation_never_exceeds_its_most_and_needs_no_hit():
    games = [game("black", "A", first_killed=1, best_move=(2, 3, 4)) for _ in range(3)]
    # N = 3, B = 1, three deaths.
    assert totals(games, FIIM_2019)["A"] == 3 * F(2, 5)
    assert totals(games, FIIM_2024)["A"] == 3 * F(1, 2)


@pytest.mark.parametrize(
    ("regulation", "two", "three"),
    [(FIIM_2019, F(1, 4), F(2, 5)), (FIIM_2024, F(1, 2), F(7, 10)), (MAF_2019, 0, 1)],
    ids=FEDERATIONS,
)
def test_the_best_move_is_paid_by_its_table(regulation, two, three):
    paid = [
        game_points(game("red", first_killed=1, best_move=named).sheet, regulation.scoring)[0].best_move
        for named in [(2, 3, 5), (2, 5, 7), (5, 7, 9)]
    ]
    assert paid == [0, two, three]


def test_equal_points_are_parted_by_additional_points_then_wins_then_don_and_sheriff_together():
    assert FIIM_2024.ranking == FIIM_2019.ranking
    order = ("points", "additional", "wins", "don_sheriff_wins", "first_night_deaths", "lot")
    assert FIIM_2019.ranking.order == order
    extra = (AwardGiven(2, "extra", F(1)),)
    games = [
        game("black", "I", "A", "E", "F", "C", "G", "B", "H", "D", "J"),
        game("black", "I", "A", "E", "F", "K", "G", "L", "H", "M", "J", round=2, awards=extra),
    ]
    # One point each: A for the award, the dons B and L, the mafia C, D, K and M for a win.
    rows = standings(games, FIIM_2019).rows
    assert [(row.id, row.place, row.decided_by) for row in rows[:7]] == [
        ("A", 1, None),
        ("B", 2, "additional"),
        ("L", 2, None),
        ("C", 4, "don_sheriff_wins"),
        ("D", 4, None),
        ("K", 4, None),
        ("M", 4, None),
    ]


# --- FIIM 2024 --------------------------------------------------------------------------------------


def test_the_table_of_five_games_by_the_rules_of_2024():
    table = standings(FIVE_GAMES, FIIM_2024)
    assert [(row.place, row.id, row.shown) for row in table.rows] == [
        (1, "P01", "4.2"),  # two wins, 0.5 and 0.7 for best moves, twice 0.5
        (2, "P05", "3.5"),
        (3, "P07", "3"),
        (4, "P09", "2.3"),  # three wins, -0.7
        (5, "P02", "2"),
        (6, "P06", "2"),
        (6, "P08", "2"),
        (6, "P10", "2"),
        (9, "P03", "1.8"),
        (10, "P04", "1.5"),
    ]


def test_a_team_defeat_costs_its_culprit_its_own_price_and_a_removal_keeps_the_other():
    def removal(regulation, *kinds):
        marks = tuple(Removed(1, kind) for kind in kinds)
        return game_points(game("black", removed=marks).sheet, regulation.scoring)[0].removal

    assert [removal(FIIM_2024, kind) for kind in ("fouls", "disqualified", "team_defeat")] == [
        F(-1, 2),
        F(-1, 2),
        F(-7, 10),
    ]
    assert removal(FIIM_2019, "team_defeat") == F(-1, 2)
    # Marked twice on paper: the first stands.
    assert removal(FIIM_2024, "fouls", "team_defeat") == F(-1, 2)
    assert removal(FIIM_2024, "team_defeat", "fouls") == F(-7, 10)


def test_the_team_defeat_of_a_played_game_is_paid_and_is_no_contradiction():
    t = Table("fiim-2024").morning().do("team_defeat", seat=9, reason="oath")
    points = game_points(t.sheet, FIIM_2024.scoring)
    assert (t.sheet.winner, points[8].total, points[0].total) == ("red", F(-7, 10), 1)
    assert check_sheet(t.sheet, FIIM_2024) == ()


def test_the_sheriff_looks_for_twenty_seconds():
    t = Table("fiim-2024").next()
    assert (t.step.id, t.step.seconds) == ("sheriff_look", 20)
    assert FIIM_2019.clock.sheriff_look == 10


def test_a_nomination_is_not_withdrawn():
    t = Table("fiim-2024").morning().do("nominate", by=1, seat=8)
    assert t.refused("withdraw", by=1) == "no_withdrawal"


def test_the_best_move_is_a_step_of_the_night_with_its_own_clock():
    t = Table("fiim-2024").morning().speeches()
    t.do("shoot", seat=2).do("check", by="don", seat=7)
    assert t.refused("best_move", seats=[8, 9, 10]) == "expected_sheriff_check"
    t.do("check", by="sheriff", seat=8)
    assert (*t.at, t.step.seconds, t.step.at_night) == ("best_move", 2, 20, True)
    t.do("best_move", seats=[8, 9, 10]).next()
    assert (*t.at, t.step.seconds) == ("last_word", 2, 60)
    assert t.refused("best_move", seats=[8, 9, 10]) == "expected_last_word"
    assert t.sheet.best_move == (8, 9, 10)


def test_two_who_left_on_day_1_leave_the_victim_without_the_step():
    t = Table("fiim-2024").morning()
    t.do("remove", seat=3, reason="insult").do("remove", seat=4, reason="insult").speeches()
    t.do("shoot", seat=2).next().next()
    assert t.at == ("last_word", 2)


def tied_twice(ident, *candidates):
    """Nine living on day 2, these candidates tied with three hands each, twice."""
    t = Table(ident).morning().speeches().night(shot=1).next()
    names = dict(zip(("by2", "by3", "by4"), candidates, strict=False))
    t.speeches(**names).votes(3, 3, 3)
    return t.next(3).votes(3, 3, 3)


def test_three_of_nine_are_not_lifted():
    assert tied_twice("fiim-2019", 8, 9, 10).step.id == "lift"
    t = tied_twice("fiim-2024", 8, 9, 10)
    assert (t.step.id, t.step.night, len(t.s.living)) == ("shooting", 2, 9)


# --- Maf World Cup 2019 -----------------------------------------------------------------------------


def test_the_table_of_three_stages_by_points_a_game():
    games = [
        game("red", *TEN, stage="first", awards=(AwardGiven(7, "best_play"),)),
        game("red", "R01", *[f"R{n:02}" for n in range(2, 11)], stage="first", table=2),
        game("black", *TEN, stage="second", first_killed=1, best_move=(5, 7, 9)),
        game(
            "red",
            *TEN,
            stage="final",
            removed=(Removed(9, "fouls"),),
            fines=(FineGiven(4, F(-2), "yellow card"),),
        ),
    ]
    table = standings(games, MAF_2019)
    assert {row.id: row.total for row in table.rows if row.id.startswith("P")} == {
        "P01": F(25, 2),  # 4 + (1 + 1) x 5/4 + 4 x 3/2
        "P02": F(45, 4),  # 4 + 5/4 + 6
        "P03": F(95, 8),  # sheriff: 4.5 + 0.5 x 5/4 + 4.5 x 3/2
        "P04": F(33, 4),  # 4 + 5/4 + (4 - 2) x 3/2
        "P05": F(15, 2),  # mafia: 1 + 4 x 5/4 + 3/2
        "P06": F(45, 4),
        "P07": F(71, 8),  # don: 0.5 + 2 + 4.5 x 5/4 + 0.5 x 3/2
        "P08": F(45, 4),
        "P09": F(6),  # mafia: 1 + 5 + (1 - 1) x 3/2
        "P10": F(45, 4),
    }
    # Points a game: R03 4.5, P01 12.5 / 3, R01 4, P03 11.875 / 3, P02 3.75.
    assert [(row.id, row.games) for row in table.rows[:2]] == [("R03", 1), ("P01", 3)]
    # A win of one game is 4 a game, as much as a player of three games has with 12.
    assert [row.id for row in table.rows[2:8]] == ["R01", "R02", "R04", "R06", "R08", "R10"]
    assert {row.place for row in table.rows[2:8]} == {3}
    assert [row.id for row in table.rows[8:9]] == ["P03"]
    assert table.row("P03").decided_by == "points_per_game"
    assert table.row("P02").by_stage == {"first": 4, "second": F(5, 4), "final": 6}
    assert shown(table.row("P01").total) == "12.5"
    prizes = [(award.title, award.id, award.figure) for award in table.awards][:2]
    assert prizes == [("champion", "R03", "9/2"), ("second_place", "P01", "25/6")]


def test_points_a_game_stand_beside_the_points_where_places_rest_on_them(tmp_path, capsys):
    rounds = [game("red", *TEN, stage="first"), game("red", *TEN, stage="second")]
    file = tmp_path / "games.json"
    players = [{"seat": seat, "id": id, "name": id} for seat, id in enumerate(TEN, 1)]
    head = {"format": "tabletui/protocol", "version": 1, "players": players}
    file.write_text(json.dumps([head | {"stage": g.stage, "sheet": sheet_json(g.sheet)} for g in rounds]))

    def lines(regulation):
        words = ["score", str(file), "--regulation", regulation, "--data", str(tmp_path)]
        assert main(words) == 0
        return capsys.readouterr().out.splitlines()

    # The sheriff: 4.5 and 5/4 x 4.5, over two games.
    assert lines("maf-world-cup-2019")[1].split()[:4] == ["1", "P03", "10,13", "5,06"]
    assert len(lines("maf-world-cup-2019")[0]) <= 80
    assert lines("fiim-2019")[1].split()[:4] == ["1", "P03", "2", "0"]


def test_a_yellow_card_is_the_one_fine_a_judge_of_the_cup_has():
    t = Table("maf-world-cup-2019").do("award_result", winner="red", reason="ruling")
    assert t.refused("fine", seat=4, points="-1", reason="yellow card") == "fine_amount"
    t.do("fine", seat=4, points="-2", reason="yellow card")
    assert t.sheet.fines == (FineGiven(4, F(-2), "yellow card"),)
    t.award(7, "best_play")
    assert game_points(t.sheet, MAF_2019.scoring)[6].total == F(13, 2)  # the sheriff's win and the award
    assert check_sheet(t.sheet, MAF_2019) == ()


def test_the_cup_plays_ten_games_three_and_three():
    first, second, final = MAF_2019.stages
    assert [stage.weight for stage in MAF_2019.stages] == [1, F(5, 4), F(3, 2)]
    assert (first.rounds * first.tables * 10) // first.entrants == 10
    assert [(stage.entrants, stage.rounds) for stage in (second, final)] == [(20, 3), (10, 3)]


# --- all of them ------------------------------------------------------------------------------------


def test_the_list_of_regulations_has_them(tmp_path, capsys):
    assert main(["regulation", "list", "--json", "--data", str(tmp_path)]) == 0
    listed = {row["id"]: row for row in json.loads(capsys.readouterr().out)}
    assert set(FEDERATIONS) < set(listed)
    assert [listed[id]["base"] for id in FEDERATIONS] == ["fiim-base", "fiim-2019", "fiim-base"]
    assert all(set(listed[id]["title"]) == {"ru", "en", "kk"} for id in FEDERATIONS)


@pytest.mark.parametrize("ident", FEDERATIONS)
def test_they_are_read_back_from_what_a_tournament_keeps_of_them(ident):
    regulation = load(ident)
    again = from_json(json.loads(json.dumps(as_json(regulation))))
    assert again == regulation and again.digest == regulation.digest
    assert pickle.loads(pickle.dumps(regulation)) == regulation
    assert all(set(reading) == {"ru", "en", "kk"} for reading in (*regulation.readings, regulation.source))


@pytest.mark.parametrize("key", [("best_move", "own_seat"), ("scoring", "team_defeat")])
def test_a_tournament_begun_before_a_key_was_known_is_still_read(key):
    old = as_json(load("fiim-base"))
    del old[key[0]][key[1]]
    assert from_json(old) == load("fiim-base")


@pytest.mark.parametrize("ident", FEDERATIONS)
def test_their_values_are_their_own_and_no_reconstruction(ident):
    assert not load(ident).scoring.reconstructed
    assert load(ident).readings != load("fiim-base").readings


@pytest.mark.parametrize("ident", FEDERATIONS)
def test_random_games_end_and_never_contradict_themselves(ident):
    for seed in range(12):
        steps = list(islice(random_game(seed, ident), 2000))
        assert len(steps) < 2000, "the game does not end"
        played = steps[-1]
        sheet = derive_sheet(played)
        assert played.step.id == "finished" and check_sheet(sheet, played.regulation) == ()
        points = game_points(sheet, played.regulation.scoring)
        assert len(points) == (10 if sheet.winner else 0)


EVENTS = [
    *every_event(),
    *({"event": "award", "seat": seat, "kind": "extra", "points": "1/2"} for seat in (1, 11)),
    *({"event": "award", "seat": seat, "kind": "best_play"} for seat in (1, 11)),
    *({"event": "fine", "seat": 4, "points": points, "reason": "card"} for points in ("-2", "-1")),
]


@pytest.mark.parametrize("ident", FEDERATIONS)
def test_at_every_step_apply_accepts_exactly_what_legal_lists(ident):
    typed = []
    for row in EVENTS:
        try:
            typed.append(parse_event(row))
        except BadEvent:
            continue
    seen = set()
    for seed in range(4):
        for played in random_game(2000 + seed, ident):
            key = (played.step.id, len(played.state.living), bool(played.state.nominations), played.decided)
            if key in seen:
                continue
            seen.add(key)
            legal = played.legal()
            for event in typed:
                try:
                    played.apply(event)
                except IllegalEvent as refusal:
                    assert not allows(legal, event), (played.step, event, refusal.code)
                else:
                    assert allows(legal, event), (played.step, event)
    rare = {"lift", "defence", "reballot"}
    own = set() if load(ident).best_move.step == "own" else {"best_move"}
    assert {key[0] for key in seen} >= set(STEP_IDS) - rare - own


# --- the keys they need -----------------------------------------------------------------------------


def test_ones_own_seat_is_named_in_the_best_move_only_where_the_regulation_lets_it():
    def at_last_word(**best_move):
        return Table("fiim-2019", best_move=best_move).morning().speeches().night(shot=2)

    assert at_last_word().refused("best_move", seats=[2, 8]) == "best_move_own_seat"
    t = at_last_word(own_seat=True)
    assert t.game.legal()["best_move"].seats == tuple(range(1, 11))
    assert allows(t.game.legal(), fact("best_move", seats=[2, 8]))
    t.do("best_move", seats=[2, 8, 9])
    assert check_sheet(t.sheet, t.game.regulation) == ()
    assert [one.code for one in check_sheet(t.sheet, FIIM_2019)] == ["best_move_own_seat"]
    beside_two_blacks = game("red", roles=ROLES, first_killed=1, best_move=(1, 5, 7)).sheet
    assert game_points(beside_two_blacks, FIIM_2019.scoring)[0].best_move == F(1, 4)
