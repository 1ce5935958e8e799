"""`tabletui import FILE PROTOCOL...`: protocols into a tournament, all of them or none."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from rules.check import check_sheet
from rules.findings import Finding
from rules.protocol import BadFact
from rules.record import record, replace
from rules.regulation import Regulation
from storage.errors import WrongInput
from storage.files import Files
from storage.kinds import Slot
from storage.protocol_files import Found, read_protocols
from storage.roster import same_name
from storage.slots import CONFLICT, OFFICIAL, Stored
from storage.strict_json import canonical
from storage.tournaments import Header
from tabletui.commands.governing import Governing, of_tournament
from tabletui.commands.replay import Replayed, replayed, say_fact, say_findings
from tabletui.commands.reporting import (
    DONE,
    FINDINGS,
    WRONG,
    Refused,
    print_json,
    said,
    say_finding,
    speaking,
    visible,
)
from tabletui.commands.tournament_reading import Remark, conflicts, place
from tabletui.commands.tournament_writing import data_folder, writable
from tabletui.examining import with_derived
from tabletui.text import N_, _, ngettext, told


@record
class Incoming:
    """A protocol that may be stored: slot, JSON with the sheet of its events, the regulation it went by."""

    found: Found
    slot: Slot
    data: dict[str, Any]
    regulation: Regulation
    findings: tuple[Finding, ...]


Doubt = tuple[str, Remark]
"""A file that was handed in, and what is doubtful in it."""


@speaking
def run(args: Namespace) -> int:
    """file: the tournament; files: protocol files."""
    files = Files()
    protocols = [found for file in args.files for found in read_protocols(files, Path(file))]
    with data_folder(args.data) as folder, writable(folder, args.file) as tournament:
        header = tournament.header
        regulation = of_tournament(header.regulation, header.source, args.data)
        governing = Governing(None, args.data)
        roster = {entry.id for entry in tournament.players()}
        incoming: list[Incoming] = []
        for found in protocols:
            try:
                incoming.append(taken(found, regulation, governing, roster))
            except BadFact as bad:
                return illegal(found, bad, as_json=args.json)
        outcomes = tournament.store_all([one.data for one in incoming])
        stored = tournament.protocols()
        remarks = _conflicts(stored, {one.slot for one in incoming})
    doubts = [*_other_tournament(incoming, header), *_seated_twice(incoming, stored)]
    _say(args, incoming, outcomes, remarks, doubts)
    return FINDINGS if remarks or doubts or any(one.findings for one in incoming) else DONE


def taken(
    found: Found, regulation: Regulation | None, governing: Governing, roster: Collection[str]
) -> Incoming:
    """A protocol as it may be stored. Raises BadFact (its events break off), Refused."""
    slot = _slot(found, regulation)
    _check_players(found, roster)
    own = regulation if regulation is not None else governing.of(found)
    outcome = replayed(found.protocol, own)
    if not outcome.decided:
        raise _refused(found, "", "undecided", N_("the game is not decided; finish it first"))
    data = _with_sheet(found, outcome)
    try:
        canonical(data)
    except WrongInput as wrong:
        raise _refused(found, "", wrong.code, wrong.template, **wrong.details) from None
    return Incoming(found, slot, data, own, (*outcome.findings, *_in_itself(found, own)))


def _in_itself(found: Found, regulation: Regulation) -> Iterable[Finding]:
    """What contradicts itself in a sheet that stands alone; one that events bring about cannot.

    Points that somebody wrote down wait for `check`: they rest on the difficulty of the whole tournament.
    """
    protocol = found.protocol
    if protocol.has_events or protocol.sheet is None:
        return
    for one in check_sheet(protocol.sheet, regulation):
        if one.code != "points_differ":
            yield replace(one, where=f"sheet.{one.where}")


def _with_sheet(found: Found, outcome: Replayed) -> dict[str, Any]:
    """The protocol with the sheet that its events bring about; one that differed is kept beside it."""
    protocol = found.protocol
    return dict(with_derived(protocol, outcome.sheet)) if protocol.has_events else protocol.to_json()


def _slot(found: Found, regulation: Regulation | None) -> Slot:
    """Where the protocol belongs. Raises Refused: no slot, or none that the tournament has."""
    protocol = found.protocol
    if protocol.stage is None or protocol.round is None or protocol.table is None:
        missing = next(key for key in ("stage", "round", "table") if getattr(protocol, key) is None)
        raise _refused(found, missing, "no_slot", N_("a tournament needs stage, round and table"))
    slot = Slot(protocol.stage, protocol.round, protocol.table)
    if regulation is None:
        return slot
    stage = regulation.stage(slot.stage)
    if stage is None:
        known = ", ".join(one.id for one in regulation.stages) or "–"
        sentence = N_('there is no stage "{stage:.40}"; the stages are {known}')
        raise _refused(found, "stage", "unknown_stage", sentence, stage=slot.stage, known=known)
    if slot.round > stage.rounds:
        sentence = N_("there is no round {round}; {stage} has {rounds}")
        details = {"round": slot.round, "stage": stage.id, "rounds": stage.rounds}
        raise _refused(found, "round", "unknown_round", sentence, **details)
    if slot.table > stage.tables:
        sentence = N_("there is no table {table}; {stage} has {tables}")
        details = {"table": slot.table, "stage": stage.id, "tables": stage.tables}
        raise _refused(found, "table", "unknown_table", sentence, **details)
    return slot


def _check_players(found: Found, roster: Collection[str]) -> None:
    """An empty roster knows everybody; a stand-in need not be on it."""
    for index, row in enumerate(found.protocol.data["players"]):
        if roster and row["id"] not in roster and row.get("stand_in") is not True:
            sentence = N_("player {player:.40} is not on the roster")
            raise _refused(found, f"players[{index}].id", "unknown_player", sentence, player=row["id"])


def _refused(found: Found, where: str, code: str, template: str, **details: object) -> Refused:
    return Refused(found.path, found.place(where), code, template, **details)


def illegal(found: Found, bad: BadFact, *, as_json: bool) -> int:
    """Says at which event a protocol breaks off; the status."""
    say_fact(found, bad)
    if as_json:
        where = found.place(f"events[{bad.index}]")
        error = {"file": str(found.path), "where": where, "code": bad.code, "message": bad.message}
        print_json({"error": error | {"event": bad.index}})
    return WRONG


def _conflicts(stored: Iterable[Stored], slots: Collection[Slot]) -> tuple[Remark, ...]:
    places = {place(slot) for slot in slots}
    return tuple(remark for remark in conflicts(stored) if remark.where in places)


def _other_tournament(incoming: Iterable[Incoming], header: Header) -> Iterator[Doubt]:
    """Protocols that say they belong elsewhere; one names its tournament by the title or by the id."""
    for one in incoming:
        named = one.found.protocol.tournament
        if named and named != header.id and same_name(named) != same_name(header.title):
            template = N_('names the tournament "{named:.60}"; this one is "{title:.60}"')
            details: dict[str, object] = {"named": named, "title": header.title}
            where = one.found.place("tournament")
            yield str(one.found.path), Remark(where, "other_tournament", template, details)


def _seated_twice(incoming: Iterable[Incoming], stored: Iterable[Stored]) -> Iterator[Doubt]:
    """Players of these protocols who sat at another table of the same round too."""
    tables: dict[tuple[str, int, str], set[int]] = {}
    for other in stored:
        if other.status in (OFFICIAL, CONFLICT):
            for row in other.protocol["players"]:
                key = (other.slot.stage, other.slot.round, row["id"])
                tables.setdefault(key, set()).add(other.slot.table)
    for one in incoming:
        for index, row in enumerate(one.found.protocol.data["players"]):
            sat = tables.get((one.slot.stage, one.slot.round, row["id"]), set()) - {one.slot.table}
            if sat and row.get("stand_in") is not True:
                template = N_("player {player} sat at table {table} in this round too")
                details: dict[str, object] = {"player": row["id"], "table": min(sat)}
                where = one.found.place(f"players[{index}].id")
                yield str(one.found.path), Remark(where, "player_twice", template, details)


def _say_regulation(one: Incoming) -> None:
    named, own = one.found.protocol.regulation, one.regulation.id
    if named is not None and named != own:
        sentence = _("names the regulation {named}; the tournament's is used: {own}")
        say_finding(one.found.path, one.found.place("regulation"), sentence.format(named=named, own=own))


def _say(
    args: Namespace,
    incoming: Sequence[Incoming],
    outcomes: Sequence[str],
    remarks: Iterable[Remark],
    doubts: Iterable[Doubt],
) -> None:
    doubts = [*doubts, *((args.file, remark) for remark in remarks)]
    for one in incoming:
        _say_regulation(one)
        say_findings(one.found, one.findings)
    for file, remark in doubts:
        say_finding(file, remark.where, told(remark.template, remark.details))
    if args.json:
        print_json(
            {
                "protocols": [
                    {"file": str(one.found.path), "where": one.found.where, "outcome": outcome}
                    for one, outcome in zip(incoming, outcomes, strict=True)
                ],
                "findings": [
                    {"file": str(one.found.path)}
                    | replace(finding, where=one.found.place(finding.where)).to_json()
                    for one in incoming
                    for finding in one.findings
                ]
                + [{"file": file} | remark.to_json() for file, remark in doubts],
            }
        )
        return
    count = {outcome: outcomes.count(outcome) for outcome in ("stored", "same", "conflict")}
    parts = [
        ngettext("{count} protocol stored", "{count} protocols stored", count["stored"]).format(
            count=count["stored"]
        )
    ]
    if count["same"]:
        parts.append(_("{count} there already").format(count=count["same"]))
    if count["conflict"]:
        parts.append(_("{count} in conflict").format(count=count["conflict"]))
    said(visible(f"{args.file}: {', '.join(parts)}"))
