"""Hands: the ballot, ties, re-ballots and the lift question."""

from __future__ import annotations

import pytest

from rules.sheet import Left

from .facts import Table


def test_candidates_stand_in_the_order_of_nomination() -> None:
    t = Table().speeches(by1=7, by2=3, by3=9)
    assert t.at == ("ballot", 7)
    assert t.step.candidates == (7, 3, 9)
    assert t.refused("vote", seat=3, votes=1) == "not_the_candidate"
    assert t.votes(2).at == ("ballot", 3)


def test_one_vote_for_each_living_seat() -> None:
    t = Table().speeches(by1=7, by2=3)
    assert t.step.hands_left == 10
    assert t.refused("vote", seat=7, votes=11) == "too_many_hands"
    assert t.refused("vote", seat=7, votes=-1) == "negative_hands"
    t.votes(4)
    assert t.step.hands_left == 6


def test_the_silenced_votes_too() -> None:
    t = Table().fouls(2, 3).speeches(by1=7, by3=8)
    t.do("vote", seat=7, voters=[2])
    assert t.s.voted == (2,)


def test_the_last_candidates_hands_must_equal_those_left() -> None:
    t = Table().speeches(by1=7, by2=3).votes(4)
    assert t.refused("vote", seat=3, votes=5) == "hands_left"
    assert t.refused("vote", seat=3, votes=7) == "too_many_hands"
    assert t.do("vote", seat=3, votes=6).at == ("last_word", 3)


def test_hands_not_raised_go_to_the_last_candidate_with_next() -> None:
    t = Table().speeches(by1=7, by2=3).votes(4)
    assert t.step.ends_with_next
    assert t.next().at == ("last_word", 3)


def test_next_does_not_end_a_ballot_of_which_more_than_the_last_candidate_is_open() -> None:
    assert Table().speeches(by1=7, by2=3, by3=4).refused("next") == "expected_ballot"


def test_hands_not_raised_go_to_the_last_candidate_with_an_event_of_a_later_step() -> None:
    t = Table().speeches(by1=7, by2=3).votes(4).play("shoot", seat=1)
    assert t.sheet.left == (Left(3, "ballot", day=1), Left(1, "shot", night=1))


def test_voters_are_living_and_vote_once() -> None:
    t = Table().morning().do("remove", seat=10, reason="argument")
    t.quiet_day().night(1).morning().speeches(by2=7, by3=8)
    assert t.refused("vote", seat=7, voters=[1]) == "voter_not_living"
    assert t.refused("vote", seat=7, voters=[2, 2]) == "voter_twice"
    assert t.refused("vote", seat=7, voters=[11]) == "no_such_seat"
    t.do("vote", seat=7, voters=[2, 3])
    assert t.refused("vote", seat=8, voters=[3, 4, 5, 6, 7, 8]) == "voter_twice"
    t.do("vote", seat=8, voters=[4, 5, 6, 7, 8, 9])
    assert t.at == ("last_word", 8)


def test_votes_may_be_counted_and_named_in_one_ballot() -> None:
    t = Table().speeches(by1=7, by2=3, by3=4).do("vote", seat=7, voters=[1, 2]).votes(5)
    assert t.step.hands_left == 3


def test_most_votes_leaves_without_a_majority() -> None:
    t = Table().speeches(by1=7, by2=3, by3=4, by4=5).votes(3, 2, 2, 3)
    assert t.at == ("defence", 7)
    t = Table().speeches(by1=7, by2=3, by3=4, by4=5).votes(4, 2, 2, 2)
    assert t.at == ("last_word", 7)
    assert t.sheet.left == (Left(7, "ballot", day=1),)


def test_without_a_candidate_there_is_no_ballot() -> None:
    assert Table().speeches().step.id == "shooting"


def test_one_candidate_on_day_1_is_no_ballot() -> None:
    assert Table().speeches(by1=7).step.id == "shooting"
    assert Table(ballot={"single_nominee_day_1": True}).speeches(by1=7).at == ("ballot", 7)


def test_one_candidate_on_a_later_day_gets_all_votes_and_leaves() -> None:
    t = Table().quiet_day().night(1).speeches(by2=7)
    assert t.at == ("ballot", 7)
    assert t.refused("vote", seat=7, votes=8) == "hands_left"
    assert Table().quiet_day().night(1).speeches(by2=7).next().at == ("last_word", 7)
    assert t.do("vote", seat=7, votes=9).at == ("last_word", 7)


def test_one_candidate_on_a_later_day_needs_no_input_on_paper() -> None:
    t = Table().quiet_day().night(1).speeches(by2=7).play("shoot", seat=2)
    assert Left(7, "ballot", day=2) in t.sheet.left


def test_a_pulled_hand_counts_and_brings_a_foul() -> None:
    t = Table().speeches(by1=7, by2=3).do("vote", seat=7, voters=[1, 2, 3])
    t.do("foul", seat=2, reason="pulled_hand")
    assert t.s.votes == (3,)
    assert t.s.fouls[1] == 1


# --- ties --------------------------------------------------------------------------------------------


def tied(t: Table, *hands: int) -> Table:
    """Defences up to the re-ballot, then these hands."""
    while t.step.id == "defence":
        t.next()
    assert t.step.id == "reballot"
    return t.votes(*hands)


