"""What each living black shows at night."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from tabletui.keys import bindings
from tabletui.screens.dialogs.foot import Foot, hint
from tabletui.screens.dialogs.seats import Marks
from tabletui.screens.once import Once
from tabletui.text import _


class ShotsDialog(Once, ModalScreen[dict[int, int | None] | None]):
    """Shooter → the seat shown or None; None when the dialog was left.

    blacks, targets: seat → name. A digit goes to the shooter whose turn it is, Enter gives "nobody" to who
    is still open, and with nobody open ends the dialog.
    """

    BINDINGS: ClassVar[list[BindingType]] = list(bindings("shots", "dialog"))

    def __init__(
        self,
        blacks: Mapping[int, str],
        targets: Mapping[int, str],
        *,
        shots: Mapping[int, int | None] | None = None,
    ) -> None:
        super().__init__(classes="dialog")
        self._blacks = dict(blacks)
        self._targets = dict(targets)
        self._shots = {by: at for by, at in (shots or {}).items() if by in self._blacks}
        self._turn = next(
            (i for i, by in enumerate(self._blacks) if by not in self._shots), len(self._blacks)
        )

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog-box"):
            yield Static(_("Whom does each of them show?"), markup=False, classes="dialog-title")
            with Horizontal(classes="dialog-pair"):
                yield Marks(
                    *(Option(self._line(by)) for by in self._blacks), id="shooters", classes="dialog-list"
                )
                yield Marks(
                    *(Option(f"{seat:>2}  {name}") for seat, name in self._targets.items()),
                    Option(" –  " + _("nobody")),
                    id="targets",
                    classes="dialog-list",
                    markup=False,
                )
            yield Static("", markup=False, classes="dialog-message")
            yield Foot(
                [
                    hint("enter", _("accept"), "accept"),
                    hint("n", _("nobody"), "none"),
                    hint("backspace", _("one back"), "back_one"),
                    hint("escape", _("back"), "back"),
                ]
            )

    def on_mount(self) -> None:
        targets = self.query_one("#targets", Marks)
        targets.can_focus = False
        targets.highlighted = None
        self.query_one("#shooters", Marks).focus()
        self._repaint()

    def _line(self, by: int) -> Content:
        shown = "…" if by not in self._shots else "–" if (at := self._shots[by]) is None else str(at)
        return Content.assemble((f"{by:>2} → {shown:<2}", "bold"), "  ", self._blacks[by])

    def _repaint(self) -> None:
        shooters = self.query_one("#shooters", Marks)
        for place, by in enumerate(self._blacks):
            shooters.replace_option_prompt_at_index(place, self._line(by))
        shooters.highlighted = min(self._turn, len(self._blacks) - 1)
        self._say(self._state())

    def _state(self) -> str:
        if self._turn < len(self._blacks):
            return _("{seat} shows …").format(seat=tuple(self._blacks)[self._turn])
        aims = set(self._shots.values())
        hit = aims.pop() if len(aims) == 1 else None
        return _("A miss.") if hit is None else _("All show {seat}.").format(seat=hit)

    def _say(self, words: str) -> None:
        self.query_one(".dialog-message", Static).update(words)

    def _show(self, at: int | None) -> None:
        shooters = tuple(self._blacks)
        if self._turn >= len(shooters):
            return self._say(_("All have shown; Enter accepts, Backspace goes back."))
        self._shots[shooters[self._turn]] = at
        self._turn = next(
            (i for i in range(self._turn + 1, len(shooters)) if shooters[i] not in self._shots),
            next((i for i, by in enumerate(shooters) if by not in self._shots), len(shooters)),
        )
        self._repaint()

    @on(OptionList.OptionSelected, "#shooters")
    def _shooter_picked(self, event: OptionList.OptionSelected) -> None:
        self._turn = event.option_index
        self._shots.pop(tuple(self._blacks)[self._turn], None)
        self._repaint()

    @on(OptionList.OptionSelected, "#targets")
    def _target_picked(self, event: OptionList.OptionSelected) -> None:
        self.query_one("#targets", Marks).highlighted = None
        self._show((*self._targets, None)[event.option_index])

    def action_digit(self, digit: int) -> None:
        seat = digit or 10
        if seat in self._targets:
            self._show(seat)
        else:
            self._say(_("Seat {seat} cannot be shot.").format(seat=seat))

    def action_none(self) -> None:
        self._show(None)

    def action_back_one(self) -> None:
        shooters = tuple(self._blacks)
        shown = [i for i, by in enumerate(shooters) if by in self._shots and i < self._turn]
        if shown:
            self._turn = shown[-1]
            del self._shots[shooters[self._turn]]
            self._repaint()

    def action_accept(self) -> None:
        if self._turn < len(self._blacks):
            self._show(None)
        else:
            self.dismiss({by: self._shots[by] for by in self._blacks})

    def action_cursor_up(self) -> None:
        self.query_one("#shooters", Marks).action_cursor_up()

    def action_cursor_down(self) -> None:
        self.query_one("#shooters", Marks).action_cursor_down()

    def action_back(self) -> None:
        self.dismiss(None)
