"""Yardstick: a bare board, one widget drawing its rows by render_line, and Digits for a clock.

A key does to the picture what a foul does on the table screen: the mark of one seat, one line of the log and
one word of the line of keys are other than before. There is no game behind it and nothing is written.
"""

import os
from typing import ClassVar

os.environ.setdefault("TEXTUAL_FPS", "240")

from rich.segment import Segment
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Digits

MARK, LOG, KEYS = Region(28, 3, 5, 1), Region(0, 12, 36, 1), Region(20, 15, 12, 1)
"""The cells a key changes: of seat 4, of the last line of the log, of the line of keys."""


class Rows(Widget):
    DEFAULT_CSS = "Rows { height: 16; }"
    count = 0

    def render_line(self, y: int) -> Strip:
        odd = self.count % 2
        if y < 10:
            mark = "●" if odd and y == 3 else "·"
            return Strip([Segment(f" {y + 1:>2} {f'player {y + 1}':<24}{mark}····")])
        if y == 12:
            return Strip([Segment(f" 20:41:07  {f'foul: 4, number {self.count}' if odd else '':<25}")])
        if y == 15:
            return Strip([Segment(f" {'F foul':<19}{'U undo' if odd else '':<12}")])
        return Strip([Segment(" " * 36)])


class Board(App[None]):
    BINDINGS: ClassVar[list[BindingType]] = [Binding("a,b", "foul", "foul")]

    def compose(self) -> ComposeResult:
        self.rows = Rows()
        yield self.rows
        yield Digits("1:00")

    def action_foul(self) -> None:
        self.rows.count += 1
        self.rows.refresh(MARK, LOG, KEYS)


Board().run()
