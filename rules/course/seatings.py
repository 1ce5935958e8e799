"""The seating of each round as it stands: the published draw, then swaps and substitutions in their order.

A published draw never changes. A draw that takes the place of others names them; two for one round of which
neither names the other are a conflict, and nothing is chosen.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rules.record import record
from rules.sheet import SEATS

Key = tuple[str, int]
"""Stage and number of a round."""


@record
class RoundSeating:
    """tables: ids by table and seat. sit_outs: ids. draw: the published draw it comes from.

    drawn: the tables with swaps but without substitutions: whose places they are.
    """

    stage: str
    round: int
    tables: tuple[tuple[str, ...], ...]
    sit_outs: tuple[str, ...]
    draw: Mapping[str, Any]
    drawn: tuple[tuple[str, ...], ...] = ()

    def place_of(self, player: str) -> tuple[int, int] | None:
        """Table and seat of a player, from 1; None where he has none."""
        for number, table in enumerate(self.tables, 1):
            if player in table:
                return number, table.index(player) + 1
        return None

    @property
    def everybody(self) -> tuple[str, ...]:
        """All who have a place in the round, sitting out included."""
        return (*(player for table in self.tables for player in table), *self.sit_outs)


def readable(draws: Iterable[Mapping[str, Any]]) -> tuple[Mapping[str, Any], ...]:
    """Those that are draws by their shape, in order."""
    return tuple(draw for draw in draws if _fits(draw))


def heads(draws: Iterable[Mapping[str, Any]]) -> dict[Key, tuple[Mapping[str, Any], ...]]:
    """For each round the draws that nothing took the place of; more than one is a conflict."""
    known = readable(draws)
    replaced: set[tuple[Key, str]] = set()
    for draw in known:
        for number in draw["rounds"]:
            key = (str(draw["stage"]), int(number))
            replaced.update((key, name) for name in draw.get("replaces") or () if name != draw.get("record"))
    found: dict[Key, list[Mapping[str, Any]]] = {}
    for draw in known:
        for number in draw["rounds"]:
            key = (str(draw["stage"]), int(number))
            if (key, draw.get("record")) not in replaced:
                found.setdefault(key, []).append(draw)
    return {key: tuple(own) for key, own in found.items()}


def conflicts(draws: Iterable[Mapping[str, Any]]) -> tuple[Key, ...]:
    """Rounds with two published draws, neither of which names the other."""
    return tuple(key for key, own in heads(draws).items() if len(own) > 1)


def seatings(
    draws: Iterable[Mapping[str, Any]], decisions: Sequence[Mapping[str, Any]] = ()
) -> dict[Key, RoundSeating]:
    """The seating of each round that is drawn and not in conflict; decisions: those in force, in order."""
    found = {}
    for key, own in heads(draws).items():
        if len(own) == 1:
            found[key] = _changed(*key, own[0], decisions)
    return found


def _changed(
    stage: str, number: int, draw: Mapping[str, Any], decisions: Sequence[Mapping[str, Any]]
) -> RoundSeating:
    index = list(draw["rounds"]).index(number)
    tables = [list(table) for table in draw["tables"][index]]
    outs = list(draw["sit_outs"][index])
    drawn, drawn_outs = [table[:] for table in tables], outs[:]
    for one in decisions:
        if one.get("stage") != stage:
            continue
        if one.get("kind") == "swap" and one.get("round") == number:
            pair = one.get("players")
            of_this = one.get("draw") in (None, draw.get("record"))
            if of_this and isinstance(pair, list) and len(pair) == 2:
                _swap([*tables, outs], pair)
                _swap([*drawn, drawn_outs], pair)
        elif one.get("kind") == "substitution":
            first = one.get("round")
            if first is None or (type(first) is int and first <= number):
                _replace([*tables, outs], one.get("player"), one.get("by"))
    return RoundSeating(
        stage,
        number,
        tuple(tuple(table) for table in tables),
        tuple(outs),
        draw,
        tuple(tuple(table) for table in drawn),
    )


def _swap(places: Sequence[list[str]], pair: Sequence[Any]) -> None:
    where = [_find(places, player) for player in pair]
    if None in where:
        return
    (row, at), (other_row, other_at) = [place for place in where if place is not None]
    places[row][at], places[other_row][other_at] = pair[1], pair[0]


def _replace(places: Sequence[list[str]], player: Any, by: Any) -> None:
    where = _find(places, player)
    # Who has a place of his own changes it by a swap; nobody shall sit twice.
    if where is not None and isinstance(by, str) and _find(places, by) is None:
        places[where[0]][where[1]] = by


def _find(places: Sequence[list[str]], player: Any) -> tuple[int, int] | None:
    return next(((row, own.index(player)) for row, own in enumerate(places) if player in own), None)


def _fits(draw: Mapping[str, Any]) -> bool:
    stage, rounds = draw.get("stage"), draw.get("rounds")
    tables, outs = draw.get("tables"), draw.get("sit_outs")
    if not isinstance(stage, str) or not all(isinstance(one, list) for one in (rounds, tables, outs)):
        return False
    assert isinstance(rounds, list) and isinstance(tables, list) and isinstance(outs, list)
    if not rounds or len(rounds) != len(tables) or len(rounds) != len(outs) or not _names(draw, "replaces"):
        return False
    if any(type(number) is not int or number < 1 for number in rounds) or len(set(rounds)) < len(rounds):
        return False
    return all(_round_fits(row, out) for row, out in zip(tables, outs, strict=True))


def _round_fits(tables: object, outs: object) -> bool:
    if not isinstance(tables, list) or not tables or not isinstance(outs, list):
        return False
    if any(not isinstance(table, list) or len(table) != len(SEATS) for table in tables):
        return False
    players = [player for table in tables for player in table] + outs
    return all(isinstance(player, str) for player in players) and len(set(players)) == len(players)


def _names(draw: Mapping[str, Any], key: str) -> bool:
    value = draw.get(key)
    return value is None or (isinstance(value, list) and all(isinstance(one, str) for one in value))
