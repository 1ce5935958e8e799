"""The language may change while a game runs: the table goes on in the other one, clock and entry kept."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from all_screens import SCENES, hall
from shell_stage import app_in, data_folder, running, settle, text
from table_stage import DEALT, NEXT, Time, begin

from tabletui import settings
from tabletui import text as words
from tabletui.widgets.rows import Rows


@pytest.fixture(autouse=True)
def russian_afterwards() -> Iterator[None]:
    yield
    words.set_language("ru")


async def test_a_running_table_is_repainted_with_its_clock_and_entry(tmp_path: Path) -> None:
    time = Time()
    with data_folder(tmp_path) as folder:
        async with app_in(folder, monotonic=time.monotonic).run_test(size=(80, 24)) as pilot:
            session = begin(folder, time, facts=(DEALT, NEXT, NEXT))
            pilot.app.open_table(session)  # type: ignore[attr-defined]
            await settle(pilot)
            await pilot.press("space")
            time.pass_(13)
            await pilot.press("f")
            await settle(pilot)
            assert "Фол: какое место? _" in text(pilot) and "идёт" in text(pilot)
            await pilot.press("f2", "right")
            await settle(pilot)
            time.pass_(4)
            assert "Русский" in text(pilot)
            await pilot.press("right", "escape")
            await settle(pilot)
            seen = text(pilot)
            assert "SPEECH" in seen and "Foul: which seat? _" in seen and "running" in seen
            assert "Фол" not in seen and pilot.app.screen.board.face == "0:43"  # type: ignore[attr-defined]
            await pilot.press("3")
            await settle(pilot)
            assert session.game.state.fouls[2] == 1 and session.clock.running
    assert settings.read(tmp_path).language == "en"


async def test_the_first_screen_and_what_is_typed_follow_too(tmp_path: Path) -> None:
    async with running(tmp_path) as pilot:
        await pilot.press("g", *"Vega")
        await pilot.press("f2", "right", "right", "escape")
        await settle(pilot)
        assert "Vega" in text(pilot), "what was typed is there"
        assert "Enter seat" in text(pilot) or "start" in text(pilot)
        await pilot.press("escape", "escape")
        await settle(pilot)
        pilot.app.pop_screen() if len(pilot.app.screen_stack) > 1 else None
        await settle(pilot)
        assert "New tournament" in text(pilot) and "Ctrl+Q leave" in text(pilot)


async def test_a_key_that_does_nothing_is_told_on_every_screen(tmp_path: Path) -> None:
    async with running(tmp_path) as pilot:
        for keys in ((), ("f2",)):
            await pilot.press(*keys, "z")
            await pilot.pause()
            assert "Клавиша z здесь ничего не делает" in text(pilot)
        assert pilot.app.screen.query_one(Rows).has_focus


WRONG = "h"
"""Means nothing in these dialogs, or is a letter of what is typed."""
ASKED = (
    "help", "actions", "preferences", "keys", "regulations", "open-file", "player", "decision-find", "cards",
    "replace", "foul-reason", "removal-reason", "leave", "note", "log", "amend", "amend-roles", "shots",
    "result", "protocol", "unreadable", "conflict", "record", "card", "rounds", "awards", "missing",
)  # fmt: skip


@pytest.mark.parametrize("name", ASKED)
async def test_a_key_that_does_nothing_ends_no_dialog_and_no_program(name: str) -> None:
    (scene,) = [scene for scene in SCENES if scene.name == name]
    place = "sample" if scene.place in ("sample", "tournament", "standings") else "empty"
    async with hall(place, "ru") as stage:
        await stage.show(scene)
        before = stage.app.screen
        await stage.pilot.press(WRONG, "ҳ")
        await stage.settle()
        assert stage.app.screen is before
        if not stage.typed()[1:]:
            told = [one.message for one in stage.app._notifications] + stage.lines()
            assert any("ничего не делает" in words or "Нет строки" in words for words in told)
