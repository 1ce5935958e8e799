"""The app in the hall: what other laptops send appears by itself, and trouble is said in words."""

from __future__ import annotations

import asyncio
import dataclasses
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hall_stage import REGULATION, cup, folder_at, game, now, record_of
from textual.pilot import Pilot

from rules.sheet import SEATS, Player
from storage.files import Files
from storage.hall import SharedFolder
from storage.kinds import Slot
from storage.records import Record, write_record
from storage.tournaments import make_from, open_tournament
from tabletui import settings, text
from tabletui.app import TabletuiApp
from tabletui.board import CONFLICT, OFFICIAL
from tabletui.launch import make_app
from tabletui.screens.dialogs import ConfirmDialog
from tabletui.screens.standings import StandingsScreen
from tabletui.screens.tournament import TournamentScreen
from tabletui.table import Session
from tabletui.widgets.frame import Foot


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr("storage.folder.RESERVE", 4096)
    monkeypatch.setattr("storage.hall.EVERY", 0.05)
    monkeypatch.setattr("tabletui.hall_words.AGAIN", 0.3)
    before = text.language()
    yield
    text.set_language(before)


class Hall:
    """The laptop under test with an open tournament, a shared folder, and another laptop."""

    def __init__(self, root: Path, *, shared: bool = True) -> None:
        self.shared = root / "shared"
        self.shared.mkdir()
        self.here = folder_at(root / "here", "here")
        self.there = folder_at(root / "there", "there")
        with self.here, cup(self.here) as tournament:
            self.created: Record = tournament.created
        self.file = self.here.root / "cup.json"
        chosen = settings.Settings(hall=str(self.shared) if shared else "", language="en")
        settings.write(Files(), self.here.root, chosen)

    def sends(self, *records: Record) -> None:
        for one in records:
            write_record(Files(), self.shared, one)

    def app(self) -> TabletuiApp:
        return make_app(self.here, self.file)


async def until(pilot: Pilot[int], holds: Callable[[], object]) -> None:
    for _ in range(200):
        await pilot.pause(0.03)
        if holds():
            return
    raise AssertionError("it did not happen within six seconds")


def said(app: TabletuiApp) -> str:
    foot = app.screen.query_one(Foot)
    return "" if foot._message is None else foot._message.plain


def board(app: TabletuiApp) -> dict[Slot, str]:
    assert isinstance(app.screen, TournamentScreen)
    return {place.slot: place.status for row in app.screen._rounds for place in row.places}


SLOT = Slot("qualifying", 1, 2)


async def test_a_protocol_of_another_laptop_appears_on_the_board(tmp_path: Path) -> None:
    hall = Hall(tmp_path)
    with hall.here:
        app = hall.app()
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: isinstance(app.screen, TournamentScreen))
            assert board(app)[SLOT] != OFFICIAL
            hall.sends(record_of(game(2), hall.created))
            await until(pilot, lambda: board(app)[SLOT] == OFFICIAL)
            assert "round 1 · table 2: the protocol is here." in said(app)
            hall.sends(record_of(game(2, seed=8), hall.created, device="third"))
            await until(pilot, lambda: board(app)[SLOT] == CONFLICT)
            assert "two different protocols" in said(app)


async def test_the_standings_count_what_comes_while_they_are_shown(tmp_path: Path) -> None:
    hall = Hall(tmp_path)

    def played() -> int:
        screen = app.screen
        assert isinstance(screen, StandingsScreen)
        return -1 if screen._standings is None else sum(row.games for row in screen._standings.rows)

    with hall.here:
        app = hall.app()
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: isinstance(app.screen, TournamentScreen))
            app.screen.action_standings()  # type: ignore[attr-defined]
            await until(pilot, lambda: isinstance(app.screen, StandingsScreen))
            await until(pilot, lambda: played() == 0)
            ten = game(2)
            for player in ten["players"]:
                del player["stand_in"]
            hall.sends(record_of(ten, hall.created))
            await until(pilot, lambda: played() == 10)


