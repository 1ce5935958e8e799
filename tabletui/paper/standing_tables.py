"""The tables around the places: standings, points game by game, awards."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from rules.awards import PRIZES, Award
from rules.regulation import Regulation, text
from rules.standings import Row, Standings
from tabletui.commands.standings_text import PER_GAME, award_title, criterion
from tabletui.paper.gather import Material
from tabletui.paper.grid import Cell, Grid
from tabletui.text import _, decimal, language, ngettext, pgettext


def standings_grid(table: Standings, regulation: Regulation) -> Grid:
    """Every column of the standings, a column a stage among them."""
    columns = _columns(table, regulation)
    return Grid(
        "standings",
        _("Standings"),
        tuple(title for title, _value in columns),
        tuple(tuple(value(row) for _t, value in columns) for row in table.rows),
        frozenset({1, 2, len(columns) - 2, len(columns) - 1}),
    )


def _columns(table: Standings, regulation: Regulation) -> list[tuple[str, Callable[[Row], Cell]]]:
    """The titles with what stands under them."""
    stages = [stage for stage in regulation.stages if any(stage.id in row.by_stage for row in table.rows)]
    others = sorted({id for row in table.rows for id in row.by_stage} - {stage.id for stage in stages})
    named = [(stage.id, text(stage.title, language())) for stage in stages] + [(id, id) for id in others]

    def of_stage(id: str) -> Callable[[Row], Cell]:
        return lambda row: row.by_stage.get(id)

    per_game: tuple[str, Callable[[Row], Cell]] = (
        pgettext("column", "Per game"),
        lambda row: row.points_per_game,
    )
    return [
        (pgettext("column", "Place"), lambda row: row.place),
        (pgettext("column", "Player"), lambda row: row.name),
        ("id", lambda row: row.id),
        (pgettext("column", "Points"), lambda row: row.total),
        *([per_game] if PER_GAME in regulation.ranking.order else []),
        (pgettext("column", "Additional"), lambda row: row.additional),
        *((title, of_stage(id)) for id, title in named),
        (pgettext("column", "Games"), lambda row: row.games),
        (pgettext("column", "Wins"), lambda row: row.wins),
        (pgettext("column", "As don"), lambda row: row.don_wins),
        (pgettext("column", "As sheriff"), lambda row: row.sheriff_wins),
        (pgettext("column", "As mafia"), lambda row: row.mafia_wins),
        (pgettext("column", "Killed first"), lambda row: row.first_night_deaths),
        (pgettext("column", "Missed rounds"), lambda row: row.missed),
        (pgettext("column", "Fines"), lambda row: row.fines),
        (pgettext("column", "Lot"), lambda row: row.lot),
        (
            pgettext("column", "Parted by"),
            lambda row: "" if row.decided_by is None else criterion(row.decided_by),
        ),
        (pgettext("column", "Awards"), lambda row: _("yes") if row.may_be_awarded else _("no")),
    ]


def round_short(material: Material, stage: str, number: int) -> str:
    """The head of a narrow column: the round, with the first letters of its stage after the first one."""
    stages = list(dict.fromkeys(key[0] for key in (*material.seatings, *material.rounds)))
    if len(stages) < 2 or stage == stages[0]:
        return str(number)
    return f"{material.stage_title(stage)[:3]}{number}"


def by_game_grid(material: Material) -> Grid:
    """A row a player in the order of places, a column a round: what each game brought him."""
    earned: dict[tuple[str, tuple[str, int]], Fraction] = {}
    for slot, rows in material.points.items():
        for player in material.games[slot].players:
            if rows and not player.stand_in:
                key = player.id, (slot.stage, slot.round)
                earned[key] = earned.get(key, Fraction(0)) + rows[player.seat - 1].total
    price = material.regulation.scoring.missed_round
    with_missed = any(row.missed for row in material.standings.rows)
    with_fines = any(row.fines for row in material.standings.rows)
    rows_ = []
    for row in material.standings.rows:
        cells: list[Cell] = [row.place, row.name, row.total]
        cells += [earned.get((row.id, key)) for key in material.rounds]
        cells += [row.missed * price or None] if with_missed else []
        cells += [row.fines or None] if with_fines else []
        rows_.append(tuple(cells))
    return Grid(
        "by-game",
        _("Points by game"),
        (
            pgettext("column", "Place"),
            pgettext("column", "Player"),
            pgettext("column", "Points"),
            *(round_short(material, *key) for key in material.rounds),
            *([pgettext("column", "Missed rounds")] if with_missed else []),
            *([pgettext("column", "Fines")] if with_fines else []),
        ),
        tuple(rows_),
        frozenset({1}),
    )


def awards_grid(table: Standings, regulation: Regulation) -> Grid:
    """Who is awarded what, with the figure it rests on."""
    return Grid(
        "awards",
        _("Awards"),
        (pgettext("column", "Award"), pgettext("column", "Player"), pgettext("column", "Figure")),
        tuple(
            (award_title(award.title), award.name, award_figure(award, regulation)) for award in table.awards
        ),
        frozenset({0, 1, 2}),
    )


def award_figure(award: Award, regulation: Regulation) -> str:
    """What an award rests on, in words."""
    points = decimal(award.shown)
    if award.title in PRIZES:
        per_game = PER_GAME in regulation.ranking.order
        return (_("points a game {points}") if per_game else _("points {points}")).format(points=points)
    if award.title == "best_move":
        hits, _of, tries = award.shown.partition(" of ")
        return _("paid {hits} of {tries}").format(hits=hits, tries=tries)
    if award.title == "first_night_deaths":
        return ngettext("{count} time", "{count} times", int(award.figure)).format(count=award.figure)
    return _("points in the role {points}").format(points=points)
