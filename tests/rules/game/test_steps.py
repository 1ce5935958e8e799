"""The table, the order of the steps and their clocks, who speaks when."""

from __future__ import annotations

import pytest

from rules.game import Game, IllegalEvent
from rules.sheet import Left

from .facts import CARDS, Table, deal, fact, regulation


def test_a_deal_is_six_civilians_one_sheriff_two_mafia_and_one_don() -> None:
    before = Game.new(regulation())
    assert before.apply(deal()).state.roles == CARDS
    for wrong in (
        ("civilian",) * 10,
        ("civilian",) * 5 + ("sheriff", "sheriff", "mafia", "mafia", "don"),
        ("civilian",) * 6 + ("sheriff", "mafia", "don", "don"),
        ("civilian",) * 7 + ("sheriff", "mafia", "don"),
    ):
        with pytest.raises(IllegalEvent) as refusal:
            before.apply(deal(wrong))
        assert refusal.value.code == "wrong_deal"


def test_there_are_ten_seats() -> None:
    t = Table().morning()
    assert t.s.living == tuple(range(1, 11))
    for seat in (0, 11):
        assert t.refused("foul", seat=seat) == "no_such_seat"
        assert t.refused("nominate", by=1, seat=seat) == "no_such_seat"


def test_the_roles_are_dealt_once_and_at_the_deal_only() -> None:
    assert Table().refused("roles", roles={str(i): r for i, r in enumerate(CARDS, 1)}) == (
        "expected_black_meeting"
    )


def test_the_meeting_night_is_the_deal_the_blacks_and_the_sheriff_without_shot_or_check() -> None:
    t = Table()
    assert (t.step.id, t.step.seconds, t.step.night, t.step.day) == ("black_meeting", 60, 0, 0)
    assert t.refused("shoot", seat=1) == "expected_black_meeting"
    t.next()
    assert (t.step.id, t.step.seconds) == ("sheriff_look", 10)
    assert t.refused("check", by="sheriff", seat=1) == "expected_sheriff_look"
    t.next()
    assert (t.at, t.step.seconds, t.step.day) == (("speech", 1), 60, 1)


def test_night_n_follows_day_n_in_the_order_shot_don_sheriff() -> None:
    t = Table().quiet_day()
    assert (t.step.id, t.step.seconds, t.step.night) == ("shooting", None, 1)
    t.do("shoot", seat=None)
    assert (t.step.id, t.step.seconds) == ("don_check", 10)
    t.do("check", by="don", seat=3)
    assert (t.step.id, t.step.seconds) == ("sheriff_check", 10)
    t.do("check", by="sheriff", seat=9)
    assert (t.at, t.step.day) == (("speech", 2), 2)
    assert t.quiet_day().step.night == 2


def test_defence_is_thirty_seconds_and_the_last_word_sixty() -> None:
    t = Table().speeches(by1=2, by2=1).votes(5, 5)
    assert (t.at, t.step.seconds) == (("defence", 2), 30)
    t.next()
    assert (t.at, t.step.seconds) == (("defence", 1), 30)
    t.next().votes(4, 6)
    assert (t.at, t.step.seconds) == (("last_word", 1), 60)


def test_the_victims_last_word_comes_in_the_morning_with_sixty_seconds() -> None:
    t = Table().quiet_day().night(5)
    assert (t.at, t.step.seconds, t.step.day) == (("last_word", 5), 60, 2)


def test_the_best_move_is_a_step_of_its_own_where_the_regulation_says_so() -> None:
    own = {"best_move": {"step": "own"}, "clock": {"best_move": 20}}
    t = Table(**own).quiet_day().do("shoot", seat=5).next(2)
    assert (t.at, t.step.seconds, t.step.night) == (("best_move", 5), 20, 1)
    t.do("best_move", seats=[8, 9, 10])
    assert t.at == ("best_move", 5)
    assert t.next().at == ("last_word", 5)
    assert t.refused("best_move", seats=[8]) == "expected_last_word"
    assert t.sheet.best_move == (8, 9, 10)


def test_a_victim_removed_in_his_own_best_move_step_has_no_last_word() -> None:
    own = {"best_move": {"step": "own"}, "clock": {"best_move": 20}}
    t = Table(**own).quiet_day().do("shoot", seat=5).next(2).do("remove", seat=5, reason="argument")
    assert t.at == ("speech", 2)
    assert t.sheet.best_move == ()


@pytest.mark.parametrize(("role", "step"), [(10, "don_check"), (7, "sheriff_check")])
def test_the_clocks_of_don_and_sheriff_run_in_full_when_the_role_has_left(role: int, step: str) -> None:
    t = Table().morning().do("remove", seat=role, reason="argument").quiet_day().do("shoot", seat=None)
    while t.step.id != step:
        t.next()
    assert (t.step.seconds, t.step.role_gone) == (10, True)
    assert t.refused("check", by=step[:-6], seat=1) == "role_is_gone"
    t.do("check", by=step[:-6], seat=None)


