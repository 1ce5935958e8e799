"""What a tournament decides outside its games: missed rounds, fines, exclusions, lots, cuts.

Decisions are records, in the order they were made; they are never weighted by a stage. Points they cost are
the regulation's, except a panel fine, which carries its own.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Missed:
    """A round a player should have played and did not; a sit-out by draw is none. Source: A, main points."""

    player: str
    stage: str
    round: int


@dataclass(frozen=True, slots=True)
class PanelFine:
    """Points the judges' panel takes from a player; points are negative, never weighted.

    stage and round say when, where that is known: standings up to an earlier round leave the fine out.
    Source: A, judges' decisions.
    """

    player: str
    points: Fraction
    reason: str | None = None
    stage: str | None = None
    round: int | None = None


@dataclass(frozen=True, slots=True)
class Exclusion:
    """A player is out of the tournament from this round on: place kept, no award, later rounds not missed.

    stage None: from the beginning on, or when it is not known.
    """

    player: str
    stage: str | None = None
    round: int | None = None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Lot:
    """The number a player drew in a lot for places; the lower number takes the better place."""

    player: str
    number: int


@dataclass(frozen=True, slots=True)
class Cut:
    """The published list of those who play a stage. It stays as it was when K changes points later."""

    stage: str
    players: tuple[str, ...]


Decision = Missed | PanelFine | Exclusion | Lot | Cut
