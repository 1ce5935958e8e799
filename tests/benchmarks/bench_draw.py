"""Measures draws against the figures they must reach: `python tests/benchmarks/bench_draw.py [--check]`.

Every draw is read by the checker of rules.draw.quality alone. Every seed has its own pairs to keep apart, its
own past and its own games before a Swiss round. Of a figure the worst over the seeds counts. Times are CPU,
the median over the seeds, also as ratio to the template case 60×6×7 of the same run.

--seeds N, --annealed-seeds N: the latter for draws that take seconds. --check exits 1 over a figure.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[2]))

from rules.draw.apart import pairs_of
from rules.draw.drawing import draw
from rules.draw.lottery import Lottery
from rules.draw.quality import Quality, Round, Rounds, faults, measure
from rules.draw.swiss import Placed, swiss

TEMPLATE = "60×6×7"
SECONDS_TEMPLATE, SECONDS_ANNEALED, SECONDS_SWISS = 0.1, 10.0, 0.5


@dataclass(frozen=True)
class Seen:
    """One draw: its figures by name, what no draw may do, and its CPU time."""

    figures: Mapping[str, int]
    faults: tuple[str, ...]
    seconds: float
    bound: int | None = None


@dataclass(frozen=True)
class Case:
    """A row of the table. limits: for each figure the least and most it may be."""

    name: str
    run: Callable[[str], Seen]
    limits: Mapping[str, tuple[int, int]]
    seconds: float
    annealed: bool = False


@dataclass
class Row:
    """What the seeds of a case gave."""

    case: Case
    seen: list[Seen] = field(default_factory=list)

    def over(self) -> list[str]:
        """The figures that are not reached, with by how many of the seeds."""
        found = []
        for name, (least, most) in self.case.limits.items():
            values = [one.figures[name] for one in self.seen]
            wrong = sum(not least <= value <= most for value in values)
            if wrong:
                found.append(
                    f"{name} {min(values)}–{max(values)}, not {_range(least, most)}, "
                    f"{wrong} of {len(values)} seeds"
                )
        found += sorted({fault for one in self.seen for fault in one.faults})[:3]
        seconds = statistics.median(one.seconds for one in self.seen)
        if seconds > self.case.seconds:
            found.append(f"{seconds:.2f} s, not ≤ {self.case.seconds:g} s")
        return found

    def lines(self, unit: float) -> Iterable[str]:
        seconds = statistics.median(one.seconds for one in self.seen)
        bounds = {one.bound for one in self.seen if one.bound is not None}
        bound = f"  S2 bound {min(bounds)}" if bounds else ""
        yield (
            f"{self.case.name}  {len(self.seen)} seeds{bound}  "
            f"{seconds:.3f} s (≤ {self.case.seconds:g}) = {seconds / unit:.1f} × template"
        )
        for name, (least, most) in self.case.limits.items():
            values = [one.figures[name] for one in self.seen]
            bad = any(not least <= value <= most for value in values)
            yield (
                f"    {name:<18} {min(values):>5}–{max(values):<5} mean {sum(values) / len(values):>8.1f}"
                f"   {_range(least, most):<12}{' OVER' if bad else ''}"
            ).rstrip()
        for text in sorted({fault for one in self.seen for fault in one.faults})[:3]:
            yield f"    OVER {text}"


def _range(least: int, most: int) -> str:
    return f"= {most}" if least == most else f"≤ {most}" if least == 0 else f"{least}–{most}"


def _named(figures: Quality) -> dict[str, int]:
    met = [times for times, count in figures.pairs.items() if count]
    return {
        "S2": figures.s2,
        "S3": figures.s3,
        "meetings, least": min(met),
        "meetings, most": max(met),
        "outside the range": figures.outside,
        "opponents, least": figures.opponents[0],
        "opponents, most": figures.opponents[1],
        "seat repeats": figures.seat_repeats,
        "visits to a seat": figures.seat_visits_max,
        "zones": figures.zones,
        "halves": figures.halves,
        "seat pairs": figures.seat_pairs,
        "neighbours twice": figures.neighbours_twice,
        "visits to a table": figures.table_visits_max,
        "table visits C2": figures.table_visits_2,
        "kept apart, met": figures.never,
    }


def _drawn(players: int, tables: int, rounds: int, apart: str = "") -> Callable[[str], Seen]:
    def run(seed: str) -> Seen:
        order = Lottery(seed, "roster").shuffled(range(1, players + 1))
        pairs: tuple[tuple[int, int], ...] = ()
        if apart == "pairs":
            pairs = tuple(Lottery(seed, "pairs").shuffled(combinations(sorted(order), 2))[:30])
        elif apart == "clubs":
            pairs = pairs_of(order[start : start + 6] for start in range(0, 60, 6))
        start = time.process_time()
        drawn = draw(players, tables, rounds, seed, apart=pairs)
        seconds = time.process_time() - start
        # The roster in another order: the checker must not care who has which number.
        new = dict(zip(range(1, players + 1), order, strict=True))
        renamed = tuple(tuple(tuple(new[one] for one in table) for table in row) for row in drawn.rounds)
        figures = measure(renamed, order, apart=[(new[a], new[b]) for a, b in pairs])
        outs = [player for out in drawn.sit_outs for player in out]
        more = {"sit out": len(outs), "sit-outs, most": max(map(outs.count, outs), default=0)}
        wrong = faults(drawn.rounds, drawn.sit_outs, players, apart=pairs)
        return Seen(_named(figures) | more, wrong, seconds, figures.bound_s2)

    return run


def _semifinal(seed: str) -> Seen:
    """Forty of sixty by lot, three rounds after seven."""
    through = sorted(Lottery(seed, "through").shuffled(range(1, 61))[:40])
    number = {player: index for index, player in enumerate(through, 1)}
    past = tuple(
        tuple(tuple(number.get(player, 100 + player) for player in table) for table in row)
        for row in draw(60, 6, 7, f"{seed}/past").rounds
    )
    start = time.process_time()
    drawn = draw(40, 4, 3, seed, past=past)
    seconds = time.process_time() - start
    players = range(1, 41)
    figures = measure(drawn.rounds, players, past=past)
    more = {"S2, increase": figures.s2 - measure(past, players).s2}
    return Seen(_named(figures) | more, faults(drawn.rounds, drawn.sit_outs, 40), seconds)


def _swiss(seed: str) -> Seen:
    """Five rounds at random and five by the Swiss draw; the slowest round counts."""
    lots = Lottery(seed, "event")
    played: list[Round] = list(draw(40, 4, 5, seed).rounds)
    points = [Fraction(0)] * 40
    slowest = 0.0

    def play(row: Round) -> None:
        for table in row:
            order = lots.shuffled(table)
            for player in order[7:] if lots.below(2) else order[:7]:
                points[player - 1] += 2
            points[order[0] - 1] += Fraction(lots.below(5), 4)

    for row in played:
        play(row)
    for number in range(5):
        standing = [
            Placed(player, 1 + sum(other > own for other in points), own)
            for player, own in enumerate(points, 1)
        ]
        start = time.process_time()
        played.append(swiss(standing, 4, f"{seed}/{number}", past=tuple(played)).tables)
        slowest = max(slowest, time.process_time() - start)
        play(played[-1])
    rounds: Rounds = tuple(played)
    return Seen(_named(measure(rounds, range(1, 41))), faults(rounds, [()] * 10, 40), slowest)


def _case(
    size: tuple[int, int, int], *, annealed: bool = False, apart: str = "", **limits: int | tuple[int, int]
) -> Case:
    name = "×".join(map(str, size)) + {"": "", "pairs": ", 30 pairs apart", "clubs": ", ten clubs"}[apart]
    seconds = SECONDS_ANNEALED if annealed else SECONDS_TEMPLATE
    if size[0] == 1000:
        seconds = SECONDS_ANNEALED
    return Case(name, _drawn(*size, apart), _limits(limits), seconds, annealed)


def _limits(limits: Mapping[str, int | tuple[int, int]]) -> dict[str, tuple[int, int]]:
    return {WORDS[name]: value if isinstance(value, tuple) else (0, value) for name, value in limits.items()}


WORDS = {
    "s2": "S2",
    "s3": "S3",
    "increase": "S2, increase",
    "met_least": "meetings, least",
    "met_most": "meetings, most",
    "outside": "outside the range",
    "opponents_least": "opponents, least",
    "opponents_most": "opponents, most",
    "seats": "seat repeats",
    "seat_most": "visits to a seat",
    "zones": "zones",
    "neighbours": "neighbours twice",
    "table_most": "visits to a table",
    "visits": "table visits C2",
    "never": "kept apart, met",
    "out": "sit out",
    "out_most": "sit-outs, most",
}

CASES = (
    _case(
        (60, 6, 7),
        s2=(504, 504),
        s3=0,
        seats=0,
        zones=0,
        neighbours=0,
        opponents_least=(45, 47),
        opponents_most=(45, 47),
        table_most=3,
    ),
    _case((40, 4, 3), s2=(96, 96), s3=0, seats=0, zones=0, neighbours=0, visits=24),
    _case((40, 4, 5), s2=(320, 320), s3=0, seats=0, zones=0, neighbours=0, visits=80),
    _case((50, 5, 7), s2=(525, 525), s3=0, seats=0),
    _case((70, 7, 7), s2=(441, 441), s3=0, seats=0),
    _case((80, 8, 7), s2=(336, 336), s3=0, seats=0),
    _case((90, 9, 7), s2=(189, 189), s3=0, seats=0),
    _case((60, 6, 7), apart="pairs", s2=(504, 504), never=0),
    _case((60, 6, 7), apart="clubs", s2=(504, 504), never=0),
    _case((1000, 100, 10), s2=0, seats=0, table_most=1),
    Case("Swiss 40 × (5 + 5)", _swiss, _limits({"seats": 20, "seat_most": 2}), SECONDS_SWISS),
    _case((40, 4, 10), annealed=True, s2=1452, outside=3, seats=0, neighbours=3),
    _case((30, 3, 8), annealed=True, s2=1009, seats=0, neighbours=0),
    _case((20, 2, 10), annealed=True, s2=(1800, 1800), met_least=(2, 7), met_most=(2, 7), seats=0),
    _case((63, 6, 7), annealed=True, s2=456, s3=6, out=(21, 21), out_most=1),
    Case(
        "semifinal 40×4×3 after 60×6×7",
        _semifinal,
        _limits({"increase": 510, "seats": 15, "seat_most": 2}),
        SECONDS_ANNEALED,
        annealed=True,
    ),
)


def rows(seeds: int, annealed_seeds: int) -> Iterable[Row]:
    """Every case drawn with so many seeds."""
    for case in CASES:
        row = Row(case)
        for number in range(annealed_seeds if case.annealed else seeds):
            row.seen.append(case.run(f"seed{number}"))
        yield row


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--annealed-seeds", type=int, metavar="N", help="as --seeds where not given")
    parser.add_argument("--check", action="store_true", help="exit 1 where a figure is not reached")
    parser.add_argument("--write", metavar="FILE", help="keep the table in a file too")
    args = parser.parse_args()
    annealed = args.seeds if args.annealed_seeds is None else args.annealed_seeds
    lines = [
        f"Draws, seeds seed0 to seed{args.seeds - 1}; those of the annealer to seed{annealed - 1}. "
        "Least–most, mean, what is to be reached. CPU time, median."
    ]
    print(lines[0], flush=True)
    unit, missed = 0.0, []
    for row in rows(args.seeds, annealed):
        if row.case.name == TEMPLATE:
            unit = statistics.median(one.seconds for one in row.seen)
        found = list(row.lines(unit))
        print("\n".join(found), flush=True)
        lines += found
        missed += [f"{row.case.name}: {text}" for text in row.over()]
    end = (
        ["", "Not reached:", *(f"  {text}" for text in missed)]
        if missed
        else ["", "Every figure is reached."]
    )
    print("\n".join(end))
    if args.write:
        Path(args.write).write_text("\n".join([*lines, *end]) + "\n", encoding="utf-8")
    return int(bool(missed) and args.check)


if __name__ == "__main__":
    sys.exit(main())
