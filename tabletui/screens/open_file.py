"""Choosing a file: a path is typed, or picked from what lies in its folder."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import Screen
from textual.widgets import Input, Static

from tabletui.keys import bindings, help_lines
from tabletui.screens.once import Once
from tabletui.text import N_, _
from tabletui.widgets.frame import Foot, Head
from tabletui.widgets.rows import Column, Line, Rows

if TYPE_CHECKING:
    from tabletui.app import TabletuiApp

MOST = 500
"""Entries of one folder that are listed."""


class OpenFileScreen(Once, Screen[Path | None]):
    """The path of a file with one of the suffixes, or None."""

    app: TabletuiApp
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("screen"), *bindings("list")]

    def __init__(self, title: str, suffixes: tuple[str, ...], start: Path | None = None) -> None:
        super().__init__()
        self._heading = title
        self._suffixes = suffixes
        self._folder = start or Path.cwd()
        self._shown: list[Path] = []
        self._listed: tuple[Path, list[tuple[str, bool]]] | None = None

    def compose(self) -> ComposeResult:
        yield Head(self._heading)
        yield Static("", classes="gap")
        yield Input(f"{self._folder}/", select_on_focus=False)
        yield Static("", classes="note", markup=False)
        yield Rows([Column("", 0), Column("", 12)], head=False)
        yield Foot("screen", before=(("↑↓", N_("choose")), ("Enter", N_("open"))))

    def on_mount(self) -> None:
        self.query_one(Input).focus()

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        typed = Path(event.value).expanduser()
        folder, part = (typed, "") if event.value.endswith(("/", "\\")) else (typed.parent, typed.name)
        entries = self._entries(folder)
        wanted = part.casefold()
        self._shown = [folder / name for name, _is_folder in entries if wanted in name.casefold()]
        lines = [
            Line((name, _("folder") if is_folder else ""))
            for name, is_folder in entries
            if wanted in name.casefold()
        ]
        up = folder.parent
        if up != folder and not part:
            self._shown.insert(0, up)
            lines.insert(0, Line(("..", _("folder"))))
        self.query_one(Rows).show(lines, min(1, len(lines) - 1) if not part and up != folder else 0)
        note = (
            ""
            if lines
            else _("Nothing here that could be opened ({suffixes}).").format(
                suffixes=", ".join(self._suffixes)
            )
        )
        self.query_one(".note", Static).update(note)

    def _entries(self, folder: Path) -> list[tuple[str, bool]]:
        """Names in a folder that matter, folders first; hidden ones are left out."""
        if self._listed is not None and self._listed[0] == folder:
            return self._listed[1]
        files = self.app.folder.files
        try:
            names = [name for name in files.listdir(folder) if not name.startswith(".")]
        except (OSError, ValueError):
            names = []
        found = [(name, (folder / name).is_dir()) for name in sorted(names, key=str.casefold)[:MOST]]
        kept = [one for one in found if one[1] or one[0].casefold().endswith(self._suffixes)]
        kept.sort(key=lambda one: not one[1])
        self._listed = folder, kept
        return kept

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        typed = Path(event.value).expanduser()
        if typed.is_file():
            self.dismiss(typed.absolute())
        else:
            self._take(self.query_one(Rows).index)

    @on(Rows.Chosen)
    def _chosen(self, event: Rows.Chosen) -> None:
        self._take(event.index)

    def _take(self, index: int) -> None:
        if not 0 <= index < len(self._shown):
            return
        path = self._shown[index]
        if path.is_dir():
            field = self.query_one(Input)
            field.value = f"{path}/" if str(path) != path.anchor else str(path)
            field.cursor_position = len(field.value)
            field.focus()
        else:
            self.dismiss(path.absolute())

    def action_cursor_up(self) -> None:
        self.query_one(Rows).action_cursor_up()

    def action_cursor_down(self) -> None:
        self.query_one(Rows).action_cursor_down()

    def action_page_up(self) -> None:
        self.query_one(Rows).action_page_up()

    def action_page_down(self) -> None:
        self.query_one(Rows).action_page_down()

    def action_help(self) -> None:
        from tabletui.screens.dialogs import HelpScreen

        self.app.push_screen(HelpScreen(self._heading, help_lines("list", "screen", "app")))

    def action_back(self) -> None:
        self.dismiss(None)
