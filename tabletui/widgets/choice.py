"""One choice out of a few, on one line: the arrows turn it, a click takes the next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.binding import BindingType
from textual.content import Content
from textual.message import Message
from textual.widget import Widget

from tabletui.keys import bindings


class Choice(Widget, can_focus=True):
    """options: pairs of a value and its words; there must be one at least."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("choice")]
    DEFAULT_CSS = """
    Choice { height: 1; padding: 0 1; background: $panel; text-wrap: nowrap; text-overflow: ellipsis; }
    Choice:focus {
        background: $marked; color: $marked-text; text-style: $block-cursor-text-style;
    }
    """

    class Turned(Message):
        """Another option is chosen."""

        def __init__(self, choice: Choice) -> None:
            super().__init__()
            self.choice = choice

        @property
        def control(self) -> Choice:
            """The choice that was turned."""
            return self.choice

    def __init__(self, options: Sequence[tuple[str, str]], value: str = "", *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._options = tuple(options)
        values = [one for one, _words in self._options]
        self._at = values.index(value) if value in values else 0

    @property
    def value(self) -> str:
        """The value that is chosen."""
        return self._options[self._at][0]

    def render(self) -> Content:
        words = self._options[self._at][1]
        return Content(f"‹ {words} ›  {self._at + 1}/{len(self._options)}")

    def action_turn(self, way: int) -> None:
        self._at = (self._at + way) % len(self._options)
        self.refresh()
        self.post_message(self.Turned(self))

    def on_click(self) -> None:
        """A click takes the next."""
        self.action_turn(1)
