"""A table of any kind as data: the same one becomes CSV, a sheet of XLSX and a part of a page.

A cell is a text, a whole number, exact points or nothing. Text alone can carry a formula or turn a line.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from fractions import Fraction

from rules.record import record
from rules.scoring import shown
from tabletui.commands.reporting import visible
from tabletui.text import decimal

Cell = str | int | Fraction | None

FORMULA = ("=", "+", "-", "@", "\t", "\r", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""What a spreadsheet takes for the beginning of a formula, the full-width forms included."""


@record
class Grid:
    """id: plain letters, for the names of files. columns: titles. text: the columns of words."""

    id: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    text: frozenset[int] = frozenset()


def is_formula(text: str) -> bool:
    """Whether a spreadsheet could read a formula in this text."""
    return text.lstrip(" ").startswith(FORMULA)


def shown_cell(cell: Cell) -> str:
    """A cell for the eye: points as they are shown, text with nothing that acts."""
    if cell is None:
        return ""
    if isinstance(cell, Fraction):
        return decimal(shown(cell))
    return visible(cell) if isinstance(cell, str) else str(cell)


def csv_bytes(grid: Grid) -> bytes:
    """UTF-8 with its mark, semicolons, CRLF. No cell of text is a formula."""
    return rows_bytes([grid.columns, *grid.rows])


def rows_bytes(rows: Iterable[Iterable[Cell]], *, inert: bool = True) -> bytes:
    """As csv_bytes, for rows alone; an empty row is a blank line. inert: False where the cells are so."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, delimiter=";", lineterminator="\r\n")
    made = _inert if inert else shown_cell
    for row in rows:
        writer.writerow([made(cell) for cell in row])
    return out.getvalue().encode("utf-8-sig")


def _inert(cell: Cell) -> str:
    words = shown_cell(cell)
    return "'" + words if isinstance(cell, str) and is_formula(words) else words
