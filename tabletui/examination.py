"""What is looked at before a tournament: this machine, its terminal, its disk, the files of the program.

Every look gives lines of three kinds: as it should be, worth knowing, and no-go. What is not as it should be
names its remedy. Nothing is left behind; time, environment and streams are handed in.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from rules.record import field, record
from storage.errors import why
from storage.files import Files
from tabletui.text import N_, told

GOOD, NOTE, BAD = "good", "note", "bad"

COLUMNS, LINES = 80, 24
"""Source: screens, the smallest terminal."""
ROOM_NEEDED, ROOM_WISHED = 64 << 20, 512 << 20
"""Bytes: below the first a tournament may not be stored to its end; below the second somebody should look."""
SLOW, TOO_SLOW = 0.030, 1.0
"""Seconds for one action: a judge notices the first, and waits for the second."""
AHEAD = 600.0
"""Seconds by which a file may be younger than the clock says."""
REMOTE = {"nfs", "nfs4", "cifs", "smb3", "smbfs", "fuse.sshfs", "9p", "afs", "ncpfs", "davfs", "fuse.davfs2"}
VOLATILE = {"tmpfs", "ramfs", "overlay"}


@record
class Line:
    """One thing that was looked at. details: values of both templates; remedy: empty where none is needed."""

    code: str
    state: str
    template: str
    details: Mapping[str, object] = field(default_factory=dict)
    remedy: str = ""

    @property
    def text(self) -> str:
        """In the language in use."""
        return told(self.template, self.details)

    @property
    def advice(self) -> str:
        return told(self.remedy, self.details) if self.remedy else ""

    def to_json(self) -> dict[str, str]:
        """In English."""
        said = self.template.format(**self.details)
        return {
            "code": self.code,
            "state": self.state,
            "message": said,
            "remedy": self.remedy.format(**self.details),
        }


def python_line() -> Line:
    version = ".".join(map(str, sys.version_info[:3]))
    return Line(
        "python", GOOD, N_("Python {version}, {system}"), {"version": version, "system": sys.platform}
    )


def terminal_lines(environ: Mapping[str, str], size: tuple[int, int] | None) -> Iterator[Line]:
    """size: columns and lines of the terminal, None where there is none."""
    from tabletui.terminal import MANY, NONE, terminal_of

    if size is None:
        yield Line("terminal", NOTE, N_("no terminal here: size, colours and keys were not looked at"))
        return
    columns, lines = size
    details: dict[str, object] = {"columns": columns, "lines": lines, "least": f"{COLUMNS}×{LINES}"}
    if columns >= COLUMNS and lines >= LINES:
        yield Line("size", GOOD, N_("the terminal has {columns} columns and {lines} lines"), details)
    else:
        said = N_("the terminal has {columns} columns and {lines} lines; {least} are needed")
        yield Line("size", BAD, said, details, N_("make the window larger or its letters smaller"))
    found = terminal_of(environ)
    name = {"name": environ.get("TERM") or sys.platform}
    if found.colours == MANY:
        yield Line("colours", GOOD, N_("{name}: 256 colours or more"), name)
    elif found.colours == NONE:
        yield Line("colours", NOTE, N_("{name}: no colours; marks and words say everything too"), name)
    else:
        remedy = N_("if the terminal has more, start with TERM=xterm-256color")
        yield Line("colours", NOTE, N_("{name}: sixteen colours"), name, remedy)
    if not found.signs:
        said = N_("{name}: frames and marks are drawn with the signs of a typewriter")
        yield Line("signs", NOTE, said, name, N_("a terminal window on a desktop shows all signs"))
    yield cyrillic_line(found.encoding)


def cyrillic_line(encoding: str) -> Line:
    try:
        "ЖЫӘң".encode(encoding)
    except UnicodeEncodeError:
        try:
            "ЖЫ".encode(encoding)
        except UnicodeEncodeError:
            remedy = N_("set a locale with UTF-8, such as LANG=C.UTF-8")
            said = N_("the locale's encoding {encoding} has no Russian letters")
            return Line("cyrillic", BAD, said, {"encoding": encoding}, remedy)
        said = N_("the locale's encoding {encoding} has Russian letters, but no Kazakh ones")
        return Line("cyrillic", NOTE, said, {"encoding": encoding})
    return Line("cyrillic", GOOD, N_("Russian and Kazakh letters: {encoding}"), {"encoding": encoding})


def catalogue_lines(folder: Path) -> Iterator[Line]:
    """The files that the program brings, and the regulations and colours of the user's own."""
    from rules.draw.library import claims
    from rules.regulation import WrongRegulation, load, own_files, shipped
    from tabletui import text, themes

    before, lacking = text.language(), []
    for language in text.LANGUAGES:
        text.set_language(language)
        if text.absence():
            lacking.append(language)
    text.set_language(before)
    again = N_("fetch or install the program anew")
    if lacking:
        said = N_("the texts of these languages are missing or spoilt: {names}")
        yield Line("catalogues", BAD, said, {"names": ", ".join(lacking)}, again)
    else:
        yield Line("catalogues", GOOD, N_("texts in {names}"), {"names": ", ".join(text.LANGUAGES)})
    try:
        known = [load(id).id for id in shipped()]
        drawn = len(claims())
        themes.style_sheet()
    except (OSError, ValueError, WrongRegulation) as error:
        yield Line(
            "own_files", BAD, N_("a file of the program is spoilt ({why})"), {"why": str(error)}, again
        )
        return
    said = N_("{regulations} regulations and {seatings} proved seatings are in order")
    yield Line("own_files", GOOD, said, {"regulations": len(known), "seatings": drawn})
    for path in own_files((folder / "regulations",)):
        try:
            load(path)
        except WrongRegulation as wrong:
            remedy = N_("tabletui regulation check tells every mistake")
            yield Line("regulation", BAD, N_("{wrong}"), {"wrong": wrong}, remedy)
        else:
            yield Line("regulation", GOOD, N_("{path}: in order"), {"path": path})


