"""The table of a tournament: every closed game counted, places with their reasons, awards.

A pure fold over games and decisions: the same set gives the same table in whatever order it comes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from rules.awards import Award, awards_of
from rules.decisions import Decided, Decision
from rules.difficulty import Coefficient, Coefficients
from rules.ranking import rank
from rules.record import field, record, replace
from rules.scoring import ZERO, is_scored, shown
from rules.sheet import DON, MAFIA, SHERIFF, Player, Sheet
from rules.tally import PlayerCount, RoleRecord, Tally
from rules.through import parse_through

if TYPE_CHECKING:
    from rules.protocol import Protocol
    from rules.regulation import Regulation


@record
class ScoredGame:
    """One game and its slot. A stage the regulation does not know, or None, has weight 1."""

    stage: str | None
    round: int | None
    table: int | None
    players: tuple[Player, ...]
    sheet: Sheet

    @classmethod
    def of(cls, protocol: Protocol, regulation: Regulation) -> ScoredGame:
        """The game of a protocol. Raises rules.protocol.BadFact where its events cannot be replayed."""
        sheet = protocol.sheet_under(regulation)
        return cls(protocol.stage, protocol.round, protocol.table, protocol.players, sheet)


@record
class Row:
    """One player of the table.

    total = the sum of by_stage + missed x the regulation's price + fines. fines: of the judges' panel.
    first_night_deaths counts any role and drawn games too. place 0: not placed yet. decided_by: the criterion
    that parted this row from the one above, None in the first row and inside a shared place.
    """

    id: str
    name: str
    place: int = 0
    total: Fraction = ZERO
    additional: Fraction = ZERO
    games: int = 0
    wins: int = 0
    don_wins: int = 0
    sheriff_wins: int = 0
    mafia_wins: int = 0
    first_night_deaths: int = 0
    missed: int = 0
    fines: Fraction = ZERO
    lot: int | None = None
    decided_by: str | None = None
    may_be_awarded: bool = True
    excluded: bool = False
    finalist: bool = False
    by_stage: Mapping[str, Fraction] = field(default_factory=dict)
    by_role: Mapping[str, RoleRecord] = field(default_factory=dict)
    best_move_hits: int = 0
    best_move_tries: int = 0

    @property
    def shown(self) -> str:
        """The total for the eye."""
        return shown(self.total)

    @property
    def points_per_game(self) -> Fraction:
        """What some federations rank by; a player without a game has his missed rounds and fines alone."""
        return self.total / max(self.games, 1)

    def to_json(self) -> dict[str, object]:
        """The row as programs read it: points as exact strings, counts as numbers."""
        return {
            "place": self.place,
            "id": self.id,
            "name": self.name,
            "total": str(self.total),
            "shown": self.shown,
            "additional": str(self.additional),
            "games": self.games,
            "wins": self.wins,
            "don_wins": self.don_wins,
            "sheriff_wins": self.sheriff_wins,
            "mafia_wins": self.mafia_wins,
            "first_night_deaths": self.first_night_deaths,
            "missed": self.missed,
            "fines": str(self.fines),
            "lot": self.lot,
            "decided_by": self.decided_by,
            "may_be_awarded": self.may_be_awarded,
            "by_stage": {stage: str(points) for stage, points in self.by_stage.items()},
        }


@record
class Standings:
    """The table. difficulty: of the tournament, or of the latest stage played where the series is the stage
    (then by_stage holds each stage's own)."""

    difficulty: Coefficient
    rows: tuple[Row, ...]
    awards: tuple[Award, ...] = ()
    difficulty_by_stage: Mapping[str, Coefficient] = field(default_factory=dict)

    def row(self, player: str) -> Row | None:
        """The row of one player, None when he is not in the table."""
        return next((row for row in self.rows if row.id == player), None)

    def to_json(self) -> dict[str, object]:
        """The table as programs read it."""
        difficulty = self.difficulty.to_json()
        if self.difficulty_by_stage:
            difficulty["by_stage"] = {s: k.to_json() for s, k in self.difficulty_by_stage.items()}
        return {
            "difficulty": difficulty,
            "rows": [row.to_json() for row in self.rows],
            "awards": [award.to_json() for award in self.awards],
        }


def standings(
    games: Iterable[ScoredGame],
    regulation: Regulation,
    *,
    decisions: Sequence[Decision] = (),
    players: Mapping[str, str] | None = None,
    through: str | None = None,
    planned: Mapping[str, int] | None = None,
) -> Standings:
    """The table of these games and decisions.

    Undecided and void games count for nothing; a stand-in has no row and changes nobody else's. players: id
    to name of those who stand in the table even without a game. through: "stage" or "stage:round"; K too is
    taken from the games up to there. planned: games of each stage, by which the coefficient is provisional or
    not; the regulation's rounds x tables when not given. Raises ValueError for a wrong through.
    """
    limit = parse_through(through, regulation)
    closed = [game for game in games if is_scored(game.sheet) and limit.holds(game.stage, game.round)]
    coefficients = Coefficients.count(
        ((game.stage, game.sheet.winner) for game in closed), regulation, planned
    )
    tally = Tally(regulation, closed)
    rows = _rows(tally, coefficients, players or {}, Decided.up_to(limit, decisions), regulation)
    order = list(regulation.ranking.order)
    if regulation.ranking.finalists_keep_places:
        order.insert(0, "finalists")
    ranked = rank(rows, order)
    placed = tuple(replace(r.row, place=r.place, decided_by=r.decided_by) for r in ranked)
    return Standings(
        coefficients.whole,
        placed,
        awards_of(placed, per_game="points_per_game" in order),
        coefficients.by_stage,
    )


def _rows(
    tally: Tally,
    coefficients: Coefficients,
    roster: Mapping[str, str],
    decided: Decided,
    regulation: Regulation,
) -> list[Row]:
    scoring, bars = regulation.scoring, regulation.ranking.not_awarded
    count = tally.count(coefficients)
    names = {player: player for player in (*decided.missed, *decided.fines, *decided.excluded)}
    names |= {player: played.name for player, played in count.players.items()}
    names |= roster
    last = regulation.stages[-1].id if len(regulation.stages) > 1 else None
    finalists = decided.cuts.get(last) if last is not None else None
    nobody, nothing = PlayerCount("", {}, {}), RoleRecord(count.unit)
    rows = []
    for player, name in names.items():
        played = count.players.get(player, nobody)
        roles = played.by_role
        missed = len(decided.missed.get(player, ()))
        fines = sum((fine.points for fine in decided.fines.get(player, ())), ZERO)
        excluded = player in decided.excluded
        too_many_missed = bars.missed_rounds is not None and missed >= bars.missed_rounds
        total = Fraction(played.points, count.unit)
        if missed or fines:
            total += missed * scoring.missed_round + fines
        rows.append(
            Row(
                id=player,
                name=name,
                total=total,
                additional=Fraction(played.additional, count.unit),
                games=played.games,
                wins=played.wins,
                don_wins=roles.get(DON, nothing).wins,
                sheriff_wins=roles.get(SHERIFF, nothing).wins,
                mafia_wins=roles.get(MAFIA, nothing).wins,
                first_night_deaths=played.first_night_deaths,
                missed=missed,
                fines=fines,
                lot=decided.lots.get(player),
                may_be_awarded=not (too_many_missed or (bars.disqualified and excluded)),
                excluded=excluded,
                finalist=player in finalists if finalists is not None else last in played.by_stage,
                by_stage={stage: Fraction(points, count.unit) for stage, points in played.by_stage.items()},
                by_role=roles,
                best_move_hits=played.best_move_hits,
                best_move_tries=played.best_move_tries,
            )
        )
    return rows
