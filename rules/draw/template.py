"""Tables of a round from a matrix or a formula: at the bound wherever the library is, in no time.

Slot 10 i + j is row i and column j of the matrix. The ten slots of a row spread over the tables; the slots of
one column never meet. Who gets which slot is the lot's affair, not the template's.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from rules.draw.library import Matrix, adder, matrix, rectangle
from rules.draw.lottery import Lottery
from rules.record import record

FORMULA_FROM = 11
"""Tables from which the formula is tried."""
ORDERS = 12
"""Orders of the columns that are begun with, so that neighbours repeat least."""


@record
class Template:
    """Tables and seats of slots. rounds: round, table, seat -> slot, from 0. method: "matrix", "formula"."""

    method: str
    rounds: tuple[tuple[tuple[int, ...], ...], ...]

    def meeting(self) -> list[int]:
        """For each slot, the slots it meets, as bits."""
        found = [0] * (10 * len(self.rounds[0]))
        for tables in self.rounds:
            for table in tables:
                all_bits = sum(1 << slot for slot in table)
                for slot in table:
                    found[slot] |= all_bits
        return [bits & ~(1 << slot) for slot, bits in enumerate(found)]


def shifts(tables: int, rounds: int) -> tuple[str, Matrix] | None:
    """The matrix that serves so many tables and rounds and what it comes from, None where none does."""
    if rectangle(rounds) is None:
        return None
    if tables == 1:
        return "matrix", Matrix(1, "1", ((0,) * 10,) * rounds)
    found = matrix(tables, rounds)
    if found is not None:
        return "matrix", found
    if rounds == 1:
        return "matrix", Matrix(tables, str(tables), ((0,) * 10,))
    if tables >= FORMULA_FROM and not any(
        apart * columns % tables == 0 for apart in range(1, rounds) for columns in range(1, 10)
    ):
        # Table = i - r (j + 1): two slots of columns j and k meet where the rows differ by r (k - j), in one
        # round at most.
        rows = tuple(
            tuple(-number * (column + 1) % tables for column in range(10)) for number in range(rounds)
        )
        return "formula", Matrix(tables, str(tables), rows)
    return None


def template(tables: int, rounds: int, lots: Lottery, *, ring: bool = True) -> Template | None:
    """The template with its columns in an order by lot in which neighbours repeat least."""
    found, seats = shifts(tables, rounds), rectangle(rounds)
    if found is None or seats is None:
        return None
    method, shifted = found
    order = _best_order(shifted, seats, lots, ring=ring)
    plus = adder(shifted.group)
    drawn = []
    for row, columns in zip(shifted.shifts, seats, strict=True):
        places = [[0] * 10 for _ in range(tables)]
        for seat, place in enumerate(columns):
            column = order[place]
            for index in range(tables):
                places[plus(index, row[column])][seat] = 10 * index + column
        drawn.append(tuple(tuple(table) for table in places))
    return Template(method, tuple(drawn))


def _best_order(matrix: Matrix, seats: Sequence[Sequence[int]], lots: Lottery, *, ring: bool) -> list[int]:
    """Which column takes the place of each column of the seat rectangle."""
    beside: dict[tuple[int, int], list[int]] = {}
    for number, columns in enumerate(seats):
        for one, other in _sides(columns, ring=ring):
            beside.setdefault((min(one, other), max(one, other)), []).append(number)
    pairs = [(one, other, rounds) for (one, other), rounds in beside.items() if len(rounds) > 1]
    apart = _differences(matrix)
    best: list[int] = []
    best_repeats = -1
    for _ in range(ORDERS):
        order, repeats = _descended(lots.shuffled(range(10)), pairs, apart)
        if best_repeats < 0 or repeats < best_repeats:
            best, best_repeats = order, repeats
        if best_repeats == 0:
            break
    return best


def _descended(
    order: list[int], pairs: Sequence[tuple[int, int, list[int]]], apart: Sequence[Sequence[Sequence[int]]]
) -> tuple[list[int], int]:
    """Swaps two columns while neighbours repeat less for it."""
    repeats = _repeats(order, pairs, apart)
    better = True
    while better and repeats:
        better = False
        for one, other in combinations(range(10), 2):
            order[one], order[other] = order[other], order[one]
            now = _repeats(order, pairs, apart)
            if now < repeats:
                repeats, better = now, True
            else:
                order[one], order[other] = order[other], order[one]
    return order, repeats


def _repeats(
    order: Sequence[int],
    pairs: Sequence[tuple[int, int, list[int]]],
    apart: Sequence[Sequence[Sequence[int]]],
) -> int:
    """Side by side again: two columns, neighbours in two rounds, with the same difference of tables."""
    total = 0
    for one, other, rounds in pairs:
        differences = apart[order[one]][order[other]]
        total += len(rounds) - len({differences[number] for number in rounds})
    return total


def _differences(matrix: Matrix) -> list[list[list[int]]]:
    """For two columns, by round, the row in which the second meets row 0 of the first."""
    plus = adder(matrix.group)
    minus = {plus(one, other): one for other in (0,) for one in range(matrix.tables)}
    negative = {value: next(n for n in range(matrix.tables) if plus(value, n) == 0) for value in minus}
    return [
        [[plus(row[one], negative[row[other]]) for row in matrix.shifts] for other in range(10)]
        for one in range(10)
    ]


def _sides(columns: Sequence[int], *, ring: bool) -> Iterator[tuple[int, int]]:
    for index in range(len(columns) if ring else len(columns) - 1):
        yield columns[index], columns[(index + 1) % len(columns)]
