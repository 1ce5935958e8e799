"""The order of places: each criterion alone, the chain, the lot, and what must hold of any order."""

from __future__ import annotations

import csv
from dataclasses import dataclass, fields
from fractions import Fraction as F
from itertools import combinations, pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scoring_samples import AKTAU, WHITE_NIGHTS, game, regulation

from rules import regulation as regulations
from rules.decisions import Cut, Lot
from rules.ranking import CRITERIA, rank
from rules.standings import standings

ORDER = AKTAU.ranking.order
KHARKIV = Path(__file__).parents[2] / ".." / "shared" / "data" / "kharkiv-2014" / "standings.csv"


@dataclass(frozen=True)
class Figures:
    """The figures of a row, all equal unless said otherwise."""

    id: str
    total: F = F(10)
    additional: F = F(1)
    games: int = 10
    wins: int = 4
    don_wins: int = 1
    sheriff_wins: int = 1
    mafia_wins: int = 1
    first_night_deaths: int = 1
    finalist: bool = False
    lot: int | None = None

    @property
    def name(self) -> str:
        return self.id


def order_of(rows, order=ORDER):
    return [(ranked.place, ranked.row.id, ranked.decided_by) for ranked in rank(rows, order)]


FIELDS = {
    "finalists": {"finalist": True},
    "points": {"total": F(11)},
    "points_per_game": {"games": 9},
    "additional": {"additional": F(9, 8)},
    "wins": {"wins": 5},
    "don_wins": {"don_wins": 2},
    "sheriff_wins": {"sheriff_wins": 2},
    "don_sheriff_wins": {"sheriff_wins": 2},
    "mafia_wins": {"mafia_wins": 2},
    "first_night_deaths": {"first_night_deaths": 2},
    "lot": {"lot": 1},
}


def test_regulations_may_name_every_criterion_and_no_other():
    assert set(regulations.CRITERIA) == set(CRITERIA) - {"finalists"}


def test_both_tournaments_rank_by_the_chain_of_the_regulation():
    assert AKTAU.ranking.order == WHITE_NIGHTS.ranking.order
    assert AKTAU.ranking.order == (
        "points",
        "additional",
        "wins",
        "don_wins",
        "sheriff_wins",
        "mafia_wins",
        "first_night_deaths",
        "lot",
    )


@pytest.mark.parametrize("criterion", CRITERIA)
def test_each_criterion_parts_two_rows_alone(criterion):
    better = Figures("Z", **({"lot": 1} if criterion == "lot" else FIELDS[criterion]))
    other = Figures("A", lot=2)
    assert order_of([other, better], [criterion]) == [(1, "Z", None), (2, "A", criterion)]
    kin = {"points", "points_per_game"}, {"sheriff_wins", "don_wins", "don_sheriff_wins"}
    near = {criterion, "lot"}.union(*(names for names in kin if criterion in names))
    rest = [name for name in CRITERIA if name not in near]
    assert order_of([other, better], rest) == [(1, "A", None), (1, "Z", None)]


@pytest.mark.parametrize(("first", "second"), list(combinations(ORDER, 2)))
def test_an_earlier_criterion_outweighs_every_later_one(first, second):
    ahead = Figures("Z", **{"lot": 9} | FIELDS[first])
    behind = Figures("A", **{"lot": 5} | FIELDS[second])
    assert order_of([behind, ahead]) == [(1, "Z", None), (2, "A", first)]


def test_a_tie_that_only_looks_like_one_is_told_apart():
    rows = [Figures("A", total=F(10)), Figures("Z", total=F(10) + F(1, 10**9))]
    assert order_of(rows) == [(1, "Z", None), (2, "A", "points")]


def test_rows_equal_in_everything_share_the_place_until_a_lot_is_drawn():
    rows = [Figures("C"), Figures("A"), Figures("B", total=F(9)), Figures("D", total=F(12))]
    assert order_of(rows) == [(1, "D", None), (2, "A", "points"), (2, "C", None), (4, "B", "points")]


def test_the_lower_number_drawn_takes_the_better_place():
    rows = [Figures("A", lot=3), Figures("B", lot=1), Figures("C", lot=2)]
    assert order_of(rows) == [(1, "B", None), (2, "C", "lot"), (3, "A", "lot")]


def test_a_lot_decides_nothing_while_one_of_the_tied_has_not_drawn():
    rows = [Figures("A", lot=2), Figures("B", lot=1), Figures("C")]
    assert order_of(rows) == [(1, "A", None), (1, "B", None), (1, "C", None)]


def test_the_same_number_drawn_twice_leaves_a_shared_place():
    rows = [Figures("A", lot=2), Figures("B", lot=1), Figures("C", lot=1)]
    assert order_of(rows) == [(1, "B", None), (1, "C", None), (3, "A", "lot")]


def test_a_lot_does_not_touch_those_whom_points_part():
    rows = [Figures("A", lot=2, total=F(11)), Figures("B", lot=1)]
    assert order_of(rows) == [(1, "A", None), (2, "B", "points")]


def test_points_a_game_of_a_player_without_a_game_are_his_points():
    rows = [Figures("A", games=0, total=F(-2)), Figures("B", games=0, total=F(0)), Figures("C", total=F(1))]
    assert [row[1] for row in order_of(rows, ["points_per_game"])] == ["C", "B", "A"]


def test_an_unknown_criterion_is_an_error():
    with pytest.raises(KeyError):
        rank([Figures("A")], ["beauty"])


