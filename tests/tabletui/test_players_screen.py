"""The roster on the screen: the filter, an import that notices who may be there twice."""

from __future__ import annotations

from pathlib import Path

import pytest
from shell_stage import data_folder, lines, now, running, text, type_text

from storage.roster import PlayerEntry
from storage.tournaments import create, open_tournament
from tabletui.screens.dialogs import ConfirmDialog
from tabletui.screens.players import PlayersScreen
from tabletui.screens.players_import import doubts_of, planned


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "t.json"
    with data_folder(tmp_path) as folder:
        made = create(
            folder, path, tournament_id="t", title="T", regulation="white-nights-2015", source=None, now=now
        )
        with made:
            made.put_players([PlayerEntry("Вега", club="Парус"), PlayerEntry("Ёлка", city="Актау")])
    return path


def test_names_that_look_alike_are_doubts_and_numbered_ones_are_not() -> None:
    assert doubts_of(["Вега", "Bега"]) == (("Вега", "Bега"),)  # a Latin B
    assert doubts_of(["Сойка-2", "Сойка 2"]) == (("Сойка-2", "Сойка 2"),)
    assert doubts_of(["Альбатрос", "Альбатосс", "Альбатро"]) != ()
    assert doubts_of(["игрок 1", "игрок 2", "Кот", "Лот", "Ива"]) == ()


def test_who_is_known_by_name_keeps_his_id_whatever_the_spelling() -> None:
    plan = planned([PlayerEntry("елка"), PlayerEntry("Новый")], [PlayerEntry("Ёлка", id="P07")])
    assert [entry.id for entry in plan.entries] == ["P07", ""]
    assert (plan.fresh, plan.known, plan.doubts) == (1, 1, ())


async def test_the_list_is_filtered_as_one_types_and_whole_again_with_escape(file: Path) -> None:
    async with running(file.parent, file=file) as pilot:
        await pilot.press("p", "а")
        await pilot.pause()
        await type_text(pilot, "пар")
        assert "Вега" in text(pilot) and "Ёлка" not in text(pilot)
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(pilot.app.screen, PlayersScreen)
        assert "Вега" in text(pilot) and "Ёлка" in text(pilot)


async def test_an_import_asks_before_somebody_stands_there_twice(file: Path) -> None:
    async with running(file.parent, file=file) as pilot:
        await pilot.press("p")
        await pilot.pause()
        screen = pilot.app.screen
        assert isinstance(screen, PlayersScreen)
        (file.parent / "new.csv").write_text("имя,оплачено\nВега,да\nBега,да\nНорд,нет\n", "utf-8")
        screen._import(file.parent / "new.csv")
        await pilot.pause()
        assert isinstance(pilot.app.screen, ConfirmDialog)
        assert "2 новых игрока, 1 уже в списке" in text(pilot) and "Вега / Bега" in text(pilot)
        await pilot.press("escape")
        await pilot.pause()
        assert "2 игрока" in lines(pilot)[0]
        screen._import(file.parent / "new.csv")
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        assert "4 игрока" in lines(pilot)[0] and "оплатили: 2" in lines(pilot)[0]
    with data_folder(file.parent) as folder, open_tournament(folder, file) as tournament:
        assert [(entry.id, entry.paid) for entry in tournament.players() if entry.name == "Вега"] == [
            ("P01", True)
        ]
