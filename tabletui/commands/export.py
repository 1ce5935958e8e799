"""`tabletui export FILE --to DIR`: what a tournament holds, for the printer and other programs; reads only.

A file that is in DIR already is never touched: either it says the same, or nothing at all is written.
"""

from __future__ import annotations

import contextlib
import os
from argparse import Namespace
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from storage.errors import why
from storage.files import Files, write_all
from storage.folder import locate
from tabletui.commands.reporting import DONE, FINDINGS, Refused, print_json, speaking, visible
from tabletui.commands.standings import say_remarks
from tabletui.paper.contents import PARTS, PROTOCOL, contents
from tabletui.paper.gather import gather
from tabletui.text import N_, _, ngettext


@speaking
def run(args: Namespace) -> int:
    """file: a tournament; to: the folder for the files, made when only its parent is there; only: parts."""
    parts = _parts(args.only)
    material = gather(args.file, args.data)
    files, read = Files(), material.read
    made = contents(material, parts)
    folder = Path(args.to)
    check_folder(folder, locate(args.data, os.environ))
    _write(files, folder, made)
    say_remarks(args.file, read.remarks)
    if args.json:
        print_json([str(folder / name) for name in made])
    else:
        _print(folder, made)
    return FINDINGS if read.remarks else DONE


def _parts(only: str | None) -> tuple[str, ...]:
    """What was asked for, everything without a wish. Raises Refused."""
    if only is None:
        return PARTS
    asked = [word.strip() for word in only.split(",") if word.strip()]
    for word in asked or [""]:
        if word not in PARTS:
            sentence = N_('there is no part "{part:.40}"; the parts are {parts}')
            raise Refused("--only", "", "unknown_part", sentence, part=word, parts=", ".join(PARTS))
    return tuple(asked)


def check_folder(folder: Path, data: Path) -> None:
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
