"""The seating matrices that a search of our own found, and the seat rectangles; read when first needed.

A matrix serves tables x rounds: the player in row i (of `tables`) and column j (of ten) sits in round r at
table i + D[r][j], added in the group of the matrix: modulo the number of tables, or digit by digit ("2x2x2",
"3x3"). A rectangle serves rounds: for each round the column that sits on each seat, no column twice on one
seat. Every claim of the file is derived anew by a test.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Any

from rules.record import record


@record
class Matrix:
    """One template: the group's name, the shift of each column in each round."""

    tables: int
    group: str
    shifts: tuple[tuple[int, ...], ...]

    def table(self, row: int, column: int, round: int) -> int:
        """The table of a slot, from 0."""
        return adder(self.group)(row, self.shifts[round][column])


def matrix(tables: int, rounds: int) -> Matrix | None:
    """The matrix for so many tables and rounds, None where there is none."""
    found = _read()["tables"].get(f"{tables}x{rounds}")
    if found is None:
        return None
    return Matrix(tables, found["group"], tuple(tuple(row) for row in found["D"]))


def rectangle(rounds: int) -> tuple[tuple[int, ...], ...] | None:
    """For each round, the column on each seat; None where there is none."""
    if rounds == 1:
        return (tuple(range(10)),)
    found = _read()["seat_rectangles"].get(str(rounds))
    return None if found is None else tuple(tuple(row) for row in found)


def claims() -> dict[str, dict[str, Any]]:
    """What the file says of each of its matrices, by "tables x rounds"."""
    return dict(_read()["tables"])


@cache
def digest() -> str:
    """SHA-256 of the library's file: a draw names it, so that it can be drawn again with the same one."""
    return sha256(_bytes()).hexdigest()


@cache
def adder(group: str) -> Callable[[int, int], int]:
    """Addition in a group, of numbers written with the first digit as the highest."""
    orders = [int(part) for part in group.split("x")]
    if len(orders) == 1:
        (order,) = orders
        return lambda a, b: (a + b) % order

    def add(a: int, b: int) -> int:
        total, weight = 0, 1
        for order in reversed(orders):
            total += (a + b) % order * weight
            a, b, weight = a // order, b // order, weight * order
        return total

    return add


def _bytes() -> bytes:
    return files(__package__).joinpath("library.json").read_bytes()


@cache
def _read() -> dict[str, Any]:
    import json

    found: dict[str, Any] = json.loads(_bytes())
    return found
