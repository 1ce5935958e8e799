"""Games and regulations small enough to be counted by hand."""

from __future__ import annotations

from fractions import Fraction
from types import SimpleNamespace

from rules.sheet import CIVILIAN, DON, MAFIA, SHERIFF, Player, Sheet
from rules.standings import ScoredGame

ROLES = (CIVILIAN, CIVILIAN, SHERIFF, CIVILIAN, MAFIA, CIVILIAN, DON, CIVILIAN, MAFIA, CIVILIAN)
"""The deal of the worked table: sheriff 3, don 7, mafia 5 and 9."""

ORDER = (
    "points",
    "additional",
    "wins",
    "don_wins",
    "sheriff_wins",
    "mafia_wins",
    "first_night_deaths",
    "lot",
)


def scoring(**changes):
    """The values of Aktau, with these changed."""
    values = {
        "win": Fraction(2),
        "loss": Fraction(0),
        "draw": Fraction(0),
        "best_move": {2: Fraction(1, 4), 3: Fraction(1, 2)},
        "removal": Fraction(-1),
        "missed_round": Fraction(-2),
        "panel_fines": (Fraction(-1), Fraction(-2)),
        "game_fines": (),
        "weight_on": "all",
        "awards_per_game": 3,
        "awards": (
            SimpleNamespace(id="best", team="winner", points=Fraction(1)),
            SimpleNamespace(id="second", team="winner", points=Fraction(1, 2)),
            SimpleNamespace(id="loser_best", team="loser", points=Fraction(1, 2)),
        ),
        "difficulty": SimpleNamespace(series="tournament", count_draws=False),
        "first_kill": None,
        "role_win": {},
        "role_loss": {},
    }
    return SimpleNamespace(**(values | changes))


def stage(id, rounds, tables, weight=1):
    return SimpleNamespace(id=id, rounds=rounds, tables=tables, weight=Fraction(weight))


def regulation(*, stages=None, draw_points=False, order=ORDER, keep=False, **changes):
    """A regulation like Aktau's; keyword changes go into its scoring."""
    if stages is None:
        stages = (stage("qualifying", 7, 6), stage("semifinal", 3, 4), stage("final", 4, 1, Fraction(3, 2)))
    return SimpleNamespace(
        id="sample",
        stages=tuple(stages),
        draw_game=SimpleNamespace(points=draw_points, quiet_rounds=3),
        best_move=SimpleNamespace(step="last_word", max_left_on_day_1=1, named=3),
        fouls=SimpleNamespace(silence_at=3, removal_at=4),
        scoring=scoring(**changes),
        ranking=SimpleNamespace(
            order=tuple(order),
            not_awarded=SimpleNamespace(missed_rounds=2, disqualified=True),
            finalists_keep_places=keep,
        ),
    )


def seated(*ids, stand_ins=()):
    """Ten players in seat order; missing ones are Q1, Q2 and so on."""
    names = [*ids, *(f"Q{seat}" for seat in range(len(ids) + 1, 11))]
    return tuple(Player(seat, name, name, name in stand_ins) for seat, name in enumerate(names, 1))


def game(winner, *ids, stage="qualifying", round=1, table=1, roles=ROLES, stand_ins=(), **facts):
    """A closed game of these players, in seat order."""
    ending = facts.pop("ending", "draw" if winner == "draw" else "ballot")
    sheet = Sheet(roles=roles, winner=winner, ending=ending, **facts)
    return ScoredGame(stage, round, table, seated(*ids, stand_ins=stand_ins), sheet)
