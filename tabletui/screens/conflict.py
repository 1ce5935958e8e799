"""Several protocols of one game: what differs between them, and which one counts."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap
from typing import TYPE_CHECKING, Any, ClassVar

from rich.cells import cell_len
from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from rules.regulation import Regulation
from storage.errors import StorageError
from storage.kinds import CHOICE
from storage.slots import CONFLICT, OFFICIAL, REJECTED, SUPERSEDED, VOID, Slot, Stored
from storage.tournament import Tournament
from tabletui.comparing import Compared, compared
from tabletui.keys import bindings
from tabletui.screens.once import Once
from tabletui.text import N_, _, ngettext, pgettext
from tabletui.widgets.frame import Foot, Head

if TYPE_CHECKING:
    from tabletui.app import TabletuiApp

LABEL = 13
"""Cells of what a line is about, where the protocols stand beside each other."""
LEAST = 24
"""Cells that a protocol needs beside others; with less they stand below each other."""
DIFFERS = "≠"

STANDING = {
    CONFLICT: N_("not decided"),
    OFFICIAL: N_("counts"),
    REJECTED: N_("kept, does not count"),
    SUPERSEDED: N_("corrected since"),
    VOID: N_("void"),
}


class ConflictScreen(Once, Screen[None]):
    """The chief judge reads, and chooses by the number; what is not chosen is kept and can be read here.

    `tournament` is open for writing and stays open.
    """

    app: TabletuiApp
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("conflict", "leaf")]
    DEFAULT_CSS = """
    ConflictScreen VerticalScroll { height: 1fr; padding: 0 0 0 1; scrollbar-size-vertical: 1; }
    ConflictScreen VerticalScroll > Static { height: auto; }
    """

    def __init__(self, title: str, tournament: Tournament, slot: Slot, regulation: Regulation) -> None:
        super().__init__()
        self._heading = title
        self._tournament = tournament
        self._slot = slot
        self._regulation = regulation
        self._all = True
        self._found: tuple[Stored, ...] = ()
        self._lines: list[Compared] = []

    def compose(self) -> ComposeResult:
        yield Head(self._heading)
        with VerticalScroll():
            yield Static(id="said", markup=False)
            yield Static(id="lines")
        yield Foot("conflict", "leaf", before=(("1–9", N_("this one counts")), ("↑↓", N_("scroll"))))

    def on_mount(self) -> None:
        self.query_one(VerticalScroll).focus()
        self.reload()

    def on_resize(self, _event: events.Resize) -> None:
        self._draw()

    def reload(self) -> None:
        """Looks again: another laptop's protocol or decision may have come."""
        found = tuple(one for one in self._tournament.find(self._slot) if one.status != VOID)
        if found != self._found:
            self._found = found
            self._lines = compared([one.protocol for one in found], self._regulation)
        self._draw()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """There is something to take back only after a choice."""
        return self._choice() is not None if action == "undo" else True

    # -- what is shown -----------------------------------------------------------------------------------

    def _draw(self) -> None:
        if not self._found:
            return
        width = self.size.width - 3
        self.query_one("#said", Static).update("\n".join((*wrap(self._said(), max(width, 20)), "")))
        shown = [line for line in self._lines if self._all or line.differs or len(line.values) == 1]
        count = len(self._found)
        room = (width - LABEL - 2) // count - 2
        heads = [f"{number} {_(STANDING[one.status])}" for number, one in enumerate(self._found, 1)]
        stored = tuple(one.at[:16].replace("T", " ") for one in self._found)
        rows = [("", pgettext("protocol", "stored"), stored, False)]
        rows += [(DIFFERS if line.differs else " ", line.label, line.values, line.differs) for line in shown]
        if room >= LEAST:
            body = _beside(heads, rows, room)
        else:
            body = _below(heads, rows, max(width, 20))
        self.query_one("#lines", Static).update(Content("\n").join(body))
        remark = ngettext("{count} line differs", "{count} lines differ", self._differing)
        self.query_one(Head).say(self._heading, f"{DIFFERS} " + remark.format(count=self._differing))

    @property
    def _differing(self) -> int:
        return sum(line.differs for line in self._lines)

    def _said(self) -> str:
        if any(one.status == CONFLICT for one in self._found):
            return (
                _("Neither counts until the chief judge has decided.")
                + " "
                + _("What is marked {sign} differs; a number chooses, with a reason.").format(sign=DIFFERS)
            )
        choice = self._choice()
        number = next((n for n, one in enumerate(self._found, 1) if one.status == OFFICIAL), None)
        if choice is not None and number is not None:
            return _("By decision protocol {number} counts: {reason}").format(
                number=number, reason=choice.get("reason") or "–"
            )
        return _("One protocol counts; the others are kept.")

    def action_all(self) -> None:
        """All lines, or those that differ."""
        self._all = not self._all
        self._draw()

    def action_look(self) -> None:
        """One of them from beginning to end."""
        from tabletui.screens.dialogs import PickDialog, Row

        rows = [
            Row(number, f"{_(STANDING[one.status])} · {one.protocol.get('judge') or '?'}", str(number % 10))
            for number, one in enumerate(self._found, 1)
        ]
        self.app.push_screen(PickDialog(_("Which protocol to read?"), rows), self._read)

    def _read(self, number: Any) -> None:
        from tabletui.screens.record import RecordScreen

        if isinstance(number, int):
            one = self._found[number - 1]
            title = f"{self._heading} · {number}"
            self.app.push_screen(RecordScreen(title, one.protocol, self._regulation))

    # -- the decision ------------------------------------------------------------------------------------

    def action_digit(self, number: int) -> None:
        from tabletui.screens.dialogs import TextDialog

        if not 1 <= number <= len(self._found):
            self.app.say(_("There is no protocol {number} here.").format(number=number))
            return
        one = self._found[number - 1]
        if one.status != CONFLICT:
            self.app.say(_("It is decided already; take the choice back first."))
            return

        def answered(reason: str | None) -> None:
            if reason:
                self._do(lambda: self._tournament.choose(self._slot, one.hash, reason=reason))

        title = _("Protocol {number} counts, the others are kept. Why?").format(number=number)
        self.app.push_screen(TextDialog(title, placeholder=_("reason in own words")), answered)

    def action_undo(self) -> None:
        from tabletui.screens.dialogs import TextDialog

        choice = self._choice()
        if choice is None:
            self.app.say(_("Nothing was chosen here."))
            return

        def answered(reason: str | None) -> None:
            if reason:
                decision = {"kind": "undo", "undoes": choice["id"], "reason": reason}
                self._do(lambda: self._tournament.decide(decision))

        title = _("The choice is taken back; none counts until it is made anew. Why?")
        self.app.push_screen(TextDialog(title, placeholder=_("reason in own words")), answered)

    def _do(self, act: Any) -> None:
        try:
            act()
        except StorageError as error:
            self.app.refuse(error)
            return
        self.reload()
        self.refresh_bindings()
        self.app.say(self._said())

    def _choice(self) -> dict[str, Any] | None:
        """The decision about this game that is in force, the latest."""
        slot = (self._slot.stage, self._slot.round, self._slot.table)
        found = [
            one
            for one in self._tournament.decisions()
            if one.get("kind") == CHOICE and (one.get("stage"), one.get("round"), one.get("table")) == slot
        ]
        return found[-1] if found else None

    def action_back(self) -> None:
        self.dismiss()


