"""The roster of a tournament: who is entered, from where, and whether the fee is paid."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen, Screen
from textual.widgets import Input, Static

from storage.errors import StorageError
from storage.roster import PlayerEntry
from storage.tournament import Tournament
from tabletui.entry import clean
from tabletui.keys import bindings, help_lines
from tabletui.screens.once import Once
from tabletui.text import _, ngettext
from tabletui.widgets.choice import Choice
from tabletui.widgets.form import Field, line
from tabletui.widgets.frame import Foot, Head
from tabletui.widgets.rows import Column, Line, Rows

if TYPE_CHECKING:
    from tabletui.app import TabletuiApp

PAID, NOT_PAID = "✓", "·"
NO, YES = "no", "yes"


class PlayersScreen(Once, Screen[None]):
    """The list; `tournament` is open for writing and stays open."""

    app: TabletuiApp
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("players", "screen")]

    def __init__(self, tournament: Tournament) -> None:
        super().__init__()
        self._tournament = tournament
        self._players: tuple[PlayerEntry, ...] = ()

    def compose(self) -> ComposeResult:
        yield Head(_("Players"))
        columns = [
            Column("", 4, right=True),
            Column(_("player"), 0),
            Column(_("club"), 14),
            Column(_("city"), 14),
            Column(_("paid"), 6),
            Column(_("note"), 14),
        ]
        yield Rows(columns)
        yield Foot("players", "screen")

    def on_mount(self) -> None:
        self._draw(0)

    def _draw(self, index: int | None = None) -> None:
        self._players = self._tournament.players()
        lines = [
            Line(
                (
                    str(number),
                    marked(entry.name, entry.stand_in),
                    entry.club,
                    entry.city,
                    PAID if entry.paid else NOT_PAID,
                    entry.note,
                )
            )
            for number, entry in enumerate(self._players, 1)
        ]
        self.query_one(Rows).show(
            lines or [Line((_("Nobody yet: A adds a player, I imports a file."),), "text")], index
        )
        count = len(self._players)
        paid = sum(entry.paid for entry in self._players)
        words = ngettext("{count} player", "{count} players", count).format(count=count)
        remark = f"{words} · " + _("paid: {count}").format(count=paid)
        self.query_one(Head).say(_("Players") + f" · {self._tournament.header.title}", remark)

    @property
    def _entry(self) -> PlayerEntry | None:
        index = self.query_one(Rows).index
        return self._players[index] if 0 <= index < len(self._players) else None

    def _put(self, entries: list[PlayerEntry]) -> bool:
        try:
            self._tournament.put_players(entries)
        except StorageError as error:
            self.app.refuse(error)
            return False
        return True

    @on(Rows.Chosen)
    def action_edit(self) -> None:
        if (entry := self._entry) is not None:
            self.app.push_screen(PlayerDialog(entry), self._edited)

    def action_add(self) -> None:
        self.app.push_screen(PlayerDialog(PlayerEntry("")), self._edited)

    def _edited(self, entry: PlayerEntry | None) -> None:
        if entry is not None and self._put([entry]):
            self._draw(None if entry.id else len(self._players))

    def action_paid(self) -> None:
        entry = self._entry
        if entry is not None and self._put([replace(entry, paid=not entry.paid)]):
            self._draw()
            self.query_one(Rows).action_cursor_down()

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
        known = {entry.name.casefold(): entry.id for entry in self._players}
        cleaned = [replace(entry, name=clean(entry.name)) for entry in entries]
        if self._put([replace(e, id=e.id or known.get(e.name.casefold(), "")) for e in cleaned]):
            self._draw()
            count = len(entries)
            words = ngettext("{count} player from {file}.", "{count} players from {file}.", count)
            self.app.say(words.format(count=count, file=path.name))

    def action_help(self) -> None:
        from tabletui.screens.dialogs import HelpScreen

        self.app.push_screen(HelpScreen(_("Players"), help_lines("players", "list", "screen", "app")))

    def action_back(self) -> None:
        self.dismiss()


class PlayerDialog(Once, ModalScreen[PlayerEntry | None]):
    """One player, to be entered or changed."""

    app: TabletuiApp
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("form", "leaf")]

    def __init__(self, entry: PlayerEntry) -> None:
        super().__init__(classes="dialog")
        self._player = entry

    def compose(self) -> ComposeResult:
        entry = self._player
        with Vertical(classes="dialog-box"):
            yield Static(
                _("Player {id}").format(id=entry.id or _("new")), classes="dialog-title", markup=False
            )
            yield Field(_("name"), line(entry.name, id="name", length=60))
            yield Field(_("club"), line(entry.club, id="club", length=60))
            yield Field(_("city"), line(entry.city, id="city", length=60))
            yield Field(_("note"), line(entry.note, id="note"))
            yield Field(_("paid"), Choice(_no_yes(), _word(entry.paid), id="paid"))
            yield Field(_("stand-in"), Choice(_no_yes(), _word(entry.stand_in), id="stand-in"))
            yield Foot("form", "leaf", before=(("Tab", _("next field")), ("←→", _("no or yes"))))

    def on_mount(self) -> None:
        self.query_one("#name", Input).focus()

    @on(Input.Submitted)
    def action_accept(self) -> None:
        name, club, city, note = (clean(self.query_one(f"#{key}", Input).value) for key in _TEXTS)
        if not name:
            self.app.say(_("A player needs a name."), "warning")
            return
        paid, stand_in = (self.query_one(f"#{key}", Choice).value == YES for key in ("paid", "stand-in"))
        self.dismiss(
            replace(self._player, name=name, club=club, city=city, note=note, paid=paid, stand_in=stand_in)
        )

    def action_back(self) -> None:
        self.dismiss(None)


def _no_yes() -> list[tuple[str, str]]:
    return [(NO, _("no")), (YES, _("yes"))]


def _word(value: bool) -> str:
    return YES if value else NO


_TEXTS = ("name", "club", "city", "note")


def marked(name: str, stand_in: bool) -> str:
    """A name, with a word where its result is not ranked."""
    return f"{name} (" + _("stand-in") + ")" if stand_in else name
