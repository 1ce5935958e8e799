"""A club evening on the screen: its games and its table, the next game, the regulation it goes on under."""

from __future__ import annotations

from pathlib import Path
from random import Random

from shell_stage import data_folder, lines, now, running, text

from rules.protocol import make_protocol
from rules.regulation import load
from rules.sheet import Player
from storage.roster import PlayerEntry
from storage.tournaments import open_one_off, open_tournament
from tabletui.demo_games import play
from tabletui.evening import evening_of
from tabletui.screens.decisions_correct import LOG
from tabletui.screens.dialogs import LogScreen, PickDialog, TextDialog
from tabletui.screens.evening import EveningScreen
from tabletui.screens.record import RecordScreen
from tabletui.screens.seating import SeatingScreen
from tabletui.screens.standings import StandingsScreen
from tabletui.widgets.choice import Choice

TEN = [Player(seat, f"P{seat:02}", f"игрок {seat}") for seat in range(1, 11)]


def games(root: Path, *dates: str, regulation: str = "white-nights-2015") -> None:
    """One stored game for each date."""
    with data_folder(root) as folder, open_one_off(folder, new_id=lambda: "x", now=now) as evening:
        evening.put_players([PlayerEntry(player.name, id=player.id) for player in TEN])
        for number, date in enumerate(dates, 1):
            slot = {"tournament": "x", "stage": "one-off", "round": number, "table": 1}
            game = play(load(regulation), Random(number), "Судья")
            evening.store(make_protocol(game, TEN, slot=slot, date=date))


def test_a_night_belongs_to_the_evening_before_until_the_morning() -> None:
    assert evening_of("2017-08-06T02:10:00+05:00") == "2017-08-05"
    assert evening_of("2017-08-06T11:00:00+05:00") == "2017-08-06"


async def test_the_evening_counts_its_own_games_and_the_season_all(tmp_path: Path) -> None:
    games(tmp_path, "2017-07-29", "2017-08-05", "2017-08-05")
    async with running(tmp_path) as pilot:
        await pilot.press("c")
        await pilot.pause()
        assert isinstance(pilot.app.screen, EveningScreen)
        assert "2017-08-05" in lines(pilot)[0] and "2 игры" in lines(pilot)[0]
        table = pilot.app.screen.query_one("#table")
        assert {line.cells[3] for line in table.lines if line.pickable} == {"2"}  # type: ignore[attr-defined]
        await pilot.press("ы")
        await pilot.app.workers.wait_for_complete()
        await pilot.pause()
        assert isinstance(pilot.app.screen, StandingsScreen) and "3 игры" in lines(pilot)[0]


async def test_after_a_tournament_the_evening_goes_on_under_its_own_regulation(tmp_path: Path) -> None:
    games(tmp_path, "2017-08-05")
    (tmp_path / "settings.toml").write_text('regulation = "aktau-2017"\n', "utf-8")
    async with running(tmp_path) as pilot:
        for key in ("n", "o"):
            await pilot.press("c", key)
            await pilot.pause()
            screen = pilot.app.screen
            assert isinstance(screen, SeatingScreen)
            assert screen.query_one(Choice).value == "white-nights-2015"
            assert screen.seats.count == (10 if key == "n" else 0)
            await pilot.press("escape", "escape")
            await pilot.pause()


async def test_a_stored_protocol_is_corrected_from_the_screen_and_the_old_one_is_kept(tmp_path: Path) -> None:
    games(tmp_path, "2017-08-05")
    async with running(tmp_path) as pilot:
        await pilot.press("c", "enter")
        await pilot.pause()
        assert isinstance(pilot.app.screen, RecordScreen)
        await pilot.press("с")
        await pilot.pause()
        assert isinstance(pilot.app.screen, PickDialog)
        assert pilot.app.screen._rows[0].value == LOG
        await pilot.press("1")
        await pilot.pause()
        assert isinstance(pilot.app.screen, LogScreen)
        await pilot.press("a", "1")  # the last fact is the signature
        await pilot.pause()
        pilot.app.screen.query_one("Input").value = "Другой судья"  # type: ignore[attr-defined]
        await pilot.press("enter")
        await pilot.pause()
        await pilot.press("1")
        await pilot.pause()
        assert isinstance(pilot.app.screen, TextDialog)
        assert "Другой судья" in text(pilot)
        pilot.app.screen.query_one("Input").value = "подписал не тот"  # type: ignore[attr-defined]
        await pilot.press("enter")
        await pilot.pause()
        await pilot.app.workers.wait_for_complete()
        await pilot.pause()
        assert "Исправлено" in text(pilot) and "Другой судья" in lines(pilot)[0]
    with data_folder(tmp_path) as folder, open_tournament(folder, folder.one_off) as tournament:
        status = {one.protocol["judge"]: one.status for one in tournament.protocols()}
        assert status == {"Судья": "superseded", "Другой судья": "official"}
        (row,) = tournament.official()[0].protocol["audit"]
        assert (row["did"], row["reason"], row["at"]) == ("correct", "подписал не тот", now())


async def test_a_correction_without_a_reason_or_left_half_way_changes_nothing(tmp_path: Path) -> None:
    games(tmp_path, "2017-08-05")
    async with running(tmp_path) as pilot:
        await pilot.press("c", "enter", "c", "1")
        await pilot.pause()
        await pilot.press("a", "1")
        await pilot.pause()
        pilot.app.screen.query_one("Input").value = "Другой"  # type: ignore[attr-defined]
        await pilot.press("enter")
        await pilot.pause()
        await pilot.press("1")
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(pilot.app.screen, TextDialog)
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(pilot.app.screen, RecordScreen)
    with data_folder(tmp_path) as folder, open_tournament(folder, folder.one_off) as tournament:
        assert [one.status for one in tournament.protocols()] == ["official"]
