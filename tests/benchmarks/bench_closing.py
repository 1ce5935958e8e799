"""Closing a game in a tournament of 58, against the same bytes written safely by hand; wall time."""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

from measure import Figure
from prepare import now

from rules.regulation import load
from rules.sheet import SEATS, Player
from storage.files import Files
from storage.folder import Folder
from storage.tournaments import open_tournament
from tabletui.demo_games import play
from tabletui.table import Session


def by_hand(path: Path, data: bytes) -> None:
    """A temporary file, fsync, rename, fsync of the folder."""
    fresh = path.with_name("by-hand.new")
    with fresh.open("wb") as stream:
        stream.write(data)
        stream.flush()
        os.fsync(stream.fileno())
    fresh.rename(path.with_name("by-hand"))
    folder = os.open(path.parent, os.O_RDONLY)
    os.fsync(folder)
    os.close(folder)


def seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def figures(tournament: Path, runs: int = 15) -> list[Figure]:
    """tournament: a file of 58 closed games in its data folder; it grows by a game a run."""
    regulation = load("aktau-2017")
    ours: list[float] = []
    by_hand_too: list[float] = []
    with (
        Folder(Files(), tournament.parent) as folder,
        open_tournament(folder, tournament, write=True, now=now) as opened,
    ):
        ten = [Player(seat, p.id or "", p.name) for seat, p in zip(SEATS, opened.players(), strict=False)]
        for number in range(1, runs + 1):
            slot = {"tournament": str(tournament), "tournament_id": opened.header.id}
            slot |= {"stage": "qualifying", "round": 90 + number, "table": 1}
            session = Session.start(
                folder, regulation, slot=slot, players=ten, judge="judge", now=now, tournament=opened
            )
            for event in play(regulation, Random(number), "judge").events:
                session.apply(event)
            known = set(folder.records.iterdir())
            ours.append(seconds(session.close))
            (record,) = set(folder.records.iterdir()) - known
            written = [(path, path.read_bytes()) for path in (record, tournament)]
            by_hand_too.append(seconds(lambda w=written: [by_hand(*one) for one in w]))
    # Medians first: one fsync may take ten times as long as the next.
    taken, plain = statistics.median(ours), statistics.median(by_hand_too)
    return [
        Figure("closing a game, 58 in the file", taken / plain, 3, "× bytes"),
        Figure("… by itself", taken * 1000, None, "ms"),
    ]
