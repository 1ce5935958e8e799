"""`tabletui score PROTOCOL...`: standings of loose protocols, each a game of its own."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from rules.protocol import BadFact
from rules.standings import ScoredGame, standings
from storage.files import Files
from storage.protocol_files import read_protocols
from tabletui.commands.governing import Governing
from tabletui.commands.replay import replayed, say_fact, say_findings
from tabletui.commands.reporting import DONE, FINDINGS, WRONG, print_json, say_finding, speaking
from tabletui.commands.standings import show
from tabletui.text import _


@speaking
def run(args: Namespace) -> int:
    """files: protocol files; regulation: an id, a file, or None where the protocols agree on one."""
    governing = Governing(args.regulation, args.data)
    files = Files()
    protocols = [found for file in args.files for found in read_protocols(files, Path(file))]
    regulation = governing.of_all(protocols)
    games, status = [], DONE
    for found in protocols:
        protocol = found.protocol
        try:
            outcome = replayed(protocol, regulation)
        except BadFact as bad:
            say_fact(found, bad)
            if args.json:
                where = found.place(f"events[{bad.index}]")
                error = {"file": str(found.path), "where": where, "code": bad.code, "message": bad.message}
                print_json({"error": error | {"event": bad.index}})
            return WRONG
        if outcome.findings:
            say_findings(found, outcome.findings)
            status = FINDINGS
        if not outcome.points:
            say_finding(found.path, found.where, _why_not(outcome.decided, outcome.sheet.ending))
        games.append(
            ScoredGame(protocol.stage, protocol.round, protocol.table, protocol.players, outcome.sheet)
        )
    show(standings(games, regulation), regulation, "", as_json=args.json, plain=False)
    return status


def _why_not(decided: bool, ending: str | None) -> str:
    if ending == "void":
        return _("does not count: the game is void")
    if not decided:
        return _("does not count: the game is not decided")
    return _("does not count: the deal is not recorded")
