"""Which tournaments there are on this machine: in the data folder, and those opened elsewhere lately."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rules.record import record
from storage.errors import StorageError
from storage.folder import Folder

if TYPE_CHECKING:
    from tabletui.lost import Lost

SUFFIX = ".json"
_END = b',"end":{'
"""How the record of a signed game goes on after its number."""


@record
class Shelved:
    """A tournament file that can be opened. games: protocols that count. records: what it is made of."""

    path: Path
    title: str
    players: int
    games: int
    records: int = 0


def has_journals(folder: Folder) -> bool:
    """Whether any game is running. Where none is, nothing needs to know the rules of the game."""
    try:
        return any(name.endswith(".jnl") for name in folder.files.listdir(folder.live))
    except OSError:
        return False


def has_signed(folder: Folder) -> bool:
    """Whether a game may be signed and not stored yet, told without knowing what a journal says."""
    try:
        names = [name for name in folder.files.listdir(folder.live) if name.endswith(".jnl")]
        return any(_END in folder.files.read(folder.live / name) for name in names)
    except OSError:
        return True  # whoever looks closer says what is wrong


def has_records(folder: Folder) -> bool:
    """Whether anything was ever put on record here."""
    try:
        return any(name.endswith(SUFFIX) for name in folder.files.listdir(folder.records))
    except OSError:
        return False


def lost(folder: Folder, files: Sequence[Path], seen: Mapping[Path, Shelved | None]) -> list[Lost]:
    """Tournaments that the records tell of and no file holds; seen: what was found in the files."""
    if has_records(folder) and _as_many(folder, files, seen):
        return []
    from tabletui.lost import lost_tournaments

    return lost_tournaments(folder, files)


def _as_many(folder: Folder, files: Sequence[Path], seen: Mapping[Path, Shelved | None]) -> bool:
    """Whether the files hold all the records there are; then no record need be read."""
    held = sum(one.records for path in files if (one := seen.get(path)) is not None)
    try:
        names = folder.files.listdir(folder.records)
    except OSError:
        return True
    return all(seen.get(path) is not None for path in files) and held == sum(
        name.endswith(SUFFIX) for name in names
    )


def tournament_files(folder: Folder, recent: Sequence[str]) -> list[Path]:
    """The files, those opened lately first, the one-off games last."""
    try:
        names = sorted(name for name in folder.files.listdir(folder.root) if name.endswith(SUFFIX))
    except OSError:
        names = []
    here = [folder.root / name for name in names]
    lately = [Path(one) for one in recent if folder.files.exists(Path(one))]
    found = dict.fromkeys((*lately, *here))
    return sorted(found, key=lambda path: path == folder.one_off)


def look(folder: Folder, path: Path) -> Shelved | None:
    """What a file holds; None when it is no tournament or cannot be read. Changes nothing."""
    from storage.reading import read_tournament
    from storage.slots import OFFICIAL

    try:
        found = read_tournament(folder.files, path)
    except StorageError:
        return None
    games = sum(one.status == OFFICIAL for one in found.protocols)
    return Shelved(path, found.title or path.stem, len(found.players), games, found.records)
