"""From a tournament file to standings: the regulation it was made under, its games, its decisions.

The same functions feed the screens and the command line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from rules.card import Card, parts
from rules.decisions import Cut, Decision, Exclusion, Lot, Missed, PanelFine
from rules.protocol import BadFact, BadProtocol, parse_protocols
from rules.regulation import Regulation, load
from rules.sheet_json import parse_points
from rules.standings import ScoredGame, Standings, standings
from storage.errors import WrongFile
from storage.slots import Stored
from storage.tournaments import Tournament

BASE = "fiim-base"
"""What holds where nothing names a regulation."""


class Results:
    """The results of one tournament; a game is replayed once, however often the standings are asked for."""

    def __init__(self, tournament: Tournament, regulation: Regulation, folders: Sequence[Path] = ()) -> None:
        self.tournament = tournament
        self.regulation = regulation
        self._folders = folders
        self._games: dict[str, ScoredGame] = {}
        self._others: dict[str, Regulation] = {}

    def games(self) -> tuple[ScoredGame, ...]:
        """The games that count, in the order of play. Raises WrongFile where one cannot be replayed."""
        return tuple(self.games_one_by_one())

    def games_one_by_one(self) -> Iterator[ScoredGame]:
        """As games, but each replayed when it is asked for: the caller may do something in between."""
        for stored in self.tournament.official():
            yield self._game(stored)

    def _game(self, stored: Stored) -> ScoredGame:
        found = self._games.get(stored.hash)
        if found is None:
            try:
                protocol = parse_protocols(stored.protocol)[0]
                found = ScoredGame.of(protocol, self._played_under(protocol.regulation))
            except (BadFact, BadProtocol) as error:
                raise WrongFile(
                    "protocol_does_not_replay",
                    "{path}: the protocol of {slot} does not fit the rules ({why}).",
                    path=self.tournament.path,
                    slot=stored.slot.label(),
                    why=error,
                ) from error
            self._games[stored.hash] = found
        return found

    def _played_under(self, name: str | None) -> Regulation:
        """The regulation whose rules a game followed: the tournament's, its own outside any tournament."""
        if name is None or name == self.regulation.id or self.tournament.header.regulation is not None:
            return self.regulation
        if name not in self._others:
            self._others[name] = load(name, folders=self._folders)
        return self._others[name]

    def standings(self, through: str | None = None) -> Standings:
        """The standings, up to a stage or round if one is given. Raises WrongFile, ValueError."""
        return self.counting()(through)

    def counting(self) -> Callable[[str | None], Standings]:
        """`standings` over what is on record now, as a function that reads nothing more: fit for a thread.

        Raises WrongFile; the function raises ValueError.
        """
        games, decisions = self.games(), self.decisions()
        players = {entry.id: entry.name for entry in self.tournament.players() if not entry.stand_in}
        return lambda through: standings(
            games, self.regulation, decisions=decisions, players=players, through=through
        )

    def rounds(self) -> tuple[tuple[str, int], ...]:
        """Stage and number of every round of the regulation with a game that counts, in the order of play."""
        order = {stage.id: number for number, stage in enumerate(self.regulation.stages)}
        played = {(game.stage, game.round) for game in self.games()}
        known = [(stage, number) for stage, number in played if stage in order and number]
        return tuple(sorted(known, key=lambda key: (order[key[0]], key[1])))

    def card(self, player: str, through: str | None = None) -> Card:
        """How the points of one player came about. Raises as standings."""
        return parts(player, self.games(), self.regulation, decisions=self.decisions(), through=through)

    def decisions(self) -> tuple[Decision, ...]:
        """The decisions of the tournament that bear on the standings."""
        found = (decision_of(row) for row in self.tournament.decisions())
        return tuple(decision for decision in found if decision is not None)


def decision_of(row: Mapping[str, Any]) -> Decision | None:
    """A decision on record as the rules know it; None for one that moves no points. Raises WrongFile."""
    try:
        match row["kind"]:
            case "missed":
                return Missed(_is(row["player"], str), _is(row["stage"], str), _is(row["round"], int))
            case "fine":
                points = parse_points(row["points"], "points")
                return PanelFine(_is(row["player"], str), points, _or_none(row, "reason", str), *_when(row))
            case "exclusion":
                return Exclusion(_is(row["player"], str), *_when(row), _or_none(row, "reason", str))
            case "lot":
                return Lot(_is(row["player"], str), _is(row["number"], int))
            case "cut":
                players = [_is(one, str) for one in _is(row["players"], list)]
                return Cut(_is(row["stage"], str), tuple(players))
    except (KeyError, TypeError, ValueError) as error:
        raise WrongFile(
            "wrong_decision",
            "Decision {id}: a field is missing or wrong ({why}).",
            id=row.get("id"),
            why=error,
        ) from error
    return None


T = TypeVar("T")


def _is(value: object, kind: type[T]) -> T:
    """The value, if it is of the kind. Raises TypeError: a decision may come from anybody's laptop."""
    if type(value) is not kind:
        raise TypeError(f"{str(value)[:40]!r} is no {kind.__name__}")
    return value


def _or_none(row: Mapping[str, Any], key: str, kind: type[T]) -> T | None:
    value = row.get(key)
    return None if value is None else _is(value, kind)


def _when(row: Mapping[str, Any]) -> tuple[str | None, int | None]:
    return _or_none(row, "stage", str), _or_none(row, "round", int)


def regulation_of(tournament: Tournament, folders: Sequence[Path] = ()) -> Regulation:
    """The regulation of a tournament: as it was when the file was made, else the one its id names.

    Games outside any tournament are counted together under that of the last one. Raises WrongRegulation.
    """
    from rules.regulation.content import from_json

    header = tournament.header
    if header.source is not None:
        return from_json(header.source)
    if header.regulation is None:
        games = tournament.official()
        return load((games[-1].protocol.get("regulation") if games else None) or BASE, folders=folders)
    return load(header.regulation, folders=folders)
