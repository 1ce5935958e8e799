"""A table with a clock that stands until it is told, a real journal in a real folder, and its screen."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

from textual.app import App
from textual.pilot import Pilot

from rules.game import Event, events
from rules.regulation import Regulation, load
from rules.sheet import Player
from storage.files import Files
from storage.folder import Folder
from storage.tournaments import open_one_off
from tabletui import themes
from tabletui.screens.table import TableScreen
from tabletui.table import Session
from tabletui.widgets.lines import plain

AKTAU = load("aktau-2017")
NAMES = ("Вега", "Норд", "Сойка", "Аргус", "Ива", "Лот", "Пион", "[b]x[/b]", "Гамма", "Шторм")
PLAYERS = tuple(Player(seat, f"P{seat:02}", name) for seat, name in enumerate(NAMES, 1))
CIVILIAN, SHERIFF, MAFIA, DON = "civilian", "sheriff", "mafia", "don"
DEAL = (CIVILIAN, MAFIA, CIVILIAN, SHERIFF, CIVILIAN, CIVILIAN, DON, CIVILIAN, MAFIA, CIVILIAN)
"""Don 7, mafia 2 and 9, sheriff 4."""
DEALT = events.Roles(DEAL)
NEXT = events.Next()
DEAL_KEYS = ("7", "2", "9", "4", "enter")
TO_DAY_1 = (*DEAL_KEYS, "enter", "enter")


class Time:
    """Wall time and a monotonic clock that only `pass_` moves; `sleep` moves the wall alone."""

    def __init__(self) -> None:
        self.moment = 1000.0
        self.wall = datetime(2017, 8, 5, 20, 41, 7, tzinfo=timezone(timedelta(hours=5)))

    def now(self) -> str:
        return self.wall.isoformat(timespec="seconds")

    def monotonic(self) -> float:
        return self.moment

    def pass_(self, seconds: float) -> None:
        self.moment += seconds
        self.wall += timedelta(seconds=seconds)

    def sleep(self, seconds: float) -> None:
        self.wall += timedelta(seconds=seconds)


def open_folder(path: Path, files: Files | None = None) -> Folder:
    """A data folder with its lock held."""
    folder = Folder(files or Files(), path)
    folder.acquire()
    return folder


def begin(
    folder: Folder, time: Time, *, regulation: Regulation = AKTAU, facts: Iterable[Event] = ()
) -> Session:
    """A game at the deal, or after these facts."""
    tournament = open_one_off(folder, new_id=lambda: "one-off-id", now=time.now)
    session = Session.start(
        folder,
        regulation,
        slot={
            "tournament": str(tournament.path),
            "tournament_id": tournament.header.id,
            "stage": "one-off",
            "round": 1,
            "table": 1,
        },
        players=PLAYERS,
        judge="Судья Тестовый",
        title="Кубок · полуфинал · тур 2 · стол 3",
        now=time.now,
        monotonic=time.monotonic,
        tournament=tournament,
    )
    for fact in facts:
        session.apply(fact)
    return session


class TableApp(App[str]):
    """Shows the table of a session."""

    CSS = themes.style_sheet()
    ENABLE_COMMAND_PALETTE = False

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.bells = 0
        self.answer: str | None = None

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return dict.fromkeys(themes.VARIABLES, "#808080")

    def on_mount(self) -> None:
        loaded = themes.load("dark", Path("."))
        self.register_theme(loaded.theme)
        self.theme = loaded.theme.name
        self.table = TableScreen(self.session)
        self.push_screen(self.table, self._answered)

    def _answered(self, answer: str | None) -> None:
        self.answer = answer

    def bell(self) -> None:
        self.bells += 1


def text(app: TableApp) -> str:
    """Everything the table screen says, line by line, the clock's digits included."""
    board = app.table.board
    lines = [plain(widget.rows) for widget in board.widgets]
    return "\n".join([*lines, board.face])


def line(app: TableApp) -> str:
    """The line that says why a key did nothing, or what an action waits for."""
    return plain(app.table.board.line).strip()


async def press(pilot: Pilot[Any], *keys: str) -> None:
    """Presses keys and lets everything settle."""
    await pilot.press(*keys)
    await pilot.pause()
