"""Pages of single games: blank protocols with the names of the seating, filled ones with their points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from rules.protocol import BadFact, Protocol
from rules.regulation import text
from rules.scoring import SeatPoints, shown
from rules.sheet import SEATS, Sheet
from rules.standings import ScoredGame
from storage.kinds import Slot
from tabletui.board import round_time, slot_title
from tabletui.commands.sheet_text import left_words, result_words, role_word
from tabletui.facts import fact_lines, reason_line, signed
from tabletui.paper.gather import Material
from tabletui.paper.pages import page
from tabletui.text import _, decimal, language, pgettext

DAYS, NIGHTS = 6, 6
"""Lines for days and nights; a longer game goes on overleaf."""


def blank_page(material: Material) -> bytes:
    """A blank protocol for every seated table without one; a nameless one where nothing waits."""
    waiting = [
        (Slot(stage, number, table), [material.name(player) for player in players])
        for (stage, number), seating in material.seatings.items()
        for table, players in enumerate(seating.tables, 1)
        if Slot(stage, number, table) not in material.protocols
    ]
    sheets = [
        {
            "slot": slot_title(material.regulation, slot),
            "time": round_time(material.regulation, slot.stage, slot.round),
            "names": names,
        }
        for slot, names in waiting
    ] or [{"slot": "", "time": "", "names": [""] * len(SEATS)}]
    return page(
        "blank.html",
        material.title if waiting or material.found.title else "",
        sheets=sheets,
        fouls=range(material.regulation.fouls.removal_at),
        awards=[text(kind.name, language()) for kind in material.regulation.scoring.awards],
        days=range(1, DAYS + 1),
        nights=range(1, NIGHTS + 1),
        words=_words()
        | {
            "stage": _("stage, round, table"),
            "who_shot": pgettext("blank", "shot"),
            "don_check": pgettext("blank", "don checks"),
            "sheriff_check": pgettext("blank", "sheriff checks"),
            "night": pgettext("blank", "night"),
            "day": pgettext("blank", "day"),
            "nominated": pgettext("blank", "nominated, and the votes for each"),
            "gone": pgettext("blank", "left"),
            "winner": pgettext("blank", "won:"),
            "red": pgettext("blank", "red"),
            "black": pgettext("blank", "black"),
            "draw": pgettext("blank", "a draw"),
            "removed": pgettext("blank", "removals and their reasons"),
            "protest": pgettext("blank", "notes and protests"),
            "signed": pgettext("blank", "signature of the judge"),
        },
    )


def _words() -> dict[str, str]:
    return {
        "judge": pgettext("protocol", "judge"),
        "date": pgettext("protocol", "date"),
        "player": pgettext("column", "Player"),
        "role": pgettext("column", "Role"),
        "left": pgettext("column", "Left the game"),
        "fouls": pgettext("column", "Fouls"),
        "points": pgettext("column", "Points"),
        "parts": pgettext("column", "Made of"),
        "best_move": pgettext("column", "Best move"),
        "awards": pgettext("column", "Award"),
        "facts": _("Course of the game"),
        "reasons": _("Removals, fines, notes"),
        "none": _("No game is closed yet."),
    }


def protocols_page(material: Material) -> bytes:
    """A sheet a closed game: result, seats, what the points are made of, reasons, the course of the game."""
    games = [
        _game(material, slot, protocol, material.games[slot])
        for slot, protocol in material.protocols.items()
        if slot in material.games
    ]
    return page("protocols.html", material.title, games=games, words=_words())


def _game(material: Material, slot: Slot, protocol: Protocol, game: ScoredGame) -> dict[str, Any]:
    sheet = game.sheet
    points = {row.seat: row for row in material.points.get(slot, ())}
    rows = []
    for player in game.players:
        row = points.get(player.seat)
        rows.append(
            {
                "seat": player.seat,
                "name": player.name,
                "stand_in": player.stand_in,
                "role": role_word(sheet.roles[player.seat - 1]) if sheet.roles else "",
                "left": next((left_words(one) for one in sheet.left if one.seat == player.seat), ""),
                "fouls": sheet.fouls.get(player.seat, ""),
                "points": "" if row is None else decimal(shown(row.total)),
                "parts": "" if row is None else made_of(material, row, sheet),
            }
        )
    names = {player.seat: player.name for player in game.players}
    best_move = ""
    if sheet.first_killed is not None and sheet.best_move is not None:
        seats = ", ".join(map(str, sheet.best_move)) or pgettext("sheet", "declined")
        best_move = _("Best move of seat {seat}: {seats}").format(seat=sheet.first_killed, seats=seats)
    return {
        "slot": slot_title(material.regulation, slot),
        "result": result_words(sheet),
        "judge": protocol.judge or "–",
        "date": protocol.date or "–",
        "rows": rows,
        "best_move": best_move,
        "reasons": _reasons(material, sheet, names),
        "facts": _facts(material, protocol, names),
    }


def made_of(material: Material, row: SeatPoints, sheet: Sheet) -> str:
    """What the points of a seat are made of: "2 × K 35/29 + best move 0.25"; exact where a figure is not."""
    named = {kind.id: text(kind.name, language()) for kind in material.regulation.scoring.awards}
    given = [one for one in sheet.awards if one.seat == row.seat]
    parts = []
    if row.base:
        parts.append(
            pgettext("sheet", "win") + f" {_exact(row.base)}" + (f" × K {row.k}" if row.k != 1 else "")
        )
    if row.best_move:
        parts.append(f"{pgettext('sheet', 'best move')} {_exact(row.best_move)}")
    if row.award:
        parts.append(f"{', '.join(named.get(one.kind, one.kind) for one in given)} {_exact(row.award)}")
    if row.removal:
        parts.append(f"{pgettext('sheet', 'removal')} {_exact(row.removal)}")
    if row.fines:
        parts.append(f"{pgettext('sheet', 'fines')} {_exact(row.fines)}")
    if row.first_kill:
        parts.append(f"{pgettext('sheet', 'compensation')} {_exact(row.first_kill)}")
    whole = " + ".join(parts).replace("+ -", "− ")
    if row.weight != 1 and parts:
        on_all = material.regulation.scoring.weight_on == "all"
        weight = _("weight of the stage {weight}").format(weight=_exact(row.weight))
        whole += f" ({weight})" if on_all else f" ({weight}, {_('on the win alone')})"
    return whole


def _exact(points: Fraction) -> str:
    """Points with two digits where that is all of them, else as a fraction."""
    return str(points) if 100 % points.denominator else decimal(shown(points))


def _reasons(material: Material, sheet: Sheet, names: Mapping[int, str]) -> list[str]:
    regulation = material.regulation
    kinds = {
        "fouls": pgettext("sheet", "fouls"),
        "disqualified": pgettext("sheet", "disqualified"),
        "team_defeat": pgettext("sheet", "team defeat"),
    }
    lines = []
    for one in sheet.removed:
        reason = reason_line(one.reason, regulation)
        words = f"{one.seat} {names.get(one.seat, '')}: {kinds.get(one.kind, one.kind)}"
        lines.append(f"{words}, {reason}" if reason else words)
    for fine in sheet.fines:
        reason = reason_line(fine.reason, regulation)
        words = f"{fine.seat} {names.get(fine.seat, '')}: {signed(fine.points)}"
        lines.append(f"{words}, {reason}" if reason else words)
    return lines


def _facts(material: Material, protocol: Protocol, names: Mapping[int, str]) -> Sequence[str]:
    if not protocol.has_events:
        return ()
    try:
        events = [event for event in protocol.events() if event.kind != "next"]
    except BadFact:
        return ()
    return fact_lines(events, {}, material.regulation, secrets=True)
