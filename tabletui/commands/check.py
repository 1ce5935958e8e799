"""`tabletui check FILE...`: every contradiction in tournaments and protocols, told apart by content."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path

from rules.record import record
from storage.files import Files
from storage.protocol_files import protocols_of, read_bytes
from tabletui.commands.governing import Governing
from tabletui.commands.reporting import (
    DONE,
    FINDINGS,
    Refused,
    as_refused,
    error_json,
    print_json,
    refuse,
    visible,
)
from tabletui.text import _, ngettext, told

TOURNAMENT = b'{"_file"'
"""How a tournament file begins."""

_JSON = (b"{", b"[", b"\xef")
"""How a protocol file may begin, with or without a mark of its encoding."""


@record
class Reported:
    """A finding of a file, with its sentence in the language in use."""

    file: str
    where: str
    code: str
    message: str
    line: str

    def to_json(self) -> dict[str, str]:
        return {"file": self.file, "where": self.where, "code": self.code, "message": self.message}


def run(args: Namespace) -> int:
    """files: tournaments and protocols; regulation: an id or file for protocols that name none."""
    findings: list[Reported] = []
    wrong: list[Refused] = []
    for file in args.files:
        try:
            findings += _checked(file, args)
        except Exception as error:
            refused = as_refused(error)
            if refused is None:
                raise
            wrong.append(refused)
    if not args.json:
        for one in findings:
            print(visible(": ".join(part for part in (one.file, one.where, one.line) if part)))
        if not wrong:
            count = len(findings)
            files = ngettext("{count} file", "{count} files", len(args.files)).format(count=len(args.files))
            found = ngettext("{count} finding", "{count} findings", count).format(count=count)
            print(f"{files}: {found}" if count else _("{files}: no contradiction").format(files=files))
    rows = [one.to_json() for one in findings]
    for refused in wrong:
        refuse(refused, as_json=False)
    if wrong:
        if args.json:
            print_json(error_json(wrong[0]) | {"findings": rows})
        return wrong[0].status
    if args.json:
        print_json(rows)
    return FINDINGS if findings else DONE


def _checked(file: str, args: Namespace) -> Iterator[Reported]:
    path, files = Path(file), Files()
    data = b"" if not path.exists() and _has_backup(files, path) else read_bytes(files, path)
    if not data.startswith(TOURNAMENT) and (data.lstrip()[:1] in _JSON or not _has_backup(files, path)):
        yield from _protocols(path, data, args)
        return
    from tabletui.commands.tournament_check import findings_of

    for remark in findings_of(file, args.data):
        line = told(remark.template, remark.details)
        yield Reported(file, remark.where, remark.code, remark.message, line)


def _has_backup(files: Files, path: Path) -> bool:
    """Whether the file was a tournament once, whatever is in its place now."""
    from storage.durable import backup_of

    try:
        return files.read(backup_of(path)).startswith(TOURNAMENT)
    except (OSError, ValueError):
        return False


def _protocols(path: Path, data: bytes, args: Namespace) -> Iterator[Reported]:
    from rules.check import check_protocol
    from tabletui.commands.finding_text import finding_line

    governing = Governing(args.regulation, args.data)
    for found in protocols_of(path, data):
        regulation = governing.of(found)
        for one in check_protocol(found.protocol, regulation):
            line = finding_line(one, found.protocol, regulation)
            yield Reported(str(path), found.place(in_protocol(one.where)), one.code, one.message, line)


def in_protocol(where: str) -> str:
    """The place of a finding within a protocol; a sheet's own places become places in the sheet."""
    return where if where.startswith(("events[", "sheet.")) else f"sheet.{where}"
