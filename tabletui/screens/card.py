"""A player's card: every game with the parts of its points, so that a dispute ends at the screen."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import Screen
from textual.widgets import Static

from rules.card import Card, CardGame
from rules.regulation import Regulation
from rules.scoring import shown
from rules.sheet import DRAW, team_of
from rules.standings import Row
from tabletui.board import round_title
from tabletui.keys import bindings
from tabletui.text import N_, _, decimal, ngettext, pgettext
from tabletui.widgets.frame import Foot, Head
from tabletui.widgets.rows import Column, Line, Rows

if TYPE_CHECKING:
    from tabletui.app import TabletuiApp

ROLES = {"civilian": N_("civilian"), "sheriff": N_("sheriff"), "mafia": N_("mafia"), "don": N_("don")}


class CardScreen(Screen[None]):
    """The sum of each line is shown beside it, so that the eye can add up."""

    app: TabletuiApp
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("leaf")]

    def __init__(self, row: Row, card: Card, regulation: Regulation) -> None:
        super().__init__()
        self._row = row
        self._card = card
        self._regulation = regulation

    def compose(self) -> ComposeResult:
        row = self._row
        remark = _("place {place} · {points}").format(place=row.place, points=decimal(row.shown))
        yield Head(row.name, remark)
        columns = [
            Column(pgettext("column", "round"), 0),
            Column(pgettext("column", "role"), 7),
            Column(pgettext("column", "result"), 6),
            Column(pgettext("column", "base"), 4, right=True),
            Column(pgettext("column", "K"), 5, right=True),
            Column(pgettext("column", "b.m."), 4, right=True),
            Column(pgettext("column", "awards"), 4, right=True),
            Column(pgettext("column", "rem."), 5, right=True),
            Column(pgettext("column", "weight"), 4, right=True),
            Column(pgettext("column", "points"), 5, right=True),
            Column(pgettext("column", "sum"), 6, right=True),
        ]
        yield Rows(columns, [*self._games(), *self._rest()], gap=1)
        yield Static(self._words(), classes="note", markup=False)
        yield Foot("leaf")

    def _games(self) -> list[Line]:
        return [self._game(game) for game in self._card.games] or [Line((_("No game yet."),), "text")]

    def _game(self, game: CardGame) -> Line:
        points = game.points
        return Line(
            (
                round_title(self._regulation, game.stage or "", game.round or 0),
                _(ROLES[game.role]),
                _result(game),
                _figure(points.base),
                _figure(points.k) if points.k != 1 else "·",
                _figure(points.best_move + points.first_kill),
                _figure(points.award),
                _figure(points.removal + points.fines),
                _figure(points.weight) if points.weight != 1 else "·",
                decimal(shown(points.total)),
                decimal(shown(game.sum)),
            )
        )

    def _rest(self) -> list[Line]:
        card, lines = self._card, []
        total = card.games[-1].sum if card.games else Fraction(0)
        if card.missed:
            total += card.missed_points
            count = len(card.missed)
            words = ngettext("{count} missed round", "{count} missed rounds", count).format(count=count)
            lines.append(_further(words, card.missed_points, total))
        for fine in card.fines:
            total += fine.points
            words = _("fine of the panel") + (f": {fine.reason}" if fine.reason else "")
            lines.append(_further(words, fine.points, total))
        lines += [Line((_("excluded: place kept, no award"),), "quiet") for _one in card.excluded]
        return lines

    def _words(self) -> str:
        row = self._row
        parts = [
            ngettext("{count} game", "{count} games", row.games).format(count=row.games),
            ngettext("{count} win", "{count} wins", row.wins).format(count=row.wins),
            _("additional {points}").format(points=decimal(shown(row.additional))),
        ]
        if row.best_move_tries:
            parts.append(
                _("best moves {hits} of {tries}").format(hits=row.best_move_hits, tries=row.best_move_tries)
            )
        if row.first_night_deaths:
            parts.append(_("shot first {count}").format(count=row.first_night_deaths))
        text = " · ".join(parts)
        return text + "\n" + _("points = (base × K + best move + awards + removal) × weight")

    def action_back(self) -> None:
        self.dismiss()


def _result(game: CardGame) -> str:
    if game.winner == DRAW:
        return _("draw")
    return _("win") if team_of(game.role) == game.winner else _("loss")


def _figure(points: Fraction) -> str:
    return decimal(shown(points)) if points else "·"


def _further(words: str, points: Fraction, total: Fraction) -> Line:
    empty = ("",) * 8
    return Line((words, *empty, decimal(shown(points)), decimal(shown(total))), "caution")
