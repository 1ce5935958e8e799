"""Counting closed games: how often each player had each role with each result in each stage, and what he was
paid beside the base. Points follow from the counts once, at the end, in whole units of one common fraction:
exact, and quick for ten thousand games, since players are numbered and everything about them stands in lists.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import lcm
from operator import add
from typing import TYPE_CHECKING

from rules.difficulty import Coefficients
from rules.record import changing, record
from rules.scoring import (
    ADDITIONAL,
    ONE,
    ZERO,
    Prices,
    base_points,
    extras,
    first_kill_points,
    first_kill_share,
    units,
)
from rules.sheet import DRAW, RED, Player, team_of

if TYPE_CHECKING:
    from rules.regulation import Regulation
    from rules.standings import ScoredGame

ROLES = ("civilian", "sheriff", "mafia", "don")


@record
class Beside:
    """What the players had beside the base in one role of one stage, before any weight; by their numbers.

    paid, additional: units of points. deaths: as the first victim; halves: of a first victim's compensation,
    as many as those deaths are worth.
    """

    paid: list[int]
    additional: list[int]
    deaths: list[int]
    halves: list[int]


@record
class Rates:
    """What is paid in a stage, weight and coefficient included.

    base: of one game, by winner and role; beside: of one unit beside the base; half: of half a compensation,
    by the number of the player.
    """

    base: dict[tuple[str, str], Fraction]
    beside: Fraction
    half: dict[int, Fraction]

    def all(self) -> tuple[Fraction, ...]:
        return (*self.base.values(), self.beside, *self.half.values())


@changing
class RoleRecord:
    """What a player did in one role: games, wins, deaths as the first victim, points with all weights.

    points_in_units, additional_in_units: whole numbers of 1/unit; all records of a count have the same unit.
    """

    unit: int
    games: int = 0
    wins: int = 0
    first_night_deaths: int = 0
    points_in_units: int = 0
    additional_in_units: int = 0

    @property
    def points(self) -> Fraction:
        """Points won in this role."""
        return Fraction(self.points_in_units, self.unit)

    @property
    def additional(self) -> Fraction:
        """Additional points won in this role; they are part of the points."""
        return Fraction(self.additional_in_units, self.unit)


@changing
class PlayerCount:
    """What a player did in all counted games; points are units of the count they stand in.

    best_move_hits: best moves that were paid; best_move_tries: those that were made.
    """

    name: str
    by_stage: dict[str, int]
    by_role: dict[str, RoleRecord]
    games: int = 0
    wins: int = 0
    first_night_deaths: int = 0
    points: int = 0
    additional: int = 0
    best_move_hits: int = 0
    best_move_tries: int = 0


@record
class Count:
    """All players by id, with the unit their points are in."""

    unit: int
    players: dict[str, PlayerCount]


class Tally:
    """The counts of a set of closed games. Stand-ins are passed over; nothing of the others hangs on them."""

    def __init__(self, regulation: Regulation, games: Iterable[ScoredGame]) -> None:
        self.regulation = regulation
        games = tuple(games)
        self.prices = Prices.of(regulation.scoring, (game.sheet for game in games))
        self._names = _names(games)
        self._number = {identity: number for number, identity in enumerate(self._names)}
        # By stage, winner and role; by stage and role: lists by the players' numbers.
        self._games: dict[str, dict[str, dict[str, list[int]]]] = {}
        self._beside: dict[str, dict[str, Beside]] = {}
        self._hits, self._tries = self._zeros(), self._zeros()
        for game in games:
            self._add(game)

    def _zeros(self) -> list[int]:
        return [0] * len(self._number)

    def _add(self, game: ScoredGame) -> None:
        sheet, stage, number = game.sheet, game.stage or "", self._number
        roles, winner = sheet.roles, sheet.winner or DRAW
        results = self._games.get(stage)
        if results is None:
            results = self._games[stage] = {}
            self._beside[stage] = {role: Beside(*(self._zeros() for _ in range(4))) for role in ROLES}
        counts = results.get(winner)
        if counts is None:
            counts = results[winner] = {role: self._zeros() for role in ROLES}
        for player in game.players:
            if not player.stand_in:
                counts[roles[player.seat - 1]][number[player.id]] += 1
        beside = self._beside[stage]
        paying = winner != DRAW or self.regulation.draw_game.points
        for seat, part, points in extras(sheet, self.prices) if paying else ():
            paid = _at(game.players, seat)
            if paid is not None:
                own, index = beside[roles[seat - 1]], number[paid.id]
                own.paid[index] += points
                if part in ADDITIONAL:
                    own.additional[index] += points
                if part == "best_move":
                    self._hits[index] += 1
        victim = None if sheet.first_killed is None else _at(game.players, sheet.first_killed)
        if victim is not None:
            role, index = roles[victim.seat - 1], number[victim.id]
            beside[role].deaths[index] += 1
            if self.regulation.scoring.first_kill is not None:
                share = first_kill_share(sheet, self.regulation.scoring.first_kill)
                beside[role].halves[index] += int(share * 2)
            if paying and sheet.best_move and team_of(role) == RED:
                self._tries[index] += 1

    def count(self, coefficients: Coefficients) -> Count:
        """Everybody's counts and points; the stages of a player in the regulation's order."""
        stages = in_order(self._games, self.regulation)
        rates = {stage: self._rates(stage, coefficients) for stage in stages}
        unit = lcm(*(points.denominator for own in rates.values() for points in own.all()))
        by_role = {role: [self._zeros() for _ in range(5)] for role in ROLES}
        by_stage = {}
        for stage in stages:
            points, games = self._zeros(), self._zeros()
            for role in ROLES:
                columns = self._columns(stage, role, rates[stage], unit)
                by_role[role] = list(map(_sum, by_role[role], columns))
                games, points = _sum(games, columns[0]), _sum(points, columns[3])
            by_stage[stage] = points, games
        alike = zip(*by_role.values(), strict=True)
        totals = [list(map(sum, zip(*columns, strict=True))) for columns in alike]
        records = {role: list(zip(*columns, strict=True)) for role, columns in by_role.items()}
        players = {}
        for identity, *numbers in zip(self._names, *totals, self._hits, self._tries, strict=True):
            index = self._number[identity]
            players[identity] = PlayerCount(
                self._names[identity],
                {stage: points[index] for stage, (points, games) in by_stage.items() if games[index]},
                {role: RoleRecord(unit, *rows[index]) for role, rows in records.items() if rows[index][0]},
                *numbers,
            )
        return Count(unit, players)

    def _rates(self, stage: str, coefficients: Coefficients) -> Rates:
        scoring, draws = self.regulation.scoring, self.regulation.draw_game.points
        weight = next((own.weight for own in self.regulation.stages if own.id == stage), ONE)
        beside = weight if scoring.weight_on == "all" else ONE
        base = {}
        for winner in self._games[stage]:
            k = coefficients.of_stage(stage).of(winner)
            for role in ROLES:
                points = base_points(role, winner, scoring) if winner != DRAW or draws else ZERO
                # The coefficient is for those who won the game.
                base[winner, role] = points * weight * (k if team_of(role) == winner else ONE)
        compensations = self.compensations(stage).items()
        half = {self._number[player]: points * beside / 2 for player, points in compensations}
        return Rates(base, beside / self.prices.unit, half)

    def _columns(self, stage: str, role: str, rates: Rates, unit: int) -> tuple[list[int], ...]:
        """Games, wins, deaths, points, additional of each player in one role of one stage."""
        beside, games, wins = self._beside[stage][role], self._zeros(), self._zeros()
        points = _times(beside.paid, units(rates.beside, unit))
        for winner, counts in self._games[stage].items():
            games = _sum(games, counts[role])
            points = _sum(points, _times(counts[role], units(rates.base[winner, role], unit)))
            if winner == team_of(role):
                wins = counts[role]
        for index, half in rates.half.items():
            points[index] += beside.halves[index] * units(half, unit)
        return games, wins, beside.deaths, points, _times(beside.additional, units(rates.beside, unit))

    def compensations(self, stage: str) -> dict[str, Fraction]:
        """What one compensated game of a stage is worth to each player; a stage is a group of its own."""
        rule = self.regulation.scoring.first_kill
        if rule is None or stage not in self._games:
            return {}
        games, deaths = self._zeros(), self._zeros()
        for counts in self._games[stage].values():
            for numbers in counts.values():
                games = _sum(games, numbers)
        for role, beside in self._beside[stage].items():
            if team_of(role) == RED:
                deaths = _sum(deaths, beside.deaths)
        return {
            player: first_kill_points(died, played, rule)
            for player, played, died in zip(self._number, games, deaths, strict=True)
            if died
        }


def _names(games: Iterable[ScoredGame]) -> dict[str, str]:
    """The names of the ranked players by id, as written in the protocols."""
    names: dict[str, str] = {}
    for game in games:
        for player in game.players:
            if not player.stand_in and player.name < names.setdefault(player.id, player.name):
                # The same table in whatever order games come: of two spellings, one is always taken.
                names[player.id] = player.name
    return names


def _sum(one: list[int], other: list[int]) -> list[int]:
    return list(map(add, one, other))


def _times(numbers: list[int], factor: int) -> list[int]:
    return [number * factor for number in numbers]


def _at(players: Sequence[Player], seat: int) -> Player | None:
    """The ranked player of a seat; None for a stand-in."""
    player = players[seat - 1] if len(players) >= seat else None
    if player is None or player.seat != seat:
        player = next((other for other in players if other.seat == seat), None)
    return None if player is None or player.stand_in else player


def in_order(stages: Iterable[str], regulation: Regulation) -> list[str]:
    """The stages as the regulation has them, then those it does not know, by name."""
    rank = {stage.id: number for number, stage in enumerate(regulation.stages)}
    return sorted(stages, key=lambda stage: (rank.get(stage, len(rank)), stage))
