"""Points of one game, exactly: what falls to each seat of a sheet under a regulation's [scoring].

weight of the stage x (base x K + best move + award + removal + fines of the game). Everything is a Fraction;
figures are rounded only where they are shown, by shown().
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import floor, lcm
from typing import TYPE_CHECKING

from rules.record import record
from rules.sheet import BLACK, DEALT, DRAW, RED, SEATS, Sheet, team_of

if TYPE_CHECKING:
    from rules.regulation import FirstKill, Scoring

ZERO = Fraction(0)
ONE = Fraction(1)
HALF = Fraction(1, 2)

BLACKS = frozenset(role for role in DEALT if team_of(role) == BLACK)

ADDITIONAL = frozenset({"best_move", "award", "removal"})
"""The parts that count as additional points when equal totals are parted. Source: A, scoring; A, ranking."""


@record
class SeatPoints:
    """Points of one seat in one game.

    base, best_move, award, removal and fines are the plain values of the regulation; k is the coefficient
    put on this seat's base (1 unless it won a hard game), weight the stage's. total and additional are final:
    coefficient and weight are in them. first_kill: the compensation of a red first victim, where the
    regulation has one; it is in the total and no additional point.
    """

    seat: int
    base: Fraction
    best_move: Fraction
    award: Fraction
    removal: Fraction
    fines: Fraction
    total: Fraction
    additional: Fraction
    k: Fraction = ONE
    weight: Fraction = ONE
    first_kill: Fraction = ZERO

    def to_json(self) -> dict[str, object]:
        """Exact strings, with the total as it is shown beside it; coefficient and weight are left out."""
        return {
            "seat": self.seat,
            "base": str(self.base),
            "best_move": str(self.best_move),
            "award": str(self.award),
            "removal": str(self.removal),
            "fines": str(self.fines),
            "total": str(self.total),
            "additional": str(self.additional),
            "shown": shown(self.total),
        }


@record
class Prices:
    """What a regulation pays beside the base, in whole units of 1/unit: many games add up in integers.

    best_move: by blacks named; awards: by kind, None where the judge says how many; removal: of one seat;
    team_defeat: of the seat that brought it.
    """

    unit: int
    best_move: Mapping[int, int]
    awards: Mapping[str, int | None]
    removal: int
    team_defeat: int

    @classmethod
    def of(cls, scoring: Scoring, sheets: Iterable[Sheet]) -> Prices:
        """The prices in a unit that fits the values of the regulation and those written in the sheets."""
        defeat = scoring.removal if scoring.team_defeat is None else scoring.team_defeat
        fixed = [*scoring.best_move.values(), scoring.removal, defeat]
        fixed += (kind.points for kind in scoring.awards if kind.points is not None)
        free = any(kind.points is None for kind in scoring.awards)
        for sheet in sheets:
            if sheet.fines or free:
                fixed += (fine.points for fine in sheet.fines)
                fixed += (award.points for award in sheet.awards if award.points is not None)
        unit = lcm(*{points.denominator for points in fixed})
        return cls(
            unit=unit,
            best_move={hits: units(points, unit) for hits, points in scoring.best_move.items()},
            awards={k.id: None if k.points is None else units(k.points, unit) for k in scoring.awards},
            removal=units(scoring.removal, unit),
            team_defeat=units(defeat, unit),
        )


def units(points: Fraction, unit: int) -> int:
    """Points in units of 1/unit, which must fit."""
    return points.numerator * (unit // points.denominator)


def is_scored(sheet: Sheet) -> bool:
    """Whether the game counts for scoring: decided, not void, and with its deal on record."""
    return sheet.winner is not None and sheet.ending != "void" and len(sheet.roles) == len(SEATS)


def base_points(role: str, winner: str, scoring: Scoring) -> Fraction:
    """The base of one role, without coefficient and weight. Source: A, scoring: 2 for a win."""
    if winner == DRAW:
        return scoring.draw
    if winner != team_of(role):
        return scoring.loss + scoring.role_loss.get(role, ZERO)
    return scoring.win + scoring.role_win.get(role, ZERO)


def best_move_hits(sheet: Sheet) -> int | None:
    """How many blacks the first victim named; None when no best move could earn points.

    Only the seat shot in the first night has a best move, only a red one is paid for it, and one that was
    declined or not granted is no try. Source: A, scoring; F.
    """
    victim = sheet.first_killed
    if victim is None or not sheet.best_move or team_of(sheet.roles[victim - 1]) != RED:
        return None
    roles = sheet.roles
    return len([seat for seat in set(sheet.best_move) if roles[seat - 1] in BLACKS])


def first_kill_share(sheet: Sheet, rule: FirstKill | None) -> Fraction:
    """Which share of the compensation the first victim of a scored game gets: all, half or nothing of it.

    Source: F: a red one, whose team lost; half of it for a won game and the best move's hit where the
    regulation says so. A draw is no loss.
    """
    if rule is None or sheet.first_killed is None or team_of(sheet.roles[sheet.first_killed - 1]) != RED:
        return ZERO
    if rule.needs_hit and not best_move_hits(sheet):
        return ZERO
    if sheet.winner == BLACK:
        return ONE
    return HALF if sheet.winner == RED and rule.half_when_won else ZERO


def first_kill_points(deaths: int, games: int, rule: FirstKill) -> Fraction:
    """The compensation of one game: min(most, deaths x most / B), B = share x games rounded, half up.

    deaths: how often the player was the first victim as a red in the stage; games: how many he played in it.
    With B = 0 there is none. Source: F.
    """
    norm = floor(rule.share * games + HALF)
    return min(rule.most, deaths * rule.most / norm) if norm else ZERO


def extras(sheet: Sheet, prices: Prices) -> list[tuple[int, str, int]]:
    """All a scored game pays beside the base: seat, part (best_move, award, removal, fines), units of points.

    Not for a draw that gives no points. Facts are taken as the sheet has them: what a judge may not give is
    for rules.check to report. An award of a kind the regulation does not know is worth nothing; the points of
    a fixed kind are the regulation's.
    """
    found: list[tuple[int, str, int]] = []
    if sheet.best_move and sheet.first_killed is not None:
        points = prices.best_move.get(best_move_hits(sheet) or 0)
        if points:
            found.append((sheet.first_killed, "best_move", points))
    awards = prices.awards
    for given in sheet.awards:
        points = awards.get(given.kind, 0)
        if points is None and given.points is not None:
            points = units(given.points, prices.unit)
        if points:
            found.append((given.seat, "award", points))
    if sheet.removed:
        # One removal a seat, the first on record, however often it stands in the list.
        for seat, kind in {entry.seat: entry.kind for entry in reversed(sheet.removed)}.items():
            points = prices.team_defeat if kind == "team_defeat" else prices.removal
            found.append((seat, "removal", points))
    for fine in sheet.fines:
        found.append((fine.seat, "fines", units(fine.points, prices.unit)))
    return found


def game_points(
    sheet: Sheet,
    scoring: Scoring,
    *,
    k: Fraction = ONE,
    weight: Fraction = ONE,
    draw_points: bool = False,
    first_kill: Fraction = ZERO,
) -> tuple[SeatPoints, ...]:
    """Points of the ten seats, in seat order; empty while the game is undecided, void or without a deal.

    k: the difficulty coefficient of this game, 1 unless it was a hard one; it falls on the winners' base
    only. weight: of the stage; under weight_on = "base" it multiplies the base alone. draw_points: the
    regulation's draw_game.points; without it a drawn game is worth nothing to anybody, fines and removals
    included (A, important details). first_kill: the compensation of one game of the first victim, which
    depends on his other games; by itself a game has none.
    """
    if not is_scored(sheet) or sheet.winner is None:
        return ()
    nothing = sheet.winner == DRAW and not draw_points
    prices = Prices.of(scoring, (sheet,))
    parts: dict[int, dict[str, Fraction]] = {seat: {} for seat in SEATS}
    for seat, name, points in () if nothing else extras(sheet, prices):
        parts[seat][name] = parts[seat].get(name, ZERO) + Fraction(points, prices.unit)
    extra_weight = weight if scoring.weight_on == "all" else ONE
    rows = []
    for seat in SEATS:
        role = sheet.roles[seat - 1]
        part = parts[seat]
        base = ZERO if nothing else base_points(role, sheet.winner, scoring)
        seat_k = k if sheet.winner == team_of(role) else ONE
        share = first_kill_share(sheet, scoring.first_kill) if seat == sheet.first_killed else ZERO
        beside = sum(part.values(), share * first_kill)
        additional = sum((points for name, points in part.items() if name in ADDITIONAL), ZERO)
        rows.append(
            SeatPoints(
                seat=seat,
                base=base,
                best_move=part.get("best_move", ZERO),
                award=part.get("award", ZERO),
                removal=part.get("removal", ZERO),
                fines=part.get("fines", ZERO),
                total=base * seat_k * weight + beside * extra_weight,
                additional=additional * extra_weight,
                k=seat_k,
                weight=weight,
                first_kill=share * first_kill,
            )
        )
    return tuple(rows)


def shown(points: Fraction) -> str:
    """Points for the eye: at most two digits, half away from zero, no trailing zeros, a point for the comma.

    Fraction(9, 4) is "2.25", Fraction(70, 29) "2.41", Fraction(2) "2", Fraction(-1, 200) "-0.01". What rounds
    to nothing is "0", never "-0".
    """
    hundredths = (abs(points.numerator) * 200 + points.denominator) // (2 * points.denominator)
    sign = "-" if points < 0 and hundredths else ""
    whole, cents = divmod(hundredths, 100)
    return f"{sign}{whole}" + (f".{cents:02d}".rstrip("0") if cents else "")
