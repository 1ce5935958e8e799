"""The one door to the disk. Everything in this package goes through `Files`, so every fault can be tried."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import time
from collections.abc import Callable
from pathlib import Path

NEW = ".new"
"""Suffix of a file still being written; it means nothing until it has been renamed."""

_BUSY = (5, 32, 33)  # Windows: access denied, sharing violation, lock violation
_BUSY_FOR = 2.5
_NO_LINKS = (errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.EMLINK, errno.EXDEV)


class Files:
    """Access to real files. Each method is one call of the system and may raise OSError.

    sleep and monotonic (seconds) are handed in for the retries that Windows needs.
    """

    def __init__(
        self,
        sleep: Callable[[float], None] = time.sleep,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._sleep = sleep
        self._monotonic = monotonic

    def open(self, path: Path, *, create: bool = False) -> int:
        """A descriptor that only appends. create: the file must not exist yet."""
        flags = os.O_WRONLY | os.O_APPEND | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
        if create:
            flags |= os.O_CREAT | os.O_EXCL
        return os.open(path, flags, 0o644)

    def write(self, descriptor: int, data: bytes) -> int:
        """One write; returns how many bytes were taken, which may be fewer than offered."""
        return os.write(descriptor, data)

    def is_at(self, descriptor: int, path: Path) -> bool:
        """Whether the open file is still the one of this name (and was not deleted or replaced)."""
        try:
            return os.path.samestat(os.fstat(descriptor), os.stat(path))
        except OSError:
            return False

    def fsync(self, descriptor: int) -> None:
        os.fsync(descriptor)

    def close(self, descriptor: int) -> None:
        os.close(descriptor)

    def replace(self, source: Path, target: Path) -> None:
        """Renames over the target. Where a reader holds the target open (Windows), tries for 2.5 s."""
        deadline = self._monotonic() + _BUSY_FOR
        while True:
            try:
                return os.replace(source, target)
            except OSError as error:
                if getattr(error, "winerror", None) not in _BUSY or self._monotonic() >= deadline:
                    raise
                self._sleep(0.05)

    def link(self, source: Path, target: Path) -> None:
        """A second name for the same file. Raises OSError where the file system has no hard links."""
        os.link(source, target)

    def fsync_dir(self, folder: Path) -> None:
        """Makes the names in a folder durable; Windows has no such call and keeps them by itself."""
        if os.name == "nt":
            return
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)

    def unlink(self, path: Path) -> None:
        os.unlink(path)

    def listdir(self, folder: Path) -> list[str]:
        return sorted(os.listdir(folder))

    def mkdir(self, folder: Path) -> None:
        os.mkdir(folder)

    def read(self, path: Path, most: int = -1) -> bytes:
        """The bytes of a regular file, all or the first most; a pipe, a device or a folder is refused with
        OSError.
        """
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0))
        try:
            if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                raise OSError(errno.EINVAL, "not a regular file", str(path))
            with os.fdopen(descriptor, "rb", closefd=False) as stream:
                return stream.read(most)
        finally:
            os.close(descriptor)

    def size(self, path: Path) -> int:
        return os.stat(path).st_size

    def modified(self, path: Path) -> float:
        """When the file was written last, in seconds as time.time(), by the clock of the disk it lies on."""
        return os.stat(path).st_mtime

    def is_plain(self, path: Path) -> bool:
        """Whether the name is that of a regular file, and not of a link to one."""
        try:
            return stat.S_ISREG(os.lstat(path).st_mode)
        except OSError:
            return False

    def disk(self, path: Path) -> int:
        """Which file system a path lies on."""
        return os.stat(path).st_dev

    def is_folder(self, path: Path) -> bool:
        """Whether the name leads to a folder."""
        return os.path.isdir(path)

    def is_plain_folder(self, path: Path) -> bool:
        """Whether the name is that of a folder, and not of a link to one."""
        try:
            return stat.S_ISDIR(os.lstat(path).st_mode)
        except OSError:
            return False

    def exists(self, path: Path) -> bool:
        """Whether the name is taken by anything at all."""
        return os.path.lexists(path)


def is_full(error: OSError) -> bool:
    """Whether the disk (or what this user may take of it) is full."""
    return error.errno in (errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC))


def write_all(files: Files, descriptor: int, data: bytes) -> None:
    """Writes all of data, in several calls where one takes less. Raises OSError."""
    view = data
    while view:
        taken = files.write(descriptor, view)
        if taken <= 0:
            raise OSError(errno.ENOSPC, "the file took no more bytes")
        view = view[taken:]


def write_synced(files: Files, path: Path, data: bytes) -> None:
    """A new file with its content on the disk; its name is not durable yet. Anything in its place goes."""
    with contextlib.suppress(FileNotFoundError):
        files.unlink(path)
    descriptor = files.open(path, create=True)
    try:
        write_all(files, descriptor, data)
        files.fsync(descriptor)
    finally:
        files.close(descriptor)


def replace_durably(files: Files, path: Path, data: bytes) -> None:
    """After the return the file holds data whatever happens; before it the old content or the new, whole.

    The order is the point: content, then name, then folder. Raises OSError.
    """
    fresh = path.with_name(path.name + NEW)
    try:
        write_synced(files, fresh, data)
        files.replace(fresh, path)
    except OSError:
        with contextlib.suppress(OSError):
            files.unlink(fresh)
        raise
    files.fsync_dir(path.parent)


def keep_copy(files: Files, source: Path, target: Path) -> None:
    """Gives the present content of source a second name, replacing target; copies where links are missing.

    Neither file is ever absent on the way. The folder is not synced here. Raises OSError.
    """
    fresh = target.with_name(target.name + NEW)
    with contextlib.suppress(FileNotFoundError):
        files.unlink(fresh)
    try:
        files.link(source, fresh)
    except FileNotFoundError:
        raise
    except OSError as error:
        if error.errno not in _NO_LINKS and getattr(error, "winerror", None) is None:
            raise
        write_synced(files, fresh, files.read(source))
    files.replace(fresh, target)
    # Renaming one name of a file over another name of the same file does nothing and leaves both.
    with contextlib.suppress(FileNotFoundError):
        files.unlink(fresh)


def make_folders(files: Files, folder: Path) -> None:
    """The folder and those above it, each durable in its parent. Raises OSError."""
    if files.exists(folder):
        return
    make_folders(files, folder.parent)
    with contextlib.suppress(FileExistsError):
        files.mkdir(folder)
    files.fsync_dir(folder.parent)
