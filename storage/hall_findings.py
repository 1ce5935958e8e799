"""Whether a folder is fit to carry records between laptops: a stick, a share, a folder of Syncthing."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from rules.said import Said
from storage.errors import why
from storage.files import NEW, Files
from storage.hall import put_verified
from storage.probe import durable_write
from storage.records import read_records

Found = tuple[str, bool, str, dict[str, object]]
"""Code, whether it is as it should be, template and details: `told(template, details)` says it."""

SLOW = 0.5
"""Seconds; a share that takes longer for one small file makes the hall wait."""
SKEW = 5.0
"""Seconds between this clock and that of the files; a stick counts in steps of two."""
MOUNTS = ("/mnt/", "/media/", "/run/media/")
"""Where sticks and shares are mounted."""
MARKER, IGNORED = ".stfolder", ".stignore"
"""What Syncthing keeps in a folder of its own."""


def hall_findings(
    files: Files,
    folder: Path,
    *,
    now: Callable[[], float] = time.time,
    clock: Callable[[], float] = time.perf_counter,
) -> list[Found]:
    """What is found about the shared folder, in the order of looking, until nothing more can be told.

    now: time.time(); clock: a counter of seconds for the speed. Leaves nothing in the folder. Never raises.
    """
    found: list[Found] = []
    try:
        for said in _looks(files, folder, now, clock):
            found.append(said)
    except OSError as error:
        found.append(_no("hall_fails", Said("{folder}: {why}", folder=str(folder), why=why(error))))
    return found


def _looks(
    files: Files, folder: Path, now: Callable[[], float], clock: Callable[[], float]
) -> Iterator[Found]:
    place = str(folder)
    if not files.exists(folder):
        yield _no(
            "hall_exists",
            Said("{folder}: there is no such folder; plug the stick in or start the share", folder=place),
        )
        return
    if not files.is_folder(folder):
        yield _no("hall_folder", Said("{folder}: this is no folder", folder=place))
        return
    names = files.listdir(folder)
    yield _yes("hall_exists", Said("{folder}: the shared folder is there", folder=place))
    if place.startswith(MOUNTS) and MARKER not in names and files.disk(folder) == files.disk(Path("/")):
        yield _no(
            "hall_mounted",
            Said("{folder}: nothing is mounted there; it lies on the disk of this laptop", folder=place),
        )
    probe = folder / f"tabletui-probe-{_random()}{NEW}"
    try:
        put_verified(files, folder, probe.name, b"tabletui\n", "probe")
    except OSError as error:
        said = Said("{folder}: nothing can be written there ({why})", folder=place, why=why(error))
        yield _no("hall_writable", said)
        yield from _content(files, folder, names, now)
        return
    try:
        yield _yes("hall_writable", Said("{folder}: files can be written there", folder=place))
        yield _names(files, folder, probe)
        yield _exclusive(files, probe)
        yield _skew(files, probe, now())
    finally:
        with contextlib.suppress(OSError):
            files.unlink(probe)
    yield _speed(files, folder, clock)
    yield from _content(files, folder, names, now)


def _names(files: Files, folder: Path, probe: Path) -> Found:
    if probe.name in files.listdir(folder):
        return _yes("hall_names", Said("names of files stay as they were written"))
    return _no(
        "hall_names",
        Said("the folder changes the names of files; format the stick as exFAT, or let the share keep case"),
    )


def _exclusive(files: Files, probe: Path) -> Found:
    try:
        files.close(files.open(probe, create=True))
    except FileExistsError:
        return _yes("hall_exclusive", Said("two laptops cannot make the same file at once"))
    return _no("hall_exclusive", Said("the share lets two laptops make the same file at once; use another"))


def _skew(files: Files, probe: Path, now: float) -> Found:
    off = files.modified(probe) - now
    if abs(off) <= SKEW:
        return _yes("hall_clock", Said("the clock of the folder agrees with this one"))
    seconds = round(abs(off))
    if off > 0:
        said = Said("the clock of the folder is {seconds} s ahead of this one; set both", seconds=seconds)
    else:
        said = Said("the clock of the folder is {seconds} s behind this one; set both", seconds=seconds)
    return _no("hall_clock", said)


def _speed(files: Files, folder: Path, clock: Callable[[], float]) -> Found:
    taken = durable_write(files, folder, clock, times=10)
    ms = max(1, round(taken * 1000))
    if taken <= SLOW:
        return _yes("hall_speed", Said("a record is safe there after {ms} ms", ms=ms))
    return _no("hall_speed", Said("a record needs {ms} ms to be safe there; the hall waits for it", ms=ms))


def _content(files: Files, folder: Path, names: list[str], now: Callable[[], float]) -> Iterator[Found]:
    records, rejected = read_records(files, folder)
    if rejected:
        name, reason = rejected[0]
        said = Said(
            "{count} of the files with the name of a record are none; the first: {name} ({why})",
            count=len(rejected),
            name=name,
            why=reason,
        )
        yield _no("hall_records", said)
    else:
        yield _yes("hall_records", Said("{count} records lie there, all whole", count=len(records)))
    ahead = [one for one in records if files.modified(folder / f"{one.name}.json") > now() + 60]
    if ahead:
        said = Said(
            "{count} records there are from the future: the clock of a laptop is wrong", count=len(ahead)
        )
        yield _no("hall_future", said)
    left = [name for name in names if is_temporary(name)]
    if left:
        said = Said(
            "{count} files there were never finished ({name} …); they mean nothing and may be deleted",
            count=len(left),
            name=left[0],
        )
        yield _no("hall_unfinished", said)
    twice = [name for name in names if ".sync-conflict-" in name]
    if twice:
        said = Said("{count} copies of Syncthing's lie there; they mean nothing here", count=len(twice))
        yield _no("hall_copies", said)
    yield from _syncthing(files, folder, names)


def _syncthing(files: Files, folder: Path, names: list[str]) -> Iterator[Found]:
    if MARKER not in names:
        return
    try:
        lines = files.read(folder / IGNORED).decode("utf-8", "replace").split("\n")
    except OSError:
        lines = []
    if any(line.strip() in (f"*{NEW}", f"(?d)*{NEW}") for line in lines):
        yield _yes("hall_syncthing", Said("Syncthing carries this folder and leaves unfinished files out"))
    else:
        said = Said(
            "Syncthing carries this folder; write the line {line} into {file}, so that it carries no "
            "unfinished file",
            line=f"*{NEW}",
            file=str(folder / IGNORED),
        )
        yield _no("hall_syncthing", said)


def is_temporary(name: str) -> bool:
    """Whether a file of this name was never finished: by this program, or by Syncthing."""
    lower = name.lower()
    if lower.startswith((".syncthing.", "~syncthing~")):
        return lower.endswith(".tmp")
    return lower.endswith(NEW)


def _random() -> str:
    import secrets

    return secrets.token_hex(4)


def _yes(code: str, said: Said) -> Found:
    return code, True, said.template, said.details


def _no(code: str, said: Said) -> Found:
    return code, False, said.template, said.details
