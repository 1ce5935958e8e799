"""The kinds of record and what the body of each must look like before anything trusts it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from rules.record import record
from rules.said import Said
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

UNDO = "undo"
"""The kind of decision that takes another one back."""

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


@record
class Slot:
    """A place in the schedule. round and table count from 1, round within its stage."""

    stage: str
    round: int
    table: int

    def label(self) -> str:
        return f"stage {self.stage}, round {self.round}, table {self.table}"

    def __lt__(self, other: Slot) -> bool:
        return (self.stage, self.round, self.table) < (other.stage, other.round, other.table)


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


_SENTENCES = {
    "other_id": "id is not that of the tournament",
    "title": "title is not a text",
    "regulation": "regulation is not a text",
    "source": "source is not an object",
    "created": "created is not a text",
    "put": "put or drop is not a list",
    "player": "a player is not an object",
    "player_id": "a player has no id",
    "protocol": "protocol is not an object",
    "hash": "the hash is not that of the protocol",
    "supersedes": "supersedes is not a list of hashes",
    "itself": "a protocol supersedes itself",
    "kind": "kind is not a text",
    "id": "id is not a text",
    "undoes": "undoes is not the id of a decision",
    "among": "among is not a list of hashes",
    "among_hash": "among holds something that is no hash",
    "chosen": "chosen is not one of those it was chosen among",
}
"""What may be wrong with a body."""


def check_body(kind: str, tournament: str, body: Mapping[str, Any]) -> None:
    """Raises ValueError with the reason, a `Said`, when the body is not one of its kind."""
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
    _need(body.get("id") == tournament, "other_id")
    _need(isinstance(body.get("title"), str), "title")
    _need(body.get("regulation") is None or isinstance(body["regulation"], str), "regulation")
    _need(body.get("source") is None or isinstance(body["source"], dict), "source")
    _need(isinstance(body.get("created"), str), "created")


def _roster(body: Mapping[str, Any]) -> None:
    _need(isinstance(body.get("put"), list) and _texts(body.get("drop")), "put")
    for entry in body["put"]:
        _need(isinstance(entry, dict), "player")
        for field, type_ in PLAYER_FIELDS.items():
            if type(entry.get(field)) is not type_:
                raise ValueError(Said("{field} of a player is not what it should be", field=field))
        _need(bool(entry["id"]), "player_id")


def _protocol(body: Mapping[str, Any]) -> None:
    protocol = body.get("protocol")
    _need(isinstance(protocol, dict), "protocol")
    assert isinstance(protocol, dict)
    try:
        slot_of(protocol)
    except WrongInput as error:
        raise ValueError(Said(error.template, **error.details)) from None
    _need(body.get("hash") == content_hash(protocol), "hash")
    _need(_texts(body.get("supersedes")), "supersedes")
    _need(body["hash"] not in body["supersedes"], "itself")


def _decision(body: Mapping[str, Any]) -> None:
    _need(isinstance(body.get("kind"), str), "kind")
    _need(isinstance(body.get("id"), str), "id")
    if body["kind"] == UNDO:
        _need(isinstance(body.get("undoes"), str), "undoes")
    if body["kind"] != CHOICE:
        return
    try:
        slot_of(body)
    except WrongInput as error:
        raise ValueError(Said(error.template, **error.details)) from None
    _need(_texts(body.get("among")), "among")
    _need(all(_HASH.match(name) for name in body["among"]), "among_hash")
    _need(body.get("chosen") in body["among"], "chosen")


def _texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(inner, str) for inner in value)


def _need(holds: bool, code: str) -> None:
    if not holds:
        raise ValueError(Said(_SENTENCES[code]))
