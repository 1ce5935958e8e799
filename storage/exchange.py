"""Records between laptops: the union of what lies in tournament files, data folders and on sticks.

A set of records means the same whatever the order in which it came together, so taking the same twice, or
from several sides, changes nothing. What comes from outside is hostile until it has been looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from rules.record import record
from rules.said import Said
from storage.errors import Notice, StorageError, WrongFile, why
from storage.files import Files
from storage.kinds import CREATED
from storage.reading import file_tables_of
from storage.records import (
    NAME,
    NOT_ITS_NAME,
    Record,
    named,
    parse_record,
    read_record,
    read_records,
    reason,
    sorted_records,
)
from storage.tables import TABLES

LARGEST_FILE = 64 << 20
"""Bytes of a tournament file; one of 58 games has about one million."""

Examine = Callable[[Mapping[str, Any], Record], Record]
"""What a record of another laptop must pass, given how the tournament was created: the record as it may be
kept, mostly itself. A pure function of the two. Raises ValueError with the reason, a `Said`."""


@record
class Rejected:
    """What was not taken. source: the file or folder; name: the file in it, or the place in it."""

    source: str
    name: str
    reason: str


@record
class Gathered:
    """What several sources hold together. records: by name. notices: what a person should know of them."""

    records: Mapping[str, Record]
    rejected: frozenset[Rejected] = frozenset()
    notices: tuple[str, ...] = ()

    def __or__(self, other: Gathered) -> Gathered:
        notices = dict.fromkeys((*self.notices, *other.notices))
        return Gathered(
            {**self.records, **other.records}, self.rejected | other.rejected, tuple(sorted(notices))
        )

    def titles(self) -> dict[str, str]:
        """Title by id of every tournament whose beginning is among the records."""
        ordered = sorted_records(one for one in self.records.values() if one.kind == CREATED)
        return {one.tournament: one.body["title"] for one in reversed(ordered)}


NOTHING = Gathered({})


def gather(files: Files, sources: Iterable[Path]) -> Gathered:
    """The union of tournament files, data folders, shared folders and sticks.

    In a folder: records in it, in its `records` and in the `records` of the folders in it, and tournament
    files. Links in it are not followed. Raises WrongFile for a source that is missing or is neither.
    """
    together = NOTHING
    for source in sources:
        together |= _source(files, source)
    return together


def _source(files: Files, source: Path) -> Gathered:
    if files.is_folder(source):
        return _folder(files, source)
    if not files.exists(source):
        raise WrongFile("no_source", "{path}: there is no such file or folder.", path=source)
    if NAME.match(source.name):
        try:
            one = read_record(files, source)
        except ValueError as error:
            return Gathered({}, frozenset({Rejected(str(source), "", reason(error))}))
        return Gathered({one.name: one})
    return _tournament(files, source)


def _folder(files: Files, source: Path) -> Gathered:
    try:
        names = files.listdir(source)
    except OSError as error:
        raise WrongFile(
            "folder_unreadable", "{path}: the folder cannot be read ({why}).", path=source, why=why(error)
        ) from error
    together = _records(files, source, source)
    for name in names:
        inner = source / name
        if files.is_plain_folder(inner):
            if name == "records":
                together |= _records(files, source, inner)
            elif files.is_plain_folder(inner / "records"):
                together |= _records(files, source, inner / "records")
        elif name.endswith(".json") and not NAME.match(name) and files.is_plain(inner):
            together |= _perhaps_tournament(files, source, inner)
    if together == NOTHING:
        said = Notice("nothing_there", "{path}: no records of a tournament lie there.", path=source)
        return Gathered({}, notices=(said,))
    return together


def _records(files: Files, source: Path, folder: Path) -> Gathered:
    found, bad = read_records(files, folder)
    rejected = (Rejected(str(source), str((folder / name).relative_to(source)), why) for name, why in bad)
    return Gathered({one.name: one for one in found}, frozenset(rejected))


def _perhaps_tournament(files: Files, source: Path, path: Path) -> Gathered:
    """A file that lies in a folder: protocols and settings of other programs lie there too."""
    try:
        return _tournament(files, path) if files.read(path, 20).startswith(b'{"_file":') else NOTHING
    except (OSError, StorageError) as error:
        said = why(error) if isinstance(error, OSError) else Said("{error}", error=error)
        return Gathered({}, frozenset({Rejected(str(source), path.name, said)}))


def _tournament(files: Files, path: Path) -> Gathered:
    """The records in a tournament file. Raises WrongFile: it is none, or is damaged with its backup."""
    try:
        large = files.size(path) > LARGEST_FILE
    except OSError:
        large = False
    if large:
        raise WrongFile(
            "too_large",
            "{path}: more than {most} MB; this is no tournament.",
            path=path,
            most=LARGEST_FILE >> 20,
        )
    tables, notice = file_tables_of(files, path)
    found: dict[str, Record] = {}
    rejected: set[Rejected] = set()
    for kind, table in TABLES.items():
        documents = tables.get(table, {})
        for number, document in documents.items():
            try:
                one = _out_of(kind, document)
            except ValueError as error:
                rejected.add(Rejected(str(path), f"{table} {number}"[:80], reason(error)))
            else:
                found[one.name] = one
    if not found:
        raise WrongFile(
            "foreign", "{path}: the file is whole, but its content is not that of a tournament.", path=path
        )
    return Gathered(found, frozenset(rejected), (notice,) if notice else ())


def _out_of(kind: str, document: object) -> Record:
    """The record of a document, held to all that its file would be held to. Raises ValueError."""
    if not isinstance(document, dict):
        raise ValueError(Said("not a record"))
    try:
        one = named(
            Record(
                kind=kind,
                tournament=document["tournament"],
                order=document["order"],
                device=document["device"],
                seq=document["seq"],
                prev=document["prev"],
                at=document["at"],
                body=document["body"],
            )
        )
    except KeyError:
        raise ValueError(Said("not a record")) from None
    except StorageError as error:
        raise ValueError(Said("{error}", error=error)) from None
    if one.name != document.get("record"):
        raise ValueError(NOT_ITS_NAME)
    return parse_record(one.data())


@record
class Sifted:
    """What a tournament may take of some records. fresh: not known yet, fit to be kept. same: how many are
    known. others: how many belong to each other tournament. corrected: slots of those whose sheet was not
    what their events bring about and was replaced. rejected: with the name of the record.
    """

    fresh: tuple[Record, ...]
    same: int
    others: Mapping[str, int]
    corrected: tuple[Record, ...]
    rejected: tuple[tuple[Record, str], ...]


def sift(created: Record, known: Mapping[str, Record], records: Iterable[Record], examine: Examine) -> Sifted:
    """Which of the records a tournament takes. created: the record of its beginning; known: its records."""
    fresh: dict[str, Record] = {}
    corrected: dict[str, Record] = {}
    others: dict[str, int] = {}
    rejected: list[tuple[Record, str]] = []
    same = 0
    for one in sorted_records(records):
        if one.tournament != created.tournament:
            others[one.tournament] = others.get(one.tournament, 0) + 1
            continue
        if one.name in known:
            same += 1
            continue
        try:
            kept = _examined(created, one, examine)
        except ValueError as error:
            rejected.append((one, reason(error)))
            continue
        if kept.name in known:
            same += 1
            continue
        fresh[kept.name] = kept
        if kept.name != one.name:
            corrected[kept.name] = kept
    return Sifted(tuple(fresh.values()), same, others, tuple(corrected.values()), tuple(rejected))


def _examined(created: Record, one: Record, examine: Examine) -> Record:
    if one.kind == CREATED:
        if one.name != created.name:
            raise ValueError(Said("this tournament began otherwise"))
        return one
    return examine(created.body, one)


def beginning(records: Iterable[Record], tournament: str, device: str = "") -> Record | None:
    """The record of a tournament's beginning, or None; of several that of this laptop (device).

    Raises WrongFile where none of several is: somebody must say which one is forged.
    """
    found = {one.name: one for one in records if one.kind == CREATED and one.tournament == tournament}
    own = [one for one in found.values() if one.device == device]
    if len(found) > 1 and len(own) != 1:
        raise WrongFile(
            "two_beginnings",
            "Tournament {id}: {count} records tell of its beginning ({names}); keep the true one alone.",
            id=tournament,
            count=len(found),
            names=", ".join(f"{name[:12]}….json" for name in sorted(found)),
        )
    return own[0] if own else next(iter(found.values()), None)


@record
class Hole:
    """What is missing of one laptop. made: as many records as it must have made; here: as many are here.

    missing: their numbers, ten at most. twice: numbers under which it made two records, which says that two
    laptops bear one name. tables: where its games were played.
    """

    device: str
    made: int
    here: int
    missing: tuple[int, ...]
    twice: tuple[int, ...]
    tables: tuple[int, ...]


def holes(records: Iterable[Record]) -> tuple[Hole, ...]:
    """Each laptop of which something is missing, or whose name two laptops bear; by name."""
    by_device: dict[str, dict[int, set[str]]] = {}
    tables: dict[str, set[int]] = {}
    known = list(records)
    corrected = {(one.device, one.seq) for one in known if "received_sheet" in one.body.get("protocol", ())}
    for one in known:
        own = by_device.setdefault(one.device, {})
        own.setdefault(one.seq, set()).add(one.name)
        if one.prev is not None and one.seq > 1 and (one.device, one.seq - 1) not in corrected:
            own.setdefault(one.seq - 1, set()).add(one.prev)
        if one.kind == "protocol":
            tables.setdefault(one.device, set()).add(one.body["protocol"]["table"])
    found = []
    names = {one.name for one in known}
    for device, told in sorted(by_device.items()):
        # A record names the one before it, so that one is known of even where it is not here.
        numbers = {number: own for number, own in told.items() if own & names}
        made = max(numbers)
        missing = tuple(_first_missing(numbers, made))
        twice = tuple(sorted(number for number, own in numbers.items() if len(own) > 1)[:10])
        if missing or twice:
            where = tuple(sorted(tables.get(device, ())))
            found.append(Hole(device, made, len(numbers), missing, twice, where))
    return tuple(found)


def _first_missing(numbers: Mapping[int, object], made: int) -> Iterator[int]:
    told = 0
    for number in range(1, made + 1):
        if number not in numbers:
            yield number
            told += 1
            if told == 10:
                return
