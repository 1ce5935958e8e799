"""All the files of an export, by their names: which there are, and what is in each."""

from __future__ import annotations

import hashlib
import json
import re
import unicodedata
from collections.abc import Callable, Collection, Iterable

from storage.kinds import Slot
from storage.reading import Reading
from storage.roster import json_of
from storage.roster_csv import COLUMNS, as_text
from storage.slots import OFFICIAL
from tabletui.commands.reporting import visible
from tabletui.paper.book import book_bytes
from tabletui.paper.gather import Material
from tabletui.paper.grid import Grid, csv_bytes, rows_bytes
from tabletui.paper.seat_tables import federation_bytes, games_grid, players_grid, seating_grid
from tabletui.paper.standing_tables import awards_grid, by_game_grid, standings_grid

PARTS = (
    "protocols",
    "standings",
    "players",
    "seating",
    "slips",
    "blanks",
    "games",
    "awards",
    "draw",
    "tables",
)
"""What can be asked for one by one."""

PROTOCOL = ".protocol.json"
_PLAIN = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}\Z")
_LONGEST = 40
"""Characters of a stage in the name of a file."""


def contents(material: Material, parts: Collection[str] = PARTS) -> dict[str, bytes]:
    """The files of these parts; a part that has nothing to say gives none, but for blank protocols."""
    makers: dict[str, Callable[[Material], dict[str, bytes]]] = {
        "protocols": lambda one: protocol_files(one.found),
        "standings": _standings,
        "players": _players,
        "seating": _seating,
        "slips": _slips,
        "blanks": _blanks,
        "games": _games,
        "awards": _awards,
        "draw": _draw,
        "tables": lambda one: {"tournament.xlsx": book_bytes(grids(one), one.title)},
    }
    found: dict[str, bytes] = {}
    for part in PARTS:
        if part in parts:
            found |= makers[part](material)
    return found


def grids(material: Material) -> list[Grid]:
    """Every table that has a line."""
    known = [
        standings_grid(material.standings, material.regulation),
        by_game_grid(material),
        awards_grid(material.standings, material.regulation),
        seating_grid(material),
        games_grid(material),
        players_grid(material),
    ]
    return [known[0], *(grid for grid in known[1:] if grid.rows)]


def _standings(material: Material) -> dict[str, bytes]:
    from tabletui.paper.place_pages import standings_page

    found = {
        "standings.csv": csv_bytes(standings_grid(material.standings, material.regulation)),
        "standings.html": standings_page(material),
    }
    if material.points:
        found["points-by-game.csv"] = csv_bytes(by_game_grid(material))
    return found


def _players(material: Material) -> dict[str, bytes]:
    return {"players.csv": players_csv(material.found)} if material.found.players else {}


def _seating(material: Material) -> dict[str, bytes]:
    from tabletui.paper.seat_pages import seating_page

    if not material.seatings:
        return {}
    stages = dict.fromkeys(stage for stage, _number in material.seatings)
    return {"seating.html": seating_page(material), "seating.csv": csv_bytes(seating_grid(material))} | {
        f"draw-{stage_name(stage)}.csv": federation_bytes(material, stage) for stage in stages
    }


def _slips(material: Material) -> dict[str, bytes]:
    from tabletui.paper.seat_pages import slips_page

    return {"slips.html": slips_page(material)} if material.seatings else {}


def _blanks(material: Material) -> dict[str, bytes]:
    from tabletui.paper.game_pages import blank_page

    return {"blank-protocols.html": blank_page(material)}


def _games(material: Material) -> dict[str, bytes]:
    from tabletui.paper.game_pages import protocols_page

    if not material.protocols:
        return {}
    return {"protocols.html": protocols_page(material), "games.csv": csv_bytes(games_grid(material))}


def _awards(material: Material) -> dict[str, bytes]:
    from tabletui.paper.place_pages import awards_page

    table = material.standings
    if not table.awards:
        return {}
    return {
        "awards.html": awards_page(material),
        "awards.csv": csv_bytes(awards_grid(table, material.regulation)),
    }


def _draw(material: Material) -> dict[str, bytes]:
    from tabletui.paper.draw_page import draw_page

    return {"draw.html": draw_page(material)} if material.seatings else {}


def protocol_files(found: Reading) -> dict[str, bytes]:
    """The protocols that count, by the names of their files: exactly what is stored, readable."""
    return {
        protocol_name(one.slot): (json.dumps(one.protocol, ensure_ascii=False, indent=2) + "\n").encode()
        for one in found.protocols
        if one.status == OFFICIAL
    }


def protocol_name(slot: Slot) -> str:
    """A name of its own for each slot, on every file system, whatever the stage is called."""
    return f"{stage_name(slot.stage)}-{slot.round}-{slot.table}{PROTOCOL}"


def stage_name(stage: str) -> str:
    """A stage as a part of a file's name.

    One that is not plain (small Latin letters, digits, - and _) keeps its letters and gets a mark of its
    whole id: two that differ in a sign or a capital must not be one file.
    """
    if _PLAIN.match(stage):
        return stage
    kept = "".join(c if c.isalnum() else "_" for c in unicodedata.normalize("NFC", stage)[:_LONGEST])
    return f"{kept.strip('_') or 'stage'}~{hashlib.sha256(stage.encode()).hexdigest()[:12]}"


def players_csv(found: Reading) -> bytes:
    """The roster as `players --import` takes it: UTF-8 with its mark, semicolons, CRLF, no formula."""
    rows: list[Iterable[str]] = [COLUMNS]
    for entry in found.players:
        fields = json_of(entry)
        rows.append([_cell(fields[column]) for column in COLUMNS])
    return rows_bytes(rows, inert=False)


def _cell(value: str | bool) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    # Behind a mark that the reader of rosters takes away again.
    return as_text(visible(value))
