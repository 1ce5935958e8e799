"""The clock of a step: a value, told by a monotonic clock that is handed in."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tabletui.clock import CALM, OVER, WARNING, Clock, bells, face


def test_a_new_clock_stands_still_with_all_its_seconds():
    clock = Clock.of(60)
    assert not clock.running
    assert not clock.touched
    assert clock.whole(5) == clock.whole(500) == 60


def test_a_running_clock_counts_by_the_moment_and_not_by_how_often_it_is_asked():
    clock = Clock.of(60).start(100)
    for _ in range(1000):
        clock.whole(101)
    assert clock.whole(113) == 47


def test_a_second_is_shown_until_it_is_over():
    clock = Clock.of(60).start(100)
    assert clock.whole(100.01) == 60
    assert clock.whole(101) == 59
    assert clock.whole(159.99) == 1
    assert clock.whole(160) == 0


def test_a_pause_keeps_the_rest():
    clock = Clock.of(60).start(100).pause(113.5)
    assert clock.whole(9999) == 47
    assert clock.start(200).whole(210.5) == 36


def test_time_runs_on_into_overtime_and_is_shown_upwards():
    clock = Clock.of(60).start(100)
    assert clock.phase(165, 10) == OVER
    assert face(clock.whole(165)) == "+0:05"
    assert face(clock.whole(160.4)) == "0:00"


def test_the_warning_begins_at_its_second():
    clock = Clock.of(60).start(100)
    assert clock.phase(149, 10) == CALM
    assert clock.phase(150, 10) == WARNING


def test_five_seconds_less_never_take_a_paused_clock_below_zero():
    assert Clock.of(10).add(-5).add(-5).add(-5).whole(0) == 0


def test_thirty_seconds_more_may_exceed_what_the_step_gives():
    assert face(Clock.of(60).add(30).whole(0)) == "1:30"
    assert Clock.of(60).start(100).add(30).whole(130) == 60


def test_seconds_added_in_overtime_bring_a_paused_clock_back():
    late = Clock.of(60).start(0).pause(70)
    assert late.whole(0) == -10
    assert late.add(-5).whole(0) == -10
    assert late.add(30).whole(0) == 20


def test_a_restart_gives_all_seconds_and_leaves_a_running_clock_running():
    assert Clock.of(60).start(100).restart(130).whole(131) == 59
    paused = Clock.of(60).start(100).pause(130).restart(130)
    assert paused.whole(500) == 60
    assert not paused.running


def test_a_resumed_clock_stands_where_it_stood():
    clock = Clock.of(60, left=12)
    assert not clock.running
    assert clock.whole(0) == 12
    assert clock.start(50).whole(55) == 7


def test_bells_ring_once_at_the_warning_and_once_at_zero():
    assert bells(11, 10, 10) == 1
    assert bells(10, 9, 10) == 0
    assert bells(1, 0, 10) == 1
    assert bells(0, -1, 10) == 0
    assert bells(12, -3, 10) == 2, "a machine that was busy still rings for both"


def test_no_bell_rings_when_seconds_are_added():
    assert bells(0, 30, 10) == 0
    assert bells(9, 14, 10) == 0


@given(st.integers(1, 600), st.floats(0, 700), st.floats(0, 10_000))
def test_the_shown_second_changes_exactly_when_the_clock_says(total: int, passed: float, begin: float):
    clock = Clock.of(total).start(begin)
    now = begin + passed
    wait = clock.until_change(now)
    assert 0 < wait <= 1
    assert clock.whole(now + wait + 1e-4) == clock.whole(now) - 1
