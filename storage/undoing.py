"""Which decisions are in force: one that was taken back stays on record beside the one that takes it back.

A pure function of the set of decisions, so that laptops that met in whatever order agree.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from storage.kinds import DECISION, UNDO

if TYPE_CHECKING:
    from storage.records import Record


def latest_decisions(records: Iterable[Record]) -> tuple[Record, ...]:
    """One record for each id, in the order of making; the latest wording of an id counts."""
    return tuple({record.body["id"]: record for record in records if record.kind == DECISION}.values())


def undone_by(decisions: Sequence[Record]) -> dict[str, str]:
    """Who took back what: id of an undo by id of a decision; decisions in the order of making.

    An undo is itself a decision and can be undone; what it took back is then in force again. Looked at from
    the last one back, so that two which name each other end in one and the same state everywhere.
    """
    found: dict[str, str] = {}
    for one in reversed(decisions):
        if one.body["kind"] == UNDO and one.body["id"] not in found:
            found[one.body["undoes"]] = one.body["id"]
    return found


def in_force(decisions: Sequence[Record]) -> tuple[Record, ...]:
    """The decisions that nobody took back; undos are not among them, they have done their work."""
    gone = undone_by(decisions)
    return tuple(one for one in decisions if one.body["id"] not in gone and one.body["kind"] != UNDO)


def rows_of(decisions: Iterable[Record]) -> tuple[dict[str, Any], ...]:
    """Decisions as objects with their time; not copied."""
    return tuple({"at": one.at} | one.body for one in decisions)


def rows_with_undone(decisions: Sequence[Record]) -> tuple[dict[str, Any], ...]:
    """All of them, each with `undone_by`: the id of what took it back, or None."""
    gone = undone_by(decisions)
    return tuple(row | {"undone_by": gone.get(row["id"])} for row in rows_of(decisions))
