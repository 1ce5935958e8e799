"""`tabletui export FILE --to DIR`: what a tournament holds, as files of other programs; reads only.

A file that is in DIR already is never touched: either it says the same, or nothing at all is written.
"""

from __future__ import annotations

import contextlib
import csv
import hashlib
import io
import json
import os
import re
import unicodedata
from argparse import Namespace
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from rules.standings import standings
from storage.errors import why
from storage.files import Files, write_all
from storage.folder import locate
from storage.kinds import Slot
from storage.reading import Reading, read_tournament
from storage.roster import PlayerEntry, json_of
from storage.roster_csv import COLUMNS, as_text
from storage.slots import OFFICIAL
from tabletui.commands.reporting import DONE, FINDINGS, Refused, print_json, speaking, visible
from tabletui.commands.standings import say_remarks
from tabletui.commands.standings_files import csv_bytes, html_bytes
from tabletui.commands.tournament_reading import counted
from tabletui.text import N_, _, ngettext

_PLAIN = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}\Z")
_LONGEST = 40
"""Characters of a stage in the name of a file."""

PROTOCOL = ".protocol.json"


@speaking
def run(args: Namespace) -> int:
    """file: a tournament; to: the folder for the files, made when only its parent is there."""
    files = Files()
    found = read_tournament(files, Path(args.file))
    read = counted(found, args.file, args.data)
    table = standings(read.games, read.regulation, decisions=read.decisions, players=read.players)
    contents = protocol_files(found) | {
        "standings.csv": csv_bytes(table, read.regulation),
        "standings.html": html_bytes(table, read.regulation, read.title),
    }
    if found.players:
        contents["players.csv"] = players_csv(found.players)
    folder = Path(args.to)
    _check_folder(folder, locate(args.data, os.environ))
    _write(files, folder, contents)
    say_remarks(args.file, read.remarks)
    if args.json:
        print_json([str(folder / name) for name in contents])
    else:
        _print(folder, contents)
    return FINDINGS if read.remarks else DONE


def protocol_files(found: Reading) -> dict[str, bytes]:
    """The protocols that count, by the names of their files: exactly what is stored, readable."""
    return {
        protocol_name(one.slot): (json.dumps(one.protocol, ensure_ascii=False, indent=2) + "\n").encode()
        for one in found.protocols
        if one.status == OFFICIAL
    }


def protocol_name(slot: Slot) -> str:
    """A name of its own for each slot, on every file system, whatever the stage is called.

    A stage that is not plain (small Latin letters, digits, - and _) keeps its letters and gets a mark of its
    whole id: two that differ in a sign or a capital must not be one file.
    """
    stage = slot.stage
    if not _PLAIN.match(stage):
        kept = "".join(c if c.isalnum() else "_" for c in unicodedata.normalize("NFC", stage)[:_LONGEST])
        stage = f"{kept.strip('_') or 'stage'}~{hashlib.sha256(stage.encode()).hexdigest()[:12]}"
    return f"{stage}-{slot.round}-{slot.table}{PROTOCOL}"


def players_csv(players: Iterable[PlayerEntry]) -> bytes:
    """The roster as `players --import` takes it: UTF-8 with its mark, semicolons, CRLF, no formula."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, delimiter=";", lineterminator="\r\n")
    writer.writerow(COLUMNS)
    for entry in players:
        fields = json_of(entry)
        writer.writerow([_cell(fields[column]) for column in COLUMNS])
    return out.getvalue().encode("utf-8-sig")


def _cell(value: str | bool) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return as_text(visible(value))


def _check_folder(folder: Path, data: Path) -> None:
    """Raises Refused where nothing may be written: the data folder belongs to the program alone."""
    try:
        whole, own = folder.resolve(), data.resolve()
        inside = any(_same(part, own) for part in (whole, *whole.parents))
        there = whole.is_dir()
        if not there and whole.exists():
            raise Refused(folder, "", "not_a_folder", N_("this is a file; name a folder"))
        if not there and not whole.parent.is_dir():
            raise Refused(
                folder, "", "no_parent", N_("the folder above it does not exist; make it or name another")
            )
    except (OSError, RuntimeError, ValueError):
        raise Refused(folder, "", "not_a_folder", N_("this is not the name of a folder")) from None
    if inside:
        sentence = N_("this is in the data folder, which the program keeps for itself; name another")
        raise Refused(folder, "", "data_folder", sentence)


def _same(one: Path, other: Path) -> bool:
    if one == other:
        return True
    # Where capitals make no difference to the file system, they make none to the program either.
    return one.exists() and other.exists() and one.samefile(other)


def _write(files: Files, folder: Path, contents: Mapping[str, bytes]) -> None:
    """All the files that are not there yet, or none. Raises Refused."""
    lacking = [name for name in contents if not _is_there(files, folder / name, contents[name])]
    made: list[Path] = []
    path = folder
    new_folder = False
    try:
        if not files.exists(folder):
            files.mkdir(folder)
            new_folder = True
            files.fsync_dir(folder.parent)
        for name in lacking:
            path = folder / name
            _create(files, path, contents[name], made)
        path = folder
        files.fsync_dir(folder)
    except OSError as error:
        for one in made:
            with contextlib.suppress(OSError):
                files.unlink(one)
        if new_folder:
            with contextlib.suppress(OSError):
                folder.rmdir()
        raise Refused(path, "", "not_written", N_("cannot be written ({why})"), why=why(error)) from None


def _is_there(files: Files, path: Path, content: bytes) -> bool:
    """Whether the file says the same already. Raises Refused where it says something else."""
    if not files.exists(path):
        return False
    with contextlib.suppress(OSError):
        if files.read(path) == content:
            return True
    sentence = N_("there is something else of this name already; name an empty folder, or move it away")
    raise Refused(path, "", "other_content", sentence)


def _create(files: Files, path: Path, content: bytes, made: list[Path]) -> None:
    """A new file, read again before it counts as written. Raises OSError."""
    descriptor = files.open(path, create=True)
    made.append(path)
    try:
        write_all(files, descriptor, content)
        files.fsync(descriptor)
    finally:
        files.close(descriptor)
    if files.read(path) != content:
        raise OSError(_("it reads back differently"))


def _print(folder: Path, names: Iterable[str]) -> None:
    others: Sequence[str] = [name for name in names if not name.endswith(PROTOCOL)]
    count = len(list(names)) - len(others)
    protocols = ngettext("{count} protocol", "{count} protocols", count).format(count=count)
    print(visible(f"{folder}: {', '.join([protocols, *others])}"))
