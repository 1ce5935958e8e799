"""One line of text."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from tabletui.entry import clean
from tabletui.keys import bindings
from tabletui.screens.dialogs.foot import Foot, hint
from tabletui.screens.once import Once
from tabletui.text import _


class TextDialog(Once, ModalScreen[str | None]):
    """A line of text, cleaned; None when it was left. A blank line is an answer only with `blank=True`."""

    BINDINGS: ClassVar[list[BindingType]] = list(bindings("dialog"))

    def __init__(
        self, title: str, initial: str = "", placeholder: str = "", *, detail: str = "", blank: bool = False
    ) -> None:
        super().__init__(classes="dialog")
        self._title = title
        self._initial = initial
        self._placeholder = placeholder
        self._detail = detail
        self._blank = blank

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog-box"):
            yield Static(self._title, markup=False, classes="dialog-title")
            if self._detail:
                yield Static(self._detail, markup=False, classes="dialog-detail")
            yield Input(self._initial, self._placeholder, max_length=300, select_on_focus=False)
            yield Static("", markup=False, classes="dialog-message")
            yield Foot([hint("enter", _("accept"), "accept"), hint("escape", _("back"), "back")])

    def on_mount(self) -> None:
        self.query_one(Input).focus()

    @on(Input.Submitted)
    def action_accept(self) -> None:
        text = clean(self.query_one(Input).value)
        if text or self._blank:
            self.dismiss(text)
        else:
            self.query_one(".dialog-message", Static).update(_("Write something, or leave with Esc."))

    def action_back(self) -> None:
        self.dismiss(None)
