"""Standings for people: a table that fits 80 columns, or a sentence a player for screen readers."""

from __future__ import annotations

from collections.abc import Iterator

from rules.difficulty import Coefficient
from rules.regulation import Regulation
from rules.scoring import shown
from rules.sheet import RED
from rules.standings import Row, Standings
from tabletui.commands.reporting import print_table, visible
from tabletui.text import _, decimal, ngettext, pgettext

WIDEST: tuple[int, ...] = (4, 1, 20, 7, 6, 3, 3, 3, 3, 3, 3, 3)
PER_GAME = "points_per_game"
"""The criterion that has a column of its own where places rest on it."""


def print_standings(table: Standings, regulation: Regulation, title: str) -> None:
    """The table with its head, the coefficient and the awards."""
    if title:
        print(visible(title))
    head = (
        pgettext("standings", "No."),
        "",
        pgettext("standings", "Player"),
        pgettext("standings", "Points"),
        pgettext("standings", "Add."),
        pgettext("standings", "G"),
        pgettext("standings", "W"),
        pgettext("standings", "WD"),
        pgettext("standings", "WS"),
        pgettext("standings", "WM"),
        pgettext("standings", "FN"),
        pgettext("standings", "–R"),
        "",
    )
    rows, widest = [head, *map(_cells, table.rows)], WIDEST
    if PER_GAME in regulation.ranking.order:
        games = [pgettext("standings", "P/G"), *(decimal(shown(row.points_per_game)) for row in table.rows)]
        rows = [(*row[:4], cell, *row[4:]) for row, cell in zip(rows, games, strict=True)]
        widest = (*WIDEST[:4], 5, *WIDEST[4:])
    print_table(rows, left=(1, 2, len(widest)), widest=widest)
    if PER_GAME in regulation.ranking.order:
        print(_("P/G points a game, which the places rest on;"))
    print(_("G games, W wins; WD as don, WS as sheriff, WM as mafia;"))
    print(_("FN killed in the first night, –R missed rounds"))
    if any(not row.may_be_awarded for row in table.rows):
        print(_("* keeps the place, but not for awards"))
    print(coefficient_line(table.difficulty))
    for line in award_lines(table):
        print(visible(line))


def print_lines(table: Standings, regulation: Regulation) -> None:
    """A line a player; nothing has to be looked up in another line."""
    for row in table.rows:
        print(visible(_line(row, per_game=PER_GAME in regulation.ranking.order)))
    print(coefficient_line(table.difficulty))
    for line in award_lines(table):
        print(visible(line))


def _cells(row: Row) -> tuple[str, ...]:
    parted = row.decided_by if row.decided_by not in (None, "points") else None
    return (
        str(row.place),
        "" if row.may_be_awarded else "*",
        row.name,
        decimal(row.shown),
        decimal(shown(row.additional)),
        *map(
            str,
            (
                row.games,
                row.wins,
                row.don_wins,
                row.sheriff_wins,
                row.mafia_wins,
                row.first_night_deaths,
                row.missed,
            ),
        ),
        criterion(parted) if parted else "",
    )


def _plural(figure: str) -> int:
    """The number by which the noun beside a figure bends; beside a fraction it stands as beside two."""
    return 2 if "." in figure else abs(int(figure))


def _line(row: Row, *, per_game: bool) -> str:
    each = shown(row.points_per_game)
    a_game = ngettext("{points} point a game", "{points} points a game", _plural(each))
    points = ngettext("{points} point", "{points} points", _plural(row.shown))
    parts = [
        *([a_game.format(points=decimal(each))] if per_game else []),
        points.format(points=decimal(row.shown)),
        _("additional {points}").format(points=decimal(shown(row.additional))),
        ngettext("{count} game", "{count} games", row.games).format(count=row.games),
        ngettext("{count} win", "{count} wins", row.wins).format(count=row.wins),
    ]
    if row.first_night_deaths:
        count = row.first_night_deaths
        parts.append(
            ngettext("killed first {count} time", "killed first {count} times", count).format(count=count)
        )
    if row.missed:
        parts.append(
            ngettext("missed {count} round", "missed {count} rounds", row.missed).format(count=row.missed)
        )
    if row.fines:
        parts.append(_("fines {points}").format(points=decimal(shown(row.fines))))
    if row.decided_by not in (None, "points"):
        parts.append(_("parted from the row above by: {what}").format(what=criterion(str(row.decided_by))))
    if not row.may_be_awarded:
        parts.append(_("not for awards"))
    return f"{row.place}. {row.name}: " + ", ".join(parts)


def criterion(id: str) -> str:
    """What parted two rows."""
    return {
        "points": pgettext("criterion", "points"),
        "points_per_game": pgettext("criterion", "per game"),
        "additional": pgettext("criterion", "additional"),
        "wins": pgettext("criterion", "wins"),
        "don_wins": pgettext("criterion", "don"),
        "sheriff_wins": pgettext("criterion", "sheriff"),
        "don_sheriff_wins": pgettext("criterion", "don+sheriff"),
        "mafia_wins": pgettext("criterion", "mafia"),
        "first_night_deaths": pgettext("criterion", "first nights"),
        "lot": pgettext("criterion", "lot"),
        "finalists": pgettext("criterion", "the final"),
    }.get(id, id)


def coefficient_line(difficulty: Coefficient) -> str:
    """K, what it rests on, and whether it can still change."""
    k = decimal(shown(difficulty.k))
    exact = "" if difficulty.k.denominator == 1 else f" ({difficulty.k})"
    games = ngettext("{count} game", "{count} games", difficulty.games).format(count=difficulty.games)
    line = f"K = {k}{exact}, {games}"
    if difficulty.hard_colour is not None:
        hard = (
            _("hard: red wins, {count}") if difficulty.hard_colour == RED else _("hard: black wins, {count}")
        )
        line += ", " + hard.format(count=difficulty.hard)
    return f"{line}; {_('provisional')}" if difficulty.provisional else line


def award_lines(table: Standings) -> Iterator[str]:
    """A line for each award, with the figure it rests on."""
    for award in table.awards:
        yield _("{award}: {name} ({figure})").format(
            award=award_title(award.title), name=award.name, figure=decimal(award.shown)
        )


def award_title(id: str) -> str:
    """What is awarded."""
    return {
        "champion": pgettext("award", "Champion"),
        "second_place": pgettext("award", "Second place"),
        "third_place": pgettext("award", "Third place"),
        "best_civilian": pgettext("award", "Best civilian"),
        "best_sheriff": pgettext("award", "Best sheriff"),
        "best_mafia": pgettext("award", "Best mafia"),
        "best_don": pgettext("award", "Best don"),
        "best_move": pgettext("award", "Best move"),
        "first_night_deaths": pgettext("award", "Most often killed first"),
    }.get(id, id)
