"""Lines of a form: words on the left, a field of one line on the right."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widget import Widget
from textual.widgets import Input, Static


class Field(Horizontal):
    """A label and its field."""

    DEFAULT_CSS = """
    Field { height: 1; width: 100%; }
    Field > .label { width: 13; padding: 0 1; color: $muted; }
    Field > :last-child { width: 1fr; }
    """

    def __init__(self, words: str, field: Widget) -> None:
        super().__init__()
        self._words = words
        self.field = field

    def compose(self) -> ComposeResult:
        yield Static(self._words, classes="label", markup=False)
        yield self.field


def line(value: str = "", *, id: str, placeholder: str = "", length: int = 200) -> Input:
    """A field for one line of text."""
    return Input(value, id=id, placeholder=placeholder, max_length=length, select_on_focus=False)
