"""The figures of a seating. Reads the result alone and knows nothing of how it was drawn.

Meeting: two players at one table in one round. S2, S3: the sums over pairs of C(meetings, 2), C(meetings, 3).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import combinations, pairwise
from math import comb

from rules.draw.bounds import bound_s2
from rules.record import record

Table = tuple[int, ...]
Round = tuple[Table, ...]
Rounds = tuple[Round, ...]
Pair = tuple[int, int]

ZONES = ((1, 2, 3), (4, 5, 6, 7), (8, 9, 10))
HALVES = ((1, 2, 3, 4, 5), (6, 7, 8, 9, 10))
SEAT_PAIRS = ((1, 2), (3, 4), (5, 6), (7, 8), (9, 10))


@record
class Quality:
    """What a seating gives. Every figure is a whole number; 0 is best except where a bound stands beside.

    pairs: how many pairs met so many times. opponents: fewest and most different opponents of a player.
    seat_repeats: visits to a seat beyond the ceiling of games / 10, over players and seats; seat_visits_max:
    the most of one player to one seat. zones, halves, seat_pairs: visits outside floor and ceiling of the
    even share. table_visits_2, _3: the sums of C(visits, 2) and C(visits, 3) over players and tables.
    neighbours_twice: adjacent sittings of a pair beyond the first. never: pairs told apart that met.
    outside: pairs whose meetings lie more than one beyond floor and ceiling of the mean.
    """

    pairs: Mapping[int, int]
    s2: int
    s3: int
    s4: int
    outside: int
    opponents: tuple[int, int]
    seat_repeats: int
    seat_visits_max: int
    zones: int
    halves: int
    seat_pairs: int
    table_visits_max: int
    table_visits_2: int
    table_visits_3: int
    neighbours_twice: int
    never: int
    bound_s2: int

    def to_json(self) -> dict[str, object]:
        """The figures as programs read them."""
        return {
            "pairs": {str(times): count for times, count in self.pairs.items()},
            "s2": self.s2,
            "s3": self.s3,
            "outside": self.outside,
            "opponents": list(self.opponents),
            "seat_repeats": self.seat_repeats,
            "seat_visits_max": self.seat_visits_max,
            "zones": self.zones,
            "halves": self.halves,
            "seat_pairs": self.seat_pairs,
            "table_visits_max": self.table_visits_max,
            "table_visits_2": self.table_visits_2,
            "table_visits_3": self.table_visits_3,
            "neighbours_twice": self.neighbours_twice,
            "apart_met": self.never,
            "bound": {"s2": self.bound_s2},
        }


def measure(
    rounds: Sequence[Round],
    players: Collection[int],
    *,
    past: Sequence[Round] = (),
    apart: Iterable[Pair] = (),
    ring: bool = True,
) -> Quality:
    """The figures of these rounds for these players.

    past: rounds played before; they count in every figure but the visits to tables, whose numbers mean other
    tables in another stage, and the bound, which is that of the new rounds alone. Players of the past who are
    not among `players` are left out; the bound is 0 where they are too few to fill the tables. ring: whether
    seats 10 and 1 are neighbours.
    """
    known = frozenset(players)
    both = [*past, *rounds]
    met = meetings(both, known)
    times = Counter(met.values())
    times[0] = comb(len(known), 2) - len(met)
    seats = _visits_to_seats(both, known)
    games = Counter(player for (player, _seat), count in seats.items() for _ in range(count))
    tables = _visits_to_tables(rounds)
    beside = neighbours(both, known, ring=ring)
    total = sum(met.values())
    return Quality(
        pairs={count: times[count] for count in sorted(times) if times[count] or count == 0},
        s2=sum(comb(count, 2) for count in met.values()),
        s3=sum(comb(count, 3) for count in met.values()),
        s4=sum(comb(count, 4) for count in met.values()),
        outside=_outside(times, total),
        opponents=_opponents(met, known),
        seat_repeats=sum(max(0, n - -(-games[player] // 10)) for (player, _), n in seats.items()),
        seat_visits_max=max(seats.values(), default=0),
        zones=_uneven(seats, games, ZONES),
        halves=_uneven(seats, games, HALVES),
        seat_pairs=_uneven(seats, games, SEAT_PAIRS),
        table_visits_max=max(tables.values(), default=0),
        table_visits_2=sum(comb(count, 2) for count in tables.values()),
        table_visits_3=sum(comb(count, 3) for count in tables.values()),
        neighbours_twice=sum(count - 1 for count in beside.values()),
        never=sum(1 for a, b in apart if met[min(a, b), max(a, b)]),
        bound_s2=_bound(len(known), rounds),
    )


def _bound(players: int, rounds: Sequence[Round]) -> int:
    """The bound holds for full tables of those who are measured; of a part of them nothing is known."""
    tables = len(rounds[0]) if rounds else 0
    return bound_s2(players, tables, len(rounds)) if players >= 10 * tables else 0


def faults(
    rounds: Sequence[Round],
    sit_outs: Sequence[Sequence[int]],
    players: int,
    *,
    apart: Iterable[Pair] = (),
    past_sit_outs: Sequence[Sequence[int]] = (),
) -> tuple[str, ...]:
    """What no seating of players 1..N may do, a sentence each; empty when nothing is wrong.

    Rules: ten different players a table, everybody once a round or sitting it out, sit-outs of two players
    differ by one at most and never follow each other, players told apart do not meet.
    """
    found = []
    everybody = set(range(1, players + 1))
    for number, (tables, out) in enumerate(zip(rounds, sit_outs, strict=True), 1):
        found += [
            f"Round {number}, table {index}: not ten players."
            for index, table in enumerate(tables, 1)
            if len(table) != 10
        ]
        there = Counter(player for table in tables for player in table)
        there.update(out)
        found += [f"Round {number}: player {p} is there {n} times." for p, n in there.items() if n != 1]
        found += [f"Round {number}: player {p} is missing." for p in sorted(everybody - there.keys())]
        found += [f"Round {number}: there is no player {p}." for p in sorted(there.keys() - everybody)]
    outs = [*past_sit_outs, *sit_outs]
    count = Counter(dict.fromkeys(everybody, 0))
    count.update(player for out in outs for player in out)
    if count and max(count.values()) - min(count.values()) > 1:
        found.append("Sit-outs of two players differ by more than one.")
    for number, (one, other) in enumerate(pairwise(outs), 2):
        found += [f"Round {number}: player {p} sits out again." for p in sorted(set(one) & set(other))]
    met = meetings(rounds, everybody)
    found += [f"Players {a} and {b} meet." for a, b in apart if met[min(a, b), max(a, b)]]
    return tuple(found)


def meetings(rounds: Iterable[Round], players: Collection[int]) -> Counter[Pair]:
    """How often each pair met, lower number first; pairs that never met are not in it."""
    return Counter(
        pair
        for tables in rounds
        for table in tables
        for pair in combinations(sorted(player for player in table if player in players), 2)
    )


def neighbours(rounds: Iterable[Round], players: Collection[int], *, ring: bool = True) -> Counter[Pair]:
    """How often each pair sat side by side."""
    found: Counter[Pair] = Counter()
    for tables in rounds:
        for table in tables:
            sides = list(pairwise(table))
            if ring and len(table) > 2:
                sides.append((table[-1], table[0]))
            found.update((min(a, b), max(a, b)) for a, b in sides if a in players and b in players)
    return found


def _outside(times: Mapping[int, int], total: int) -> int:
    count = sum(times.values())
    if count == 0:
        return 0
    low, high = total // count - 1, -(-total // count) + 1
    return sum(number for met, number in times.items() if not low <= met <= high)


def _opponents(met: Iterable[Pair], players: Collection[int]) -> tuple[int, int]:
    count = Counter(dict.fromkeys(players, 0))
    count.update(player for pair in met for player in pair)
    return min(count.values(), default=0), max(count.values(), default=0)


def _visits_to_seats(rounds: Iterable[Round], players: Collection[int]) -> Counter[tuple[int, int]]:
    return Counter(
        (player, seat)
        for tables in rounds
        for table in tables
        for seat, player in enumerate(table, 1)
        if player in players
    )


def _visits_to_tables(rounds: Iterable[Round]) -> Counter[tuple[int, int]]:
    return Counter(
        (player, number) for tables in rounds for number, table in enumerate(tables, 1) for player in table
    )


def _uneven(
    seats: Mapping[tuple[int, int], int], games: Mapping[int, int], parts: Sequence[Sequence[int]]
) -> int:
    uneven = 0
    for player, played in games.items():
        for part in parts:
            visits = sum(seats.get((player, seat), 0) for seat in part)
            share = played * len(part)
            uneven += max(0, share // 10 - visits, visits - -(-share // 10))
    return uneven
