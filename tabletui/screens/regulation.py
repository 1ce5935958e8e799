"""A regulation, value by value, with what differs from its base and which readings were taken. Read only."""

from __future__ import annotations

from dataclasses import is_dataclass
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import Screen
from textual.widgets import Static

from rules.regulation import Regulation, WrongRegulation, load, text
from tabletui.keys import bindings, help_lines
from tabletui.screens.once import Once
from tabletui.text import N_, _, language
from tabletui.widgets.frame import Foot, Head
from tabletui.widgets.rows import Column, Line, Rows

if TYPE_CHECKING:
    from rules.regulation.content import Value
    from tabletui.app import TabletuiApp


VALUE = 18
"""Cells of a value that leaves room for its meaning on the same line."""


class RegulationScreen(Once, Screen[None]):
    """The list of values; the line under the cursor is told in full below it."""

    app: TabletuiApp
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("screen")]

    def __init__(self, regulation: Regulation) -> None:
        super().__init__()
        self._regulation = regulation
        self._full: list[str] = []

    def compose(self) -> ComposeResult:
        regulation = self._regulation
        yield Head(text(regulation.title, language()), text(regulation.source, language()))
        yield Rows([Column("", 1), Column("", 24), Column("", 0)], self._lines(), head=False)
        yield Static("", classes="note", markup=False)
        yield Foot("screen", before=(("↑↓", N_("choose")), ("PgUp PgDn", N_("page"))))

    def on_mount(self) -> None:
        self._tell(self.query_one(Rows).index)

    def _lines(self) -> list[Line]:
        from rules.regulation.content import values

        lines: list[Line] = []

        def add(line: Line, full: str = "") -> None:
            lines.append(line)
            self._full.append(full)

        for reading in self._readings():
            add(Line((reading,), "text"))
        differs = self._differs()
        section = ""
        for value in values(self._regulation):
            if value.key.startswith("regulation."):
                continue
            named, _dot, key = value.key.partition(".")
            if named != section:
                section = named
                add(Line((), "text"))
                add(Line((section,), "heading"))
            mark = "*" if value.key in differs else ""
            for words in _shown(value):
                note = "" if len(words) > VALUE else _(value.note)
                cell = f"{words:<{VALUE}}  {note}" if note else words
                add(Line((mark, key or section, cell)), f"{value.key} = {words} · {_(value.note)}")
        return lines

    def _readings(self) -> list[str]:
        regulation, words = self._regulation, []
        if regulation.scoring.reconstructed:
            words.append(_("The scoring is reconstructed: its scheme is not at hand."))
        if regulation.readings:
            words.append(_("Where the text can be read in two ways, the way taken:"))
            words += [f"  – {text(reading, language())}" for reading in regulation.readings]
        if regulation.base is not None:
            words += ["", _("* marks what differs from {base}").format(base=regulation.base)]
        return words

    def _differs(self) -> frozenset[str]:
        from rules.regulation.content import differing

        if self._regulation.base is None:
            return frozenset()
        try:
            base = load(self._regulation.base, folders=(self.app.regulations,))
        except WrongRegulation:
            return frozenset()
        return frozenset(differing(self._regulation, base))

    @on(Rows.Moved)
    def _moved(self, event: Rows.Moved) -> None:
        self._tell(event.index)

    def _tell(self, index: int) -> None:
        self.query_one(Static).update(self._full[index] if 0 <= index < len(self._full) else "")

    def action_help(self) -> None:
        from tabletui.screens.dialogs import HelpScreen

        self.app.push_screen(HelpScreen(_("Regulation"), help_lines("list", "screen", "app")))

    def action_back(self) -> None:
        self.dismiss()


def _shown(value: Value) -> list[str]:
    from tabletui.commands.regulation import shown

    inner = value.value
    if isinstance(inner, tuple) and inner and is_dataclass(inner[0]):
        return [shown(item) for item in inner]
    return [shown(inner)]


def open_regulations(app: TabletuiApp) -> None:
    """A list of all that are known, then the one that is picked."""
    from tabletui.screens.dialogs import PickDialog, Row
    from tabletui.screens.new_tournament import regulation_options

    options = regulation_options((app.regulations,))
    rows = [Row(id, title, str(n) if n < 10 else "", id) for n, (id, title) in enumerate(options, 1)]

    def answered(id: object) -> None:
        if isinstance(id, str):
            app.push_screen(RegulationScreen(load(id, folders=(app.regulations,))))

    app.push_screen(PickDialog(_("Regulations"), rows), answered)
