"""A TinyDB storage that survives: the file is replaced whole, checked when read, backed up, versioned.

TinyDB's own JSONStorage writes over the file in place and cuts it after its fsync, so a power cut or a kill
can leave it unreadable. Here the old file stays whole until the new one is on the disk.
"""

from __future__ import annotations

import contextlib
import copy
import re
import zlib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from tinydb.storages import Storage

from storage.errors import NotSaved, TooNew, WrongFile
from storage.files import Files, keep_copy, make_folders, replace_durably
from storage.strict_json import compact, parse

Tables = dict[str, dict[str, Any]]
Migrations = Mapping[int, Callable[[Tables], Tables]]
"""From the schema version of the key to the next one."""

FORMAT = "tabletui/tournament"
SCHEMA = 1
MIGRATIONS: Migrations = {}
SEAL = "_file"
"""The table of one document that carries length, CRC and schema version of the rest of the file."""

_FIRST_LINE = re.compile(
    rb'\{"_file":\{"1":\{"format":"tabletui/tournament","schema":([0-9]{1,9}),'
    rb'"length":"([0-9a-f]{8})","crc":"([0-9a-f]{8})"\}\},?\n'
)


def seal(tables: Tables, schema: int = SCHEMA) -> bytes:
    """The bytes of a tournament file; json.loads and stock TinyDB read them. Raises WrongInput."""
    parts = [compact(name) + b":" + compact(table) for name, table in tables.items() if name != SEAL]
    body = b",\n".join(parts) + b"}\n"
    return _first_line(schema, body) + body


def unseal(data: bytes) -> tuple[Tables, int]:
    """The tables and the schema version. Raises ValueError when a single bit is not as it was written."""
    head = _FIRST_LINE.match(data)
    if head is None:
        raise ValueError("its first line is not that of a tournament file")
    schema, length = int(head[1]), int(head[2], 16)
    body = data[head.end() :]
    if len(body) != length:
        raise ValueError(f"it should go on for {length} bytes after its first line and has {len(body)}")
    if head[0] != _first_line(schema, body):
        raise ValueError("its checksum does not fit its content")
    tables: Tables = parse(data)
    del tables[SEAL]
    return tables, schema


def _first_line(schema: int, body: bytes) -> bytes:
    crc = zlib.crc32(body, zlib.crc32(b"%s %d %d" % (FORMAT.encode(), schema, len(body))))
    comma = b"" if body == b"}\n" else b","
    seal_text = b'{"format":"%s","schema":%d,"length":"%08x","crc":"%08x"}'
    filled = seal_text % (FORMAT.encode(), schema, len(body), crc)
    return b'{"_file":{"1":' + filled + b"}" + comma + b"\n"


def create_file(files: Files, path: Path, tables: Tables) -> None:
    """A new tournament file, durable at the return. Raises WrongFile (name taken), NotSaved, WrongInput."""
    if files.exists(path) or files.exists(backup_of(path)):
        raise WrongFile(f"{path}: there is a file already; choose another name.")
    data = seal(tables)
    try:
        make_folders(files, path.parent)
        replace_durably(files, path, data)
    except OSError as error:
        raise NotSaved(f"{path}: the file could not be made ({why(error)}).") from error


