"""The shooting, the checks and the first victim's best move."""

from __future__ import annotations

import pytest

from rules.sheet import Left

from .facts import Table


def test_shooting_is_from_night_1_on() -> None:
    assert Table().refused("shoot", seat=1) == "expected_black_meeting"
    assert Table().quiet_day().do("shoot", seat=1).sheet.left == (Left(1, "shot", night=1),)


def test_the_blacks_hit_when_all_living_blacks_show_the_same_seat() -> None:
    t = Table().quiet_day().do("shoot", shots={"8": 4, "9": 4, "10": 4})
    assert t.sheet.first_killed == 4


@pytest.mark.parametrize(
    "shots",
    [{"8": 4, "9": 4, "10": 5}, {"8": 4, "9": 4, "10": None}, {"8": 4, "9": 4}, {}],
    ids=["different seats", "one shows none", "one is not recorded", "nobody shows"],
)
def test_different_seats_or_none_shown_are_a_miss(shots: dict[str, int | None]) -> None:
    t = Table().quiet_day().do("shoot", shots=shots)
    assert (t.step.id, t.sheet.left) == ("don_check", ())


def test_only_the_living_blacks_need_to_show_the_seat() -> None:
    t = Table().morning().do("remove", seat=10, reason="argument").quiet_day()
    assert t.refused("shoot", shots={"8": 4, "9": 4, "10": 4}) == "not_a_living_black"
    assert t.do("shoot", shots={"8": 4, "9": 4}).sheet.first_killed == 4


def test_a_recorded_miss_is_a_miss() -> None:
    t = Table().quiet_day().night(None)
    assert t.sheet.first_killed is None
    assert t.at == ("speech", 2)


def test_a_black_may_be_shot() -> None:
    assert Table().quiet_day().do("shoot", seat=8).sheet.left == (Left(8, "shot", night=1),)


def test_shooting_a_seat_that_has_left_is_refused() -> None:
    t = Table().morning().do("remove", seat=5, reason="argument").quiet_day()
    assert t.refused("shoot", seat=5) == "not_living"
    assert t.refused("shoot", shots={"8": 5}) == "not_living"


def test_shots_by_others_than_living_blacks_are_refused() -> None:
    assert Table().quiet_day().refused("shoot", shots={"1": 5}) == "not_a_living_black"


def test_the_victim_leaves_with_the_shot_and_speaks_in_the_morning() -> None:
    t = Table().quiet_day().do("shoot", seat=5)
    assert 5 not in t.s.living
    assert t.next(2).at == ("last_word", 5)


@pytest.mark.parametrize(("seat", "by"), [(10, "don"), (7, "sheriff")])
def test_a_don_or_sheriff_shot_this_night_still_has_this_nights_check(seat: int, by: str) -> None:
    t = Table().quiet_day().do("shoot", seat=seat).next(0 if by == "don" else 1)
    assert not t.step.role_gone
    t.do("check", by=by, seat=3)


@pytest.mark.parametrize(("seat", "by"), [(10, "don"), (7, "sheriff")])
def test_one_shot_and_then_removed_this_night_has_no_check(seat: int, by: str) -> None:
    t = Table().quiet_day().do("shoot", seat=seat).do("remove", seat=seat, reason="argument")
    t.next(0 if by == "don" else 1)
    assert t.refused("check", by=by, seat=3) == "role_is_gone"
    t.do("check", by=by, seat=None)


def test_one_who_left_earlier_has_no_check() -> None:
    t = Table().quiet_day().night(10).quiet_day().do("shoot", seat=None)
    assert t.refused("check", by="don", seat=3) == "role_is_gone"


def test_the_dons_check_does_not_pass_to_another_black() -> None:
    t = Table().quiet_day().night(10).quiet_day().do("shoot", seat=None)
    assert t.game.legal()["check"].seats == (None,)
    assert t.refused("check", by="mafia", seat=3) == "no_such_check"


def test_a_check_may_name_any_seat_also_one_that_has_left() -> None:
    t = Table().morning().do("remove", seat=5, reason="argument").quiet_day().do("shoot", seat=None)
    assert t.game.legal()["check"].seats == (None, *range(1, 11))
    t.do("check", by="don", seat=5).do("check", by="sheriff", seat=7)
    assert [(made.by, made.seat, made.night) for made in t.s.checks] == [("don", 5, 1), ("sheriff", 7, 1)]


