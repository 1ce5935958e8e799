"""The first and the last line of a screen: where one is, and what the keys do."""

from __future__ import annotations

from rich.cells import cell_len, set_cell_size
from textual.content import Content
from textual.style import Style
from textual.widget import Widget
from textual.widgets import Static

from tabletui.keys import label, rows
from tabletui.text import _


class Head(Widget):
    """Where one is, on the left, and a remark on the right that gives way when there is no room."""

    def __init__(self, title: str = "", remark: str = "") -> None:
        super().__init__(classes="head")
        self._title = title
        self._remark = remark

    def say(self, title: str, remark: str = "") -> None:
        """Other words."""
        if (title, remark) != (self._title, self._remark):
            self._title, self._remark = title, remark
            self.refresh()

    def render(self) -> Content:
        room = self.size.width - cell_len(self._title)
        remark = self._remark if room > 4 else ""
        if cell_len(remark) + 2 > room:
            remark = set_cell_size(remark, max(room - 3, 0)) + "…" if remark else ""
        space = " " * max(room - cell_len(remark), 0)
        return Content.assemble((self._title, "bold $foreground"), space, remark)


class Foot(Static):
    """The keys of some kinds of screen, each clickable; made from the table of keys."""

    def __init__(self, *contexts: str, before: tuple[tuple[str, str], ...] = ()) -> None:
        super().__init__(keys_line(*contexts, before=before), classes="foot")


def keys_line(*contexts: str, before: tuple[tuple[str, str], ...] = ()) -> Content:
    """Keys and what they do. before: pairs of keys and words that stand first and cannot be clicked."""
    parts = [_part(keys, words) for keys, words in before]
    for row in rows(*contexts):
        if row.foot:
            action = f"app.{row.action}" if row.context == "app" else f"screen.{row.action}"
            part = _part(label(row.keys.split(",")[0]), _(row.foot))
            parts.append(part.stylize(Style.from_meta({"@click": action})))
    return Content("   ").join(parts)


def _part(keys: str, words: str) -> Content:
    # No-break spaces: a key and its words are not torn apart when the line is too long for one.
    return Content.assemble((keys.replace(" ", "\xa0"), "$accent"), "\xa0", words.replace(" ", "\xa0"))
