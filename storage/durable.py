"""A TinyDB storage that survives: the file is replaced whole, checked when read, backed up, versioned.

TinyDB's own JSONStorage writes over the file in place and cuts it after its fsync, so a power cut or a kill
can leave it unreadable. Here the old file stays whole until the new one is on the disk.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping
from hashlib import sha256
from pathlib import Path

from tinydb.storages import Storage

from rules.said import Said
from storage.errors import Notice, NotSaved, TooNew, WrongFile, why
from storage.files import Files, is_full, keep_copy, make_folders, replace_durably
from storage.seal import SCHEMA, Tables, seal, unseal

Migrations = Mapping[int, Callable[[Tables], Tables]]
"""From the schema version of the key to the next one."""

MIGRATIONS: Migrations = {}


def create_file(files: Files, path: Path, tables: Tables) -> None:
    """A new tournament file, durable at the return. Raises WrongFile (name taken), NotSaved, WrongInput."""
    if files.exists(path) or files.exists(backup_of(path)):
        raise WrongFile("file_exists", "{path}: there is a file already; choose another name.", path=path)
    data = seal(tables)
    try:
        make_folders(files, path.parent)
        replace_durably(files, path, data)
    except OSError as error:
        # Not confirmed, so it should not stand in the way of the next try.
        with contextlib.suppress(OSError):
            files.unlink(path)
        raise NotSaved(
            "file_not_made", "{path}: the file could not be made ({why}).", path=path, why=why(error)
        ) from error


def backup_of(path: Path) -> Path:
    """Where the version before the present one is kept."""
    return path.with_name(path.name + ".bak")


def put_aside(files: Files, path: Path, kind: str) -> Path:
    """Keeps the present content of a file under a free name in `backups` beside it. Raises OSError."""
    folder = path.parent / "backups"
    make_folders(files, folder)
    number = 1
    while files.exists(folder / f"{path.name}.{kind}-{number}"):
        number += 1
    target = folder / f"{path.name}.{kind}-{number}"
    keep_copy(files, path, target)
    files.fsync_dir(folder)
    return target


class DurableStorage(Storage):
    """What TinyDB reads and writes through.

    write: whether writing is allowed. notice: what a person should know about the opening (the backup was
    used, the schema was migrated), or None. make_room is asked once when the disk is full.
    Opening raises WrongFile (missing, damaged with its backup) and, for writing, TooNew, NotSaved.
    """

    def __init__(
        self,
        files: Files,
        path: Path,
        *,
        write: bool = False,
        schema: int = SCHEMA,
        migrations: Migrations = MIGRATIONS,
        make_room: Callable[[], bool] = lambda: False,
    ) -> None:
        super().__init__()
        self.path = path
        self.notice: Notice | None = None
        self._files = files
        self._writable = write
        self._schema = schema
        self._migrations = migrations
        self._make_room = make_room
        self._held = False
        self._pending = False
        self._cache: Tables | None = None
        # _good: the bytes of the state held. _seen: what the file held when looked at last (None: missing).
        # _doubtful: hashes of what failed writes may have left there all the same.
        self._good = b""
        self._seen: bytes | None = None
        self._doubtful: set[bytes] = set()
        self._open()

    def read(self) -> Tables | None:
        """The tables. They are the cached ones: only TinyDB itself may touch them."""
        if self._cache is None:
            self._cache = self._load()
        return self._cache

    def write(self, data: Tables) -> None:
        """Durable at the return, unless a transaction holds it back. Raises NotSaved, WrongInput, WrongFile.

        After NotSaved the state of before holds, for readers of this object too.
        """
        if not self._writable:
            raise WrongFile("read_only", "{path}: the file was opened for reading only.", path=self.path)
        # Dropped first: TinyDB changed these objects in place, and a failed write must not be read back.
        self._cache = None
        if self._held:
            self._cache, self._pending = data, True
            return
        self._store(data)
        self._cache = data

    @contextlib.contextmanager
    def transaction(self) -> Iterator[None]:
        """Everything written inside becomes durable at the end in one write, or nothing of it does."""
        if self._held:
            raise RuntimeError("transactions do not nest")
        self._held, self._pending = True, False
        try:
            yield
            data, self._cache = self._cache, None
            if self._pending and data is not None:
                self._store(data)
            self._cache = data
        except BaseException:
            self._cache = None
            raise
        finally:
            self._held = self._pending = False

    def changed(self) -> bool:
        """Whether somebody else wrote the file since; then the next read takes what is there now."""
        try:
            data = self._files.read(self.path)
        except OSError:
            return False
        if data == self._seen or (self._doubtful and sha256(data).digest() in self._doubtful):
            return False
        self._cache, self._good, self._doubtful = None, b"", set()
        return True

    def reread(self) -> Tables:
        """The tables as they are on the disk now, checked and shared with nobody. Raises WrongFile."""
        try:
            tables, schema = unseal(self._files.read(self.path))
        except (OSError, ValueError) as error:
            raise WrongFile(
                "not_read_back", "{path}: the file does not read back ({why}).", path=self.path, why=error
            ) from error
        return self._migrated(tables, schema)

    def close(self) -> None:
        self._cache = None

    # -- reading ---------------------------------------------------------------------------------------------

    def _load(self) -> Tables:
        if self._good:
            return self._migrated(*unseal(self._good))
        self._seen = None
        try:
            self._seen = self._files.read(self.path)
            tables, schema = unseal(self._seen)
            self._good = self._seen
            return self._migrated(tables, schema)
        except FileNotFoundError:
            trouble: str = Said("is missing")
        except ValueError as error:
            trouble = Said("is damaged: {why}", why=error.args[0] if error.args else error)
        except OSError as error:
            raise WrongFile(
                "unreadable", "{path}: the file cannot be read ({why}).", path=self.path, why=why(error)
            ) from error
        return self._backup(trouble)

    def _backup(self, trouble: str) -> Tables:
        try:
            data = self._files.read(backup_of(self.path))
            tables, schema = unseal(data)
        except (OSError, ValueError):
            raise WrongFile(
                "damaged",
                "{path}: the file {trouble}, and it has no good backup.",
                path=self.path,
                trouble=trouble,
            ) from None
        self._good = data
        self.notice = Notice(
            "backup_used",
            "{name}: the file {trouble}; its backup of before the last change is used.",
            name=self.path.name,
            trouble=trouble,
        )
        return self._migrated(tables, schema)

    def _migrated(self, tables: Tables, schema: int) -> Tables:
        if schema > self._schema:
            if self._writable:
                raise TooNew(
                    "too_new",
                    "{path}: made by a newer version of tabletui; use that to change it.",
                    path=self.path,
                )
            self.notice = Notice(
                "too_new_to_write",
                "{name}: made by a newer version of tabletui; shown as far as it is understood.",
                name=self.path.name,
            )
        for version in range(schema, self._schema):
            if version not in self._migrations:
                raise WrongFile(
                    "unknown_schema",
                    "{path}: version {version} of the format is unknown.",
                    path=self.path,
                    version=version,
                )
            tables = self._migrations[version](tables)
        return tables

    # -- writing ---------------------------------------------------------------------------------------------

    def _open(self) -> None:
        self._cache = self._load()
        if not self._writable:
            return
        schema = unseal(self._good)[1]
        try:
            if schema < self._schema:
                if self._seen == self._good:
                    put_aside(self._files, self.path, f"schema-{schema}")
                self.notice = Notice(
                    "migrated",
                    "{name}: brought to version {version} of the format; the old file is in backups.",
                    name=self.path.name,
                    version=self._schema,
                )
            if schema < self._schema or self._seen != self._good:
                self._replace(seal(self._cache, self._schema))
            else:
                # An earlier process may have failed to make the name of this very content durable.
                self._files.fsync_dir(self.path.parent)
        except OSError as error:
            raise NotSaved(
                "not_writable", "{path}: the file cannot be written ({why}).", path=self.path, why=why(error)
            ) from error

    def _store(self, tables: Tables) -> None:
        data = seal(tables, self._schema)
        if self.changed():
            raise NotSaved(
                "changed_meanwhile",
                "{path}: another program changed the file meanwhile; look at it anew, then repeat.",
                path=self.path,
            )
        try:
            try:
                self._replace(data)
            except OSError as error:
                if not (is_full(error) and self._make_room()):
                    raise
                self._replace(data)
        except OSError as error:
            self._doubtful.add(sha256(data).digest())
            raise NotSaved(
                "change_not_saved",
                "{path}: the change was not saved ({why}).",
                path=self.path,
                why=why(error),
            ) from error

    def _replace(self, data: bytes) -> None:
        if self._seen is not None and self._seen != self._good and not self._doubtful:
            # What is damaged must not become the backup, and must not be lost either.
            put_aside(self._files, self.path, "damaged")
        if self._doubtful or self._seen != self._good:
            # The file may hold what was never confirmed; the backup must be what was.
            replace_durably(self._files, backup_of(self.path), self._good)
        else:
            keep_copy(self._files, self.path, backup_of(self.path))
        replace_durably(self._files, self.path, data)
        self._good = self._seen = data
        self._doubtful.clear()
