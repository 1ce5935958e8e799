"""The sheet of one game: what scoring reads, derived from the events or typed from paper.

A sheet holds facts only, never points: points fall under a regulation (rules.scoring).
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from rules.record import field, record

RED = "red"
BLACK = "black"
DRAW = "draw"

CIVILIAN = "civilian"
SHERIFF = "sheriff"
MAFIA = "mafia"
DON = "don"

SEATS = range(1, 11)
DEALT = {CIVILIAN: 6, SHERIFF: 1, MAFIA: 2, DON: 1}
"""How many cards of each role are dealt to the ten seats."""


def team_of(role: str) -> str:
    """The colour a role plays for: red for civilians and the sheriff, black for mafia and the don."""
    return BLACK if role in (MAFIA, DON) else RED


@record
class Left:
    """A seat that left the game, with its first cause and the day or the night of it.

    cause: shot, ballot, fouls, disqualified or team_defeat. Exactly one of day and night is set.
    """

    seat: int
    cause: str
    day: int | None = None
    night: int | None = None


@record
class Removed:
    """A seat that bears a removal, though it may have been shot or voted out before.

    kind: fouls, disqualified or team_defeat. reason: an id of the regulation, free text, or None.
    """

    seat: int
    kind: str
    reason: str | None = None


@record
class AwardGiven:
    """An award of the judge: its kind in the regulation; points only where the kind is free."""

    seat: int
    kind: str
    points: Fraction | None = None


@record
class FineGiven:
    """A fine of the judge in this game; points are negative."""

    seat: int
    points: Fraction
    reason: str | None = None


@record
class Player:
    """Who sits at a seat. A stand-in plays, but his result is not ranked."""

    seat: int
    id: str
    name: str
    stand_in: bool = False


@record
class Sheet:
    """The facts of one game.

    roles: ten, by seat - 1; empty while no deal is on record. winner: red, black, draw or None while
    undecided. ending: ballot, shot, removal, team_defeat, judge, draw, void or None. left: in the order of
    leaving. best_move: None when not granted, empty when declined. fouls: seats with at least one.
    recorded_points: points somebody wrote down, by seat (win, best_move, extra, penalty, total).
    """

    roles: tuple[str, ...] = ()
    winner: str | None = None
    ending: str | None = None
    left: tuple[Left, ...] = ()
    removed: tuple[Removed, ...] = ()
    first_killed: int | None = None
    best_move: tuple[int, ...] | None = None
    fouls: Mapping[int, int] = field(default_factory=dict)
    awards: tuple[AwardGiven, ...] = ()
    fines: tuple[FineGiven, ...] = ()
    recorded_points: Mapping[int, Mapping[str, Fraction]] = field(default_factory=dict)
