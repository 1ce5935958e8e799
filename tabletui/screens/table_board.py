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

LARGE = (100, 32)
"""Cells from which the clock is drawn large."""


class Board:
    """Ten seats, the step with its clock, the log, what the judge says, what he can do.

    widgets: all of them, in the order of the grid. face: what the clock shows, empty where the step has none.
    """

    def __init__(self) -> None:
        self.large = False
        self.face = ""
        self._title: list[Row] = []
        self._clock: list[Row] = []
        self._panel: list[Row] = []
        self.head = Lines(id="table-head")
        self.seats = Lines(id="table-seats")
        self.side = Lines(id="table-side")
        self.log_tail = Lines(id="table-log")
        self.script = Lines(id="table-script")
        self.line = Lines(id="table-line")
        self.foot = Lines(id="table-foot")
        self.widgets = (
            self.head,
            self.seats,
            self.side,
            self.log_tail,
            self.script,
            self.line,
            self.foot,
        )

    def fit(self, size: Size) -> None:
        """Takes the size of the screen: whether there is room for the big clock."""
        self.large = size.width >= LARGE[0] and size.height >= LARGE[1]

    def show(self, view: View, items: Sequence[table_foot.Item], help_key: str) -> None:
        """Shows the game as it is, the clock apart; only lines that differ are painted."""
        self.head.show(table_view.head(view))
        self.seats.show(table_view.seats(view))
        self._title, self._panel = table_panel.title(view), table_panel.panel(view)
        self._show_side()
        self.log_tail.show(table_view.log_tail(view, max(self.log_tail.size.height, 1)))
        self.script.show(table_view.script(view, max(self.script.size.height, 2)))
        self.foot.show(table_foot.foot(items, help_key, view.width))

    def show_clock(self, clock: Clock | None, now: float, warning: int) -> None:
        """Shows the clock and nothing else."""
        self.face = "" if clock is None else face(clock.whole(now))
        self._clock = table_panel.clock_rows(clock, now, warning, large=self.large)
        self._show_side()

    def _show_side(self) -> None:
        self.side.show([*self._title, *self._clock, *self._panel])

    def show_line(self, said: str, waiting: Sequence[Row]) -> None:
        """Shows why a key did nothing, or else what an action waits for."""
        self.line.show([row(Span(" ! " + said, "warn"))] if said else waiting)
