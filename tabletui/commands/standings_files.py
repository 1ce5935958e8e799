"""Standings as files of other programs: CSV for spreadsheets, one page of HTML for browsers and printers."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable

from rules.regulation import Regulation, text
from rules.scoring import shown
from rules.standings import Row, Standings
from tabletui.commands.reporting import visible
from tabletui.commands.standings_text import PER_GAME, award_lines, coefficient_line, criterion
from tabletui.text import _, decimal, language, pgettext

FORMULA = ("=", "+", "-", "@", "\t", "\r", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""What a spreadsheet takes for the beginning of a formula, the full-width forms included."""

STYLE = """
body { font-family: sans-serif; margin: 1.5em; color: #000; background: #fff }
table { border-collapse: collapse }
th, td { border-bottom: 1px solid #999; padding: .2em .6em; text-align: right }
th:nth-child(2), td:nth-child(2), td.text, th.text { text-align: left }
thead { display: table-header-group }
tr { break-inside: avoid }
"""


def csv_bytes(table: Standings, regulation: Regulation) -> bytes:
    """UTF-8 with its mark, semicolons, CRLF. No cell of text is a formula."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, delimiter=";", lineterminator="\r\n")
    columns = _columns(table, regulation)
    writer.writerow([_inert(title) for title, _value in columns])
    for row in table.rows:
        writer.writerow(
            [_inert(cell) if isinstance(cell, _Text) else cell for cell in (v(row) for _t, v in columns)]
        )
    return out.getvalue().encode("utf-8-sig")


def html_bytes(table: Standings, regulation: Regulation, title: str) -> bytes:
    """A page that needs nothing besides itself; every text is escaped."""
    from html import escape

    def cell(value: str, tag: str = "td") -> str:
        kind = ' class="text"' if isinstance(value, _Text) else ""
        return f"<{tag}{kind}>{escape(visible(value))}</{tag}>"

    columns = _columns(table, regulation)
    heading = escape(visible(title or _("Standings")))
    head = "".join(cell(name, "th") for name, _value in columns)
    rows = "".join(f"<tr>{''.join(cell(value(row)) for _t, value in columns)}</tr>\n" for row in table.rows)
    awards = "".join(f"<li>{escape(visible(line))}</li>\n" for line in award_lines(table))
    page = (
        f'<!DOCTYPE html>\n<html lang="{language()}">\n<head>\n<meta charset="utf-8">\n'
        f"<title>{heading}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<h1>{heading}</h1>\n"
        f"<table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{rows}</tbody>\n</table>\n"
        f"<p>{escape(coefficient_line(table.difficulty))}</p>\n"
        + (f"<ul>\n{awards}</ul>\n" if awards else "")
        + "</body>\n</html>\n"
    )
    return page.encode()


class _Text(str):
    """A cell of words, as against one of numbers."""


def _inert(cell: str) -> str:
    cell = visible(cell)
    return "'" + cell if cell.lstrip(" ").startswith(FORMULA) else cell


def _columns(table: Standings, regulation: Regulation) -> list[tuple[str, Callable[[Row], str]]]:
    """The titles with what stands under them."""
    stages = [stage for stage in regulation.stages if any(stage.id in row.by_stage for row in table.rows)]
    others = sorted({id for row in table.rows for id in row.by_stage} - {stage.id for stage in stages})
    named = [(stage.id, text(stage.title, language())) for stage in stages] + [(id, id) for id in others]

    def of_stage(id: str) -> Callable[[Row], str]:
        return lambda row: decimal(shown(row.by_stage[id])) if id in row.by_stage else ""

    per_game = pgettext("column", "Per game"), lambda row: decimal(shown(row.points_per_game))
    return [
        (pgettext("column", "Place"), lambda row: str(row.place)),
        (pgettext("column", "Player"), lambda row: _Text(row.name)),
        ("id", lambda row: _Text(row.id)),
        (pgettext("column", "Points"), lambda row: decimal(row.shown)),
        *([per_game] if PER_GAME in regulation.ranking.order else []),
        (pgettext("column", "Additional"), lambda row: decimal(shown(row.additional))),
        *((title, of_stage(id)) for id, title in named),
        (pgettext("column", "Games"), lambda row: str(row.games)),
        (pgettext("column", "Wins"), lambda row: str(row.wins)),
        (pgettext("column", "As don"), lambda row: str(row.don_wins)),
        (pgettext("column", "As sheriff"), lambda row: str(row.sheriff_wins)),
        (pgettext("column", "As mafia"), lambda row: str(row.mafia_wins)),
        (pgettext("column", "Killed first"), lambda row: str(row.first_night_deaths)),
        (pgettext("column", "Missed rounds"), lambda row: str(row.missed)),
        (pgettext("column", "Fines"), lambda row: decimal(shown(row.fines))),
        (pgettext("column", "Lot"), lambda row: "" if row.lot is None else str(row.lot)),
        (
            pgettext("column", "Parted by"),
            lambda row: _Text("" if row.decided_by is None else criterion(row.decided_by)),
        ),
        (pgettext("column", "Awards"), lambda row: _Text(_("yes") if row.may_be_awarded else _("no"))),
    ]