async def test_what_is_recorded_here_goes_out_and_comes_back_from_nowhere_else(tmp_path: Path) -> None:
    hall = Hall(tmp_path)
    with hall.here:
        app = hall.app()
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: isinstance(app.screen, TournamentScreen))
            assert isinstance(app.screen, TournamentScreen)
            app.screen.tournament.store(game(1))
            names = {one.name + ".json" for one in app.screen.tournament.records()}
            await until(pilot, lambda: set(os.listdir(hall.shared)) == names)
    with hall.there:
        make_from(hall.there, hall.there.root / "copy.json", hall.created)
        look = SharedFolder(hall.there, hall.shared, keep_apart=lambda _: False).look()
        assert (look.came, look.trouble) == (1, None)
        with open_tournament(hall.there, hall.there.root / "copy.json", write=True, now=now) as copy:
            assert [one.slot for one in copy.official()] == [Slot("qualifying", 1, 1)]


async def test_a_folder_that_is_gone_is_said_again_until_it_is_back(tmp_path: Path) -> None:
    hall = Hall(tmp_path)
    with hall.here:
        app = hall.app()
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: isinstance(app.screen, TournamentScreen))
            await until(pilot, lambda: os.listdir(hall.shared))
            hall.shared.rename(tmp_path / "away")
            await until(pilot, lambda: "is gone" in said(app))
            foot = app.screen.query_one(Foot)
            foot.hush()
            await until(pilot, lambda: "is gone" in said(app))
            assert isinstance(app.screen, TournamentScreen)
            app.screen.tournament.store(game(1))
            (tmp_path / "away").rename(hall.shared)
            await until(pilot, lambda: "there again" in said(app))
            await until(pilot, lambda: len(os.listdir(hall.shared)) == 2)
            foot.hush()
            await pilot.pause(0.5)
            assert said(app) == ""


async def test_records_that_a_carrier_puts_into_the_data_folder_are_taken_while_the_app_runs(
    tmp_path: Path,
) -> None:
    hall = Hall(tmp_path, shared=False)
    with hall.here:
        app = hall.app()
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: isinstance(app.screen, TournamentScreen))
            write_record(Files(), hall.here.records, record_of(game(2), hall.created))
            await until(pilot, lambda: board(app)[SLOT] == OFFICIAL)


async def test_what_is_hostile_is_left_out_and_said_once(tmp_path: Path) -> None:
    hall = Hall(tmp_path)
    undecided = game(3)
    del undecided["events"][10:], undecided["sheet"]
    forged = game(2)
    forged["sheet"] = forged["sheet"] | {"winner": "draw"}
    with hall.here:
        app = hall.app()
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: isinstance(app.screen, TournamentScreen))
            (hall.shared / ("7" * 64 + ".json")).write_text("\x1b[2J[red]{")
            hall.sends(record_of(undecided, hall.created))
            await until(pilot, lambda: "left out" in said(app))
            hall.sends(record_of(forged, hall.created))
            await until(pilot, lambda: board(app)[SLOT] == OFFICIAL)
            assert isinstance(app.screen, TournamentScreen)
            (stored,) = app.screen.tournament.official()
            assert stored.protocol["sheet"] == game(2)["sheet"]
            assert stored.protocol["received_sheet"]["winner"] == "draw"
            app.screen.query_one(Foot).hush()
            await pilot.pause(0.5)
            assert said(app) == ""


async def test_without_a_shared_folder_and_a_tournament_nothing_watches(tmp_path: Path) -> None:
    folder = folder_at(tmp_path / "here", "here")
    with folder:
        app = make_app(folder, None)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            assert app._hall is None


async def test_a_share_that_does_not_answer_holds_nobody_and_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import threading

    answers = threading.Event()
    listdir = Files.listdir

    def hangs(self: Files, folder: Path) -> list[str]:
        if folder.name == "shared":
            answers.wait(20)
        return listdir(self, folder)

    hall = Hall(tmp_path)
    monkeypatch.setattr(Files, "listdir", hangs)
    monkeypatch.setattr("tabletui.hall.SILENT", 0.2)
    try:
        with hall.here:
            app = hall.app()
            async with app.run_test(size=(80, 24)) as pilot:
                await until(pilot, lambda: isinstance(app.screen, TournamentScreen))
                await until(pilot, lambda: "does not answer" in said(app))
                start = asyncio.get_running_loop().time()
                assert isinstance(app.screen, TournamentScreen)
                app.screen.tournament.store(game(1))
                assert asyncio.get_running_loop().time() - start < 2
    finally:
        answers.set()


