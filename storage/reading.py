"""A tournament file for those who only read it: nothing is locked, nothing copied, no hash computed anew.

The checksum of the file already tells damage; whether each record fits its name is looked at by whoever
writes. So a table of standings costs little more than reading the file.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rules.record import record
from storage.errors import Notice, WrongFile, WrongInput
from storage.files import Files
from storage.kinds import CREATED, DECISION, DRAW, ROSTER, check_body
from storage.records import Record, sorted_records
from storage.roster import PlayerEntry, entry_of
from storage.seal import SCHEMA, Tables, unseal
from storage.slots import Stored, stored_protocols
from storage.tables import TABLES
from storage.undoing import in_force, latest_decisions, rows_of, rows_with_undone


@record
class Reading:
    """What a tournament file says. None of it may be changed: it is not copied.

    regulation, source, decisions: as of `Tournament`; draws: as of its `published`. all_decisions: with those
    taken back. notice: what a person should know about the file.
    """

    id: str
    title: str
    regulation: str | None
    source: dict[str, Any] | None
    players: tuple[PlayerEntry, ...]
    protocols: tuple[Stored, ...]
    decisions: tuple[dict[str, Any], ...]
    all_decisions: tuple[dict[str, Any], ...]
    draws: tuple[dict[str, Any], ...]
    records: int
    notice: Notice | None


def read_tournament(files: Files, path: Path) -> Reading:
    """Reads the last replaced file. Raises WrongFile (missing, foreign, damaged with its backup)."""
    tables, notice = file_tables_of(files, path)
    try:
        return _reading(tables, notice)
    except (KeyError, TypeError, ValueError, AttributeError, WrongInput):
        raise WrongFile(
            "foreign", "{path}: the file is whole, but its content is not that of a tournament.", path=path
        ) from None


def file_tables_of(files: Files, path: Path) -> tuple[Tables, Notice | None]:
    """The tables of a file, or of its backup with a notice. Raises WrongFile."""
    try:
        tables, schema = unseal(files.read(path))
        if schema == SCHEMA:
            return tables, None
    except (OSError, ValueError):
        pass
    # Whatever is wrong with the file, one place knows what to do; it needs the database's classes.
    from storage.durable import DurableStorage

    storage = DurableStorage(files, path)
    return storage.read() or {}, storage.notice


def _reading(tables: Mapping[str, Mapping[str, Any]], notice: Notice | None) -> Reading:
    records = sorted_records(
        Record(
            kind=kind,
            tournament=document["tournament"],
            order=document["order"],
            device=document["device"],
            seq=document["seq"],
            prev=document["prev"],
            at=document["at"],
            body=document["body"],
            name=document["record"],
        )
        for kind, name in TABLES.items()
        for document in tables.get(name, {}).values()
    )
    for one in records:
        if one.kind in (CREATED, ROSTER, DECISION):
            check_body(one.kind, one.tournament, one.body)
    made = next((one.body for one in records if one.kind == CREATED), None)
    if made is None:
        raise ValueError("no record of its making")
    latest = latest_decisions(records)
    return Reading(
        id=made["id"],
        title=made["title"],
        regulation=made["regulation"],
        source=made["source"],
        players=tuple(entry_of(document) for document in tables["players"].values()),
        protocols=stored_protocols(records, shared=True),
        decisions=rows_of(in_force(latest)),
        all_decisions=rows_with_undone(latest),
        draws=tuple({"record": one.name, "at": one.at} | one.body for one in records if one.kind == DRAW),
        records=len(records),
        notice=notice,
    )
