"""Pages of the seating: rounds for the wall, slips for the players."""

from __future__ import annotations

from typing import Any

from rules.course.seatings import RoundSeating
from rules.sheet import SEATS
from tabletui.board import round_time, round_title
from tabletui.course_words import decision_lines
from tabletui.paper.gather import Key, Material
from tabletui.paper.pages import page
from tabletui.text import _, pgettext

ABREAST = 8
"""Tables side by side on a page, at most."""


def seating_page(material: Material) -> bytes:
    """A sheet a round: columns are tables, lines are seats; swaps and substitutions are told below."""
    return page(
        "seating.html",
        material.title,
        wide=any(len(seating.tables) > 3 for seating in material.seatings.values()),
        rounds=[_round(material, key, seating) for key, seating in material.seatings.items()],
        words={"out": _("Sit out:"), "none": _nothing()},
    )


def _round(material: Material, key: Key, seating: RoundSeating) -> dict[str, Any]:
    numbers = range(1, len(seating.tables) + 1)
    rows_of_blocks = -(-len(seating.tables) // ABREAST)
    each = -(-len(seating.tables) // max(rows_of_blocks, 1))
    blocks = []
    for first in range(0, len(seating.tables), max(each, 1)):
        tables = seating.tables[first : first + each]
        blocks.append(
            {
                "tables": [_("table {number}").format(number=n) for n in numbers[first : first + each]],
                "rows": [[material.name(table[seat - 1]) for table in tables] for seat in SEATS],
            }
        )
    return {
        "title": round_title(material.regulation, *key),
        "time": round_time(material.regulation, *key),
        "blocks": blocks,
        "out": [material.name(player) for player in seating.sit_outs],
        "changes": _changes(material, key),
        "mark": _mark(seating),
    }


def _changes(material: Material, key: Key) -> list[str]:
    """What was changed after the draw."""
    rows = [
        row
        for row in material.found.all_decisions
        if row.get("kind") in ("swap", "substitution")
        and row.get("stage") == key[0]
        and not row.get("undone_by")
        and (row.get("round") == key[1] or (row["kind"] == "substitution" and _from(row) <= key[1]))
    ]
    return [line.sentence for line in decision_lines(rows, material.names, material.regulation)]


def _from(row: Any) -> int:
    number = row.get("round")
    return number if type(number) is int else 0


def _mark(seating: RoundSeating) -> str:
    """The beginning of the commitment, so that a sheet on the wall can be held against the published draw."""
    audit = seating.draw.get("audit")
    commitment = audit.get("commitment") if isinstance(audit, dict) else None
    return _("draw {mark}").format(mark=commitment[:16]) if isinstance(commitment, str) else ""


def slips_page(material: Material) -> bytes:
    """A slip a player in the order of names: his table and seat in each round."""
    slips = []
    everybody = {player for seating in material.seatings.values() for player in seating.everybody}
    for player in sorted(everybody, key=lambda one: (material.name(one).casefold(), one)):
        rows = []
        for key, seating in material.seatings.items():
            if player not in seating.everybody:
                continue
            place = seating.place_of(player)
            rows.append(
                {
                    "round": round_title(material.regulation, *key),
                    "time": round_time(material.regulation, *key),
                    "table": place[0] if place else 0,
                    "seat": place[1] if place else 0,
                }
            )
        slips.append({"name": material.name(player), "rows": rows})
    return page(
        "slips.html",
        material.title,
        slips=slips,
        words={
            "round": pgettext("column", "Round"),
            "table": pgettext("column", "Table"),
            "seat": pgettext("column", "Seat"),
            "out": _("sits out"),
            "none": _nothing(),
        },
    )


def _nothing() -> str:
    return _("No round is drawn yet.")
