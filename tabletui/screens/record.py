"""A closed protocol: to be read, and put right only by a correction, which keeps the old one."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.screen import Screen
from textual.widgets import Static

from rules.game import Game
from rules.game.events import Next
from rules.protocol import BadFact, BadProtocol, Protocol, parse_protocols
from rules.regulation import Regulation
from rules.sheet import Sheet
from tabletui.facts import fact_lines
from tabletui.keys import bindings
from tabletui.screens.once import Once
from tabletui.text import N_, _
from tabletui.widgets.frame import Foot, Head

if TYPE_CHECKING:
    from storage.slots import Slot, Stored
    from storage.tournament import Tournament
    from tabletui.app import TabletuiApp


SEAT_TABLE = 77
"""Cells of a line of the seat table: 80 without the margins and the scroll bar."""


class RecordScreen(Once, Screen[None]):
    """title: the slot in words; data: the protocol's JSON object.

    tournament, slot: where it counts, when it may be corrected from here; the tournament is open for writing.
    """

    app: TabletuiApp
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("record", "leaf")]
    DEFAULT_CSS = """
    RecordScreen VerticalScroll { height: 1fr; padding: 0 0 0 1; scrollbar-size-vertical: 1; }
    RecordScreen VerticalScroll > Static { height: auto; margin-bottom: 1; }
    RecordScreen .log { color: $muted; }
    """

    def __init__(
        self,
        title: str,
        data: Mapping[str, Any],
        regulation: Regulation,
        tournament: Tournament | None = None,
        slot: Slot | None = None,
    ) -> None:
        super().__init__()
        self._heading = title
        self._data = data
        self._regulation = regulation
        self._tournament = tournament
        self._slot = slot
        self._width: int | None = None  # of the table of seats, where there is one

    def compose(self) -> ComposeResult:
        judge, date = self._data.get("judge"), self._data.get("date")
        yield Head(self._heading, " · ".join(str(part) for part in (judge, date) if part))
        with VerticalScroll():
            yield from self._parts()
        contexts = ("leaf",) if self._tournament is None else ("record", "leaf")
        yield Foot(*contexts, before=(("↑↓", N_("scroll")),))

    def on_mount(self) -> None:
        self.query_one(VerticalScroll).focus()

    async def on_resize(self) -> None:
        """A narrow screen leaves columns out."""
        if self._width is not None and self._width != min(SEAT_TABLE, self.app.size.width - 3):
            await self.recompose()
            self.query_one(VerticalScroll).focus()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """What only looks at a protocol corrects none."""
        if action == "others":
            return len(self._kept()) > 1
        return self._tournament is not None if action == "correct" else True

    def _kept(self) -> list[Stored]:
        """The protocols of this game, those that do not count too."""
        if self._tournament is None or self._slot is None:
            return []
        return [one for one in self._tournament.find(self._slot) if one.status != "void"]

    def action_others(self) -> None:
        """Beside each other, with what differs; a choice may be taken back there."""
        from tabletui.screens.conflict import ConflictScreen

        tournament, slot = self._tournament, self._slot
        if tournament is None or slot is None:
            return

        def looked(_answer: None) -> None:
            now = next((one for one in self._kept() if one.status == "official"), None)
            if now is None or now.protocol != self._data:
                self.call_after_refresh(self.dismiss)

        self.app.push_screen(ConflictScreen(self._heading, tournament, slot, self._regulation), looked)

    def action_correct(self) -> None:
        self.run_worker(self._correct(), group="correct")

    async def _correct(self) -> None:
        from tabletui.correcting import counting
        from tabletui.screens.decisions_correct import correct_protocol

        tournament, slot = self._tournament, self._slot
        if tournament is None or slot is None:
            return
        if await correct_protocol(self.app, tournament, slot, self._regulation):
            self._data = counting(tournament.find(slot)).protocol
            await self.recompose()
            self.query_one(VerticalScroll).focus()
            self.app.say(_("Corrected: the new protocol counts, the old one is kept beside it."))

    def _parts(self) -> ComposeResult:
        try:
            protocol = parse_protocols(self._data)[0]
            game = protocol.replay(self._regulation) if protocol.has_events else None
        except (BadProtocol, BadFact) as error:
            yield Static(_("The protocol does not fit the rules: {why}").format(why=error), markup=False)
            return
        if game is None:
            yield from self._sheet_alone(protocol)
        else:
            yield from self._whole(protocol, game)

    def _whole(self, protocol: Protocol, game: Game) -> ComposeResult:
        from tabletui.screens.dialogs.sheet import remark_lines, result_line, seat_table

        names = {player.seat: player.name for player in protocol.players}
        stage = self._regulation.stage(protocol.stage or "")
        weight = stage.weight if stage is not None else Fraction(1)
        yield Static(result_line(game), markup=False)
        self._width = width = min(SEAT_TABLE, self.app.size.width - 3)
        yield Static(seat_table(game, names, weight, width))
        yield Static("\n".join(remark_lines(game, names, weight)), markup=False)
        rows = protocol.data.get("events") or ()
        times = [str(row.get("at", ""))[11:19] for row in rows]
        facts = fact_lines(game.events, names, self._regulation, secrets=True)
        told = zip(game.events, times, facts, strict=False)
        lines = (f"{at:8}  {fact}".strip() for event, at, fact in told if not isinstance(event, Next))
        yield Static("\n".join(lines), markup=False, classes="log")

    def _sheet_alone(self, protocol: Protocol) -> ComposeResult:
        from tabletui.screens.dialogs.sheet import ending_words, winner_words

        sheet = protocol.sheet or Sheet()
        words = ", ".join(part for part in (winner_words(sheet.winner), ending_words(sheet.ending)) if part)
        yield Static(words, markup=False)
        yield Static("\n".join(_seat_lines(protocol, sheet)), markup=False)
        yield Static(_("Entered as a result: the course of the game is not on record."), markup=False)

    def action_back(self) -> None:
        self.dismiss()


def _seat_lines(protocol: Protocol, sheet: Sheet) -> list[str]:
    from tabletui.screens.dialogs.roles import role_word
    from tabletui.screens.dialogs.sheet import cause_word, moment

    left = {one.seat: f"{cause_word(one.cause)} {moment(one)}" for one in sheet.left}
    lines = []
    for player in protocol.players:
        role = role_word(sheet.roles[player.seat - 1]) if sheet.roles else ""
        lines.append(
            f"{player.seat:>2}  {player.name:<24.24}  {role:<8}  {left.get(player.seat, '')}".rstrip()
        )
    return lines
