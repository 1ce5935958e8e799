"""Lines of text drawn straight by line, repainted only where they changed, and clickable.

A line is a tuple of spans. A span has a kind, which is dressed in the colours of the theme, and an action
that a click on it asks for.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

KINDS = {
    "": "",
    "strong": "bold",
    "dim": "$muted",
    "here": "bold $marked-text on $marked",
    "gone": "$muted",
    "warn": "bold $caution",
    "alarm": "bold $alarm",
    "key": "bold $text-accent",
    "title": "bold $text-accent",
    "typed": "bold reverse",
    "rule": "$rule",
}
"""The dress of each kind. Not by component classes: Textual would style every kind in every widget anew
whenever anything about a widget changes."""


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of a line. kind: one of KINDS. press: the action that a click asks for, or empty."""

    text: str
    kind: str = ""
    press: str = ""


Row = tuple[Span, ...]


def row(*parts: str | Span) -> Row:
    """A line of spans and plain texts."""
    return tuple(Span(part) if isinstance(part, str) else part for part in parts)


def plain(rows: Iterable[Row]) -> str:
    """The text of lines, without their dress."""
    return "\n".join("".join(span.text for span in line) for line in rows)


def fit(text: str, width: int) -> str:
    """A text in exactly so many cells: padded, or cut with an ellipsis."""
    if cell_len(text) <= width:
        return set_cell_size(text, width)
    return set_cell_size(text, max(width - 1, 0)) + "…" if width > 0 else ""


def wrap(text: str, width: int) -> list[str]:
    """A text in lines of so many cells, broken at spaces; a word that is too long is cut."""
    lines: list[str] = []
    current = ""
    for word in text.split(" "):
        longer = f"{current} {word}" if current else word
        if cell_len(longer) <= width:
            current = longer
            continue
        if current:
            lines.append(current)
        current = word if cell_len(word) <= width else fit(word, width)
    return [*lines, current]


class Lines(Widget):
    """Shows lines from the top; more than fit are cut."""

    DEFAULT_CSS = "Lines { height: 1; width: 1fr; }"

    class Pressed(Message):
        """A span with an action was clicked."""

        def __init__(self, action: str) -> None:
            super().__init__()
            self.action = action

    def __init__(self, rows: Sequence[Row] = (), *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._rows: tuple[Row, ...] = tuple(rows)
        self._styles: dict[str, Style] = {}

    @property
    def rows(self) -> tuple[Row, ...]:
        """What is shown."""
        return self._rows

    def show(self, rows: Sequence[Row]) -> None:
        """Shows other lines; only those that differ are repainted."""
        before, self._rows = self._rows, tuple(rows)
        if before == self._rows:
            return
        width, height = self.size
        changed = []
        for y in range(min(max(len(before), len(self._rows)), height)):
            was, now = _at(before, y), _at(self._rows, y)
            if was != now:
                start, end = differing(was, now, width)
                changed.append(Region(start, y, max(end - start, 1), 1))
        if changed:
            self.refresh(*changed)

    def notify_style_update(self) -> None:
        """The theme changed: dress anew."""
        super().notify_style_update()
        self._styles.clear()

    def _style(self, kind: str) -> Style:
        found = self._styles.get(kind)
        if found is None:
            dress = self.app.stylesheet.parse_style(KINDS[kind])
            found = self._styles[kind] = (self.visual_style + dress).rich_style
        return found

    def render_line(self, y: int) -> Strip:
        """One line of the widget."""
        width, spans = self.size.width, _at(self._rows, y)
        rest = Span(" " * (width - sum(cell_len(span.text) for span in spans)))
        # Neighbours of one dress are one segment: each segment costs a terminal forty bytes.
        alike = groupby((span for span in (*spans, rest) if span.text), key=lambda span: span.kind)
        strip = Strip(
            [Segment("".join(span.text for span in group), self._style(kind)) for kind, group in alike]
        )
        return strip.crop(0, width)

    def on_click(self, event: events.Click) -> None:
        """Tells which action was clicked, where there is one."""
        spot = event.get_content_offset(self)
        if spot is None:
            return
        start = 0
        for span in _at(self._rows, spot.y):
            start += cell_len(span.text)
            if spot.x < start:
                if span.press:
                    event.stop()
                    self.post_message(self.Pressed(span.press))
                return


def differing(was: Row, now: Row, width: int) -> tuple[int, int]:
    """From which cell to which two lines differ; a slow terminal is sent nothing else."""
    equal = 0
    while equal < min(len(was), len(now)) and was[equal] == now[equal]:
        equal += 1
    left = sum(cell_len(span.text) for span in was[:equal])
    if left >= width:
        return 0, 0
    # Letter by letter only where the spans differ: it takes its time.
    room = width - left
    old, new = _cells(was[equal:], room), _cells(now[equal:], room)
    start = next((i for i, (one, other) in enumerate(zip(old, new, strict=True)) if one != other), 0)
    same = next((i for i, one in enumerate(reversed(new)) if one != old[-1 - i]), room)
    return left + start, width - same


_width = cache(cell_len)
"""Of one letter."""


def _cells(line: Row, width: int) -> list[tuple[str, str]]:
    """What stands in each cell; a wide letter has its second cell empty, a mark goes with its letter."""
    cells: list[tuple[str, str]] = []
    for span in line:
        for char in span.text:
            wide = _width(char)
            if wide:
                cells += [(char, span.kind), ("", span.kind)][:wide]
            elif cells:
                cells[-1] = (cells[-1][0] + char, cells[-1][1])
    return cells[:width] + [(" ", "")] * (width - len(cells))


def _at(rows: tuple[Row, ...], y: int) -> Row:
    return rows[y] if 0 <= y < len(rows) else ()
