"""The protocol of a game as text: the result, the ten seats, what goes with them."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from textual.content import Content

from rules.game import Game
from rules.game.events import AwardResult, Note, Protest, Void
from rules.scoring import SeatPoints, game_points, shown
from rules.sheet import BLACK, DRAW, RED, SEATS, Left
from rules.sheet_json import derive_sheet
from tabletui.facts import award_name, reason_line, signed, who
from tabletui.screens.dialogs.roles import role_word
from tabletui.text import _, decimal, pgettext
from tabletui.widgets.lines import fit

SEAT_COLUMNS = 78
"""Cells of a line of the seat table."""


def winner_words(winner: str | None) -> str:
    """Whose win it is."""
    if winner is None:
        return _("No result yet")
    return {RED: _("The red team wins"), BLACK: _("The black team wins"), DRAW: _("A draw")}[winner]


def ending_words(ending: str | None) -> str:
    """How the game ended; empty where the winner says it all."""
    words = {
        "ballot": _("by the ballot"),
        "shot": _("by the shot"),
        "removal": _("by a removal"),
        "team_defeat": _("by a team defeat"),
        "judge": _("by the judge's decision"),
    }
    return words.get(ending or "", "")


def moment(left: Left) -> str:
    """The night or the day in which a seat left."""
    if left.night is not None:
        return _("n{night}").format(night=left.night)
    return _("d{day}").format(day=left.day)


def cause_word(cause: str) -> str:
    """How a seat left, in a word."""
    return {
        "shot": pgettext("cause", "shot"),
        "ballot": pgettext("cause", "ballot"),
        "fouls": pgettext("cause", "fouls"),
        "disqualified": pgettext("cause", "removed"),
        "team_defeat": pgettext("cause", "team defeat"),
    }[cause]


def result_line(game: Game) -> str:
    """Who won and how, with the day or night and the judge's reason."""
    state = game.state
    if state.ending == "void":
        return _("The game is void: {reason}").format(reason=_given_reason(game))
    parts = [winner_words(state.winner), ending_words(state.ending)]
    if state.left and state.ending in ("ballot", "shot", "removal", "team_defeat"):
        parts.append(moment(state.left[-1]))
    line = ", ".join(part for part in parts if part)
    return f"{line}: {_given_reason(game)}" if state.ending == "judge" else line


def _given_reason(game: Game) -> str:
    given = [event for event in game.events if isinstance(event, AwardResult | Void)]
    return reason_line(given[-1].reason, game.regulation) if given else ""


def points_of_game(game: Game, weight: Fraction) -> dict[int, SeatPoints]:
    """Points by seat as they fall under the regulation, without the coefficient; empty where none fall."""
    regulation = game.regulation
    rows = game_points(
        derive_sheet(game), regulation.scoring, weight=weight, draw_points=regulation.draw_game.points
    )
    return {row.seat: row for row in rows}


def _figure(points: Fraction, *, zero: str = "") -> str:
    return decimal(shown(points)) if points else zero


def _columns(game: Game) -> list[tuple[str, int]]:
    """Heads and widths of the columns of points, by attribute of SeatPoints."""
    heads = [("base", 5), ("best_move", 6), ("award", 7), ("removal", 6)]
    return [*heads, ("fines", 6)] if game.regulation.scoring.game_fines else heads


def _head(part: str) -> str:
    return {
        "base": pgettext("column", "win"),
        "best_move": pgettext("column", "BM"),
        "award": pgettext("column", "award"),
        "removal": pgettext("column", "rem."),
        "fines": pgettext("column", "fine"),
    }[part]


def seat_table(game: Game, names: Mapping[int, str], weight: Fraction, width: int = SEAT_COLUMNS) -> Content:
    """A head and ten lines: seat, player, role, how he left, fouls, points part by part and their sum; on a
    narrow screen the sum alone.
    """
    columns = _columns(game)
    plain = 3 + 8 + 1 + 11 + 1 + max(4, game.regulation.fouls.removal_at) + 7
    if width < plain + sum(w for _n, w in columns) + 9:
        columns = []
    room = max(width - plain - sum(w for _n, w in columns) - 1, 8)
    points = points_of_game(game, weight)
    head = " ".join(
        (
            fit("№", 2),
            fit(pgettext("column", "player"), room),
            fit(pgettext("column", "role"), 8),
            fit(pgettext("column", "left"), 11),
            fit(pgettext("column", "foul"), max(4, game.regulation.fouls.removal_at)),
        )
    )
    head += "".join(f"{_head(part):>{w}}" for part, w in columns) + pgettext("column", "points").rjust(7)
    lines = [Content.styled(head, "bold $text-accent")]
    lines += [Content(_seat_line(game, seat, names, room, columns, points.get(seat))) for seat in SEATS]
    return Content("\n").join(lines)


