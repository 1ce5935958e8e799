"""The picture of the table: which widget shows which lines. It draws what it is given and asks nobody."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import Digits

from tabletui.clock import Clock, face
from tabletui.screens import table_foot, table_panel, table_view
from tabletui.screens.table_view import View
from tabletui.widgets.big_clock import big
from tabletui.widgets.lines import Lines, Row, Span, row

LARGE = (100, 32)
"""Cells from which the clock is drawn large."""


class Board(Vertical):
    """Ten seats, the step with its clock, the log, what the judge says, what he can do."""

    def __init__(self) -> None:
        super().__init__(id="table-board")
        self.head = Lines(id="table-head")
        self.seats = Lines(id="table-seats")
        self.title = Lines(id="table-title")
        self.digits = Digits(id="table-digits")
        self.big_digits = Lines(id="table-big-digits")
        self.clock_words = Lines(id="table-clock-state")
        self.clock_box = Horizontal(self.digits, self.big_digits, self.clock_words, id="table-clock")
        self.panel = Lines(id="table-panel")
        self.log_tail = Lines(id="table-log")
        self.script = Lines(id="table-script")
        self.line = Lines(id="table-line")
        self.foot = Lines(id="table-foot")

    def compose(self) -> ComposeResult:
        yield self.head
        yield Horizontal(
            self.seats, Vertical(self.title, self.clock_box, self.panel, id="table-side"), id="table-main"
        )
        yield from (self.log_tail, self.script, self.line, self.foot)

    @property
    def large(self) -> bool:
        """Whether there is room for the big clock."""
        return self.size.width >= LARGE[0] and self.size.height >= LARGE[1]

    def on_resize(self) -> None:
        self.set_class(self.large, "large")

    def show(self, view: View, items: Sequence[table_foot.Item], help_key: str) -> None:
        """Shows the game as it is, the clock apart; only lines that differ are painted."""
        if self.seats.styles.width is None or self.seats.styles.width.value != view.left_width:
            self.seats.styles.width = view.left_width
        self.head.show(table_view.head(view))
        self.seats.show(table_view.seats(view))
        self.title.show(table_panel.title(view))
        self.panel.show(table_panel.panel(view))
        self.log_tail.show(table_view.log_tail(view, max(self.log_tail.size.height, 1)))
        self.script.show(table_view.script(view, max(self.script.size.height, 2)))
        self.foot.show(table_foot.foot(items, help_key, view.width))

    def show_clock(self, clock: Clock | None, now: float, warning: int) -> None:
        """Shows the clock and nothing else."""
        self.clock_box.display = clock is not None
        if clock is None:
            return
        words, kind = table_panel.clock_words(clock, now, warning)
        shown = face(clock.whole(now))
        if shown != self.digits.value:
            self.digits.update(shown)
        phase = table_panel.clock_phase(clock, now, warning)
        if not self.digits.has_class(f"clock-{phase}"):
            self.digits.set_classes(f"clock-{phase}")
        if self.large:
            self.big_digits.show([row(Span(line, kind)) for line in big(shown)])
        self.clock_words.show([row()] * (2 if self.large else 1) + [row("  ", Span(words, kind))])

    def show_line(self, said: str, waiting: Sequence[Row]) -> None:
        """Shows why a key did nothing, or else what an action waits for."""
        self.line.show([row(Span(" ! " + said, "warn"))] if said else waiting)
