"""Removal and the ballot, cancellation by hand, team defeat."""

from __future__ import annotations

import pytest

from rules.sheet import Left, Removed

from .facts import Table

BOTH = pytest.mark.parametrize("ident", ["aktau-2017", "white-nights-2015"])


@BOTH
def test_a_removal_in_the_speeches_cancels_the_days_ballot_and_speeches_go_on(ident: str) -> None:
    t = Table(ident).morning().do("nominate", by=1, seat=5).do("remove", seat=9, reason="argument")
    assert t.at == ("speech", 1)
    t.next().do("nominate", by=2, seat=6).speeches()
    assert t.step.id == "shooting"


@BOTH
def test_a_removal_in_the_ballot_breaks_it_off_and_nobody_leaves_by_it(ident: str) -> None:
    t = Table(ident).speeches(by1=7, by2=3).votes(9).do("remove", seat=10, reason="argument")
    assert t.step.id == "shooting"
    assert t.sheet.left == (Left(10, "disqualified", day=1),)


@BOTH
def test_until_the_last_candidates_hands_are_known_a_fourth_foul_cancels_the_ballot(ident: str) -> None:
    t = Table(ident).fouls(10, 3).speeches(by1=7, by2=3).votes(9).do("foul", seat=10)
    assert t.step.id == "shooting"
    assert t.s.cancelled == (1,)


def test_a_removal_in_a_defence_a_re_ballot_or_the_lift_question_breaks_it_off() -> None:
    def tie() -> Table:
        return Table().speeches(by1=7, by2=3).votes(5, 5)

    assert tie().do("remove", seat=10, reason="argument").step.id == "shooting"
    assert tie().do("remove", seat=7, reason="argument").step.id == "shooting"
    assert tie().next(2).votes(5).do("remove", seat=10, reason="argument").step.id == "shooting"
    lift = tie().next(2).votes(5, 5)
    assert lift.step.id == "lift"
    lift.do("remove", seat=10, reason="argument")
    assert lift.step.id == "shooting"
    assert lift.sheet.left == (Left(10, "disqualified", day=1),)


def test_removing_the_nights_victim_in_the_last_word_cancels_nothing() -> None:
    t = Table().quiet_day().night(5).do("remove", seat=5, reason="argument")
    assert t.s.cancelled == ()
    assert t.sheet.left == (Left(5, "shot", night=1),)
    assert t.sheet.removed == (Removed(5, "disqualified", "argument"),)


def test_removing_the_nights_victim_during_the_checks_cancels_nothing_and_takes_the_last_word() -> None:
    t = Table().quiet_day().do("shoot", seat=5).do("remove", seat=5, reason="argument").next(2)
    assert t.at == ("speech", 2)
    assert t.s.cancelled == ()


def test_removing_another_seat_in_the_victims_last_word_cancels_todays_ballot() -> None:
    t = Table().quiet_day().night(5).do("remove", seat=9, reason="argument")
    assert t.at == ("last_word", 5)
    assert t.s.cancelled == (2,)
    assert t.speeches(by2=3, by3=4).step.id == "shooting"


def test_removing_a_seat_that_was_voted_out_cancels_nothing() -> None:
    t = Table().speeches(by1=7, by2=3).votes(6, 4).do("remove", seat=7, reason="argument")
    assert t.s.cancelled == ()
    assert t.sheet.left == (Left(7, "ballot", day=1),)
    assert t.sheet.removed == (Removed(7, "disqualified", "argument"),)


def test_removing_another_seat_after_the_result_cancels_the_next_days_ballot() -> None:
    t = Table().speeches(by1=7, by2=3).votes(6, 4).do("remove", seat=10, reason="argument")
    assert t.at == ("last_word", 7)
    assert t.s.cancelled == (2,)
    assert t.sheet.left == (Left(7, "ballot", day=1), Left(10, "disqualified", day=1))
    t.next().night(1).speeches(by2=3, by3=4)
    assert (t.step.id, t.step.night) == ("shooting", 2)


def test_a_lifted_seat_removed_before_its_last_word_loses_it_and_cancels_nothing() -> None:
    t = Table().speeches(by1=7, by2=3).votes(5, 5).next(2).votes(5, 5).do("lift", votes=10)
    t.do("remove", seat=3, reason="argument")
    assert t.at == ("last_word", 7)
    assert t.s.cancelled == ()
    assert t.next().step.id == "shooting"


@BOTH
def test_a_removal_at_night_cancels_the_coming_days_ballot(ident: str) -> None:
    t = Table(ident).quiet_day().do("remove", seat=9, reason="argument")
    assert t.s.cancelled == (2,)
    assert t.night(None).speeches(by2=3, by3=4).step.id == "shooting"
    checks = Table(ident).quiet_day().do("shoot", seat=None).next().do("remove", seat=9, reason="x")
    assert checks.s.cancelled == (2,)


def test_a_removal_in_the_meeting_night_cancels_the_ballot_of_day_1() -> None:
    t = Table().do("remove", seat=9, reason="argument").speeches(by1=3, by2=4)
    assert t.step.id == "shooting"


def test_a_removal_at_night_cancels_nothing_where_the_regulation_says_so() -> None:
    t = Table(removal={"night_removal_cancels": False}).quiet_day().do("remove", seat=9, reason="argument")
    assert t.night(None).speeches(by2=3, by3=4).step.id == "ballot"


