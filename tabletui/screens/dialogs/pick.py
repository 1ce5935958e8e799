"""One line out of several: by its digit, with the arrows, or with the mouse."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from tabletui.keys import bindings, label
from tabletui.screens.dialogs.foot import Foot, hint
from tabletui.screens.once import Once
from tabletui.text import _


@dataclass(frozen=True, slots=True)
class Row:
    """A line that can be picked.

    key: a digit, "n" (nobody, without) or "e" (own words), or none. shown: what stands in the key's place
    instead of it, such as the number of seat 10 for the key 0.
    """

    value: object
    words: str
    key: str = ""
    remark: str = ""
    shown: str = ""

    @property
    def label(self) -> str:
        """What stands before the line."""
        return self.shown or (label(self.key, twin=True) if self.key else "")


def row_content(keys: str, words: str, remark: str = "") -> Content:
    """A line with its key before it and a remark behind; no colours, so that a marked line stays legible."""
    parts: list[tuple[str, str] | str] = [(f"{keys:>3}", "bold"), "  ", words]
    if remark:
        parts += ["  ", (remark, "italic")]
    return Content.assemble(*parts)


class PickDialog(Once, ModalScreen[object]):
    """A title and lines; the value of the line that was picked, or `cancelled`."""

    BINDINGS: ClassVar[list[BindingType]] = list(bindings("pick", "dialog"))

    def __init__(
        self,
        title: str,
        rows: Sequence[Row],
        *,
        detail: str = "",
        preselected: object = None,
        cancelled: object = None,
    ) -> None:
        super().__init__(classes="dialog")
        self._title = title
        self._rows = tuple(rows)
        self._detail = detail
        self._preselected = preselected
        self._cancelled = cancelled

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog-box"):
            yield Static(self._title, markup=False, classes="dialog-title")
            if self._detail:
                yield Static(self._detail, markup=False, classes="dialog-detail")
            yield OptionList(
                *(Option(row_content(row.label, row.words, row.remark)) for row in self._rows),
                classes="dialog-list",
            )
            yield Static("", markup=False, classes="dialog-message")
            yield Foot([hint("enter", _("accept"), "accept"), hint("escape", _("back"), "back")])

    def on_mount(self) -> None:
        rows = self.query_one(OptionList)
        values = [row.value for row in self._rows]
        known = self._preselected is not None and self._preselected in values
        rows.highlighted = values.index(self._preselected) if known else 0
        rows.focus()

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        self.picked(self._rows[event.option_index])

    def picked(self, row: Row) -> None:
        """What becomes of a line that was picked: its value is the answer."""
        self.dismiss(row.value)

    def _by_key(self, key: str) -> None:
        found = next((row for row in self._rows if row.key == key), None)
        if found is None:
            text = _("There is no line with the key {key} here.").format(key=label(key, twin=True))
            self.query_one(".dialog-message", Static).update(text)
        else:
            self.picked(found)

    def action_digit(self, digit: int) -> None:
        self._by_key(str(digit))

    def action_none(self) -> None:
        self._by_key("n")

    def action_own_words(self) -> None:
        self._by_key("e")

    def action_accept(self) -> None:
        self.query_one(OptionList).action_select()

    def action_cursor_up(self) -> None:
        self.query_one(OptionList).action_cursor_up()

    def action_cursor_down(self) -> None:
        self.query_one(OptionList).action_cursor_down()

    def action_back(self) -> None:
        self.dismiss(self._cancelled)
