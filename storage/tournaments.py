"""Making, opening and rebuilding tournament files."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rules.said import Said
from storage.durable import DurableStorage, backup_of, create_file, put_aside
from storage.errors import Notice, NotSaved, StorageError, WrongFile, why
from storage.folder import Folder
from storage.kinds import CREATED
from storage.records import Record, make_record, read_records, write_record
from storage.tables import file_tables
from storage.tournament import ONE_OFF_STAGE, ONE_OFF_TABLE, SAME, STORED, Header, Tournament

if TYPE_CHECKING:
    from storage.exchange import Sifted

__all__ = [
    "ONE_OFF_STAGE",
    "ONE_OFF_TABLE",
    "SAME",
    "STORED",
    "Header",
    "Tournament",
    "create",
    "make_from",
    "open_one_off",
    "open_tournament",
    "rebuild",
    "recorded_tournaments",
    "records_written_again",
    "write_missing_records",
]


def create(
    folder: Folder,
    path: Path,
    *,
    tournament_id: str,
    title: str,
    regulation: str | None,
    source: Mapping[str, Any] | None,
    now: Callable[[], str],
) -> Tournament:
    """A new tournament file, open for writing. The folder's lock must be held.

    tournament_id: random, for good; it names the tournament in its records. source: the whole regulation.
    Raises WrongFile (name taken), WrongInput, NotSaved.
    """
    created = now()
    body = {
        "id": tournament_id,
        "title": title,
        "regulation": regulation,
        "source": None if source is None else dict(source),
        "created": created,
    }
    record = make_record(CREATED, tournament_id, (), folder.device, created, body)
    try:
        write_record(folder.files, folder.records, record, folder.make_room)
        create_file(folder.files, path, file_tables([record]))
    except StorageError:
        with contextlib.suppress(OSError):
            folder.files.unlink(folder.records / f"{record.name}.json")
            folder.files.fsync_dir(folder.records)
        raise
    return open_tournament(folder, path, write=True, now=now)


def make_from(folder: Folder, path: Path, created: Record) -> None:
    """A file for a tournament that began on another laptop: only its beginning. The lock must be held.

    Raises WrongFile (name taken), NotSaved.
    """
    write_record(folder.files, folder.records, created, folder.make_room)
    create_file(folder.files, path, file_tables([created]))


def open_tournament(
    folder: Folder, path: Path, *, write: bool = False, now: Callable[[], str] | None = None
) -> Tournament:
    """Opens a tournament file. For writing the folder's lock must be held and now (ISO time) be given.

    Opened for writing it is first brought level with the records: what either lacks is added, and `notice`
    says so. Raises WrongFile (missing, foreign, damaged with its backup), TooNew, NotSaved.
    """
    with folder.writing if write else contextlib.nullcontext():
        return _opened(folder, path, write, now or _no_clock)


def _opened(folder: Folder, path: Path, write: bool, now: Callable[[], str]) -> Tournament:
    storage = DurableStorage(folder.files, path, write=write, make_room=folder.make_room)
    try:
        tournament = Tournament(folder, path, storage, now)
        tournament.header  # noqa: B018 - a file without one is refused here
    except (KeyError, TypeError, ValueError, AttributeError):
        raise WrongFile(
            "foreign", "{path}: the file is whole, but its content is not that of a tournament.", path=path
        ) from None
    if write:
        _level(folder, tournament)
    return tournament


def open_one_off(folder: Folder, *, new_id: Callable[[], str], now: Callable[[], str]) -> Tournament:
    """The file of games outside any tournament (numbered rounds at one table), made when it is missing."""
    path = folder.one_off
    if folder.files.exists(path) or folder.files.exists(backup_of(path)):
        return open_tournament(folder, path, write=True, now=now)
    return create(folder, path, tournament_id=new_id(), title="", regulation=None, source=None, now=now)


def rebuild(folder: Folder, path: Path, tournament_id: str) -> None:
    """Makes a tournament file anew out of the records of the data folder; the old one is put aside.

    Raises WrongFile (no record tells of the tournament, or several tell differently), NotSaved.
    """
    own = [record for record in _all(folder) if record.tournament == tournament_id]
    from storage.exchange import beginning

    created = beginning(own, tournament_id, folder.device)
    if created is None:
        raise WrongFile(
            "no_records",
            "{folder}: no record tells how tournament {id} was created.",
            folder=folder.records,
            id=tournament_id,
        )
    try:
        for present in (path, backup_of(path)):
            if folder.files.exists(present):
                put_aside(folder.files, present, "replaced")
                folder.files.unlink(present)
    except OSError as error:
        raise NotSaved(
            "not_put_aside", "{path}: the old file could not be put aside ({why}).", path=path, why=why(error)
        ) from error
    found = passed(folder, created, {created.name: created}, own)
    create_file(folder.files, path, file_tables([created, *found.fresh]))


def passed(folder: Folder, created: Record, known: Mapping[str, Record], records: Iterable[Record]) -> Sifted:
    """What a tournament takes of the records in its data folder: those of this laptop, and of the others what
    passes. A folder that others write to is no better than a stick.
    """
    from storage.exchange import sift

    own = folder.device

    def examine(body: Mapping[str, Any], record: Record) -> Record:
        if folder.examine is None or record.device == own:
            return record
        return folder.examine(body, record)

    return sift(created, known, records, examine)


def recorded_tournaments(folder: Folder) -> dict[str, str]:
    """Title by id of every tournament the records tell of; for the choice of what to rebuild."""
    return {r.tournament: r.body["title"] for r in _all(folder) if r.kind == CREATED}


def _all(folder: Folder) -> Iterable[Record]:
    return read_records(folder.files, folder.records)[0]


def _level(folder: Folder, tournament: Tournament) -> None:
    have = {record.name: record for record in tournament.records()}
    found, _ = read_records(folder.files, folder.records, known=have)
    new = tournament.take(passed(folder, tournament.created, have, found).fresh if found else ())
    if new:
        tournament.notice = Notice(
            "levelled",
            "{before}{name}: the file lacked {count} recorded facts; they were added from the records.",
            before=Said("{said} ", said=tournament.notice) if tournament.notice else "",
            name=tournament.path.name,
            count=new,
        )
    again = write_missing_records(folder, tournament)
    if again:
        tournament.notice = records_written_again(tournament.path, again, tournament.notice)


def records_written_again(path: Path, count: int, before: Notice | None) -> Notice:
    """Says it, behind what was to be said before."""
    return Notice(
        "records_written_again",
        "{before}{name}: {count} records were missing in the folder records; they were written again.",
        before=Said("{said} ", said=before) if before else "",
        name=path.name,
        count=count,
    )


def write_missing_records(folder: Folder, tournament: Tournament) -> int:
    """Writes those records of a file that `records` lacks, and tells how many. Raises NotSaved."""
    again = 0
    for record in tournament.records():
        if not folder.files.exists(folder.records / f"{record.name}.json"):
            write_record(folder.files, folder.records, record, folder.make_room)
            again += 1
    return again


def _no_clock() -> str:
    raise RuntimeError("opened for reading")
