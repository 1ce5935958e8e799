"""The checker: every contradiction has its own code, and what the engine brings about has none."""

from __future__ import annotations

import csv
import json
from collections import Counter
from dataclasses import replace
from fractions import Fraction as F
from pathlib import Path

import pytest
from game.test_invariants import random_game
from hypothesis import given
from scoring_samples import AKTAU, ROLES, WHITE_NIGHTS, kind, regulation, sheets

from rules.check import check_protocol, check_sheet
from rules.findings import CODES, finding
from rules.protocol import parse_protocols
from rules.scoring import game_points
from rules.sheet import AwardGiven, FineGiven, Left, Removed, Sheet
from rules.sheet_json import derive_sheet, parse_sheet, sheet_json

DATA = Path(__file__).parents[2] / ".." / "shared" / "data"

LEFT = (
    Left(1, "shot", night=1),
    Left(5, "ballot", day=2),
    Left(2, "shot", night=2),
    Left(7, "ballot", day=3),
    Left(4, "shot", night=3),
    Left(9, "fouls", day=4),
)
GOOD = Sheet(
    roles=ROLES,
    winner="red",
    ending="removal",
    left=LEFT,
    removed=(Removed(9, "fouls"),),
    first_killed=1,
    best_move=(5, 7, 2),
    fouls={3: 2, 9: 4},
    awards=(AwardGiven(3, "best"), AwardGiven(4, "second"), AwardGiven(7, "loser_best")),
    recorded_points={1: {"best_move": F(1, 4), "total": F(9, 4)}, 9: {"penalty": F(-1), "win": F(0)}},
)
SHORT = replace(GOOD, left=LEFT[:-1], removed=(), fouls={}, recorded_points={})
"""The good game before its last removal: two reds more than blacks, nobody has won."""


def changed(**changes):
    return replace(GOOD, **changes)


def left(index, **changes):
    """The exits of the good game with one of them changed."""
    exits = list(LEFT)
    exits[index] = replace(exits[index], **changes)
    return tuple(exits)


