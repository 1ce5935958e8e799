"""The order of places: criteria compared one after another, each of them a function of one player's row.

Source: A, order of prize winners; the list and its order are the regulation's ranking.order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import groupby
from math import lcm
from typing import Generic, Protocol, TypeVar

from rules.record import record


class Rankable(Protocol):
    """What a row must tell to be placed. lot: the number drawn, or None."""

    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def total(self) -> Fraction: ...
    @property
    def additional(self) -> Fraction: ...
    @property
    def games(self) -> int: ...
    @property
    def wins(self) -> int: ...
    @property
    def don_wins(self) -> int: ...
    @property
    def sheriff_wins(self) -> int: ...
    @property
    def mafia_wins(self) -> int: ...
    @property
    def first_night_deaths(self) -> int: ...
    @property
    def finalist(self) -> bool: ...
    @property
    def lot(self) -> int | None: ...


CRITERIA: dict[str, Callable[[Rankable], Fraction | int]] = {
    "finalists": lambda row: int(row.finalist),
    "points": lambda row: row.total,
    "points_per_game": lambda row: row.total / max(row.games, 1),
    "additional": lambda row: row.additional,
    "wins": lambda row: row.wins,
    "don_wins": lambda row: row.don_wins,
    "sheriff_wins": lambda row: row.sheriff_wins,
    "don_sheriff_wins": lambda row: row.don_wins + row.sheriff_wins,
    "mafia_wins": lambda row: row.mafia_wins,
    "first_night_deaths": lambda row: row.first_night_deaths,
    "lot": lambda row: 0 if row.lot is None else -row.lot,
}
"""Criterion id to the figure compared: more is better, but in a lot the lower number."""

R = TypeVar("R", bound=Rankable)


@record
class Ranked(Generic[R]):
    """A row with its place, and the criterion that parted it from the row above.

    decided_by is None in the first row and where nothing parted the two: they share the place until a lot is
    drawn.
    """

    row: R
    place: int
    decided_by: str | None


def rank(rows: Iterable[R], order: Sequence[str]) -> tuple[Ranked[R], ...]:
    """The rows in the order of places. Raises KeyError for a criterion that does not exist.

    A lot decides only where all who are still tied have drawn a number: a number drawn in an earlier tie says
    nothing about a player who joined it later. Rows that share a place stand by name and id.
    """
    groups: list[tuple[str | None, list[R]]] = [(None, sorted(rows, key=lambda row: (row.name, row.id)))]
    for criterion in order:
        figure = CRITERIA[criterion]
        refined: list[tuple[str | None, list[R]]] = []
        for decided_by, tied in groups:
            if len(tied) < 2 or (criterion == "lot" and any(row.lot is None for row in tied)):
                refined.append((decided_by, tied))
                continue
            figures = _whole([figure(row) for row in tied])
            first = decided_by
            for _, part in groupby(sorted(zip(figures, tied, strict=True), key=_figure), _figure):
                refined.append((first, [row for _, row in part]))
                first = criterion
        groups = refined
    ranked: list[Ranked[R]] = []
    for decided_by, tied in groups:
        place = len(ranked) + 1
        for number, row in enumerate(tied):
            ranked.append(Ranked(row, place, None if number else decided_by))
    return tuple(ranked)


def _whole(figures: list[Fraction | int]) -> list[int]:
    """The figures, best first when sorted, as whole numbers of their common unit: quicker to compare."""
    unit = lcm(*(figure.denominator for figure in figures))
    return [-figure.numerator * (unit // figure.denominator) for figure in figures]


def _figure(pair: tuple[int, object]) -> int:
    return pair[0]
