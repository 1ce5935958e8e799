"""The lines of a journal: how a record becomes bytes, and what the bytes found on a disk are worth.

A line is `<length 8 hex> <crc32 8 hex> <compact JSON>\\n`. The CRC runs over the length and the JSON and is
chained over the CRC of the line before, so a line can neither be changed nor moved.
"""

from __future__ import annotations

import re
import zlib
from typing import Any

from rules.record import record
from storage.errors import WrongInput
from storage.strict_json import compact, parse

CLEAN = "clean"
TORN = "torn"
DAMAGED = "damaged"
CORRUPT = "corrupt"

# A pattern, because int(x, 16) would also take "+1", "0x1" and "1_0".
_HEAD = re.compile(rb"([0-9a-f]{8}) ([0-9a-f]{8}) ")
_HEAD_LENGTH = 18
# A block that a power cut left unwritten reads as NULs; a flipped bit in a line makes one, not eight.
_UNWRITTEN = re.compile(rb"\x00{8}")
_LONGEST = 1 << 24


def line(record: dict[str, Any], seq: int, crc: int) -> tuple[bytes, int]:
    """The bytes of record number seq after a line with this CRC, and their own CRC. Raises WrongInput."""
    if "seq" in record:
        raise WrongInput("reserved", "A journal record has no field of its own named seq.")
    payload = compact({"seq": seq, **record})
    if len(payload) > _LONGEST:
        raise WrongInput("too_long", "A journal record is longer than 16 MB and was not stored.")
    own = _crc(payload, crc)
    return b"%08x %08x %s\n" % (len(payload), own, payload), own


def _crc(payload: bytes, before: int) -> int:
    return zlib.crc32(payload, zlib.crc32(b"%08x" % len(payload), before))


@record
class Scan:
    """What a journal file is worth: the good records (the header first), their bytes, the rest.

    condition: clean; torn: the rest was never confirmed; damaged: the rest is one line that may have been;
    corrupt: the rest holds lines that have been.
    """

    records: tuple[dict[str, Any], ...]
    good: bytes
    rest: bytes
    crc: int
    condition: str


def scan(data: bytes) -> Scan:
    """Reads lines as long as they are good. Never raises; takes time proportional to the data."""
    records: list[dict[str, Any]] = []
    offset = crc = 0
    while offset < len(data):
        taken = _line_at(data, offset, len(records), crc)
        if taken is None:
            break
        record, offset, crc = taken
        records.append(record)
    condition = CLEAN if offset == len(data) else _worth_of_rest(data, offset)
    if not records:
        # A journal gets its name only when its header is on the disk, so this was never torn.
        condition = CORRUPT
    return Scan(tuple(records), data[:offset], data[offset:], crc, condition)


def _line_at(data: bytes, offset: int, seq: int, before: int) -> tuple[dict[str, Any], int, int] | None:
    head = _HEAD.match(data, offset)
    if head is None:
        return None
    start = offset + _HEAD_LENGTH
    length, stored = int(head[1], 16), int(head[2], 16)
    end = start + length
    if length > _LONGEST or data[end : end + 1] != b"\n":
        return None
    payload = data[start:end]
    if _crc(payload, before) != stored:
        return None
    try:
        record = parse(payload)
    except ValueError:
        return None
    if not isinstance(record, dict) or type(record.get("seq")) is not int or record.pop("seq") != seq:
        return None
    return record, end + 1, stored


def _worth_of_rest(data: bytes, offset: int) -> str:
    """Only the last record can be unconfirmed: a line is begun when the one before it is on the disk."""
    head = _HEAD.match(data, offset)
    declared = offset + _HEAD_LENGTH + int(head[1], 16) + 1 if head else None
    newline = data.find(b"\n", offset)
    if declared is not None and declared < len(data) and _HEAD.match(data, declared):
        return CORRUPT
    if newline == -1:
        # As long as announced and yet without its newline: not cut short, but changed.
        whole = declared is not None and declared <= len(data)
        if whole and not _UNWRITTEN.search(data, offset):
            return DAMAGED
        if declared is None and len(data) - offset > _HEAD_LENGTH and not _UNWRITTEN.search(data, offset):
            return DAMAGED
        return TORN
    if newline == len(data) - 1 or declared == len(data):
        return TORN if _UNWRITTEN.search(data, offset) else DAMAGED
    return CORRUPT
