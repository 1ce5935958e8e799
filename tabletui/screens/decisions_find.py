"""One line out of many, found by typing a part of its words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from rules.record import record
from tabletui.entry import clean
from tabletui.keys import bindings
from tabletui.screens.once import Once
from tabletui.text import N_, _
from tabletui.widgets.frame import Foot
from tabletui.widgets.rows import Column, Line, Rows

MOST = 12
"""Lines shown at once."""


@record
class Found:
    """What may be found: the value, its words, and a remark beside them."""

    value: str
    words: str
    remark: str = ""


class FindDialog(Once, ModalScreen[str | None]):
    """The value of the line that was picked, or None."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("dialog")]

    def __init__(self, title: str, options: Sequence[Found], detail: str = "") -> None:
        super().__init__(classes="dialog")
        self._title = title
        self._detail = detail
        self._options = tuple(options)
        self._shown = self._options

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog-box"):
            yield Static(self._title, markup=False, classes="dialog-title")
            if self._detail:
                yield Static(self._detail, markup=False, classes="dialog-detail")
            yield Input(placeholder=_("type a part of a name"))
            rows = Rows([Column("", 0), Column("", 24)], head=False)
            rows.styles.height = max(min(len(self._options), MOST, self.app.size.height - 9), 1)
            yield rows
            yield Foot("dialog", before=(("↑↓", N_("choose")),))

    def on_mount(self) -> None:
        self._show("")
        self.query_one(Input).focus()

    def _show(self, part: str) -> None:
        wanted = clean(part).casefold()
        self._shown = tuple(
            sorted(
                (one for one in self._options if wanted in one.words.casefold()),
                key=lambda one: (one.words.casefold() != wanted, not one.words.casefold().startswith(wanted)),
            )
        )
        lines = [Line((one.words, one.remark)) for one in self._shown]
        self.query_one(Rows).show(lines or [Line((_("nobody of this name"),), "text")], 0)

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        self._show(event.value)

    @on(Input.Submitted)
    def action_accept(self) -> None:
        self._show(self.query_one(Input).value)  # the list lags behind fast fingers
        index = self.query_one(Rows).index
        if 0 <= index < len(self._shown):
            self.dismiss(self._shown[index].value)

    @on(Rows.Chosen)
    def _chosen(self, event: Rows.Chosen) -> None:
        if event.index < len(self._shown):
            self.dismiss(self._shown[event.index].value)

    def action_back(self) -> None:
        self.dismiss(None)

    def action_cursor_up(self) -> None:
        self.query_one(Rows).action_cursor_up()

    def action_cursor_down(self) -> None:
        self.query_one(Rows).action_cursor_down()
