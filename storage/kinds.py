"""The kinds of record and what the body of each must look like before anything trusts it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from storage.errors import WrongInput
from storage.strict_json import content_hash

CREATED = "created"
ROSTER = "roster"
PROTOCOL = "protocol"
DECISION = "decision"
DRAW = "draw"
KINDS = (CREATED, ROSTER, PROTOCOL, DECISION, DRAW)

CHOICE = "choice"
"""The kind of decision that ends a conflict."""

PLAYER_FIELDS = {
    "id": str,
    "name": str,
    "club": str,
    "city": str,
    "paid": bool,
    "note": str,
    "stand_in": bool,
}

_HASH = re.compile(r"[0-9a-f]{64}\Z")


@dataclass(frozen=True, slots=True, order=True)
class Slot:
    """A place in the schedule. round and table count from 1, round within its stage."""

    stage: str
    round: int
    table: int

    def label(self) -> str:
        return f"stage {self.stage}, round {self.round}, table {self.table}"


def slot_of(holder: Mapping[str, Any]) -> Slot:
    """The slot a protocol or a choice names. Raises WrongInput when it does not say where it belongs."""
    stage, round_, table = holder.get("stage"), holder.get("round"), holder.get("table")
    if not isinstance(stage, str) or not stage:
        raise WrongInput("no_stage", "The protocol names no stage; it needs stage, round and table.")
    if type(round_) is not int or round_ < 1 or type(table) is not int or table < 1:
        raise WrongInput(
            "no_slot", "Protocol of stage {stage}: round and table must be whole numbers from 1.", stage=stage
        )
    return Slot(stage, round_, table)


def check_body(kind: str, tournament: str, body: Mapping[str, Any]) -> None:
    """Raises ValueError with the reason when the body is not one of its kind."""
    match kind:
        case "created":
            _created(tournament, body)
        case "roster":
            _roster(body)
        case "protocol":
            _protocol(body)
        case "decision":
            _decision(body)


def _created(tournament: str, body: Mapping[str, Any]) -> None:
    _need(body.get("id") == tournament, "id is not that of the tournament")
    _need(isinstance(body.get("title"), str), "title is not a text")
    _need(body.get("regulation") is None or isinstance(body["regulation"], str), "regulation is not a text")
    _need(body.get("source") is None or isinstance(body["source"], dict), "source is not an object")
    _need(isinstance(body.get("created"), str), "created is not a text")


def _roster(body: Mapping[str, Any]) -> None:
    _need(isinstance(body.get("put"), list) and _texts(body.get("drop")), "put or drop is not a list")
    for entry in body["put"]:
        _need(isinstance(entry, dict), "a player is not an object")
        for field, type_ in PLAYER_FIELDS.items():
            _need(type(entry.get(field)) is type_, f"{field} of a player is not what it should be")
        _need(bool(entry["id"]), "a player has no id")


def _protocol(body: Mapping[str, Any]) -> None:
    protocol = body.get("protocol")
    _need(isinstance(protocol, dict), "protocol is not an object")
    assert isinstance(protocol, dict)
    try:
        slot_of(protocol)
    except WrongInput as error:
        raise ValueError(str(error)) from None
    _need(body.get("hash") == content_hash(protocol), "the hash is not that of the protocol")
    _need(_texts(body.get("supersedes")), "supersedes is not a list of hashes")
    _need(body["hash"] not in body["supersedes"], "a protocol supersedes itself")


def _decision(body: Mapping[str, Any]) -> None:
    _need(isinstance(body.get("kind"), str), "kind is not a text")
    _need(isinstance(body.get("id"), str), "id is not a text")
    if body["kind"] != CHOICE:
        return
    try:
        slot_of(body)
    except WrongInput as error:
        raise ValueError(str(error)) from None
    _need(_texts(body.get("among")), "among is not a list of hashes")
    _need(all(_HASH.match(name) for name in body["among"]), "among holds something that is no hash")
    _need(body.get("chosen") in body["among"], "chosen is not one of those it was chosen among")


def _texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(inner, str) for inner in value)


def _need(holds: bool, reason: str) -> None:
    if not holds:
        raise ValueError(reason)
