"""Every table of a tournament as one XLSX book. Text stays text: nothing in it is a formula or a link.

A number there is what a spreadsheet can hold; where points do not end after two digits, the exact fraction
stands beside them as text.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from datetime import datetime
from fractions import Fraction
from typing import Any

from rules.scoring import shown
from tabletui.paper.grid import Cell, Grid, is_formula, shown_cell
from tabletui.text import _

_MADE = datetime(2000, 1, 1)
"""The same tournament gives the same bytes."""
_FORBIDDEN = str.maketrans(dict.fromkeys("[]:*?/\\", "_"))
_LONGEST = 31
"""Characters of a sheet's name, by the format."""
_WIDEST = 40
_FORMS = ("0", "0.0", "0.00")
"""Digits behind the point, as many as are shown elsewhere."""


def book_bytes(grids: Iterable[Grid], title: str = "") -> bytes:
    """The book; a sheet a table, in their order."""
    from xlsxwriter import Workbook

    out = io.BytesIO()
    plain = dict.fromkeys(("strings_to_formulas", "strings_to_urls", "strings_to_numbers"), False)
    book = Workbook(out, {"in_memory": True, **plain})
    book.set_properties({"title": shown_cell(title), "created": _MADE})
    formats = {
        "head": book.add_format({"bold": True, "bottom": 1, "text_wrap": True, "valign": "top"}),
        "quoted": book.add_format({"quote_prefix": True}),
        **{form: book.add_format({"num_format": form}) for form in _FORMS},
    }
    names: set[str] = set()
    for grid in grids:
        _sheet(book.add_worksheet(_name(grid.title, names)), with_exact(grid), formats)
    book.close()
    return out.getvalue()


def with_exact(grid: Grid) -> Grid:
    """The table with a column of exact fractions behind each whose points do not end after two digits."""
    inexact = {
        column
        for column in range(len(grid.columns))
        if any(isinstance(row[column], Fraction) and 100 % row[column].denominator for row in grid.rows)  # type: ignore[union-attr]
    }
    if not inexact:
        return grid
    heads: list[str] = []
    for column, head in enumerate(grid.columns):
        heads.append(head)
        if column in inexact:
            heads.append(_("{column}, exactly").format(column=head))
    rows = []
    for row in grid.rows:
        cells: list[Cell] = []
        for column, cell in enumerate(row):
            cells.append(cell)
            if column in inexact:
                cells.append(str(cell) if isinstance(cell, Fraction) else "")
        rows.append(tuple(cells))
    return Grid(grid.id, grid.title, tuple(heads), tuple(rows))


def _sheet(sheet: Any, grid: Grid, formats: dict[str, Any]) -> None:
    for column, head in enumerate(grid.columns):
        words = shown_cell(head)
        sheet.write_string(0, column, words, formats["head"])
        cells = [shown_cell(row[column]) for row in grid.rows]
        sheet.set_column(column, column, min(max(map(len, [words[:12], *cells]), default=0) + 2, _WIDEST))
    for number, row in enumerate(grid.rows, 1):
        for column, cell in enumerate(row):
            _write(sheet, number, column, cell, formats)
    sheet.freeze_panes(1, 0)
    sheet.set_landscape()
    sheet.set_paper(9)  # A4
    sheet.fit_to_pages(1, 0)
    sheet.repeat_rows(0)


def _write(sheet: Any, row: int, column: int, cell: Cell, formats: dict[str, Any]) -> None:
    if cell is None or cell == "":
        return
    if isinstance(cell, Fraction):
        # The one place where points leave the exact: a spreadsheet has no fractions.
        sheet.write_number(row, column, float(cell), formats[_FORMS[len(shown(cell).partition(".")[2])]])
    elif isinstance(cell, int):
        sheet.write_number(row, column, cell)
    else:
        words = shown_cell(cell)
        sheet.write_string(row, column, words, formats["quoted"] if is_formula(words) else None)


def _name(title: str, taken: set[str]) -> str:
    """A name the format allows, none twice."""
    plain = shown_cell(title).translate(_FORBIDDEN).strip("' ")[:_LONGEST] or "–"
    name, number = plain, 2
    while name.casefold() in taken:
        tail = f" {number}"
        name, number = plain[: _LONGEST - len(tail)] + tail, number + 1
    taken.add(name.casefold())
    return name


def titled(grids: Sequence[Grid]) -> list[str]:
    """The names of the sheets in their order."""
    names: set[str] = set()
    return [_name(grid.title, names) for grid in grids]