def folder_lines(files: Files, root: Path, clock: Callable[[], float], mounts: str = "") -> Iterator[Line]:
    """The data folder. clock: a counter of seconds; mounts: the text of /proc/mounts, empty elsewhere."""
    place: dict[str, object] = {"folder": root}
    other = N_("use another folder with --data or TABLETUI_DATA")
    try:
        here = _nearest(files, root)
    except OSError as error:
        said = N_("{folder}: the data folder cannot be used ({why})")
        yield Line("folder", BAD, said, place | {"why": why(error)}, other)
        return
    if here != root:
        yield Line("folder", NOTE, N_("{folder}: the data folder will be made at the first start"), place)
    kind = kind_of(here, mounts)
    if kind in REMOTE:
        said = N_("{folder} lies on another machine ({kind}); a lost network would stop the game")
        remedy = N_("keep the data folder on this laptop and share records with --hall")
        yield Line("local", BAD, said, place | {"kind": kind}, remedy)
    elif kind in VOLATILE:
        said = N_("{folder} lies in memory ({kind}) and is lost when the laptop goes off")
        yield Line("local", BAD, said, place | {"kind": kind}, other)
    else:
        yield Line("local", GOOD, N_("{folder}: on a disk of this laptop"), place)
    yield _durable(files, here, root, clock, other)
    yield _room(here, root)


def _durable(files: Files, here: Path, root: Path, clock: Callable[[], float], other: str) -> Line:
    from storage.probe import durable_write

    try:
        taken = durable_write(files, here, clock)
    except OSError as error:
        said = N_("{folder}: nothing can be written there ({why})")
        return Line("durable", BAD, said, {"folder": root, "why": why(error)}, other)
    details = {"ms": f"{taken * 1000:.1f}"}
    if taken > TOO_SLOW:
        said = N_("an action needs {ms} ms to be safe on the disk; the table would wait for it")
        return Line("durable", BAD, said, details, other)
    if taken > SLOW:
        said = N_("an action needs {ms} ms to be safe on the disk; that can be noticed")
        return Line("durable", NOTE, said, details, N_("a disk inside the laptop is quicker than a stick"))
    return Line("durable", GOOD, N_("an action is safe on the disk after {ms} ms"), details)


