"""The tables of a tournament file as a pure function of its records, and the records out of the tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from storage.kinds import CREATED, DECISION, DRAW, PROTOCOL, ROSTER, check_body
from storage.records import Record, named, sorted_records
from storage.roster import PlayerEntry, changed_roster, entry_of, json_of

TABLES = {
    CREATED: "tournament",
    ROSTER: "roster_changes",
    PROTOCOL: "protocols",
    DECISION: "decisions",
    DRAW: "draws",
}
"""The table of each kind of record."""

_INDEXED = ("stage", "round", "table")


def tables_of(records: Iterable[Record]) -> dict[str, dict[int, dict[str, Any]]]:
    """Documents by table and number. The table `players` is the roster that the changes lead to."""
    tables: dict[str, dict[int, dict[str, Any]]] = {name: {} for name in ("players", *TABLES.values())}
    ordered = sorted_records(records)
    for record in ordered:
        table = tables[TABLES[record.kind]]
        table[len(table) + 1] = _document(record)
    tables["players"] = {number: json_of(entry) for number, entry in enumerate(roster_of(ordered), 1)}
    return tables


def roster_of(records: Iterable[Record]) -> tuple[PlayerEntry, ...]:
    """The roster that the changes lead to; records in their order."""
    roster: tuple[PlayerEntry, ...] = ()
    for record in records:
        if record.kind == ROSTER:
            put = [entry_of(entry) for entry in record.body["put"]]
            roster = changed_roster(roster, put, record.body["drop"], strict=False)
    return roster


def file_tables(records: Iterable[Record]) -> dict[str, dict[str, Any]]:
    """The same with the numbers as texts, as they stand in the file."""
    return {
        name: {str(number): document for number, document in documents.items()}
        for name, documents in tables_of(records).items()
    }


def records_of(tables: Mapping[str, Mapping[str, Any]]) -> list[Record]:
    """The records a file was made of. Raises KeyError, TypeError or ValueError for foreign content."""
    found: list[Record] = []
    for kind, name in TABLES.items():
        for document in tables.get(name, {}).values():
            fields = {
                field: document[field] for field in ("tournament", "order", "device", "seq", "prev", "at")
            }
            record = named(Record(kind=kind, body=document["body"], **fields))
            if record.name != document["record"]:
                raise ValueError("a document does not fit the name of its record")
            check_body(kind, record.tournament, record.body)
            found.append(record)
    return found


def _document(record: Record) -> dict[str, Any]:
    document: dict[str, Any] = {
        "record": record.name,
        "tournament": record.tournament,
        "order": record.order,
        "device": record.device,
        "seq": record.seq,
        "prev": record.prev,
        "at": record.at,
    }
    if record.kind == PROTOCOL:
        # For whoever looks into the file with TinyDB's own queries.
        document |= {field: record.body["protocol"][field] for field in _INDEXED}
    document["body"] = record.body
    return document
