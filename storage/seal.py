"""The bytes of a tournament file: JSON that stock TinyDB reads, with a first line that tells damage.

The first line is a table of one document that carries the schema version and the length and CRC of the rest.
"""

from __future__ import annotations

import re
import zlib
from typing import Any

from rules.said import Said
from storage.strict_json import compact, parse

Tables = dict[str, dict[str, Any]]

FORMAT = "tabletui/tournament"
SCHEMA = 1
SEAL = "_file"
"""The name of the table in the first line."""

_FIRST_LINE = re.compile(
    rb'\{"_file":\{"1":\{"format":"tabletui/tournament","schema":([0-9]{1,9}),'
    rb'"length":"([0-9a-f]{8})","crc":"[0-9a-f]{8}"\}\},?\n'
)


def seal(tables: Tables, schema: int = SCHEMA) -> bytes:
    """The bytes of a tournament file. Raises WrongInput for what JSON cannot hold."""
    parts = [compact(name) + b":" + _table(table) for name, table in tables.items() if name != SEAL]
    body = b",\n".join(parts) + b"}\n"
    return _first_line(schema, body) + body


def _table(table: object) -> bytes:
    """A table, document by document: a thread that stores many holds up the others only for one of them."""
    if not isinstance(table, dict) or not all(isinstance(number, str) for number in table):
        return compact(table)
    return b"{" + b",".join(compact(number) + b":" + compact(one) for number, one in table.items()) + b"}"


def unseal(data: bytes) -> tuple[Tables, int]:
    """The tables and the schema version. Raises ValueError when a single bit is not as it was written."""
    head = _FIRST_LINE.match(data)
    if head is None:
        raise ValueError(Said("its first line is not that of a tournament file"))
    schema, length = int(head[1]), int(head[2], 16)
    body = data[head.end() :]
    if len(body) != length:
        raise ValueError(
            Said(
                "it should go on for {length} bytes after its first line and has {found}",
                length=length,
                found=len(body),
            )
        )
    if head[0] != _first_line(schema, body):
        raise ValueError(Said("its checksum does not fit its content"))
    tables = parse(data)
    del tables[SEAL]
    if not all(isinstance(table, dict) for table in tables.values()):
        raise ValueError(Said("a table in it is not an object"))
    return tables, schema


def _first_line(schema: int, body: bytes) -> bytes:
    crc = zlib.crc32(body, zlib.crc32(b"%s %d %d" % (FORMAT.encode(), schema, len(body))))
    comma = b"" if body == b"}\n" else b","
    filled = b'{"format":"%s","schema":%d,"length":"%08x","crc":"%08x"}' % (
        FORMAT.encode(),
        schema,
        len(body),
        crc,
    )
    return b'{"_file":{"1":' + filled + b"}" + comma + b"\n"
