"""One player of a roster, to be entered or changed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from storage.roster import PlayerEntry
from tabletui.entry import clean
from tabletui.keys import bindings
from tabletui.screens.once import Once
from tabletui.text import N_, _
from tabletui.widgets.choice import Choice
from tabletui.widgets.form import Field, line
from tabletui.widgets.frame import Foot

if TYPE_CHECKING:
    from tabletui.app import TabletuiApp

NO, YES = "no", "yes"


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
            yield Foot("form", "leaf", before=(("Tab", N_("next field")), ("←→", N_("no or yes"))))

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
