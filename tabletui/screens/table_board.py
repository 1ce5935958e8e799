"""The picture of the table: which widget shows which lines. It draws what it is given and asks nobody.

The widgets are few, because whatever is painted makes each of them draw what it has in between.
"""

from __future__ import annotations

from collections.abc import Sequence

from textual.geometry import Size

from tabletui.clock import Clock, face
from tabletui.screens import table_foot, table_panel, table_view
from tabletui.screens.table_view import View
from tabletui.widgets.lines import Lines, Row, Span, row

LARGE = (100, 30)
"""Cells from which the clock is drawn large."""
MAIN, MAIN_LARGE = 11, 15
"""Lines of the seats and the panel beside them, as in the style sheet."""
SCRIPT, FOOT = 2, 2
"""Lines of what the judge says and of the keys."""


class Board:
    """Ten seats, the step with its clock, the log, what the judge says, what he can do.

    widgets: all of them, in the order of the grid. apart: whether the figures of the clock stand apart.
    face: what the clock shows, empty where the step has none. What is shown is on the screen after `paint`.
    """

    def __init__(self) -> None:
        self.large = self.apart = False
        self.face = ""
        self.line: Sequence[Row] = ()
        self.foot: Sequence[Row] = ()
        self._width, self._height = 80, 24
        self._title: Sequence[Row] = ()
        self._clock: Sequence[Row] = ()
        self._panel: Sequence[Row] = ()
        self._log: Sequence[Row] = ()
        self._script: Sequence[Row] = ()
        self.head = Lines(id="table-head")
        self.seats = Lines(id="table-seats")
        self.side = Lines(id="table-side")
        self.below = Lines(id="table-below")
        self.widgets = (self.head, self.seats, self.side, self.below)

    def fit(self, size: Size) -> None:
        """Takes the size of the screen: how long the log is, and whether the clock is large."""
        self._width, self._height = size
        self.large = size.width >= LARGE[0] and size.height >= LARGE[1]

    @property
    def log_height(self) -> int:
        """Lines of the log: what the others leave."""
        above = 1 + (MAIN_LARGE if self.large else MAIN)
        return max(self._height - above - (1 + 1 + SCRIPT + 1 + FOOT), 0)

    def show(self, view: View, items: Sequence[table_foot.Item], help_key: str) -> None:
        """The game as it is, the clock apart."""
        self.head.show(table_view.head(view))
        self.seats.show(table_view.seats(view))
        self._title, self._panel = table_panel.title(view), table_panel.panel(view)
        self._log = table_view.log_tail(view, max(self.log_height, 1))
        self._script = table_view.script(view, SCRIPT)
        self.foot = table_foot.foot(items, help_key, view.width, FOOT)

    def show_clock(self, clock: Clock | None, now: float, warning: int) -> None:
        """The clock and nothing else."""
        self.face = "" if clock is None else face(clock.whole(now))
        self._clock = table_panel.clock_rows(clock, now, warning, large=self.large, apart=self.apart)

    def show_line(self, said: str, waiting: Sequence[Row]) -> None:
        """Why a key did nothing, or else what an action waits for."""
        self.line = [row(Span(" ! " + said, "warn"))] if said else waiting

    def paint(self) -> None:
        """Puts on the screen what differs."""
        self.side.show([*self._title, *self._clock, *self._panel])
        rule = row(Span("─" * self._width, "rule"))
        log = [rule, *_exactly(self._log, self.log_height)] if self.log_height else []
        script, line = _exactly(self._script, SCRIPT), _exactly(self.line, 1)
        self.below.show([*log, rule, *script, *line, *self.foot])


def _exactly(rows: Sequence[Row], height: int) -> list[Row]:
    return [*rows, *[row()] * (height - len(rows))][:height]