@st.composite
def tables(draw):
    number = draw(st.integers(0, 12))
    small = st.integers(0, 2)
    return [
        Figures(
            id=f"P{index:02}",
            total=F(draw(st.integers(-2, 2)), draw(st.integers(1, 3))),
            additional=F(draw(small), 2),
            games=draw(small),
            wins=draw(small),
            don_wins=draw(small),
            sheriff_wins=draw(small),
            mafia_wins=draw(small),
            first_night_deaths=draw(small),
            finalist=draw(st.booleans()),
            lot=draw(st.none() | small),
        )
        for index in range(number)
    ]


@given(tables(), st.permutations(list(CRITERIA)), st.randoms(use_true_random=False))
def test_the_order_is_total_and_the_same_from_any_order_of_the_rows(rows, order, chance):
    ranked = rank(rows, order)
    assert sorted(row.row.id for row in ranked) == sorted(row.id for row in rows)
    shuffled = list(rows)
    chance.shuffle(shuffled)
    assert rank(shuffled, order) == ranked
    places = [row.place for row in ranked]
    assert all(
        place == (index + 1 if index == 0 or places[index - 1] != place else place)
        for index, place in enumerate(places)
    )
    assert places == sorted(places)


@given(tables(), st.permutations([name for name in CRITERIA if name != "lot"]))
def test_of_two_rows_the_first_differing_criterion_decides_and_never_both_ways(rows, order):
    ranked = rank(rows, order)
    for above, below in combinations(ranked, 2):
        parting = [
            (CRITERIA[name](above.row), CRITERIA[name](below.row))
            for name in order
            if CRITERIA[name](above.row) != CRITERIA[name](below.row)
        ]
        if above.place == below.place:
            assert not parting
        else:
            assert parting[0][0] > parting[0][1]


@given(tables(), st.permutations(list(CRITERIA)))
def test_the_reason_given_is_the_first_criterion_in_which_two_neighbours_differ(rows, order):
    ranked = rank(rows, order)
    for above, below in pairwise(ranked):
        differing = [name for name in order if CRITERIA[name](above.row) != CRITERIA[name](below.row)]
        if below.decided_by is None:
            assert above.place == below.place
            assert set(differing) <= {"lot"}
        else:
            assert above.place < below.place
            assert below.decided_by in differing[:2]
            assert differing[0] in (below.decided_by, "lot")
    assert not ranked or ranked[0].decided_by is None


# --- in the standings -------------------------------------------------------------------------------


def test_a_lot_on_record_parts_players_in_the_table_and_says_so():
    games = [game("red")]
    table = standings(games, AKTAU)
    assert [(row.place, row.id) for row in table.rows[1:3]] == [(2, "Q1"), (2, "Q10")]
    reds = ["Q1", "Q10", "Q2", "Q4", "Q6", "Q8"]
    lots = [Lot(player, number) for number, player in enumerate(reversed(reds), 1)]
    table = standings(games, AKTAU, decisions=lots)
    assert [row.id for row in table.rows[1:7]] == list(reversed(reds))
    assert [row.place for row in table.rows[1:7]] == [2, 3, 4, 5, 6, 7]
    assert [row.decided_by for row in table.rows[1:7]] == ["sheriff_wins", *["lot"] * 5]
    assert [row.lot for row in table.rows[1:7]] == [1, 2, 3, 4, 5, 6]


def test_of_two_lots_on_record_the_later_holds():
    table = standings([game("red")], AKTAU, decisions=[Lot("Q1", 1), Lot("Q1", 7)])
    assert table.row("Q1").lot == 7


def test_places_are_by_points_alone_unless_finalists_keep_theirs():
    games = [
        game("red", "A"),
        game("red", "A", round=2),
        game("black", *[f"F{n}" for n in range(10)], stage="final"),
    ]
    assert standings(games, regulation(difficulty=None)).rows[1].id == "A"
    table = standings(games, regulation(keep=True, difficulty=None))
    assert [row.finalist for row in table.rows] == [True] * 10 + [False] * 10
    assert (table.rows[10].id, table.rows[10].place, table.rows[10].decided_by) == ("Q3", 11, "finalists")


def test_a_published_cut_says_who_is_a_finalist():
    games = [game("red", "A"), game("red", "A", round=2)]
    table = standings(games, regulation(keep=True), decisions=[Cut("final", ("Q5", "Q7"))])
    assert [row.id for row in table.rows if row.finalist] == ["Q5", "Q7"]
    assert table.rows[2].decided_by == "finalists"
    earlier = standings(games, regulation(keep=True), decisions=[Cut("final", ("Q5",))], through="semifinal")
    assert not any(row.finalist for row in earlier.rows)


def test_the_table_of_kharkiv_2014_follows_from_its_points():
    if not KHARKIV.exists():
        pytest.skip("the published table of Kharkiv 2014 is not at hand")
    with KHARKIV.open(encoding="utf-8", newline="") as file:
        published = list(csv.DictReader(file))
    rows = [
        Figures(row["player"], total=sum((F(row[f"r{number}"]) for number in range(1, 9)), F(0)))
        for row in published
    ]
    assert [row.total for row in rows] == [F(row["total"]) for row in published]
    ranked = rank(reversed(rows), ORDER)
    assert [r.row.id for r in ranked] == [row["player"] for row in published]
    tied = [r.row.id for r in ranked if r.place == 14]
    assert tied == ["H14", "H15"]
    assert [r.place for r in ranked] == [
        14 if row["place"] == "15" else int(row["place"]) for row in published
    ]
    assert all(r.decided_by == "points" for r in ranked[1:] if r.row.id != "H15")


def test_the_figures_of_this_test_cover_every_figure_a_criterion_reads():
    assert {field.name for field in fields(Figures)} >= {name for value in FIELDS.values() for name in value}
