"""The judge stores while the watcher takes: one process, one file, several hands."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import pytest
from hall_stage import cup, folder_at, game, now, record_of

from storage.exchange import holes
from storage.files import Files
from storage.kinds import Slot
from storage.records import Record, write_record
from storage.roster import PlayerEntry
from storage.tournaments import open_tournament, rebuild
from tabletui.hall import Hall, News

ROUNDS = range(1, 8)


@pytest.fixture(autouse=True)
def small_reserve(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("storage.folder.RESERVE", 4096)


def test_what_the_judge_stores_and_what_arrives_meanwhile_are_all_there(tmp_path: Path) -> None:
    shared = tmp_path / "shared"
    news: list[News] = []
    shared.mkdir()
    with folder_at(tmp_path / "here", "here") as folder, cup(folder) as tournament:
        arriving: list[Record] = []
        for table in (2, 3, 4):
            for number in ROUNDS:
                arriving.append(
                    record_of(game(table, round=number), tournament.created, *arriving, device="there")
                )
        hall = Hall(folder, news.append, every=0.001)
        hall.share(shared)
        hall.attend(tournament)
        hall.start()
        sender = threading.Thread(
            target=lambda: [(write_record(Files(), shared, one), time.sleep(0.005)) for one in arriving]
        )
        sender.start()
        for number in ROUNDS:
            assert tournament.store(game(1, round=number)) == "stored"
            # Closing a game may open the file a second time.
            with open_tournament(folder, tournament.path, write=True, now=now) as other:
                assert other.store(game(5, round=number)) == "stored"
                other.put_players([PlayerEntry(f"Игрок {number}", id=f"P{number:02}")])
            tournament.refresh()
            assert len(tournament.players()) == number
        sender.join()
        end = time.monotonic() + 10
        while len(tournament.official()) < 5 * len(ROUNDS) and time.monotonic() < end:
            time.sleep(0.01)
        hall.stop()
        assert {one.slot for one in tournament.official()} == {
            Slot("qualifying", number, table) for number in ROUNDS for table in range(1, 6)
        }
        assert holes(tournament.records()) == ()
        assert news
        assert not any(one.trouble or one.rejected for one in news)
        before = tournament.path.read_bytes()
        rebuild(folder, tournament.path, tournament.id)
        assert tournament.path.read_bytes() == before
