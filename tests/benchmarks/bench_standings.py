"""How long the standings take: 58 games, and 10,000 against a GROUP BY of sqlite3 over the same points.

CPU time, medians. The GROUP BY only adds points up; the standings score every game, place the players and
name the awards as well. pandas is a yardstick where it is installed. After one more closed game everything is
counted anew; beside it stands what would be left to do if the count of the games before it were kept.
"""

from __future__ import annotations

import random
import sqlite3
import statistics
import time
from collections.abc import Callable

from measure import Figure

from rules import standings as module
from rules.regulation import load
from rules.scoring import game_points
from rules.sheet import SEATS, AwardGiven, Player, Removed, Sheet, team_of
from rules.standings import ScoredGame, standings
from rules.tally import Tally

CARDS = ("civilian",) * 6 + ("sheriff", "mafia", "mafia", "don")
STAGES = ("qualifying",) * 42 + ("semifinal",) * 12 + ("final",) * 4


def invented(number: int, players: int = 60, seed: int = 1) -> list[ScoredGame]:
    """So many games with awards, best moves and removals."""
    chance = random.Random(seed)
    names = [f"P{index:05}" for index in range(players)]
    games = []
    for index in range(number):
        roles = tuple(chance.sample(CARDS, 10))
        winner = chance.choice(("red", "black", "black"))
        winners = [seat for seat in SEATS if team_of(roles[seat - 1]) == winner]
        best, second = chance.sample(winners, 2)
        loser = chance.choice([seat for seat in SEATS if seat not in winners])
        sheet = Sheet(
            roles=roles,
            winner=winner,
            ending="ballot",
            removed=(Removed(chance.randint(1, 10), "fouls"),) if index % 3 == 0 else (),
            first_killed=(victim := chance.randint(1, 10)),
            best_move=tuple(chance.sample([seat for seat in SEATS if seat != victim], 3)),
            awards=(AwardGiven(best, "best"), AwardGiven(second, "second"), AwardGiven(loser, "loser_best")),
        )
        table = tuple(Player(seat, name, name) for seat, name in enumerate(chance.sample(names, 10), 1))
        games.append(ScoredGame(STAGES[index % 58], index // 6 + 1, index % 6 + 1, table, sheet))
    return games


def milliseconds(work: Callable[[], object], times: int = 15) -> float:
    """The median CPU time of some runs."""
    taken = []
    for _ in range(times):
        start = time.process_time()
        work()
        taken.append(time.process_time() - start)
    return statistics.median(taken) * 1000


def points_of(games: list[ScoredGame]) -> list[tuple[str, float]]:
    """A row for each seat of each game, as a table of points would hold them."""
    scoring = load("aktau-2017").scoring
    return [
        (player.id, float(points.total))
        for game in games
        for player, points in zip(game.players, game_points(game.sheet, scoring), strict=True)
    ]


def grouped_by_sqlite(rows: list[tuple[str, float]]) -> float:
    """Milliseconds."""
    database = sqlite3.connect(":memory:")
    database.execute("CREATE TABLE points (player TEXT, points REAL)")
    database.executemany("INSERT INTO points VALUES (?, ?)", rows)
    query = "SELECT player, SUM(points) AS total FROM points GROUP BY player ORDER BY total DESC"
    return milliseconds(lambda: database.execute(query).fetchall())


def grouped_by_pandas(rows: list[tuple[str, float]]) -> float | None:
    """Milliseconds; None where pandas is not installed."""
    try:
        import pandas
    except ImportError:
        return None
    frame = pandas.DataFrame(rows, columns=["player", "points"])
    return milliseconds(lambda: frame.groupby("player")["points"].sum().sort_values(ascending=False))


def with_the_count_kept(games: list[ScoredGame]) -> float:
    """Milliseconds of the standings when the games are counted already, but for one that costs nothing."""
    regulation = load("aktau-2017")
    kept = Tally(regulation, games)
    module.Tally = lambda *_: kept  # type: ignore[misc, assignment]
    try:
        return milliseconds(lambda: standings(games, regulation), times=5)
    finally:
        module.Tally = Tally  # type: ignore[misc]


def figures() -> list[Figure]:
    """ms for 58 games; the ratios for 10,000."""
    regulation = load("aktau-2017")
    few = invented(58)
    found = [
        Figure("standings of 58 games", milliseconds(lambda: standings(few, regulation)), 10, "ms"),
        Figure("… were the count of the games before kept", with_the_count_kept(few), None, "ms"),
    ]
    for players in (60, 2000):
        many = invented(10_000, players)
        what = f"standings of 10,000 games by {players:,} players"
        ours = milliseconds(lambda games=many: standings(games, regulation), times=5)
        rows = points_of(many)
        found.append(Figure(what, ours / grouped_by_sqlite(rows), 2, "× sqlite3"))
        if (pandas := grouped_by_pandas(rows)) is not None:
            found.append(Figure(what, ours / pandas, None, "× pandas"))
        found.append(Figure("… anew after one more game", ours, None, "ms"))
        kept = with_the_count_kept(many)
        found.append(Figure("… were the count of the games before kept", kept, None, "ms"))
    return found
