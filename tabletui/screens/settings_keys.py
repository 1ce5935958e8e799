"""Other keys for any action: the list of all, and the dialog that hears the new one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen, Screen
from textual.widgets import Static

from tabletui import own_keys
from tabletui.key_table import KEYS, Key
from tabletui.keys import bindings, help_lines, label, latin, shown
from tabletui.screens.dialogs.foot import Foot as DialogFoot
from tabletui.screens.dialogs.foot import hint
from tabletui.screens.once import Once
from tabletui.text import N_, _
from tabletui.widgets.frame import Foot, Head
from tabletui.widgets.rows import Column, Line, Rows

if TYPE_CHECKING:
    from tabletui.app import TabletuiApp

PLACES = {
    "app": N_("everywhere"),
    "table": N_("the table"),
    "protocol": N_("the protocol"),
    "start": N_("the first screen"),
    "tournament": N_("tournament"),
    "board": N_("tournament: the board"),
    "evening": N_("club evening"),
    "players": N_("players"),
    "draw": N_("the draw"),
    "cut": N_("cut"),
    "decisions": N_("decisions"),
    "standings": N_("standings"),
    "record": N_("a stored protocol"),
    "seating": N_("seating"),
    "club": N_("seating: a club evening"),
    "new_tournament": N_("new tournament"),
    "form": N_("forms"),
    "settings": N_("preferences"),
    "own_keys": N_("preferences: keys"),
    "screen": N_("all screens"),
    "leaf": N_("screens over screens"),
    "dialog": N_("questions"),
    "confirm": N_("questions: yes or no"),
    "pick": N_("questions: one of a list"),
    "hands": N_("questions: whose hands"),
    "shots": N_("questions: who shot whom"),
    "typed_deal": N_("questions: the deal"),
    "cards": N_("the deal by cards"),
    "log": N_("the whole log"),
    "list": N_("lists"),
    "choice": N_("choices"),
}
"""What each kind of screen is called; a kind that is not here is shown by its own name."""


class KeysScreen(Once, Screen[None]):
    """Every action with its keys; an own one is marked."""

    app: TabletuiApp
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("own_keys", "screen")]

    def __init__(self) -> None:
        super().__init__()
        self._rows: list[Key | None] = []

    def compose(self) -> ComposeResult:
        yield Head()
        columns = [Column("", 1), Column("", 20), Column("", 0), Column("", 34, wide=100)]
        yield Rows(columns, head=False)
        yield Static("", classes="note", markup=False)
        yield Foot("own_keys", "screen", before=(("↑↓", N_("choose")),))

    def on_mount(self) -> None:
        self.show()

    def show(self) -> None:
        """All actions with their keys."""
        lines: list[Line] = []
        self._rows = []
        contexts = sorted({row.context for row in KEYS}, key=_place)
        for context in contexts:
            if lines:
                lines.append(Line((), "text"))
                self._rows.append(None)
            lines.append(Line((_capital(_(PLACES.get(context, context))),), "heading"))
            self._rows.append(None)
            for row in KEYS:
                if row.context != context or row.action.startswith("digit("):
                    continue
                mark = "*" if row.id in self.app.own_keys else ""
                keys = ", ".join(label(key, twin=True) for key in shown(row))
                lines.append(Line((mark, keys, _(row.text), row.id)))
                self._rows.append(row)
        self.query_one(Head).say(_("Keys"), _("* marks an own key"))
        self.query_one(Rows).show(lines)
        self._tell(self.query_one(Rows).index)

    @on(Rows.Moved)
    def _moved(self, event: Rows.Moved) -> None:
        self._tell(event.index)

    def _tell(self, index: int) -> None:
        row = self._rows[index] if 0 <= index < len(self._rows) else None
        if row is not None:
            keys = ", ".join(label(key, twin=True) for key in row.keys.split(","))
            told = _("In the settings file: {id}. As shipped: {keys}.")
            self.query_one(Static).update(told.format(id=f'"{row.id}"', keys=keys))

    @property
    def _row(self) -> Key | None:
        index = self.query_one(Rows).index
        return self._rows[index] if 0 <= index < len(self._rows) else None

    @on(Rows.Chosen)
    def action_choose(self) -> None:
        row = self._row
        if row is not None:
            self.app.push_screen(KeyDialog(row, lambda key: self._why_not(row, key)), self._heard)

    def _why_not(self, row: Key, key: str) -> str:
        """Why an action cannot have a key, empty where it can."""
        _own, refused = own_keys.checked({**self.app.own_keys, row.id: key})
        return next((one.sentence() for one in refused), "")

    def _heard(self, key: str | None) -> None:
        row = self._row
        if key is not None and row is not None:
            self._keep({**self.app.settings.keys, row.id: key})

    def action_default(self) -> None:
        row = self._row
        if row is not None:
            self._keep({id: key for id, key in self.app.settings.keys.items() if id != row.id})

    def _keep(self, keys: dict[str, str]) -> None:
        self.app.choose(replace(self.app.settings, keys=keys))
        self.show()
        for warning in self.app.wrong_keys[:1]:
            self.app.say(warning, "warning")

    def action_help(self) -> None:
        from tabletui.screens.dialogs import HelpScreen

        self.app.push_screen(HelpScreen(_("Keys"), help_lines("own_keys", "list", "screen", "app")))

    def action_back(self) -> None:
        self.dismiss()


class KeyDialog(Once, ModalScreen[str | None]):
    """Hears one key. why_not: the reason against a key, empty where it can be had."""

    def __init__(self, row: Key, why_not: Callable[[str], str]) -> None:
        super().__init__(classes="dialog")
        self._row = row
        self._why_not = why_not

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog-box"):
            yield Static(
                _("Press the new key for: {action}").format(action=_(self._row.text)),
                markup=False,
                classes="dialog-title",
            )
            keys = ", ".join(label(key, twin=True) for key in shown(self._row))
            now = _("Now: {keys}. Both letters of a key come along.").format(keys=keys)
            yield Static(now, markup=False, classes="dialog-detail")
            yield Static("", markup=False, classes="dialog-message")
            yield DialogFoot([hint("escape", _("back"), "back")])

    def on_key(self, event: events.Key) -> None:
        """Any key is the answer; Esc leaves, because nothing else would."""
        event.stop()
        event.prevent_default()
        if event.key == "escape":
            self.dismiss(None)
            return
        key = latin(event.key)
        why = self._why_not(key)
        if why:
            self.query_one(".dialog-message", Static).update(why)
        else:
            self.dismiss(key)

    def action_back(self) -> None:
        self.dismiss(None)


def _place(context: str) -> int:
    places = list(PLACES)
    return places.index(context) if context in places else len(places)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
