"""What the app loads and when: only what stands on the screen, in a process of its own each time."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from shell_stage import data_folder, now

from tabletui.sample import make_sample

ROOT = Path(__file__).parents[2]

STAGES = """
import asyncio, json, sys
from pathlib import Path
from tabletui import cli, launch
from storage.files import Files
from storage.folder import Folder

early = sorted(sys.modules)

async def main():
    from textual.css.stylesheet import Stylesheet
    parses, parse = [], Stylesheet.reparse
    Stylesheet.reparse = lambda sheet: (parses.append(sheet), parse(sheet))
    with Folder(Files(), Path(sys.argv[1])) as folder:
        app = launch.make_app(folder, None)
        async with app.run_test(size=(80, 24)) as pilot:
            await app.workers.wait_for_complete()
            await pilot.pause()
            seen = {"early": early, "start": sorted(sys.modules), "parses": len(parses)}
            if "table" in sys.argv:
                await pilot.press("enter")
                await pilot.pause()
                seen |= {"table": sorted(sys.modules), "screen": type(app.screen).__name__}
    print(json.dumps(seen), file=sys.__stdout__)

asyncio.run(main())
"""

SLOW = {f"textual.widgets._{name}" for name in ("data_table", "markdown", "tabbed_content", "text_area")}
"""Widgets that are slow to load; Textual itself loads some others at once."""


def stages(*words: object) -> dict[str, Any]:
    done = subprocess.run(
        [sys.executable, "-c", STAGES, *map(str, words)],
        capture_output=True, text=True, encoding="utf-8", cwd=ROOT, timeout=60, check=True,
    )  # fmt: skip
    seen: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return seen


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The app in a folder with nothing in it."""
    return stages(tmp_path_factory.mktemp("empty"))


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The app beside a tournament and a running game, into which Enter leads."""
    root = tmp_path_factory.mktemp("running")
    with data_folder(root) as folder:
        make_sample(folder, now=now)
    return stages(root, "table")


def of(modules: list[str], package: str) -> set[str]:
    return {name for name in modules if name == package or name.startswith(f"{package}.")}


def screens(modules: list[str]) -> set[str]:
    return {name.removeprefix("tabletui.screens.") for name in of(modules, "tabletui.screens")} - {
        "tabletui.screens"
    }


def test_until_the_app_is_made_nothing_of_the_screen_is_loaded(empty: dict[str, Any]) -> None:
    assert "tabletui.launch" in empty["early"]
    assert not of(empty["early"], "textual") and not of(empty["early"], "rich")


def test_a_start_without_options_makes_no_parser(empty: dict[str, Any]) -> None:
    assert "argparse" not in empty["start"]


def test_an_empty_folder_needs_no_rules_and_no_database(empty: dict[str, Any]) -> None:
    assert "textual.app" in empty["start"]
    assert not of(empty["start"], "rules.game") and not of(empty["start"], "rules.regulation")
    assert not of(empty["start"], "tinydb")


@pytest.mark.parametrize("folder", ["empty", "running"])
def test_the_first_screen_loads_no_other_screen_and_no_slow_widget(
    folder: str, request: pytest.FixtureRequest
) -> None:
    modules = request.getfixturevalue(folder)["start"]
    assert screens(modules) <= {"start", "going_on", "once"}
    assert not SLOW & set(modules)


def test_a_tournament_is_looked_at_without_the_database(running: dict[str, Any]) -> None:
    assert "storage.reading" in running["start"]
    assert not of(running["start"], "tinydb")


def test_the_theme_is_put_on_before_the_style_sheets_are_read(running: dict[str, Any]) -> None:
    assert running["parses"] == 0


def test_the_table_loads_no_dialog_and_nothing_that_closes_a_game(running: dict[str, Any]) -> None:
    assert running["screen"] == "TableScreen"
    loaded = screens(running["table"])
    assert "table" in loaded and not {name for name in loaded if name.startswith("dialogs")}
    assert all(name.startswith("table") for name in loaded - {"start", "going_on", "once"})
    assert not SLOW & set(running["table"])
    assert not of(running["table"], "tinydb") and not of(running["table"], "rules.protocol")
