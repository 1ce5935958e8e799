"""The columns of the standings: what stands in them, and the figure they can be sorted by."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from rules.regulation import Regulation, text
from rules.scoring import shown
from rules.standings import Row, Standings
from tabletui.places import Course
from tabletui.screens.standings_words import (
    LOT_MARK,
    NO_AWARD_MARK,
    PER_GAME,
    SHARED_MARK,
    by_lot,
    short_words,
)
from tabletui.text import _, decimal, language, pgettext
from tabletui.widgets.rows import Column

PLACE = "place"
CHART = 8
"""Cells of the chart of places where there is no room for more."""
NAME, LEAST_NAME = 14, 10
"""Cells for a name: before a column more is shown, and before the chart gives way."""


@dataclass(frozen=True, slots=True)
class Field:
    """One column. words: its name in full. figure: what it is sorted by, None where it cannot be.

    rising: sorted, the smallest stands first.
    """

    id: str
    title: str
    words: str
    width: int
    cell: Callable[[Row], str]
    figure: Callable[[Row], Any] | None = None
    right: bool = True
    rising: bool = False


@dataclass(frozen=True, slots=True)
class Order:
    """The column the rows are sorted by, and whether upside down."""

    id: str = PLACE
    turned: bool = False

    def chosen(self, id: str) -> Order:
        """After this column was chosen: the present one is turned."""
        return Order(id, not self.turned if id == self.id else False)

    def arrow(self, field: Field) -> str:
        """Which way the figures run down the column."""
        return "▲" if field.rising != self.turned else "▼"


def fields(
    table: Standings, regulation: Regulation, course: Course, through: str | None, width: int
) -> list[Field]:
    """The columns of a table in a window of so many cells."""
    found = [
        Field(PLACE, pgettext("column", "pl."), _("place"), 4, _place(table), lambda r: 0, rising=True),
        Field("name", pgettext("column", "player"), _("name"), 0, _name, _by_name, right=False, rising=True),
        Field("points", pgettext("column", "points"), _("points"), 6, lambda r: decimal(r.shown), _total),
    ]
    if PER_GAME in regulation.ranking.order:
        title, words = pgettext("standings", "P/G"), _("points a game")
        found.append(Field(PER_GAME, title, words, 5, _per_game, lambda row: row.points_per_game))
    found += [
        _points("additional", pgettext("column", "add."), _("additional points"), 5),
        _count("games", pgettext("column", "gm"), _("games played")),
        _count("wins", pgettext("column", "wins"), _("wins")),
        _count("don_wins", pgettext("column", "don"), _("wins as don")),
        _count("sheriff_wins", pgettext("column", "sher"), _("wins as sheriff")),
        _count("mafia_wins", pgettext("column", "maf"), _("wins as mafia")),
        _count("first_night_deaths", pgettext("column", "shot"), _("deaths in the first night")),
        Field("decided_by", pgettext("column", "by"), "", 6, _decided, right=False),
    ]
    more = [
        _count("missed", pgettext("column", "missed"), _("missed rounds"), 6),
        _points("fines", pgettext("column", "fines"), _("fines of the panel"), 6),
    ]
    if len(regulation.stages) > 1:
        for stage in regulation.stages:
            title = text(stage.title, language())
            cell, figure = _stage_cell(stage.id), _of_stage(stage.id)
            more.append(Field(f"stage {stage.id}", title[:9], title, 9, cell, figure))
    rounds = sum(stage.rounds for stage in regulation.stages)
    cells = min(rounds, CHART)
    room = width - sum(field.width + 1 for field in found) - 2
    if not cells or room - cells - 1 < LEAST_NAME:
        return found
    room -= cells + 1
    shown = []
    for field in more:
        if room - field.width - 1 < NAME:
            break
        room -= field.width + 1
        shown.append(field)
    cells = min(rounds, cells + max(room - NAME, 0))

    def chart(row: Row) -> str:
        return course.chart(row.id, cells, through)

    by_round = Field("course", pgettext("column", "by round"), "", cells, chart, right=False)
    return [*found, by_round, *shown]


def columns(fields: Sequence[Field], order: Order) -> list[Column]:
    """As the list of lines takes them; the column that the rows are sorted by has an arrow at its title."""
    found = []
    for field in fields:
        title = field.title
        width = field.width
        if field.id == order.id and order != Order():
            title += order.arrow(field)
            width = max(width, len(title)) if width else 0
        found.append(Column(title, width, field.right))
    return found


def in_order(rows: Sequence[Row], fields: Sequence[Field], order: Order) -> list[Row]:
    """The placed rows sorted by a column; equals stay in the order of places."""
    field = next((field for field in fields if field.id == order.id), None)
    if field is None or field.figure is None:
        return list(rows)
    if field.id == PLACE:
        return list(reversed(rows)) if order.turned else list(rows)
    return sorted(rows, key=field.figure, reverse=field.rising == order.turned)


def _place(table: Standings) -> Callable[[Row], str]:
    places = [row.place for row in table.rows]
    shared = {place for place in places if places.count(place) > 1} if len(set(places)) < len(places) else ()
    lots = by_lot(table)

    def cell(row: Row) -> str:
        if not row.games and not table.difficulty.games:
            return "–"
        mark = LOT_MARK if row.id in lots else ""
        return f"{row.place}{mark}" + (SHARED_MARK if row.games and row.place in shared else "")

    return cell


def _name(row: Row) -> str:
    return row.name if row.may_be_awarded else f"{row.name} {NO_AWARD_MARK}"


def _by_name(row: Row) -> str:
    return row.name.casefold().replace("ё", "е")


def _total(row: Row) -> Any:
    return row.total


def _per_game(row: Row) -> str:
    return decimal(shown(row.points_per_game))


def _decided(row: Row) -> str:
    if row.decided_by is None:
        return "·"
    return short_words(row.decided_by)


def _count(id: str, title: str, words: str, width: int = 3) -> Field:
    def figure(row: Row) -> Any:
        return getattr(row, id)

    def cell(row: Row) -> str:
        number = getattr(row, id)
        return str(number) if number or id in ("games", "wins") else "·"

    return Field(id, title, words, width, cell, figure)


def _points(id: str, title: str, words: str, width: int) -> Field:
    def figure(row: Row) -> Any:
        return getattr(row, id)

    return Field(id, title, words, width, lambda row: _plain(shown(figure(row))), figure)


def _stage_cell(stage: str) -> Callable[[Row], str]:
    return lambda row: decimal(shown(row.by_stage[stage])) if stage in row.by_stage else "·"


def _of_stage(stage: str) -> Callable[[Row], Any]:
    """Who did not play a stage stands behind everybody who did."""
    return lambda row: (stage in row.by_stage, row.by_stage.get(stage, 0))


def _plain(points: str) -> str:
    return decimal(points) if points != "0" else "·"
