"""Help for the step: the keys that do something now, with words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from tabletui.keys import bindings, variants
from tabletui.screens.dialogs.foot import Foot, hint
from tabletui.screens.once import Once
from tabletui.text import _


class HelpScreen(Once, ModalScreen[None]):
    """Keys and what they do now. step: its name; actions: pairs of keys and words, as of keys.help_lines."""

    BINDINGS: ClassVar[list[BindingType]] = [
        (variants("question_mark,f1,q"), "back", ""),
        *bindings("dialog"),
    ]

    def __init__(self, step: str, actions: Iterable[tuple[str, str]]) -> None:
        super().__init__(classes="dialog")
        self._step = step
        self._actions = tuple(actions)

    def compose(self) -> ComposeResult:
        width = max((len(keys) for keys, _words in self._actions), default=0)
        lines = (
            Content.assemble((f"{keys:<{width}}", "bold $text-accent"), "  ", words)
            for keys, words in self._actions
        )
        with Vertical(classes="dialog-box"):
            yield Static(_("Keys now: {step}").format(step=self._step), markup=False, classes="dialog-title")
            with VerticalScroll(classes="dialog-list"):
                yield Static(Content("\n").join(lines), id="help-lines")
            yield Foot([hint("escape", _("back"), "back")])

    def on_mount(self) -> None:
        self.query_one(VerticalScroll).focus()

    def action_accept(self) -> None:
        self.dismiss(None)

    def action_back(self) -> None:
        self.dismiss(None)

    def action_cursor_up(self) -> None:
        self.query_one(VerticalScroll).scroll_up()

    def action_cursor_down(self) -> None:
        self.query_one(VerticalScroll).scroll_down()
