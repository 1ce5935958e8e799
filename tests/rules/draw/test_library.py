"""Every claim of the shipped matrices, derived anew by the checker from the seating they give."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from rules.draw import library
from rules.draw.quality import Rounds, faults, measure

CASES = tuple(library.claims())


def seating(tables: int, rounds: int) -> Rounds:
    """Row i and column j of the matrix are player 10 i + j + 1; told apart from the drawer."""
    matrix, rectangle = library.matrix(tables, rounds), library.rectangle(rounds)
    assert matrix is not None and rectangle is not None
    found = []
    for number in range(rounds):
        places = [[0] * 10 for _ in range(tables)]
        for row in range(tables):
            for seat, column in enumerate(rectangle[number]):
                places[matrix.table(row, column, number)][seat] = 10 * row + column + 1
        found.append(tuple(tuple(table) for table in places))
    return tuple(found)


def test_the_library_holds_sixty_three_matrices_and_fifty_seven_reach_the_bound() -> None:
    assert len(CASES) == 63
    assert sum(claim["S2"] == claim["bound"] for claim in library.claims().values()) == 57


@pytest.mark.parametrize("case", CASES)
def test_a_matrix_gives_what_the_library_claims(case: str) -> None:
    tables, rounds = (int(part) for part in case.split("x"))
    claim, rounds_drawn = library.claims()[case], seating(tables, rounds)
    players = range(1, 10 * tables + 1)
    assert faults(rounds_drawn, [()] * rounds, 10 * tables) == ()
    figures = measure(rounds_drawn, players)
    assert figures.s2 == claim["S2"]
    assert figures.bound_s2 == claim["bound"]
    assert figures.s3 == claim["S3"]
    assert list(figures.opponents) == claim["opponents"]
    assert figures.table_visits_2 == claim["visits_C2"]
    assert figures.table_visits_3 == claim["visits_C3"]
    assert figures.seat_repeats == 0 and figures.zones == 0


@pytest.mark.parametrize("rounds", range(1, 11))
def test_no_column_sits_twice_on_a_seat_of_a_rectangle(rounds: int) -> None:
    rectangle = library.rectangle(rounds)
    assert rectangle is not None and len(rectangle) == rounds
    assert all(sorted(row) == list(range(10)) for row in rectangle)
    visits = Counter((seat, column) for row in rectangle for seat, column in enumerate(row))
    assert max(visits.values()) == 1


def test_groups_of_several_digits_add_digit_by_digit() -> None:
    add = library.adder("3x3")
    assert [add(4, other) for other in range(9)] == [4, 5, 3, 7, 8, 6, 1, 2, 0]
    assert [library.adder("2x2x2")(5, other) for other in range(8)] == [5, 4, 7, 6, 1, 0, 3, 2]
    assert [library.adder("7")(5, other) for other in range(7)] == [5, 6, 0, 1, 2, 3, 4]


def test_columns_never_meet_and_rows_are_shifted_alike() -> None:
    for one, other in pairwise(range(6)):
        matrix = library.matrix(6, 7)
        assert matrix is not None
        for column in range(10):
            for number in range(7):
                assert matrix.table(one, column, number) != matrix.table(other, column, number)


def test_five_rounds_leave_every_column_other_seats_for_five_more() -> None:
    rectangle = library.rectangle(5)
    assert rectangle is not None
    taken = {frozenset(row.index(column) for row in rectangle) for column in range(10)}
    assert len(taken) == 10
    # Every pair of seats 1-2, 3-4 … once; of the seats 4 to 7 two.
    assert all(len(seats & {seat, seat + 1}) == 1 for seats in taken for seat in range(0, 10, 2))
    assert all(len(seats & {3, 4, 5, 6}) == 2 for seats in taken)
