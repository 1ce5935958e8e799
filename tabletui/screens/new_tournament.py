"""A new tournament: title, regulation, file and players."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import Screen
from textual.widgets import Input, Static, TextArea

from rules.regulation import WrongRegulation, load, own_files, shipped, text
from storage.errors import StorageError
from storage.roster import PlayerEntry
from tabletui.entry import clean
from tabletui.keys import bindings, help_lines
from tabletui.screens.once import Once
from tabletui.text import N_, _, language, ngettext
from tabletui.widgets.choice import Choice
from tabletui.widgets.form import Field, line
from tabletui.widgets.frame import Foot, Head

if TYPE_CHECKING:
    from tabletui.app import TabletuiApp

LEAST = 10


class NewTournamentScreen(Once, Screen[None]):
    """The form. It closes itself when the file is made, and the tournament is opened."""

    app: TabletuiApp
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("form", "new_tournament", "screen")]
    DEFAULT_CSS = """
    NewTournamentScreen TextArea { height: 1fr; margin: 0 1; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._imported: dict[str, PlayerEntry] = {}
        self._named_by_hand = False
        self._proposed: set[str] = set()  # names made from the title; their messages come later than it grows

    def compose(self) -> ComposeResult:
        options = regulation_options((self.app.regulations,))
        yield Head(_("New tournament"))
        yield Static("", classes="gap")
        yield Field(_("title"), line(id="title"))
        yield Field(_("regulation"), Choice(options, self.app.settings.regulation, id="regulation"))
        yield Field(_("file"), line(id="file", placeholder=_("made from the title")))
        yield Static("", classes="note", id="where", markup=False)
        yield Static(_("Players, one a line; F5 imports them from a CSV file."), classes="note", markup=False)
        yield TextArea(id="players", show_line_numbers=True, tab_behavior="focus")
        yield Static("", classes="note", id="count", markup=False)
        yield Foot(
            "form", "new_tournament", "screen", before=(("Tab", N_("next field")), ("←→", N_("regulation")))
        )

    def on_mount(self) -> None:
        self._count()
        self.query_one("#title", Input).focus()

    # -- while one types ---------------------------------------------------------------------------------

    @on(Input.Changed, "#title")
    def _title_typed(self, event: Input.Changed) -> None:
        self.query_one(Foot).hush()
        if not self._named_by_hand:
            name = file_name(event.value)
            self._proposed.add(name)
            self.query_one("#file", Input).value = name

    @on(Input.Changed, "#file")
    def _file_typed(self, event: Input.Changed) -> None:
        self._named_by_hand = bool(event.value) and event.value not in self._proposed
        self.query_one("#where", Static).update(str(self._path()) if event.value else "")

    @on(Input.Submitted)
    def _next_field(self) -> None:
        self.focus_next()

    @on(TextArea.Changed)
    def _count(self) -> None:
        count = len(self._names())
        words = ngettext("{count} player", "{count} players", count).format(count=count)
        if count < LEAST:
            words += " · " + _("ten are needed for a game; more can be entered later")
        self.query_one("#count", Static).update(words)

    def _names(self) -> list[str]:
        return [name for row in self.query_one(TextArea).text.splitlines() if (name := clean(row))]

    def _path(self) -> Path:
        name = clean(self.query_one("#file", Input).value)
        path = Path(name).expanduser()
        return self.app.folder.root / (path if path.suffix == ".json" else Path(f"{name}.json"))

    # -- the players from a file -------------------------------------------------------------------------

    def action_import_csv(self) -> None:
        from tabletui.screens.open_file import OpenFileScreen

        self.app.push_screen(OpenFileScreen(_("Players from a CSV file"), (".csv", ".txt")), self._import)

    def _import(self, path: Path | None) -> None:
        if path is None:
            return
        from storage.roster_csv import read_roster

        try:
            entries = read_roster(self.app.folder.files.read(path), source=path.name)
        except StorageError as error:
            self.app.refuse(error)
            return
        except OSError as error:
            self.app.say(f"{path}: {error.strerror}", "error")
            return
        names = self._names()
        for entry in entries:
            entry = replace(entry, name=clean(entry.name))
            self._imported[entry.name] = entry
            if entry.name not in names:
                names.append(entry.name)
        self.query_one(TextArea).text = "\n".join(names)

    # -- the end -----------------------------------------------------------------------------------------

    def action_accept(self) -> None:
        """Makes the file; where that cannot be, the form stays as it is."""
        from rules.regulation.content import as_json
        from storage.tournaments import create

        if not self.is_mounted:  # the key came before the form
            return
        title = clean(self.query_one("#title", Input).value)
        if not title:
            self.app.say(_("The tournament needs a title."), "warning")
            self.query_one("#title", Input).focus()
            return
        path = self._path()
        try:
            regulation = load(self.query_one(Choice).value, folders=(self.app.regulations,))
            with create(
                self.app.folder,
                path,
                tournament_id=self.app.new_id(),
                title=title,
                regulation=regulation.id,
                source=as_json(regulation),
                now=self.app.now,
            ) as tournament:
                names = dict.fromkeys(self._names())
                tournament.put_players([self._imported.get(name, PlayerEntry(name)) for name in names])
        except (StorageError, WrongRegulation) as error:
            self.app.refuse(error)
            return
        self.app.choose(replace(self.app.settings, regulation=regulation.id))
        self.dismiss()
        self.app.open_tournament(path)

    def action_help(self) -> None:
        from tabletui.screens.dialogs import HelpScreen

        self.app.push_screen(
            HelpScreen(_("New tournament"), help_lines("form", "new_tournament", "choice", "screen", "app"))
        )

    def action_back(self) -> None:
        self.dismiss()


def regulation_options(folders: tuple[Path, ...]) -> list[tuple[str, str]]:
    """Id and title of every regulation that can be chosen; files that are wrong are left out."""
    found = []
    for id in (*shipped(), *(path.stem for path in own_files(folders))):
        try:
            regulation = load(id, folders=folders)
        except WrongRegulation:
            continue
        found.append((regulation.id, text(regulation.title, language())))
    return found


def file_name(title: str) -> str:
    """A file name out of a title: letters and digits of any alphabet, dashes between."""
    kept = "".join(c.lower() if c.isalnum() else " " for c in clean(title))
    name = "-".join(kept.split())[:60]
    return f"{name}.json" if name else ""
