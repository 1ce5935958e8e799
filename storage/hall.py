"""The hall: a folder that several laptops can see, and through which their records travel.

It may be a stick, a share or a folder of Syncthing; nothing is expected of it but that files appear. It may
be gone at any moment and come back: whatever could not be written is written then. Only records travel.
"""

from __future__ import annotations

import contextlib
import errno
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from rules.record import record
from rules.said import Said
from storage.errors import NotSaved, why
from storage.exchange import Rejected
from storage.files import NEW, Files, replace_durably, write_synced
from storage.folder import Folder
from storage.kinds import CREATED
from storage.records import LARGEST, NAME, Record, read_record, reason, write_record

EVERY = 2.0
"""Seconds between two looks."""

MOUNTED = "hall-mounted"
"""File of the data folder: the shared folder that was seen to be a stick or a share."""

_NO_FOLDER_SYNC = (errno.EINVAL, errno.ENOTSUP, errno.EOPNOTSUPP, errno.EBADF, errno.EACCES, errno.EPERM)
"""What shares answer that cannot sync a folder; their server keeps the names."""


@record
class Look:
    """What one look brought. trouble: why nothing can travel at present, None while all is well.

    came: how many records were kept here that were not; went: how many were written to the shared folder.
    waiting: how many of ours are still to be written. rejected: files that are no records, in all. others:
    title by id of tournaments that lie there and are not on this laptop.
    """

    trouble: Said | None = None
    came: int = 0
    went: int = 0
    waiting: int = 0
    rejected: tuple[Rejected, ...] = ()
    others: Mapping[str, str] | None = None