WRONG = [
    ("roles", "roles_missing", changed(roles=(), left=(), recorded_points={})),
    ("roles", "roles_wrong", changed(roles=("civilian", *ROLES[1:2], "civilian", *ROLES[3:]))),
    ("left[1]", "no_such_seat", changed(left=left(1, seat=11))),
    ("removed[0]", "no_such_seat", changed(removed=(Removed(0, "fouls"),))),
    ("fouls.12", "no_such_seat", changed(fouls={12: 1})),
    ("awards[0]", "no_such_seat", changed(awards=(AwardGiven(-1, "best"),))),
    ("fines[0]", "no_such_seat", changed(fines=(FineGiven(11, F(-1)),))),
    ("best_move[2]", "no_such_seat", changed(best_move=(5, 7, 11))),
    ("first_killed", "no_such_seat", changed(first_killed=11)),
    ("recorded_points.11", "no_such_seat", changed(recorded_points={11: {"total": F(0)}})),
    ("left[3]", "left_twice", replace(SHORT, winner=None, ending=None, awards=(), left=(*LEFT[:3], LEFT[1]))),
    ("left[3]", "left_moment", changed(left=left(3, day=None))),
    ("left[3]", "left_moment", changed(left=left(3, night=3))),
    ("left[3]", "left_order", changed(left=(*LEFT[:2], LEFT[3], LEFT[2], *LEFT[4:]))),
    ("left[3]", "ballot_at_night", changed(left=left(3, day=None, night=2))),
    ("left[2]", "shot_by_day", changed(left=left(2, day=2, night=None))),
    ("left[0]", "shot_by_day", changed(left=left(0, night=0), first_killed=None, best_move=None)),
    ("left[1]", "two_shots", changed(left=(LEFT[0], replace(LEFT[2], night=1), LEFT[1], *LEFT[3:]))),
    ("left[6]", "left_after_end", changed(left=(*LEFT, Left(6, "shot", night=4)), ending="shot")),
    ("first_killed", "first_killed_missing", changed(first_killed=None, best_move=None, recorded_points={})),
    ("first_killed", "first_killed_not_shot", changed(first_killed=2, best_move=(), recorded_points={})),
    ("best_move", "best_move_no_victim", changed(left=(), first_killed=None, recorded_points={})),
    (
        "best_move",
        "best_move_not_granted",
        changed(left=(Left(6, "ballot", day=1), Left(8, "ballot", day=1), *LEFT)),
    ),
    ("best_move", "best_move_seats", changed(best_move=(5, 7, 2, 3), recorded_points={})),
    ("best_move", "best_move_seats", changed(best_move=(5, 5), recorded_points={})),
    ("best_move", "best_move_own_seat", changed(best_move=(5, 7, 1))),
    (
        "recorded_points.2.best_move",
        "best_move_of_other",
        changed(recorded_points={2: {"best_move": F(1, 2)}}),
    ),
    (
        "recorded_points.5.best_move",
        "best_move_of_black",
        changed(left=(), first_killed=5, best_move=(7, 9, 2), recorded_points={5: {"best_move": F(1, 4)}}),
    ),
    ("awards[0]", "award_unknown", changed(awards=(AwardGiven(3, "hat"),))),
    ("awards[0]", "award_without_winner", replace(SHORT, winner=None, ending=None)),
    ("awards[0]", "award_wrong_team", changed(awards=(AwardGiven(5, "best"),))),
    ("awards[0]", "award_wrong_team", changed(awards=(AwardGiven(3, "loser_best"),))),
    ("awards[1]", "award_given", changed(awards=(AwardGiven(3, "best"), AwardGiven(4, "best")))),
    ("awards[1]", "award_second", changed(awards=(AwardGiven(3, "best"), AwardGiven(3, "second")))),
    ("awards", "award_too_many", changed(awards=(*GOOD.awards, AwardGiven(6, "second")))),
    ("awards[0]", "award_points", changed(awards=(AwardGiven(3, "best", F(1)),))),
    ("fines[0]", "fine_not_allowed", changed(fines=(FineGiven(3, F(-1, 2)),))),
    (
        "fines[0]",
        "fine_without_winner",
        replace(SHORT, winner="draw", ending="draw", awards=(), fines=(FineGiven(3, F(-1)),)),
    ),
    ("fouls.9", "fouls_not_counted", changed(fouls={9: 5})),
    ("fouls.3", "fouls_not_counted", changed(fouls={3: -1})),
    ("fouls.3", "fouls_without_removal", changed(fouls={3: 4})),
    ("removed[1]", "removed_twice", changed(removed=(Removed(9, "fouls"), Removed(9, "disqualified")))),
    (
        "removed[0]",
        "removed_not_left",
        replace(SHORT, winner=None, ending=None, awards=(), removed=(Removed(3, "fouls"),)),
    ),
    ("left[5]", "left_not_removed", changed(removed=(), fouls={}, recorded_points={})),
    ("removed[0]", "removed_otherwise", changed(removed=(Removed(9, "disqualified"),))),
    ("winner", "winner_missing", changed(winner=None, ending="removal", awards=(), recorded_points={})),
    ("winner", "winner_missing", changed(winner=None, ending=None, awards=(), recorded_points={})),
    ("winner", "winner_in_void", changed(ending="void", awards=(), recorded_points={})),
    ("winner", "winner_ruled_out", changed(winner="black", awards=(), recorded_points={})),
    ("winner", "winner_ruled_out", replace(SHORT, ending="shot")),
    ("winner", "winner_ruled_out", changed(winner="draw", ending="draw", awards=(), recorded_points={})),
    (
        "winner",
        "winner_after_team_defeat",
        changed(
            winner="black",
            ending="team_defeat",
            left=left(5, seat=6, cause="team_defeat"),
            removed=(Removed(6, "team_defeat"), Removed(9, "team_defeat")),
            awards=(),
            recorded_points={},
        ),
    ),
    ("ending", "ending_missing", changed(ending=None)),
    ("ending", "ending_ruled_out", changed(ending="ballot")),
    ("ending", "ending_of_draw", replace(SHORT, winner="draw", ending="ballot", awards=())),
    ("ending", "ending_of_draw", changed(ending="draw")),
    (
        "removed[0]",
        "ending_of_team_defeat",
        changed(left=left(5, cause="team_defeat"), removed=(Removed(9, "team_defeat"),)),
    ),
    ("recorded_points.1.total", "points_differ", changed(recorded_points={1: {"total": F(2)}})),
    ("recorded_points.1.best_move", "points_differ", changed(recorded_points={1: {"best_move": F(1, 2)}})),
    ("recorded_points.3.extra", "points_differ", changed(recorded_points={3: {"extra": F(1, 2)}})),
    ("recorded_points.9.penalty", "points_differ", changed(recorded_points={9: {"penalty": F(0)}})),
    ("recorded_points.2.win", "points_differ", changed(recorded_points={2: {"win": F(0)}})),
    ("recorded_points.2.luck", "points_unknown", changed(recorded_points={2: {"luck": F(1)}})),
]


def codes(sheet, rules=AKTAU, **options):
    return [(f.where, f.code) for f in check_sheet(sheet, rules, **options)]


def test_a_good_sheet_has_no_finding():
    assert codes(GOOD) == []


