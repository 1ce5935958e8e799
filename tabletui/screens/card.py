"""A player's card: every game with the parts of its points, so that a dispute ends at the screen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import Screen
from textual.widgets import Static

from rules.card import Card, CardGame
from rules.regulation import Regulation
from rules.scoring import SeatPoints, shown
from rules.sheet import DRAW, team_of
from rules.standings import Row
from tabletui.board import round_title
from tabletui.keys import bindings
from tabletui.screens.once import Once
from tabletui.text import N_, _, decimal, ngettext, pgettext
from tabletui.widgets.frame import Foot, Head
from tabletui.widgets.rows import Column, Line, Rows

if TYPE_CHECKING:
    from tabletui.app import TabletuiApp

ROLES = {"civilian": N_("civilian"), "sheriff": N_("sheriff"), "mafia": N_("mafia"), "don": N_("don")}


class CardScreen(Once, Screen[None]):
    """The sum of each line is shown beside it, so that the eye can add up.

    about: what the standings know of the place, each shown after the counts.
    """

    app: TabletuiApp
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("leaf")]
    # The formula must never be cut.
    CSS = "CardScreen > #words { max-height: 7; }"

    def __init__(self, row: Row, card: Card, regulation: Regulation, about: Sequence[str] = ()) -> None:
        super().__init__()
        self._about = tuple(about)
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
            *(Column(title, width, right=True) for title, width, _part in self._parts()),
            Column(pgettext("column", "points"), 5, right=True),
            Column(pgettext("column", "sum"), 6, right=True),
        ]
        yield Rows(columns, [*self._games(), *self._rest()], gap=1)
        yield Static(self._words(), id="words", classes="note", markup=False)
        yield Foot("leaf")

    def _parts(self) -> list[tuple[str, int, Callable[[SeatPoints], str]]]:
        """Title, width and figure of every part that this regulation has."""
        scoring, stages = self._regulation.scoring, self._regulation.stages
        found: list[tuple[str, int, Callable[[SeatPoints], str]]] = [
            (pgettext("column", "base"), 4, lambda p: _figure(p.base))
        ]
        if scoring.difficulty is not None:
            found.append((pgettext("column", "K"), 5, lambda p: _factor(p.k)))
        found.append((pgettext("column", "b.m."), 4, lambda p: _figure(p.best_move)))
        if scoring.first_kill is not None:
            found.append((pgettext("column", "comp."), 5, lambda p: _figure(p.first_kill)))
        found += [
            (pgettext("column", "awards"), 4, lambda p: _figure(p.award)),
            (pgettext("column", "rem."), 5, lambda p: _figure(p.removal + p.fines)),
        ]
        if any(stage.weight != 1 for stage in stages):
            found.append((pgettext("column", "weight"), 4, lambda p: _factor(p.weight)))
        return found

    def _games(self) -> list[Line]:
        return [self._game(game) for game in self._card.games] or [Line((_("No game yet."),), "text")]

    def _game(self, game: CardGame) -> Line:
        points = game.points
        return Line(
            (
                round_title(self._regulation, game.stage or "", game.round or 0),
                _(ROLES[game.role]),
                _result(game),
                *(part(points) for _title, _width, part in self._parts()),
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
            lines.append(self._further(words, card.missed_points, total))
        for fine in card.fines:
            total += fine.points
            words = _("fine of the panel") + (f": {fine.reason}" if fine.reason else "")
            lines.append(self._further(words, fine.points, total))
        lines += [Line((_("excluded: place kept, no award"),), "quiet") for _one in card.excluded]
        return lines

    def _further(self, words: str, points: Fraction, total: Fraction) -> Line:
        empty = ("",) * (2 + len(self._parts()))
        return Line((words, *empty, decimal(shown(points)), decimal(shown(total))), "caution")

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
        lines = [" · ".join(parts), " · ".join(self._about), self._formula()]
        return "\n".join(line for line in lines if line)

    def _formula(self) -> str:
        """How the parts make the points of a game under this regulation, with its own parts alone."""
        scoring = self._regulation.scoring
        base = pgettext("column", "base") if scoring.difficulty is None else _("base × K")
        beside = [_("best move"), *([_("compensation")] if scoring.first_kill is not None else [])]
        beside += [_("awards and extra points"), _("removal and fines")]
        if all(stage.weight == 1 for stage in self._regulation.stages):
            terms = [base, *beside]
            return _("points = {sum}").format(sum=" + ".join(terms))
        if scoring.weight_on == "base":
            # The weight of the stage falls on the base alone.
            return _("points = {base} × weight + {sum}").format(base=base, sum=" + ".join(beside))
        return _("points = ({sum}) × weight").format(sum=" + ".join([base, *beside]))

    def action_back(self) -> None:
        self.dismiss()


def _result(game: CardGame) -> str:
    if game.winner == DRAW:
        return _("draw")
    return _("win") if team_of(game.role) == game.winner else _("loss")


def _figure(points: Fraction) -> str:
    return decimal(shown(points)) if points else "·"


def _factor(factor: Fraction) -> str:
    return decimal(shown(factor)) if factor != 1 else "·"
