"""The protocol of one game: who sat where, what happened, what came of it.

A protocol is kept as the JSON object it came in, so that fields this program does not know are written back
as they were; everything else is read from it. The events are the full record; where they are absent (a
result typed from paper) the sheet stands alone. The engine is imported with the first replay: tables and
lists of protocols need their sheets alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from rules.record import record, replace
from rules.said import Said
from rules.sheet import SEATS, Player, Sheet
from rules.sheet_json import BadProtocol, derive_sheet, parse_number, parse_sheet, sheet_json
from rules.spelling import spelled

if TYPE_CHECKING:
    from rules.game import BadEvent, Event, Game, IllegalEvent
    from rules.regulation import Regulation

FORMAT = "tabletui/protocol"
VERSION = 1
MOST_EVENTS = 10_000
"""More than any game can have; a longer list is no protocol."""

__all__ = ["FORMAT", "VERSION", "BadFact", "BadProtocol", "Protocol", "make_protocol", "parse_protocols"]


class BadFact(Exception):
    """The first event of a protocol that is malformed or that the game refuses.

    index: its place from 0. code, message: as of BadEvent or IllegalEvent. refusal: the game's own, with the
    values it speaks of; None for a malformed event.
    """

    def __init__(self, index: int, bad: BadEvent | IllegalEvent) -> None:
        from rules.game import IllegalEvent

        super().__init__(f"events[{index}]: {bad.message}")
        self.index = index
        self.code = bad.code
        self.message = bad.message
        self.refusal = bad if isinstance(bad, IllegalEvent) else None


@record
class Protocol:
    """One protocol; the slot is (tournament, stage, round, table), any part of which may be open.

    sheet: the sheet as stored, or None. data: the JSON object as it came.
    """

    players: tuple[Player, ...]
    regulation: str | None
    tournament: str | None
    stage: str | None
    round: int | None
    table: int | None
    judge: str | None
    date: str | None
    sheet: Sheet | None
    data: Mapping[str, Any]

    @property
    def has_events(self) -> bool:
        """Whether the full record is there."""
        return self.data.get("events") is not None

    def events(self) -> tuple[Event, ...]:
        """The events, typed. Raises BadFact at the first malformed one."""
        return tuple(self._facts())

    def _facts(self) -> Iterator[Event]:
        from rules.game import BadEvent, parse_event

        for index, row in enumerate(self.data.get("events") or ()):
            try:
                event = parse_event(row)
            except BadEvent as bad:
                raise BadFact(index, bad) from None
            yield event

    def replay(self, regulation: Regulation) -> Game:
        """The game of the events, run on to the first step that needs input. Raises BadFact."""
        from rules.game import IllegalFact, fold

        try:
            return fold(regulation, self._facts()).run_on()
        except IllegalFact as fact:
            raise BadFact(fact.index, fact.refusal) from None

    def sheet_under(self, regulation: Regulation) -> Sheet:
        """The sheet that scoring reads: derived where there are events, else the stored one.

        Points that somebody wrote down are carried over from the stored sheet. Raises BadFact.
        """
        if not self.has_events:
            return self.sheet or Sheet()
        derived = derive_sheet(self.replay(regulation))
        return _with_recorded(derived, self.sheet)

    def differences(self, derived: Sheet) -> tuple[str, ...]:
        """The fields of the stored sheet that differ from the derived one; only fields that are stored."""
        stored = self.data.get("sheet")
        if self.sheet is None or not isinstance(stored, Mapping):
            return ()
        fields = ("roles", "winner", "ending", "left", "removed", "first_killed", "best_move", "fouls")
        return tuple(
            field
            for field in (*fields, "awards", "fines")
            if field in stored and getattr(self.sheet, field) != getattr(derived, field)
        )

    def to_json(self) -> dict[str, Any]:
        """The JSON object, unknown fields included."""
        return dict(self.data)


def _with_recorded(derived: Sheet, stored: Sheet | None) -> Sheet:
    if stored is None or not stored.recorded_points:
        return derived
    return replace(derived, recorded_points=stored.recorded_points)


def make_protocol(
    game: Game,
    players: Iterable[Player],
    *,
    slot: Mapping[str, Any],
    date: str,
    events: Iterable[Mapping[str, Any]] | None = None,
    audit: Iterable[Mapping[str, Any]] = (),
) -> dict[str, Any]:
    """The JSON object of a finished game.

    slot: tournament, stage, round, table. events: the effective events as JSON (with their times), by
    default those of the game. audit: what was taken back or amended, kept apart from the events.
    """
    from rules.game import event_json

    rows = [event_json(event) for event in game.events] if events is None else [dict(row) for row in events]
    data: dict[str, Any] = {"format": FORMAT, "version": VERSION, "regulation": game.regulation.id}
    data |= {key: value for key, value in slot.items() if value is not None}
    data["judge"] = game.state.judge
    data["date"] = date
    data["players"] = [player_json(player) for player in players]
    data["events"] = rows
    data["sheet"] = sheet_json(derive_sheet(game))
    if trail := [dict(row) for row in audit]:
        data["audit"] = trail
    return data


def player_json(player: Player) -> dict[str, Any]:
    """The JSON object of a seated player."""
    row: dict[str, Any] = {"seat": player.seat, "id": player.id, "name": player.name}
    return row | {"stand_in": True} if player.stand_in else row


def parse_protocols(data: Any) -> tuple[Protocol, ...]:
    """The protocols of a file's JSON: one object, or a list of them.

    Raises BadProtocol with the place and what was expected.
    """
    if isinstance(data, list):
        if not data:
            raise BadProtocol("", Said("the file holds an empty list; a protocol was expected"))
        return tuple(parse_protocol(row, f"[{index}]") for index, row in enumerate(data))
    return (parse_protocol(data),)


def parse_protocol(data: Any, where: str = "") -> Protocol:
    """The protocol of one JSON object. Raises BadProtocol."""
    at = f"{where}." if where else ""
    if not isinstance(data, Mapping):
        raise BadProtocol(
            where, Said('a protocol must be an object with "format": "{format}"', format=FORMAT)
        )
    if data.get("format") != FORMAT:
        raise BadProtocol(
            f"{at}format",
            Said('must be "{format}", not {value}', format=FORMAT, value=spelled(data.get("format"), 60)),
        )
    version = data.get("version")
    if isinstance(version, bool) or version != VERSION:
        message = Said(
            "this program reads version {known}, not {version}; a newer program may read it",
            known=VERSION,
            version=spelled(version),
        )
        raise BadProtocol(f"{at}version", message, code="unknown_version")
    events, sheet = data.get("events"), data.get("sheet")
    if events is None and sheet is None:
        raise BadProtocol(where, Said("neither events nor a sheet; one of them is needed"))
    if events is not None and not isinstance(events, list):
        raise BadProtocol(f"{at}events", Said("must be a list of events"))
    if events is not None and len(events) > MOST_EVENTS:
        raise BadProtocol(
            f"{at}events",
            Said(
                "one game has at most {most_events} events, here are {count}",
                most_events=MOST_EVENTS,
                count=len(events),
            ),
        )
    return Protocol(
        players=_players(data.get("players"), f"{at}players"),
        regulation=_text(data, "regulation", at),
        tournament=_text(data, "tournament", at),
        stage=_text(data, "stage", at),
        round=_count(data, "round", at),
        table=_count(data, "table", at),
        judge=_text(data, "judge", at),
        date=_text(data, "date", at),
        sheet=None if sheet is None else parse_sheet(sheet, f"{at}sheet"),
        data=data,
    )


def _players(data: Any, where: str) -> tuple[Player, ...]:
    if not isinstance(data, list):
        raise BadProtocol(where, Said("must be a list of ten players"))
    if len(data) != len(SEATS):
        raise BadProtocol(where, Said("a table has ten players, here are {count}", count=len(data)))
    players = tuple(_player(row, f"{where}[{index}]") for index, row in enumerate(data))
    for kind, values in (("seat", [str(p.seat) for p in players]), ("id", [p.id for p in players])):
        twice = {value for value in values if values.count(value) > 1}
        if twice:
            message = (
                Said("seat {seat} stands there twice", seat=min(twice))
                if kind == "seat"
                else Said("the id {id} stands there twice", id=min(twice))
            )
            raise BadProtocol(where, message)
    return tuple(sorted(players, key=lambda player: player.seat))


def _player(row: Any, where: str) -> Player:
    if not isinstance(row, Mapping):
        raise BadProtocol(where, Said("must be an object with seat, id and name"))
    seat = parse_number(row.get("seat"), f"{where}.seat", 1, 10)
    ident, name = row.get("id"), row.get("name")
    if not isinstance(ident, str) or not ident.strip():
        raise BadProtocol(f"{where}.id", Said("must be the player's id, a text that is not empty"))
    if name is not None and not isinstance(name, str):
        raise BadProtocol(f"{where}.name", Said("must be text"))
    stand_in = row.get("stand_in", False)
    if not isinstance(stand_in, bool):
        raise BadProtocol(f"{where}.stand_in", Said("must be true or false"))
    return Player(seat, ident, name or ident, stand_in)


def _text(data: Mapping[str, Any], field: str, at: str) -> str | None:
    value = data.get(field)
    if value is not None and not isinstance(value, str):
        raise BadProtocol(f"{at}{field}", Said("must be text, not {value}", value=spelled(value)))
    return value


def _count(data: Mapping[str, Any], field: str, at: str) -> int | None:
    value = data.get(field)
    return None if value is None else parse_number(value, f"{at}{field}", 1, 9999)
