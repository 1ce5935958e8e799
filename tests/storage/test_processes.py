"""Real processes on a real disk: the lock, and a writer that is killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from scenarios import now, protocol

from storage.errors import FolderUnusable
from storage.files import Files
from storage.folder import Folder
from storage.journal import Journal
from storage.tournaments import create, open_tournament

ROOT = Path(__file__).parents[2]
KILLS = 300 if os.environ.get("TABLETUI_LONG") else 12

HOLDER = """
import sys, time
from pathlib import Path
from storage.files import Files
from storage.folder import Folder
with Folder(Files(), Path(sys.argv[1])):
    print("held", flush=True)
    time.sleep(60)
"""


@pytest.fixture(autouse=True)
def small_reserve(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("storage.folder.RESERVE", 4096)


def test_a_second_process_is_refused_at_once_and_let_in_after_a_kill(tmp_path: Path) -> None:
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(tmp_path)], stdout=subprocess.PIPE, text=True, cwd=ROOT
    )
    try:
        assert holder.stdout is not None and holder.stdout.readline() == "held\n"
        start = time.monotonic()
        with pytest.raises(FolderUnusable, match="another tabletui"):
            Folder(Files(), tmp_path).acquire()
        assert time.monotonic() - start < 1
        holder.send_signal(signal.SIGKILL)
        holder.wait()
        with Folder(Files(), tmp_path) as folder:
            assert folder.records.is_dir()
    finally:
        holder.kill()
        holder.wait()
        if holder.stdout:
            holder.stdout.close()


def _confirmed(pipe: int) -> list[int]:
    with os.fdopen(pipe, "rb") as stream:
        return [int(line) for line in stream.read().splitlines() if line]


def _killed_child(work: object, after: float) -> list[int]:
    """Runs work(confirm) in a forked child, kills it, returns what it confirmed."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        try:
            work(lambda number: os.write(writing, b"%d\n" % number))  # type: ignore[operator]
        finally:
            os._exit(0)
    os.close(writing)
    time.sleep(after)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return _confirmed(reading)


def test_a_killed_writer_has_lost_no_record_that_it_confirmed(tmp_path: Path) -> None:
    confirmed_at_all = 0
    for run in range(KILLS):
        path = tmp_path / f"{run}.jnl"

        def work(confirm: object, path: Path = path) -> None:
            journal = Journal.create(Files(), path, {})
            for number in range(1, 10_000):
                journal.append({"event": {"event": "note", "text": "х" * (number % 50)}, "n": number})
                confirm(number)  # type: ignore[operator]

        confirmed = _killed_child(work, 0.02 + run % 7 * 0.01)
        if not path.exists():
            assert confirmed == []
            continue
        opened = Journal.open(Files(), path)
        found = [record["n"] for record in opened.records]
        assert found[: len(confirmed)] == confirmed
        assert len(found) - len(confirmed) <= 1
        assert opened.condition in ("clean", "torn")
        confirmed_at_all += len(confirmed)
    assert confirmed_at_all > KILLS


def test_a_killed_writer_has_lost_no_protocol_that_it_confirmed(tmp_path: Path) -> None:
    path = tmp_path / "cup.json"
    with Folder(Files(), tmp_path / "data", new_id=lambda: "a") as folder:
        create(folder, path, tournament_id="t1", title="", regulation=None, source=None, now=now).close()
        stored: set[int] = set()
        for run in range(KILLS):

            def work(confirm: object, run: int = run) -> None:
                tournament = open_tournament(folder, path, write=True, now=now)
                for number in range(1, 50):
                    tournament.store(protocol(run * 100 + number))
                    confirm(run * 100 + number)  # type: ignore[operator]

            stored |= set(_killed_child(work, 0.03 + run % 5 * 0.02))
            reader = open_tournament(Folder(Files(), folder.root), path)
            assert reader.notice is None
            assert stored <= {found.slot.round for found in reader.official()}
        assert stored
        final = open_tournament(folder, path, write=True, now=now)
        rounds = [found.slot.round for found in final.official()]
        assert len(rounds) == len(set(rounds))
