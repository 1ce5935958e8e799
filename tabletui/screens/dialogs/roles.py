"""The deal as it was typed: the seats of the don, the mafia and the sheriff; the others are civilians."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from rules.game.events import Roles
from rules.sheet import CIVILIAN, DON, MAFIA, SEATS, SHERIFF, Player
from tabletui.keys import bindings
from tabletui.screens.dialogs.foot import Foot, hint
from tabletui.screens.dialogs.seats import Marks
from tabletui.screens.once import Once
from tabletui.text import _, ngettext, pgettext
from tabletui.widgets.lines import fit

ORDER = (DON, MAFIA, MAFIA, SHERIFF)
"""Whose seat each digit is."""


def role_word(role: str) -> str:
    """The name of a role."""
    return {
        DON: pgettext("role", "don"),
        MAFIA: pgettext("role", "mafia"),
        SHERIFF: pgettext("role", "sheriff"),
        CIVILIAN: pgettext("role", "civilian"),
    }[role]


class RolesDialog(Once, ModalScreen[Roles | None]):
    """Four digits: don, mafia, mafia, sheriff. What is typed is hidden until the role key is pressed."""

    BINDINGS: ClassVar[list[BindingType]] = list(bindings("typed_deal", "dialog"))

    def __init__(self, players: Iterable[Player]) -> None:
        super().__init__(classes="dialog")
        self._names = {player.seat: player.name for player in players}
        self._typed: list[int] = []
        self._secrets = False

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog-box"):
            yield Static(_("Whose card is it? Type the seats."), markup=False, classes="dialog-title")
            yield Static(self._slots(), id="slots")
            yield Marks(*(Option(self._line(seat)) for seat in SEATS), classes="dialog-list")
            yield Static(self._missing(), markup=False, classes="dialog-message")
            yield Foot(
                [
                    hint("enter", _("accept"), "accept"),
                    hint("backspace", _("one back"), "back_one"),
                    hint("r", _("roles"), "roles"),
                    hint("escape", _("back"), "back"),
                ]
            )

    def on_mount(self) -> None:
        self.query_one(Marks).focus()

    def _slots(self) -> Content:
        parts: list[tuple[str, str] | str] = []
        for place, role in enumerate(ORDER):
            if place == len(self._typed):
                shown, style = "▁", "bold reverse"
            elif place < len(self._typed):
                shown, style = str(self._typed[place]) if self._secrets else "•", "bold"
            else:
                shown, style = "▁", ""
            parts += [f" {role_word(role)} ", (f"{shown:>2} ", style), "  "]
        return Content.assemble(*parts)

    def _line(self, seat: int) -> Content:
        role = ORDER[self._typed.index(seat)] if seat in self._typed else CIVILIAN
        word = role_word(role) if self._secrets and self._typed else ""
        return Content.assemble((f"{seat:>3}", "bold"), f"  {fit(self._names.get(seat, ''), 40)}  ", word)

    def _missing(self) -> str:
        left = len(ORDER) - len(self._typed)
        if not left:
            return _("All four are typed, the other six are civilians. Enter accepts.")
        text = ngettext(
            "Now: {role}. {count} card is missing.", "Now: {role}. {count} cards are missing.", left
        )
        return text.format(role=role_word(ORDER[len(self._typed)]), count=left)

    def _say(self, words: str) -> None:
        self.query_one(".dialog-message", Static).update(words)

    def _repaint(self) -> None:
        self.query_one("#slots", Static).update(self._slots())
        marks = self.query_one(Marks)
        for place, seat in enumerate(SEATS):
            marks.replace_option_prompt_at_index(place, self._line(seat))
        self._say(self._missing())

    def _type(self, seat: int) -> None:
        if len(self._typed) == len(ORDER):
            self._say(_("All four are typed. Enter accepts, Backspace goes back."))
        elif seat in self._typed:
            self._say(_("Seat {seat} has a card already. Backspace goes back.").format(seat=seat))
        else:
            self._typed.append(seat)
            self._repaint()

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        # The line that was clicked must not stay lit: the room would see whose card was typed last.
        self.query_one(Marks).highlighted = 0
        self._type(event.option_index + 1)

    def action_digit(self, digit: int) -> None:
        self._type(digit or 10)

    def action_back_one(self) -> None:
        if self._typed:
            self._typed.pop()
            self._repaint()

    def action_roles(self) -> None:
        self._secrets = not self._secrets
        self._repaint()

    def action_accept(self) -> None:
        if len(self._typed) < len(ORDER):
            return self._say(self._missing())
        dealt = dict(zip(self._typed, ORDER, strict=True))
        self.dismiss(Roles(tuple(dealt.get(seat, CIVILIAN) for seat in SEATS)))

    def action_cursor_up(self) -> None:
        self.query_one(Marks).action_cursor_up()

    def action_cursor_down(self) -> None:
        self.query_one(Marks).action_cursor_down()

    def action_back(self) -> None:
        self.dismiss(None)