def _room(here: Path, root: Path) -> Line:
    import shutil

    free = shutil.disk_usage(here).free
    details = {"mb": free >> 20, "folder": root}
    remedy = N_("delete what is not needed on this disk, or use another folder with --data")
    if free < ROOM_NEEDED:
        return Line("room", BAD, N_("only {mb} MB are free for {folder}"), details, remedy)
    if free < ROOM_WISHED:
        return Line("room", NOTE, N_("only {mb} MB are free for {folder}"), details, remedy)
    return Line("room", GOOD, N_("{mb} MB are free"), details)


def _nearest(files: Files, folder: Path) -> Path:
    """The folder itself, or where it would be made."""
    for place in (folder, *folder.parents):
        if files.exists(place):
            if not files.is_folder(place):
                raise NotADirectoryError(20, "not a folder", str(place))
            return place
    return Path(folder.anchor)


def kind_of(folder: Path, mounts: str) -> str:
    """The kind of file system a folder lies on; empty where the system does not say."""
    path, found, longest = str(folder.resolve()), "", -1
    for line in mounts.splitlines():
        _device, _blank, rest = line.partition(" ")
        point, kind, *_options = [*rest.split(" "), "", ""]
        point = point.replace("\\040", " ")
        if (path == point or path.startswith(point.rstrip("/") + "/")) and len(point) >= longest:
            found, longest = kind, len(point)
    return found


def clock_lines(files: Files, root: Path, now: float, made: float) -> Iterator[Line]:
    """now: seconds of the wall clock; made: when this program was made, before which no true clock is."""
    import time

    shown = {"time": time.strftime("%Y-%m-%d %H:%M %z", time.localtime(now))}
    remedy = N_("set date, time and time zone")
    newest = max((files.modified(path) for path in _dated(files, root)), default=0.0)
    if now < made:
        yield Line(
            "clock", BAD, N_("the clock says {time}, which is before the program was made"), shown, remedy
        )
    elif newest > now + AHEAD:
        said = N_("the clock says {time}, but files of the data folder are younger")
        yield Line("clock", BAD, said, shown, remedy)
    else:
        yield Line("clock", GOOD, N_("the clock says {time}"), shown)


def _dated(files: Files, root: Path) -> Iterator[Path]:
    for folder in (root, root / "live", root / "records"):
        if files.is_folder(folder):
            yield from (folder / name for name in files.listdir(folder) if not name.startswith("."))


def hall_lines(files: Files, hall: str) -> Iterator[Line]:
    """The folder that is shared with other laptops, where one was chosen."""
    if not hall:
        yield Line("hall", NOTE, N_("no folder is shared with other laptops (tabletui open FILE --hall DIR)"))
        return
    from storage.hall_findings import hall_findings

    for code, good, template, details in hall_findings(files, Path(hall)):
        yield Line(code, GOOD if good else BAD, template, details)


def writer_line(root: Path) -> Line:
    """Whether the program is open in another window; that is fine, but worth knowing."""
    lock = root / ".lock"
    if lock.exists():
        from filelock import FileLock, Timeout

        try:
            FileLock(lock, timeout=0).acquire().lock.release()
        except Timeout:
            said = N_("the program is open in another window")
            return Line("writer", NOTE, said, {}, N_("close it before starting it here"))
        except OSError:
            pass
    return Line("writer", GOOD, N_("nobody else is writing into the data folder"))


def mounts() -> str:
    try:
        with open("/proc/mounts", encoding="utf-8", errors="replace") as stream:
            return stream.read()
    except OSError:
        return ""


def all_lines(root: Path, hall: str, now: float, clock: Callable[[], float]) -> Iterator[Line]:
    """Everything that can be told without asking anybody."""
    files = Files()
    size = os.get_terminal_size(sys.stdout.fileno()) if sys.stdout.isatty() else None
    yield python_line()
    yield from terminal_lines(os.environ, None if size is None else (size.columns, size.lines))
    yield from catalogue_lines(root)
    yield from folder_lines(files, root, clock, mounts())
    yield writer_line(root)
    yield from clock_lines(files, root, now, MADE)
    yield from hall_lines(files, hall)


MADE = 1_764_547_200.0
"""1 December 2025, in seconds of the wall clock."""