Row4 = tuple[str, str, tuple[str, ...], bool]


def _beside(heads: Sequence[str], rows: Sequence[Row4], room: int) -> list[Content]:
    gap = " " * (LABEL + 4)
    lines = [
        Content.styled(gap + "  ".join(_padded(head, room) for head in heads).rstrip(), "bold $text-accent")
    ]
    for sign, label, values, differs in rows:
        if len(values) == 1:
            lines += [Content(f"  {part}") for part in wrap(f"{label}: {values[0]}", room * len(heads))]
            continue
        cells = [wrap(value, room) or [""] for value in values]
        labels = wrap(label, LABEL) or [""]
        for number in range(max(len(labels), *(len(cell) for cell in cells))):
            part = labels[number] if number < len(labels) else ""
            said = "  ".join(_padded(cell[number] if number < len(cell) else "", room) for cell in cells)
            text = f"{sign if not number else '':1} {_padded(part, LABEL)}  {said}".rstrip()
            lines.append(Content.styled(text, "bold" if differs else ""))
    return lines


def _below(heads: Sequence[str], rows: Sequence[Row4], width: int) -> list[Content]:
    lines = [Content.styled(head, "bold $text-accent") for head in heads]
    for sign, label, values, differs in rows:
        style = "bold" if differs else ""
        same = len(set(values)) == 1
        lines.append(Content.styled(f"{sign:1} {label}" + (f": {values[0]}" if same else ""), style))
        for number, value in enumerate(values, 1):
            if not same:
                first, *rest = wrap(value, width - 8) or [""]
                lines.append(Content.styled(f"    {number}  {first}", style))
                lines += [Content.styled(f"       {part}", style) for part in rest]
    return lines


def _padded(text: str, size: int) -> str:
    return text + " " * max(size - cell_len(text), 0)