@pytest.mark.parametrize(("where", "code", "sheet"), WRONG, ids=[f"{row[1]}-{row[0]}" for row in WRONG])
def test_each_contradiction_is_found_at_its_place(where, code, sheet):
    found = check_sheet(sheet, AKTAU)
    assert (where, code) in [(f.where, f.code) for f in found]
    (one,) = [f for f in found if (f.where, f.code) == (where, code)]
    assert one.message == CODES[code].format(**one.values)
    assert "{" not in one.message
    assert one.to_json() == {"where": where, "code": code, "message": one.message}


SINGLE = {
    "award_unknown",
    "award_wrong_team",
    "award_given",
    "award_second",
    "award_points",
    "best_move_own_seat",
    "best_move_seats",
    "ending_missing",
    "ending_ruled_out",
    "fine_not_allowed",
    "first_killed_missing",
    "first_killed_not_shot",
    "fouls_not_counted",
    "fouls_without_removal",
    "left_order",
    "left_not_removed",
    "no_such_seat",
    "points_differ",
    "points_unknown",
    "removed_not_left",
    "removed_otherwise",
    "removed_twice",
    "roles_missing",
    "two_shots",
    "winner_missing",
    "winner_in_void",
    "winner_ruled_out",
}


@pytest.mark.parametrize(
    ("code", "sheet"),
    [row[1:] for row in WRONG if row[1] in SINGLE],
    ids=[row[1] for row in WRONG if row[1] in SINGLE],
)
def test_one_slip_makes_one_finding(code, sheet):
    assert [f.code for f in check_sheet(sheet, AKTAU)] == [code]


def test_every_code_of_a_sheet_has_a_case_here():
    elsewhere = {"no_team_defeat", "sheet_differs"}
    assert {row[1] for row in WRONG} == set(CODES) - elsewhere


def test_a_finding_has_all_the_values_its_sentence_speaks_of():
    with pytest.raises(KeyError):
        finding("left[0]", "left_twice")


def test_a_team_defeat_needs_a_regulation_that_has_it():
    sheet = changed(
        ending="team_defeat", left=left(5, cause="team_defeat"), removed=(Removed(9, "team_defeat"),)
    )
    assert codes(sheet, AKTAU) == []
    assert codes(sheet, WHITE_NIGHTS) == [("ending", "no_team_defeat")]


def test_the_result_a_judge_awards_may_be_any():
    sheet = changed(winner="black", ending="judge", awards=(), recorded_points={})
    assert codes(sheet) == []
    assert codes(replace(SHORT, winner="draw", ending="judge", awards=())) == []


def test_a_removal_in_the_last_words_of_a_decided_game_is_a_mark_only():
    sheet = changed(removed=(Removed(9, "fouls"), Removed(3, "disqualified")))
    assert codes(sheet) == []


def test_seats_lifted_together_may_end_the_game_together():
    exits = (*LEFT[:3], Left(7, "ballot", day=3), Left(9, "ballot", day=3), Left(6, "ballot", day=3))
    sheet = changed(left=exits, ending="ballot", removed=(), fouls={}, recorded_points={}, awards=())
    assert codes(sheet) == []
    later = (*exits[:5], Left(6, "ballot", day=4))
    assert codes(replace(sheet, left=later)) == [("left[5]", "left_after_end")]


def test_free_award_points_must_be_written_and_their_kind_may_be_given_again():
    rules = regulation(awards=(kind("extra", "any", None),))
    given = (AwardGiven(3, "extra", F(1, 2)), AwardGiven(5, "extra", F(-1, 2)))
    assert codes(changed(awards=given), rules) == []
    assert codes(changed(awards=(AwardGiven(3, "extra"),)), rules) == [("awards[0]", "award_points")]


def test_what_is_not_recorded_is_not_held_against_a_sheet():
    assert codes(Sheet()) == []
    bare = Sheet(roles=ROLES, winner="black", ending="ballot", first_killed=1, best_move=(5, 2, 4))
    assert codes(bare) == []


def test_recorded_points_are_compared_with_coefficient_and_weight():
    recorded = {2: {"win": F(8, 3), "total": F(4)}}
    assert codes(changed(recorded_points=recorded), k=F(4, 3), weight=F(3, 2)) == []
    assert len(codes(changed(recorded_points=recorded))) == 2


@pytest.mark.parametrize("ident", ["aktau-2017", "white-nights-2015"])
@pytest.mark.parametrize("seed", range(25))
def test_what_the_engine_brings_about_never_contradicts_itself(ident, seed):
    for game in random_game(seed, ident):
        assert check_sheet(derive_sheet(game), game.regulation) == ()


@given(sheets())
def test_any_sheet_is_looked_over_without_failing(sheet):
    for found in check_sheet(sheet, AKTAU):
        assert found.code in CODES
        assert found.message


