"""How little the table does: few widgets, the engine asked once a state, nothing painted for nothing."""

from __future__ import annotations

from pathlib import Path

import pytest
from table_stage import DEALT, NEXT, TableApp, Time, begin, open_folder, press

from rules.game import Game
from tabletui.widgets.lines import Lines


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def day_1(tmp_path: Path, time: Time):
    """A game in the first speech of its first day."""
    folder = open_folder(tmp_path)
    session = begin(folder, time, facts=(DEALT, NEXT, NEXT))
    yield session
    session.release()
    folder.release()


@pytest.fixture
def painted(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str | None, int, int]]:
    """Each piece of a line that is asked to be painted: its widget, its line and its cells."""
    pieces: list[tuple[str | None, int, int]] = []
    refresh = Lines.refresh

    def noted(self, *regions, **more):
        pieces.extend((self.id, region.y, region.width) for region in regions)
        return refresh(self, *regions, **more)

    monkeypatch.setattr(Lines, "refresh", noted)
    return pieces


async def test_the_table_is_made_of_few_widgets(day_1):
    app = TableApp(day_1)
    async with app.run_test(size=(80, 24)):
        assert len(app.screen.query("*")) <= 5


async def test_what_is_drawn_again_without_a_change_is_not_painted(day_1, painted):
    app = TableApp(day_1)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot)
        painted.clear()
        app.table.draw()
        assert painted == []


async def test_the_engine_is_asked_once_what_is_legal_in_each_state(day_1, monkeypatch):
    asked = []
    legal = Game.legal
    monkeypatch.setattr(Game, "legal", lambda game: asked.append(game) or legal(game))
    app = TableApp(day_1)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "f", "escape", "space", "space", "f", "3", "u")
    assert len(asked) == len({id(game) for game in asked}) == 3


async def test_a_foul_paints_its_seat_its_line_of_the_log_and_the_end_of_the_question(day_1, painted):
    app = TableApp(day_1)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "f", "3", "u", "f")
        painted.clear()
        await press(pilot, "3")
    lines = {(widget, y) for widget, y, _width in painted}
    assert ("table-seats", 3) in lines
    assert {widget for widget, _y in lines} == {"table-seats", "table-below"} and len(lines) <= 4
    assert sum(width for _widget, _y, width in painted) <= 160


async def test_the_clock_is_started_and_stopped_without_moving_another_key(day_1, painted):
    app = TableApp(day_1)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "space")
        painted.clear()
        await press(pilot, "space")
    assert {widget for widget, _y, _width in painted} == {"table-side", "table-below"}
    assert sum(width for _widget, _y, width in painted) <= 40
