"""A list of lines in columns, with a cursor: one widget, whatever the number of lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import BindingType
from textual.geometry import Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from tabletui.keys import bindings

MARGIN = 1
"""Cells left free on either side; in the left one the cursor has its mark."""
HERE = "▸"
GAP = 2
"""Cells between two columns."""


@dataclass(frozen=True, slots=True)
class Column:
    """width: in cells; 0 takes what is left. right: figures. wide: shown from this width of the list on."""

    title: str
    width: int = 0
    right: bool = False
    wide: int = 0


@dataclass(frozen=True, slots=True)
class Line:
    """One line. kind: "" or one of Rows.KINDS; a heading and a blank line cannot be picked."""

    cells: tuple[str, ...] = ()
    kind: str = ""

    @property
    def pickable(self) -> bool:
        """Whether the cursor may stand here."""
        return self.kind not in ("heading", "text")


class Rows(ScrollView, can_focus=True):
    """Lines in columns. Posts `Chosen` for Enter or a click on a line, `Moved` when the cursor moves."""

    KINDS = ("heading", "text", "quiet", "good", "caution")
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("list")]
    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "rows--head",
        "rows--cursor",
        *(f"rows--{kind}" for kind in KINDS),
    }
    DEFAULT_CSS = """
    Rows { height: 1fr; overflow-x: hidden; scrollbar-size-vertical: 1; background: $background; }
    Rows > .rows--head { color: $muted; }
    Rows > .rows--heading { color: $accent; text-style: bold; }
    Rows > .rows--text, Rows > .rows--quiet { color: $muted; }
    Rows > .rows--good { color: $success; }
    Rows > .rows--caution { color: $warning; }
    Rows > .rows--cursor {
        background: $marked; color: $marked-text; text-style: $block-cursor-text-style;
    }
    """

    class _Line(Message):
        """Something about a line."""

        def __init__(self, rows: Rows, index: int) -> None:
            super().__init__()
            self.rows = rows
            self.index = index

        @property
        def control(self) -> Rows:
            """The list it belongs to."""
            return self.rows

    class Chosen(_Line):
        """A line was picked."""

    class Moved(_Line):
        """The cursor stands on another line."""

    class HeadChosen(_Line):
        """The title of a column was clicked; index: of the column."""

    def __init__(
        self,
        columns: Sequence[Column],
        lines: Sequence[Line] = (),
        *,
        head: bool = True,
        gap: int = GAP,
        id: str | None = None,
    ) -> None:
        super().__init__(id=id)
        self.columns = tuple(columns)
        self.lines: tuple[Line, ...] = ()
        self.index = -1
        self._head = int(head and any(column.title for column in columns))
        self._gap = gap
        self._styles: dict[str, Style] = {}
        self.show(lines)

    # -- content -----------------------------------------------------------------------------------------

    def show(self, lines: Sequence[Line], index: int | None = None) -> None:
        """Replaces the lines; the cursor goes to `index`, else it stays as near as it can."""
        self.lines = tuple(lines)
        self.virtual_size = Size(0, len(self.lines) + self._head)
        wanted = self.index if index is None else index
        self.index = self._nearest(max(wanted, 0), 1)
        self.refresh()
        if self.is_mounted:
            self._scroll_to_cursor()

    def show_columns(self, columns: Sequence[Column]) -> None:
        """Other columns; the lines must be shown anew."""
        self.columns = tuple(columns)
        self._head = int(any(column.title for column in columns))

    @property
    def line(self) -> Line | None:
        """The line under the cursor."""
        return self.lines[self.index] if 0 <= self.index < len(self.lines) else None

    def _nearest(self, index: int, way: int) -> int:
        """The pickable line from `index` on in a direction, else the nearest the other way; -1 if none."""
        if not self.lines:
            return -1
        index = min(max(index, 0), len(self.lines) - 1)
        for step in (way, -way):
            at = index
            while 0 <= at < len(self.lines):
                if self.lines[at].pickable:
                    return at
                at += step
        return -1

    # -- the cursor --------------------------------------------------------------------------------------

    def move_to(self, index: int, way: int = 1) -> None:
        """Puts the cursor on a line, or the nearest after it that can be picked."""
        found = self._nearest(index, way)
        if found == self.index or found < 0:
            # Above the first line that can be picked there may still be words to read.
            if way < 0:
                self.scroll_to(y=0, animate=False)
            return
        self.index = found
        self.refresh()
        self._scroll_to_cursor()
        self.post_message(self.Moved(self, found))

    def _scroll_to_cursor(self) -> None:
        if self.index < 0 or not self.size.height:  # nothing is laid out yet
            return
        top, room = int(self.scroll_offset.y), max(self.size.height - self._head, 1)
        first = next((i for i, line in enumerate(self.lines) if line.pickable), 0)
        if self.index < top:
            top = self.index if self.index > first else 0
        elif self.index >= top + room:
            top = self.index - room + 1
        self.scroll_to(y=top, animate=False, force=True, immediate=True)

    def action_cursor_up(self) -> None:
        self.move_to(self.index - 1, -1)

    def action_cursor_down(self) -> None:
        self.move_to(self.index + 1, 1)

    def action_page_up(self) -> None:
        self.move_to(self.index - max(self.size.height - 1 - self._head, 1), -1)

    def action_page_down(self) -> None:
        self.move_to(self.index + max(self.size.height - 1 - self._head, 1), 1)

    def action_first(self) -> None:
        self.move_to(0, 1)

    def action_last(self) -> None:
        self.move_to(len(self.lines) - 1, -1)

    def action_choose(self) -> None:
        if self.index >= 0:
            self.post_message(self.Chosen(self, self.index))

    def on_click(self, event: events.Click) -> None:
        """A click on a line picks it, as Enter does; one on a title is told."""
        if event.y < self._head:
            column = self._column_at(event.x)
            if column is not None:
                self.post_message(self.HeadChosen(self, column))
            return
        at = int(event.y + self.scroll_offset.y) - self._head
        if 0 <= at < len(self.lines) and self.lines[at].pickable:
            self.move_to(at)
            self.action_choose()

    # -- drawing -----------------------------------------------------------------------------------------

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self._styles.clear()

    def on_resize(self) -> None:
        """A smaller terminal must not hide the cursor."""
        self._scroll_to_cursor()

    def _style(self, name: str) -> Style:
        found = self._styles.get(name)
        if found is None:
            found = self.rich_style if not name else self.get_component_rich_style(f"rows--{name}")
            self._styles[name] = found
        return found

    def render_line(self, y: int) -> Strip:
        width = self.size.width
        if y < self._head:
            return self._drawn(tuple(column.title for column in self.columns), "head", width)
        at = y - self._head + int(self.scroll_offset.y)
        if not 0 <= at < len(self.lines):
            return Strip.blank(width, self.rich_style)
        line = self.lines[at]
        if line.kind in ("heading", "text"):
            text = set_cell_size(" " * MARGIN + "".join(line.cells), width)
            return Strip([Segment(text, self._style(line.kind))], width)
        here = at == self.index
        return self._drawn(line.cells, "cursor" if here else line.kind, width, HERE if here else " ")

    def _sizes(self, width: int) -> list[tuple[int, int]]:
        """The columns there is room for, by their number, with the cells each takes."""
        shown = [number for number, column in enumerate(self.columns) if column.wide <= width]
        taken = sum(self.columns[n].width for n in shown) + self._gap * (len(shown) - 1) + 2 * MARGIN
        free = [n for n in shown if not self.columns[n].width]
        each, more = divmod(max(width - taken, 0), len(free)) if free else (0, 0)
        sizes = []
        for number in shown:
            size = self.columns[number].width
            if not size:
                size = each + more
                more = 0
            sizes.append((number, size))
        return sizes

    def _column_at(self, x: int) -> int | None:
        """The column under a cell of the head; the gap before a column is its own."""
        end = MARGIN
        for number, size in self._sizes(self.size.width):
            end += size
            if x < end:
                return number
            end += self._gap
        return None

    def _drawn(self, cells: Sequence[str], kind: str, width: int, mark: str = " ") -> Strip:
        parts = [
            _fitted(cells[number] if number < len(cells) else "", size, self.columns[number].right)
            for number, size in self._sizes(width)
        ]
        text = mark + (" " * self._gap).join(parts)
        return Strip([Segment(set_cell_size(text, width), self._style(kind))], width)


def _fitted(text: str, size: int, right: bool) -> str:
    length = cell_len(text)
    if length > size:
        return set_cell_size(text, max(size - 1, 0)) + "…" * min(size, 1)
    pad = " " * (size - length)
    return pad + text if right else text + pad
