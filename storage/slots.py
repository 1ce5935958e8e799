"""Which protocol counts where: a slot is (stage, round, table) of a tournament and has one official head.

Two different protocols of one slot are a conflict. Both are kept, neither counts, until the chief judge
decides, naming all that he chose among.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from rules.record import record as frozen
from storage.errors import WrongInput
from storage.kinds import CHOICE, DECISION, PROTOCOL, Slot, slot_of
from storage.records import Record
from storage.strict_json import copied
from storage.undoing import latest_decisions, undone_by

OFFICIAL = "official"
CONFLICT = "conflict"
SUPERSEDED = "superseded"
REJECTED = "rejected"
VOID = "void"
FREE = "free"


@frozen
class SlotState:
    """status: free (nothing but void games), official or conflict. heads: hashes of those that may count."""

    status: str
    heads: tuple[str, ...]


@frozen
class Stored:
    """A protocol on record: its hash, its JSON (a copy), when it was stored and what it counts for.

    status: official, conflict, superseded, rejected or void. record: the name of its record.
    """

    slot: Slot
    hash: str
    protocol: dict[str, Any]
    at: str
    status: str
    supersedes: tuple[str, ...]
    record: str


def checked_protocol(
    protocol: Mapping[str, Any],
    roster: Collection[str],
    stages: Mapping[str, int | None] | None,
) -> Slot:
    """The slot of a protocol that may be stored. Raises WrongInput.

    roster: known ids; an empty one knows everybody. stages: tables of each stage (None: any number); no
    stages: any.
    """
    slot = slot_of(protocol)
    if stages is not None and slot.stage not in stages:
        known = ", ".join(stages)
        raise WrongInput(
            "unknown_stage", "Protocol of {slot}: the stages are {known}.", slot=slot.label(), known=known
        )
    tables = stages[slot.stage] if stages is not None else None
    if tables is not None and slot.table > tables:
        raise WrongInput(
            "unknown_table",
            "Protocol of {slot}: there are {tables} tables.",
            slot=slot.label(),
            tables=tables,
        )
    players = protocol.get("players")
    if not isinstance(players, list) or len(players) != 10:
        raise WrongInput("not_ten", "Protocol of {slot}: there must be ten players.", slot=slot.label())
    for player in players:
        if not isinstance(player, dict) or not isinstance(player.get("id"), str):
            raise WrongInput("no_player_id", "Protocol of {slot}: a player has no id.", slot=slot.label())
        if roster and player["id"] not in roster and player.get("stand_in") is not True:
            raise WrongInput(
                "unknown_player",
                "Protocol of {slot}: player {player} is not on the roster.",
                slot=slot.label(),
                player=player["id"],
            )
    return slot


def is_void(protocol: Mapping[str, Any]) -> bool:
    """A misdeal or an interrupted game: it stays on record and leaves its slot free."""
    sheet = protocol.get("sheet")
    if isinstance(sheet, dict) and sheet.get("ending") is not None:
        return bool(sheet["ending"] == "void")
    events = protocol.get("events")
    return isinstance(events, list) and any(isinstance(e, dict) and e.get("event") == "void" for e in events)


def stored_protocols(records: Iterable[Record], *, shared: bool = False) -> tuple[Stored, ...]:
    """All protocols with their standing, by slot and then in the order of storing; records in their order.

    shared: the protocols are those of the records, not copies; for who changes nothing.
    """
    status = _statuses(records := list(records))
    first: dict[tuple[Slot, str], Record] = {}
    for record in records:
        if record.kind == PROTOCOL:
            first.setdefault((slot_of(record.body["protocol"]), record.body["hash"]), record)
    return tuple(
        Stored(
            slot=slot,
            hash=name,
            protocol=record.body["protocol"] if shared else copied(record.body["protocol"]),
            at=record.at,
            status=status[slot][name],
            supersedes=tuple(record.body["supersedes"]),
            record=record.name,
        )
        for (slot, name), record in sorted(first.items(), key=lambda found: found[0][0])
    )


def slot_states(records: Iterable[Record]) -> dict[Slot, SlotState]:
    """Each slot that has a protocol, in the order of the schedule."""
    states: dict[Slot, SlotState] = {}
    for slot, status in sorted(_statuses(records).items()):
        heads = tuple(name for name, found in status.items() if found in (OFFICIAL, CONFLICT))
        states[slot] = SlotState(FREE if not heads else status[heads[0]], heads)
    return states


def _statuses(records: Iterable[Record]) -> dict[Slot, dict[str, str]]:
    """What each protocol counts for, by slot and hash, in the order of storing."""
    records = list(records)
    undone = undone_by(latest_decisions(records))
    own: dict[Slot, dict[str, str]] = {}
    superseded: dict[Slot, set[str]] = {}
    rejected: dict[Slot, set[str]] = {}
    for record in records:
        body = record.body
        if record.kind == PROTOCOL:
            slot = slot_of(body["protocol"])
            own.setdefault(slot, {})[body["hash"]] = VOID if is_void(body["protocol"]) else OFFICIAL
            superseded.setdefault(slot, set()).update(body["supersedes"])
        elif record.kind == DECISION and body["kind"] == CHOICE and body["id"] not in undone:
            rejected.setdefault(slot_of(body), set()).update(set(body["among"]) - {body["chosen"]})
    return {slot: _ruled(names, superseded[slot], rejected.get(slot, set())) for slot, names in own.items()}


def _ruled(
    names: Mapping[str, str], superseded: Collection[str], rejected: Collection[str]
) -> dict[str, str]:
    ruled: dict[str, str] = {}
    for name, status in names.items():
        if name in superseded:
            status = SUPERSEDED
        elif status == OFFICIAL and name in rejected:
            status = REJECTED
        ruled[name] = status
    if sum(status == OFFICIAL for status in ruled.values()) > 1:
        ruled = {name: CONFLICT if status == OFFICIAL else status for name, status in ruled.items()}
    return ruled


def check_correction(slot: Slot, supersedes: Sequence[str], known: Collection[str]) -> None:
    """Raises WrongInput when a correction names a protocol that its slot has not."""
    if any(name not in known for name in supersedes):
        raise WrongInput(
            "unknown_correction",
            "Protocol of {slot}: the protocol it corrects is not on record.",
            slot=slot.label(),
        )
