"""`tabletui correct FILE PROTOCOL --reason TEXT`: a closed protocol put right, the old one kept beside it.

Without a protocol: what was corrected in a tournament, with old and new hash, reason and time.
"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from rules.protocol import BadFact
from storage.errors import WrongInput
from storage.files import Files
from storage.protocol_files import Found, read_protocols
from storage.slots import Stored
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
from tabletui.correcting import Correction, correct, corrections, counting
from tabletui.entry import clean
from tabletui.text import N_, _, told


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
        old = _counting(tournament, tournament.find(incoming.slot), found)
        done = correct(tournament, old, incoming.data, reason, now())
    say_findings(found, incoming.findings)
    _say(args, done, reason)
    return FINDINGS if incoming.findings else DONE


def _counting(tournament: Tournament, stored: tuple[Stored, ...], found: Found) -> Stored:
    """The protocol that counts in the slot. Raises Refused where none does, or where two claim to."""
    try:
        return counting(stored)
    except WrongInput as wrong:
        if stored and wrong.code == "conflict":
            raise Refused(tournament.path, place(stored[0].slot), wrong.code, wrong.template) from wrong
        raise Refused(found.path, found.place(""), wrong.code, wrong.template) from wrong


def _say(args: Namespace, done: Correction, reason: str) -> None:
    old, new, same = done.old, done.new, done.same
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


def rows_of(stored: Iterable[Stored]) -> list[dict[str, Any]]:
    """Every correction on record, by slot and then in the order of making; status: of the new protocol."""
    return [
        {
            "where": place(one.slot),
            "old": old,
            "new": one.hash,
            "reason": reason,
            "at": one.at,
            "status": one.status,
        }
        for one, old, reason in corrections(stored)
    ]


def _list(args: Namespace) -> int:
    from storage.reading import read_tournament

    found = read_tournament(Files(), Path(args.file))
    status = DONE
    if found.notice is not None:
        say_finding(args.file, "", told(found.notice.template, found.notice.details))
        status = FINDINGS
    rows = rows_of(found.protocols)
    if args.json:
        print_json(rows)
        return status
    for row in rows:
        hashes = f"{row['old'][:12]} → {row['new'][:12]}"
        print(visible("  ".join((row["where"], hashes, row["at"], row["reason"] or "–"))))
    if not rows:
        print(_("nothing was corrected"))
    return status
