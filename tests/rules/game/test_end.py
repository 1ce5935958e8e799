"""The end of the game: who wins, when, the draw, the judge's result, the void game, awards."""

from __future__ import annotations

import pytest

from rules.scoring import game_points
from rules.sheet import AwardGiven, Left, Removed

from .facts import Table


def test_red_wins_when_no_black_is_left() -> None:
    t = Table().speeches(by1=8, by2=3).votes(10).next(2).night(None)
    t.speeches(by2=9).next(2).night(None).speeches(by3=10)
    t.next()
    assert (t.sheet.winner, t.sheet.ending) == ("red", "ballot")


def test_black_wins_when_living_blacks_are_as_many_as_living_reds() -> None:
    t = Table().quiet_day().night(1).quiet_day().night(2).quiet_day().night(3).quiet_day()
    assert not t.game.decided
    t.do("shoot", seat=4)
    assert (t.sheet.winner, t.sheet.ending) == ("black", "shot")


def six_living() -> Table:
    """Morning of day 4 with reds 4 to 7 and blacks 8 to 10 living: one more red and black has won."""
    return Table().quiet_day().night(1).quiet_day().night(2).quiet_day().night(3)


def test_the_result_is_fixed_by_the_end_of_the_ballot_and_the_voted_out_still_speaks() -> None:
    t = six_living().speeches(by4=4).next()
    assert (t.sheet.winner, t.sheet.ending, t.at) == ("black", "ballot", ("last_word", 4))
    assert t.next().step.id == "closing"


def test_after_the_deciding_shot_no_check_follows_and_the_victim_still_speaks() -> None:
    t = six_living().quiet_day().do("shoot", seat=4)
    assert (t.at, t.step.day) == (("last_word", 4), 5)
    assert t.next().step.id == "closing"


def test_the_result_is_fixed_by_a_removal_at_once() -> None:
    t = six_living().morning().do("remove", seat=5, reason="argument")
    assert (t.step.id, t.sheet.winner, t.sheet.ending) == ("closing", "black", "removal")


def test_a_deciding_removal_in_the_victims_last_word_leaves_him_his_last_word() -> None:
    t = six_living()
    assert t.at == ("last_word", 3)
    t.do("remove", seat=5, reason="argument")
    assert (t.at, t.sheet.winner) == (("last_word", 3), "black")
    assert t.next().step.id == "closing"


def test_a_deciding_removal_during_the_checks_leads_to_the_victims_last_word() -> None:
    t = Table().quiet_day().night(1).quiet_day().night(2).quiet_day().do("shoot", seat=3)
    t.do("remove", seat=4, reason="argument")
    assert (t.at, t.sheet.winner) == (("last_word", 3), "black")
    assert t.next().step.id == "closing"


def test_fouls_and_removals_after_the_decision_are_marks_never_exits() -> None:
    t = six_living().speeches(by4=4).next()
    t.do("remove", seat=5, reason="argument").fouls(6, 4)
    assert t.sheet.left[-1] == Left(4, "ballot", day=4)
    assert t.sheet.removed == (Removed(5, "disqualified", "argument"), Removed(6, "fouls", None))
    assert t.refused("foul", seat=5) == "not_at_table"


def test_a_result_once_fixed_is_not_changed_by_who_is_left() -> None:
    t = six_living().speeches(by4=4).next()
    for seat in (8, 9, 10):
        t.do("remove", seat=seat, reason="argument")
    assert t.sheet.winner == "black"


# --- draw --------------------------------------------------------------------------------------------


def test_three_quiet_nights_and_days_in_a_row_are_a_draw_at_the_end_of_day_4() -> None:
    t = Table()
    for day in (1, 2, 3):
        t.quiet_day()
        assert t.step.day == day
        t.night(None)
    t.quiet_day()
    assert (t.step.id, t.step.day) == ("closing", 4)
    assert (t.sheet.winner, t.sheet.ending) == ("draw", "draw")


