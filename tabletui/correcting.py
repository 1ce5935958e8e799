"""A closed protocol put right: the new one counts, the old one is kept beside it, with reason and time.

The command line and the screens correct by the same functions.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import SequenceMatcher
from typing import Any

from rules.game import BadEvent, Event, Game, event_json, parse_event
from rules.protocol import BadFact, BadProtocol, parse_protocols
from rules.record import record
from rules.regulation import Regulation
from rules.sheet_json import derive_sheet, sheet_json
from storage.errors import WrongInput
from storage.slots import CONFLICT, OFFICIAL, Stored
from storage.strict_json import content_hash
from storage.tournament import Tournament
from tabletui.facts import fact_lines
from tabletui.text import N_, _

CORRECT = "correct"
"""What the row of a correction in the audit of a protocol says was done."""


@record
class Correction:
    """old: the protocol that counted; new: the hash of what counts now; same: nothing was different."""

    old: Stored
    new: str
    same: bool


def counting(stored: Iterable[Stored]) -> Stored:
    """The protocol that counts among those of a slot. Raises WrongInput where none does, or two claim to."""
    found = tuple(stored)
    for one in found:
        if one.status == OFFICIAL:
            return one
    if any(one.status == CONFLICT for one in found):
        raise WrongInput(
            "conflict", N_("two protocols of this game differ; the chief judge chooses one first")
        )
    raise WrongInput(
        "nothing_to_correct", N_("no closed protocol of this game is on record; import it instead")
    )


def correct(tournament: Tournament, old: Stored, data: Mapping[str, Any], reason: str, at: str) -> Correction:
    """Keeps `data` in the place of a protocol. A protocol that says the same is not kept twice.

    at: ISO time of the decision. Raises WrongInput, NotSaved.
    """
    if not reason:
        raise WrongInput("no_reason", N_("a correction needs a reason"))
    if _without_audit(old.protocol) == _without_audit(data):
        return Correction(old, old.hash, True)
    rows = data.get("audit") or old.protocol.get("audit") or []
    row = {"at": at, "did": CORRECT, "of": old.hash, "reason": reason}
    new = {**data, "audit": [*(rows if isinstance(rows, list) else [rows]), row]}
    tournament.store(new, supersedes=[old.hash])
    return Correction(old, content_hash(new), False)


def with_game(data: Mapping[str, Any], game: Game) -> dict[str, Any]:
    """The protocol with the facts and the sheet of another version of its game; what is unknown is kept.

    A fact that stood there before keeps the time it was said at.
    """
    old = list(data.get("events") or ())
    plain = [{key: value for key, value in row.items() if key != "at"} for row in old]
    rows = [event_json(event) for event in game.events]
    for start, other, size in SequenceMatcher(
        None, [*map(str, plain)], [*map(str, rows)]
    ).get_matching_blocks():
        rows[other : other + size] = old[start : start + size]
    sheet = {**(data.get("sheet") or {}), **sheet_json(derive_sheet(game))}
    return {**data, "events": rows, "sheet": sheet, "judge": game.state.judge or data.get("judge")}


def corrections(stored: Iterable[Stored]) -> list[tuple[Stored, str, str | None]]:
    """Every correction on record, by slot and then in the order of making: the new protocol, the hash of
    the old one, the reason."""
    return [(one, old, _reason(one, old)) for one in stored for old in one.supersedes]


def changes(old: Mapping[str, Any], new: Mapping[str, Any], regulation: Regulation) -> list[str]:
    """What a correction changed, a line each: the old value after a minus, the new one after a plus."""
    before, after = _facts(old, regulation), _facts(new, regulation)
    found = []
    for what, one, two, three, four in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if what != "equal":
            found += [f"− {fact}" for fact in before[one:two]]
            found += [f"+ {fact}" for fact in after[three:four]]
    return found


def _facts(data: Mapping[str, Any], regulation: Regulation) -> list[str]:
    names = {row["seat"]: str(row.get("name") or row["id"]) for row in data.get("players") or ()}
    told = [f"{seat} {name}" for seat, name in sorted(names.items())]
    told.append(_("judge: {name}").format(name=data.get("judge") or "?"))
    events = _events(data)
    if events is not None:
        return told + fact_lines(events, names, regulation, secrets=True)
    return told + [f"{key}: {value}" for key, value in sorted((data.get("sheet") or {}).items())]


def _events(data: Mapping[str, Any]) -> tuple[Event, ...] | None:
    try:
        return tuple(parse_event(row) for row in data["events"]) if data.get("events") is not None else None
    except BadEvent:
        return None


def game_of(data: Mapping[str, Any], regulation: Regulation) -> Game | None:
    """The game of a protocol with events; None where it has none, or they do not fit the rules."""
    try:
        protocol = parse_protocols(data)[0]
        return protocol.replay(regulation) if protocol.has_events else None
    except (BadProtocol, BadFact):
        return None


def _reason(one: Stored, old: str) -> str | None:
    rows = one.protocol.get("audit")
    for row in reversed(rows if isinstance(rows, list) else []):
        if isinstance(row, dict) and row.get("did") == CORRECT and row.get("of") == old:
            return str(row.get("reason"))
    return None


def _without_audit(data: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in data.items() if key != "audit"}
