"""A player's card: how his points came about, game by game and part by part, to answer a dispute."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from rules.decisions import Decided, Decision, Exclusion, PanelFine
from rules.difficulty import Coefficients
from rules.record import record
from rules.scoring import ONE, ZERO, SeatPoints, game_points, is_scored
from rules.tally import Tally, in_order
from rules.through import parse_through

if TYPE_CHECKING:
    from rules.regulation import Regulation
    from rules.standings import ScoredGame


@record
class CardGame:
    """One closed game of the player. hard: won by the rarer colour, so that its winners bear K.

    sum: his points of the games up to and with this one, without missed rounds and fines.
    """

    stage: str | None
    round: int | None
    table: int | None
    role: str
    winner: str
    hard: bool
    points: SeatPoints
    sum: Fraction


@record
class Card:
    """total = the sum of the last game + missed_points + the fines; it equals the total of the standings."""

    player: str
    games: tuple[CardGame, ...]
    missed: tuple[tuple[str, int], ...]
    missed_points: Fraction
    fines: tuple[PanelFine, ...]
    excluded: tuple[Exclusion, ...]
    total: Fraction


def parts(
    player: str,
    games: Iterable[ScoredGame],
    regulation: Regulation,
    *,
    decisions: Sequence[Decision] = (),
    through: str | None = None,
    planned: Mapping[str, int] | None = None,
) -> Card:
    """The card of one player, by the same games and decisions as the standings; they stand in playing order.

    All games are needed, not only his: the coefficient rests on every one. Raises ValueError for a wrong
    through.
    """
    limit = parse_through(through, regulation)
    closed = [game for game in games if is_scored(game.sheet) and limit.holds(game.stage, game.round)]
    coefficients = Coefficients.count(
        ((game.stage, game.sheet.winner) for game in closed), regulation, planned
    )
    own = [game for game in closed if any(p.id == player and not p.stand_in for p in game.players)]
    tally = Tally(regulation, own)
    stages = in_order({game.stage or "" for game in own}, regulation)
    own.sort(key=lambda game: (stages.index(game.stage or ""), game.round or 0, game.table or 0))
    compensations = {stage: tally.compensations(stage) for stage in stages}
    weights = {stage.id: stage.weight for stage in regulation.stages}
    rows: list[CardGame] = []
    total = ZERO
    for game in own:
        sheet, stage = game.sheet, game.stage or ""
        k = coefficients.of_stage(game.stage).of(sheet.winner)
        points = game_points(
            sheet,
            regulation.scoring,
            k=k,
            weight=weights.get(stage, ONE),
            draw_points=regulation.draw_game.points,
            first_kill=compensations[stage].get(player, ZERO),
        )
        for seated in game.players:
            if seated.id == player and not seated.stand_in and sheet.winner is not None:
                row = points[seated.seat - 1]
                total += row.total
                hard = sheet.winner == coefficients.of_stage(game.stage).hard_colour
                role = sheet.roles[seated.seat - 1]
                rows.append(
                    CardGame(game.stage, game.round, game.table, role, sheet.winner, hard, row, total)
                )
    decided = Decided.up_to(limit, decisions)
    missed = sorted(decided.missed.get(player, ()))
    missed_points = len(missed) * regulation.scoring.missed_round
    fines = decided.fines.get(player, ())
    return Card(
        player=player,
        games=tuple(rows),
        missed=tuple(missed),
        missed_points=missed_points,
        fines=fines,
        excluded=decided.excluded.get(player, ()),
        total=sum((fine.points for fine in fines), total + missed_points),
    )
