"""The board of a tournament: a line a round, a sign a table, and a cursor on one of them."""

from __future__ import annotations

from collections.abc import Sequence
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

from tabletui.board import MARKS, Place, Round
from tabletui.keys import bindings

CELL = 5
MARGIN = 2
LEAST = 12
"""Cells that the name of a round keeps when the tables need the room."""


class RoundsBoard(ScrollView, can_focus=True):
    """Posts `Chosen` for Enter or a click on a table, `Moved` when the cursor moves."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("board")]
    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "board--head", "board--name", "board--free", "board--missing", "board--running", "board--official",
        "board--conflict", "board--cursor",
    }  # fmt: skip
    DEFAULT_CSS = """
    RoundsBoard { height: 1fr; overflow-x: hidden; scrollbar-size-vertical: 1; background: $background; }
    RoundsBoard > .board--head, RoundsBoard > .board--free { color: $muted; }
    RoundsBoard > .board--missing { color: $warning; }
    RoundsBoard > .board--running { color: $accent; text-style: bold; }
    RoundsBoard > .board--official { color: $success; }
    RoundsBoard > .board--conflict { color: $error; text-style: bold; }
    RoundsBoard > .board--cursor { background: $marked; color: $marked-text; }
    """

    class _Place(Message):
        """Something about a table of a round."""

        def __init__(self, place: Place) -> None:
            super().__init__()
            self.place = place

    class Chosen(_Place):
        """A table of a round was picked."""

    class Moved(_Place):
        """The cursor stands on another table."""

    def __init__(self, table_word: str, id: str | None = None) -> None:
        super().__init__(id=id)
        self._rounds: tuple[Round, ...] = ()
        self._word = table_word
        self._at = (0, 0)
        self._first = 0  # the table that stands first, from 0, where not all have room
        self._styles: dict[str, Style] = {}

    def show(self, rounds: Sequence[Round], place: Place | None = None) -> None:
        """Other rounds; the cursor goes to the place, else it stays where it was."""
        self._rounds = tuple(rounds)
        self.virtual_size = Size(0, len(self._rounds) + 1)
        if place is not None:
            for row, one in enumerate(self._rounds):
                for column, other in enumerate(one.places):
                    if other.slot == place.slot:
                        self._at = (row, column)
        self._put(*self._at)

    @property
    def place(self) -> Place | None:
        """The table under the cursor."""
        row, column = self._at
        return self._rounds[row].places[column] if row < len(self._rounds) else None

    def _put(self, row: int, column: int) -> None:
        if not self._rounds:
            return
        row = min(max(row, 0), len(self._rounds) - 1)
        column = min(max(column, 0), len(self._rounds[row].places) - 1)
        self._at = (row, column)
        self._first = self._first_shown()
        top, room = int(self.scroll_offset.y), max(self.size.height - 1, 1)
        if row < top or row >= top + room:
            self.scroll_to(y=row if row < top else row - room + 1, animate=False, force=True, immediate=True)
        self.refresh()
        if self.is_mounted and (place := self.place) is not None:
            self.post_message(self.Moved(place))

    # -- what has room -------------------------------------------------------------------------------------

    @property
    def _width(self) -> int:
        """Cells beside the scroll bar."""
        return self.scrollable_content_region.width

    @property
    def _most(self) -> int:
        """Tables of the round that has most."""
        return max((len(one.places) for one in self._rounds), default=0)

    @property
    def _widths(self) -> tuple[int, int]:
        """Cells of the names and of the times: the tables take what the names can do without."""
        names = max((cell_len(one.title) for one in self._rounds), default=0) + 2
        times = max((cell_len(one.time) for one in self._rounds), default=0)
        times += 2 if times else 0
        left = self._width - MARGIN - times - CELL * self._most - 1
        return max(min(names, left), min(names, LEAST)), times

    @property
    def _room(self) -> int:
        """Tables that can be shown side by side."""
        return max((self._width - MARGIN - sum(self._widths) - 1) // CELL, 1)  # one for a further sign

    def _first_shown(self) -> int:
        column, room = self._at[1], self._room
        first = min(max(self._first, column - room + 1), column)
        return max(min(first, self._most - room), 0)

    def on_resize(self) -> None:
        """A smaller terminal must not hide the cursor."""
        self._put(*self._at)

    def action_move(self, rows: int, columns: int) -> None:
        self._put(self._at[0] + rows, self._at[1] + columns)

    def action_choose(self) -> None:
        if (place := self.place) is not None:
            self.post_message(self.Chosen(place))

    def on_click(self, event: events.Click) -> None:
        """A click picks, as Enter does."""
        row = int(event.y + self.scroll_offset.y) - 1
        column = (int(event.x) - MARGIN - sum(self._widths)) // CELL
        column = column + self._first if column >= 0 else -1
        if event.y >= 1 and 0 <= row < len(self._rounds) and 0 <= column < len(self._rounds[row].places):
            self._put(row, column)
            self.action_choose()

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self._styles.clear()

    def _style(self, name: str) -> Style:
        found = self._styles.get(name)
        if found is None:
            found = self._styles[name] = self.get_component_rich_style(f"board--{name}")
        return found

    def render_line(self, y: int) -> Strip:
        width = self.size.width
        names, times = self._widths
        first, last = self._first, self._first + self._room
        if y == 0:
            shown = range(first + 1, min(last, self._most) + 1)
            numbers = "".join(f"{number:^{CELL}}" for number in shown)
            before = "‹" if first else " "
            after = "›" if last < self._most else ""
            text = " " * MARGIN + set_cell_size(self._word, names + times - 1) + before + numbers + after
            return Strip([Segment(set_cell_size(text, width), self._style("head"))], width)
        row = y - 1 + int(self.scroll_offset.y)
        if row >= len(self._rounds):
            return Strip.blank(width, self.rich_style)
        one = self._rounds[row]
        segments = [
            Segment(" " * MARGIN + _fitted(one.title, names), self._style("name")),
            Segment(set_cell_size(one.time, times), self._style("head")),
        ]
        for column, place in enumerate(one.places[first:last], first):
            here = (row, column) == self._at
            mark = f"[{MARKS[place.status]}]" if here else MARKS[place.status]
            segments.append(Segment(f"{mark:^{CELL}}", self._style("cursor" if here else place.status)))
        return Strip(segments).extend_cell_length(width, self.rich_style).crop(0, width)


def _fitted(title: str, size: int) -> str:
    """A title in so many cells, the last of them free; the end of a long one is what tells rounds apart."""
    if cell_len(title) < size:
        return set_cell_size(title, size)
    keep = size - 2
    return "…" + set_cell_size(title[len(title) - keep :], keep) + " "
