"""All actions of the screen below, found by their words: for whoever does not remember the key."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from textual import on
from textual.actions import parse
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen, Screen
from textual.widgets import Input, Static

from tabletui.keys import KEYS, Key, bindings, label, shown
from tabletui.screens.once import Once
from tabletui.text import _
from tabletui.widgets.rows import Column, Line, Rows

if TYPE_CHECKING:
    from textual.app import App
    from textual.dom import DOMNode

    Action = tuple[Key, DOMNode]

_SHARED = ("app", "screen", "leaf")
_MOVES = ("list", "choice", "board", "dialog")


def open_actions(app: App[Any]) -> None:
    """Lists what can be done on the present screen now and does what is picked."""
    found = actions_of(app)
    if isinstance(app.screen, ActionsScreen) or not found:
        return

    def do(picked: Action | None) -> None:
        if picked is not None:
            row, node = picked
            app.call_later(app.run_action, row.action, node)

    app.push_screen(ActionsScreen(found), do)


def actions_of(app: App[Any]) -> list[Action]:
    """The rows of the table of keys that are bound and possible on the present screen, each once."""
    by_id = {row.id: row for row in KEYS}
    found: dict[str, Action] = {}
    possible = getattr(app.screen, "possible", None)
    now = possible() if possible is not None else None
    heard = [(node, binding, on) for node, binding, on, _tip in app.screen.active_bindings.values()]
    # A field that has the focus takes some keys of its screen for itself; the actions can be done still.
    heard += [(app.screen, binding, _enabled(app.screen, binding)) for binding in app.screen.BINDINGS]
    for node, binding, enabled in heard:
        row = by_id.get(getattr(binding, "id", None) or "")
        if row is None or not enabled or row.context in _MOVES or row.action.startswith("digit("):
            continue
        if now is None or row.context != "table" or row.action in now:
            found.setdefault(row.id, (row, node))
    found.pop("app.command_palette", None)
    order = {row.id: number for number, row in enumerate(KEYS)}
    return sorted(found.values(), key=lambda action: (action[0].context in _SHARED, order[action[0].id]))


def _enabled(screen: Screen[Any], binding: BindingType) -> bool:
    if not isinstance(binding, Binding):
        return False
    _space, name, values = parse(binding.action)
    return screen.check_action(name, values) is True


class ActionsScreen(Once, ModalScreen["Action | None"]):
    """The list, filtered while one types."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("dialog")]

    def __init__(self, actions: list[Action]) -> None:
        super().__init__(classes="dialog")
        self._actions = actions
        self._shown = actions

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog-box"):
            yield Static(_("all actions"), markup=False, classes="dialog-title")
            yield Input(placeholder=_("type a part of the word"))
            rows = Rows([Column("", 0), Column("", 14)], head=False)
            rows.styles.height = min(len(self._actions), 14)
            yield rows

    def on_mount(self) -> None:
        self._show("")
        self.query_one(Input).focus()

    def _show(self, part: str) -> None:
        wanted = part.casefold().strip()
        self._shown = [action for action in self._actions if wanted in _(action[0].text).casefold()]
        lines = [Line((_(row.text), label(shown(row)[0], twin=True))) for row, _node in self._shown]
        self.query_one(Rows).show(lines, 0)

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        self._show(event.value)

    @on(Input.Submitted)
    def action_accept(self) -> None:
        index = self.query_one(Rows).index
        if 0 <= index < len(self._shown):
            self.dismiss(self._shown[index])

    @on(Rows.Chosen)
    def _chosen(self, event: Rows.Chosen) -> None:
        self.dismiss(self._shown[event.index])

    def action_back(self) -> None:
        self.dismiss(None)

    def action_cursor_up(self) -> None:
        self.query_one(Rows).action_cursor_up()

    def action_cursor_down(self) -> None:
        self.query_one(Rows).action_cursor_down()
