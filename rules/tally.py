"""Counting closed games: how often each player had each role in each result of each stage, and what he was
paid beside the base. Points follow from the counts once, at the end, in whole units of one common fraction:
exact, and quick for ten thousand games.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING

from rules.difficulty import Coefficients
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

Seated = tuple[str, str, str]
"""Who played as what: id, name as written in the protocol, role."""


@dataclass(slots=True)
class Beside:
    """What a player had beside the base in one role of one stage, before any weight.

    paid, additional: units of points. deaths: as the first victim; compensated: the halves of a first
    victim's compensation they are worth.
    """

    paid: int = 0
    additional: int = 0
    deaths: int = 0
    compensated: int = 0


@dataclass(slots=True)
class RoleCount:
    """What a player did in one role; points and additional are units with all weights in them."""

    games: int = 0
    wins: int = 0
    deaths: int = 0
    points: int = 0
    additional: int = 0


@dataclass(slots=True)
class PlayerCount:
    """What a player did in all counted games; points are units of the count they stand in."""

    name: str
    by_stage: dict[str, int] = field(default_factory=dict)
    by_role: dict[str, RoleCount] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
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
        self.best_move_hits: Counter[str] = Counter()
        self.best_move_tries: Counter[str] = Counter()
        self._seated: dict[str, dict[str, Counter[Seated]]] = {}
        self._beside: dict[str, dict[tuple[str, str], Beside]] = {}
        for game in games:
            self._add(game)

    def _add(self, game: ScoredGame) -> None:
        sheet, stage = game.sheet, game.stage or ""
        roles, winner = sheet.roles, sheet.winner or DRAW
        results = self._seated.setdefault(stage, {})
        if winner not in results:
            results[winner] = Counter()
        results[winner].update([(p.id, p.name, roles[p.seat - 1]) for p in game.players if not p.stand_in])
        beside = self._beside.setdefault(stage, {})
        paying = winner != DRAW or self.regulation.draw_game.points
        if paying:
            for seat, part, points in extras(sheet, self.prices):
                player = _at(game.players, seat)
                if player is not None:
                    own = _own(beside, player, roles)
                    own.paid += points
                    if part in ADDITIONAL:
                        own.additional += points
                    if part == "best_move":
                        self.best_move_hits[player.id] += 1
        victim = None if sheet.first_killed is None else _at(game.players, sheet.first_killed)
        if victim is not None:
            own = _own(beside, victim, roles)
            own.deaths += 1
            if self.regulation.scoring.first_kill is not None:
                own.compensated += int(first_kill_share(sheet, self.regulation.scoring.first_kill) * 2)
            if paying and sheet.best_move and team_of(roles[victim.seat - 1]) == RED:
                self.best_move_tries[victim.id] += 1

    def count(self, coefficients: Coefficients) -> Count:
        """Everybody's counts and points; the stages of a player in the regulation's order."""
        scoring = self.regulation.scoring
        weights = {stage.id: stage.weight for stage in self.regulation.stages}
        stages = in_order(self._seated, self.regulation)
        bases = {
            (stage, winner, role): base
            for stage in stages
            for winner in self._seated[stage]
            for role, base in self._bases(winner, coefficients.of_stage(stage).of(winner)).items()
        }
        compensations = {stage: self.compensations(stage) for stage in stages}
        unit = lcm(
            *(base.denominator for base in bases.values()),
            *(2 * points.denominator for of in compensations.values() for points in of.values()),
            self.prices.unit,
        ) * lcm(*(weight.denominator for weight in weights.values()))
        players: dict[str, PlayerCount] = {}
        for stage in stages:
            weight = weights.get(stage, ONE)
            for winner, seated in self._seated[stage].items():
                value = {role: units(bases[stage, winner, role] * weight, unit) for role in _ROLES}
                self._bases_of(players, stage, winner, seated, value)
            beside_weight = weight if scoring.weight_on == "all" else ONE
            scale = units(beside_weight / self.prices.unit, unit)
            for (identity, role), own in self._beside[stage].items():
                player = players[identity]
                count = player.by_role[role]
                paid = own.paid * scale
                if own.compensated:
                    paid += own.compensated * units(compensations[stage][identity] * beside_weight / 2, unit)
                count.deaths += own.deaths
                count.points += paid
                count.additional += own.additional * scale
                player.by_stage[stage] += paid
        return Count(unit, players)

    def _bases(self, winner: str, k: Fraction) -> dict[str, Fraction]:
        """The base of each role with this result; k is the game's coefficient, for those who won it."""
        if winner == DRAW and not self.regulation.draw_game.points:
            return dict.fromkeys(_ROLES, ZERO)
        return {
            role: base_points(role, winner, self.regulation.scoring) * (k if team_of(role) == winner else ONE)
            for role in _ROLES
        }

    @staticmethod
    def _bases_of(
        players: dict[str, PlayerCount],
        stage: str,
        winner: str,
        seated: Counter[Seated],
        value: dict[str, int],
    ) -> None:
        winners = {role for role in _ROLES if team_of(role) == winner}
        for (identity, name, role), games in seated.items():
            player = players.get(identity)
            if player is None:
                player = players[identity] = PlayerCount(name)
            elif name < player.name:
                # The same table in whatever order games come: of two spellings, one is always taken.
                player.name = name
            count = player.by_role.get(role)
            if count is None:
                count = player.by_role[role] = RoleCount()
            points = games * value[role]
            count.games += games
            count.points += points
            if role in winners:
                count.wins += games
            player.by_stage[stage] = player.by_stage.get(stage, 0) + points

    def compensations(self, stage: str) -> dict[str, Fraction]:
        """What one compensated game of a stage is worth to each player; a stage is a group of its own."""
        rule = self.regulation.scoring.first_kill
        if rule is None:
            return {}
        games: Counter[str] = Counter()
        deaths: Counter[str] = Counter()
        for seated in self._seated.get(stage, {}).values():
            for (identity, _, _), number in seated.items():
                games[identity] += number
        for (identity, role), own in self._beside.get(stage, {}).items():
            if team_of(role) == RED:
                deaths[identity] += own.deaths
        return {player: first_kill_points(deaths[player], played, rule) for player, played in games.items()}


_ROLES = ("civilian", "sheriff", "mafia", "don")


def _at(players: tuple[Player, ...], seat: int) -> Player | None:
    """The ranked player of a seat; None for a stand-in."""
    player = players[seat - 1] if len(players) >= seat else None
    if player is None or player.seat != seat:
        player = next((other for other in players if other.seat == seat), None)
    return None if player is None or player.stand_in else player


def _own(beside: dict[tuple[str, str], Beside], player: Player, roles: tuple[str, ...]) -> Beside:
    key = player.id, roles[player.seat - 1]
    own = beside.get(key)
    if own is None:
        own = beside[key] = Beside()
    return own


def in_order(stages: Iterable[str], regulation: Regulation) -> list[str]:
    """The stages as the regulation has them, then those it does not know, by name."""
    rank = {stage.id: number for number, stage in enumerate(regulation.stages)}
    return sorted(stages, key=lambda stage: (rank.get(stage, len(rank)), stage))
