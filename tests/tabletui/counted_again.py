"""Points of a tournament counted from its JSON alone, by the words of the scoring and not by the program's.

Nothing of the program is imported here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

Json = Mapping[str, Any]
RED = ("civilian", "sheriff")
AWARDS = {"best": Fraction(1), "second": Fraction(1, 2), "loser_best": Fraction(1, 2)}
BEST_MOVE = {2: Fraction(1, 4), 3: Fraction(1, 2)}


@dataclass(frozen=True)
class Scheme:
    """What differs between the regulations of these tests. weight: of a stage, 1 where it is not named."""

    difficulty: bool = False
    missed: int = -2
    weight: Mapping[str, Fraction] = field(default_factory=dict)


def totals(
    games: Iterable[Json], decisions: Iterable[Json], scheme: Scheme, rounds: Sequence[tuple[str, int]]
) -> dict[str, Fraction]:
    """Each ranked player's points in these rounds; games: protocols that count."""
    games = [game for game in games if (game["stage"], game["round"]) in rounds]
    won = Counter(game["sheet"]["winner"] for game in games)
    red, black = won["red"], won["black"]
    hard, k = None, Fraction(1)
    if scheme.difficulty and red != black:
        hard = "red" if red < black else "black"
        half = Fraction(red + black, 2)
        k = 1 + (half - min(red, black)) / half
    found: dict[str, Fraction] = {}
    for game in games:
        weight = scheme.weight.get(game["stage"], Fraction(1))
        for id, points in _of_a_game(game, k if game["sheet"]["winner"] == hard else Fraction(1)):
            found[id] = found.get(id, Fraction(0)) + weight * points
    for one in decisions:
        if (one.get("stage"), one.get("round")) not in rounds:
            continue
        if one["kind"] == "missed":
            found[one["player"]] = found.get(one["player"], Fraction(0)) + scheme.missed
        if one["kind"] == "fine":
            found[one["player"]] = found.get(one["player"], Fraction(0)) + Fraction(one["points"])
    return found


def _of_a_game(game: Json, k: Fraction) -> Iterable[tuple[str, Fraction]]:
    sheet = game["sheet"]
    roles = {int(seat): role for seat, role in sheet["roles"].items()}
    for player in game["players"]:
        if player.get("stand_in"):
            continue
        seat = player["seat"]
        points = Fraction(0)
        if sheet["winner"] in ("red", "black"):
            mine = "red" if roles[seat] in RED else "black"
            if mine == sheet["winner"]:
                points += 2 * k
            if sheet["first_killed"] == seat and mine == "red":
                named = [other for other in sheet["best_move"] or [] if roles[other] not in RED]
                points += BEST_MOVE.get(len(named), Fraction(0))
            points += sum(AWARDS[one["kind"]] for one in sheet["awards"] if one["seat"] == seat)
            points -= sum(1 for one in sheet["removed"] if one["seat"] == seat)
        yield player["id"], points
