"""The first record of a journal: which game, who sits where, and the whole regulation it is played under."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rules.regulation import Regulation
from rules.sheet import SEATS, Player
from storage.folder import Folder


def header_of(
    regulation: Regulation,
    players: Sequence[Player],
    *,
    slot: Mapping[str, Any],
    judge: str,
    title: str,
    created: str,
) -> dict[str, Any]:
    """The header of a new game. created: ISO time."""
    from rules.protocol import player_json
    from rules.regulation.content import as_json

    return {
        "regulation": regulation.id,
        "digest": regulation.digest,
        "source": as_json(regulation),
        "slot": dict(slot),
        "players": [player_json(player) for player in sorted(players, key=lambda p: p.seat)],
        "judge": judge,
        "title": title,
        "created": created,
    }


def players_of(header: Mapping[str, Any]) -> tuple[Player, ...]:
    """The players of a journal's header, in the order of the seats."""
    rows = sorted(header["players"], key=lambda row: row["seat"])
    players = tuple(
        Player(row["seat"], row["id"], row.get("name") or row["id"], bool(row.get("stand_in")))
        for row in rows
    )
    if [player.seat for player in players] != list(SEATS):
        raise ValueError("the header does not name ten players")
    return players


def regulation_of(header: Mapping[str, Any]) -> Regulation:
    """The regulation written in a journal's header. Raises ValueError where its digest differs."""
    from rules.regulation.content import digest_of_json, from_json

    if digest_of_json(header["source"]) != header["digest"]:
        raise ValueError(f"regulation {header['regulation']}: not as it was at the start of the game")
    return from_json(header["source"])


def free_path(folder: Folder, slot: Mapping[str, Any], created: str) -> Path:
    """A path for a new journal, named by its slot and the time it begins."""
    stamp = "".join(character for character in created[:19] if character.isdigit())
    name = "-".join(str(part) for part in (slot.get("stage"), slot.get("round"), slot.get("table")) if part)
    plain = "".join(c if c.isascii() and (c.isalnum() or c in "-_.") else "-" for c in name)
    plain = plain.strip("-.") or "game"
    path, number = folder.journal(f"{plain[:60]}-{stamp}"), 1
    while folder.files.exists(path):
        number += 1
        path = folder.journal(f"{plain[:60]}-{stamp}-{number}")
    return path
