"""Several seats: who raised a hand, whom the first victim named."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from tabletui.keys import bindings
from tabletui.screens.dialogs.foot import Foot, hint
from tabletui.screens.once import Once
from tabletui.text import _, ngettext


class Marks(OptionList, inherit_bindings=False):
    """Lines that are marked and unmarked; Enter is left to the dialog."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "select", show=False),
        Binding("up", "cursor_up", show=False),
        Binding("down", "cursor_down", show=False),
    ]


class SeatsDialog(Once, ModalScreen[tuple[int, ...] | None]):
    """The seats that were marked, in the order of marking, or None when the dialog was left.

    seats: seat → name. count: least and most seats; outside of it Enter says what is missing.
    """

    BINDINGS: ClassVar[list[BindingType]] = list(bindings("hands", "dialog"))

    def __init__(
        self,
        title: str,
        seats: Mapping[int, str],
        *,
        count: tuple[int, int] | None = None,
        chosen: Iterable[int] = (),
        detail: str = "",
    ) -> None:
        super().__init__(classes="dialog")
        self._title = title
        self._seats = dict(seats)
        self._least, self._most = (0, len(self._seats)) if count is None else count
        self._chosen = [seat for seat in chosen if seat in self._seats]
        self._detail = detail

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog-box"):
            yield Static(self._title, markup=False, classes="dialog-title")
            if self._detail:
                yield Static(self._detail, markup=False, classes="dialog-detail")
            yield Marks(*(Option(self._line(seat)) for seat in self._seats), classes="dialog-list")
            yield Static(self._tally(), markup=False, classes="dialog-message")
            hints = [hint("enter", _("accept"), "accept"), hint("space", _("mark"), "mark")]
            if self._most == len(self._seats):
                hints.append(hint("a", _("everybody, nobody"), "everybody"))
            yield Foot([*hints, hint("escape", _("back"), "back")])

    def on_mount(self) -> None:
        self.query_one(Marks).focus()

    def _line(self, seat: int) -> Content:
        mark = "●" if seat in self._chosen else "·"
        return Content.assemble((f" {mark} {seat:>2}", "bold"), "  ", self._seats[seat])

    def _tally(self) -> str:
        count = len(self._chosen)
        marked = ngettext("{count} seat marked", "{count} seats marked", count).format(count=count)
        return f"{marked}: {' '.join(map(str, self._chosen))}" if self._chosen else marked

    def _repaint(self) -> None:
        marks = self.query_one(Marks)
        for place, seat in enumerate(self._seats):
            marks.replace_option_prompt_at_index(place, self._line(seat))
        self._say(self._tally())

    def _say(self, words: str) -> None:
        self.query_one(".dialog-message", Static).update(words)

    def toggle(self, seat: int) -> None:
        """Marks a seat, or takes the mark off."""
        if seat in self._chosen:
            self._chosen.remove(seat)
        elif seat not in self._seats:
            return self._say(_("Seat {seat} is not among these.").format(seat=seat))
        elif len(self._chosen) >= self._most:
            return self._say(self._wrong_count())
        else:
            self._chosen.append(seat)
        self._repaint()

    def _wrong_count(self) -> str:
        if self._least == self._most:
            text = ngettext(
                "Exactly {count} seat is needed.", "Exactly {count} seats are needed.", self._most
            )
            return text.format(count=self._most)
        text = _("Between {least} and {most} seats are needed.")
        return text.format(least=self._least, most=self._most)

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        self.toggle(tuple(self._seats)[event.option_index])

    def action_digit(self, digit: int) -> None:
        self.toggle(digit or 10)

    def action_mark(self) -> None:
        self.query_one(Marks).action_select()

    def action_everybody(self) -> None:
        if self._most == len(self._seats):
            self._chosen = [] if len(self._chosen) == len(self._seats) else list(self._seats)
            self._repaint()

    def action_accept(self) -> None:
        if self._least <= len(self._chosen) <= self._most:
            self.dismiss(tuple(self._chosen))
        else:
            self._say(self._wrong_count())

    def action_cursor_up(self) -> None:
        self.query_one(Marks).action_cursor_up()

    def action_cursor_down(self) -> None:
        self.query_one(Marks).action_cursor_down()

    def action_back(self) -> None:
        self.dismiss(None)


class HandsByVoterDialog(SeatsDialog):
    """Who raised a hand for a candidate (None as candidate: for lifting all), in the order of the seats.

    voters: seat → name of those who still have their vote. hands: least and most hands, from the engine.
    """

    def __init__(
        self,
        candidate: int | None,
        voters: Mapping[int, str],
        *,
        name: str = "",
        hands: tuple[int, int] | None = None,
        chosen: Iterable[int] = (),
    ) -> None:
        if candidate is None:
            title = _("Who votes for lifting all?")
        else:
            title = _("Who votes against {seat}?").format(seat=f"{candidate} {name}".strip())
        super().__init__(title, voters, count=hands, chosen=chosen)

    def action_accept(self) -> None:
        self._chosen.sort()
        super().action_accept()
