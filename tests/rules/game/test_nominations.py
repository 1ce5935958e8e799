"""Nominations and their withdrawal."""

from __future__ import annotations

from .facts import Table


def test_a_seat_nominates_only_in_its_own_speech() -> None:
    t = Table().to_speech(3)
    assert t.refused("nominate", by=4, seat=5) == "not_the_speaker"
    t.do("nominate", by=3, seat=5)
    assert t.at == ("speech", 3)
    assert Table().refused("nominate", by=1, seat=2) == "expected_black_meeting"


def test_at_most_one_accepted_nomination_a_speaker() -> None:
    t = Table().to_speech(3).do("nominate", by=3, seat=5)
    assert t.refused("nominate", by=3, seat=6) == "turn_used"


def test_a_seat_may_nominate_itself() -> None:
    assert Table().to_speech(3).do("nominate", by=3, seat=3).s.nominees == (3,)


def test_only_living_seats_are_nominated() -> None:
    t = Table().morning().do("remove", seat=9, reason="argument")
    assert t.refused("nominate", by=1, seat=9) == "not_living"


def test_a_seat_already_nominated_is_refused_and_the_turn_kept() -> None:
    t = Table().morning().do("nominate", by=1, seat=5).next()
    assert t.refused("nominate", by=2, seat=5) == "already_nominated"
    assert t.do("nominate", by=2, seat=6).s.nominees == (5, 6)


def test_withdraw_takes_back_this_speechs_own_nomination_and_frees_the_turn() -> None:
    t = Table().morning().do("nominate", by=1, seat=5).do("withdraw", by=1)
    assert t.s.nominees == ()
    assert t.do("nominate", by=1, seat=6).s.nominees == (6,)


def test_withdraw_of_an_earlier_speech_is_refused() -> None:
    t = Table().morning().do("nominate", by=1, seat=5).next()
    assert t.refused("withdraw", by=1) == "not_the_speaker"
    assert t.refused("withdraw", by=2) == "nothing_to_withdraw"


def test_withdraw_is_refused_where_the_regulation_does_not_allow_it() -> None:
    t = Table(nomination={"withdrawal": False}).morning().do("nominate", by=1, seat=5)
    assert t.refused("withdraw", by=1) == "no_withdrawal"
    assert "withdraw" not in t.game.legal()
    for ident in ("aktau-2017", "white-nights-2015"):
        assert "withdraw" in Table(ident).morning().do("nominate", by=1, seat=5).game.legal()


def test_a_withdrawn_candidate_nominated_again_stands_at_the_end() -> None:
    t = Table().morning().do("nominate", by=1, seat=5).do("withdraw", by=1).next()
    t.do("nominate", by=2, seat=6).next().do("nominate", by=3, seat=5)
    assert t.s.nominees == (6, 5)


def test_the_nights_victim_may_not_nominate_in_the_last_word() -> None:
    t = Table().quiet_day().night(5)
    assert t.refused("nominate", by=5, seat=6) == "expected_last_word"


def test_a_nominee_who_leaves_before_the_ballot_is_off_the_list() -> None:
    t = Table().morning().do("nominate", by=1, seat=5).next().do("nominate", by=2, seat=6)
    t.do("remove", seat=5, reason="argument")
    assert t.s.nominees == (6,)


def test_a_nominee_who_left_is_no_candidate_where_the_ballot_is_held_all_the_same() -> None:
    t = Table(removal={"cancels_ballot": False})
    t.morning().do("nominate", by=1, seat=5).next().do("nominate", by=2, seat=6).next()
    t.do("nominate", by=3, seat=7).do("remove", seat=5, reason="argument").speeches()
    assert t.step.candidates == (6, 7)


def test_a_removal_of_the_nominee_does_not_give_the_turn_back() -> None:
    t = Table().morning().do("nominate", by=1, seat=5).do("remove", seat=5, reason="argument")
    assert t.refused("nominate", by=1, seat=6) == "turn_used"
