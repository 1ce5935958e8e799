"""Real processes: two that want one tournament file, and six laptops that share one folder."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest
from hall_stage import cup, folder_at, now

from storage.exchange import gather, holes
from storage.files import Files
from storage.tournaments import make_from, open_tournament, rebuild

HERE = Path(__file__).parent
ROOT = HERE.parents[1]

LAPTOP = """
import sys, time
from pathlib import Path
sys.path[:0] = [{here!r}, {root!r}]
from hall_stage import folder_at, game, now
from storage.tournaments import open_tournament
from tabletui.hall import Hall

import storage.folder
storage.folder.RESERVE = 4096
root, shared, number, games, laptops = Path(sys.argv[1]), Path(sys.argv[2]), *map(int, sys.argv[3:6])
with folder_at(root, f"laptop-{{number}}") as folder:
    with open_tournament(folder, root / "cup.json", write=True, now=now) as cup:
        hall = Hall(folder, lambda news: None, every=0.02)
        hall.share(shared)
        hall.attend(cup)
        hall.start()
        for one in range(1, games + 1):
            cup.store(game(number, round=one, seed=number * 10 + one))
            print("stored", one, flush=True)
            time.sleep(0.01)
        end = time.monotonic() + 40
        while len(cup.official()) < games * laptops and time.monotonic() < end:
            time.sleep(0.05)
        hall.look()
        print("seen", len(cup.official()), flush=True)
"""

WRITER = """
import sys, time
from pathlib import Path
sys.path[:0] = [{here!r}, {root!r}]
from hall_stage import folder_at, game, now
from storage.errors import StorageError
from storage.tournaments import open_tournament

import storage.folder
storage.folder.RESERVE = 4096
root, table = Path(sys.argv[1]), int(sys.argv[2])
stored, end = 0, time.monotonic() + 30
while stored < 4 and time.monotonic() < end:
    try:
        with folder_at(root, "here") as folder:
            with open_tournament(folder, root / "cup.json", write=True, now=now) as cup:
                cup.store(game(table, round=stored + 1, seed=stored))
                stored += 1
                time.sleep(0.02)
    except StorageError as error:
        print(error.code, flush=True)
    time.sleep(0.01)
print("stored", stored, flush=True)
"""


@pytest.fixture(autouse=True)
def small_reserve(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("storage.folder.RESERVE", 4096)


def started(program: str, *words: object) -> subprocess.Popen[str]:
    text = program.format(here=str(HERE), root=str(ROOT))
    return subprocess.Popen(
        [sys.executable, "-c", text, *map(str, words)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )


def said(process: subprocess.Popen[str]) -> list[str]:
    out, err = process.communicate(timeout=90)
    assert err == ""
    return out.splitlines()


def test_two_processes_on_one_tournament_file_lose_nothing_and_tell_each_other_off(tmp_path: Path) -> None:
    root = tmp_path / "data"
    with folder_at(root, "here") as folder:
        cup(folder).close()
        refused = started(WRITER, root, 9)
        assert refused.stdout is not None
        assert refused.stdout.readline().strip() == "locked"
        refused.kill()
        refused.wait()
        refused.communicate()
    writers = [started(WRITER, root, table) for table in (1, 2)]
    told = [said(writer) for writer in writers]
    assert [lines[-1] for lines in told] == ["stored 4", "stored 4"]
    assert {line for lines in told for line in lines[:-1]} <= {"locked"}
    with folder_at(root, "here") as folder, open_tournament(folder, root / "cup.json") as tournament:
        assert {(one.slot.round, one.slot.table) for one in tournament.official()} == {
            (number, table) for number in (1, 2, 3, 4) for table in (1, 2)
        }
        assert holes(tournament.records()) == ()


def test_six_processes_on_one_shared_folder_end_with_the_same_tournament(tmp_path: Path) -> None:
    shared, games, laptops = tmp_path / "shared", 2, 6
    shared.mkdir()
    roots = [tmp_path / f"laptop-{number}" for number in range(1, laptops + 1)]
    with folder_at(roots[0], "laptop-1") as folder:
        created = cup(folder)
        created.close()
    for number, root in enumerate(roots[1:], 2):
        with folder_at(root, f"laptop-{number}") as folder:
            make_from(folder, root / "cup.json", created.created)
    running = [started(LAPTOP, root, shared, number, games, laptops) for number, root in enumerate(roots, 1)]
    for process in running:
        lines = said(process)
        assert lines[:games] == [f"stored {one}" for one in range(1, games + 1)]
        assert lines[-1] == f"seen {games * laptops}"
    files = {(root / "cup.json").read_bytes() for root in roots}
    assert len(files) == 1
    found = gather(Files(), [shared])
    assert found.rejected == frozenset() and len(found.records) == games * laptops + 1
    assert holes(found.records.values()) == ()
    # The database is only what the records say.
    with folder_at(roots[3], "laptop-4") as folder:
        for name in ("cup.json", "cup.json.bak"):
            (roots[3] / name).unlink()
        rebuild(folder, roots[3] / "cup.json", created.id)
    assert {(roots[3] / "cup.json").read_bytes()} == files


def test_a_laptop_that_is_killed_while_records_travel_has_lost_nothing(tmp_path: Path) -> None:
    shared = tmp_path / "shared"
    shared.mkdir()
    root = tmp_path / "laptop-1"
    with folder_at(root, "laptop-1") as folder:
        cup(folder).close()
    confirmed = 0
    for _ in range(4):
        process = started(LAPTOP, root, shared, 1, 5, 1)
        assert process.stdout is not None
        for _ in range(2):
            line = process.stdout.readline().split()
            assert line[0] == "stored", line
            confirmed = max(confirmed, int(line[1]))
        process.kill()
        process.wait()
        process.communicate()
        with (
            folder_at(root, "laptop-1") as folder,
            open_tournament(folder, root / "cup.json", write=True, now=now) as tournament,
        ):
            assert {one.slot.round for one in tournament.official()} >= set(range(1, confirmed + 1))
        time.sleep(0.01)
    assert all(name.name.endswith((".json", ".new")) for name in shared.iterdir())
    assert gather(Files(), [shared]).rejected == frozenset()
