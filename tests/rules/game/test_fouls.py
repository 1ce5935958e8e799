"""Fouls: counting, the silence of the third, the removal by the fourth, the disqualifying foul."""

from __future__ import annotations

import pytest

from rules.regulation import ShortSpeech
from rules.sheet import Left, Removed

from .facts import Table


def test_the_first_two_fouls_are_counted_and_nothing_else() -> None:
    t = Table().morning().fouls(2, 2)
    assert t.s.fouls[1] == 2
    assert t.next().step.seconds == 60


def test_the_third_foul_before_speaking_today_silences_today_once() -> None:
    t = Table().morning().fouls(2, 3).next()
    assert (t.at, t.step.seconds, t.step.silenced) == (("speech", 2), 0, True)
    t.quiet_day().night(None).morning()
    assert (t.at, t.step.seconds, t.step.silenced) == (("speech", 2), 60, False)


def test_the_third_foul_in_the_night_silences_the_coming_day() -> None:
    t = Table().quiet_day().fouls(2, 3).night(None).morning()
    assert (t.at, t.step.silenced) == (("speech", 2), True)


def test_the_third_foul_in_the_meeting_night_silences_day_1() -> None:
    assert Table().fouls(1, 3).morning().step.silenced


def test_the_third_foul_during_the_own_speech_silences_the_next_day() -> None:
    t = Table().morning().fouls(1, 3)
    assert (t.at, t.step.seconds) == (("speech", 1), 60)
    assert t.quiet_day().night(None).to_speech(1).step.silenced


def test_third_foul_after_own_speech_silences_the_next_day() -> None:
    t = Table().to_speech(5).fouls(1, 3).quiet_day().night(None).to_speech(1)
    assert t.step.silenced


def test_a_silenced_speech_still_accepts_nominate_and_withdraw_and_waits_for_next() -> None:
    t = Table().fouls(1, 3).morning()
    t.do("nominate", by=1, seat=5).do("withdraw", by=1).do("nominate", by=1, seat=6)
    assert t.at == ("speech", 1)
    assert t.next().s.nominees == (6,)


def test_a_defence_is_not_taken_away_and_does_not_use_the_silence_up() -> None:
    t = Table().speeches(by1=2, by3=3).fouls(2, 3).votes(5, 5)
    assert (t.at, t.step.seconds) == (("defence", 2), 30)
    t.next(2).votes(4, 6)
    assert t.night(None).morning().at == ("speech", 2)
    assert t.step.silenced


def test_a_last_word_is_not_taken_away() -> None:
    t = Table().quiet_day().fouls(5, 3).night(5)
    assert (t.at, t.step.seconds, t.step.silenced) == (("last_word", 5), 60, False)


def living(number: int, **parts: dict[str, object]) -> Table:
    """The morning with five living (1 to 4 and the don 10), or four without 4."""
    t = Table(**parts).speeches(by1=9, by2=8).votes(10, 0).night(7).speeches(by2=8).next().night(6)
    t.speeches(by3=5).next().night(None)
    if number == 4:
        t.speeches(by4=4).next().night(None)
    assert len(t.morning().s.living) == number
    return t


@pytest.mark.parametrize("number", [3, 4])
def test_three_or_four_living_speak_thirty_seconds_instead_of_silence(number: int) -> None:
    t = living(4)
    seat = t.s.queue[0]
    t.fouls(seat, 3)
    if number == 3:
        other = t.s.queue[1]
        t.do("remove", seat=other, reason="argument")
        assert len(t.s.living) == 3
    t.to_speech(seat)
    assert (t.step.seconds, t.step.silenced, t.step.short) == (30, False, True)


def test_the_short_speech_uses_the_silence_up() -> None:
    t = living(4)
    t.speeches()
    t.fouls(2, 3).night(None).to_speech(2)
    assert t.step.seconds == 30
    assert t.quiet_day().night(None).to_speech(2).step.seconds == 60


def test_the_number_of_living_counts_when_that_speech_opens() -> None:
    t = living(5)
    t.fouls(t.s.queue[0], 3)
    seat = t.s.queue[0]
    t.do("remove", seat=t.s.queue[1], reason="argument")
    assert t.to_speech(seat).step.seconds == 30


def test_five_living_are_silenced_as_ever() -> None:
    t = living(5)
    seat = t.s.queue[0]
    assert t.fouls(seat, 3).to_speech(seat).step.silenced


def test_in_the_other_reading_the_thirty_seconds_come_on_top_of_whatever_the_speaker_has() -> None:
    added = {"fouls": {"short_speech": ShortSpeech(at_alive=(3, 4), seconds=30, mode="added")}}
    t = living(4, **added)
    seat = t.s.queue[0]
    t.fouls(seat, 3).to_speech(seat)
    assert (t.step.seconds, t.step.silenced) == (30, False)
    t.speeches().night(None).to_speech(seat)
    assert t.step.seconds == 90


