"""The checker on seatings small enough to count by hand, and the bounds."""

from __future__ import annotations

import pytest

from rules.draw.bounds import bound_s2
from rules.draw.quality import faults, measure

ONE = tuple(range(1, 11))
TURNED = (2, 1, *range(3, 11))
FAR = (1, 3, 5, 7, 9, 2, 4, 6, 8, 10)


def test_one_table_twice_is_counted_pair_by_pair() -> None:
    figures = measure([(ONE,), (ONE,), (ONE,)], range(1, 11))
    assert figures.pairs == {0: 0, 3: 45}
    assert (figures.s2, figures.s3, figures.bound_s2) == (135, 45, 135)
    assert figures.opponents == (9, 9)
    assert figures.seat_repeats == 20 and figures.seat_visits_max == 3
    assert (figures.table_visits_max, figures.table_visits_2, figures.table_visits_3) == (3, 30, 10)
    assert figures.neighbours_twice == 20


def test_seats_ten_and_one_are_neighbours_unless_said_otherwise() -> None:
    twice = [(ONE,), (TURNED,)]
    # Side by side in both: 1-2 and the chain from 3 to 10; 10-1 against 10-2 and 2-3 against 1-3 differ.
    assert measure(twice, ONE).neighbours_twice == 8
    ends = [(ONE,), (FAR,)]
    assert measure(ends, ONE).neighbours_twice == 1
    assert measure(ends, ONE, ring=False).neighbours_twice == 0


def test_zones_halves_and_seat_pairs_are_counted_outside_their_even_share() -> None:
    # Two games: zone 1-3 is due 0.6, 4-7 0.8, 8-10 0.6, a half 1, a pair of seats 0.2.
    figures = measure([(ONE,), (TURNED,)], ONE)
    assert figures.zones == 10
    assert figures.halves == 20
    assert figures.seat_pairs == 10


def test_the_past_counts_but_not_its_tables_nor_those_who_are_out() -> None:
    past = [(ONE, tuple(range(11, 21)))]
    now = (1, 11, 2, 12, 3, 13, 4, 14, 5, 15)
    alone = measure([(now,)], now)
    both = measure([(now,)], now, past=past)
    assert alone.s2 == 0 and both.s2 == 20
    assert both.seat_visits_max == 2 and both.seat_repeats == 1
    assert both.table_visits_max == 1


def test_of_a_part_of_the_players_no_bound_is_known() -> None:
    twice = [(ONE, tuple(range(11, 21)))] * 2
    assert measure(twice, range(1, 21)).bound_s2 == 40
    part = measure(twice, range(1, 9))
    assert (part.s2, part.bound_s2) == (28, 0)


def test_every_fault_is_named() -> None:
    second = tuple(range(11, 21))
    assert faults([(ONE, second)], [()], 20) == ()
    assert faults([(ONE, second)], [()], 21) == ("Round 1: player 21 is missing.",)
    assert faults([(ONE, (*second[:9], 1))], [(20,)], 20)[0] == "Round 1: player 1 is there 2 times."
    assert faults([(ONE, second[:9])], [(20,)], 20) == ("Round 1, table 2: not ten players.",)
    assert faults([(ONE,), (ONE,)], [(11,), (11,)], 11) == (
        "Sit-outs of two players differ by more than one.",
        "Round 2: player 11 sits out again.",
    )
    assert faults([(ONE,)], [()], 10, apart=[(3, 7), (7, 11)]) == ("Players 3 and 7 meet.",)


@pytest.mark.parametrize(
    ("case", "bound"),
    [
        ((60, 6, 7), 504),
        ((40, 4, 3), 96),
        ((40, 4, 5), 320),
        ((50, 5, 7), 525),
        ((70, 7, 7), 441),
        ((80, 8, 7), 336),
        ((90, 9, 7), 189),
        ((40, 4, 10), 1440),
        ((30, 3, 8), 1008),
        ((20, 2, 10), 1800),
        ((63, 6, 7), 441),
        ((1000, 100, 10), 0),
        ((10, 1, 4), 270),
    ],
)
def test_the_bound_is_that_of_the_study(case: tuple[int, int, int], bound: int) -> None:
    assert bound_s2(*case) == bound


def test_who_sits_out_every_other_round_meets_the_others_more_often() -> None:
    # Twenty players at one table: ten and ten take turns, so the first ten meet again in round 3.
    assert bound_s2(20, 1, 2) == 0
    assert bound_s2(20, 1, 3) == 45
    assert bound_s2(11, 1, 2) == 36
