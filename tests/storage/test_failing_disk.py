"""What the screen has confirmed survives: every call fails in every way, then the power goes."""

from __future__ import annotations

import os

import pytest
import scenarios
from scenarios import ClosingEvening, JournalEvening, TournamentEvening, campaign

LONG = bool(os.environ.get("TABLETUI_LONG"))
"""All 13 ends of every state (some 18,000 states, a minute) instead of a few in turn."""


@pytest.fixture(autouse=True)
def small_reserve(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("storage.folder.RESERVE", 64)


def test_a_journal_loses_nothing_that_was_confirmed() -> None:
    states, wrong = campaign(JournalEvening)
    assert wrong == []
    assert states > 4000


def test_a_tournament_file_loses_nothing_and_counts_nothing_twice() -> None:
    states, wrong = campaign(TournamentEvening, ends=13 if LONG else 2)
    assert wrong == []
    assert states > 1500


def test_a_game_is_closed_once_whatever_happens_on_the_way() -> None:
    states, wrong = campaign(ClosingEvening, ends=13 if LONG else 5)
    assert wrong == []
    assert states > 900


def test_the_disk_in_memory_forgets_what_was_not_synced() -> None:
    disk = scenarios.MemoryFiles()
    path = scenarios.Path("/a")
    descriptor = disk.open(path, create=True)
    disk.write(descriptor, b"one")
    assert disk.killed().read(path) == b"one"
    assert not disk.power_cut("nothing_more").exists(path)
    assert disk.power_cut("names_only").read(path) == b""
    assert disk.power_cut("names_and_nuls").read(path) == b"\0\0\0"
    disk.fsync(descriptor)
    disk.fsync_dir(path.parent)
    assert disk.power_cut("nothing_more").read(path) == b"one"


def test_an_evening_on_a_sound_disk_confirms_everything() -> None:
    journal, tournament, closing = JournalEvening(), TournamentEvening(), ClosingEvening()
    for evening in (journal, tournament, closing):
        evening.play(scenarios.MemoryFiles())
    assert len(journal.confirmed) == 20
    assert (tournament.players, len(tournament.stored), tournament.fined) == (12, 5, 1)
    assert closing.finished
