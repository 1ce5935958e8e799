"""What no seating can go below: the least S2 of so many players, tables and rounds."""

from __future__ import annotations

from math import comb


def bound_s2(players: int, tables: int, rounds: int) -> int:
    """The least sum over pairs of C(meetings, 2) that any seating of tables of ten can have.

    S2 counts, for every two rounds, the pairs that share a table in both. The players who play in both are
    spread over tables x tables cells, so the sum is least when all cells hold the same, give or take one.
    Who sits out one of the two is not among them. The second bound counts meetings alone.
    """
    if tables < 1 or rounds < 2:
        return 0
    least, more = sit_outs_each(players, tables, rounds)
    out_twice = (players - more) * comb(least, 2) + more * comb(least + 1, 2)
    # Nobody sits out two rounds running, so those who sit out twice do so in rounds that are not.
    near, far = rounds - 1, comb(rounds - 1, 2)
    both = max(0, 20 * tables - players)
    share, rest = divmod(out_twice, far) if far else (0, 0)
    cells = tables * tables
    by_rounds = (
        near * _spread(both, cells)
        + (far - rest) * _spread(both + share, cells)
        + rest * _spread(both + share + 1, cells)
    )
    return max(by_rounds, _spread(45 * tables * rounds, comb(players, 2)))


def sit_outs_each(players: int, tables: int, rounds: int) -> tuple[int, int]:
    """Sit-outs of those who have fewest, and how many players have one more, when they are shared evenly."""
    return divmod((players - 10 * tables) * rounds, players) if players else (0, 0)


def _spread(count: int, places: int) -> int:
    """The sum of C(n, 2) over places when so many are spread evenly."""
    each, rest = divmod(max(0, count), places)
    return (places - rest) * comb(each, 2) + rest * comb(each + 1, 2)
