"""A bare app that puts one screen up and keeps its answer, and what can be read on it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from textual.app import App
from textual.pilot import Pilot
from textual.screen import Screen

from tabletui import themes

OPEN = object()
"""The answer while the screen has given none."""


class Stage(App[None]):
    """Shows the screen that `make` makes at 80 columns and 24 lines."""

    CSS = themes.style_sheet()

    def __init__(self, make: Callable[[], Screen[Any]], theme: str = "dark") -> None:
        super().__init__()
        worn = themes.load(theme, Path("no-such-folder")).theme
        self.register_theme(worn)
        self.theme = worn.name
        self.make = make
        self.answer: object = OPEN

    def on_mount(self) -> None:
        self.push_screen(self.make(), self._answered)

    def _answered(self, answer: object) -> None:
        self.answer = answer


def lines(app: App[None]) -> list[str]:
    """What stands on the screen, line by line."""
    return ["".join(segment.text for segment in strip) for strip in app.screen._compositor.render_strips()]


def seen(app: App[None]) -> str:
    """What stands on the screen."""
    return "\n".join(lines(app))


async def click(pilot: Pilot[None], words: str) -> None:
    """Clicks where these words stand on the screen."""
    await pilot.pause()
    for y, line in enumerate(lines(pilot.app)):
        if words in line:
            await pilot.click(offset=(line.index(words), y))
            await pilot.pause()
            return
    raise AssertionError(f"{words!r} is not on the screen:\n{seen(pilot.app)}")


async def answer(make: Callable[[], Screen[Any]], *keys: str) -> object:
    """What a screen answers to these keys; OPEN when it is still open."""
    app = Stage(make)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press(*keys)
        await pilot.pause()
        return app.answer
