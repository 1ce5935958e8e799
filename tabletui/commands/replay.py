"""`tabletui replay PROTOCOL...`: what the events bring about, and the points of it."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from rules.findings import Finding, finding
from rules.protocol import BadFact, Protocol
from rules.record import record, replace
from rules.regulation import Regulation
from rules.scoring import SeatPoints, game_points
from rules.sheet import Sheet
from rules.sheet_json import derive_sheet, sheet_json
from storage.files import Files
from storage.protocol_files import Found, read_protocols
from tabletui.commands.governing import Governing
from tabletui.commands.reporting import DONE, FINDINGS, WRONG, print_json, say_finding, speaking
from tabletui.text import told


@record
class Replayed:
    """What came of a protocol. step: its id, None for an undecided result without events."""

    sheet: Sheet
    points: tuple[SeatPoints, ...]
    decided: bool
    step: str | None
    findings: tuple[Finding, ...] = ()

    def to_json(self, protocol: Protocol) -> dict[str, Any]:
        """The object of one protocol; findings only where there are any."""
        ids = {player.seat: player.id for player in protocol.players}
        found: dict[str, Any] = {
            "sheet": sheet_json(self.sheet),
            "points": [{"seat": row.seat, "id": ids[row.seat]} | row.to_json() for row in self.points],
            "decided": self.decided,
            "step": self.step,
        }
        if self.findings:
            found["findings"] = [one.to_json() for one in self.findings]
        return found


def replayed(protocol: Protocol, regulation: Regulation) -> Replayed:
    """Plays the events, or takes the sheet where there are none; K and weight are 1. Raises BadFact."""
    findings: tuple[Finding, ...] = ()
    if protocol.has_events:
        game = protocol.replay(regulation)
        sheet, decided = derive_sheet(game), game.decided
        step: str | None = game.step.id
        findings = differences(protocol, sheet)
        if protocol.sheet is not None and protocol.sheet.recorded_points:
            sheet = replace(sheet, recorded_points=protocol.sheet.recorded_points)
    else:
        sheet = protocol.sheet or Sheet()
        decided = sheet.winner is not None or sheet.ending == "void"
        step = "closing" if decided else None
    points = game_points(sheet, regulation.scoring, draw_points=regulation.draw_game.points)
    return Replayed(sheet, points, decided, step, findings)


def differences(protocol: Protocol, derived: Sheet) -> tuple[Finding, ...]:
    """The fields of the stored sheet that are not what the events bring about."""
    return tuple(
        finding(f"sheet.{field}", "sheet_differs", field=field) for field in protocol.differences(derived)
    )


def fact_error(bad: BadFact) -> dict[str, Any]:
    """The object of a protocol whose events break off."""
    return {"error": {"event": bad.index, "code": bad.code, "message": bad.message}}


def say_fact(found: Found, bad: BadFact) -> None:
    """One line about the first event that is malformed or refused."""
    from tabletui.commands.finding_text import fact_line

    say_finding(found.path, found.place(f"events[{bad.index}]"), fact_line(bad))


def say_findings(found: Found, findings: Iterable[Finding]) -> None:
    """A line for each finding of a protocol."""
    from tabletui.commands.finding_text import finding_sentence

    for one in findings:
        template, details = finding_sentence(one)
        say_finding(found.path, found.place(one.where), told(template, details))


@speaking
def run(args: Namespace) -> int:
    """files: protocol files; regulation: an id, a file, or None for the protocols' own."""
    governing = Governing(args.regulation, args.data)
    files = Files()
    protocols = [found for file in args.files for found in read_protocols(files, Path(file))]
    governed = [(found, governing.of(found)) for found in protocols]
    status = DONE
    objects: list[dict[str, Any]] = []
    for found, regulation in governed:
        try:
            outcome = replayed(found.protocol, regulation)
        except BadFact as bad:
            objects.append(fact_error(bad))
            say_fact(found, bad)
            status = WRONG
            continue
        objects.append(outcome.to_json(found.protocol))
        if outcome.findings:
            say_findings(found, outcome.findings)
            status = max(status, FINDINGS)
        if not args.json:
            from tabletui.commands.sheet_text import print_sheet

            print_sheet(found, outcome, regulation)
    if args.json:
        print_json(objects)
    return status