def _seat_line(
    game: Game,
    seat: int,
    names: Mapping[int, str],
    room: int,
    columns: list[tuple[str, int]],
    points: SeatPoints | None,
) -> str:
    state = game.state
    left = next((left for left in state.left if left.seat == seat), None)
    exit = f"{cause_word(left.cause)} {moment(left)}" if left else ""
    most = max(4, game.regulation.fouls.removal_at)
    fouls = state.fouls[seat - 1]
    line = " ".join(
        (
            f"{seat:>2}",
            fit(names.get(seat, ""), room),
            fit(role_word(state.roles[seat - 1]) if state.roles else "", 8),
            fit(exit, 11),
            fit("●" * min(fouls, most) + "·" * (most - fouls), most),
        )
    )
    for part, w in columns:
        line += f"{_figure(getattr(points, part)) if points else '':>{w}}"
    return line + f"{_figure(points.total, zero='0') if points else '–':>7}"


def remark_lines(game: Game, names: Mapping[int, str], weight: Fraction) -> list[str]:
    """What stands below the seats: best move, awards, fines, marks, exclusions, notes, what is not in it."""
    state, regulation = game.state, game.regulation
    lines = []
    if state.first_killed is not None:
        named = ", ".join(str(seat) for seat in state.best_move or ())
        victim = who(state.first_killed, names)
        if named:
            lines.append(_("Best move of {victim}: {seats}").format(victim=victim, seats=named))
        elif state.best_move_granted:
            lines.append(_("Best move of {victim}: not named").format(victim=victim))
        else:
            lines.append(_("Best move of {victim}: not granted").format(victim=victim))
    if given := [*_awards(game, names), *_fines(game, names)]:
        lines.append(" · ".join(given))
    if marks := _marks(game, names):
        lines.append(" · ".join(marks))
    if notes := _notes(game, names):
        lines.append(notes)
    without = []
    if regulation.scoring.difficulty is not None and state.winner in (RED, BLACK):
        without.append(_("without the coefficient K, which depends on all games of the series"))
    if weight != 1:
        without.append(_("with the stage's weight {weight}").format(weight=decimal(shown(weight))))
    if regulation.scoring.reconstructed:
        without.append(_("scheme reconstructed"))
    if without and state.ending != "void":
        lines.append(_("Points: {how}").format(how="; ".join(without)))
    return lines


def _awards(game: Game, names: Mapping[int, str]) -> list[str]:
    found = []
    for award in game.state.awards:
        line = f"{award_name(award.kind, game.regulation)} {who(award.seat, names)}"
        found.append(line if award.points is None else f"{line} {signed(award.points)}")
    return found


def _fines(game: Game, names: Mapping[int, str]) -> list[str]:
    return [
        _("fine {points} {seat}: {reason}").format(
            points=signed(fine.points),
            seat=who(fine.seat, names),
            reason=reason_line(fine.reason, game.regulation),
        )
        for fine in game.state.fines
    ]


def _marks(game: Game, names: Mapping[int, str]) -> list[str]:
    found = []
    for mark in game.state.removed:
        reason = reason_line(mark.reason, game.regulation)
        line = f"{cause_word(mark.kind)} {who(mark.seat, names)}" + (f": {reason}" if reason else "")
        known = None if mark.reason is None else game.regulation.reason(mark.reason)
        if known is not None and known.excludes and mark.kind != "fouls":
            line += " (" + _("propose to exclude from the tournament") + ")"
        found.append(line)
    return found


def _notes(game: Game, names: Mapping[int, str]) -> str:
    found = []
    for event in game.events:
        if isinstance(event, Note | Protest):
            word = pgettext("fact", "note") if isinstance(event, Note) else pgettext("fact", "protest")
            about = f", {who(event.seat, names)}" if event.seat is not None else ""
            found.append(f"{word}{about}: {event.text}")
    return " · ".join(found)