def test_the_rounds_are_counted_from_a_night_not_from_the_day_somebody_left() -> None:
    t = Table().speeches(by1=7, by2=3).votes(6, 4).next().night(None).quiet_day().night(None)
    t.quiet_day().night(None).speeches()
    assert (t.step.id, t.step.day) == ("closing", 4)
    t = Table().quiet_day().night(5).quiet_day().night(None).quiet_day().night(None).quiet_day()
    assert t.step.id == "shooting"
    assert t.night(None).quiet_day().step.id == "closing"


@pytest.mark.parametrize("when", ["night", "morning", "day"])
def test_nobody_leaves_by_any_cause(when: str) -> None:
    t = Table().quiet_day().night(None).quiet_day()
    if when == "night":
        t.do("remove", seat=5, reason="argument")
    t.night(None)
    if when != "night":
        t.do("remove", seat=5, reason="argument")
    t.quiet_day().night(None).quiet_day()
    assert t.step.id == "shooting"


def test_days_with_a_cancelled_ballot_count_for_the_draw() -> None:
    t = Table()
    for _ in range(3):
        t.quiet_day().night(None)
    t.morning().do("cancel_ballot", reason="ruling").speeches(by4=3, by5=6)
    assert t.sheet.winner == "draw"


def test_a_ballot_under_way_may_still_end_the_row_of_quiet_days() -> None:
    t = Table()
    for _ in range(3):
        t.quiet_day().night(None)
    t.speeches(by4=3, by5=6).votes(6, 4)
    assert t.at == ("last_word", 3)
    assert t.next().step.id == "shooting"


def test_a_draw_gives_no_points_no_fines_and_no_awards() -> None:
    t = Table().morning().do("award_result", winner="draw", reason="ruling")
    t.do("remove", seat=4, reason="argument")
    assert "award" not in t.game.legal()
    try:
        t.award(3, "best")
    except Exception as refusal:
        assert getattr(refusal, "code", "") == "award_after_draw"
    else:
        raise AssertionError("an award after a draw")
    points = game_points(t.sheet, t.game.regulation.scoring)
    assert [row.total for row in points] == [0] * 10


# --- the judge's word --------------------------------------------------------------------------------


@pytest.mark.parametrize("winner", ["red", "black", "draw"])
def test_the_judge_may_award_any_result_with_a_reason(winner: str) -> None:
    t = Table().speeches(by1=7, by2=3).votes(5)
    assert t.refused("award_result", winner=winner, reason="") == "reason_missing"
    assert t.refused("award_result", winner="nobody", reason="x") == "winner_unknown"
    t.do("award_result", winner=winner, reason="ruling")
    assert (t.step.id, t.sheet.winner, t.sheet.ending) == ("closing", winner, "judge")


def test_the_judge_may_award_a_result_until_the_signature() -> None:
    t = six_living().speeches(by4=4).next(2)
    assert t.step.id == "closing"
    t.do("award_result", winner="red", reason="ruling").do("sign", judge="judge")
    assert (t.sheet.winner, t.sheet.ending) == ("red", "judge")
    assert t.refused("award_result", winner="black", reason="late") == "expected_finished"


def test_awards_that_no_longer_fit_an_awarded_result_fall() -> None:
    t = six_living().speeches(by4=4).next(2).award(8, "best").award(5, "loser_best")
    t.do("award_result", winner="red", reason="ruling")
    assert t.sheet.awards == ()
    t.award(5, "best")
    assert t.sheet.awards == (AwardGiven(5, "best"),)


def test_an_awarded_result_or_a_void_drops_the_last_words() -> None:
    for kind, fields in (("award_result", {"winner": "red"}), ("void", {})):
        t = Table().speeches(by1=7, by2=3).votes(6, 4).do(kind, reason="ruling", **fields)
        assert t.step.id == "closing"
        assert t.refused("foul", seat=7) == "not_at_table"


