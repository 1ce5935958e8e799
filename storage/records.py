"""Records: the immutable facts of a tournament, one file each, named by the hash of their content.

A set of records means the same whatever the order of reading and however often one is met, so merging two
folders is the union of their files. A tournament file can be made anew from them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from rules.record import fields, replace
from rules.record import record as frozen
from rules.said import Said
from storage.errors import NotSaved, WrongInput, why
from storage.files import Files, is_full, make_folders, replace_durably
from storage.kinds import KINDS, check_body
from storage.strict_json import canonical, digest, parse

FORMAT = "tabletui/record"
VERSION = 1
LARGEST = 1_000_000
"""Bytes; a longer file is no record of ours."""

COUNT = 1_000_000_000
"""The largest order and seq. Nobody makes so many: a record that claims it shall not end the counting."""

NAME = re.compile(r"([0-9a-f]{64})\.json\Z")
_DEVICE = re.compile(r"[A-Za-z0-9._-]{1,64}\Z")


@frozen
class Record:
    """One fact.

    tournament: the id in its header. order: greater than that of every record known when it was made (sorts
    effects after causes on all laptops). device, seq, prev: the maker, its own count from 1 and the name of
    its record before, so that holes show. at: ISO time. name: SHA-256 of the canonical bytes.
    """

    kind: str
    tournament: str
    order: int
    device: str
    seq: int
    prev: str | None
    at: str
    body: dict[str, Any]
    name: str = ""

    def envelope(self) -> dict[str, Any]:
        return {
            "format": FORMAT,
            "version": VERSION,
            "kind": self.kind,
            "tournament": self.tournament,
            "order": self.order,
            "device": self.device,
            "seq": self.seq,
            "prev": self.prev,
            "at": self.at,
            "body": self.body,
        }

    def data(self) -> bytes:
        """The bytes of its file. Raises WrongInput."""
        return canonical(self.envelope())


def make_record(
    kind: str, tournament: str, before: Iterable[Record], device: str, at: str, body: dict[str, Any]
) -> Record:
    """The next record of this device after those known. Raises WrongInput (no JSON, or too long)."""
    known = list(before)
    own = max((r for r in known if r.device == device), key=lambda r: r.seq, default=None)
    record = Record(
        kind=kind,
        tournament=tournament,
        order=min(max((r.order for r in known), default=0) + 1, COUNT),
        device=device,
        seq=min(own.seq + 1, COUNT) if own else 1,
        prev=own.name if own else None,
        at=at,
        body=parse(canonical(body)),
    )
    return named(record)


def named(record: Record) -> Record:
    """The record with its name filled in. Raises WrongInput."""
    data = record.data()
    if len(data) > LARGEST:
        raise WrongInput(
            "record_too_long",
            "A {kind} of {length} bytes is too long; at most {most} can be stored.",
            kind=record.kind,
            length=len(data),
            most=LARGEST,
        )
    return replace(record, name=digest(data))


def sorted_records(records: Iterable[Record]) -> list[Record]:
    """In the one order in which all laptops apply them."""
    return sorted(records, key=lambda r: (r.order, r.device, r.name))


def parse_record(data: bytes) -> Record:
    """A record from the bytes of its file. Raises ValueError with the reason, a `Said`."""
    if len(data) > LARGEST:
        raise ValueError(TOO_LONG)
    try:
        value = parse(data)
    except ValueError:
        raise ValueError(Said("not whole, or not the JSON that this program writes")) from None
    if not isinstance(value, dict) or value.get("format") != FORMAT:
        raise ValueError(Said("not a record"))
    if type(value.get("version")) is not int or value["version"] != VERSION:
        raise ValueError(Said("version {version} is not known here", version=_short(value.get("version"))))
    if value.get("kind") not in KINDS:
        raise ValueError(Said("kind {kind} is not known here", kind=_short(value.get("kind"))))
    for key in ("tournament", "at"):
        text = value.get(key)
        if not isinstance(text, str) or len(text) > 100 or not text.isprintable():
            raise ValueError(Said("{key} is not a short text", key=key))
    if not isinstance(value.get("device"), str) or not _DEVICE.match(value["device"]):
        raise ValueError(Said("{key} is not a short text", key="device"))
    for key in ("order", "seq"):
        if type(value.get(key)) is not int or not 1 <= value[key] <= COUNT:
            raise ValueError(Said("{key} is not a number from 1", key=key))
    if not (value.get("prev") is None or isinstance(value["prev"], str)):
        raise ValueError(Said("prev is neither a name nor null"))
    if not isinstance(value.get("body"), dict):
        raise ValueError(Said("body is not an object"))
    check_body(value["kind"], value["tournament"], value["body"])
    given = {one.name: value.get(one.name) for one in fields(Record) if one.name != "name"}
    record = Record(**given, name=digest(data))  # type: ignore[arg-type]
    try:
        if record.data() != data:
            raise ValueError(Said("not in the canonical spelling"))
    except WrongInput as error:
        raise ValueError(Said(error.template, **error.details)) from None
    return record


TOO_LONG = Said("longer than a record may be")
NOT_A_FILE = Said("not a file of its own")
NOT_ITS_NAME = Said("its content does not fit its name")


def _short(value: object) -> str:
    """A value of others as it may stand in a sentence."""
    return ascii(value)[:40]


def read_record(files: Files, path: Path) -> Record:
    """The record in a file that is named by its content. Raises ValueError with the reason, a `Said`."""
    try:
        if not files.is_plain(path):
            raise ValueError(NOT_A_FILE)
        if files.size(path) > LARGEST:
            raise ValueError(TOO_LONG)
        data = files.read(path, LARGEST + 1)
    except OSError as error:
        raise ValueError(Said("cannot be read ({why})", why=why(error))) from None
    record = parse_record(data)
    if f"{record.name}.json" != path.name:
        raise ValueError(NOT_ITS_NAME)
    return record


def write_record(
    files: Files, folder: Path, record: Record, make_room: Callable[[], bool] = lambda: False
) -> None:
    """Durable at the return; done again it changes nothing. Raises NotSaved.

    make_room is asked once when the disk is full.
    """
    path, data = folder / f"{record.name}.json", record.data()
    try:
        try:
            make_folders(files, folder)
            # Also where the file is there: an earlier process may have failed to make its name durable.
            replace_durably(files, path, data)
        except OSError as error:
            if not (is_full(error) and make_room()):
                raise
            replace_durably(files, path, data)
    except OSError as error:
        raise NotSaved(
            "record_not_saved",
            "{folder}: the record could not be written ({why}); see to the disk, then repeat.",
            folder=folder,
            why=why(error),
        ) from error


def read_records(
    files: Files, folder: Path, *, known: Iterable[str] = ()
) -> tuple[list[Record], list[tuple[str, str]]]:
    """All good records in a folder but the known names, and the rejected files with the reason.

    Names inside a record never become paths. A missing folder is an empty one.
    """
    skip = set(known)
    records: list[Record] = []
    rejected: list[tuple[str, str]] = []
    try:
        names = files.listdir(folder)
    except OSError:
        return [], []
    for name in names:
        match = NAME.match(name)
        if match is None or match[1] in skip:
            continue
        try:
            records.append(read_record(files, folder / name))
        except ValueError as error:
            rejected.append((name, reason(error)))
    return records, rejected


def reason(error: ValueError) -> str:
    """What is wrong with a record: a `Said` wherever it has words of its own."""
    return error.args[0] if error.args and isinstance(error.args[0], str) else str(error)
