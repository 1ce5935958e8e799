"""A draw for the eye: the tables of a round side by side, and its figures, each beside its bound."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.cells import cell_len

from rules.record import record
from rules.sheet import SEATS
from tabletui.draw_figures import figures, proof, remarks
from tabletui.text import _
from tabletui.widgets.lines import Row, Span, fit, row

__all__ = ["Page", "figures", "packed", "pages_of", "proof", "remarks", "room_for", "table_rows"]

LEAST = 10
"""Cells that a table needs for its names."""
NUMBERS = 3
"""Cells of the number of the seat."""


@record
class Page:
    """A round to be shown. tables: ids by table and seat. draft: drawn and not published yet."""

    stage: str
    round: int
    tables: tuple[tuple[str, ...], ...]
    sit_outs: tuple[str, ...]
    draw: Mapping[str, Any]
    draft: bool = False


def room_for(width: int, tables: int) -> int:
    """Tables that stand side by side in so many cells."""
    return max(min((width - NUMBERS - 1) // (LEAST + 1), tables), 1)


def table_rows(page: Page, names: Mapping[str, str], first: int, width: int) -> list[Row]:
    """The tables from `first` (from 0) on, a column each, a line a seat, and who sits out."""
    count = room_for(width, len(page.tables))
    shown = page.tables[first : first + count]
    each = (width - NUMBERS - 1) // max(len(shown), 1) - 1
    each = min(each, 20)
    more = ("‹" if first else " ", "›" if first + count < len(page.tables) else "")
    words = [
        fit(_("table {number}").format(number=number), each)
        for number in range(first + 1, first + len(shown) + 1)
    ]
    lines = [row(Span(" " * (NUMBERS - 1) + more[0] + " " + " ".join(words) + more[1], "title"))]
    for seat in SEATS:
        cells = [fit(names.get(table[seat - 1], table[seat - 1]), each) for table in shown]
        lines.append(row(Span(f"{seat:>{NUMBERS}} ", "dim"), " ".join(cells)))
    if page.sit_outs:
        out = ", ".join(names.get(one, one) for one in page.sit_outs)
        lines.append(row(Span(fit(" " + _("sit out: {players}").format(players=out), width), "dim")))
    return lines


def packed(parts: Sequence[str], width: int) -> list[str]:
    """The parts on as few lines as can be, none torn unless it is longer than a line."""
    lines: list[str] = []
    for part in parts:
        longer = f"{lines[-1]}  ·  {part}" if lines else part
        if lines and cell_len(longer) <= width:
            lines[-1] = longer
        else:
            lines.append(part)
    return lines


def pages_of(draw: Mapping[str, Any], *, draft: bool) -> list[Page]:
    """The rounds of a draw."""
    outs: Sequence[Sequence[str]] = draw.get("sit_outs") or ()
    return [
        Page(
            str(draw["stage"]),
            number,
            tuple(tuple(table) for table in tables),
            tuple(outs[index]) if index < len(outs) else (),
            draw,
            draft,
        )
        for index, (number, tables) in enumerate(zip(draw["rounds"], draw["tables"], strict=True))
    ]
