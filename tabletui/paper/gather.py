"""A tournament as paper wants it: read once, everything counted, nothing locked."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from rules.course.seatings import RoundSeating, seatings
from rules.difficulty import Coefficients
from rules.protocol import BadProtocol, Protocol, parse_protocol
from rules.regulation import Regulation, text
from rules.scoring import ONE, ZERO, SeatPoints, game_points, is_scored
from rules.standings import ScoredGame, Standings, standings
from rules.tally import Tally, in_order
from storage.files import Files
from storage.kinds import Slot
from storage.reading import Reading, read_tournament
from storage.slots import OFFICIAL
from tabletui.commands.tournament_reading import Read, counted
from tabletui.text import _, language

Key = tuple[str, int]
"""Stage and number of a round."""


class Material:
    """One tournament. found: the file as it stands; read: what of it counts, with its remarks.

    names: of everybody on the list or at a table, by id. games, protocols: in the order of play.
    """

    def __init__(self, found: Reading, read: Read) -> None:
        self.found = found
        self.read = read
        self.regulation: Regulation = read.regulation
        self.title = read.title or _("One-off games")
        order = {stage.id: number for number, stage in enumerate(self.regulation.stages)}

        def place(slot: Slot) -> tuple[int, str, int, int]:
            return order.get(slot.stage, len(order)), slot.stage, slot.round, slot.table

        stored = sorted(
            (one for one in found.protocols if one.status == OFFICIAL), key=lambda one: place(one.slot)
        )
        self.protocols: dict[Slot, Protocol] = {}
        for one in stored:
            try:
                self.protocols[one.slot] = parse_protocol(one.protocol)
            except BadProtocol:
                continue  # told among the remarks of what was read
        played = {Slot(g.stage or "", g.round or 0, g.table or 0): g for g in read.games}
        self.games: dict[Slot, ScoredGame] = {slot: played[slot] for slot in sorted(played, key=place)}
        self.stand_ins = {entry.id for entry in found.players if entry.stand_in}
        self.names: dict[str, str] = {}
        for game in self.games.values():
            for player in game.players:
                self.names[player.id] = player.name
                if player.stand_in:
                    self.stand_ins.add(player.id)
        self.names |= {entry.id: entry.name for entry in found.players}
        self._order = order

    @cached_property
    def standings(self) -> Standings:
        """The standings over everything that counts."""
        return self.standings_through(None)

    def standings_through(self, through: str | None) -> Standings:
        """The standings up to a stage or round. Raises ValueError for a wrong one."""
        read = self.read
        return standings(
            read.games, read.regulation, decisions=read.decisions, players=read.players, through=through
        )

    @cached_property
    def seatings(self) -> dict[Key, RoundSeating]:
        """The published rounds in the order of play, changes included."""
        known = seatings(self.found.draws, self.found.decisions)
        return {key: known[key] for key in sorted(known, key=self._place)}

    @cached_property
    def rounds(self) -> tuple[Key, ...]:
        """Rounds with a game that counts, in the order of play."""
        played = {(slot.stage, slot.round) for slot, game in self.games.items() if is_scored(game.sheet)}
        return tuple(sorted(played, key=self._place))

    def _place(self, key: Key) -> tuple[int, str, int]:
        return self._order.get(key[0], len(self._order)), *key

    def name(self, player: str) -> str:
        """How a player is called; his id where nothing is known of him."""
        return self.names.get(player, player)

    def stage_title(self, stage: str) -> str:
        """A stage as people call it."""
        known = self.regulation.stage(stage)
        return stage if known is None else text(known.title, language())

    @cached_property
    def points(self) -> Mapping[Slot, tuple[SeatPoints, ...]]:
        """The points of every game that is decided, coefficient and weight included, by seat."""
        regulation = self.regulation
        scored = {slot: game for slot, game in self.games.items() if is_scored(game.sheet)}
        coefficients = Coefficients.count(
            ((game.stage, game.sheet.winner) for game in scored.values()), regulation
        )
        tally = Tally(regulation, list(scored.values()))
        weights = {stage.id: stage.weight for stage in regulation.stages}
        shares = {
            stage: tally.compensations(stage)
            for stage in in_order({game.stage or "" for game in scored.values()}, regulation)
        }
        found = {}
        for slot, game in scored.items():
            sheet, stage = game.sheet, game.stage or ""
            victim = next((one.id for one in game.players if one.seat == sheet.first_killed), "")
            found[slot] = game_points(
                sheet,
                regulation.scoring,
                k=coefficients.of_stage(game.stage).of(sheet.winner),
                weight=weights.get(stage, ONE),
                draw_points=regulation.draw_game.points,
                first_kill=shares[stage].get(victim, ZERO),
            )
        return found

    def draws(self) -> tuple[Mapping[str, Any], ...]:
        """The published draws whose seating stands, each once, in the order of play."""
        known: dict[str, Mapping[str, Any]] = {}
        for seating in self.seatings.values():
            known.setdefault(str(seating.draw.get("record")), seating.draw)
        return tuple(known.values())


def gather(file: str | Path, data: str | None = None) -> Material:
    """Reads a tournament file. data: as of --data. Raises WrongFile, WrongRegulation, Refused."""
    found = read_tournament(Files(), Path(file))
    return Material(found, counted(found, str(file), data))
