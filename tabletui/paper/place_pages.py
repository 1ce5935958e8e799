"""Pages of the places: standings with their breakdown and the awards."""

from __future__ import annotations

from rules.regulation import Regulation
from rules.standings import Standings
from tabletui.commands.standings_text import coefficient_line
from tabletui.paper.gather import Material
from tabletui.paper.grid import Grid
from tabletui.paper.pages import drawn, page
from tabletui.paper.standing_tables import awards_grid, by_game_grid, round_short, standings_grid
from tabletui.paper.svg import Line, places
from tabletui.text import _

FOLLOWED = 10
"""Players whose places are drawn: all lines at once would be none."""


def standings_page(material: Material) -> bytes:
    """The standings with stages, awards, points game by game and the course of the first ten."""
    return _page(
        material.standings,
        material.regulation,
        material.title,
        by_game=by_game_grid(material) if material.points else None,
        plot=places_plot(material),
    )


def table_page(table: Standings, regulation: Regulation, title: str) -> bytes:
    """The standings alone."""
    return _page(table, regulation, title or _("Standings"), by_game=None, plot="")


def _page(table: Standings, regulation: Regulation, title: str, *, by_game: Grid | None, plot: str) -> bytes:
    return page(
        "standings.html",
        title,
        wide=True,
        about=coefficient_line(table.difficulty),
        remarks=standing_remarks(table),
        table=_printed(standings_grid(table, regulation)),
        awards=_cells(awards_grid(table, regulation)),
        by_game=None if by_game is None else _cells(by_game),
        plot=drawn(plot),
        words={"places": _("Places by round")},
    )


def awards_page(material: Material) -> bytes:
    """The awards to be read out, each with its figure."""
    table = material.standings
    return page(
        "awards.html",
        material.title,
        awards=_cells(awards_grid(table, material.regulation)),
        remarks=standing_remarks(table),
        words={"none": _("Nothing to award yet.")},
    )


def standing_remarks(table: Standings) -> list[str]:
    """What one should know before reading the places aloud."""
    without = [row.name for row in table.rows if not row.may_be_awarded]
    lines = []
    if table.difficulty.provisional:
        lines.append(_("Provisional: points of past games still change."))
    if without:
        lines.append(_("Without a part in the awards") + ": " + ", ".join(without))
    return lines


def places_plot(material: Material) -> str:
    """The places by round of those who stand first, as SVG; empty before the second round."""
    # Standings can be asked for up to a round that the regulation has; games of another stage have no plot.
    limits = {stage.id: stage.rounds for stage in material.regulation.stages}
    rounds = [key for key in material.rounds if key[1] <= limits.get(key[0], 0)]
    if len(rounds) < 2:
        return ""
    first = [row.id for row in material.standings.rows[:FOLLOWED]]
    ways: dict[str, list[int]] = {player: [] for player in first}
    most = 1
    for stage, number in rounds:
        rows = {row.id: row for row in material.standings_through(f"{stage}:{number}").rows}
        for player in first:
            row = rows.get(player)
            ways[player].append(row.place if row is not None and row.games else 0)
            most = max(most, ways[player][-1])
    lines = [
        Line(material.name(player), tuple(ways[player]), strong=index < 3)
        for index, player in enumerate(first)
    ]
    heads = [round_short(material, *key) for key in rounds]
    return places(lines, heads, most, _("Places by round"))


def _printed(table: Grid) -> Grid:
    """For the eye: ids and the mark of who may be awarded stand elsewhere, empty columns nowhere."""
    last = len(table.columns) - 1
    kept = [
        column
        for column in range(len(table.columns))
        if column not in (2, last) and (column < 4 or any(row[column] for row in table.rows))
    ]
    return _cells(
        Grid(
            table.id,
            table.title,
            tuple(table.columns[column] for column in kept),
            tuple(tuple(row[column] for column in kept) for row in table.rows),
            frozenset(index for index, column in enumerate(kept) if column in table.text),
        )
    )


def _cells(table: Grid) -> Grid:
    """The table with every cell as it is shown."""
    from tabletui.paper.grid import shown_cell

    rows = tuple(tuple(shown_cell(cell) for cell in row) for row in table.rows)
    return Grid(table.id, table.title, table.columns, rows, table.text)
