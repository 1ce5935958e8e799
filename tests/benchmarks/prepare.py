"""A data folder to measure in: a tournament of 58 invented games, one of them as a file, a running game."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

from rules.protocol import make_protocol
from rules.regulation import load
from rules.regulation.content import as_json
from rules.sheet import SEATS, Player
from storage.files import Files
from storage.folder import Folder
from storage.roster import PlayerEntry
from storage.tournaments import create
from tabletui.demo_games import play
from tabletui.sample import make_sample

STAGES = (("qualifying", 7, 6), ("semifinal", 3, 4), ("final", 4, 1))


def now() -> str:
    """A time that does not move: the files are the same in every run."""
    return "2017-08-05T11:00:00+06:00"


def whole_tournament(root: Path) -> tuple[Path, Path]:
    """A file of 42 + 12 + 4 closed games, and the first protocol by itself."""
    random, regulation = Random(58), load("aktau-2017")
    path, one = root / "whole.json", root / "one.json"
    with (
        Folder(Files(), root) as folder,
        create(
            folder,
            path,
            tournament_id="whole",
            title="whole",
            regulation=regulation.id,
            source=as_json(regulation),
            now=now,
        ) as tournament,
    ):
        roster = list(tournament.put_players([PlayerEntry(f"player {i}") for i in range(1, 61)]))
        protocols = []
        for stage, rounds, tables in STAGES:
            for number in range(1, rounds + 1):
                random.shuffle(roster)
                for table in range(1, tables + 1):
                    ten = roster[(table - 1) * 10 : table * 10]
                    players = [Player(s, p.id or "", p.name) for s, p in zip(SEATS, ten, strict=True)]
                    slot = {"tournament": "whole", "stage": stage, "round": number, "table": table}
                    game = play(regulation, random, "judge")
                    protocols.append(make_protocol(game, players, slot=slot, date="2017-08-05"))
        tournament.store_all(protocols)
        one.write_text(json.dumps(protocols[0]), encoding="utf-8")
    return path, one


def running_game(root: Path) -> None:
    """A sample tournament with one game on day 2."""
    with Folder(Files(), root) as folder:
        make_sample(folder, now=now)