def test_one_cancellation_falls_on_one_day_and_is_used_up_even_without_candidates() -> None:
    t = Table().morning().do("remove", seat=9, reason="argument").quiet_day().night(1)
    assert t.speeches(by2=3, by3=4).step.id == "ballot"


def test_two_removals_on_one_day_cancel_one_ballot() -> None:
    t = Table().morning().do("remove", seat=9, reason="argument").do("remove", seat=1, reason="argument")
    t.quiet_day().night(2).morning()
    assert t.s.cancelled == (1,)
    assert t.speeches(by3=3, by4=4).step.id == "ballot"


def test_a_voted_out_seat_is_at_the_table_until_its_last_word_is_over() -> None:
    t = Table().speeches(by1=7, by2=3).votes(5, 5).next(2).votes(5, 5).do("lift", votes=10)
    t.do("foul", seat=3).do("foul", seat=7).next()
    assert t.refused("foul", seat=7) == "not_at_table"
    t.do("foul", seat=3).next()
    assert t.refused("remove", seat=3, reason="argument") == "not_at_table"


def test_the_judge_cancels_a_ballot_by_hand_with_a_reason() -> None:
    t = Table().morning()
    assert t.refused("cancel_ballot", reason="") == "reason_missing"
    t.do("cancel_ballot", reason="noise").speeches(by1=3, by2=4)
    assert t.step.id == "shooting"


@pytest.mark.parametrize("steps", [0, 1, 2])
def test_a_ballot_is_cancelled_by_hand_from_the_night_before_on(steps: int) -> None:
    t = Table().quiet_day()
    if steps:
        t.do("shoot", seat=None).next(steps - 1)
    t.do("cancel_ballot", reason="ruling")
    assert t.s.cancelled == (2,)


def test_a_ballot_under_way_is_broken_off_by_hand_until_its_result() -> None:
    t = Table().speeches(by1=7, by2=3).votes(5).do("cancel_ballot", reason="ruling")
    assert (t.step.id, t.sheet.left) == ("shooting", ())
    tie = Table().speeches(by1=7, by2=3).votes(5, 5).do("cancel_ballot", reason="ruling")
    assert tie.step.id == "shooting"
    assert Table().speeches(by1=7, by2=3).votes(6, 4).refused("cancel_ballot", reason="ruling") == (
        "expected_last_word"
    )


def test_a_second_cancellation_of_the_same_ballot_is_accepted_without_effect() -> None:
    t = Table().morning().do("remove", seat=9, reason="argument").do("cancel_ballot", reason="ruling")
    assert t.s.cancelled == (1,)
    t.quiet_day().night(1)
    assert t.speeches(by2=3, by3=4).step.id == "ballot"


def test_no_ballot_is_cancelled_once_the_game_is_decided() -> None:
    t = Table().do("award_result", winner="red", reason="ruling")
    assert t.refused("cancel_ballot", reason="ruling") == "already_decided"


# --- team defeat -------------------------------------------------------------------------------------


def test_a_team_defeat_ends_the_game_at_once_for_the_other_team() -> None:
    t = Table().speeches(by1=7, by2=3).votes(5).do("team_defeat", seat=4, reason="oath")
    assert t.step.id == "closing"
    assert (t.sheet.winner, t.sheet.ending) == ("black", "team_defeat")
    t = Table().morning().do("team_defeat", seat=9, reason="peeping")
    assert t.sheet.winner == "red"


def test_in_a_team_defeat_earlier_exits_stay_and_only_the_culprit_bears_the_mark() -> None:
    t = Table().quiet_day().night(5).morning().do("team_defeat", seat=4, reason="oath")
    assert t.sheet.left == (Left(5, "shot", night=1), Left(4, "team_defeat", day=2))
    assert t.sheet.removed == (Removed(4, "team_defeat", "oath"),)


def test_a_team_defeat_drops_the_last_words() -> None:
    t = Table().speeches(by1=7, by2=3).votes(6, 4).do("team_defeat", seat=4, reason="oath")
    assert t.step.id == "closing"
    assert t.refused("foul", seat=7) == "not_at_table"


def test_the_culprit_may_have_left_already_and_is_not_listed_twice() -> None:
    t = Table().quiet_day().night(5).morning().do("team_defeat", seat=5, reason="speaking_while_leaving")
    assert t.sheet.left == (Left(5, "shot", night=1),)
    assert t.sheet.removed == (Removed(5, "team_defeat", "speaking_while_leaving"),)
    assert t.sheet.winner == "black"


def test_a_culprit_already_removed_gets_no_second_mark() -> None:
    t = Table().morning().do("remove", seat=5, reason="oath").do("team_defeat", seat=5, reason="oath")
    assert t.sheet.removed == (Removed(5, "disqualified", "oath"),)
    assert t.sheet.left == (Left(5, "disqualified", day=1),)


def test_white_nights_lists_no_team_defeat_and_refuses_it() -> None:
    t = Table("white-nights-2015").morning()
    assert t.refused("team_defeat", seat=4, reason="oath") == "no_team_defeat"
    assert "team_defeat" not in t.game.legal()


def test_aktau_lists_six_reasons_of_a_team_defeat() -> None:
    from .facts import regulation

    assert len(regulation("aktau-2017").reasons_for("team_defeat")) == 6
    assert regulation("white-nights-2015").reasons_for("team_defeat") == ()


def test_no_team_defeat_after_the_decision() -> None:
    t = Table().do("award_result", winner="red", reason="ruling")
    assert t.refused("team_defeat", seat=4, reason="oath") == "already_decided"
