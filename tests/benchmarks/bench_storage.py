"""The storage beside sqlite3 (WAL, synchronous=FULL) on the same disk, in turns; wall time, medians.

An action of a game made durable; a protocol stored in a tournament of 58; all of it read at the start. And
how long the event loop of the app stands still while the watcher of the hall takes 58 protocols in a thread.
"""

from __future__ import annotations

import asyncio
import gc
import json
import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from measure import Figure
from prepare import now, whole_tournament

from storage.files import Files
from storage.folder import Folder
from storage.journal import Journal
from storage.reading import read_tournament
from storage.records import write_record
from storage.tournaments import make_from, open_tournament
from tabletui.examining import examiner
from tabletui.hall import TURN, Hall, News

ACTION: dict[str, Any] = {
    "event": {"event": "vote", "seat": 7, "votes": 4, "voters": None},
    "at": "2017-08-05T11:00:00+06:00",
}
ACTIONS = 200
RUNS = 15


def seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


@contextmanager
def database(path: Path) -> Iterator[sqlite3.Connection]:
    connection = sqlite3.connect(path)
    try:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute("CREATE TABLE actions (seq INTEGER PRIMARY KEY, body TEXT)")
        connection.execute("CREATE TABLE protocols (stage TEXT, round INT, tabl INT, hash TEXT, body TEXT)")
        connection.commit()
        yield connection
    finally:
        connection.close()


def insert(connection: sqlite3.Connection, words: str, *values: object) -> None:
    connection.execute(words, values)
    connection.commit()


def _appends(root: Path) -> tuple[list[float], list[float]]:
    """An action in the journal and in the database, in turns."""
    ours: list[float] = []
    theirs: list[float] = []
    with database(root / "actions.db") as connection:
        journal = Journal.create(Files(), root / "game.jnl", {"slot": None})
        words = "INSERT INTO actions (body) VALUES (?)"
        for _ in range(ACTIONS):
            ours.append(seconds(lambda: journal.append(ACTION)))
            theirs.append(seconds(lambda: insert(connection, words, json.dumps(ACTION))))
        journal.close()
    return ours, theirs


def _stores(root: Path, tournament: Path) -> tuple[list[float], list[float], list[float], list[float]]:
    """A protocol beside 58 and the reading of all, ours and the database's, in turns."""
    ours: list[float] = []
    theirs: list[float] = []
    read: list[float] = []
    read_theirs: list[float] = []
    words = "INSERT INTO protocols VALUES (?, ?, ?, ?, ?)"
    with (
        database(root / "protocols.db") as connection,
        Folder(Files(), tournament.parent) as folder,
        open_tournament(folder, tournament, write=True, now=now) as opened,
    ):
        stored = opened.official()
        for one in stored:
            row = (*_slot(one.protocol), one.hash, json.dumps(one.protocol))
            connection.execute(words, row)
        connection.commit()
        for number in range(RUNS):
            read.append(seconds(lambda: read_tournament(Files(), tournament)))
            read_theirs.append(seconds(lambda: _all(connection)))
            protocol = stored[0].protocol | {"round": 100 + number}
            ours.append(seconds(lambda p=protocol: opened.store(p)))
            theirs.append(
                seconds(lambda p=protocol: insert(connection, words, *_slot(p), "0" * 64, json.dumps(p)))
            )
    return ours, theirs, read, read_theirs


def _slot(protocol: dict[str, Any]) -> tuple[Any, ...]:
    return protocol["stage"], protocol["round"], protocol["table"]


def _all(connection: sqlite3.Connection) -> list[Any]:
    return [json.loads(body) for (body,) in connection.execute("SELECT body FROM protocols")]


async def _stands_still(root: Path, tournament: Path) -> tuple[float, float]:
    """The longest gap between two turns of an idle loop, alone and while 58 protocols are taken."""
    # As the app does once it runs.
    gc.collect()
    gc.freeze()
    gc.set_threshold(5000)
    source = read_tournament(Files(), tournament)
    with Folder(Files(), tournament.parent) as folder, open_tournament(folder, tournament) as opened:
        records, created = opened.records(), opened.created
    with Folder(Files(), root / "taker", examine=examiner(root / "taker")) as folder:
        make_from(folder, root / "taker" / "cup.json", created)
        with open_tournament(folder, root / "taker" / "cup.json", write=True, now=now) as taker:
            alone = await _longest(lambda: time.sleep(0.5))
            for one in records:
                write_record(Files(), folder.records, one)
            news: list[News] = []
            hall = Hall(folder, news.append)
            hall.attend(taker)
            sys.setswitchinterval(TURN)
            taking = await _longest(lambda: news.append(hall.look()))
            assert len(taker.official()) == len([p for p in source.protocols if p.status == "official"])
    return alone, taking


async def _longest(work: Callable[[], object]) -> float:
    longest = 0.0
    task = asyncio.create_task(asyncio.to_thread(work))
    while not task.done():
        start = time.perf_counter()
        await asyncio.sleep(0.001)
        longest = max(longest, time.perf_counter() - start - 0.001)
    await task
    return longest


def figures() -> list[Figure]:
    """All of them, in a folder of its own."""
    with tempfile.TemporaryDirectory(prefix="tabletui-bench-storage-") as name:
        root = Path(name)
        (root / "data").mkdir()
        tournament, _ = whole_tournament(root / "data")
        alone, taking = asyncio.run(_stands_still(root, tournament))
        appends, sql_appends = _appends(root)
        stores, sql_stores, reads, sql_reads = _stores(root, tournament)
    median = statistics.median
    return [
        Figure("one action made durable", median(appends) / median(sql_appends), 1, "× sqlite3"),
        Figure("… by itself", median(appends) * 1000, None, "ms"),
        Figure("… of sqlite3", median(sql_appends) * 1000, None, "ms"),
        Figure("a protocol stored, 58 in the file", median(stores) / median(sql_stores), None, "× sqlite3"),
        Figure("… by itself", median(stores) * 1000, None, "ms"),
        Figure("… of sqlite3", median(sql_stores) * 1000, None, "ms"),
        Figure("a tournament of 58 read at the start", median(reads) / median(sql_reads), None, "× sqlite3"),
        Figure("… by itself", median(reads) * 1000, None, "ms"),
        Figure("… of sqlite3", median(sql_reads) * 1000, None, "ms"),
        Figure("loop held while 58 protocols arrive, the longest", taking * 1000, 10, "ms"),
        Figure("… by itself, with a thread asleep", alone * 1000, None, "ms"),
    ]