def test_the_fourth_foul_removes_at_once_without_a_last_word() -> None:
    t = Table().to_speech(3).fouls(5, 4)
    assert 5 not in t.s.living
    assert t.at == ("speech", 3)
    assert t.sheet.left == (Left(5, "fouls", day=1),)
    assert t.sheet.removed == (Removed(5, "fouls", None),)
    assert t.sheet.fouls == {5: 4}


def test_the_reason_of_a_removal_by_fouls_is_that_of_the_fourth() -> None:
    t = Table().morning().fouls(5, 3).do("foul", seat=5, reason="knocking")
    assert t.sheet.removed == (Removed(5, "fouls", "knocking"),)


def test_a_disqualifying_foul_removes_directly_and_leaves_the_count() -> None:
    t = Table().morning().fouls(5, 1).do("remove", seat=5, reason="oath")
    assert t.sheet.left == (Left(5, "disqualified", day=1),)
    assert t.sheet.removed == (Removed(5, "disqualified", "oath"),)
    assert t.sheet.fouls == {5: 1}


def test_remove_with_the_reason_fouls_is_by_count_whatever_is_on_record() -> None:
    t = Table().morning().do("remove", seat=5, reason="fouls")
    assert t.sheet.left == (Left(5, "fouls", day=1),)
    assert t.sheet.removed == (Removed(5, "fouls", "fouls"),)
    assert t.sheet.fouls == {}


def test_a_removal_needs_a_reason_and_a_foul_does_not() -> None:
    t = Table().morning()
    assert t.refused("remove", seat=5, reason=" ") == "reason_missing"
    t.do("foul", seat=5).do("foul", seat=5, reason="of my own words")


def test_fouls_are_given_at_any_step_after_the_deal() -> None:
    t = Table()
    for step in ("black_meeting", "sheriff_look", "speech"):
        assert t.step.id == step
        t.do("foul", seat=9).next()
    t.speeches(by3=2, by4=3).do("foul", seat=4).votes(5, 5).do("foul", seat=4).next(2)
    assert t.step.id == "reballot"
    t.do("foul", seat=5).votes(5, 5).do("foul", seat=5).do("lift", votes=0).do("foul", seat=6)
    t.do("shoot", seat=None).do("foul", seat=6).next().do("foul", seat=7).next()
    assert t.s.fouls == (0, 0, 0, 2, 2, 2, 1, 0, 3, 0)
    t.do("award_result", winner="red", reason="ruling").do("foul", seat=1)
    assert t.s.fouls[0] == 1


def test_no_foul_removal_or_result_before_the_deal() -> None:
    from rules.game import Game

    from .facts import fact, regulation

    t = Table()
    t.game = Game.new(regulation())
    for kind, fields in (
        ("foul", {"seat": 1}),
        ("remove", {"seat": 1, "reason": "argument"}),
        ("team_defeat", {"seat": 1, "reason": "oath"}),
        ("award_result", {"winner": "red", "reason": "ruling"}),
        ("cancel_ballot", {"reason": "ruling"}),
    ):
        assert t.refused(kind, **fields) == "expected_deal"
        assert t.refused_fact(kind, **fields) == "expected_deal"
    assert t.game.apply(fact("note", text="late start")).step.id == "deal"
    void = t.game.apply(fact("void", reason="misdeal"))
    assert void.step.id == "closing"
    t.game = void
    assert t.refused("foul", seat=1) == "no_deal"
    assert t.refused("award_result", winner="red", reason="ruling") == "no_deal"


def test_a_seat_in_its_last_word_may_get_fouls_and_one_that_has_left_may_not() -> None:
    t = Table().quiet_day().night(5).do("foul", seat=5)
    assert t.s.fouls[4] == 1
    t.next()
    assert t.refused("foul", seat=5) == "not_at_table"
    assert t.refused("remove", seat=5, reason="argument") == "not_at_table"


def test_a_removed_seat_gets_no_more_fouls() -> None:
    t = Table().morning().do("remove", seat=5, reason="argument")
    assert t.refused("foul", seat=5) == "not_at_table"
    assert t.refused("remove", seat=5, reason="argument") == "not_at_table"


def test_asking_how_many_fouls_one_has_is_no_reason_for_a_foul() -> None:
    from .facts import regulation

    ids = {reason.id for reason in regulation().reasons_for("foul")}
    assert not {reason for reason in ids if "how_many" in reason or "count" in reason}
