"""Which table a group of ten plays at: everybody at as many different ones as can be."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb

from rules.draw.lottery import Lottery
from rules.draw.seat_matching import least_cost

Groups = Sequence[Sequence[Sequence[int]]]

STARTS = 6
PASSES = 8
AGAIN = 8
"""A third visit costs so many times what a second does, on top."""


def numbered(groups: Groups, players: int, lots: Lottery) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """The groups of each round in the order of their tables. Players from 0."""
    best: list[list[Sequence[int]]] = []
    least = -1
    for _ in range(STARTS if len(groups[0]) <= 12 else 1):
        order, cost = _descended([lots.shuffled(tables) for tables in groups], players)
        if least < 0 or cost < least:
            best, least = order, cost
    return tuple(tuple(tuple(table) for table in tables) for tables in best)


def _descended(order: list[list[Sequence[int]]], players: int) -> tuple[list[list[Sequence[int]]], int]:
    """Each round in turn takes the numbers that suit the others best, until nothing gets better."""
    size = len(order[0])
    visits = [[0] * size for _ in range(players)]
    for tables in order:
        for number, table in enumerate(tables):
            for player in table:
                visits[player][number] += 1
    for _ in range(PASSES):
        changed = False
        for index, tables in enumerate(order):
            for number, table in enumerate(tables):
                for player in table:
                    visits[player][number] -= 1
            cost = [
                [sum(_more(visits[player][number]) for player in table) for number in range(size)]
                for table in tables
            ]
            chosen = least_cost(cost)
            if sum(cost[i][n] for i, n in enumerate(chosen)) < sum(cost[i][i] for i in range(size)):
                placed: list[Sequence[int]] = [()] * size
                for table, number in zip(tables, chosen, strict=True):
                    placed[number] = table
                order[index] = tables = placed
                changed = True
            for number, table in enumerate(tables):
                for player in table:
                    visits[player][number] += 1
        if not changed:
            break
    cost_now = sum(comb(n, 2) + AGAIN * comb(n, 3) for row in visits for n in row)
    return order, cost_now


def _more(visits: int) -> int:
    """What one more visit costs."""
    return visits + AGAIN * comb(visits, 2)


def numbers_after(groups: Sequence[Sequence[int]], past: Groups, lots: Lottery) -> list[int]:
    """For each group of one round the number of its table, from 0, after rounds at the same tables."""
    size = len(groups)
    visits: dict[tuple[int, int], int] = {}
    for tables in past:
        for number, table in enumerate(tables):
            for player in table:
                visits[player, number] = visits.get((player, number), 0) + 1
    names = lots.shuffled(range(size))
    cost = [
        [sum(_more(visits.get((player, number), 0)) for player in table) for number in names]
        for table in groups
    ]
    return [names[column] for column in least_cost(cost)]
