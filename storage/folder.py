"""The data folder: where everything lies, and the one lock that its writer holds."""

from __future__ import annotations

import contextlib
import errno
import re
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from storage.errors import FolderUnusable, Notice, WrongInput, why
from storage.files import NEW, Files, is_full, make_folders, replace_durably

if TYPE_CHECKING:
    from storage.exchange import Examine

RESERVE = 8 << 20
"""Bytes put by, so that a game can be finished on a disk that has become full."""

# Not zeros: some file systems store a run of zeros as nothing.
_FILLING = b"tabletui"

_GAME_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}\Z")


def locate(option: str | None, environ: Mapping[str, str]) -> Path:
    """The data folder: `--data`, else $TABLETUI_DATA, else the platform's place for such data."""
    chosen = option or environ.get("TABLETUI_DATA")
    if chosen:
        return Path(chosen).expanduser().absolute()
    if sys.platform == "linux" and "ANDROID_DATA" not in environ:
        # What platformdirs answers there, without the time of its import: readers ask for this at each start.
        home = Path(environ.get("XDG_DATA_HOME", "").strip())
        return (home if home.is_absolute() else Path("~/.local/share").expanduser()) / "tabletui"
    from platformdirs import user_data_path

    return user_data_path("tabletui", appauthor=False)


def _random_name() -> str:
    import secrets

    return secrets.token_hex(4)


class Folder:
    """A data folder. Reading needs no lock and not even the folder; writing needs `acquire` first.

    Use it as a context manager to hold the lock: `with Folder(files, root) as folder: …`.
    notice: what a person should know after `acquire`, or None. examine: what records of other laptops must
    pass before a tournament file takes them out of `records`; None: whatever is well-formed. writing: held
    while a tournament file of this process is changed, so that records may be taken in a thread.
    """

    def __init__(
        self,
        files: Files,
        root: Path,
        *,
        new_id: Callable[[], str] = _random_name,
        examine: Examine | None = None,
    ) -> None:
        self.files = files
        self.root = root
        self.examine = examine
        import threading  # not by readers, who only ask where the folder is

        self.writing = threading.RLock()
        self.notice: Notice | None = None
        self._new_id = new_id
        self._device: str | None = None
        self._lock: object | None = None

    @property
    def live(self) -> Path:
        """Journals of running games."""
        return self.root / "live"

    @property
    def archive(self) -> Path:
        """Journals of finished games."""
        return self.root / "archive"

    @property
    def records(self) -> Path:
        """Immutable records, named by their content."""
        return self.root / "records"

    @property
    def reserve(self) -> Path:
        return self.root / "reserve.bin"

    @property
    def one_off(self) -> Path:
        """The tournament file of games outside any tournament."""
        return self.root / "one-off.json"

    @property
    def device(self) -> str:
        """The random name of this laptop in records. Raises FolderUnusable before the folder was acquired."""
        if self._device is None:
            try:
                self._device = self.files.read(self.root / "device").decode("ascii").strip()
            except (OSError, UnicodeDecodeError):
                raise FolderUnusable(
                    "not_acquired", "{folder}: the folder was not opened for writing.", folder=self.root
                ) from None
        return self._device

    def named(self, path: Path) -> str:
        """How a journal names a tournament file: within the folder by its place in it, so that the whole
        folder can be copied, moved or carried to another machine; elsewhere by its full path.
        """
        try:
            return path.resolve().relative_to(self.root.resolve()).as_posix()
        except ValueError:
            return str(path)

    def journal(self, game: str) -> Path:
        """The path of a running game's journal. Raises WrongInput when the name is not a plain one."""
        if not _GAME_NAME.match(game):
            raise WrongInput(
                "wrong_game_name",
                "{name}: the name of a game is made of Latin letters, digits, dots and dashes.",
                name=repr(game),
            )
        return self.live / f"{game}.jnl"

    def acquire(self) -> None:
        """Takes the lock, makes the folders and puts the reserve by; refuses at once, waits for nobody.

        Raises FolderUnusable: another writer holds it, it cannot be written, or the disk is full.
        """
        if self._lock is not None:
            return
        from filelock import FileLock, Timeout

        try:
            make_folders(self.files, self.root)
            lock = FileLock(self.root / ".lock", timeout=0)
            lock.acquire()
        except Timeout:
            raise FolderUnusable(
                "locked",
                "{folder}: another tabletui is writing there; close it, or use another folder with --data.",
                folder=self.root,
            ) from None
        except OSError as error:
            raise self._unusable(error) from error
        self._lock = lock
        try:
            self.prepare()
        except FolderUnusable:
            self.release()
            raise

    def prepare(self) -> None:
        """Makes the folders, the name of this laptop and the reserve; the lock must be held.

        Raises FolderUnusable.
        """
        try:
            for folder in (self.live, self.archive, self.records):
                make_folders(self.files, folder)
            for folder in (self.live, self.records):
                self._sweep(folder)
            device = self.root / "device"
            if not self.files.exists(device):
                replace_durably(self.files, device, self._new_id().encode("ascii") + b"\n")
            # Tells a folder that can only be read, and a disk without any room at all.
            replace_durably(self.files, self.root / "probe", b"tabletui\n" * 1000)
        except OSError as error:
            raise self._unusable(error) from error
        self._put_by()

    def _put_by(self) -> None:
        try:
            if not self.files.exists(self.reserve) or self.files.size(self.reserve) != RESERVE:
                replace_durably(self.files, self.reserve, _FILLING * (RESERVE // len(_FILLING)))
        except OSError as error:
            if not is_full(error):
                raise self._unusable(error) from error
            # A game that was interrupted by a full disk must still be finished.
            self.notice = Notice(
                "nearly_full", "{folder}: the disk is nearly full; free some 20 MB soon.", folder=self.root
            )

    def _sweep(self, folder: Path) -> None:
        """Files that were never finished; they mean nothing."""
        for name in self.files.listdir(folder):
            if name.endswith(NEW) and self.files.is_plain(folder / name):
                self.files.unlink(folder / name)

    def release(self) -> None:
        """Gives the lock back; the lock file stays, because deleting it would let two writers in."""
        lock, self._lock = self._lock, None
        if lock is not None:
            lock.release()  # type: ignore[attr-defined]

    def make_room(self) -> bool:
        """Gives the reserve up; True when there was one. For the moment when a write finds the disk full."""
        with contextlib.suppress(OSError):
            self.files.unlink(self.reserve)
            self.files.fsync_dir(self.root)
            return True
        return False

    def __enter__(self) -> Folder:
        self.acquire()
        return self

    def __exit__(self, *_: object) -> None:
        self.release()

    def _unusable(self, error: OSError) -> FolderUnusable:
        if is_full(error):
            return FolderUnusable(
                "full", "{folder}: the disk is full; free some 20 MB or use --data.", folder=self.root
            )
        if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
            return FolderUnusable(
                "read_only",
                "{folder}: the folder cannot be written; use another with --data.",
                folder=self.root,
            )
        return FolderUnusable(
            "unusable",
            "{folder}: the folder cannot be used ({why}); use another with --data.",
            folder=self.root,
            why=why(error),
        )