class SharedFolder:
    """The records of a data folder beside those of a shared folder; each look makes the two equal.

    Only tournaments that have their beginning in the data folder travel, and of them all records, also those
    of third laptops. Not for several threads at once.
    """

    def __init__(self, folder: Folder, shared: Path, *, keep_apart: Callable[[Record], bool]) -> None:
        """keep_apart: whether a tournament, given the record of its beginning, stays on this laptop."""
        self.shared = shared.expanduser().absolute()
        self._folder = folder
        self._files = folder.files
        self._keep_apart = keep_apart
        self._own: dict[str, str] = {}  # tournament by name, of the records of the data folder
        self._ours: set[str] = set()  # tournaments that travel
        self._there: dict[str, str] = {}  # the same for the shared folder
        self._titles: dict[str, str] = {}
        self._bad: dict[str, tuple[tuple[int, float], str]] = {}  # by name: how it looked, what was wrong
        self._verified: set[str] = set()
        self._mounted = self._was_mounted()

    def look(self) -> Look:
        """One look at both folders. Never raises for what lies in the shared folder, or for its absence."""
        self._read_own()
        if self.shared.is_relative_to(self._folder.root) or self._folder.root.is_relative_to(self.shared):
            return self._away(
                Said(
                    "The shared folder {folder} and the data folder lie in one another; share another one.",
                    folder=str(self.shared),
                )
            )
        try:
            if not self._is_mounted():
                return self._away(
                    Said(
                        "Nothing is mounted at the shared folder {folder}; records wait on this laptop until "
                        "something is.",
                        folder=str(self.shared),
                    )
                )
            files = self._files.listdir(self.shared)
            names = [match[1] for name in files if (match := NAME.match(name))]
            self._sweep(files)
        except OSError as error:
            return self._away(
                Said(
                    "The shared folder {folder} is gone ({why}); records wait on this laptop until it is "
                    "back.",
                    folder=str(self.shared),
                    why=why(error),
                )
            )
        present = set(names)
        for gone in self._there.keys() - present:
            del self._there[gone]
        self._verified &= present
        came, trouble = self._take(present)
        went, waiting, refused = self._give(present)
        rejected = tuple(
            Rejected(str(self.shared), f"{name}.json", self._bad[name][1])
            for name in sorted(self._bad)
            if name in present
        )
        others = {
            tournament: self._titles.get(tournament, "")
            for tournament in set(self._there.values()) - self._ours
            if tournament in self._titles
        }
        return Look(refused or trouble, came, went, waiting, rejected, others)

    # -- inside ----------------------------------------------------------------------------------------------

    def _away(self, said: Said) -> Look:
        self._verified.clear()  # another stick may stand in its place
        return Look(said, waiting=sum(tournament in self._ours for tournament in self._own.values()))

    def _was_mounted(self) -> bool:
        try:
            return self._files.read(self._folder.root / MOUNTED).decode() == str(self.shared)
        except (OSError, ValueError):
            return False

    def _is_mounted(self) -> bool:
        """False where a stick or a share was and now there is only the empty folder that it is mounted on:
        what is written there would never reach anybody. Remembered over restarts. Raises OSError.
        """
        if self._files.disk(self.shared) == self._files.disk(Path(self.shared.anchor)):
            return not self._mounted
        if not self._mounted:
            self._mounted = True
            with contextlib.suppress(OSError, UnicodeEncodeError):
                replace_durably(self._files, self._folder.root / MOUNTED, str(self.shared).encode())
        return True

    def _read_own(self) -> None:
        """Learns which records the data folder has; each is read once."""
        files, folder = self._files, self._folder.records
        try:
            with self._folder.writing:  # between two changes every record there is confirmed
                names = {match[1] for name in files.listdir(folder) if (match := NAME.match(name))}
        except OSError:
            return
        for name in self._own.keys() - names:
            del self._own[name]
        for name in names - self._own.keys():
            with contextlib.suppress(ValueError):
                one = read_record(files, folder / f"{name}.json")
                self._own[name] = one.tournament
                if one.kind == CREATED and not self._keep_apart(one):
                    self._ours.add(one.tournament)

    def _sweep(self, names: Iterable[str]) -> None:
        """Takes away what this laptop began to write when the stick was pulled."""
        for name in names:
            if name.endswith(f".{self._folder.device}{NEW}"):
                with contextlib.suppress(OSError):
                    self._files.unlink(self.shared / name)

    def _take(self, present: Iterable[str]) -> tuple[int, Said | None]:
        came, trouble = 0, None
        for name in sorted(present):
            if name in self._own or self._there.get(name, "") not in ("", *self._ours):
                continue
            one = self._read(name)
            if one is None or one.tournament not in self._ours:
                continue
            try:
                write_record(self._files, self._folder.records, one, self._folder.make_room)
            except NotSaved as error:
                trouble = Said("{error}", error=error)
                continue
            self._own[name] = one.tournament
            self._verified.add(name)
            came += 1
        return came, trouble

    def _read(self, name: str) -> Record | None:
        """A record that lies in the shared folder; None for what is none, which is looked at again only when
        it has changed: it may still be arriving."""
        path = self.shared / f"{name}.json"
        try:
            looks = (self._files.size(path), self._files.modified(path))
        except OSError:
            looks = (0, 0.0)
        if name in self._bad and self._bad[name][0] == looks:
            return None
        try:
            one = read_record(self._files, path)
        except ValueError as error:
            self._bad[name] = looks, reason(error)
            return None
        self._bad.pop(name, None)
        self._there[name] = one.tournament
        if one.kind == CREATED:
            self._titles[one.tournament] = one.body["title"]
        return one

    def _give(self, present: Iterable[str]) -> tuple[int, int, Said | None]:
        """Writes what is missing there, or what does not read back there as it is here."""
        present = set(present)
        due = [
            name
            for name, tournament in sorted(self._own.items())
            if tournament in self._ours and name not in self._verified
        ]
        went, taken_up = 0, 0
        refused: Said | None = None
        for done, name in enumerate(due):
            source = self._folder.records / f"{name}.json"
            try:
                data = self._files.read(source)
            except OSError:
                continue  # taken back meanwhile
            try:
                if name in present and self._same(name, data):
                    self._verified.add(name)
                    continue
                put_verified(self._files, self.shared, f"{name}.json", data, self._folder.device)
            except OSError as error:
                if self._files.is_plain_folder(self.shared / f"{name}.json"):
                    taken_up += 1  # somebody put a folder in its place; the others go on
                    refused = self._refused(error, taken_up)
                    continue
                waiting = taken_up + len(due) - done
                return went, waiting, self._refused(error, waiting)
            self._bad.pop(name, None)
            self._verified.add(name)
            went += 1
        return went, taken_up, refused

    def _refused(self, error: OSError, waiting: int) -> Said:
        return Said(
            "The shared folder {folder} does not take all ({why}); {count} records wait on this laptop.",
            folder=str(self.shared),
            why=why(error),
            count=waiting,
        )

    def _same(self, name: str, data: bytes) -> bool:
        path = self.shared / f"{name}.json"
        try:
            return self._files.is_plain(path) and self._files.read(path, LARGEST + 1) == data
        except OSError:
            return False


def put_verified(files: Files, folder: Path, name: str, data: bytes, maker: str) -> None:
    """Writes a file into a folder that others write to as well, and reads it back. Raises OSError.

    maker: this laptop; the unfinished file bears its name, so that two laptops never write the same one.
    """
    path = folder / name
    fresh = folder / f"{name}.{maker}{NEW}"
    try:
        write_synced(files, fresh, data)
        files.replace(fresh, path)
    except OSError:
        with contextlib.suppress(OSError):
            files.unlink(fresh)
        raise
    try:
        files.fsync_dir(folder)
    except OSError as error:
        if error.errno not in _NO_FOLDER_SYNC:
            raise
    if files.read(path, len(data) + 1) != data:
        raise OSError(errno.EIO, "the file does not read back as it was written", str(path))
