"""The data folder is moved while a game runs: the game is stored where it goes on."""

from __future__ import annotations

from pathlib import Path

from rules.game import parse_event
from storage.files import Files
from storage.finishing import unfinished
from storage.folder import Folder
from storage.tournaments import open_tournament
from tabletui.sample import make_sample
from tabletui.table import Session


def now() -> str:
    return "2017-08-05T20:00:00+06:00"


def test_a_game_that_goes_on_in_a_moved_folder_is_stored_there(tmp_path: Path) -> None:
    before, after = tmp_path / "before", tmp_path / "after"
    with Folder(Files(), before) as folder:
        make_sample(folder, now=now)
    before.rename(after)
    with Folder(Files(), after) as folder:
        (running,) = unfinished(folder)
        session = Session.resume(folder, running.path, now=now, monotonic=lambda: 0.0)
        session.apply(parse_event({"event": "award_result", "winner": "red", "reason": "x"}))
        session.apply(parse_event({"event": "sign", "judge": "judge"}))
        session.close()
        assert unfinished(folder) == []
        with open_tournament(folder, after / "sample.json") as tournament:
            assert len(tournament.official()) == 16
    assert not before.exists()
