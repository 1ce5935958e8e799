"""A running game whose record is damaged: looked at as far as it is good, then gone on with or put aside."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.screen import Screen
from textual.widgets import Static

from rules.game.events import Next
from storage.errors import StorageError
from storage.journal import NEWER
from storage.journal_lines import CORRUPT
from tabletui.cli import sentence
from tabletui.facts import fact_lines
from tabletui.keys import bindings
from tabletui.screens.once import Once
from tabletui.table_header import free_path
from tabletui.text import N_, _
from tabletui.unfinished import Waiting, names_of, step_line, told_so_far
from tabletui.widgets.frame import Foot, Head

if TYPE_CHECKING:
    from tabletui.app import TabletuiApp


class UnreadableScreen(Once, Screen[None]):
    """The log of the game up to the damage; nothing is written before the judge has said so.

    resume: opens the table of the game whose journal is at a path.
    """

    app: TabletuiApp
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("unreadable", "leaf")]
    DEFAULT_CSS = """
    UnreadableScreen VerticalScroll { height: 1fr; padding: 0 0 0 1; scrollbar-size-vertical: 1; }
    UnreadableScreen VerticalScroll > Static { height: auto; margin-bottom: 1; }
    """

    def __init__(self, game: Waiting, resume: Callable[[Waiting], None]) -> None:
        super().__init__()
        self._game = game
        self._resume = resume
        self._story, self._taken = told_so_far(game.running)
        self._secrets = False

    def compose(self) -> ComposeResult:
        yield Head(self._game.title, _("only to be read"))
        with VerticalScroll():
            yield Static(self._what_is_wrong(), markup=False)
            yield Static(self._where(), markup=False)
            yield Static(self._log(), markup=False, id="log")
        yield Foot("unreadable", "leaf", before=(("↑↓", N_("scroll")),))

    def on_mount(self) -> None:
        self.query_one(VerticalScroll).focus()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """A record that breaks the rules cannot be gone on with, and one of a newer version is good there."""
        if action == "go_on":
            return self._game.running.condition == CORRUPT and self._story is not None and self._whole
        if action == "take_off":
            return self._game.running.condition != NEWER
        return True

    @property
    def _whole(self) -> bool:
        return self._taken == len(self._game.running.records)

    # -- what is shown -----------------------------------------------------------------------------------

    def _what_is_wrong(self) -> str:
        running = self._game.running
        if running.condition == CORRUPT and running.header:
            text = _("The record of this game is damaged after entry {last}; what came later cannot be read.")
            return text.format(last=len(running.records))
        if running.condition == CORRUPT:
            return _("The record of this game is damaged from its beginning; nothing of it can be read.")
        return self._game.step

    def _where(self) -> str:
        if self._story is None:
            return ""
        where = step_line(self._story.history.game.step)
        return _("As far as it is good, the game stands here: {where}.").format(where=where)

    def _log(self) -> str:
        if self._story is None:
            return ""
        game = self._story.history.game
        facts = fact_lines(game.events, names_of(self._game.running), game.regulation, secrets=self._secrets)
        told = zip(game.events, self._story.times, facts, strict=True)
        return "\n".join(
            f"{at[11:19]:8}  {fact}".strip() for event, at, fact in told if not isinstance(event, Next)
        )

    def action_roles(self) -> None:
        self._secrets = not self._secrets
        self.query_one("#log", Static).update(self._log())

    # -- what can be done --------------------------------------------------------------------------------

    def action_go_on(self) -> None:
        from tabletui.screens.dialogs import ConfirmDialog

        question = _("Go on with the game from entry {last}?").format(last=self._taken)
        detail = _(
            "What is good becomes a new record. Ask at the table what happened since and enter it again;"
            " the damaged file is kept in {folder}."
        ).format(folder=self.app.folder.archive)
        self.app.push_screen(ConfirmDialog(question, detail), self._going_on)

    def _going_on(self, yes: bool | None) -> None:
        if not yes:
            return
        from storage.finishing import abandon
        from storage.journal import salvage

        folder, running = self.app.folder, self._game.running
        slot = running.header.get("slot")
        fresh = free_path(folder, slot if isinstance(slot, dict) else {}, self.app.now())
        try:
            salvage(folder.files, running.path, fresh, make_room=folder.make_room).close()
            # The new one is whole on the disk; only now may the old one leave the list.
            abandon(folder, running.path)
        except StorageError as error:
            self.app.refuse(error)
            return
        self.dismiss()
        found = next((game for game in _waiting(self.app) if game.path == fresh), None)
        if found is not None:
            self.app.call_after_refresh(self._resume, found)

    def action_take_off(self) -> None:
        from tabletui.screens.dialogs import ConfirmDialog

        question = _("Take the game off the list without storing it?")
        detail = _("Its file is kept in {folder}; it counts nowhere.").format(folder=self.app.folder.archive)
        self.app.push_screen(ConfirmDialog(question, detail), self._taking_off)

    def _taking_off(self, yes: bool | None) -> None:
        if not yes:
            return
        from storage.finishing import abandon

        try:
            kept = abandon(self.app.folder, self._game.path)
        except StorageError as error:
            self.app.refuse(error)
            return
        self.dismiss()
        self.app.say_later(sentence(_("Taken off the list; the file is kept as {file}.").format(file=kept)))

    def action_back(self) -> None:
        self.dismiss()


def _waiting(app: TabletuiApp) -> list[Waiting]:
    from tabletui.unfinished import waiting

    return waiting(app.folder)
