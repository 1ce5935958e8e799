"""A disk in memory that can fail at any call, be killed at any call, and lose power afterwards.

It keeps apart what a process sees and what is on the platter: content becomes durable by fsync, names by
fsync of their folder. What has not become durable may survive a power cut in any shape; `power_cut` makes
several of these shapes.
"""

from __future__ import annotations

import copy
import errno
import random
from dataclasses import dataclass, field
from pathlib import Path

from storage.files import Files

FAULTS = ("full", "error", "short", "dies_before", "dies_after", "dies_middle", "drops", "fails_from_here")
POWER_CUTS = ("nothing_more", "names_only", "names_and_nuls", "names_and_halves", "everything", "some_names")


class Died(BaseException):
    """The process was killed. No `except Exception` or `except OSError` may hold it up."""


@dataclass(slots=True)
class Inode:
    """now: what a process reads. synced: what the platter holds. dropped: so many bytes of now were given up
    by a failed fsync; the next fsync will not write them. folder: it is one.
    """

    now: bytes = b""
    synced: bytes = b""
    dropped: int = 0
    folder: bool = False

    def sync(self) -> None:
        if self.dropped:
            hole = b"\0" * max(self.dropped - len(self.synced), 0)
            self.synced = self.synced[: self.dropped] + hole + self.now[self.dropped :]
        else:
            self.synced = self.now