def backup_of(path: Path) -> Path:
    """Where the version before the present one is kept."""
    return path.with_name(path.name + ".bak")


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
        self.notice: str | None = None
        self._files = files
        self._writable = write
        self._schema = schema
        self._make_room = make_room
        self._held = False
        self._pending = False
        self._cache: Tables | None = None
        self._seen = b""
        self._open(migrations)

    def read(self) -> Tables | None:
        """The tables. They are the cached ones: only TinyDB itself may touch them."""
        if self._cache is None:
            self._cache = self._load()[0]
        return self._cache

    def write(self, data: Tables) -> None:
        """Durable at the return, unless a transaction holds it back. Raises NotSaved, WrongInput."""
        if not self._writable:
            raise WrongFile(f"{self.path}: the file was opened for reading only.")
        if self._held:
            self._cache, self._pending = data, True
            return
        # Dropped first: TinyDB changed these objects in place, and a failed write must not be read back.
        self._cache = None
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
        """Whether the file is another than the one last read or written; then the cache is dropped."""
        try:
            same = self._files.read(self.path) == self._seen
        except OSError:
            same = False
        if not same:
            self._cache = None
        return not same

    def reread(self) -> Tables:
        """The tables as they are on the disk now, checked. Raises WrongFile."""
        self._cache = None
        return copy.deepcopy(self._load()[0])

    def close(self) -> None:
        self._cache = None

    def _open(self, migrations: Migrations) -> None:
        tables, schema, good = self._load()
        if schema > self._schema:
            if self._writable:
                raise TooNew(
                    f"{self.path}: made by a newer version of the program; it can be read, not changed."
                )
            self.notice = f"{self.path.name}: made by a newer version of the program; shown as far as known."
        elif schema < self._schema:
            tables = self._migrated(tables, schema, migrations)
        self._cache = tables
        if not self._writable or (good and schema == self._schema):
            return
        try:
            if good:
                keep_copy(self._files, self.path, self._aside(f"schema-{schema}"))
            elif self._files.exists(self.path):
                # It must not become the backup at the next write, and must not be lost either.
                keep_copy(self._files, self.path, self._aside("damaged"))
            replace_durably(self._files, self.path, seal(tables, self._schema))
        except OSError as error:
            raise NotSaved(f"{self.path}: the file could not be written ({why(error)}).") from error

    def _migrated(self, tables: Tables, schema: int, migrations: Migrations) -> Tables:
        for version in range(schema, self._schema):
            if version not in migrations:
                raise WrongFile(f"{self.path}: its version {version} is not known to this program.")
            tables = migrations[version](tables)
        self.notice = f"{self.path.name}: brought from version {schema} to {self._schema} of the file format."
        return tables

    def _load(self) -> tuple[Tables, int, bool]:
        """Tables, schema version and whether the main file was good (else they are the backup's)."""
        try:
            data = self._files.read(self.path)
            tables, schema = unseal(data)
            self._seen = data
            return tables, schema, True
        except FileNotFoundError:
            trouble = "is missing"
        except OSError as error:
            raise WrongFile(f"{self.path}: the file cannot be read ({why(error)}).") from error
        except ValueError as error:
            trouble = f"is damaged: {error}"
        try:
            found = unseal(self._files.read(backup_of(self.path)))
        except (OSError, ValueError):
            raise WrongFile(f"{self.path}: the file {trouble}, and it has no good backup.") from None
        self.notice = f"{self.path.name}: the file {trouble}; its backup of before the last change is used."
        return *found, False

    def _store(self, tables: Tables) -> None:
        data = seal(tables, self._schema)
        self._seen = b""
        try:
            try:
                self._replace(data)
            except OSError:
                if not self._make_room():
                    raise
                self._replace(data)
        except OSError as error:
            raise NotSaved(f"{self.path}: the change was not saved ({why(error)}).") from error
        self._seen = data

    def _replace(self, data: bytes) -> None:
        if self._files.exists(self.path):
            keep_copy(self._files, self.path, backup_of(self.path))
        replace_durably(self._files, self.path, data)

    def _aside(self, kind: str) -> Path:
        """A free name in backups/ beside the file."""
        folder = self.path.parent / "backups"
        make_folders(self._files, folder)
        number = 1
        while self._files.exists(folder / f"{self.path.name}.{kind}-{number}"):
            number += 1
        return folder / f"{self.path.name}.{kind}-{number}"


def why(error: OSError) -> str:
    """The reason of an error of the system in a few words."""
    return error.strerror or str(error) or type(error).__name__


