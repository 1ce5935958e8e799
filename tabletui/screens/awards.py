"""The awards of a tournament, each with the figure it rests on, and who takes no part in them."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import Screen
from textual.widgets import Static

from rules.awards import PRIZES, Award
from rules.regulation import Regulation
from rules.standings import Row, Standings
from tabletui.commands.standings_text import award_title
from tabletui.keys import bindings
from tabletui.screens.once import Once
from tabletui.screens.standings_words import NO_AWARD_MARK, PER_GAME
from tabletui.text import N_, _, decimal, ngettext
from tabletui.widgets.frame import Foot, Head
from tabletui.widgets.rows import Column, Line, Rows

if TYPE_CHECKING:
    from tabletui.app import TabletuiApp


class AwardsScreen(Once, Screen[None]):
    """Read only; as far as the standings it is opened from count."""

    app: TabletuiApp
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("leaf")]

    def __init__(self, table: Standings, regulation: Regulation, until: str) -> None:
        super().__init__()
        self._table = table
        self._regulation = regulation
        self._until = until

    def compose(self) -> ComposeResult:
        yield Head(_("Awards"), self._until)
        yield Rows([Column("", 23), Column("", 0), Column("", 30)], self._lines(), head=False)
        yield Static(self._words(), classes="note", markup=False)
        yield Foot("leaf", before=(("↑↓", N_("choose")),))

    def on_mount(self) -> None:
        self.query_one(Rows).focus()

    def _lines(self) -> list[Line]:
        lines, before = [], ""
        for award in self._table.awards:
            title = "" if award.title == before else award_title(award.title)
            before = award.title
            lines.append(Line((title, award.name, self._figure(award))))
        if not lines:
            lines.append(Line((_("Nothing to award yet."),), "text"))
        without = [row for row in self._table.rows if not row.may_be_awarded]
        if without:
            lines += [Line((), "text"), Line((_("Without a part in the awards"),), "heading")]
            lines += [Line((NO_AWARD_MARK, row.name, _why_not(row)), "quiet") for row in without]
        return lines

    def _figure(self, award: Award) -> str:
        points = decimal(award.shown)
        if award.title in PRIZES:
            per_game = PER_GAME in self._regulation.ranking.order
            return (_("points a game {points}") if per_game else _("points {points}")).format(points=points)
        if award.title == "best_move":
            hits, _of, tries = award.shown.partition(" of ")
            return _("paid {hits} of {tries}").format(hits=hits, tries=tries)
        if award.title == "first_night_deaths":
            return ngettext("{count} time", "{count} times", int(award.figure)).format(count=award.figure)
        return _("points in the role {points}").format(points=points)

    def _words(self) -> str:
        if self._table.difficulty.provisional:
            return _("Provisional: points of past games still change.")
        return ""

    def action_back(self) -> None:
        self.dismiss()


def _why_not(row: Row) -> str:
    place = _("place {place}").format(place=row.place)
    if row.excluded:
        return _("{place} · excluded").format(place=place)
    missed = ngettext("{count} missed round", "{count} missed rounds", row.missed).format(count=row.missed)
    return f"{place} · {missed}"
