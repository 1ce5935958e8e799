"""The tables of a tournament file as a pure function of its records, and the records out of the tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from storage import records as kinds
from storage.records import Record, named, sorted_records
from storage.roster import changed_roster, entry_of, json_of
from storage.slots import slot_of
from storage.strict_json import content_hash

_TABLES = {
    kinds.CREATED: "tournament",
    kinds.ROSTER: "roster_changes",
    kinds.PROTOCOL: "protocols",
    kinds.DECISION: "decisions",
    kinds.DRAW: "draws",
}


def tables_of(records: Iterable[Record]) -> dict[str, dict[int, dict[str, Any]]]:
    """Documents by table and number. The table `players` is the roster that the changes lead to."""
    tables: dict[str, dict[int, dict[str, Any]]] = {name: {} for name in ("players", *_TABLES.values())}
    roster: tuple[Any, ...] = ()
    for record in sorted_records(records):
        table = tables[_TABLES[record.kind]]
        table[len(table) + 1] = _document(record)
        if record.kind == kinds.ROSTER:
            put = [entry_of(entry) for entry in record.body["put"]]
            roster = changed_roster(roster, put, record.body["drop"], strict=False)
    tables["players"] = {number: json_of(entry) for number, entry in enumerate(roster, 1)}
    return tables


def records_of(tables: Mapping[str, Mapping[str, Any]]) -> list[Record]:
    """The records a file was made of. Raises KeyError, TypeError or ValueError for foreign content."""
    found: list[Record] = []
    for kind, name in _TABLES.items():
        for document in tables.get(name, {}).values():
            record = named(
                Record(
                    kind=kind,
                    tournament=document["tournament"],
                    order=document["order"],
                    device=document["device"],
                    seq=document["seq"],
                    prev=document["prev"],
                    at=document["at"],
                    body=document["body"],
                )
            )
            if record.name != document["record"]:
                raise ValueError("a document does not fit the name of its record")
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
    if record.kind == kinds.PROTOCOL:
        slot = slot_of(record.body["protocol"])
        document |= {"stage": slot.stage, "round": slot.round, "table": slot.table}
        document["hash"] = content_hash(record.body["protocol"])
    document["body"] = record.body
    return document
