"""`tabletui correct FILE PROTOCOL --reason TEXT`: a closed protocol put right, the old one kept beside it.

Without a protocol: what was corrected in a tournament, with old and new hash, reason and time.
"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from rules.protocol import BadFact
from storage.files import Files
from storage.protocol_files import Found, read_protocols
from storage.slots import CONFLICT, OFFICIAL, Stored
from storage.strict_json import content_hash
from storage.tournament import Tournament
from tabletui.commands.governing import Governing, of_tournament
from tabletui.commands.import_ import illegal, taken
from tabletui.commands.replay import say_findings
from tabletui.commands.reporting import (
    DONE,
    FINDINGS,
    Refused,
    print_json,
    said,
    say_finding,
    speaking,
    visible,
)
from tabletui.commands.tournament_reading import place
from tabletui.commands.tournament_writing import data_folder, now, writable
from tabletui.entry import clean
from tabletui.text import N_, _

CORRECT = "correct"
"""What the row of a correction in the audit of a protocol says was done."""


@speaking
def run(args: Namespace) -> int:
    """file: the tournament; protocol: a file with the protocol as it should be, None to list; reason."""
    if args.protocol is None:
        return _list(args)
    reason = clean(args.reason or "")
    if not reason:
        raise Refused(
            args.protocol, "", "no_reason", N_("a correction needs a reason; give it with --reason")
        )
    found, *more = read_protocols(Files(), Path(args.protocol))
    if more:
        raise Refused(
            args.protocol,
            "[1]",
            "several_protocols",
            N_("one correction at a time: one protocol in the file"),
        )
    with data_folder(args.data) as folder, writable(folder, args.file) as tournament:
        header = tournament.header
        regulation = of_tournament(header.regulation, header.source, args.data)
        roster = {entry.id for entry in tournament.players()}
        try:
            incoming = taken(found, regulation, Governing(None, args.data), roster)
        except BadFact as bad:
            return illegal(found, bad, as_json=args.json)
        old = _corrected(tournament, tournament.find(incoming.slot), found)
        new = incoming.data | {"audit": _audit(incoming.data, old, reason)}
        same = _without_audit(old.protocol) == _without_audit(incoming.data)
        if not same:
            tournament.store(new, supersedes=[old.hash])
    say_findings(found, incoming.findings)
    _say(args, old, old.hash if same else content_hash(new), reason, same=same)
    return FINDINGS if incoming.findings else DONE


def _corrected(tournament: Tournament, stored: Iterable[Stored], found: Found) -> Stored:
    """The protocol that counts in the slot. Raises Refused where none does, or where two claim to."""
    stored = tuple(stored)
    for one in stored:
        if one.status == OFFICIAL:
            return one
    if any(one.status == CONFLICT for one in stored):
        sentence = N_("two protocols of this game differ; the chief judge chooses one first")
        raise Refused(tournament.path, place(stored[0].slot), "conflict", sentence)
    sentence = N_("no closed protocol of this game is on record; import it instead")
    raise Refused(found.path, found.place(""), "nothing_to_correct", sentence)


def _audit(data: Mapping[str, Any], old: Stored, reason: str) -> list[Any]:
    """The trail of the new protocol: its own, or else the old one's, and the correction."""
    rows = data.get("audit") or old.protocol.get("audit") or []
    row = {"at": now(), "did": CORRECT, "of": old.hash, "reason": reason}
    return [*(rows if isinstance(rows, list) else [rows]), row]


def _without_audit(data: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in data.items() if key != "audit"}


def _say(args: Namespace, old: Stored, new: str, reason: str, *, same: bool) -> None:
    where = place(old.slot)
    if args.json:
        outcome = "same" if same else "corrected"
        print_json({"where": where, "outcome": outcome, "old": old.hash, "new": new, "reason": reason})
    elif same:
        said(f"{args.file}: {where}: " + _("the protocol on record is the same; nothing is corrected"))
    else:
        sentence = _("corrected, {old} is kept and {new} counts now")
        said(f"{args.file}: {where}: " + sentence.format(old=old.hash[:12], new=new[:12]))


# --- the list ---------------------------------------------------------------------------------------


def corrections(stored: Iterable[Stored]) -> list[dict[str, Any]]:
    """Every correction on record, by slot and then in the order of making; status: of the new protocol."""
    return [
        {
            "where": place(one.slot),
            "old": old,
            "new": one.hash,
            "reason": _reason(one, old),
            "at": one.at,
            "status": one.status,
        }
        for one in stored
        for old in one.supersedes
    ]


def _reason(one: Stored, old: str) -> str | None:
    rows = one.protocol.get("audit")
    for row in reversed(rows if isinstance(rows, list) else []):
        if isinstance(row, dict) and row.get("did") == CORRECT and row.get("of") == old:
            return str(row.get("reason"))
    return None


def _list(args: Namespace) -> int:
    from storage.reading import read_tournament

    found = read_tournament(Files(), Path(args.file))
    status = DONE
    if found.notice is not None:
        say_finding(args.file, "", _(found.notice.template).format(**found.notice.details))
        status = FINDINGS
    rows = corrections(found.protocols)
    if args.json:
        print_json(rows)
        return status
    for row in rows:
        hashes = f"{row['old'][:12]} → {row['new'][:12]}"
        print(visible("  ".join((row["where"], hashes, row["at"], row["reason"] or "–"))))
    if not rows:
        print(_("nothing was corrected"))
    return status