async def test_a_judge_at_the_table_hears_of_trouble_and_not_of_other_tables(tmp_path: Path) -> None:
    hall = Hall(tmp_path)
    with hall.here:
        app = hall.app()
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: isinstance(app.screen, TournamentScreen))
            assert isinstance(app.screen, TournamentScreen)
            tournament = app.screen.tournament
            players = [Player(seat, f"P{seat:02}", f"Игрок {seat}", stand_in=True) for seat in SEATS]
            slot = {"tournament": str(hall.file), "tournament_id": tournament.id}
            slot |= {"stage": "qualifying", "round": 1, "table": 1}
            session = Session.start(
                hall.here, REGULATION, slot=slot, players=players, judge="J", now=now, tournament=tournament
            )
            app.open_table(session)
            await until(pilot, lambda: app.at_a_table)
            hall.sends(record_of(game(2), hall.created))
            await until(pilot, lambda: len(tournament.official()) == 1)
            await pilot.pause(0.2)
            assert not list(app._notifications)
            hall.shared.rename(tmp_path / "away")
            await until(pilot, lambda: any("is gone" in one.message for one in app._notifications))
            session.release()


async def test_a_mistake_of_the_watcher_is_said_and_it_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(self: SharedFolder) -> None:
        raise RuntimeError("out of order")

    hall = Hall(tmp_path)
    with hall.here, monkeypatch.context() as patch:
        patch.setattr(SharedFolder, "look", fails)
        app = hall.app()
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: "out of order" in said(app))
            patch.undo()
            monkeypatch.setattr("storage.folder.RESERVE", 4096)
            hall.sends(record_of(game(2), hall.created))
            await until(pilot, lambda: board(app)[SLOT] == OFFICIAL)


async def test_a_shared_folder_that_is_given_up_is_not_missed(tmp_path: Path) -> None:
    hall = Hall(tmp_path)
    hall.shared.rmdir()
    with hall.here:
        app = hall.app()
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: "is gone" in said(app))
            app.hall.share(None)
            app.screen.query_one(Foot).hush()
            await pilot.pause(0.8)
            assert said(app) == "" and app.hall_state == ""


async def test_a_fresh_laptop_gets_the_tournament_out_of_the_shared_folder(tmp_path: Path) -> None:
    from tabletui.launch import _fetch, _share

    hall = Hall(tmp_path)
    hall.sends(hall.created, record_of(game(2), hall.created))
    with hall.there:
        file = hall.there.root / "cup.json"
        _fetch(hall.there, file, hall.shared)
        _share(hall.there, str(hall.shared))
        app = make_app(hall.there, file)
        async with app.run_test(size=(80, 24)) as pilot:
            await until(
                pilot,
                lambda: isinstance(app.screen, TournamentScreen) and board(app)[SLOT] == OFFICIAL,
            )
    assert settings.read(hall.there.root).hall == str(hall.shared)


async def test_a_laptop_is_asked_once_whether_to_take_the_tournament_of_the_hall(tmp_path: Path) -> None:
    hall = Hall(tmp_path)
    hall.sends(hall.created, record_of(game(2), hall.created))
    hall.there.root.mkdir()
    settings.write(Files(), hall.there.root, settings.Settings(hall=str(hall.shared), language="en"))
    with hall.there:
        app = make_app(hall.there, None)
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: isinstance(app.screen, ConfirmDialog))
            await pilot.press("escape")
            await pilot.pause(0.5)
            assert not isinstance(app.screen, ConfirmDialog)
            assert not list(hall.there.root.glob("*.json"))
    with hall.there:
        app = make_app(hall.there, None)
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: isinstance(app.screen, ConfirmDialog))
            await pilot.press("enter")
            await until(
                pilot,
                lambda: isinstance(app.screen, TournamentScreen) and board(app)[SLOT] == OFFICIAL,
            )
            assert (hall.there.root / "кубок-зала.json").exists()


def test_the_choice_of_a_shared_folder_is_kept_with_the_rest(tmp_path: Path) -> None:
    chosen = dataclasses.replace(settings.Settings(), hall='/media/"stick"')
    settings.write(Files(), tmp_path, chosen)
    assert settings.read(tmp_path) == chosen
