"""A tournament in a folder of its own, with games that nobody played: results as sheets, by lot."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

from rules.regulation import load
from rules.regulation.content import as_json
from storage.files import Files
from storage.folder import Folder
from storage.roster import PlayerEntry
from storage.tournament import Tournament
from storage.tournaments import create
from tabletui.course import Course

NOW = "2017-07-01T10:00:00+05:00"


@contextmanager
def tournament(
    root: Path, regulation: str = "aktau-2017", players: int = 60, stand_ins: int = 2
) -> Iterator[tuple[Tournament, Course]]:
    """A fresh one with paid players P01 …, and stand-ins S1 …."""
    known = load(regulation)
    with Folder(Files(), root) as folder:
        made = create(
            folder,
            root / "cup.json",
            tournament_id="cup",
            title="Cup",
            regulation=known.id,
            source=as_json(known),
            now=lambda: NOW,
        )
        with made:
            entries = [PlayerEntry(f"Игрок {n}", f"P{n:02}", paid=True) for n in range(1, players + 1)]
            entries += [
                PlayerEntry(f"Подсадной {n}", f"S{n}", stand_in=True) for n in range(1, stand_ins + 1)
            ]
            made.put_players(entries)
            yield made, Course(made, known)


def sheet(random: Random) -> dict[str, Any]:
    """A result: a deal, a winner, who died first, awards."""
    roles = ["civilian"] * 6 + ["sheriff"] + ["mafia"] * 2 + ["don"]
    random.shuffle(roles)
    winner = random.choice(["red", "black"])
    red = [seat for seat in range(1, 11) if roles[seat - 1] in ("civilian", "sheriff")]
    black = [seat for seat in range(1, 11) if seat not in red]
    won, lost = (red, black) if winner == "red" else (black, red)
    best, second = random.sample(won, 2)
    return {
        "roles": {str(seat): role for seat, role in enumerate(roles, 1)},
        "winner": winner,
        "ending": "ballot",
        "left": [],
        "removed": [],
        "first_killed": random.choice(red),
        "best_move": None,
        "fouls": {},
        "awards": [
            {"seat": best, "kind": "best"},
            {"seat": second, "kind": "second"},
            {"seat": random.choice(lost), "kind": "loser_best"},
        ],
        "fines": [],
    }


def protocol(
    stage: str, number: int, table: int, ten: tuple[str, ...], random: Random, regulation: str
) -> dict[str, Any]:
    return {
        "format": "tabletui/protocol",
        "version": 1,
        "regulation": regulation,
        "tournament": "cup",
        "stage": stage,
        "round": number,
        "table": table,
        "judge": "J",
        "date": "2017-07-01",
        "players": [
            {"seat": seat, "id": id, "name": id, "stand_in": id.startswith("S")}
            for seat, id in enumerate(ten, 1)
        ],
        "events": None,
        "sheet": sheet(random),
    }


def play(made: Tournament, course: Course, stage: str, rounds: range, seed: int = 1) -> None:
    """Results for every table of these rounds, as seated."""
    found = []
    for number in rounds:
        seating = course.seating(stage, number)
        assert seating is not None
        for table, ten in enumerate(seating.tables, 1):
            random = Random(f"{seed} {stage} {number} {table}")
            found.append(protocol(stage, number, table, ten, random, course.regulation.id))
    made.store_all(found)