def test_only_next_ends_a_step_with_a_clock() -> None:
    for kind in ("roles", "shoot", "lift", "vote"):
        assert kind not in Table().morning().game.legal()
    t = Table()
    for step in ("black_meeting", "sheriff_look", "speech"):
        assert t.step.id == step
        assert t.step.ends_with_next
        t.next()


def test_the_closing_ends_with_the_signature_and_then_nothing_is_legal() -> None:
    t = Table().do("award_result", winner="red", reason="ruling")
    assert t.step.id == "closing"
    t.do("sign", judge="judge")
    assert t.step.id == "finished"
    assert t.s.judge == "judge"
    assert t.game.legal() == {}
    assert t.refused("note", text="late") == "expected_finished"
    assert t.refused("void", reason="late") == "expected_finished"


def test_the_judge_signs_with_a_name() -> None:
    assert Table().do("void", reason="misdeal").refused("sign", judge=" ") == "judge_missing"


# --- speaking order ----------------------------------------------------------------------------------


def test_day_1_opens_with_seat_1_and_each_living_seat_speaks_once() -> None:
    t = Table().morning()
    order = []
    while t.step.id == "speech":
        order.append(t.step.seat)
        t.next()
    assert order == list(range(1, 11))


def test_day_1_opens_with_the_next_living_seat_when_seat_1_left_in_night_0() -> None:
    t = Table().do("remove", seat=1, reason="argument").morning()
    assert t.at == ("speech", 2)
    assert t.quiet_day().night(None).morning().at == ("speech", 3)


def test_each_day_opens_with_the_next_living_seat_after_the_one_that_opened_the_day_before() -> None:
    t = Table().quiet_day().night(2).morning()
    assert t.at == ("speech", 3)
    order = []
    while t.step.id == "speech":
        order.append(t.step.seat)
        t.next()
    assert order == [3, 4, 5, 6, 7, 8, 9, 10, 1]
    assert t.night(4).morning().at == ("speech", 5)


def test_the_opener_counts_from_the_seat_that_opened_even_when_it_has_left() -> None:
    t = Table().morning().do("remove", seat=1, reason="argument")
    assert t.at == ("speech", 2)
    assert t.quiet_day().night(None).morning().at == ("speech", 2)


def test_the_opener_is_fixed_when_the_first_speech_begins_so_a_removal_in_the_last_word_counts() -> None:
    t = Table().quiet_day().night(5)
    assert t.at == ("last_word", 5)
    t.do("remove", seat=2, reason="argument").next()
    assert t.at == ("speech", 3)


def test_a_seat_removed_before_its_turn_does_not_speak() -> None:
    t = Table().morning().do("remove", seat=2, reason="argument")
    assert t.next().at == ("speech", 3)


def test_removing_the_speaker_ends_his_speech() -> None:
    assert Table().to_speech(3).do("remove", seat=3, reason="argument").at == ("speech", 4)


def test_removing_the_speaker_of_the_last_word_ends_it() -> None:
    t = Table().quiet_day().night(5).do("remove", seat=5, reason="argument")
    assert t.at == ("speech", 2)
    t = Table().speeches(by1=2, by2=1).votes(6, 4).do("remove", seat=2, reason="argument")
    assert t.step.id == "shooting"


def test_what_happens_is_labelled_by_its_step() -> None:
    t = Table().do("remove", seat=1, reason="argument").morning()
    t.do("remove", seat=8, reason="argument").quiet_day()
    t.do("remove", seat=3, reason="argument").do("shoot", seat=4).next(2)
    assert t.at == ("last_word", 4)
    assert t.sheet.left == (
        Left(1, "disqualified", night=0),
        Left(8, "disqualified", day=1),
        Left(3, "disqualified", night=1),
        Left(4, "shot", night=1),
    )


def test_a_removal_in_the_victims_last_word_is_labelled_with_the_coming_day() -> None:
    t = Table().quiet_day().night(5).do("remove", seat=6, reason="argument")
    assert t.sheet.left[-1] == Left(6, "disqualified", day=2)


def test_every_code_of_a_refusal_at_the_wrong_step_names_that_step() -> None:
    t = Table()
    assert t.refused("lift", votes=1) == "expected_black_meeting"
    t.morning()
    assert t.refused("vote", seat=1, votes=1) == "expected_speech"
    assert fact("next").kind == "next"
    assert t.quiet_day().refused("next") == "expected_shooting"
