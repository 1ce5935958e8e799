"""Yes or no, asked where an answer cannot be taken back in the room."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Static

from tabletui.keys import bindings, variants
from tabletui.screens.dialogs.foot import Foot, Hint
from tabletui.screens.once import Once
from tabletui.text import _, language


class ConfirmDialog(Once, ModalScreen[bool]):
    """A question with the names in it; True for yes. Escape is no."""

    # Y and the Russian Н share a key, and Н begins the Russian "no": it answers nothing. The Russian "yes"
    # begins with Д, which is the key L.
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y,Y," + variants("l"), "accept", show=False),
        *bindings("confirm", "dialog"),
    ]

    def __init__(self, question: str, detail: str = "") -> None:
        super().__init__(classes="dialog")
        self._question = question
        self._detail = detail

    def compose(self) -> ComposeResult:
        russian = language() != "en"
        # Each letter shown begins its word; the Russian "no" has none, because its first letter is the key Y.
        with Vertical(classes="dialog-box"):
            yield Static(self._question, markup=False, classes="dialog-title")
            if self._detail:
                yield Static(self._detail, markup=False, classes="dialog-detail")
            yield Foot(
                [
                    Hint("Enter Д" if russian else "Enter Y", _("yes"), "accept"),
                    Hint("Esc" if russian else "Esc N", _("no"), "back"),
                ]
            )

    def action_accept(self) -> None:
        self.dismiss(True)

    def action_no(self) -> None:
        self.dismiss(False)

    def action_back(self) -> None:
        self.dismiss(False)
