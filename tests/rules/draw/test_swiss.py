"""The Swiss draw: blocks of ten, a window, and what gives way within it."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from rules.draw.drawing import CannotBeKeptApart, draw
from rules.draw.lottery import Lottery
from rules.draw.quality import Rounds, faults, measure
from rules.draw.settings import WrongSetting
from rules.draw.swiss import Placed, SwissDrawn, swiss

PLAYERS, TABLES = 40, 4


def standing(points: list[Fraction]) -> list[Placed]:
    """Players 1.. with these points; equal points share a place."""
    return [
        Placed(player, 1 + sum(other > own for other in points), own) for player, own in enumerate(points, 1)
    ]


def by_number(count: int = PLAYERS) -> list[Placed]:
    """Player 1 leads, nobody is level."""
    return standing([Fraction(count - index) for index in range(count)])


def event(seed: str, *, window: int = 3, rounds: int = 5) -> tuple[Rounds, list[SwissDrawn]]:
    """Five rounds at random and some by the Swiss draw, with games by lot."""
    lots = Lottery(seed, "event")
    played = list(draw(PLAYERS, TABLES, 5, seed).rounds)
    points = [Fraction(0)] * PLAYERS

    def play(number: int) -> None:
        for table in played[number]:
            order = lots.shuffled(table)
            winners = order[7:] if lots.below(2) else order[:7]
            for player in winners:
                points[player - 1] += 2
            points[order[0] - 1] += Fraction(lots.below(5), 4)

    for number in range(5):
        play(number)
    drawn = []
    for number in range(rounds):
        drawn.append(swiss(standing(points), TABLES, f"{seed}/{number}", past=tuple(played), window=window))
        played.append(drawn[-1].tables)
        play(-1)
    return tuple(played), drawn


def test_strict_blocks_seat_places_one_to_ten_together() -> None:
    drawn = swiss(by_number(), TABLES, "s", past=(), window=0, leaders_first=True)
    assert [sorted(table) for table in drawn.tables] == [list(range(k, k + 10)) for k in (1, 11, 21, 31)]
    assert drawn.floats == () and drawn.repeats == ()
    assert drawn.blocks == (1, 2, 3, 4)


@pytest.mark.parametrize("window", [0, 1, 3, 6])
def test_nobody_leaves_his_block_by_more_than_the_window(window: int) -> None:
    past = draw(PLAYERS, TABLES, 5, "past").rounds
    drawn = swiss(by_number(), TABLES, "s", past=past, window=window)
    for table, block in zip(drawn.tables, drawn.blocks, strict=True):
        first, last = 10 * (block - 1) + 1, 10 * block
        assert all(first - window <= player <= last + window for player in table)
    assert {one.player for one in drawn.floats} == {
        player
        for table, block in zip(drawn.tables, drawn.blocks, strict=True)
        for player in table
        if (player - 1) // 10 + 1 != block
    }


def test_players_of_equal_points_may_always_cross() -> None:
    level = standing([Fraction(2)] * PLAYERS)
    past = draw(PLAYERS, TABLES, 1, "past").rounds
    drawn = swiss(level, TABLES, "s", past=past, window=0)
    # Forty players level: every pair that met can be parted but those that ten from four tables must hold.
    assert sum(times for _pair, times in drawn.repeats) == 32
    assert drawn.floats == ()


def test_a_wider_window_means_fewer_meetings_again() -> None:
    past = draw(PLAYERS, TABLES, 5, "past").rounds
    again = [
        sum(n for _pair, n in swiss(by_number(), TABLES, "s", past=past, window=window).repeats)
        for window in (0, 3, 9)
    ]
    assert again[0] > again[1] > again[2]


def test_who_must_not_meet_is_parted_at_the_border_of_blocks() -> None:
    drawn = swiss(by_number(), TABLES, "s", past=(), window=3, apart=[(9, 10), (11, 12)])
    together = {player: number for number, table in enumerate(drawn.tables) for player in table}
    assert together[9] != together[10] and together[11] != together[12]


def test_who_must_not_meet_and_cannot_be_parted_within_the_window_is_named() -> None:
    with pytest.raises(CannotBeKeptApart) as caught:
        swiss(by_number(), TABLES, "s", past=(), window=0, apart=[(2, 1), (9, 11), (38, 40)])
    assert caught.value.pairs == ((1, 2), (38, 40)) and caught.value.group == ()


def test_repeats_tell_who_met_before_and_how_often() -> None:
    past = draw(PLAYERS, TABLES, 5, "past").rounds
    drawn = swiss(by_number(), TABLES, "s", past=past)
    before = measure(past, range(1, PLAYERS + 1)).s2
    after = measure((*past, drawn.tables), range(1, PLAYERS + 1)).s2
    assert sum(times for _pair, times in drawn.repeats) == after - before


def test_sit_outs_go_round_and_never_twice_running() -> None:
    outs: list[tuple[int, ...]] = []
    past: list[tuple[tuple[int, ...], ...]] = []
    for number in range(8):
        drawn = swiss(by_number(43), TABLES, f"r{number}", past=past, past_sit_outs=outs)
        past.append(drawn.tables)
        outs.append(drawn.sit_outs)
    assert faults(past, outs, 43) == ()


def test_places_that_are_shared_are_parted_by_the_seed_alone() -> None:
    level = standing([Fraction(2)] * PLAYERS)
    one = swiss(level, TABLES, "one", past=()).order
    assert one == swiss(level[::-1], TABLES, "one", past=()).order
    assert one != swiss(level, TABLES, "two", past=()).order


def test_what_cannot_be_drawn_is_refused() -> None:
    with pytest.raises(WrongSetting):
        swiss(by_number(39), TABLES, "s", past=())
    with pytest.raises(ValueError, match="window"):
        swiss(by_number(), TABLES, "s", past=(), window=-1)


def test_a_whole_event_keeps_every_rule() -> None:
    played, drawn = event("white nights")
    assert faults(played, [()] * len(played), PLAYERS) == ()
    figures = measure(played, range(1, PLAYERS + 1))
    assert figures.seat_visits_max <= 2
    again = Counter(len(one.floats) > 0 for one in drawn)
    assert again[True] > 0


@pytest.mark.parametrize("number", range(20))
def test_seats_come_again_twenty_times_of_four_hundred_at_most(number: int) -> None:
    played, _drawn = event(f"seed{number}")
    figures = measure(played, range(1, PLAYERS + 1))
    assert figures.seat_repeats <= 20 and figures.seat_visits_max <= 2
