"""Ten players to ten seats at the least cost (Kuhn and Munkres, by shortest augmenting paths; integers)."""

from __future__ import annotations

from collections.abc import Sequence


def least_cost(cost: Sequence[Sequence[int]]) -> list[int]:
    """For each row its column, every column once, so that the sum of costs is least."""
    size = len(cost)
    rows, columns = [0] * (size + 1), [0] * (size + 1)
    owner = [0] * (size + 1)
    for row in range(1, size + 1):
        owner[0] = row
        column = 0
        least: list[int | None] = [None] * (size + 1)
        came = [0] * (size + 1)
        seen = [False] * (size + 1)
        while True:
            seen[column] = True
            at = owner[column]
            step, nearest = -1, 0
            for other in range(1, size + 1):
                if seen[other]:
                    continue
                reduced = cost[at - 1][other - 1] - rows[at] - columns[other]
                known = least[other]
                if known is None or reduced < known:
                    least[other] = known = reduced
                    came[other] = column
                if step < 0 or known < step:
                    step, nearest = known, other
            for other in range(size + 1):
                if seen[other]:
                    rows[owner[other]] += step
                    columns[other] -= step
                else:
                    known = least[other]
                    least[other] = None if known is None else known - step
            column = nearest
            if owner[column] == 0:
                break
        while column:
            owner[column] = owner[came[column]]
            column = came[column]
    found = [0] * size
    for column in range(1, size + 1):
        found[owner[column] - 1] = column - 1
    return found
