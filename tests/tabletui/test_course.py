"""The course of whole tournaments, from the list of players to the last round, with invented results."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from course_stage import play, protocol, tournament

from rules.course.drawing import differs
from rules.course.seatings import RoundSeating
from rules.draw.quality import faults
from storage.errors import WrongInput
from storage.kinds import Slot
from storage.roster import PlayerEntry

FEW = 3000
"""Trials of the annealer: enough for a seating, not for a good one."""


def test_aktau_is_played_from_the_list_to_the_final(tmp_path: Path) -> None:
    with tournament(tmp_path) as (made, course):
        assert course.next().code == "not_approved"
        with pytest.raises(WrongInput, match="not approved"):
            course.draw("secret")
        course.approve()
        following = course.next()
        assert (following.stage, following.rounds, following.code) == (
            "qualifying",
            (1, 2, 3, 4, 5, 6, 7),
            None,
        )
        drawing = course.draw("secret")
        assert made.draws() == () and drawing.quality.s2 == 504 and drawing.body["audit"]["public"] == ""
        course.publish(drawing)
        assert len(course.seatings()) == 7

        play(made, course, "qualifying", range(1, 7))
        assert course.next().code == "results_missing" and len(course.next().missing) == 6
        with pytest.raises(WrongInput, match="are missing"):
            course.cut("semifinal")
        play(made, course, "qualifying", range(7, 8))
        assert course.next().code == "cut_needed"

        proposal = course.cut("semifinal")
        if proposal.lots:
            numbers = {player: n for n, player in enumerate(proposal.lots, 1)}
            course.publish_cut(proposal, numbers)
        else:
            course.publish_cut(proposal)
        table = course.standings("qualifying")
        following = course.next()
        assert (following.stage, following.code, len(following.entrants)) == ("semifinal", None, 40)
        assert set(following.entrants) == {row.id for row in table.rows[:40]}
        semifinal = course.draw("secret 2", trials=FEW)
        assert semifinal.body["audit"]["public"] and len(semifinal.body["past"]) == 7
        assert differs(semifinal.body) == ()
        course.publish(semifinal)
        play(made, course, "semifinal", range(1, 4))

        course.publish_cut(course.cut("final"))
        semifinalists = set(semifinal.body["entrants"])
        assert set(course.next().entrants) <= semifinalists
        final = course.draw("secret 3")
        assert final.body["method"] == "seats"
        for player in final.body["entrants"]:
            seats = [rows[0].index(player) for rows in final.body["tables"]]
            assert len(set(seats)) == 4
        course.publish(final)
        play(made, course, "final", range(1, 5))
        assert course.next().code == "all_drawn"
        assert course.missing().slots == ()
        assert len(made.official()) == 42 + 12 + 4


def test_white_nights_is_drawn_a_round_at_a_time_after_the_first_five(tmp_path: Path) -> None:
    with tournament(tmp_path, "white-nights-2015", 40) as (made, course):
        course.approve()
        course.publish(course.draw("s"))
        play(made, course, "random", range(1, 6))
        for number in range(1, 6):
            following = course.next()
            assert (following.stage, following.rounds, following.code) == ("swiss", (number,), None)
            drawing = course.draw(f"s{number}")
            assert drawing.body["window"] == 3 and len(drawing.body["tables"][0]) == 4
            assert len(drawing.body["past"]) == 4 + number and len(drawing.body["standing"]) == 40
            if number == 1:
                assert differs(drawing.body) == ()
            course.publish(drawing)
            waits = course.next()
            if number < 5:
                assert waits.code == "results_missing"
                assert waits.missing == tuple(("swiss", number, table) for table in range(1, 5))
                with pytest.raises(WrongInput, match=f"swiss:{number}:1"):
                    course.draw("too early")
            play(made, course, "swiss", range(number, number + 1))
        assert course.next().code == "all_drawn"


def test_the_table_of_the_leaders_holds_places_one_to_thirteen(tmp_path: Path) -> None:
    with tournament(tmp_path, "white-nights-2015", 40) as (made, course):
        course.approve()
        course.publish(course.draw("s"))
        play(made, course, "random", range(1, 6))
        drawing = course.draw("s1")
        order = [row.id for row in course.standings().rows]
        first = next(table for table in drawing.body["tables"][0] if order[0] in table)
        points = {row.id: row.total for row in course.standings().rows}
        assert all(points[player] >= points[order[12]] for player in first)


def drawn_aktau(course: object) -> None:
    course.approve()  # type: ignore[attr-defined]
    course.publish(course.draw("secret"))  # type: ignore[attr-defined]


def test_a_correction_after_a_cut_changes_neither_the_list_nor_the_seating(tmp_path: Path) -> None:
    with tournament(tmp_path) as (made, course):
        drawn_aktau(course)
        play(made, course, "qualifying", range(1, 8))
        proposal = course.cut("semifinal")
        course.publish_cut(proposal, {player: n for n, player in enumerate(proposal.lots, 1)})
        course.publish(course.draw("b", trials=FEW))
        before = course.seating("semifinal", 1)
        listed = course.next()
        first_out = next(row.id for row in course.cut("semifinal").rows if row.goes is False)
        # He who just missed it gets a game won after all.
        for found in made.official():
            sat = [player["id"] for player in found.protocol["players"]]
            if first_out in sat:
                seat = str(sat.index(first_out) + 1)
                corrected = {**found.protocol, "sheet": {**found.protocol["sheet"]}}
                role = corrected["sheet"]["roles"][seat]
                corrected["sheet"]["winner"] = "red" if role in ("civilian", "sheriff") else "black"
                corrected["sheet"]["awards"] = []
                if corrected != found.protocol:
                    made.store(corrected, supersedes=[found.hash])
        assert first_out in course.cut("semifinal").players
        after = course.seating("semifinal", 1)
        assert before is not None and after is not None and before.tables == after.tables
        assert listed.code == course.next().code and first_out not in after.everybody


def test_the_excluded_and_those_who_withdrew_are_passed_over_at_a_cut(tmp_path: Path) -> None:
    with tournament(tmp_path) as (made, course):
        drawn_aktau(course)
        play(made, course, "qualifying", range(1, 8))
        best = [row.id for row in course.standings("qualifying").rows]
        course.exclude(best[0], "peeping", "qualifying", 7)
        gone = course.withdraw(best[1], "ill")
        proposal = course.cut("semifinal")
        assert dict(proposal.passed_over) == {best[0]: "excluded", best[1]: "withdrawn"}
        assert best[0] not in proposal.players and len(proposal.players) + len(proposal.lots) >= 40
        assert {row.id for row in proposal.rows if row.goes} & {best[0], best[1]} == set()
        course.undo(gone, "he is well again")
        assert best[1] in course.cut("semifinal").players
        assert set(course.standing_out()) == {best[0]}


def test_a_published_list_is_made_anew_when_somebody_on_it_withdraws(tmp_path: Path) -> None:
    with tournament(tmp_path) as (made, course):
        drawn_aktau(course)
        play(made, course, "qualifying", range(1, 8))
        proposal = course.cut("semifinal")
        course.publish_cut(proposal, {player: n for n, player in enumerate(proposal.lots, 1)})
        leader = course.next().entrants[0]
        course.withdraw(leader, "ill")
        assert course.next().code == "cut_outdated"
        name = next(entry.name for entry in made.players() if entry.id == leader)
        assert name in str(course.next())
        proposal = course.cut("semifinal")
        assert len(proposal.moved_up) == 1
        course.publish_cut(proposal)
        assert course.next().code is None and leader not in course.next().entrants


def test_level_at_the_border_in_everything_needs_a_lot(tmp_path: Path) -> None:
    with tournament(tmp_path) as (made, course):
        drawn_aktau(course)
        play(made, course, "qualifying", range(1, 8))
        for found in made.official():
            flat = {**found.protocol, "sheet": {**found.protocol["sheet"], "winner": "draw", "awards": []}}
            flat["sheet"] |= {"ending": "draw", "first_killed": None}
            made.store(flat, supersedes=[found.hash])
        proposal = course.cut("semifinal")
        assert proposal.players == () and len(proposal.lots) == 60 and course.missing().lots == proposal.lots
        with pytest.raises(WrongInput, match="lot must be drawn"):
            course.publish_cut(proposal)
        course.draw_lots(proposal.lots, "urn")
        settled = course.cut("semifinal")
        assert len(settled.players) == 40 and settled.lots == () and settled.decided_by == "lot"
        assert len(settled.level) == 60


@pytest.mark.parametrize(
    ("players", "tables", "said"),
    [
        (7, None, "too few"),
        (58, None, "58 × 5"),
        (58, 6, "2 stand-ins"),
        (61, None, "left over"),
        (60, 7, "do not fill"),
        (60, 0, "must be a table"),
    ],
)
def test_sizes_that_cannot_be_drawn_are_refused_with_the_nearest(
    players: int, tables: int | None, said: str, tmp_path: Path
) -> None:
    with tournament(tmp_path, players=players) as (made, course):
        course.approve()
        with pytest.raises(WrongInput, match=said):
            course.draw("s", tables=tables)
        assert made.draws() == ()


def test_58_players_sit_at_five_tables_in_turn_or_at_six_with_two_stand_ins(tmp_path: Path) -> None:
    with tournament(tmp_path, players=58) as (made, course):
        course.approve()
        whole = course.draw("s", stand_ins=["S1", "S2"])
        assert len(whole.body["tables"][0]) == 6 and whole.quality.s2 == 504
        course.publish(course.draw("s", tables=5, trials=FEW))
        draw = made.draws()[0]
        number = {player: n for n, player in enumerate(draw["entrants"], 1)}
        rounds = [[[number[p] for p in table] for table in row] for row in draw["tables"]]
        assert faults(rounds, [[number[p] for p in out] for out in draw["sit_outs"]], 58) == ()
        play(made, course, "qualifying", range(1, 2))
        assert course.missing().rounds == ()  # who sits out by the draw misses nothing


def test_unpaid_players_are_not_on_the_list(tmp_path: Path) -> None:
    with tournament(tmp_path) as (made, course):
        made.put_players([PlayerEntry("Должник", "P61")])
        assert course.missing().unpaid == ("P61",)
        course.approve()
        assert "P61" not in (course.approved() or ()) and len(course.approved() or ()) == 60


def test_players_who_must_not_meet_do_not_and_impossible_groups_are_named(tmp_path: Path) -> None:
    with tournament(tmp_path) as (_made, course):
        course.approve()
        clubs = [[f"P{n:02}" for n in range(first, first + 6)] for first in range(1, 61, 6)]
        drawing = course.draw("s", apart=clubs)
        assert drawing.quality.never == 0 and drawing.quality.s2 == 504
        with pytest.raises(WrongInput, match="Игрок 7"):
            course.draw("s", apart=[[f"P{n:02}" for n in range(1, 8)]])
        with pytest.raises(WrongInput, match="P99"):
            course.draw("s", apart=[["P01", "P99"]])


def test_a_round_without_a_game_is_drawn_anew_and_the_others_stand(tmp_path: Path) -> None:
    with tournament(tmp_path) as (made, course):
        drawn_aktau(course)
        play(made, course, "qualifying", range(1, 3))
        assert course.redraw_allowed("qualifying", 2) is not None
        assert course.redraw_allowed("qualifying", 5, [Slot("qualifying", 5, 1)]) is not None
        with pytest.raises(WrongInput, match="has begun"):
            course.draw("again", redraw=("qualifying", 2, "a whim"))
        before = course.seatings()
        again = course.draw("again", redraw=("qualifying", 5, "a judge's brother"), trials=FEW)
        course.publish(again)
        after = course.seatings()
        assert after["qualifying", 5].tables != before["qualifying", 5].tables
        assert after["qualifying", 5].draw["reason"] == "a judge's brother"
        assert all(after[key].tables == before[key].tables for key in before if key[1] != 5)
        assert len(made.draws()) == 2 and course.next().code == "results_missing"


def test_two_draws_of_one_round_are_a_conflict_until_one_takes_the_place_of_both(tmp_path: Path) -> None:
    with tournament(tmp_path) as (made, course):
        course.approve()
        one, other = course.draw("a"), course.draw("b")
        course.publish(one)
        with pytest.raises(WrongInput, match="meanwhile"):
            course.publish(other)
        made.publish_draw(other.body)  # as another laptop did
        assert course.seating("qualifying", 1) is None and course.next().code == "draw_conflict"
        assert len(course.missing().draws) == 7
        for number in range(1, 8):
            course.publish(course.draw("c", redraw=("qualifying", number, "two draws"), trials=FEW))
        assert course.missing().draws == () and len(course.seatings()) == 7


def test_swaps_and_substitutions_are_recorded_and_undone(tmp_path: Path) -> None:
    with tournament(tmp_path) as (_made, course):

        def seated(number: int) -> RoundSeating:
            found = course.seating("qualifying", number)
            assert found is not None
            return found

        drawn_aktau(course)
        first = seated(1)
        one, other = first.tables[0][0], first.tables[5][9]
        swap = course.swap("qualifying", 1, one, other, "a relative judges")
        assert (seated(1).tables[0][0], seated(1).tables[5][9]) == (other, one)
        taken = course.substitute("qualifying", 3, one, "S1", "ill")
        assert [seated(n).place_of("S1") is not None for n in (2, 3, 7)] == [False, True, True]
        table, seat = seated(3).place_of("S1") or (0, 0)
        ten = course.players_at(Slot("qualifying", 3, table))
        assert ten is not None and ten[seat - 1].stand_in
        undone = course.undo(swap, "he came")
        assert seated(1).tables == first.tables
        course.undo(undone, "he did not")
        assert seated(1).tables[0][0] == other
        course.undo(taken, "well again")
        assert seated(3).place_of("S1") is None
        lines = course.decisions()
        assert [line.undone_by is not None for line in lines] == [False, False, True, True, False, False]
        assert all(line.sentence for line in lines)


def test_who_had_a_place_and_did_not_play_is_proposed_as_missing_the_round(tmp_path: Path) -> None:
    with tournament(tmp_path) as (made, course):
        drawn_aktau(course)
        seating = course.seating("qualifying", 1)
        assert seating is not None
        absent = seating.tables[2][4]
        course.substitute("qualifying", 1, absent, "S1", "late")
        play(made, course, "qualifying", range(1, 3))
        assert course.missing().rounds == ((absent, "qualifying", 1), (absent, "qualifying", 2))
        for player, stage, number in course.missing().rounds:
            course.missed(player, stage, number)
        assert course.missing().rounds == ()
        row = course.standings().row(absent)
        assert row is not None and row.missed == 2 and row.total == -4 and not row.may_be_awarded


def test_games_without_a_protocol_are_missing_up_to_the_last_round_begun(tmp_path: Path) -> None:
    with tournament(tmp_path) as (made, course):
        drawn_aktau(course)
        play(made, course, "qualifying", range(2, 3))
        assert course.missing().slots == tuple(Slot("qualifying", 1, table) for table in range(1, 7))
        ten = course.seating("qualifying", 1).tables[0]  # type: ignore[union-attr]
        for seed in (1, 2):
            made.store(protocol("qualifying", 1, 1, ten, Random(seed), "aktau-2017"))
        missing = course.missing()
        assert missing.conflicts == (Slot("qualifying", 1, 1),) and len(missing.slots) == 5


BAD = {
    "unknown": lambda c: c.missed("P99", "qualifying", 1),
    "no stage": lambda c: c.missed("P01", "quarterfinal", 1),
    "no round": lambda c: c.missed("P01", "qualifying", 8),
    "fine above": lambda c: c.fine("P01", "1", "x"),
    "fine not listed": lambda c: c.fine("P01", "-3", "x"),
    "no number": lambda c: c.fine("P01", "1e9", "x"),
    "no reason": lambda c: c.fine("P01", "-1", " "),
    "lot": lambda c: c.lot("P01", 0),
    "swap alone": lambda c: c.swap("qualifying", 1, "P01", "P01", "x"),
    "swap stranger": lambda c: c.swap("qualifying", 1, "P01", "S1", "x"),
    "swap undrawn": lambda c: c.swap("final", 1, "P01", "P02", "x"),
    "substitute seated": lambda c: c.substitute("qualifying", 1, "P01", "P02", "x"),
    "substitute himself": lambda c: c.substitute("qualifying", 1, "P01", "P01", "x"),
    "undo nothing": lambda c: c.undo("nobody-7", "x"),
    "undo the list": lambda c: c.undo(c.tournament.decisions()[0]["id"], "x"),
    "cut of the first stage": lambda c: c.cut("qualifying"),
}


@pytest.mark.parametrize("case", BAD)
def test_what_cannot_be_meant_is_refused_in_a_sentence_and_nothing_is_kept(case: str, tmp_path: Path) -> None:
    with tournament(tmp_path) as (made, course):
        drawn_aktau(course)
        before = made.all_decisions()
        with pytest.raises(WrongInput) as refused:
            BAD[case](course)
        assert str(refused.value).endswith(".") and made.all_decisions() == before


def test_undoing_twice_is_refused_and_undoing_an_undo_brings_it_back(tmp_path: Path) -> None:
    with tournament(tmp_path) as (made, course):
        fine = course.fine("P01", "-1", "late")
        back = course.undo(fine, "not late")
        with pytest.raises(WrongInput, match="undone already"):
            course.undo(fine, "again")
        assert made.decisions() == ()
        course.undo(back, "late after all")
        assert [row["id"] for row in made.decisions()] == [fine]
        assert [line.undone_by for line in course.decisions()] == [None, course.decisions()[2].id, None]
        assert course.standings().row("P01").fines == -1  # type: ignore[union-attr]


def test_who_sits_out_a_round_drawn_anew_is_who_was_drawn_to(tmp_path: Path) -> None:
    with tournament(tmp_path, players=63) as (made, course):
        course.approve()
        course.publish(course.draw("s", trials=FEW))
        before = course.seating("qualifying", 4)
        course.publish(course.draw("t", redraw=("qualifying", 4, "a mistake"), trials=FEW))
        after = course.seating("qualifying", 4)
        assert before is not None and after is not None and after.tables != before.tables
        assert after.sit_outs == before.sit_outs and differs(made.draws()[1]) == ()
        # One who withdraws leaves his place to one who was to sit out.
        course.withdraw(after.tables[0][0], "ill")
        course.publish(course.draw("u", redraw=("qualifying", 4, "one less"), trials=FEW))
        third = course.seating("qualifying", 4)
        assert third is not None and len(third.sit_outs) == 2 and len(third.tables) == 6


def test_a_draw_made_before_a_correction_is_not_published_after_it(tmp_path: Path) -> None:
    with tournament(tmp_path, "white-nights-2015", 40) as (made, course):
        course.approve()
        course.publish(course.draw("s"))
        play(made, course, "random", range(1, 6))
        drawing = course.draw("s1")
        found = made.official()[0]
        made.store({**found.protocol, "judge": "Другой"}, supersedes=[found.hash])
        with pytest.raises(WrongInput, match="results changed"):
            course.publish(drawing)
        course.publish(course.draw("s1"))


def test_a_draw_made_before_somebody_withdrew_is_not_published_after_it(tmp_path: Path) -> None:
    with tournament(tmp_path, players=62) as (_made, course):
        course.approve()
        drawing = course.draw("s", trials=FEW)
        course.withdraw("P01", "ill")
        with pytest.raises(WrongInput, match="P01"):
            course.publish(drawing)


def test_a_latecomer_who_was_approved_since_is_drawn_too(tmp_path: Path) -> None:
    with tournament(tmp_path, players=60) as (made, course):
        course.approve()
        drawing = course.draw("s")
        made.put_players([PlayerEntry("Опоздавший", "P61", paid=True), PlayerEntry("Ещё", "P62", paid=True)])
        course.approve()
        with pytest.raises(WrongInput, match="draw once more"):
            course.publish(drawing)


def test_swiss_rounds_go_on_with_sit_outs_and_nobody_misses_by_them(tmp_path: Path) -> None:
    with tournament(tmp_path, "white-nights-2015", 43) as (made, course):
        course.approve()
        course.publish(course.draw("s", trials=FEW))
        play(made, course, "random", range(1, 6))
        for number in (1, 2, 3):
            course.publish(course.draw(f"s{number}"))
            play(made, course, "swiss", range(number, number + 1))
        outs = [seating.sit_outs for seating in course.seatings().values()]
        assert [len(out) for out in outs] == [3] * 8
        assert all(not set(one) & set(other) for one, other in pairwise(outs))
        often = Counter(player for out in outs for player in out)
        assert max(often.values()) - (1 if len(often) == 43 else 0) <= 1
        assert course.missing().rounds == ()


def test_a_swiss_stage_goes_on_with_a_stand_in_for_who_withdrew(tmp_path: Path) -> None:
    with tournament(tmp_path, "white-nights-2015", 40) as (made, course):
        course.approve()
        course.publish(course.draw("s"))
        play(made, course, "random", range(1, 6))
        course.withdraw("P07", "ill")
        with pytest.raises(WrongInput, match="1 stand-ins"):
            course.draw("s1")
        course.publish(course.draw("s1", stand_ins=["S1"]))
        play(made, course, "swiss", range(1, 2))
        second = course.draw("s2")  # the stand-in is remembered
        assert "S1" in second.body["entrants"] and "P07" not in second.body["entrants"]
        course.publish(second)
        assert all(row.id != "S1" for row in course.standings().rows)
        play(made, course, "swiss", range(2, 3))
        with pytest.raises(WrongInput, match="P01 is no stand-in"):
            course.draw("s3", stand_ins=["P01"])


def test_a_substitute_keeps_the_places_in_swiss_rounds_drawn_later(tmp_path: Path) -> None:
    with tournament(tmp_path, "white-nights-2015", 40) as (made, course):
        course.approve()
        course.publish(course.draw("s"))
        play(made, course, "random", range(1, 6))
        course.publish(course.draw("s1"))
        taken = course.substitute("swiss", 1, "P07", "S1", "ill")
        play(made, course, "swiss", range(1, 2))
        course.publish(course.draw("s2"))
        seating = course.seating("swiss", 2)
        assert seating is not None and seating.place_of("S1") and seating.place_of("P07") is None
        course.undo(taken, "well again")
        seating = course.seating("swiss", 2)
        assert seating is not None and seating.place_of("P07") and seating.place_of("S1") is None
        assert course.missing().rounds == (("P07", "swiss", 1),)


def test_a_swiss_round_without_a_game_is_drawn_anew(tmp_path: Path) -> None:
    with tournament(tmp_path, "white-nights-2015", 40) as (made, course):
        course.approve()
        course.publish(course.draw("s"))
        play(made, course, "random", range(1, 6))
        course.publish(course.draw("s1"))
        again = course.draw("s2", redraw=("swiss", 1, "a result was corrected"))
        assert again.body["replaces"] == [made.published()[1]["record"]] and differs(again.body) == ()
        course.publish(again)
        seating = course.seating("swiss", 1)
        assert seating is not None and seating.draw["seed"] == "s2"


def test_the_same_course_gives_the_same_draw_on_another_laptop(tmp_path: Path) -> None:
    bodies = []
    for name in ("one", "other"):
        with tournament(tmp_path / name, "white-nights-2015", 40) as (made, course):
            course.approve()
            course.publish(course.draw("s"))
            play(made, course, "random", range(1, 6))
            bodies.append(course.draw("s1").body)
    assert bodies[0] == bodies[1]


def test_a_swap_at_the_table_is_put_on_record_afterwards_but_a_played_place_is_not_changed(
    tmp_path: Path,
) -> None:
    with tournament(tmp_path) as (made, course):
        drawn_aktau(course)
        play(made, course, "qualifying", range(1, 2))
        seating = course.seating("qualifying", 2)
        assert seating is not None
        one, other = seating.tables[0][0], seating.tables[0][1]
        ten = (other, one, *seating.tables[0][2:])
        made.store(protocol("qualifying", 2, 1, ten, Random(1), "aktau-2017"))
        course.swap("qualifying", 2, one, other, "they sat so")
        after = course.seating("qualifying", 2)
        assert after is not None and after.tables[0] == ten
        with pytest.raises(WrongInput, match="has played"):
            course.swap("qualifying", 2, one, other, "back again")
        with pytest.raises(WrongInput, match="has played"):
            course.swap("qualifying", 1, one, other, "too late")
