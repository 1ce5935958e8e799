"""Where a command may write what it was asked for: an ordinary file that is nobody's data."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator
from pathlib import Path

from storage.durable import backup_of
from storage.errors import why
from storage.files import NEW
from storage.folder import locate
from tabletui.commands.check import TOURNAMENT
from tabletui.commands.reporting import Refused
from tabletui.text import N_

_KEPT_FOLDERS = ("records", "live", "archive", "regulations")
_KEPT_FILES = (".lock", "device", "reserve.bin", "one-off.json", "one-off.json.bak", "settings.toml")
_DEVICES = ("dev", "proc", "sys")
"""Folders of the system in which a name stands for something else than a file."""


def check_targets(targets: Iterable[str | None], file: str, data: str | None) -> None:
    """Looks every target over before the first is written. file: the tournament; data: the value of --data.

    Raises Refused: a special file, the tournament or what belongs to it, a file of the data folder, a
    folder that is not there, two targets that are one file.
    """
    seen: list[str] = []
    for target in targets:
        if target is None:
            continue
        try:
            _check(target, Path(file), locate(data, os.environ))
            if any(_same(Path(target), Path(other)) for other in seen):
                sentence = N_("two of the files asked for would be this one; give each its own name")
                raise Refused(target, "", "target_twice", sentence)
        except OSError as error:
            raise Refused(
                target, "", "not_written", N_("cannot be written ({why})"), why=why(error)
            ) from None
        except ValueError:
            raise Refused(target, "", "not_written", N_("this is not the name of a file")) from None
        seen.append(target)


def special(path: Path) -> bool:
    """Whether the name is that of a device, a pipe or a socket: nothing to be replaced by a file."""
    parts = path.absolute().parts
    if os.name == "posix" and parts[1:2] and parts[1] in _DEVICES and parts[2:3] != ("shm",):
        return True
    try:
        mode = path.stat().st_mode
    except OSError:
        return False
    return not stat.S_ISREG(mode) and not stat.S_ISDIR(mode)


def _check(target: str, file: Path, root: Path) -> None:
    path = Path(target)
    if not path.name or path.is_dir():
        raise Refused(target, "", "not_written", N_("this is a folder; name the file in it"))
    if special(path):
        sentence = N_("a device or a pipe, not a file; choose another name")
        raise Refused(target, "", "special_file", sentence)
    if not path.parent.is_dir():
        raise Refused(target, "", "not_written", N_("there is no such folder; make it first"))
    own = (file, backup_of(file))
    if any(_same(path, one) or _same(path, one.with_name(one.name + NEW)) for one in own):
        raise Refused(target, "", "own_file", N_("this is the tournament itself; choose another name"))
    if any(_same(path, one) for one in _kept(root)) or _within(path, root):
        sentence = N_("this belongs to the data folder; choose another name")
        raise Refused(target, "", "own_file", sentence)
    if path.is_file():
        with path.open("rb") as stream:
            begins = stream.read(len(TOURNAMENT))
        if begins == TOURNAMENT:
            raise Refused(target, "", "own_file", N_("this is a tournament file; choose another name"))


def _kept(root: Path) -> Iterator[Path]:
    yield from (root / name for name in _KEPT_FILES)


def _within(path: Path, root: Path) -> bool:
    above = path.resolve().parents
    return any((root / name).resolve() in above for name in _KEPT_FOLDERS)


def _same(one: Path, other: Path) -> bool:
    """Whether two names are, or would be, one file; capitals may make no difference on this disk."""
    try:
        return one.samefile(other)
    except OSError:
        first, second = str(one.resolve()), str(other.resolve())
        return first == second or (os.name == "nt" and first.casefold() == second.casefold())
