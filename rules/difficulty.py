"""The difficulty coefficient of a series of games: K = 1 + (N/2 - n) / (N/2). Source: A, scoring."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from rules.record import field, record
from rules.sheet import BLACK, DRAW, RED

if TYPE_CHECKING:
    from rules.regulation import Regulation


@record
class Coefficient:
    """K of a series, and what it rests on.

    games: N, the games of the series that count; hard: n, those won by the colour that won less often, which
    is hard_colour (None when both won equally often, or the rarer one never). provisional: the series is not
    over, so K may still change with every closed game.
    """

    games: int = 0
    hard: int = 0
    hard_colour: str | None = None
    k: Fraction = Fraction(1)
    provisional: bool = False

    def of(self, winner: str | None) -> Fraction:
        """The coefficient of one game: K when its winner made it a hard one, else 1."""
        return self.k if winner is not None and winner == self.hard_colour else Fraction(1)

    def to_json(self) -> dict[str, object]:
        """N, n, the colour, K as an exact string, and whether it is provisional."""
        return {
            "games": self.games,
            "hard": self.hard,
            "hard_colour": self.hard_colour,
            "k": str(self.k),
            "provisional": self.provisional,
        }


def coefficient(
    red_wins: int, black_wins: int, draws: int = 0, *, count_draws: bool = False, provisional: bool = False
) -> Coefficient:
    """K of a series with these results.

    A draw is no win of either colour; it stands in N only with count_draws. Equal wins make no game hard and
    K = 1; so does a series without games. When one colour has won every game there is no hard game to bear
    the coefficient, though the formula gives K = 2.
    """
    games = red_wins + black_wins + (draws if count_draws else 0)
    if red_wins == black_wins:
        return Coefficient(games=games, provisional=provisional)
    hard = min(red_wins, black_wins)
    colour = None if hard == 0 else RED if red_wins < black_wins else BLACK
    half = Fraction(games, 2)
    return Coefficient(games, hard, colour, 1 + (half - hard) / half, provisional)


@record
class Coefficients:
    """The coefficients of a set of closed games, by the regulation's series.

    whole: of the tournament, or, where each stage is a series of its own, of the latest stage that has games.
    by_stage: each stage's own, empty unless the series is the stage.
    """

    whole: Coefficient
    by_stage: Mapping[str, Coefficient] = field(default_factory=dict)

    def of_stage(self, stage: str | None) -> Coefficient:
        """The coefficient that holds for the games of a stage."""
        return self.by_stage.get(stage or "", self.whole)

    @staticmethod
    def count(
        results: Iterable[tuple[str | None, str | None]],
        regulation: Regulation,
        planned: Mapping[str, int] | None = None,
    ) -> Coefficients:
        """Counts (stage, winner) of closed games.

        planned: how many games each stage has; a series with fewer closed is provisional. Not given, it is
        the regulation's rounds x tables. Without a coefficient in the regulation no game is hard and K = 1.
        """
        if planned is None:
            planned = {stage.id: stage.rounds * stage.tables for stage in regulation.stages}
        counted: dict[str, Counter[str | None]] = {}
        for (stage, winner), games in Counter(results).items():
            counted.setdefault(stage or "", Counter())[winner] += games
        missing = {stage for stage, games in planned.items() if counted.get(stage, Counter()).total() < games}
        rule = regulation.scoring.difficulty
        everything = sum(counted.values(), Counter())
        if rule is None:
            return Coefficients(Coefficient(games=everything[RED] + everything[BLACK]))

        def of(results: Counter[str | None], provisional: bool) -> Coefficient:
            return coefficient(
                results[RED],
                results[BLACK],
                results[DRAW],
                count_draws=rule.count_draws,
                provisional=provisional,
            )

        if rule.series == "tournament":
            return Coefficients(of(everything, bool(missing)))
        by_stage = {stage: of(results, stage in missing) for stage, results in counted.items()}
        known = [stage.id for stage in regulation.stages if stage.id in by_stage]
        latest = known[-1] if known else max(by_stage, default=None)
        whole = Coefficient(provisional=bool(missing)) if latest is None else by_stage[latest]
        return Coefficients(whole, by_stage)
