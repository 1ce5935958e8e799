"""The board of a tournament: what runs, what is stored, what is missing, what is in conflict."""

from __future__ import annotations

from pathlib import Path

import pytest
from shell_stage import data_folder, lines, now, running, settle, text, type_text

from rules.regulation import load
from storage.folder import Folder
from storage.slots import Slot
from storage.tournaments import create, open_tournament
from tabletui import board
from tabletui.results import regulation_of
from tabletui.sample import make_sample
from tabletui.screens.players import PlayersScreen
from tabletui.screens.record import RecordScreen
from tabletui.screens.regulation import RegulationScreen
from tabletui.screens.seating import SeatingScreen
from tabletui.screens.table import TableScreen
from tabletui.unfinished import waiting


@pytest.fixture
def sample(tmp_path: Path) -> Path:
    with data_folder(tmp_path) as folder:
        return make_sample(folder, now=now)


def rounds_of(folder: Folder, path: Path) -> tuple[board.Round, ...]:
    with open_tournament(folder, path) as tournament:
        return board.board(tournament, regulation_of(tournament), waiting(folder))


def test_the_board_knows_stored_running_and_free_tables(sample: Path) -> None:
    with data_folder(sample.parent) as folder:
        rounds = rounds_of(folder, sample)
    marks = ["".join(board.MARKS[place.status] for place in one.places) for one in rounds]
    assert marks[:4] == ["✓✓✓✓✓✓", "✓✓✓✓✓✓", "✓✓✓·▸·", "······"]
    assert board.counts(rounds) == (15, 58)
    following = board.next_free(rounds)
    assert following is not None and following.slot == Slot("qualifying", 3, 4)


def test_a_free_table_of_an_earlier_round_is_missing_and_two_protocols_are_a_conflict(sample: Path) -> None:
    with data_folder(sample.parent) as folder:
        with open_tournament(folder, sample, write=True, now=now) as tournament:
            one = tournament.find(Slot("qualifying", 1, 2))[0].protocol
            tournament.store({**one, "judge": "Другой"})
            later = tournament.find(Slot("qualifying", 2, 1))[0].protocol
            tournament.store({**later, "round": 4})
        rounds = rounds_of(folder, sample)
    status = {place.slot: place.status for one in rounds for place in one.places}
    assert status[Slot("qualifying", 1, 2)] == board.CONFLICT
    assert status[Slot("qualifying", 3, 4)] == board.MISSING
    assert status[Slot("qualifying", 4, 2)] == board.FREE


async def test_a_stored_protocol_opens_to_be_read(sample: Path) -> None:
    async with running(sample.parent, file=sample) as pilot:
        await pilot.press("up", "up", "left", "enter")
        await pilot.pause()
        assert isinstance(pilot.app.screen, RecordScreen)
        assert "отбор · тур 1 · стол 4" in lines(pilot)[0] and "Судья 4" in lines(pilot)[0]
        assert "Победа" in text(pilot) and "очки" in text(pilot)
        await pilot.press("escape")
        await pilot.pause()
        assert "тур 1 · стол 4: записан" in text(pilot)


async def test_the_running_game_opens_once_however_often_one_presses(sample: Path) -> None:
    async with running(sample.parent, file=sample) as pilot:
        await type_text(pilot, "\n\n")
        await pilot.pause()
        assert sum(isinstance(screen, TableScreen) for screen in pilot.app.screen_stack) == 1


async def test_a_free_table_is_seated_with_those_who_do_not_play_elsewhere(sample: Path) -> None:
    async with running(sample.parent, file=sample) as pilot:
        await pilot.press("n")
        await pilot.pause()
        screen = pilot.app.screen
        assert isinstance(screen, SeatingScreen)
        assert "стол 4" in lines(pilot)[0]
        assert len(screen.seats.busy) == 40
        await pilot.press("f5")
        await pilot.pause()
        busy = {id for id, _where in screen.seats.busy}
        assert screen.seats.full and not {one.id for one in screen.seats.at if one} & busy
        await type_text(pilot, "Никто\n")
        assert "нет в списке" in text(pilot)
        await pilot.press("f6")
        await pilot.pause()
        assert "Никто (подсадной)" in text(pilot)
        screen.query_one("#judge").value = "Судья"  # type: ignore[attr-defined]
        await pilot.press("f10")
        await pilot.pause()
        table = pilot.app.screen
        assert isinstance(table, TableScreen)
        assert [p.name for p in table.session.players if p.stand_in] == ["Никто"]


async def test_the_tournament_leads_to_players_and_regulation(sample: Path) -> None:
    async with running(sample.parent, file=sample) as pilot:
        await pilot.press("з")
        await pilot.pause()
        assert isinstance(pilot.app.screen, PlayersScreen)
        await pilot.press("escape", "к")
        await pilot.pause()
        assert isinstance(pilot.app.screen, RegulationScreen)
        assert "каждое удаление стоит 1 балл" in text(pilot)


async def test_players_are_added_changed_and_marked_as_paid(tmp_path: Path) -> None:
    path = tmp_path / "t.json"
    with data_folder(tmp_path) as folder:
        made = create(
            folder, path, tournament_id="t", title="T", regulation="fiim-base", source=None, now=now
        )
        made.close()
    async with running(tmp_path, file=path) as pilot:
        await pilot.press("p", "a")
        await pilot.pause()
        await type_text(pilot, "Вега\n")
        await pilot.press("p")
        await pilot.pause()
        await pilot.press("e")
        await pilot.pause()
        pilot.app.screen.query_one("#city").value = "Актау"  # type: ignore[attr-defined]
        await pilot.press("f10")
        await pilot.pause()
        assert "оплатили: 1" in lines(pilot)[0]
        await pilot.press("a")
        await pilot.pause()
        await type_text(pilot, "вега\n")
        assert "twice" in text(pilot) or "дважды" in text(pilot)
    with data_folder(tmp_path) as folder, open_tournament(folder, path) as tournament:
        only = tournament.players()[0]
        assert (only.name, only.city, only.paid) == ("Вега", "Актау", True)
        assert len(tournament.players()) == 1


async def test_every_value_of_a_regulation_is_shown(tmp_path: Path) -> None:
    from rules.regulation.content import values

    regulation = load("white-nights-2015")
    async with running(tmp_path) as pilot:
        pilot.app.push_screen(RegulationScreen(regulation))
        await settle(pilot)
        screen = pilot.app.screen
        assert isinstance(screen, RegulationScreen)
        told = "\n".join(screen._full)
        for value in values(regulation):
            if not value.key.startswith("regulation."):
                assert f"{value.key} = " in told
        assert "Подсчёт очков восстановлен" in text(pilot)
