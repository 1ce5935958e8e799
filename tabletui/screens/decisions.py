"""What was decided outside the games: every decision in words with its time; undone ones stay, and say so."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.screen import Screen
from textual.widgets import Static

from rules.record import record
from rules.regulation import Regulation
from storage.errors import StorageError
from storage.tournament import Tournament
from tabletui.board import slot_title
from tabletui.correcting import changes, corrections
from tabletui.keys import bindings, help_lines
from tabletui.screens.decisions_ask import Asking
from tabletui.screens.once import Once
from tabletui.text import _, ngettext
from tabletui.widgets.frame import Foot, Head
from tabletui.widgets.rows import Column, Line, Rows

if TYPE_CHECKING:
    from tabletui.app import TabletuiApp
    from tabletui.course import Course

CORRECTION = "correction"


@record
class Entry:
    """A line of the list. id: of the decision, empty for a correction. undone: by which decision."""

    id: str
    at: str
    sentence: str
    undone: str | None = None
    more: tuple[str, ...] = ()


class DecisionsScreen(Once, Screen[None]):
    """`tournament` is open for writing and stays open."""

    app: TabletuiApp
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("decisions", "screen")]
    DEFAULT_CSS = """
    DecisionsScreen #detail { height: 6; padding: 0 1; color: $muted; scrollbar-size-vertical: 1; }
    DecisionsScreen #detail Static { height: auto; width: 100%; }
    """

    def __init__(self, tournament: Tournament, regulation: Regulation, course: Course) -> None:
        super().__init__()
        self.tournament = tournament
        self.course = course
        self._regulation = regulation
        self._entries: list[Entry] = []

    def compose(self) -> ComposeResult:
        yield Head(_("Decisions"))
        columns = [Column(_("when"), 11), Column(_("what was decided"), 0), Column("", 9)]
        yield Rows(columns)
        with VerticalScroll(id="detail", can_focus=False):
            yield Static("", id="words", markup=False)
        yield Foot("decisions", "screen")

    def on_mount(self) -> None:
        self._draw(last=True)
        self.query_one(Rows).focus()

    def reload(self) -> None:
        """Looks again: another laptop's decision may have come."""
        self._draw()

    def _draw(self, *, last: bool = False) -> None:
        try:
            self._entries = self._found()
        except StorageError as error:
            self.app.refuse(error)
        lines = [
            Line(
                (one.at[5:16].replace("T", " "), one.sentence, _("undone") if one.undone else ""),
                "quiet" if one.undone else "",
            )
            for one in self._entries
        ]
        nothing = Line((_("Nothing was decided yet: N enters a decision."),), "text")
        self.query_one(Rows).show(lines or [nothing], len(lines) - 1 if last else None)
        count = len(self._entries)
        undone = sum(one.undone is not None for one in self._entries)
        words = ngettext("{count} decision", "{count} decisions", count).format(count=count)
        if undone:
            words += " · " + _("undone: {count}").format(count=undone)
        self.query_one(Head).say(_("Decisions") + f" · {self.tournament.header.title}", words)
        self._say()

    def _found(self) -> list[Entry]:
        found = [Entry(one.id, one.at, one.sentence, one.undone_by) for one in self.course.decisions()]
        protocols = self.tournament.protocols()
        by_hash = {one.hash: one.protocol for one in protocols}
        for new, old, reason in corrections(protocols):
            sentence = _("Protocol of {game} corrected: {reason}").format(
                game=slot_title(self._regulation, new.slot), reason=reason or "–"
            )
            more = changes(by_hash[old], new.protocol, self._regulation) if old in by_hash else []
            found.append(Entry("", new.at, sentence, None, tuple(more)))
        return sorted(found, key=lambda one: one.at)

    @property
    def _entry(self) -> Entry | None:
        index = self.query_one(Rows).index
        return self._entries[index] if 0 <= index < len(self._entries) else None

    @on(Rows.Moved)
    def _say(self) -> None:
        """The whole sentence of the line, and what a correction changed."""
        entry = self._entry
        lines: list[str] = []
        if entry is not None:
            lines = [f"{entry.at[:16].replace('T', ' ')}  {entry.sentence}", *entry.more]
            by = next((one for one in self._entries if one.id and one.id == entry.undone), None)
            if by is not None:
                lines.append(
                    _("Undone {at}: {sentence}").format(at=by.at[:16].replace("T", " "), sentence=by.sentence)
                )
        self.query_one("#words", Static).update("\n".join(lines))
        self.query_one("#detail").scroll_home(animate=False)

    @property
    def _asking(self) -> Asking:
        return Asking(self.app, self.tournament, self.course, self._regulation)

    def action_new(self) -> None:
        self.run_worker(self._ask(), group="ask")

    async def _ask(self) -> None:
        if await self._asking.ask():
            self._draw(last=True)

    def action_undo(self) -> None:
        entry = self._entry
        if entry is None:
            return
        if not entry.id:
            self.app.say(_("A correction is not undone: correct the protocol once more."), "warning")
        elif entry.undone:
            self.app.say(_("This decision is undone already."), "warning")
        else:
            self.run_worker(self._undo(entry), group="ask")

    async def _undo(self, entry: Entry) -> None:
        if await self._asking.undo(entry.id, entry.sentence):
            self._draw(last=True)

    def action_help(self) -> None:
        from tabletui.screens.dialogs import HelpScreen

        self.app.push_screen(HelpScreen(_("Decisions"), help_lines("decisions", "list", "screen", "app")))

    def action_back(self) -> None:
        self.dismiss()