@given(sheets())
def test_points_recorded_as_they_fall_are_never_a_finding(sheet):
    recorded = {
        row.seat: {
            "win": row.base,
            "best_move": row.best_move,
            "extra": row.award,
            "penalty": row.removal + row.fines,
            "total": row.total,
        }
        for row in game_points(sheet, AKTAU.scoring)
    }
    found = check_sheet(replace(sheet, recorded_points=recorded), AKTAU)
    assert not [f for f in found if f.where.startswith("recorded_points")]


def test_every_sheet_here_can_be_written_and_read():
    for _, code, sheet in WRONG:
        if code not in ("no_such_seat", "left_moment", "roles_wrong", "fouls_not_counted"):
            assert parse_sheet(sheet_json(sheet)) == sheet


# --- protocols ----------------------------------------------------------------------------------------


def protocol(**fields):
    base = {
        "format": "tabletui/protocol",
        "version": 1,
        "players": [{"seat": seat, "id": f"P{seat}", "name": f"P{seat}"} for seat in range(1, 11)],
    }
    return parse_protocols(base | fields)[0]


DEAL = {"event": "roles", "roles": {str(seat): role for seat, role in enumerate(ROLES, 1)}}


def test_a_protocol_without_events_is_its_sheet():
    assert check_protocol(protocol(sheet=sheet_json(GOOD)), AKTAU) == ()
    wrong = protocol(sheet=sheet_json(changed(ending="ballot")))
    assert [f.code for f in check_protocol(wrong, AKTAU)] == ["ending_ruled_out"]


def test_a_stored_sheet_that_differs_from_the_events_is_a_finding():
    events = [DEAL, {"event": "award_result", "winner": "red", "reason": "lights out"}]
    agreed = protocol(events=events, sheet={"winner": "red", "ending": "judge"})
    assert check_protocol(agreed, AKTAU) == ()
    differing = protocol(events=events, sheet={"winner": "black", "ending": "judge"})
    assert [(f.where, f.code) for f in check_protocol(differing, AKTAU)] == [
        ("sheet.winner", "sheet_differs")
    ]


def test_points_recorded_beside_events_are_compared_with_what_the_events_bring_about():
    events = [DEAL, {"event": "award_result", "winner": "red", "reason": "lights out"}]
    wrong = protocol(events=events, sheet={"recorded_points": {"1": {"win": 0}}})
    assert [f.code for f in check_protocol(wrong, AKTAU)] == ["points_differ"]


def test_an_event_the_game_refuses_is_found_at_its_index():
    events = [DEAL, {"event": "nominate", "by": 2, "seat": 7}]
    found = check_protocol(protocol(events=[*events, events[0]]), AKTAU)
    assert [f.where for f in found] == ["events[2]"]
    assert found[0].code.startswith("expected_")


@pytest.mark.skipif(not (DATA / "protocols").is_dir(), reason="the real protocols are not at hand")
def test_the_real_protocols_have_no_contradiction():
    for path in sorted((DATA / "protocols").glob("*.protocol.json")):
        for one in parse_protocols(json.loads(path.read_text(encoding="utf-8"))):
            assert check_protocol(one, WHITE_NIGHTS) == (), path.name


@pytest.mark.skipif(not (DATA / "club-520").is_dir(), reason="the club's games are not at hand")
def test_the_slips_in_the_books_of_a_club_are_found_and_no_others():
    rules = regulation(
        win=F(1),
        best_move={2: F(2, 5), 3: F(3, 5)},
        awards=(kind("extra", "any", None),),
        awards_per_game=10,
        difficulty=None,
    )

    def read(name):
        with (DATA / "club-520" / name).open(encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))

    seats: dict[tuple[str, str], list[dict[str, str]]] = {}
    for row in read("players.csv"):
        seats.setdefault((row["season"], row["game"]), []).append(row)
    found = Counter()
    for row in read("games.csv"):
        table = sorted(seats[row["season"], row["game"]], key=lambda seat: int(seat["seat"]))
        named = tuple(int(row[f"best_move_{n}"]) for n in (1, 2, 3) if row[f"best_move_{n}"])
        sheet = Sheet(
            roles=tuple(seat["role"] for seat in table),
            winner=row["winner"],
            ending="judge",
            first_killed=int(row["first_killed_seat"]) or None,
            best_move=named or None,
            awards=tuple(
                AwardGiven(int(seat["seat"]), "extra", F(seat["extra"])) for seat in table if F(seat["extra"])
            ),
            recorded_points={
                int(seat["seat"]): {
                    "win": F(seat["win_point"]),
                    "extra": F(seat["extra"]),
                    "best_move": F(seat["best_move_points"]),
                }
                for seat in table
            },
        )
        for one in check_sheet(sheet, rules):
            found[one.code, one.where.rsplit(".", 1)[-1]] += 1
    assert found == {
        ("points_differ", "win"): 1,
        ("points_differ", "best_move"): 1,
        ("best_move_no_victim", "best_move"): 2,
        ("best_move_own_seat", "best_move"): 1,
    }
