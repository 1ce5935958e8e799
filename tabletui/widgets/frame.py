"""The first and the last line of a screen: where one is, and what the keys do."""

from __future__ import annotations

from collections.abc import Iterable

from rich.cells import cell_len, set_cell_size
from textual import events
from textual.content import Content
from textual.geometry import Size
from textual.style import Style
from textual.timer import Timer
from textual.widget import Widget

from tabletui.keys import label, rows, shown
from tabletui.text import _, language

SEVERITIES = {"information": "bold", "warning": "bold $warning", "error": "bold $error"}
PRESS = "press"
"""Where a piece of the line keeps its action. Not as a link: those would lose their colours."""
KEPT = 16
"""Cells of a remark at the head that do not give way."""
GAP = "   "
"""Between two keys."""


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
        width, title, remark = self.size.width, self._title, self._remark
        short = min(cell_len(remark), KEPT)
        if cell_len(title) + 2 + short > width:
            room = width - 2 - short
            # A short remark is a count and stays whole; the title can be guessed from its beginning.
            title, remark = (_cut(title, room), remark) if room >= KEPT else (title, "")
        room = width - cell_len(title)
        remark = _cut(remark, room - 2) if remark else ""
        space = " " * max(room - cell_len(remark), 0)
        return Content.assemble((title, "bold $foreground"), space, remark)


class Foot(Widget):
    """The keys of some kinds of screen, in this order, each clickable; as many lines as they need.

    before: pairs of keys and words that stand first and cannot be clicked; msgids follow the language.
    """

    DEFAULT_CSS = """
    Foot { height: auto; width: 100%; }
    """

    def __init__(self, *contexts: str, before: tuple[tuple[str, str], ...] = ()) -> None:
        super().__init__(classes="foot")
        self._message: Content | None = None
        self._timer: Timer | None = None
        self._contexts, self._before = contexts, before
        self._made: tuple[object, list[Content]] = (None, [])

    @property
    def _parts(self) -> list[Content]:
        """The keys and their words; made anew where the language or the keys are others."""
        listed = [row for context in self._contexts for row in rows(context) if row.foot]
        now = language(), tuple(map(shown, listed))
        if self._made[0] != now:
            parts = [_part(keys, _(words)) for keys, words in self._before]
            for row in listed:
                action = f"app.{row.action}" if row.context == "app" else f"screen.{row.action}"
                part = _part(label(shown(row)[0]), _(row.foot))
                parts.append(part.stylize(Style.from_meta({PRESS: action})))
            self._made = now, parts
        return self._made[1]

    def say(self, text: str, severity: str = "information") -> None:
        """A message above the keys, for some seconds: long enough to be read."""
        self._message = Content.styled(text, SEVERITIES.get(severity, ""))
        if self._timer is not None:
            self._timer.stop()
        self._timer = self.set_timer(max(5.0, len(text) / 8), self._silence)
        self.refresh(layout=True)

    def hush(self) -> None:
        """Takes the message away: what it asked for is being done."""
        if self._message is not None:
            self._silence()

    def _silence(self) -> None:
        self._message = None
        self.refresh(layout=True)

    async def on_click(self, event: events.Click) -> None:
        """A click on a key does what the key does."""
        if action := event.style.meta.get(PRESS):
            await self.run_action(action)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        width = max(width, 1)  # a terminal of one column
        lines = len(packed(self._parts, width))
        return lines if self._message is None else lines + min(self._message.get_height({}, width), 3)

    def render(self) -> Content:
        lines = [Content(GAP).join(line) for line in packed(self._parts, self.content_size.width)]
        return Content("\n").join(lines if self._message is None else [self._message, *lines])


def _cut(text: str, width: int) -> str:
    """A text in at most so many cells, with an ellipsis where it was longer."""
    if cell_len(text) <= width:
        return text
    return set_cell_size(text, max(width - 1, 0)).rstrip() + "…" if width > 0 else ""


def packed(parts: Iterable[Content], width: int) -> list[list[Content]]:
    """The parts on as few lines as can be, none torn."""
    lines: list[list[Content]] = [[]]
    taken = 0
    for part in parts:
        needed = part.cell_length + (len(GAP) if lines[-1] else 0)
        if lines[-1] and taken + needed > width:
            lines.append([])
            taken, needed = 0, part.cell_length
        lines[-1].append(part)
        taken += needed
    return lines


def _part(keys: str, words: str) -> Content:
    return Content.assemble((keys, "$accent"), " ", words)
