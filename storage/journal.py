"""The journal of a running game: one record an action, on the disk before the screen shows it.

It keeps records and knows no rules. After an error of the disk the file in use is never written again:
a failed fsync may have dropped what it was asked to keep, and the next one would not say so.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rules.record import record as frozen
from rules.record import replace
from storage.errors import Notice, NotSaved, WrongFile, WrongInput, why
from storage.files import Files, is_full, keep_copy, replace_durably
from storage.journal_lines import CLEAN, CORRUPT, DAMAGED, TORN, Scan, line, scan
from storage.strict_json import compact, parse

FORMAT = "tabletui/journal"
VERSION = 1
NEWER = "newer"

_NOTICES = {
    TORN: "{name}: the last entry was cut off before it was confirmed; it was put aside in {aside}.",
    DAMAGED: "{name}: the last entry is damaged and may have been confirmed; check the last action at the"
    " table before going on.",
    CORRUPT: "{name}: the file is damaged after entry {last}; it can be read up to there and not written.",
    NEWER: "{name}: the game was recorded by a newer version of the program; open it there.",
}


def _no_room() -> bool:
    return False


@frozen
class Opened:
    """What was found in a journal file.

    journal: to go on with, or None where nothing may be written (corrupt, newer, damaged and not decided,
    or only read). header: record 0 (empty where even that is lost). records: the good ones after it.
    condition: clean, torn, damaged, corrupt or newer. notice: one sentence for the judge, or None.
    lost: the bytes that were not taken, as text, to be shown; aside: the name they are kept under.
    """

    journal: Journal | None
    header: dict[str, Any]
    records: tuple[dict[str, Any], ...]
    condition: str
    notice: Notice | None
    lost: str = ""
    aside: str = ""


class Journal:
    """A journal that is open for writing. Made by `create` and `open` only."""

    def __init__(
        self,
        files: Files,
        path: Path,
        good: bytes,
        records: list[dict[str, Any]],
        crc: int,
        make_room: Callable[[], bool],
    ) -> None:
        self.path = path
        self._files = files
        self._good = good
        self._records = records
        self._crc = crc
        self._make_room = make_room
        self._descriptor: int | None = None

    @classmethod
    def create(
        cls, files: Files, path: Path, header: dict[str, Any], *, make_room: Callable[[], bool] = _no_room
    ) -> Journal:
        """A new journal whose header is durable at the return.

        make_room is asked once when the disk is full and tells whether it freed anything.
        Raises WrongInput (header is no JSON, path taken), NotSaved.
        """
        if files.exists(path):
            raise WrongInput(
                "journal_exists", "{path}: a game is already recorded there; take another name.", path=path
            )
        first = {"format": FORMAT, "version": VERSION, **header}
        data, crc = line(first, 0, 0)
        journal = cls(files, path, b"", [], 0, make_room)
        try:
            journal._new_segment(data)
        except NotSaved:
            # Not confirmed, so it should not stand in the way of the next try.
            with contextlib.suppress(OSError):
                files.unlink(path)
            raise
        journal._good, journal._crc, journal._records = data, crc, [_plain(first)]
        return journal

    @classmethod
    def open(
        cls,
        files: Files,
        path: Path,
        *,
        drop_damaged: bool = False,
        make_room: Callable[[], bool] = _no_room,
    ) -> Opened:
        """Opens a journal to go on. The good records are always written into a new file first.

        Where a torn or damaged rest is dropped, the whole file of before is kept beside it as .torn.
        drop_damaged: the judge has decided to go on without a damaged last line.
        Raises WrongFile (missing, unreadable), NotSaved.
        """
        found = _read(files, path)
        opened = _judge(files, path, found)
        writable = opened.condition in (CLEAN, TORN) or (opened.condition == DAMAGED and drop_damaged)
        if not writable:
            return opened
        journal = cls(files, path, found.good, list(found.records), found.crc, make_room)
        try:
            if found.rest:
                keep_copy(files, path, path.with_name(opened.aside))
        except OSError as error:
            raise NotSaved(
                "not_put_aside",
                "{path}: the bad entry could not be put aside ({why}).",
                path=path,
                why=why(error),
            ) from error
        # Even a clean file: what an earlier process failed to sync may be seen here and not be durable.
        journal._new_segment(b"")
        return replace(opened, journal=journal)

    @property
    def header(self) -> dict[str, Any]:
        return _plain(self._records[0])

    @property
    def records(self) -> tuple[dict[str, Any], ...]:
        """Copies of all confirmed records after the header."""
        return tuple(_plain(record) for record in self._records[1:])

    def records_with(self, field: str) -> tuple[dict[str, Any], ...]:
        """Copies of those confirmed records that have a field."""
        return tuple(_plain(record) for record in self._records[1:] if field in record)

    def append(self, record: dict[str, Any]) -> int:
        """Adds a record and returns its number, counted from 1, when it is durable.

        Raises WrongInput (no JSON; nothing happened) or NotSaved: then the record does not count, and the
        next append starts a new file of the confirmed records. A record may have one field less: "seq".
        """
        seq = len(self._records)
        data, crc = line(record, seq, self._crc)
        if not self._appended(data):
            self._new_segment(data)
        self._good += data
        self._crc = crc
        self._records.append(_plain(record))
        return seq

    def close(self) -> None:
        """Lets go of the file. Nothing is pending, so nothing can be lost."""
        descriptor, self._descriptor = self._descriptor, None
        if descriptor is not None:
            with contextlib.suppress(OSError):
                self._files.close(descriptor)

    def _appended(self, data: bytes) -> bool:
        if self._descriptor is None:
            return False
        try:
            if not self._files.is_at(self._descriptor, self.path):
                raise OSError("the file was taken away")
            if self._files.write(self._descriptor, data) != len(data):
                raise OSError("short write")
            self._files.fsync(self._descriptor)
        except OSError:
            self.close()
            return False
        return True

    def _new_segment(self, data: bytes) -> None:
        self.close()
        try:
            try:
                replace_durably(self._files, self.path, self._good + data)
            except OSError as error:
                if not (is_full(error) and self._make_room()):
                    raise
                replace_durably(self._files, self.path, self._good + data)
        except OSError as error:
            raise NotSaved(
                "action_not_saved",
                "{path}: the action was not saved ({why}); see to the disk, then repeat it.",
                path=self.path,
                why=why(error),
            ) from error
        # Without a descriptor the next append makes a new file again, which is slow and right.
        with contextlib.suppress(OSError):
            self._descriptor = self._files.open(self.path)


def salvage(files: Files, path: Path, fresh: Path, *, make_room: Callable[[], bool] = _no_room) -> Journal:
    """A new journal with what is good in a corrupt one, which stays as it is and is named in the header.

    For the judge who has to go on from there. Raises WrongFile (nothing is good), WrongInput (name taken),
    NotSaved.
    """
    found = read_journal(files, path)
    if not found.header or found.condition == NEWER:
        raise WrongFile("nothing_good", "{path}: nothing in it can be gone on with.", path=path)
    header = {key: value for key, value in found.header.items() if key not in ("format", "version")}
    if files.exists(fresh):
        raise WrongInput(
            "journal_exists", "{path}: a game is already recorded there; take another name.", path=fresh
        )
    first = {"format": FORMAT, "version": VERSION, **header, "salvaged": path.name}
    data, crc = line(first, 0, 0)
    for seq, record in enumerate(found.records, 1):
        more, crc = line(record, seq, crc)
        data += more
    journal = Journal(files, fresh, data, [_plain(first), *map(_plain, found.records)], crc, make_room)
    journal._new_segment(b"")
    return journal


def read_journal(files: Files, path: Path) -> Opened:
    """Reads a journal and changes nothing; `journal` is None. Raises WrongFile (missing, unreadable)."""
    return _judge(files, path, _read(files, path))


def _read(files: Files, path: Path) -> Scan:
    try:
        return scan(files.read(path))
    except OSError as error:
        raise WrongFile(
            "journal_unreadable", "{path}: the journal cannot be read ({why}).", path=path, why=why(error)
        ) from error


def _judge(files: Files, path: Path, found: Scan) -> Opened:
    header = found.records[0] if found.records else {}
    condition = found.condition
    if header and (header.get("format") != FORMAT or header.get("version") != VERSION):
        condition = NEWER if header.get("format") == FORMAT else CORRUPT
    aside = _aside(files, path)
    notice = None
    if condition in _NOTICES:
        last = max(len(found.records) - 1, 0)
        notice = Notice(condition, _NOTICES[condition], name=path.name, aside=aside, last=last)
    lost = found.rest.decode("utf-8", "replace")
    return Opened(None, header, found.records[1:], condition, notice, lost, aside)


def _aside(files: Files, path: Path) -> str:
    """A free name for the bytes that were not taken."""
    name, number = f"{path.name}.torn", 1
    while files.exists(path.with_name(name)):
        number += 1
        name = f"{path.name}.torn-{number}"
    return name


def _plain(record: dict[str, Any]) -> dict[str, Any]:
    plain: dict[str, Any] = parse(compact(record))
    return plain
