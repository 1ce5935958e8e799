"""Who sits together where no template serves: sit-outs, a past, few tables, many rounds, pairs kept apart.

Two players of one round change tables, over and over; a change that costs more is taken by lot, less and less
often. Cost and lots are integers, so every machine draws the same. The number of trials is fixed: the first k
trials are the same whatever comes after them, so a draw that was stopped is the draw of that many trials.

Players are numbered from 0 here. Nothing but the tables is decided: neither their numbers nor the seats.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations
from math import comb
from operator import add, itemgetter

from rules.draw.lottery import WORDS, Lottery
from rules.record import record

Groups = list[list[list[int]]]
"""Round, table, players in no order."""

LEVELS = 64
"""Steps in which a cycle cools."""
WARM, COLD = 620, 300
"""A change for the worse by one unit of cost is taken so many times of 1024, at the first and last step."""
UNITS = 4
"""Cost of one pair that meets once more than it must, in units."""
THIRD, THIRD_AFTER, OUTSIDE = 4, 1, 3
"""Cost on top, in units: of a third meeting, also where there is a past, and of one outside the range."""
MOST_EXTRA = 199
"""A change for the worse by more units is never taken."""
KEPT_APART = 45 * UNITS
"""Cost of a meeting of two who must not meet, in units."""


@record
class Problem:
    """What is drawn. sit_outs: by round. past: tables of earlier rounds, cut to these players."""

    players: int
    tables: int
    rounds: int
    sit_outs: tuple[tuple[int, ...], ...] = ()
    past: tuple[tuple[tuple[int, ...], ...], ...] = ()
    apart: tuple[tuple[int, int], ...] = ()


@record
class Annealed:
    """The best that was found. trials: how many were made."""

    groups: tuple[tuple[tuple[int, ...], ...], ...]
    cost: int
    trials: int


def cycle(problem: Problem) -> int:
    """Trials from warm to cold; then all begins anew from other tables."""
    each = 150 if problem.past else 72
    return max(LEVELS * 500, min(2_000_000, each * problem.rounds * problem.players**2))


def default_trials(problem: Problem) -> int:
    """Trials that take some seconds: whole cycles."""
    length = cycle(problem)
    return length * max(1, 2_900_000 // length)


def anneal(
    problem: Problem,
    lots: Lottery,
    trials: int,
    *,
    progress: Callable[[int, int], None] | None = None,
    stop: Callable[[], bool] | None = None,
) -> Annealed:
    """The best tables of so many trials. stop is asked between the steps of a cycle, after the first one."""
    length = cycle(problem) // LEVELS
    done = number = 0
    best: _State | None = None
    best_cost = 0
    kept: Groups = []
    while best is None or done < trials:
        own = lots.apart(str(number))
        state = _State(problem, own)
        if best is None or state.cost < best_cost:
            best, best_cost, kept = state, state.cost, state.copy()
        for level in range(LEVELS):
            count = min(length, trials - done)
            if count <= 0 or (level + number and stop is not None and stop()):
                trials = done
                break
            found = state.try_out(own.word, count, _thresholds(level), best_cost)
            if found is not None:
                best_cost, kept = found
            done += count
            if progress is not None:
                progress(done, trials)
        number += 1
    assert best is not None
    last = _State(problem, lots, kept)
    last.descend()
    groups = tuple(tuple(tuple(sorted(table)) for table in tables) for tables in last.tables)
    return Annealed(groups, last.cost, done)


def _thresholds(level: int) -> list[int]:
    """For each cost from 0, the words below which a change for the worse by so much is taken."""
    rate = WARM + (COLD - WARM) * level // (LEVELS - 1)
    found = [WORDS]
    for _ in range(MOST_EXTRA):
        found.append(found[-1] * rate >> 10)
    return found


def _costs(problem: Problem) -> Callable[[int], int]:
    """The cost of a pair by its meetings, in units: convex, so that meetings are spread."""
    total = 45 * problem.tables * problem.rounds + sum(
        comb(len(table), 2) for tables in problem.past for table in tables
    )
    pairs = comb(problem.players, 2)
    if total < 2 * pairs:
        third = THIRD_AFTER if problem.past else THIRD
        return lambda met: UNITS * comb(met, 2) + third * comb(met, 3)
    # Half a table meets again in every round when there are two: nothing narrower is to be had at the bound.
    slack = 1 if problem.tables > 2 else 2
    low, high = total // pairs - slack, -(-total // pairs) + slack
    outside = OUTSIDE if problem.tables > 2 else 2 * OUTSIDE
    return lambda met: UNITS * comb(met, 2) + outside * max(0, low - met, met - high)


class _State:
    """Tables of every round, and how often each pair meets.

    Meetings are kept twice, once times the side of the table of changes: one look-up in it then gives what
    a third player pays when one at his table changes for another. Pairs that must not meet start at an
    offset, a player with himself at the last index, where nothing costs.
    """

    __slots__ = ("changes", "cost", "getters", "met", "met_high", "problem", "side", "tables", "where")

    def __init__(self, problem: Problem, lots: Lottery, given: Groups | None = None) -> None:
        players = problem.players
        self.problem = problem
        self.tables = [[list(table) for table in tables] for tables in given or _by_lot(problem, lots)]
        self.where = [[-1] * players for _ in range(problem.rounds)]
        for where, tables in zip(self.where, self.tables, strict=True):
            for number, table in enumerate(tables):
                for player in table:
                    where[player] = number
        self.getters = [[itemgetter(*table) for table in tables] for tables in self.tables]
        offset = problem.rounds + len(problem.past) + 2
        self.side = side = 2 * offset + 1
        self.met = met = [[0] * players for _ in range(players)]
        for tables_of in (*self.tables, *problem.past):
            for one, other in (pair for table in tables_of for pair in combinations(table, 2)):
                met[one][other] += 1
                met[other][one] += 1
        for one, other in problem.apart:
            met[one][other] += offset
            met[other][one] += offset
        plain = _costs(problem)

        def cost(index: int) -> int:
            return plain(index) if index < offset else plain(index - offset) + KEPT_APART * (index - offset)

        self.cost = sum(cost(met[one][other]) for one, other in combinations(range(players), 2))
        self.changes = [0] * (side * side)
        for leaves in range(side - 1):
            fewer = 0 if leaves in (0, offset) else cost(leaves - 1) - cost(leaves)
            for comes in range(side - 1):
                self.changes[leaves * side + comes] = fewer + cost(comes + 1) - cost(comes)
        for player in range(players):
            met[player][player] = side - 1
        self.met_high = [[count * side for count in row] for row in met]

    def copy(self) -> Groups:
        return [[table[:] for table in tables] for tables in self.tables]

    def try_out(
        self, word: Callable[[], int], count: int, thresholds: Sequence[int], best: int
    ) -> tuple[int, Groups] | None:
        """Makes so many trials; the cost and tables of the last new best, None where there was none."""
        players, most = self.problem.players, len(thresholds)
        square = players * players
        choices = self.problem.rounds * square
        end = WORDS - WORDS % choices
        met, high, change = self.met, self.met_high, self.changes.__getitem__
        kept: Groups | None = None
        for _ in range(count):
            lot = word()
            if lot >= end:
                continue
            number, lot = divmod(lot % choices, square)
            one, other = divmod(lot, players)
            where = self.where[number]
            first, second = where[one], where[other]
            if first == second or first < 0 or second < 0:
                continue
            at_first, at_second = self.getters[number][first], self.getters[number][second]
            more = sum(map(change, map(add, at_first(high[one]), at_first(met[other])))) + sum(
                map(change, map(add, at_second(high[other]), at_second(met[one])))
            )
            if more <= 0 or (more < most and word() < thresholds[more]):
                self.swap(number, one, other, more)
                if self.cost < best:
                    best, kept = self.cost, self.copy()
        return None if kept is None else (best, kept)

    def descend(self) -> None:
        """Takes every change for the better until none is left."""
        change = self.changes.__getitem__
        better = True
        while better:
            better = False
            for number, one, other in _all_changes(self.problem):
                first, second = self.where[number][one], self.where[number][other]
                if first == second or first < 0 or second < 0:
                    continue
                at_first, at_second = self.getters[number][first], self.getters[number][second]
                more = sum(map(change, map(add, at_first(self.met_high[one]), at_first(self.met[other]))))
                more += sum(map(change, map(add, at_second(self.met_high[other]), at_second(self.met[one]))))
                if more < 0:
                    self.swap(number, one, other, more)
                    better = True

    def swap(self, number: int, one: int, other: int, more: int) -> None:
        """Two players of a round change tables; the cost grows by `more`."""
        where, tables, getters = self.where[number], self.tables[number], self.getters[number]
        for leaves, comes in ((one, other), (other, one)):
            index = where[leaves]
            table = tables[index]
            self._leave(leaves, comes, table)
            table[table.index(leaves)] = comes
            getters[index] = itemgetter(*table)
        where[one], where[other] = where[other], where[one]
        self.cost += more

    def _leave(self, leaves: int, comes: int, table: Iterable[int]) -> None:
        met, high, side = self.met, self.met_high, self.side
        less, more, less_high, more_high = met[leaves], met[comes], high[leaves], high[comes]
        for third in table:
            if third != leaves:
                less[third] -= 1
                more[third] += 1
                less_high[third] -= side
                more_high[third] += side
                own, own_high = met[third], high[third]
                own[leaves] -= 1
                own[comes] += 1
                own_high[leaves] -= side
                own_high[comes] += side


def _by_lot(problem: Problem, lots: Lottery) -> Groups:
    found = []
    for number in range(problem.rounds):
        out = problem.sit_outs[number] if problem.sit_outs else ()
        order = lots.shuffled(player for player in range(problem.players) if player not in out)
        found.append([order[start : start + 10] for start in range(0, len(order), 10)])
    return found


def _all_changes(problem: Problem) -> Iterator[tuple[int, int, int]]:
    for number in range(problem.rounds):
        for one, other in combinations(range(problem.players), 2):
            yield number, one, other
