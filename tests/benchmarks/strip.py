"""Yardstick: a bare board, one widget drawing ten rows by render_line, and Digits for a clock."""

import os

os.environ.setdefault("TEXTUAL_FPS", "240")

from rich.segment import Segment
from textual import events
from textual.app import App, ComposeResult
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Digits


class Rows(Widget):
    DEFAULT_CSS = "Rows { height: 10; }"
    count = 0

    def render_line(self, y: int) -> Strip:
        return Strip([Segment(f" {y + 1:>2} player {self.count if y == 3 else 0:<30}")])


class Board(App[None]):
    def compose(self) -> ComposeResult:
        self.rows = Rows()
        self.clock = Digits("0:60")
        yield self.rows
        yield self.clock

    def on_mount(self) -> None:
        self.left = 60
        self.set_interval(1, self.tick)

    def tick(self) -> None:
        self.left -= 1
        self.clock.update(f"0:{self.left:02}")

    def on_key(self, event: events.Key) -> None:
        from textual.geometry import Region

        self.rows.count += 1
        self.rows.refresh(Region(0, 3, 80, 1))


Board().run()
