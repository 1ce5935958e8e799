"""The Swiss draw for tables of ten: leaders play leaders; within a window of places old meetings give way.

Block k holds places 10 k + 1 to 10 k + 10 of those who play. A player may sit at a block when his place is at
most `window` outside it; players of equal points may take each other's place. Within that: nobody who must
not meet, then the fewest meetings again, then the fewest places displaced.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import combinations

from rules.draw.drawing import CannotBeKeptApart
from rules.draw.lottery import WORDS, Lottery
from rules.draw.quality import Pair, Round, meetings
from rules.draw.settings import check_round
from rules.draw.swiss_seats import seated_next
from rules.draw.table_numbers import numbers_after
from rules.record import record

APART, AGAIN, PLACE = 10**7, 10**3, 1
"""Cost of a meeting that must not be, of one again, of a place displaced: each outweighs what follows."""
TRIALS = 400
"""Changes tried by lot, times players."""
LEVELS = 20
WARM, COLD = 600, 50
"""One meeting more is taken so many times of 1024, at the first and last step."""


@record
class Placed:
    """A player (1..N) in the standings. Players with the same place are parted by the lot."""

    player: int
    place: int
    points: Fraction


@record
class Float:
    """A player at another block than his own. from_block, to_block: from 1."""

    player: int
    from_block: int
    to_block: int


@record
class SwissDrawn:
    """One round. tables: by number and seat. blocks: for each table its block, from 1. order: players by
    place, lots included. repeats: pairs of one table who met before, with how often. window: as asked for.
    """

    tables: Round
    sit_outs: tuple[int, ...]
    blocks: tuple[int, ...]
    order: tuple[int, ...]
    floats: tuple[Float, ...]
    repeats: tuple[tuple[Pair, int], ...]
    window: int


def swiss(
    standing: Iterable[Placed],
    tables: int,
    seed: str,
    *,
    past: Sequence[Round],
    past_sit_outs: Sequence[Sequence[int]] = (),
    window: int = 3,
    apart: Iterable[Pair] = (),
    leaders_first: bool = False,
    ring: bool = True,
) -> SwissDrawn:
    """The next round for a standing after the last closed one, which the caller has made sure of.

    window: places a player may leave his block by; 0 keeps blocks strict but for equal points. leaders_first:
    table 1 is the leaders'; else everybody plays at as many tables as can be. Who sits out is drawn among
    those who did so least, never twice running. Raises WrongSetting, CannotBeKeptApart where two
    who must not meet still do, ValueError for a negative window.
    """
    if window < 0:
        raise ValueError(f"a window of {window} places: it cannot be below 0")
    lots = Lottery(seed, "swiss")
    placed = sorted(lots.apart("order").shuffled(sorted(standing, key=_player)), key=_place)
    players = len(placed)
    check_round(players, tables)
    out = _sit_outs([one.player for one in placed], players - 10 * tables, past_sit_outs, lots.apart("out"))
    here = [one for one in placed if one.player not in out]
    order = [one.player for one in here]
    met = meetings(past, frozenset(order))
    never = frozenset((min(a, b), max(a, b)) for a, b in apart)
    blocks = _Blocks(here, met, never, window)
    blocks.improve(lots.apart("blocks"))
    groups = [tuple(order[index] for index in table) for table in blocks.tables]
    still = never.intersection(pair for group in groups for pair in combinations(sorted(group), 2))
    if still:
        raise CannotBeKeptApart(tuple(sorted(still)), ())
    numbers = list(range(tables)) if leaders_first else numbers_after(groups, past, lots.apart("numbers"))
    by_number = [groups[numbers.index(number)] for number in range(tables)]
    index_of = {player: index for index, player in enumerate(order)}
    before = [[[index_of.get(player, -1) for player in table] for table in row] for row in past]
    drawn = [[index_of[player] for player in table] for table in by_number]
    seats = seated_next(drawn, len(order), lots.apart("seats"), past=before, ring=ring)
    return SwissDrawn(
        tables=tuple(tuple(order[index] for index in table) for table in seats),
        sit_outs=tuple(sorted(out)),
        blocks=tuple(numbers.index(number) + 1 for number in range(tables)),
        order=tuple(one.player for one in placed),
        floats=blocks.floats(order),
        repeats=tuple(
            (pair, met[pair])
            for pair in sorted(pair for group in groups for pair in combinations(sorted(group), 2))
            if met[pair]
        ),
        window=window,
    )


def _player(one: Placed) -> int:
    return one.player


def _place(one: Placed) -> int:
    return one.place


def _sit_outs(
    players: Sequence[int], count: int, past: Sequence[Sequence[int]], lots: Lottery
) -> frozenset[int]:
    often = Counter(player for out in past for player in out)
    last = past[-1] if past else ()
    order = sorted(lots.shuffled(sorted(players)), key=lambda one: (one in last, often[one]))
    return frozenset(order[:count])


class _Blocks:
    """Who sits at which block. Players are known by their index in the order of places, from 0."""

    def __init__(
        self, here: Sequence[Placed], met: Counter[Pair], apart: frozenset[Pair], window: int
    ) -> None:
        count = len(here)
        ids = [one.player for one in here]
        self.tables = [list(range(start, start + 10)) for start in range(0, count, 10)]
        self.where = [index // 10 for index in range(count)]
        self.together = [[0] * count for _ in range(count)]
        for one, other in combinations(range(count), 2):
            pair = (min(ids[one], ids[other]), max(ids[one], ids[other]))
            cost = AGAIN * met[pair] + APART * (pair in apart)
            self.together[one][other] = self.together[other][one] = cost
        self.away = [_away(index, here, len(self.tables), window) for index in range(count)]

    def improve(self, lots: Lottery) -> None:
        """Changes two players of different blocks, by lot and then while it gets better."""
        count = len(self.where)
        best, now, kept = 0, 0, [table[:] for table in self.tables]
        for level in range(LEVELS):
            rate = WARM + (COLD - WARM) * level // (LEVELS - 1)
            for _ in range(TRIALS * count // LEVELS):
                one, other = divmod(lots.below(count * count), count)
                more = self._more(one, other)
                if more is not None and (more <= 0 or _taken(more, rate, lots)):
                    self._swap(one, other)
                    now += more
                    if now < best:
                        best, kept = now, [table[:] for table in self.tables]
        self.tables = kept
        for number, table in enumerate(self.tables):
            for index in table:
                self.where[index] = number
        better = True
        while better:
            better = False
            for one, other in combinations(range(count), 2):
                more = self._more(one, other)
                if more is not None and more < 0:
                    self._swap(one, other)
                    better = True

    def floats(self, order: Sequence[int]) -> tuple[Float, ...]:
        """Who sits at a block that his place, or that of one with equal points, is not in."""
        return tuple(
            Float(order[index], index // 10 + 1, number + 1)
            for index, number in enumerate(self.where)
            if self.away[index][number]
        )

    def _more(self, one: int, other: int) -> int | None:
        """What it costs more when two change blocks; None where they may not."""
        first, second = self.where[one], self.where[other]
        if first == second:
            return None
        to_second, to_first = self.away[one][second], self.away[other][first]
        if to_second is None or to_first is None:
            return None
        more = to_second + to_first - (self.away[one][first] or 0) - (self.away[other][second] or 0)
        own, others = self.together[one], self.together[other]
        for index in self.tables[first]:
            if index != one:
                more += others[index] - own[index]
        for index in self.tables[second]:
            if index != other:
                more += own[index] - others[index]
        return more

    def _swap(self, one: int, other: int) -> None:
        first, second = self.tables[self.where[one]], self.tables[self.where[other]]
        first[first.index(one)], second[second.index(other)] = other, one
        self.where[one], self.where[other] = self.where[other], self.where[one]


def _away(index: int, here: Sequence[Placed], blocks: int, window: int) -> list[int | None]:
    """For each block by how many places a player leaves his own for it; None where the window forbids it."""
    first = last = index
    while first > 0 and here[first - 1].points == here[index].points:
        first -= 1
    while last + 1 < len(here) and here[last + 1].points == here[index].points:
        last += 1
    away = [max(0, 10 * block - last, first - (10 * block + 9)) for block in range(blocks)]
    return [PLACE * places if places <= window else None for places in away]


def _taken(more: int, rate: int, lots: Lottery) -> bool:
    threshold = WORDS
    for _ in range(min(-(-more // AGAIN), 40)):
        threshold = threshold * rate >> 10
    return lots.word() < threshold
