"""A game that was signed and could not be stored is stored at the next start, without anybody asking."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from shell_stage import data_folder, running, settle, text
from table_stage import AKTAU, Time, begin, open_folder

from storage import finishing
from storage.tournaments import open_tournament
from tabletui.demo_games import play
from tabletui.shelf import has_signed


def signed(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A whole game whose end is in its journal; then the power went."""

    def power_cut(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    folder = open_folder(root)
    session = begin(folder, Time(), facts=play(AKTAU, Random(7), "Судья").events)
    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(finishing, "_close", power_cut)
        session.close()
    folder.release()


async def test_a_signed_game_is_stored_at_the_next_start(tmp_path: Path, monkeypatch) -> None:
    signed(tmp_path, monkeypatch)
    with data_folder(tmp_path) as folder:
        assert has_signed(folder) and not open_tournament(folder, folder.one_off).official()
    async with running(tmp_path) as pilot:
        await settle(pilot)
        assert "записан сейчас" in text(pilot)
        assert "Незаконченные игры" not in text(pilot)
    with data_folder(tmp_path) as folder:
        assert not has_signed(folder)
        assert len(open_tournament(folder, folder.one_off).official()) == 1


def test_a_game_that_still_runs_is_not_taken_for_a_signed_one(tmp_path: Path) -> None:
    folder = open_folder(tmp_path)
    session = begin(folder, Time(), facts=play(AKTAU, Random(7), "Судья").events[:40])
    session.release()
    assert not has_signed(folder)
    folder.release()
