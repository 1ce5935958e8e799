"""A key that bounces: whatever it opened or answered, the judge stays at his table."""

from __future__ import annotations

from pathlib import Path

import pytest
from table_stage import DEALT, TableApp, Time, begin, open_folder
from textual import events


@pytest.mark.parametrize("enters", [2, 3])
@pytest.mark.parametrize("opening", ["e", "c", "l"])
async def test_enter_that_repeats_leaves_one_screen_only(tmp_path: Path, opening: str, enters: int) -> None:
    clock = Time()
    with open_folder(tmp_path) as folder:
        session = begin(folder, clock, facts=(DEALT,))
        app = TableApp(session)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            at_table = app.screen
            await pilot.press(opening)
            await pilot.pause()
            assert app.screen is not at_table
            await pilot.press("a", "b")
            for _ in range(enters):
                # All in one burst, as a bouncing key sends them.
                app.post_message(events.Key("enter", "\r"))
            await pilot.pause(0.3)
            while app.screen is not at_table:
                assert at_table in app.screen_stack, "thrown out of the table"
                await pilot.press("escape")
                await pilot.pause()
            assert app.is_running