@dataclass
class MemoryFiles(Files):
    """fault: what happens at call number `at` (counted from 1, changing calls only)."""

    at: int = 0
    fault: str = ""
    calls: int = 0
    log: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__(sleep=lambda _: None, monotonic=lambda: 0.0)
        self.names: dict[Path, Inode] = {Path("/"): Inode(folder=True)}
        self.durable: dict[Path, Inode] = dict(self.names)
        self.pending: list[tuple[Path, Path, Inode | None]] = []  # folder, name, what it stands for now
        self.descriptors: dict[int, Inode] = {}

    # -- the calls -------------------------------------------------------------------------------------------

    def open(self, path: Path, *, create: bool = False) -> int:
        if create:
            self._call(f"create {path.name}")
            if path in self.names:
                raise FileExistsError(errno.EEXIST, "exists", str(path))
            self._need_folder(path)
            self._name(path, Inode())
            self._after()
        elif path not in self.names:
            raise FileNotFoundError(errno.ENOENT, "no such file", str(path))
        descriptor = len(self.descriptors) + 3
        self.descriptors[descriptor] = self.names[path]
        return descriptor

    def write(self, descriptor: int, data: bytes) -> int:
        inode = self.descriptors[descriptor]
        half = data[: len(data) // 2]
        if self._call("write", short=True):
            inode.now += half
            return len(half)
        if self._dies_middle():
            inode.now += half
            raise Died
        inode.now += data
        self._after()
        return len(data)

    def is_at(self, descriptor: int, path: Path) -> bool:
        return self.names.get(path) is self.descriptors[descriptor]

    def fsync(self, descriptor: int) -> None:
        inode = self.descriptors[descriptor]
        if self._due() and self.fault == "drops":
            self.calls += 1
            inode.dropped = len(inode.now)
            raise OSError(errno.EIO, "input/output error")
        self._call("fsync")
        if self._dies_middle():
            inode.synced = inode.now[: (len(inode.synced) + len(inode.now)) // 2]
            raise Died
        inode.sync()
        self._after()

    def close(self, descriptor: int) -> None:
        del self.descriptors[descriptor]
        self.descriptors[-len(self.descriptors) - 1000 - self.calls] = Inode()  # numbers are not used again

    def replace(self, source: Path, target: Path) -> None:
        self._call(f"replace {target.name}")
        inode = self._need(source)
        if self.names.get(target) is not inode:
            self._name(target, inode, gone=source)
        self._after()

    def link(self, source: Path, target: Path) -> None:
        self._call(f"link {target.name}")
        inode = self._need(source)
        if target in self.names:
            raise FileExistsError(errno.EEXIST, "exists", str(target))
        self._need_folder(target)
        self._name(target, inode)
        self._after()

    def fsync_dir(self, folder: Path) -> None:
        self._call(f"fsync_dir {folder.name}")
        self._need_folder(folder / "x")
        self._sync_names(folder)
        self._after()

    def unlink(self, path: Path) -> None:
        if path not in self.names:
            raise FileNotFoundError(errno.ENOENT, "no such file", str(path))
        self._call(f"unlink {path.name}")
        self._name(path, None)
        self._after()

    def mkdir(self, folder: Path) -> None:
        self._call(f"mkdir {folder.name}")
        if folder in self.names:
            raise FileExistsError(errno.EEXIST, "exists", str(folder))
        self._need_folder(folder)
        self._name(folder, Inode(folder=True))
        self._after()

    def listdir(self, folder: Path) -> list[str]:
        self._need_folder(folder / "x")
        return sorted(path.name for path in self.names if path.parent == folder and path != folder)

    def read(self, path: Path, most: int = -1) -> bytes:
        inode = self._need(path)
        if inode.folder:
            raise OSError(errno.EINVAL, "not a regular file", str(path))
        return inode.now if most < 0 else inode.now[:most]

    def size(self, path: Path) -> int:
        return len(self.read(path))

    def modified(self, path: Path) -> float:
        self.read(path)
        return 0.0

    def disk(self, path: Path) -> int:
        return 0

    def is_folder(self, path: Path) -> bool:
        return path in self.names and self.names[path].folder

    def is_plain_folder(self, path: Path) -> bool:
        return self.is_folder(path)

    def is_plain(self, path: Path) -> bool:
        return path in self.names and not self.names[path].folder

    def exists(self, path: Path) -> bool:
        return path in self.names

    # -- faults ----------------------------------------------------------------------------------------------

    def _due(self) -> bool:
        return self.calls + 1 == self.at

    def _call(self, what: str, *, short: bool = False) -> bool:
        """Counts a call; True when it is to be cut short."""
        self.calls += 1
        self.log.append(what)
        if self.fault == "fails_from_here" and self.at and self.calls >= self.at:
            raise OSError(errno.EIO, "input/output error")
        if self.calls != self.at:
            return False
        match self.fault:
            case "full":
                raise OSError(errno.ENOSPC, "no space left on device")
            case "error" | "drops":
                raise OSError(errno.EIO, "input/output error")
            case "dies_before":
                raise Died
            case "short":
                return short
        return False

    def _dies_middle(self) -> bool:
        return self.calls == self.at and self.fault == "dies_middle"

    def _after(self) -> None:
        if self.calls == self.at and self.fault in ("dies_after", "dies_middle"):
            raise Died

    # -- names -----------------------------------------------------------------------------------------------

    def _need(self, path: Path) -> Inode:
        if path not in self.names:
            raise FileNotFoundError(errno.ENOENT, "no such file", str(path))
        return self.names[path]

    def _need_folder(self, path: Path) -> None:
        if path.parent not in self.names or not self.names[path.parent].folder:
            raise FileNotFoundError(errno.ENOENT, "no such folder", str(path.parent))

    def _name(self, path: Path, inode: Inode | None, *, gone: Path | None = None) -> None:
        # One entry of the log is one atomic operation of the file system.
        self.pending.append((path.parent, path, inode))
        if gone is not None:
            assert gone.parent == path.parent, "a rename between folders is not durable in one step"
            self.pending.append((path.parent, gone, None))
        for _, name, now in self.pending[-2 if gone else -1 :]:
            _set(self.names, name, now)

    def _sync_names(self, folder: Path) -> None:
        for parent, name, inode in self.pending:
            if parent == folder:
                _set(self.durable, name, inode)
        self.pending = [entry for entry in self.pending if entry[0] != folder]

    # -- what comes after ------------------------------------------------------------------------------------

    def copy(self) -> MemoryFiles:
        """The same disk once more, without the fault."""
        twin = copy.copy(self)
        twins: dict[int, Inode] = {}

        def same(inode: Inode) -> Inode:
            return twins.setdefault(id(inode), copy.copy(inode))

        twin.names = {name: same(inode) for name, inode in self.names.items()}
        twin.durable = {name: same(inode) for name, inode in self.durable.items()}
        twin.pending = [(folder, name, inode and same(inode)) for folder, name, inode in self.pending]
        twin.descriptors = {}
        twin.at, twin.fault, twin.calls, twin.log = 0, "", 0, []
        return twin

    def killed(self) -> MemoryFiles:
        """After SIGKILL: the next process sees what this one saw; what was not synced still is not."""
        return self.copy()

    def power_cut(self, kind: str, seed: int = 0) -> MemoryFiles:
        """After a power cut of the kind."""
        twin = self.copy()
        names = dict(twin.durable)
        rest = twin.pending
        if kind == "nothing_more":
            rest = []
        elif kind == "some_names":
            # Each folder comes through up to a point of its own.
            rng = random.Random(seed)
            cut = {folder: rng.randint(0, len(rest)) for folder in sorted({entry[0] for entry in rest})}
            rest = [entry for index, entry in enumerate(rest) if index < cut[entry[0]]]
        for _, name, inode in rest:
            _set(names, name, inode)
        names = {
            path: inode for path, inode in names.items() if all(above in names for above in path.parents)
        }
        for inode in set(map(id, names.values())):
            found = next(one for one in names.values() if id(one) == inode)
            found.now = found.synced = _content(found, kind)
            found.dropped = 0
        twin.names, twin.durable, twin.pending = names, dict(names), []
        return twin


def _set(names: dict[Path, Inode], name: Path, inode: Inode | None) -> None:
    if inode is None:
        names.pop(name, None)
    else:
        names[name] = inode


def _content(inode: Inode, kind: str) -> bytes:
    unsynced = inode.now[len(inode.synced) :]
    match kind:
        case "names_and_nuls":
            return inode.synced + b"\0" * len(unsynced)
        case "names_and_halves" | "some_names":
            return inode.synced + unsynced[: len(unsynced) // 2]
        case "everything" if not inode.dropped:
            return inode.now
        case _:
            return inode.synced
