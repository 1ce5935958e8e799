"""The tables around the seatings: who sits where, and the federation's own layout of a draw."""

from __future__ import annotations

from rules.course.seatings import RoundSeating
from rules.sheet import SEATS
from tabletui.commands.sheet_text import role_word
from tabletui.paper.gather import Material
from tabletui.paper.grid import Cell, Grid, rows_bytes
from tabletui.text import _, pgettext


def seating_grid(material: Material) -> Grid:
    """A line a place of every published round; who sits out has no table."""
    rows: list[tuple[Cell, ...]] = []
    for (stage, number), seating in material.seatings.items():
        title = material.stage_title(stage)
        for table, players in enumerate(seating.tables, 1):
            rows += [
                (title, number, table, seat, player, material.name(player))
                for seat, player in zip(SEATS, players, strict=True)
            ]
        rows += [(title, number, None, None, player, material.name(player)) for player in seating.sit_outs]
    return Grid(
        "seating",
        pgettext("page", "Seating"),
        (*_slot_columns(), pgettext("column", "Seat"), "id", pgettext("column", "Player")),
        tuple(rows),
        frozenset({0, 4, 5}),
    )


def games_grid(material: Material) -> Grid:
    """A line a player of every game that counts: his role and what his points are made of."""
    rows: list[tuple[Cell, ...]] = []
    for slot, points in material.points.items():
        game = material.games[slot]
        title = material.stage_title(slot.stage)
        for player, row in zip(game.players, points, strict=False):
            role = role_word(game.sheet.roles[player.seat - 1]) if game.sheet.roles else ""
            rows.append(
                (
                    title,
                    slot.round,
                    slot.table,
                    player.seat,
                    player.id,
                    player.name,
                    role,
                    row.base,
                    row.k,
                    row.weight,
                    row.best_move,
                    row.award,
                    row.removal,
                    row.fines,
                    row.first_kill,
                    row.total,
                )
            )
    return Grid(
        "games",
        pgettext("page", "Games"),
        (
            *_slot_columns(),
            pgettext("column", "Seat"),
            "id",
            pgettext("column", "Player"),
            pgettext("column", "Role"),
            pgettext("column", "Win"),
            "K",
            pgettext("column", "Weight"),
            pgettext("column", "Best move"),
            pgettext("column", "Award"),
            pgettext("column", "Removal"),
            pgettext("column", "Fines"),
            pgettext("column", "Compensation"),
            pgettext("column", "Points"),
        ),
        tuple(rows),
        frozenset({0, 4, 5, 6}),
    )


def _slot_columns() -> tuple[str, str, str]:
    return pgettext("column", "Stage"), pgettext("column", "Round"), pgettext("column", "Table")


def players_grid(material: Material) -> Grid:
    """The list of players."""
    entries = material.found.players
    return Grid(
        "players",
        pgettext("page", "Players"),
        (
            "id",
            pgettext("column", "Player"),
            pgettext("column", "Club"),
            pgettext("column", "City"),
            pgettext("column", "Fee"),
            pgettext("column", "Stand-in"),
        ),
        tuple(
            (
                one.id,
                one.name,
                one.club,
                one.city,
                _("yes") if one.paid else _("no"),
                _("yes") if one.stand_in else "",
            )
            for one in entries
        ),
        frozenset(range(6)),
    )


def federation_bytes(material: Material, stage: str) -> bytes:
    """A stage's draw as the federation publishes it: a block a round, ten lines for the seats, a column a
    table, a blank line between rounds.
    """
    rounds = [seating for key, seating in material.seatings.items() if key[0] == stage]
    lines: list[list[Cell]] = []
    for seating in rounds:
        if lines:
            lines.append([])
        lines += _block(material, seating)
    return rows_bytes(lines)


def _block(material: Material, seating: RoundSeating) -> list[list[Cell]]:
    return [[material.name(table[seat - 1]) for table in seating.tables] for seat in SEATS]
