"""What a record of another laptop must pass before it counts: its game is played again, its decision read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rules.said import Said
from tabletui.text import N_

if TYPE_CHECKING:
    from rules.protocol import Protocol
    from rules.regulation import Regulation
    from rules.sheet import Sheet
    from storage.records import Record

RECEIVED = "received_sheet"
"""Field of a stored protocol: the sheet as it came, where the events bring about another one."""


def examiner(root: Path) -> Examiner:
    """The examiner of a data folder, with the regulations that lie in it."""
    return Examiner((root / "regulations",))


class Examiner:
    """Examines the records of any tournament; `storage.exchange.Examine`. The same record always comes out
    the same, so that all laptops keep one and the same.

    folders: where regulations lie that do not come with the program.
    """

    def __init__(self, folders: Sequence[Path] = ()) -> None:
        self._folders = folders
        self._known: dict[str, Regulation] = {}
        self._own: tuple[object, Regulation | None] = (None, None)

    def __call__(self, created: Mapping[str, Any], record: Record) -> Record:
        """The record as it is kept. Raises ValueError with the reason."""
        from storage.kinds import DECISION, PROTOCOL, ROSTER

        if record.kind == DECISION:
            _check_decision(record)
        elif record.kind == ROSTER:
            _check_roster(record)
        elif record.kind == PROTOCOL:
            return self._protocol(created, record)
        return record

    def _protocol(self, created: Mapping[str, Any], record: Record) -> Record:
        from rules.protocol import BadFact, parse_protocol
        from rules.record import replace
        from rules.sheet_json import BadProtocol
        from storage.records import named
        from storage.strict_json import content_hash

        data = record.body["protocol"]
        try:
            protocol = parse_protocol(data)
            regulation = self._regulation(created, protocol)
            _check_slot(protocol, regulation if self._own[1] is not None else None)
            kept = with_sheet(protocol, regulation)
        except BadProtocol as bad:
            raise ValueError(Said(N_("its protocol is wrong: {error}"), error=bad)) from None
        except BadFact as bad:
            reason = Said(
                N_("the game breaks off at event {number}: {error}"), number=bad.index + 1, error=bad
            )
            raise ValueError(reason) from None
        if kept is None:
            raise ValueError(Said(N_("its game is not decided")))
        if kept is protocol.data:
            return record
        body = record.body | {"protocol": kept, "hash": content_hash(kept)}
        return named(replace(record, body=body, name=""))

    def _regulation(self, created: Mapping[str, Any], protocol: Protocol) -> Regulation:
        """That of the tournament, else the one the protocol names; by id only, never a path."""
        from rules.regulation import WrongRegulation, is_path, load
        from rules.regulation.content import from_json

        try:
            if self._own[0] is not created:
                source, id = created["source"], created["regulation"]
                own = from_json(source) if source is not None else None
                if own is None and id is not None and not is_path(id):
                    own = load(id, folders=self._folders)
                self._own = created, own
            if self._own[1] is not None:
                return self._own[1]
            id = protocol.regulation
            if id is None or is_path(id):
                raise ValueError(Said(N_("it names no regulation")))
            if id not in self._known:
                self._known[id] = load(id, folders=self._folders)
            return self._known[id]
        except WrongRegulation:
            raise ValueError(Said(N_("its regulation is not known here"))) from None


def with_sheet(protocol: Protocol, regulation: Regulation) -> Mapping[str, Any] | None:
    """The protocol with the sheet that its events bring about, one that differed beside it; the very data of
    the protocol where it has that sheet already; None while the game is undecided. Raises BadFact.
    """
    if not protocol.has_events:
        sheet = protocol.sheet
        decided = sheet is not None and (sheet.winner is not None or sheet.ending == "void")
        return protocol.data if decided else None
    if not protocol.replay(regulation).decided:
        return None
    return with_derived(protocol, protocol.sheet_under(regulation))


def with_derived(protocol: Protocol, sheet: Sheet) -> Mapping[str, Any]:
    """The same, given the sheet that the events bring about."""
    from rules.sheet_json import sheet_json

    if protocol.sheet == sheet:
        return protocol.data
    data = protocol.to_json()
    stored = data.get("sheet") or {}
    if protocol.differences(sheet):
        data[RECEIVED] = stored
    return data | {"sheet": stored | sheet_json(sheet)}


def _check_slot(protocol: Protocol, regulation: Regulation | None) -> None:
    if regulation is None:
        return
    stage = regulation.stage(protocol.stage or "")
    if stage is None or (protocol.round or 0) > stage.rounds or (protocol.table or 0) > stage.tables:
        raise ValueError(Said(N_("the regulation has no such stage, round or table")))


def _check_roster(record: Record) -> None:
    """Names come to screens, pages and tables: each must be one that could have been typed here."""
    from storage.errors import WrongInput
    from storage.roster import entry_of, tidied

    for row in record.body["put"]:
        try:
            entry = entry_of(row)
            if tidied(entry) != entry:
                raise ValueError(Said(N_("a name or a note in it holds what cannot be typed")))
        except WrongInput as wrong:
            raise ValueError(Said(wrong.template, **wrong.details)) from None


def _check_decision(record: Record) -> None:
    from storage.errors import WrongFile
    from tabletui.results import decision_of

    try:
        decision_of(record.body)
    except WrongFile as wrong:
        raise ValueError(Said(N_("{error}"), error=wrong)) from None
