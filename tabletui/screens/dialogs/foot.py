"""The line of keys at the foot of a dialog: what can be done now, said with its keys and clickable."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from textual.content import Content
from textual.style import Style
from textual.widgets import Static

from tabletui.keys import label


class Hint(NamedTuple):
    """Keys as they are written for people, what they do, and the action that a click runs."""

    keys: str
    words: str
    action: str


def hint(keys: str, words: str, action: str) -> Hint:
    """A hint for Latin keys in Textual's names, several separated by commas."""
    return Hint(" ".join(label(key, twin=True) for key in keys.split(",")), words, action)


def hint_lines(*lines: Iterable[Hint]) -> Content:
    """Hints as text; a click on a hint runs its action on the screen it stands on."""
    return Content("\n").join(Content("   ").join(_hint(one) for one in line) for line in lines)


def _hint(one: Hint) -> Content:
    text = Content.assemble((one.keys, "bold $text-accent"), " ", one.words)
    return text.stylize(Style.from_meta({"@click": f"screen.{one.action}"}))


class Foot(Static):
    """Hints, one line of the screen for each line given. What does not fit at 80 columns is the caller's."""

    def __init__(self, *lines: Iterable[Hint], id: str | None = None) -> None:
        super().__init__(hint_lines(*lines), id=id, classes="dialog-foot")

    def say(self, *lines: Iterable[Hint]) -> None:
        """Shows other hints."""
        self.update(hint_lines(*lines))
