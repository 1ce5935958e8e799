"""A game's sheet with its points, for people to read in a terminal of 80 columns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.regulation import Regulation, text
from rules.scoring import SeatPoints, shown
from rules.sheet import BLACK, CIVILIAN, DON, DRAW, MAFIA, RED, SHERIFF, Left, Sheet
from storage.protocol_files import Found
from tabletui.commands.reporting import print_table, visible
from tabletui.text import _, decimal, language, pgettext

if TYPE_CHECKING:
    from tabletui.commands.replay import Replayed

WIDEST = (2, 18, 10, 20, 2, 6)


def role_word(role: str) -> str:
    """A role."""
    return {
        CIVILIAN: pgettext("sheet", "civilian"),
        SHERIFF: pgettext("sheet", "sheriff"),
        MAFIA: pgettext("sheet", "mafia"),
        DON: pgettext("sheet", "don"),
    }[role]


def cause_word(cause: str) -> str:
    """How a seat left."""
    return {
        "shot": pgettext("sheet", "shot"),
        "ballot": pgettext("sheet", "ballot"),
        "fouls": pgettext("sheet", "fouls"),
        "disqualified": pgettext("sheet", "disqualified"),
        "team_defeat": pgettext("sheet", "team defeat"),
    }[cause]


def _won(winner: str) -> str:
    return {RED: _("Red won"), BLACK: _("Black won"), DRAW: _("A draw")}[winner]


def _ended(ending: str) -> str:
    return {
        "ballot": _("by a ballot"),
        "shot": _("by a shot"),
        "removal": _("by a removal"),
        "team_defeat": _("by a team defeat"),
        "judge": _("by the judge's decision"),
        "draw": _("nobody left for too long"),
    }[ending]


def print_sheet(found: Found, outcome: Replayed, regulation: Regulation) -> None:
    """The head, a line a seat, the best move; an empty line after it."""
    sheet = outcome.sheet
    print(visible(f"{found.path.name}{found.where}: {_slot(found, regulation)}".rstrip(": ")))
    print(_result(outcome))
    points = {row.seat: row for row in outcome.points}
    rows = [_head()]
    for player in found.protocol.players:
        seat = player.seat
        row = points.get(seat)
        rows.append(
            (
                str(seat),
                player.name,
                role_word(sheet.roles[seat - 1]) if sheet.roles else "",
                next((left_words(left) for left in sheet.left if left.seat == seat), ""),
                str(sheet.fouls.get(seat, "")),
                "" if row is None else decimal(shown(row.total)),
                "" if row is None else _parts(row, sheet, regulation),
            )
        )
    print_table(rows, left=(1, 2, 3, 6), widest=WIDEST)
    if sheet.first_killed is not None and sheet.best_move is not None:
        seats = ", ".join(map(str, sheet.best_move)) or pgettext("sheet", "declined")
        print(_("Best move of seat {seat}: {seats}").format(seat=sheet.first_killed, seats=seats))
    print()


def _head() -> tuple[str, ...]:
    return (
        "",
        pgettext("sheet", "player"),
        pgettext("sheet", "role"),
        pgettext("sheet", "left the game"),
        pgettext("sheet", "F"),
        pgettext("sheet", "points"),
        "",
    )


def _slot(found: Found, regulation: Regulation) -> str:
    protocol = found.protocol
    stage = regulation.stage(protocol.stage or "")
    parts = [(protocol.stage or "") if stage is None else text(stage.title, language())]
    if protocol.round is not None:
        parts.append(_("round {round}").format(round=protocol.round))
    if protocol.table is not None:
        parts.append(_("table {table}").format(table=protocol.table))
    return ", ".join(part for part in parts if part)


def _result(outcome: Replayed) -> str:
    return result_words(outcome.sheet, outcome.step)


def result_words(sheet: Sheet, step: str | None = None) -> str:
    """Who won and how. step: where an undecided game stands, if that is known."""
    if sheet.ending == "void":
        return _("Void: the game does not count")
    if sheet.winner is None:
        if step is None:
            return _("Not decided")
        from tabletui.refusals import step_name

        return _("Not decided; the next step: {step}").format(step=step_name(step))
    if sheet.ending is None:
        return _won(sheet.winner)
    return f"{_won(sheet.winner)}: {_ended(sheet.ending)}"


def left_words(left: Left) -> str:
    """When and how a seat left."""
    if left.night is not None:
        return _("night {night}, {cause}").format(night=left.night, cause=cause_word(left.cause))
    return _("day {day}, {cause}").format(day=left.day, cause=cause_word(left.cause))


def _parts(row: SeatPoints, sheet: Sheet, regulation: Regulation) -> str:
    """What the points are made of beside the win."""
    named = (
        (pgettext("sheet", "best move"), row.best_move),
        (pgettext("sheet", "removal"), row.removal),
        (pgettext("sheet", "fines"), row.fines),
    )
    parts = [f"{name} {decimal(shown(points))}" for name, points in named if points]
    if row.award:
        kinds = {kind.id: text(kind.name, language()) for kind in regulation.scoring.awards}
        given = ", ".join(kinds.get(one.kind, one.kind) for one in sheet.awards if one.seat == row.seat)
        parts.append(f"{given} {decimal(shown(row.award))}")
    return ", ".join(parts)
