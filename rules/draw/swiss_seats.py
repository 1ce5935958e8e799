"""Seats of a Swiss round: nobody on a seat again while it can be helped, in this round and those to come.

Whoever has few seats left to sit on meets others who have the same ones left, unless somebody looked ahead.
Orders of players as they may come to stand are drawn by lot and counted: how often two share a block. Each
table in turn is then matched to seats so that likely opponents keep different seats open.

Players are numbered from 0 in the order of places, seats from 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, permutations
from operator import mul

from rules.draw.lottery import Lottery
from rules.draw.seat_costs import SeatCosts
from rules.draw.seat_matching import least_cost

Groups = Sequence[Sequence[Sequence[int]]]

CYCLE = 10
"""Games in which a player may have every seat once."""
DRIFT = 25
"""Places by which standings may move in a round to come."""
SAMPLES = 40
"""Orders drawn for every round to come."""
OVERUSE = SAMPLES * 12
"""Cost of one more visit to a seat, against one order in which two who share a block want the same seat."""
TRIES, PASSES = 4, 6
"""Beginnings from other orders of tables, and turns of all tables in each."""
BITS = 40
"""Of a number that counts for one seat, ten of them side by side in one."""


def seated_next(
    tables: Sequence[Sequence[int]],
    players: int,
    lots: Lottery,
    *,
    past: Groups,
    ring: bool = True,
) -> tuple[tuple[int, ...], ...]:
    """The seats of one round after a past, of which players that are not here any more are -1."""
    ahead = _Ahead(tables, players, past, lots.apart("future"))
    own = lots.apart("matching")
    best, least = ahead.matched(own)
    for _ in range(TRIES - 1):
        seats, cost = ahead.matched(own)
        if cost < least:
            best, least = seats, cost
    ahead.polish(best, past, ring=ring)
    return tuple(tuple(table) for table in best)


class _Ahead:
    """What a seat costs a player now, and what an open seat costs later."""

    def __init__(self, tables: Sequence[Sequence[int]], players: int, past: Groups, lots: Lottery) -> None:
        self.tables = tables
        self.players = players
        visits = [[0] * 10 for _ in range(players)]
        for row in past:
            for table in row:
                for seat, player in enumerate(table):
                    if player >= 0:
                        visits[player][seat] += 1
        turns = [sum(row) // CYCLE + 1 for row in visits]
        self.again = [[OVERUSE * _power(count) for count in row] for row in visits]
        """For a player and a seat, the cost of one more visit."""
        self.open = [[count < turn for count in row] for row, turn in zip(visits, turns, strict=True)]
        """Whether a seat is still due to a player in this cycle."""
        self.wanted = [sum(is_open << (BITS * seat) for seat, is_open in enumerate(row)) for row in self.open]
        """The open seats of a player, a number for each side by side."""
        self.others, self.weights = _shared(players, CYCLE - 1 - len(past) % CYCLE, lots)

    def matched(self, lots: Lottery) -> tuple[list[list[int]], int]:
        """Each table in turn by the best matching, until nothing gets better; the seats and their cost."""
        left = self.wanted[:]
        seats: list[list[int]] = [[] for _ in self.tables]
        for _ in range(PASSES):
            changed = False
            for index in lots.shuffled(range(len(self.tables))):
                order = lots.shuffled(self.tables[index])
                for player in order:
                    left[player] = self.wanted[player]
                cost = [self._costs(player, left) for player in order]
                chosen = least_cost(cost)
                found = [order[chosen.index(seat)] for seat in range(10)]
                row_of = dict(zip(order, cost, strict=True))
                if not seats[index] or _total(row_of, found) < _total(row_of, seats[index]):
                    seats[index] = found
                    changed = True
                self._take(seats[index], left)
            if not changed:
                break
        return seats, self._cost(seats, left)

    def polish(self, seats: list[list[int]], past: Groups, *, ring: bool) -> None:
        """Two of a table change seats for better zones and neighbours, where nothing else gets worse."""
        costs = SeatCosts(seats, self.players, past, ring=ring)
        left = self.wanted[:]
        for table in seats:
            self._take(table, left)
        better = True
        while better:
            better = False
            for index, table in enumerate(seats):
                for one, other in combinations(range(10), 2):
                    if self._worse(table, one, other, left):
                        continue
                    if costs.change([index], one, other) < 0:
                        self._take(table, left)
                        better = True
                    else:
                        costs.change([index], one, other)

    def _worse(self, table: Sequence[int], one: int, other: int, left: list[int]) -> bool:
        first, second = table[one], table[other]
        again = self.again
        if again[first][other] + again[second][one] > again[first][one] + again[second][other]:
            return True
        before = self._open_cost(first, left) + self._open_cost(second, left)
        changed = left[:]
        changed[first] = self._without(first, other)
        changed[second] = self._without(second, one)
        return self._open_cost(first, changed) + self._open_cost(second, changed) > before

    def _costs(self, player: int, left: Sequence[int]) -> list[int]:
        """What each seat costs a player: an open one that he takes, nobody finds wanted by him later."""
        wanted = self._met(player, left)
        return [
            again - is_open * (wanted >> (BITS * seat) & ((1 << BITS) - 1))
            for seat, (again, is_open) in enumerate(zip(self.again[player], self.open[player], strict=True))
        ]

    def _met(self, player: int, left: Sequence[int]) -> int:
        """For each seat in how many orders one who shares the player's block wants it."""
        found: int = sum(map(mul, self.weights[player], map(left.__getitem__, self.others[player])))
        return found

    def _open_cost(self, player: int, left: Sequence[int]) -> int:
        met, own = self._met(player, left), left[player]
        return sum(
            (own >> (BITS * seat) & 1) * (met >> (BITS * seat) & ((1 << BITS) - 1)) for seat in range(10)
        )

    def _cost(self, seats: Sequence[Sequence[int]], left: Sequence[int]) -> int:
        now = sum(self.again[player][seat] for table in seats for seat, player in enumerate(table))
        return now + sum(self._open_cost(player, left) for player in range(self.players)) // 2

    def _take(self, table: Sequence[int], left: list[int]) -> None:
        for seat, player in enumerate(table):
            left[player] = self._without(player, seat)

    def _without(self, player: int, seat: int) -> int:
        return self.wanted[player] & ~(1 << (BITS * seat))


def _power(count: int) -> int:
    """What one more visit costs: far more than two visits to seats that were visited less."""
    power: int = 12**count
    return power - 1


def _total(row_of: dict[int, list[int]], table: Sequence[int]) -> int:
    return sum(row_of[player][seat] for seat, player in enumerate(table))


def _shared(players: int, rounds: int, lots: Lottery) -> tuple[list[list[int]], list[list[int]]]:
    """For each player whom he may share a block with, and in how many orders of so many rounds he does."""
    count: list[dict[int, int]] = [{} for _ in range(players)]
    for _ in range(rounds * SAMPLES):
        drift = [(index + lots.below(DRIFT), index) for index in range(players)]
        order = [index for _moved, index in sorted(drift)]
        for start in range(0, players, 10):
            for one, other in permutations(order[start : start + 10], 2):
                count[one][other] = count[one].get(other, 0) + 1
    return [list(row) for row in count], [list(row.values()) for row in count]
