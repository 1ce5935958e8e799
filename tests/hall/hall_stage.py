"""Real games for the hall: a tournament with its regulation, and records as another laptop makes them."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

from rules.protocol import make_protocol
from rules.regulation import load
from rules.regulation.content import as_json
from rules.sheet import SEATS, Player
from storage.files import Files
from storage.folder import Folder
from storage.records import Record, make_record
from storage.strict_json import content_hash, copied
from storage.tournaments import Tournament, create
from tabletui.demo_games import play
from tabletui.examining import examiner

REGULATION = load("aktau-2017")
TOURNAMENT = "cup-2017"


def now() -> str:
    return "2017-08-05T11:00:00+06:00"


def game(table: int = 1, *, round: int = 1, seed: int = 7) -> dict[str, Any]:
    """The protocol of a whole invented game."""
    players = [Player(seat, f"P{seat:02}", f"Игрок {seat}", stand_in=True) for seat in SEATS]
    slot = {"tournament": TOURNAMENT, "stage": "qualifying", "round": round, "table": table}
    played = play(REGULATION, Random(seed), f"Судья {table}")
    protocol: dict[str, Any] = copied(make_protocol(played, players, slot=slot, date="2017-08-05"))
    return protocol


def folder_at(root: Path, device: str) -> Folder:
    """A data folder whose lock is not held; the app takes it itself where it must."""
    return Folder(Files(), root, new_id=lambda: device, examine=examiner(root))


def cup(folder: Folder) -> Tournament:
    """A tournament of the regulation, made on this laptop and open."""
    return create(
        folder,
        folder.root / "cup.json",
        tournament_id=TOURNAMENT,
        title="Кубок зала",
        regulation=REGULATION.id,
        source=as_json(REGULATION),
        now=now,
    )


def record_of(
    protocol: dict[str, Any], created: Record, *before: Record, device: str = "other", **more: Any
) -> Record:
    """The record of a protocol as a laptop makes it that knows these records."""
    body = {"protocol": protocol, "hash": content_hash(protocol), "supersedes": [], **more}
    return make_record("protocol", TOURNAMENT, [created, *before], device, now(), body)