def test_a_void_game_stays_on_record_without_a_winner() -> None:
    t = Table().quiet_day().night(5)
    assert t.refused("void", reason=" ") == "reason_missing"
    t.do("void", reason="misdeal")
    assert (t.step.id, t.game.decided) == ("closing", True)
    assert (t.sheet.winner, t.sheet.ending) == (None, "void")
    assert t.sheet.left == (Left(5, "shot", night=1),)
    assert game_points(t.sheet, t.game.regulation.scoring) == ()
    t.do("sign", judge="judge")


# --- closing -----------------------------------------------------------------------------------------


def test_awards_go_to_their_team_one_a_seat_each_kind_once() -> None:
    t = six_living().speeches(by4=4).next(2)

    def refused(seat: int, kind: str) -> str:
        before = t.game
        try:
            t.award(seat, kind)
        except Exception as refusal:
            assert t.game is before
            return str(getattr(refusal, "code", refusal))
        raise AssertionError("accepted")

    assert refused(5, "best") == "award_wrong_team"
    assert refused(8, "loser_best") == "award_wrong_team"
    assert refused(8, "worst") == "award_unknown"
    t.award(8, "best")
    assert refused(9, "best") == "award_given"
    assert refused(8, "second") == "award_second"
    t.award(9, "second").award(1, "loser_best")
    assert t.sheet.awards == (AwardGiven(8, "best"), AwardGiven(9, "second"), AwardGiven(1, "loser_best"))
    assert "award" not in t.game.legal()


def test_fines_of_the_judge_are_refused_where_the_regulation_has_none() -> None:
    for ident in ("aktau-2017", "white-nights-2015"):
        t = Table(ident).do("award_result", winner="red", reason="ruling")
        assert t.refused("fine", seat=4, points="-1/2", reason="rude") == "no_game_fines"


def test_fines_of_the_judge_take_the_amounts_of_the_regulation() -> None:
    from fractions import Fraction

    half = {"scoring": {"game_fines": (Fraction(-1, 2),)}}
    t = Table(**half)
    assert t.refused("fine", seat=4, points="-1/2", reason="rude") == "expected_black_meeting"
    t.do("award_result", winner="red", reason="ruling")
    assert t.refused("fine", seat=4, points="-1", reason="rude") == "fine_amount"
    assert t.refused("fine", seat=4, points="-1/2", reason="") == "reason_missing"
    t.do("fine", seat=4, points="-1/2", reason="rude")
    assert t.sheet.fines[0].points == Fraction(-1, 2)


def test_a_protest_is_lodged_after_the_decision_only() -> None:
    assert Table().refused("protest", text="unfair") == "expected_black_meeting"
    Table().do("award_result", winner="red", reason="ruling").do("protest", text="unfair", seat=3)


def test_notes_are_taken_at_any_step_and_change_nothing() -> None:
    t = Table().morning()
    before = t.s
    assert t.do("note", text="late", seat=3).s == before
    assert t.refused("note", text=" ") == "text_missing"


def test_award_protest_and_sign_run_on_to_the_closing_on_paper() -> None:
    for kind, fields in (("protest", {"text": "unfair"}), ("sign", {"judge": "judge"})):
        t = six_living().speeches(by4=4).next()
        assert t.at == ("last_word", 4)
        assert t.refused(kind, **fields) == "expected_last_word"
        t.play(kind, **fields)
        assert t.step.id in ("closing", "finished")
    t = six_living().speeches(by4=4).next().award(8, "best")
    assert t.step.id == "closing"


def test_a_best_move_after_the_closing_began_is_refused() -> None:
    t = Table().quiet_day().night(5).do("award_result", winner="red", reason="ruling")
    assert t.refused_fact("best_move", seats=[8]) == "expected_closing"


def test_before_the_decision_nothing_of_the_closing_is_reached() -> None:
    t = Table().speeches()
    assert t.refused_fact("sign", judge="judge") == "expected_shooting"
    assert t.refused_fact("protest", text="unfair") == "expected_shooting"
