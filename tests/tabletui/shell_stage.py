"""The whole app in a folder of its own, with a clock and a draw that a test can foretell."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from itertools import count
from pathlib import Path

from textual import events
from textual.keys import _character_to_key
from textual.pilot import Pilot

from storage.files import Files
from storage.folder import Folder
from tabletui.app import TabletuiApp

TEN = ("Вега", "Норд", "Сойка", "Аргус", "Ива", "Лот", "Мираж", "Кедр", "[b]Оникс[/b]", "Рысь")
"""One of them tries to be markup."""
DEAL = ("1", "2", "3", "4", "enter")
"""The keys that type a deal: don, two mafia, sheriff."""

Running = Pilot[int]


def now() -> str:
    return "2017-08-05T20:41:07+05:00"


@contextmanager
def data_folder(root: Path) -> Iterator[Folder]:
    """A data folder whose lock is held."""
    with Folder(Files(), root) as folder:
        yield folder


def app_in(folder: Folder, **more: object) -> TabletuiApp:
    """The app with seeds 1, 2, 3 … and ids id-1, id-2, …"""
    seeds, ids = count(1), count(1)
    return TabletuiApp(
        folder,
        now=now,
        seed=lambda: next(seeds),
        new_id=lambda: f"id-{next(ids)}",
        **more,  # type: ignore[arg-type]
    )


@asynccontextmanager
async def running(root: Path, *, size: tuple[int, int] = (80, 24), **more: object) -> AsyncIterator[Running]:
    """The app on a screen of 80 columns and 24 lines."""
    with data_folder(root) as folder:
        async with app_in(folder, **more).run_test(size=size) as pilot:
            await pilot.pause()
            yield pilot


def lines(pilot: Running) -> list[str]:
    """What stands on the screen."""
    return [strip.text.rstrip() for strip in pilot.app.screen._compositor.render_strips()]


def text(pilot: Running) -> str:
    return "\n".join(lines(pilot))


async def type_text(pilot: Running, words: str) -> None:
    """Types as a fast hand does: no waiting between the keys."""
    for character in words:
        key = "enter" if character == "\n" else _character_to_key(character)
        pilot.app.post_message(events.Key(key, "\r" if character == "\n" else character))
    await pilot.pause()


async def settle(pilot: Running) -> None:
    """Until workers are done and the screen is drawn."""
    await pilot.app.workers.wait_for_complete()
    await pilot.pause()


async def seat_ten(pilot: Running, judge: str = "Судья") -> None:
    """Ten names and the judge on the seating screen of a one-off game, and the start."""
    for name in TEN:
        await type_text(pilot, name + "\n")
    pilot.app.screen.query_one("#judge").value = judge  # type: ignore[attr-defined]
    await pilot.press("f10")
    await pilot.pause()
