"""Two real Syncthing daemons on this machine carry records between two data folders."""

from __future__ import annotations

import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from hall_stage import cup, folder_at, game, now, record_of

from storage.files import Files
from storage.folder import Folder
from storage.hall_findings import hall_findings
from storage.records import read_records, write_record
from storage.tournaments import Tournament, make_from, open_tournament
from tabletui.hall import Hall

PROGRAM = shutil.which("syncthing")

pytestmark = pytest.mark.skipif(PROGRAM is None, reason="syncthing is not installed")

CONFIG = """<configuration version="35">
  <folder id="records" label="records" path="{folder}" type="sendreceive" rescanIntervalS="3600"
          fsWatcherEnabled="true" fsWatcherDelayS="1" ignorePerms="true" autoNormalize="true">
    <filesystemType>basic</filesystemType>
    <device id="{own}"></device>
    <device id="{other}"></device>
    <ignoreDelete>true</ignoreDelete>
    <maxConflicts>-1</maxConflicts>
  </folder>
  <device id="{own}" name="own"><address>tcp://127.0.0.1:{port}</address></device>
  <device id="{other}" name="other"><address>tcp://127.0.0.1:{other_port}</address></device>
  <gui enabled="true"><address>127.0.0.1:{gui}</address><apikey>hall</apikey></gui>
  <options>
    <listenAddress>tcp://127.0.0.1:{port}</listenAddress>
    <globalAnnounceEnabled>false</globalAnnounceEnabled>
    <localAnnounceEnabled>false</localAnnounceEnabled>
    <relaysEnabled>false</relaysEnabled>
    <natEnabled>false</natEnabled>
    <startBrowser>false</startBrowser>
    <urAccepted>-1</urAccepted>
    <crashReportingEnabled>false</crashReportingEnabled>
    <autoUpgradeIntervalH>0</autoUpgradeIntervalH>
    <reconnectionIntervalS>1</reconnectionIntervalS>
  </options>
</configuration>
"""


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
        return port


def identity(home: Path) -> str:
    """A new key and its name."""
    assert PROGRAM is not None
    for words in (
        ["generate", "--home", str(home), "--no-default-folder"],
        ["--home", str(home), "--device-id"],
    ):
        done = subprocess.run([PROGRAM, *words], capture_output=True, text=True, timeout=30, check=True)
    return done.stdout.strip()


@contextmanager
def daemon(home: Path) -> Iterator[None]:
    assert PROGRAM is not None
    words = [PROGRAM, "serve", "--home", str(home), "--no-browser", "--no-restart", "--no-upgrade"]
    with (home / "log.txt").open("w") as log:
        running = subprocess.Popen(words, stdout=log, stderr=log)
        try:
            yield
        finally:
            running.terminate()
            try:
                running.wait(10)
            except subprocess.TimeoutExpired:
                running.kill()
                running.wait()


class Pair:
    """Two data folders whose records are shared directly, and the homes of their daemons."""

    def __init__(self, root: Path) -> None:
        self.folders = [folder_at(root / name, name) for name in ("a", "b")]
        self.homes = [root / "home-a", root / "home-b"]
        ids = [identity(home) for home in self.homes]
        ports = [free_port(), free_port()]
        for here, there in ((0, 1), (1, 0)):
            records = self.folders[here].records
            (records / ".stfolder").mkdir(parents=True)
            (records / ".stignore").write_text("*.new\n")
            text = CONFIG.format(
                folder=records,
                own=ids[here],
                other=ids[there],
                port=ports[here],
                other_port=ports[there],
                gui=free_port(),
            )
            (self.homes[here] / "config.xml").write_text(text)


def until(holds: Callable[[], object], seconds: float = 25) -> None:
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.1)


def slots(tournament: Tournament) -> set[tuple[int, int]]:
    return {(one.slot.round, one.slot.table) for one in tournament.official()}


def attending(folder: Folder, tournament: Tournament, stack: ExitStack) -> None:
    hall = Hall(folder, lambda news: None, every=0.2)
    hall.attend(tournament)
    hall.start()
    stack.callback(hall.stop)


def test_records_travel_while_both_programs_run_and_after_one_was_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("storage.folder.RESERVE", 4096)
    pair = Pair(tmp_path)
    a, b = pair.folders
    with ExitStack() as stack:
        for folder in pair.folders:
            stack.enter_context(folder)
        first = stack.enter_context(cup(a))
        make_from(b, b.root / "copy.json", first.created)
        second = stack.enter_context(open_tournament(b, b.root / "copy.json", write=True, now=now))
        attending(a, first, stack)
        attending(b, second, stack)
        stack.enter_context(daemon(pair.homes[0]))
        with daemon(pair.homes[1]):
            first.store(game(1))
            until(lambda: slots(second) == {(1, 1)})
            second.store(game(2))
            until(lambda: slots(first) == {(1, 1), (1, 2)})
        # The other laptop is off; both go on alone and lose nothing.
        first.store(game(3))
        second.store(game(4))
        with daemon(pair.homes[1]):
            until(lambda: slots(first) == slots(second) == {(1, table) for table in (1, 2, 3, 4)})
        assert first.path.read_bytes() == second.path.read_bytes()
        kept = {one.name for one in read_records(Files(), a.records)[0]}
        assert kept == {one.name for one in read_records(Files(), b.records)[0]}
        found = {code: ok for code, ok, *_ in hall_findings(Files(), a.records)}
        assert found["hall_syncthing"] and found["hall_records"] and "hall_copies" not in found


def test_what_is_deleted_on_one_laptop_stays_on_the_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("storage.folder.RESERVE", 4096)
    pair = Pair(tmp_path)
    a, b = pair.folders
    with ExitStack() as stack:
        for folder in pair.folders:
            stack.enter_context(folder)
        first = stack.enter_context(cup(a))
        sent = record_of(game(2), first.created, device="a")
        for home in pair.homes:
            stack.enter_context(daemon(home))
        write_record(Files(), a.records, sent)
        name = f"{sent.name}.json"
        until(lambda: (b.records / name).exists())
        (a.records / name).unlink()
        marker = record_of(game(3), first.created, device="a")
        write_record(Files(), a.records, marker)
        until(lambda: (b.records / f"{marker.name}.json").exists())
        time.sleep(1)
        assert (b.records / name).read_bytes() == sent.data()
