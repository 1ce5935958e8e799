"""What may be tried in the demo, said once above its first screen."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from tabletui.keys import bindings
from tabletui.sample import MISSING, ROUNDS, RUNNING_TABLE, TWICE
from tabletui.screens.dialogs.foot import Foot, hint
from tabletui.screens.once import Once
from tabletui.text import _

KEY = 6
"""Cells of the column of keys."""
WIDTH = 66
"""Cells of a line."""


def tries() -> tuple[tuple[str, str], ...]:
    """Keys, and what they are good for here."""
    running = _("round {round}, table {table}: a game that runs; go on judging it, U takes anything back")
    twice = _("round {round}, table {table}: two protocols have come; choose the one that counts")
    return (
        ("Enter", running.format(round=ROUNDS + 2, table=RUNNING_TABLE)),
        ("Enter", twice.format(round=TWICE[0], table=TWICE[1])),
        ("M", _("what is missing: {count} sheets of round {round}").format(
            count=len(MISSING), round=MISSING[0][0]
        )),
        ("S", _("standings; Enter at a player tells where the points come from")),
        ("D", _("the published draw, its figures and its proof")),
        ("L", _("decisions: a fine, and how it is undone")),
        ("N", _("seat the next game and judge it from the deal on")),
        ("?", _("the keys of the screen you look at")),
    )  # fmt: skip


class Tutorial(Once, ModalScreen[None]):
    """Goes away with Enter or Escape and does not come back."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("dialog")]

    def __init__(self) -> None:
        super().__init__(classes="dialog")

    def compose(self) -> ComposeResult:
        from textwrap import wrap

        lines = []
        for keys, words in tries():
            first, *rest = wrap(words, WIDTH - KEY - 2)
            lines.append(Content.assemble((f"{keys:<{KEY}}", "bold $text-accent"), "  ", first))
            lines += [Content(" " * (KEY + 2) + more) for more in rest]
        with Vertical(classes="dialog-box"):
            yield Static(_("Try what you like: nothing of it is kept"), classes="dialog-title")
            yield Static(Content("\n").join(lines))
            yield Foot([hint("enter", _("begin"), "accept")])

    def action_accept(self) -> None:
        self.dismiss(None)

    def action_back(self) -> None:
        self.dismiss(None)
