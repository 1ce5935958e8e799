"""What a tournament decides outside its games: missed rounds, fines, exclusions, lots, cuts.

Decisions are records, in the order they were made; they are never weighted by a stage. Points they cost are
the regulation's, except a panel fine, which carries its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from rules.record import record
from rules.through import Through


@record
class Missed:
    """A round a player should have played and did not; a sit-out by draw is none. Source: A, main points."""

    player: str
    stage: str
    round: int


@record
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


@record
class Exclusion:
    """A player is out of the tournament after this round: place kept, no award, later rounds not missed.

    round None: after the stage. stage None: not known; the missed rounds on record stay.
    """

    player: str
    stage: str | None = None
    round: int | None = None
    reason: str | None = None


@record
class Lot:
    """The number a player drew in a lot for places; the lower number takes the better place."""

    player: str
    number: int


@record
class Cut:
    """The published list of those who play a stage. It stays as it was when K changes points later."""

    stage: str
    players: tuple[str, ...]


Decision = Missed | PanelFine | Exclusion | Lot | Cut


@record
class Decided:
    """The decisions up to a limit, by player; missed slots and cuts by stage."""

    missed: Mapping[str, frozenset[tuple[str, int]]]
    fines: Mapping[str, tuple[PanelFine, ...]]
    excluded: Mapping[str, tuple[Exclusion, ...]]
    lots: Mapping[str, int]
    cuts: Mapping[str, frozenset[str]]

    @classmethod
    def up_to(cls, limit: Through, decisions: Iterable[Decision]) -> Decided:
        """Sorts them out. A round missed twice is missed once; of two lots or cuts the later record holds.

        A missed round after an exclusion does not count: who is out of the tournament misses nothing.
        """
        missed: dict[str, set[tuple[str, int]]] = {}
        fines: dict[str, list[PanelFine]] = {}
        excluded: dict[str, list[Exclusion]] = {}
        lots: dict[str, int] = {}
        cuts: dict[str, frozenset[str]] = {}
        for decision in decisions:
            match decision:
                case Missed(player, stage, round):
                    if limit.holds(stage, round):
                        missed.setdefault(player, set()).add((stage, round))
                case PanelFine(player=player):
                    if decision.stage is None or limit.holds(decision.stage, decision.round):
                        fines.setdefault(player, []).append(decision)
                case Exclusion(player=player):
                    if decision.stage is None or limit.holds(decision.stage, decision.round):
                        excluded.setdefault(player, []).append(decision)
                case Lot(player, number):
                    lots[player] = number
                case Cut(stage, players):
                    if limit.holds(stage, 1):
                        cuts[stage] = frozenset(players)
        for player, slots in missed.items():
            for exclusion in excluded.get(player, ()):
                if exclusion.stage in limit.order:
                    until = Through(limit.order, exclusion.stage, exclusion.round)
                    slots -= {slot for slot in slots if not until.holds(*slot)}
        return cls(
            missed={player: frozenset(slots) for player, slots in missed.items()},
            fines={player: tuple(given) for player, given in fines.items()},
            excluded={player: tuple(given) for player, given in excluded.items()},
            lots=lots,
            cuts=cuts,
        )
