"""Which protocol counts where: a slot is (stage, round, table) of a tournament and has one official head.

Two different protocols of one slot are a conflict. Both are kept, neither counts, until the chief judge
decides, naming all that he chose among.
"""

from __future__ import annotations

import copy
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from storage.errors import WrongInput
from storage.records import DECISION, PROTOCOL, Record
from storage.strict_json import content_hash

OFFICIAL = "official"
CONFLICT = "conflict"
SUPERSEDED = "superseded"
REJECTED = "rejected"
VOID = "void"
FREE = "free"


@dataclass(frozen=True, slots=True, order=True)
class Slot:
    """A place in the schedule. round and table count from 1, round within its stage."""

    stage: str
    round: int
    table: int

    def label(self) -> str:
        return f"stage {self.stage}, round {self.round}, table {self.table}"


@dataclass(frozen=True, slots=True)
class SlotState:
    """status: free (nothing but void games), official or conflict. heads: hashes of those that may count."""

    status: str
    heads: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Stored:
    """A protocol on record: its hash, its JSON (a copy), when it was stored and what it counts for.

    status: official, conflict, superseded, rejected or void.
    """

    slot: Slot
    hash: str
    protocol: dict[str, Any]
    at: str
    status: str
    supersedes: tuple[str, ...]
    record: str


def slot_of(protocol: Mapping[str, Any]) -> Slot:
    """Raises WrongInput when the protocol does not say where it belongs."""
    stage, round_, table = protocol.get("stage"), protocol.get("round"), protocol.get("table")
    if not isinstance(stage, str) or not stage:
        raise WrongInput("The protocol names no stage; a tournament needs stage, round and table.")
    if type(round_) is not int or round_ < 1 or type(table) is not int or table < 1:
        raise WrongInput(f"Protocol of stage {stage}: round and table must be whole numbers from 1.")
    return Slot(stage, round_, table)


def checked_protocol(
    protocol: Mapping[str, Any],
    roster: Collection[str],
    supersedes: Sequence[str],
    taken: Mapping[Slot, Collection[str]],
) -> Slot:
    """The slot of a protocol that may be stored. An empty roster knows everybody. Raises WrongInput."""
    slot = slot_of(protocol)
    players = protocol.get("players")
    if not isinstance(players, list) or len(players) != 10:
        raise WrongInput(f"Protocol of {slot.label()}: there must be ten players.")
    for player in players:
        if not isinstance(player, dict) or not isinstance(player.get("id"), str):
            raise WrongInput(f"Protocol of {slot.label()}: a player has no id.")
        if roster and player["id"] not in roster and player.get("stand_in") is not True:
            raise WrongInput(f"Protocol of {slot.label()}: player {player['id']} is not on the roster.")
    for name in supersedes:
        if name not in taken.get(slot, ()):
            raise WrongInput(f"Protocol of {slot.label()}: the protocol it corrects is not on record.")
    return slot


def is_void(protocol: Mapping[str, Any]) -> bool:
    """A misdeal or an interrupted game: it stays on record and leaves its slot free."""
    sheet = protocol.get("sheet")
    if isinstance(sheet, dict) and sheet.get("ending") is not None:
        return bool(sheet["ending"] == "void")
    events = protocol.get("events")
    return isinstance(events, list) and any(isinstance(e, dict) and e.get("event") == "void" for e in events)


def stored_protocols(records: Iterable[Record]) -> tuple[Stored, ...]:
    """All protocols with their standing, by slot and then in the order of storing; records in their order."""
    records = list(records)
    own: dict[Slot, dict[str, Record]] = {}
    for record in records:
        if record.kind == PROTOCOL:
            in_slot = own.setdefault(slot_of(record.body["protocol"]), {})
            in_slot.setdefault(content_hash(record.body["protocol"]), record)
    decisions = [record.body for record in records if record.kind == DECISION]
    choices = [body for body in decisions if body["kind"] == "choice"]
    found: list[Stored] = []
    for slot in sorted(own):
        status = _statuses(slot, own[slot], records, choices)
        for name, record in own[slot].items():
            found.append(
                Stored(
                    slot=slot,
                    hash=name,
                    protocol=copy.deepcopy(record.body["protocol"]),
                    at=record.at,
                    status=status[name],
                    supersedes=tuple(record.body["supersedes"]),
                    record=record.name,
                )
            )
    return tuple(found)


def slot_states(records: Iterable[Record]) -> dict[Slot, SlotState]:
    states: dict[Slot, SlotState] = {}
    for found in stored_protocols(records):
        before = states.get(found.slot, SlotState(FREE, ()))
        if found.status in (OFFICIAL, CONFLICT):
            before = SlotState(found.status, (*before.heads, found.hash))
        states[found.slot] = before
    return states


def _statuses(
    slot: Slot, own: Mapping[str, Record], records: Iterable[Record], choices: Iterable[Mapping[str, Any]]
) -> dict[str, str]:
    status = {name: VOID for name, record in own.items() if is_void(record.body["protocol"])}
    for record in records:
        if record.kind == PROTOCOL and slot_of(record.body["protocol"]) == slot:
            status |= {name: SUPERSEDED for name in record.body["supersedes"] if name in own}
    for choice in choices:
        if (choice["stage"], choice["round"], choice["table"]) == (slot.stage, slot.round, slot.table):
            losers = set(choice["among"]) - {choice["chosen"]}
            status |= {name: REJECTED for name in losers if name in own and name not in status}
    heads = [name for name in own if name not in status]
    return {**{name: OFFICIAL if len(heads) == 1 else CONFLICT for name in heads}, **status}