def test_a_tie_brings_defences_in_the_order_of_nomination_and_a_re_ballot_in_the_same() -> None:
    t = Table().speeches(by1=7, by2=3, by3=9).votes(4, 2, 4)
    assert t.at == ("defence", 7)
    assert t.next().at == ("defence", 9)
    assert t.next().at == ("reballot", 7)
    assert t.step.candidates == (7, 9)
    assert t.votes(3).at == ("reballot", 9)
    assert t.votes(7).at == ("last_word", 9)


def test_another_number_tied_brings_defences_and_a_re_ballot_again() -> None:
    t = Table().speeches(by1=7, by2=3, by3=9, by4=1).votes(3, 3, 3, 1)
    tied(t, 4, 4, 2)
    assert t.at == ("defence", 7)
    assert t.step.candidates == (7, 3)
    tied(t, 5, 5)
    assert t.step.id == "lift"


def test_the_same_number_tied_twice_running_brings_the_lift_question() -> None:
    t = tied(Table().speeches(by1=7, by2=3).votes(5, 5), 5, 5)
    assert (t.step.id, t.step.candidates) == ("lift", (7, 3))
    assert t.refused("next") == "expected_lift"


@pytest.mark.parametrize(("hands", "leave"), [(0, False), (5, False), (6, True), (10, True)])
def test_all_tied_leave_when_strictly_more_than_half_are_for_it(hands: int, leave: bool) -> None:
    t = tied(Table().speeches(by1=7, by2=3).votes(5, 5), 5, 5).do("lift", votes=hands)
    assert (t.at == ("last_word", 7)) == leave
    assert (t.step.id == "shooting") != leave


def test_the_lift_question_may_be_answered_by_voter_once_each() -> None:
    t = tied(Table().speeches(by1=7, by2=3).votes(5, 5), 5, 5)
    assert t.refused("lift", voters=[1, 1]) == "voter_twice"
    assert t.refused("lift", votes=11) == "too_many_hands"
    assert t.do("lift", voters=[1, 2, 3, 4, 5, 6]).at == ("last_word", 7)


def test_lifted_seats_leave_together_in_the_order_of_nomination_each_with_a_last_word() -> None:
    t = tied(Table().speeches(by1=7, by2=3).votes(5, 5), 5, 5).do("lift", votes=10)
    assert t.sheet.left == (Left(7, "ballot", day=1), Left(3, "ballot", day=1))
    assert t.at == ("last_word", 7)
    assert t.next().at == ("last_word", 3)
    assert t.next().step.id == "shooting"


def test_the_end_of_the_game_is_looked_at_once_when_several_are_lifted() -> None:
    # 8 living, 3 black: lifting one red and one black leaves 4 red and 2 black; lifting two reds ends it.
    t = Table().quiet_day().night(1).morning().quiet_day().night(2).morning()
    assert len(t.s.living) == 8
    t = tied(t.speeches(by3=3, by4=4).votes(4, 4), 4, 4).do("lift", votes=8)
    assert (t.sheet.winner, t.sheet.ending) == ("black", "ballot")
    assert t.at == ("last_word", 3)
    assert t.next().at == ("last_word", 4)
    assert t.next().step.id == "closing"


def test_all_living_tied_twice_is_no_question_and_nobody_leaves() -> None:
    t = Table().speeches(**{f"by{seat}": seat for seat in range(1, 11)}).votes(*[1] * 10)
    assert tied(t, *[1] * 10).step.id == "shooting"
    assert t.sheet.left == ()


def four_living(ident: str, **parts: dict[str, object]) -> Table:
    """The morning with four living: the reds 1, 2, 3 and the don 10."""
    t = Table(ident, **parts).speeches(by1=9, by2=8).votes(10, 0)
    t.night(7).speeches(by2=8).next().night(6).speeches(by3=5).next().night(None)
    t.speeches(by4=4).next().night(None).morning()
    assert t.s.living == (1, 2, 3, 10)
    return t


def test_four_living_two_tied_twice_aktau_forbids_lifting_both() -> None:
    t = tied(four_living("aktau-2017").speeches(by10=10, by2=2).votes(2, 2), 2, 2)
    assert t.step.id == "shooting"
    assert t.s.living == (1, 2, 3, 10)


def test_four_living_two_tied_twice_white_nights_allows_lifting_both() -> None:
    t = tied(four_living("white-nights-2015").speeches(by10=10, by2=2).votes(2, 2), 2, 2)
    assert t.step.id == "lift"
    t.do("lift", votes=3)
    assert (t.sheet.winner, t.sheet.ending) == ("red", "ballot")


def test_other_pairs_are_forbidden_by_the_same_field() -> None:
    from rules.regulation import LiftForbidden

    nine_three = {"lift_forbidden": (LiftForbidden(alive=9, tied=3),)}
    t = Table(ballot=nine_three).quiet_day().night(1).speeches(by2=2, by3=3, by4=4).votes(3, 3, 3)
    assert tied(t, 3, 3, 3).step.id == "shooting"
    t = Table().quiet_day().night(1).speeches(by2=2, by3=3, by4=4).votes(3, 3, 3)
    assert tied(t, 3, 3, 3).step.id == "lift"


def test_a_ballot_that_a_removal_does_not_cancel_is_held_anew_among_those_left() -> None:
    t = Table(removal={"cancels_ballot": False}).speeches(by1=7, by2=3, by3=4).votes(4)
    t.do("remove", seat=7, reason="argument")
    assert t.at == ("ballot", 3)
    assert (t.step.candidates, t.step.votes, t.step.hands_left) == ((3, 4), (), 9)
