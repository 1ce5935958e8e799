"""Closing a game: from the journal to the record to the tournament file, and the journal to the archive.

Each step may be done again without effect, and is done again at start when it may have been left out. What
is true is decided from journals and records, never from the tournament file.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rules.record import record
from storage.errors import Notice, NotSaved, StorageError, WrongFile, WrongInput, why
from storage.files import keep_copy, make_folders
from storage.folder import Folder
from storage.journal import Journal, read_journal
from storage.journal_lines import CLEAN, CORRUPT, TORN
from storage.strict_json import compact, content_hash, parse

if TYPE_CHECKING:
    from storage.tournament import Tournament

SUFFIX = ".jnl"


@record
class Running:
    """A journal that was not closed. condition and notice as in `Opened`. ended: only the closing remains."""

    path: Path
    header: dict[str, Any]
    records: tuple[dict[str, Any], ...]
    condition: str
    notice: Notice | None
    ended: bool


@record
class Finished:
    """The end of closing a game. outcome: "stored", "same" or "conflict", None where it could not be done
    and is left for the next start; then notice says why, else what was put right on the way. archived: where
    the journal is now.
    """

    path: Path
    outcome: str | None
    notice: Notice | None = None
    archived: Path | None = None


def finish(
    folder: Folder,
    journal: Journal,
    protocol: Mapping[str, Any],
    *,
    now: Callable[[], str],
    tournament: Tournament | None = None,
) -> Finished:
    """Closes a game. The folder's lock must be held. tournament: the file if it is open already, else the
    one that the journal's header names is opened.

    Raises NotSaved or WrongFile: the game then goes on being listed as unfinished, and calling again (or
    `redo_finishing` at the next start) continues where it stopped.
    """
    body: dict[str, Any] = parse(compact(dict(protocol)))
    ended = [record["end"] for record in journal.records_with("end")]
    if not ended:
        journal.append({"end": {"at": now(), "hash": content_hash(body), "protocol": body}})
    elif ended[0]["hash"] != content_hash(body):
        raise WrongInput(
            "closed_otherwise",
            "{path}: the game was already closed with another protocol.",
            path=journal.path,
        )
    journal.close()
    return _close(folder, journal.path, journal.header, body, now, tournament)


def unfinished(folder: Folder) -> list[Running]:
    """All journals in live/, also those that cannot be gone on with. Changes nothing, takes no lock."""
    found: list[Running] = []
    for path in _live(folder):
        try:
            opened = read_journal(folder.files, path)
        except WrongFile as error:
            found.append(Running(path, {}, (), CORRUPT, _said(error), False))
            continue
        ended = any("end" in record for record in opened.records)
        found.append(Running(path, opened.header, opened.records, opened.condition, opened.notice, ended))
    return found


def redo_finishing(
    folder: Folder, *, now: Callable[[], str], where: Mapping[str, Path] | None = None
) -> list[Finished]:
    """At start: closes every game whose end is in its journal. The folder's lock must be held.

    where: paths of tournament files by tournament id, for those that were moved since. Never raises for one
    game; its trouble stands in its notice.
    """
    done: list[Finished] = []
    for running in unfinished(folder):
        if not running.ended or running.condition not in (CLEAN, TORN):
            continue
        try:
            opened = Journal.open(folder.files, running.path, make_room=folder.make_room)
            if opened.journal is None:
                continue
            opened.journal.close()
            end = next(record["end"] for record in opened.records if "end" in record)
            moved = (where or {}).get(str(_slot(opened.header).get("tournament_id")))
            done.append(_close(folder, running.path, opened.header, end["protocol"], now, None, moved))
        except StorageError as error:
            done.append(Finished(running.path, None, _said(error)))
    return done


def _close(
    folder: Folder,
    path: Path,
    header: Mapping[str, Any],
    protocol: dict[str, Any],
    now: Callable[[], str],
    tournament: Tournament | None,
    moved: Path | None = None,
) -> Finished:
    opening: Notice | None = None
    with contextlib.ExitStack() as closing:
        if tournament is None:
            # Whoever only looks at what is unfinished has no need of the database.
            from storage.tournaments import open_tournament

            file = moved or _tournament_path(folder, path, header)
            tournament = closing.enter_context(open_tournament(folder, file, write=True, now=now))
            opening = tournament.notice
        named = _slot(header).get("tournament_id")
        if named is not None and named != tournament.id:
            raise WrongFile(
                "other_tournament",
                "{path}: the game {game} belongs to another tournament.",
                path=tournament.path,
                game=path.name,
            )
        outcome = tournament.store(protocol)
        if tournament.on_disk(content_hash(protocol)) != protocol:
            raise NotSaved(
                "not_read_back",
                "{path}: the protocol does not read back as it was written; try again.",
                path=tournament.path,
            )
        notice = _mended(folder, tournament, tournament.healed or opening)
    return Finished(path, outcome, notice, _archive(folder, path))


def _mended(folder: Folder, tournament: Tournament, notice: Notice | None) -> Notice | None:
    """What had to be put right so that the protocol could be stored: nothing is mended without a word."""
    from storage.tournaments import records_written_again, write_missing_records

    again = write_missing_records(folder, tournament)
    if not again:
        return notice
    return records_written_again(tournament.path, again, notice)


def abandon(folder: Folder, path: Path) -> Path:
    """Takes a game off the list without storing it; its journal is kept in the archive, and returned.

    For a game that is not to be gone on with. The folder's lock must be held. Raises NotSaved.
    """
    return _archive(folder, path)


def _archive(folder: Folder, path: Path) -> Path:
    """The journal and what was put aside from it, under new names first: at no moment has it none."""
    files = folder.files
    try:
        make_folders(files, folder.archive)
        for name in files.listdir(folder.live):
            if name.startswith(f"{path.name}.torn"):
                _move(folder, folder.live / name)
        return _move(folder, path)
    except OSError as error:
        raise NotSaved(
            "not_archived", "{path}: the journal could not be archived ({why}).", path=path, why=why(error)
        ) from error


def _move(folder: Folder, path: Path) -> Path:
    """Done again it changes nothing. Raises OSError."""
    files = folder.files
    data = files.read(path)
    target, number = folder.archive / path.name, 1
    while files.exists(target) and files.read(target) != data:
        number += 1
        target = folder.archive / f"{path.stem}-{number}{path.suffix}"
    if not files.exists(target):
        keep_copy(files, path, target)
    files.fsync_dir(folder.archive)
    files.unlink(path)
    files.fsync_dir(folder.live)
    return target


def _live(folder: Folder) -> list[Path]:
    try:
        names = folder.files.listdir(folder.live)
    except OSError:
        return []
    return [folder.live / name for name in names if name.endswith(SUFFIX)]


def _slot(header: Mapping[str, Any]) -> Mapping[str, Any]:
    slot = header.get("slot")
    return slot if isinstance(slot, dict) else {}


def _tournament_path(folder: Folder, path: Path, header: Mapping[str, Any]) -> Path:
    named = _slot(header).get("tournament")
    if not isinstance(named, str) or not named:
        raise WrongFile(
            "no_tournament_named",
            "{path}: the journal does not say which tournament file the game belongs to.",
            path=path,
        )
    # Relative names are meant within the data folder; an absolute one stays as it is.
    return folder.root / named


def _said(error: StorageError) -> Notice:
    return Notice(error.code, error.template, **error.details)
