"""Counting closed games: for every stage, role and player how often he played, won, won a hard game, and what
he got beside the base. Points follow from the counts once, at the end, so ten thousand games stay quick.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from rules.difficulty import Coefficients
from rules.scoring import (
    ADDITIONAL,
    ONE,
    ZERO,
    base_points,
    best_move_hits,
    extras,
    first_kill_points,
    first_kill_share,
)
from rules.sheet import BLACK, DEALT, DRAW, RED, team_of

if TYPE_CHECKING:
    from rules.regulation import Regulation
    from rules.standings import ScoredGame


@dataclass(frozen=True, slots=True)
class RoleRecord:
    """What a player did in one role: closed games, wins, deaths as the first victim, points.

    Points have all coefficients and weights in them.
    """

    games: int = 0
    wins: int = 0
    first_night_deaths: int = 0
    points: Fraction = ZERO
    additional: Fraction = ZERO

    def __add__(self, other: RoleRecord) -> RoleRecord:
        return RoleRecord(
            self.games + other.games,
            self.wins + other.wins,
            self.first_night_deaths + other.first_night_deaths,
            self.points + other.points,
            self.additional + other.additional,
        )


class Cell:
    """Counts of one player in one role of one stage.

    beside: unweighted points besides the base. deaths: as first victim; compensated: of them, the shares of a
    compensation they are worth.
    """

    __slots__ = ("additional", "beside", "compensated", "deaths", "drawn", "games", "hard", "wins")

    def __init__(self) -> None:
        self.games = 0
        self.wins = 0
        self.hard = 0
        self.drawn = 0
        self.deaths = 0
        self.compensated = ZERO
        self.beside = ZERO
        self.additional = ZERO


class Tally:
    """All cells of the games added so far, and what is counted apart from stage and role."""

    def __init__(self, regulation: Regulation) -> None:
        self.regulation = regulation
        self.names: dict[str, str] = {}
        self.best_move_hits: Counter[str] = Counter()
        self.best_move_tries: Counter[str] = Counter()
        self._cells: dict[str, dict[str, dict[str, Cell]]] = {}

    def add(self, game: ScoredGame, hard_colour: str | None) -> None:
        """Counts a closed game; hard_colour is the one whose wins are hard in its series.

        A stand-in is passed over: no count of his is kept, nothing of the others depends on him.
        """
        sheet = game.sheet
        roles, winner = sheet.roles, sheet.winner
        hard = winner is not None and winner == hard_colour
        stage = self._cells.setdefault(game.stage or "", {role: {} for role in DEALT})
        seats: dict[int, tuple[str, Cell]] = {}
        for player in game.players:
            if player.stand_in:
                continue
            identity = player.id
            role = roles[player.seat - 1]
            cells = stage[role]
            cell = cells.get(identity)
            if cell is None:
                cell = cells[identity] = Cell()
            name = self.names.setdefault(identity, player.name)
            if name != player.name:
                # The same table in whatever order games come: of two spellings, one is always taken.
                self.names[identity] = min(name, player.name)
            seats[player.seat] = identity, cell
            cell.games += 1
            if winner == DRAW:
                cell.drawn += 1
            elif winner == team_of(role):
                cell.wins += 1
                if hard:
                    cell.hard += 1
        self._extras(game, seats)

    def _extras(self, game: ScoredGame, seats: Mapping[int, tuple[str, Cell]]) -> None:
        regulation, sheet = self.regulation, game.sheet
        draw_points = regulation.draw_game.points
        for extra in extras(sheet, regulation.scoring, draw_points=draw_points):
            if extra.seat in seats:
                cell = seats[extra.seat][1]
                cell.beside += extra.points
                if extra.part in ADDITIONAL:
                    cell.additional += extra.points
        victim = sheet.first_killed
        if victim is None or victim not in seats:
            return
        identity, cell = seats[victim]
        cell.deaths += 1
        if regulation.scoring.first_kill is not None:
            cell.compensated += first_kill_share(sheet, regulation.scoring.first_kill)
        hits = best_move_hits(sheet)
        if hits is not None and (sheet.winner != DRAW or draw_points):
            self.best_move_tries[identity] += 1
            self.best_move_hits[identity] += bool(regulation.scoring.best_move.get(hits))

    def records(self, coefficients: Coefficients) -> dict[str, dict[str, dict[str, RoleRecord]]]:
        """Player to stage to role: his record, stages in the regulation's order."""
        scoring = self.regulation.scoring
        weights = {stage.id: stage.weight for stage in self.regulation.stages}
        drawn = scoring.draw if self.regulation.draw_game.points else ZERO
        found: dict[str, dict[str, dict[str, RoleRecord]]] = {}
        for stage in in_order(self._cells, self.regulation):
            k = coefficients.of_stage(stage).k
            weight = weights.get(stage, ONE)
            beside_weight = weight if scoring.weight_on == "all" else ONE
            compensations = self.compensations(stage)
            for role, cells in self._cells[stage].items():
                team = team_of(role)
                won = base_points(role, team, scoring)
                lost = base_points(role, BLACK if team == RED else RED, scoring)
                for identity, cell in cells.items():
                    base = won * (cell.wins - cell.hard) + won * k * cell.hard + drawn * cell.drawn
                    base += lost * (cell.games - cell.wins - cell.drawn)
                    beside = cell.beside
                    if cell.compensated:
                        beside += cell.compensated * compensations[identity]
                    found.setdefault(identity, {}).setdefault(stage, {})[role] = RoleRecord(
                        games=cell.games,
                        wins=cell.wins,
                        first_night_deaths=cell.deaths,
                        points=base * weight + beside * beside_weight,
                        additional=cell.additional * beside_weight,
                    )
        return found

    def compensations(self, stage: str) -> dict[str, Fraction]:
        """What one compensated game of a stage is worth to each player; a stage is a group of its own."""
        rule = self.regulation.scoring.first_kill
        if rule is None:
            return {}
        games: Counter[str] = Counter()
        deaths: Counter[str] = Counter()
        for role, cells in self._cells.get(stage, {}).items():
            for identity, cell in cells.items():
                games[identity] += cell.games
                if team_of(role) == RED:
                    deaths[identity] += cell.deaths
        return {player: first_kill_points(deaths[player], played, rule) for player, played in games.items()}


def in_order(stages: Iterable[str], regulation: Regulation) -> list[str]:
    """The stages as the regulation has them, then those it does not know, by name."""
    rank = {stage.id: number for number, stage in enumerate(regulation.stages)}
    return sorted(stages, key=lambda stage: (rank.get(stage, len(rank)), stage))
