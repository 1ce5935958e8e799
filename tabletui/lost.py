"""Tournaments whose file is gone or damaged while their records are whole: found, and made anew."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rules.record import record
from storage.errors import StorageError
from storage.finishing import unfinished
from storage.folder import Folder
from storage.kinds import CREATED, PROTOCOL, ROSTER
from storage.reading import read_tournament
from storage.records import Record, read_records
from storage.tournaments import rebuild

if TYPE_CHECKING:
    from storage.finishing import Running


@record
class Lost:
    """A tournament without a file that can be read. title: empty for one-off games. path: where the file is
    made anew; damaged: something lies there that is put aside. records, games: what is whole of it.
    """

    id: str
    title: str
    path: Path
    damaged: bool
    records: int
    games: int


def lost_tournaments(folder: Folder, elsewhere: Iterable[Path] = ()) -> list[Lost]:
    """Those that the records of the data folder tell of and no file holds. Changes nothing, takes no lock.

    elsewhere: files outside the folder that are known.
    """
    of: dict[str, list[Record]] = {}
    for one in read_records(folder.files, folder.records)[0]:
        of.setdefault(one.tournament, []).append(one)
    if not of:
        return []
    held, bad = _files(folder, elsewhere)
    games = unfinished(folder)
    found: list[Lost] = []
    for id, records in of.items():
        created = next((one.body for one in records if one.kind == CREATED), None)
        if created is None or id in held.values():
            continue
        taken = {*held, *(one.path for one in found)}
        path = _place(folder, id, created, bad, taken, games)
        played = sum(one.kind == PROTOCOL for one in records)
        used = any(one.kind in (PROTOCOL, ROSTER) for one in records)
        # The beginning alone, with nothing in it, is what was left of a tournament that was never made.
        if used or path in bad or any(_named(game)[0] == id for game in games):
            found.append(Lost(id, str(created["title"]), path, path in bad, len(records), played))
    return found


def make_anew(folder: Folder, lost: Lost) -> None:
    """The file, out of the records; what lies in its place is put aside. Raises WrongFile, NotSaved."""
    rebuild(folder, lost.path, lost.id)


def _files(folder: Folder, elsewhere: Iterable[Path]) -> tuple[dict[Path, str], dict[Path, bytes]]:
    """The tournament files that can be read, with their ids; and what the others hold."""
    files = folder.files
    try:
        names = [name for name in files.listdir(folder.root) if name.endswith((".json", ".json.bak"))]
    except OSError:
        names = []
    here = [folder.root / name.removesuffix(".bak") for name in names]
    held: dict[Path, str] = {}
    bad: dict[Path, bytes] = {}
    for path in dict.fromkeys((*here, *elsewhere)):
        try:
            held[path] = read_tournament(files, path).id
        except StorageError:
            try:
                bad[path] = files.read(path)
            except OSError:
                if path in here:
                    bad[path] = b""
    return held, bad


def _place(
    folder: Folder,
    id: str,
    created: dict[str, Any],
    bad: dict[Path, bytes],
    taken: Iterable[Path],
    games: Iterable[Running],
) -> Path:
    """Where its file was, as far as anything tells; else a free name after its title."""
    taken = set(taken)
    for game in games:
        named, where = _named(game)
        if named == id and where and folder.root / where not in taken:
            return folder.root / where
    mark = f'"{id}"'.encode()
    for path, data in bad.items():
        if mark in data and path not in taken:
            return path
    one_off = not created["title"] and created["source"] is None
    stem = "one-off" if one_off else _stem(str(created["title"]))
    path, number = folder.root / f"{stem}.json", 1
    while path in taken or (folder.files.exists(path) and path not in bad):
        number += 1
        path = folder.root / f"{stem}-{number}.json"
    return path


def _stem(title: str) -> str:
    kept = "".join(c.lower() if c.isalnum() else " " for c in title)
    return "-".join(kept.split())[:60] or "tournament"


def _named(game: Running) -> tuple[str, str]:
    """The id and the file of the tournament that a running game belongs to."""
    slot = game.header.get("slot")
    if not isinstance(slot, dict):
        return "", ""
    return str(slot.get("tournament_id") or ""), str(slot.get("tournament") or "")