def test_the_checks_come_in_their_order() -> None:
    t = Table().quiet_day().do("shoot", seat=None)
    assert t.refused("check", by="sheriff", seat=3) == "expected_don_check"
    t.next()
    assert t.refused("check", by="don", seat=3) == "expected_sheriff_check"


def test_a_victim_removed_in_the_last_word_keeps_the_cause_shot_and_his_best_move() -> None:
    t = Table().quiet_day().night(5).do("best_move", seats=[8, 9, 10]).fouls(5, 4)
    assert t.sheet.left == (Left(5, "shot", night=1),)
    assert t.sheet.best_move == (8, 9, 10)


# --- best move ---------------------------------------------------------------------------------------


def test_the_best_move_is_of_the_seat_killed_in_night_1_up_to_three_seats_not_his_own() -> None:
    t = Table().quiet_day().night(5)
    assert t.step.first_victim
    assert t.refused("best_move", seats=[5, 8]) == "best_move_own_seat"
    assert t.refused("best_move", seats=[8, 8]) == "best_move_seats"
    assert t.refused("best_move", seats=[1, 2, 3, 4]) == "best_move_seats"
    assert t.refused("best_move", seats=[11]) == "no_such_seat"
    t.do("best_move", seats=[8, 2])
    assert t.at == ("last_word", 5)
    assert t.sheet.best_move == (8, 2)


def test_the_best_move_is_recorded_once() -> None:
    t = Table().quiet_day().night(5).do("best_move", seats=[])
    assert t.refused("best_move", seats=[8]) == "best_move_recorded"


def test_the_victim_of_a_later_night_has_no_best_move() -> None:
    t = Table().quiet_day().night(None).quiet_day().night(5)
    assert t.at == ("last_word", 5)
    assert t.refused("best_move", seats=[8]) == "not_the_first_victim"


def test_a_voted_out_seat_has_no_best_move() -> None:
    t = Table().speeches(by1=7, by2=3).votes(6, 4)
    assert t.refused("best_move", seats=[8]) == "not_the_first_victim"


@pytest.mark.parametrize(("gone", "granted"), [(0, True), (1, True), (2, False)])
def test_the_best_move_is_not_granted_when_more_than_one_left_before_night_1(
    gone: int, granted: bool
) -> None:
    t = Table()
    for seat in (9, 8)[:gone]:
        t.do("remove", seat=seat, reason="argument").next()
    t.quiet_day().night(5)
    if granted:
        t.do("best_move", seats=[8, 9, 10])
        assert t.sheet.best_move == (8, 9, 10)
    else:
        assert t.refused("best_move", seats=[8]) == "best_move_not_granted"
        assert t.sheet.best_move is None


def test_who_left_by_the_ballot_of_day_1_counts_for_the_best_move() -> None:
    t = Table().speeches(by1=7, by2=3).votes(5, 5).next(2).votes(5, 5).do("lift", votes=10).night(1)
    assert t.sheet.best_move is None


def test_a_removal_in_night_1_itself_does_not_count_for_the_best_move() -> None:
    t = Table().speeches(by1=7, by2=3).votes(6, 4).next().do("remove", seat=9, reason="argument").night(1)
    assert t.sheet.best_move == ()


def test_those_named_may_have_left() -> None:
    t = Table().morning().do("remove", seat=9, reason="argument").quiet_day().night(5)
    assert t.do("best_move", seats=[9]).sheet.best_move == (9,)


@pytest.mark.parametrize("way", ["declined", "not recorded", "removed before it"])
def test_declined_not_recorded_or_removed_before_it_is_an_empty_list(way: str) -> None:
    t = Table().quiet_day().night(5)
    if way == "declined":
        t.do("best_move", seats=[])
    elif way == "removed before it":
        t.do("remove", seat=5, reason="argument")
    else:
        t.next()
    assert t.sheet.best_move == ()


def test_a_black_victim_may_name_and_scores_nothing() -> None:
    from rules.scoring import game_points

    t = Table().quiet_day().night(8).do("best_move", seats=[9, 10, 1])
    t.do("award_result", winner="red", reason="ruling")
    points = game_points(t.sheet, t.game.regulation.scoring)
    assert points[7].best_move == 0


def test_night_1_missed_and_nobody_has_a_best_move() -> None:
    t = Table().quiet_day().night(None).quiet_day().night(5)
    assert t.sheet.first_killed is None
    assert t.sheet.best_move is None
