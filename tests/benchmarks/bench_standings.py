"""How long the standings take: 58 games, and 10,000 against a GROUP BY of sqlite3 over the same points.

CPU time, medians.
"""

from __future__ import annotations

import random
import sqlite3
import statistics
import time
from collections.abc import Callable

from measure import Figure

from rules.regulation import load
from rules.scoring import game_points
from rules.sheet import SEATS, AwardGiven, Player, Removed, Sheet, team_of
from rules.standings import ScoredGame, standings

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


def figures() -> list[Figure]:
    """ms for 58 games; the ratio for 10,000."""
    regulation = load("aktau-2017")
    few, many = invented(58), invented(10_000)
    database = sqlite3.connect(":memory:")
    database.execute("CREATE TABLE points (player TEXT, points REAL)")
    rows = (
        (player.id, float(points.total))
        for game in many
        for player, points in zip(game.players, game_points(game.sheet, regulation.scoring), strict=True)
    )
    database.executemany("INSERT INTO points VALUES (?, ?)", rows)
    query = "SELECT player, SUM(points) AS total FROM points GROUP BY player ORDER BY total DESC"
    grouped = milliseconds(lambda: database.execute(query).fetchall())
    ours = milliseconds(lambda: standings(many, regulation), times=5)
    return [
        Figure("standings of 58 games", milliseconds(lambda: standings(few, regulation)), 10, "ms"),
        Figure("standings of 10,000 games", ours / grouped, 2, "× sqlite3"),
    ]
