"""The roster of a tournament: who is entered, from where, and whether the fee is paid."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import Screen
from textual.widgets import Input, Static

from rules.regulation import Regulation
from storage.errors import StorageError
from storage.roster import PlayerEntry
from storage.tournament import Tournament
from tabletui.entry import clean
from tabletui.keys import bindings, help_lines
from tabletui.screens.once import Once
from tabletui.screens.players_dialog import PlayerDialog
from tabletui.screens.players_import import Import, doubt_words, doubts_of, import_words, planned
from tabletui.text import _, ngettext
from tabletui.widgets.form import line
from tabletui.widgets.frame import Foot, Head
from tabletui.widgets.rows import Column, Line, Rows

if TYPE_CHECKING:
    from tabletui.app import TabletuiApp
    from tabletui.course import Course

PAID, NOT_PAID = "✓", "·"


class PlayersScreen(Once, Screen[None]):
    """The list; `tournament` is open for writing and stays open.

    course, regulation: of the tournament; without them nothing is decided from here.
    """

    app: TabletuiApp
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("players", "screen")]
    DEFAULT_CSS = """
    PlayersScreen #filter { display: none; }
    PlayersScreen.finding #filter { display: block; }
    """

    def __init__(
        self, tournament: Tournament, course: Course | None = None, regulation: Regulation | None = None
    ) -> None:
        super().__init__()
        self._tournament = tournament
        self._course = course
        self._regulation = regulation
        self._players: tuple[PlayerEntry, ...] = ()
        self._shown: list[PlayerEntry] = []
        self._remark = ""

    def compose(self) -> ComposeResult:
        yield Head(_("Players"))
        yield line(id="filter", placeholder=_("type a part of a name, a club or a city"))
        columns = [
            Column("", 4, right=True),
            Column(_("player"), 0),
            Column(_("club"), 14, wide=70),
            Column(_("city"), 12, wide=90),
            Column(_("paid"), 6),
            Column(_("standing"), 17),
            Column(_("note"), 14, wide=110),
        ]
        yield Rows(columns)
        yield Static("", classes="note", markup=False)
        yield Foot("players", "screen")

    def on_mount(self) -> None:
        self._draw(0)
        self.query_one(Rows).focus()

    # -- the list ----------------------------------------------------------------------------------------

    def _draw(self, index: int | None = None) -> None:
        self._players = self._tournament.players()
        out = {} if self._course is None else self._course.standing_out()
        wanted = clean(self.query_one("#filter", Input).value).casefold()
        lines = []
        self._shown = []
        for number, entry in enumerate(self._players, 1):
            texts = (entry.name, entry.club, entry.city, entry.note)
            if wanted and not any(wanted in text.casefold() for text in texts):
                continue
            self._shown.append(entry)
            gone = out.get(entry.id)
            standing = self._standing(entry) if gone is None else gone.words
            cells = (str(number), entry.name, entry.club, entry.city, PAID if entry.paid else NOT_PAID)
            kind = "" if gone is None and (entry.paid or entry.stand_in or not self._fee) else "quiet"
            lines.append(Line((*cells, standing, entry.note), kind))
        empty = (
            _("Nobody yet: A adds a player, I imports a file.") if not wanted else _("nobody of this name")
        )
        self.query_one(Rows).show(lines or [Line((empty,), "text")], index)
        doubts = doubt_words(doubts_of(entry.name for entry in self._players))
        self._remark = f"{self._approval()}{doubts}".strip()
        self._say_counts(set(out))
        self._say_notes()

    def reload(self) -> None:
        """Looks again: another laptop's entry may have come."""
        self._draw()

    @property
    def _fee(self) -> bool:
        """Whether a player is registered only when paid."""
        return self._regulation is not None and self._regulation.tournament.entry_fee is not None

    def _standing(self, entry: PlayerEntry) -> str:
        if entry.stand_in:
            return _("stand-in")
        return _("registered") if entry.paid or not self._fee else _("applied")

    def _say_counts(self, out: set[str]) -> None:
        count = sum(not entry.stand_in for entry in self._players)
        paid = sum(entry.paid for entry in self._players)
        words = ngettext("{count} player", "{count} players", count).format(count=count)
        remark = f"{words} · " + _("paid: {count}").format(count=paid)
        if out:
            remark += " · " + _("out: {count}").format(count=len(out))
        self.query_one(Head).say(_("Players") + f" · {self._tournament.header.title}", remark)

    @on(Rows.Moved)
    def _say_notes(self) -> None:
        """Whether the list is approved, who may stand there twice, what was decided about the player."""
        lines = [self._remark, *self._decided()]
        self.query_one(".note", Static).update("\n".join(filter(None, lines)))

    def _decided(self) -> list[str]:
        """The decisions in force about the player under the cursor, in words, the latest first."""
        entry = self._entry
        if entry is None or self._course is None:
            return []
        of_player = {
            row["id"]
            for row in self._tournament.decisions()
            if row["kind"] not in ("approval", "cut")
            and entry.id in (row.get("player"), row.get("by"), *(row.get("players") or ()))
        }
        found = [one.sentence for one in self._course.decisions() if one.id in of_player]
        return found[::-1][:2]

    def _approval(self) -> str:
        """Whether the final list stands, and since when."""
        approved = None if self._course is None else self._course.approved()
        if approved is None:
            return ""
        at = next(
            (row["at"] for row in reversed(self._tournament.decisions()) if row["kind"] == "approval"), ""
        )
        words = ngettext(
            "The final list of {count} player was approved {at}.",
            "The final list of {count} players was approved {at}.",
            len(approved),
        )
        return words.format(count=len(approved), at=at[:16].replace("T", " ")) + " "

    @property
    def _entry(self) -> PlayerEntry | None:
        index = self.query_one(Rows).index
        return self._shown[index] if 0 <= index < len(self._shown) else None

    # -- the filter ----------------------------------------------------------------------------------------

    def action_find(self) -> None:
        self.add_class("finding")
        self.query_one("#filter", Input).focus()

    @on(Input.Changed, "#filter")
    def _typed(self) -> None:
        self._draw(0)

    @on(Input.Submitted, "#filter")
    def _found(self) -> None:
        self.query_one(Rows).focus()

    def on_key(self, event: events.Key) -> None:
        """The arrows lead from the field into the list."""
        if event.key in ("up", "down") and isinstance(self.focused, Input):
            event.stop()
            self.query_one(Rows).focus()

    # -- changes -------------------------------------------------------------------------------------------

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
        plan = planned(entries, self._players)
        if not plan.known and not plan.doubts:
            self._take(plan, path)
            return
        from tabletui.screens.dialogs import ConfirmDialog

        def answered(yes: bool | None) -> None:
            if yes:
                self._take(plan, path)

        detail = f"{import_words(plan)}\n{doubt_words(plan.doubts)}".strip()
        question = _("Import {file}?").format(file=path.name)
        self.app.push_screen(ConfirmDialog(question, detail), answered)

    def _take(self, plan: Import, path: Path) -> None:
        if self._put(list(plan.entries)):
            self._draw()
            count = len(plan.entries)
            words = ngettext("{count} player from {file}.", "{count} players from {file}.", count)
            self.app.say(words.format(count=count, file=path.name))

    # -- decisions -----------------------------------------------------------------------------------------

    def action_approve(self) -> None:
        """The final list before the first draw: asked once, with the counts."""
        course = self._course
        if course is None:
            return
        entered, approved = course.entered(), course.approved()
        if approved is not None and (set(approved) == set(entered) or course.seatings()):
            self.app.say(self._approval())
            return
        left_out = [e for e in self._players if not e.stand_in and e.id not in set(entered)]
        count = len(entered)
        question = ngettext(
            "Approve the final list of {count} player?", "Approve the final list of {count} players?", count
        ).format(count=count)
        detail = ""
        if left_out:
            names = ", ".join(entry.name for entry in left_out)
            detail = _("Not on it, because not paid or out: {names}.").format(names=names)
        from tabletui.screens.dialogs import ConfirmDialog

        self.app.push_screen(ConfirmDialog(question, detail), self._approve)

    def _approve(self, yes: bool | None) -> None:
        if not yes or self._course is None:
            return
        try:
            self._course.approve()
        except StorageError as error:
            self.app.refuse(error)
            return
        self._draw()
        self.app.say(self._approval())

    def action_withdraw(self) -> None:
        self._decide("withdrawal")

    def action_decide(self) -> None:
        self._decide(None)

    def _decide(self, kind: str | None) -> None:
        if self._entry is not None and self._course is not None:
            self.run_worker(self._ask(kind, self._entry.id), group="ask")

    async def _ask(self, kind: str | None, player: str) -> None:
        from tabletui.screens.decisions_ask import Asking

        if self._course is None or self._regulation is None:
            return
        asking = Asking(self.app, self._tournament, self._course, self._regulation)
        if await asking.ask(kind, player):
            self._draw()

    def action_help(self) -> None:
        from tabletui.screens.dialogs import HelpScreen

        self.app.push_screen(HelpScreen(_("Players"), help_lines("players", "list", "screen", "app")))

    def action_back(self) -> None:
        if self.has_class("finding"):
            self.remove_class("finding")
            self.query_one("#filter", Input).value = ""
            self.query_one(Rows).focus()
        else:
            self.dismiss()


def marked(name: str, stand_in: bool) -> str:
    """A name, with a word where its result is not ranked."""
    return f"{name} (" + _("stand-in") + ")" if stand_in else name
