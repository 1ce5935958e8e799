"""The sheet as JSON, and the sheet that a game brings about."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rules.said import Said
from rules.sheet import DEALT, SEATS, AwardGiven, FineGiven, Left, Removed, Sheet
from rules.spelling import spelled

if TYPE_CHECKING:
    from rules.game import Game

WINNERS = ("red", "black", "draw")
ENDINGS = ("ballot", "shot", "removal", "team_defeat", "judge", "draw", "void")
CAUSES = ("shot", "ballot", "fouls", "disqualified", "team_defeat")
REMOVALS = ("fouls", "disqualified", "team_defeat")


class BadProtocol(ValueError):
    """A protocol or sheet whose form is wrong: the place in it, and what was expected there."""

    def __init__(self, where: str, message: str, code: str = "bad_protocol") -> None:
        super().__init__(f"{where}: {message}" if where else message)
        self.where = where
        self.message = message
        self.code = code


def derive_sheet(game: Game) -> Sheet:
    """The facts of a game so far; the first victim's best move counts as declined while none is recorded."""
    s = game.state
    best_move = s.best_move if s.best_move is not None else (() if s.best_move_granted else None)
    return Sheet(
        roles=s.roles,
        winner=s.winner,
        ending=s.ending,
        left=s.left,
        removed=s.removed,
        first_killed=s.first_killed,
        best_move=best_move,
        fouls={seat: count for seat, count in zip(SEATS, s.fouls, strict=True) if count},
        awards=s.awards,
        fines=s.fines,
    )


def sheet_json(sheet: Sheet) -> dict[str, Any]:
    """The JSON object of a sheet; points are strings of a fraction."""
    data: dict[str, Any] = {
        "roles": {str(seat): role for seat, role in zip(SEATS, sheet.roles, strict=False)},
        "winner": sheet.winner,
        "ending": sheet.ending,
        "left": [_left_json(left) for left in sheet.left],
        "removed": [{"seat": r.seat, "kind": r.kind, "reason": r.reason} for r in sheet.removed],
        "first_killed": sheet.first_killed,
        "best_move": None if sheet.best_move is None else list(sheet.best_move),
        "fouls": {str(seat): count for seat, count in sheet.fouls.items()},
        "awards": [_award_json(award) for award in sheet.awards],
        "fines": [{"seat": f.seat, "points": str(f.points), "reason": f.reason} for f in sheet.fines],
    }
    if sheet.recorded_points:
        data["recorded_points"] = {
            str(seat): {key: str(points) for key, points in row.items()}
            for seat, row in sheet.recorded_points.items()
        }
    return data


def _left_json(left: Left) -> dict[str, Any]:
    when = {"day": left.day} if left.night is None else {"night": left.night}
    return {"seat": left.seat, "cause": left.cause} | when


def _award_json(award: AwardGiven) -> dict[str, Any]:
    points = {} if award.points is None else {"points": str(award.points)}
    return {"seat": award.seat, "kind": award.kind} | points


# --- from JSON ---------------------------------------------------------------------------------------


def parse_sheet(data: Any, where: str = "sheet") -> Sheet:
    """The sheet of a JSON object. Only the form is looked at; contradictions are the checker's business.

    Raises BadProtocol with the place and what was expected.
    """
    if not isinstance(data, Mapping):
        raise BadProtocol(where, Said("must be an object"))
    return Sheet(
        roles=_roles(data.get("roles"), f"{where}.roles"),
        winner=_one_of(data.get("winner"), WINNERS, f"{where}.winner", none=True),
        ending=_one_of(data.get("ending"), ENDINGS, f"{where}.ending", none=True),
        left=tuple(_left(row, at) for row, at in _rows(data.get("left"), f"{where}.left")),
        removed=tuple(_removed(row, at) for row, at in _rows(data.get("removed"), f"{where}.removed")),
        first_killed=_seat_or_none(data.get("first_killed"), f"{where}.first_killed"),
        best_move=_best_move(data.get("best_move"), f"{where}.best_move"),
        fouls=_fouls(data.get("fouls"), f"{where}.fouls"),
        awards=tuple(_award(row, at) for row, at in _rows(data.get("awards"), f"{where}.awards")),
        fines=tuple(_fine(row, at) for row, at in _rows(data.get("fines"), f"{where}.fines")),
        recorded_points=_recorded(data.get("recorded_points"), f"{where}.recorded_points"),
    )


def parse_points(value: Any, where: str) -> Fraction:
    """An exact number of points: a whole number, or a fraction or decimal as text."""
    if isinstance(value, int) and not isinstance(value, bool):
        return Fraction(value)
    # An exponent would make a number of a thousand million digits out of ten characters.
    if isinstance(value, str) and len(value) <= 20 and "e" not in value.lower():
        try:
            return Fraction(value)
        except (ValueError, ZeroDivisionError):
            pass
    raise BadProtocol(
        where, Said('points must be a whole number or text such as "1/2", not {value}', value=spelled(value))
    )


def parse_number(value: Any, where: str, least: int, most: int) -> int:
    """A whole number within bounds."""
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise BadProtocol(
            where,
            Said(
                "must be a whole number from {least} to {most}, not {value}",
                least=least,
                most=most,
                value=spelled(value),
            ),
        )
    return value


def _rows(data: Any, where: str) -> list[tuple[Mapping[str, Any], str]]:
    if data is None:
        return []
    if not isinstance(data, list):
        raise BadProtocol(where, Said("must be a list"))
    rows = []
    for index, row in enumerate(data):
        if not isinstance(row, Mapping):
            raise BadProtocol(f"{where}[{index}]", Said("must be an object"))
        rows.append((row, f"{where}[{index}]"))
    return rows


def _one_of(value: Any, allowed: tuple[str, ...], where: str, *, none: bool = False) -> Any:
    if value is None and none:
        return None
    if not isinstance(value, str) or value not in allowed:
        raise BadProtocol(
            where,
            Said("must be one of {allowed}, not {value}", allowed=", ".join(allowed), value=spelled(value)),
        )
    return value


def _text_or_none(value: Any, where: str) -> str | None:
    if value is not None and not isinstance(value, str):
        raise BadProtocol(where, Said("must be text, not {value}", value=spelled(value)))
    return value


def _seat(value: Any, where: str) -> int:
    return parse_number(value, where, 1, 10)


def _seat_or_none(value: Any, where: str) -> int | None:
    return None if value is None else _seat(value, where)


def _by_seat(data: Any, where: str) -> list[tuple[int, Any]]:
    if data is None:
        return []
    if not isinstance(data, Mapping):
        raise BadProtocol(where, Said("must be an object by seat"))
    for key in data:
        if key not in _SEAT_KEYS:
            raise BadProtocol(where, Said('{key} is no seat; seats are "1" to "10"', key=spelled(key, 20)))
    return [(int(key), value) for key, value in data.items()]


_SEAT_KEYS = frozenset(str(seat) for seat in SEATS)


def _roles(data: Any, where: str) -> tuple[str, ...]:
    rows = dict(_by_seat(data, where))
    if not rows:
        return ()
    if len(rows) != len(SEATS):
        raise BadProtocol(where, Said("must name the role of every seat from 1 to 10"))
    return tuple(_one_of(rows[seat], tuple(DEALT), f"{where}.{seat}") for seat in SEATS)


def _left(row: Mapping[str, Any], where: str) -> Left:
    day, night = row.get("day"), row.get("night")
    if (day is None) == (night is None):
        raise BadProtocol(where, Said("must say either the day or the night"))
    return Left(
        _seat(row.get("seat"), f"{where}.seat"),
        _one_of(row.get("cause"), CAUSES, f"{where}.cause"),
        day=None if day is None else parse_number(day, f"{where}.day", 1, 99),
        night=None if night is None else parse_number(night, f"{where}.night", 0, 99),
    )


def _removed(row: Mapping[str, Any], where: str) -> Removed:
    return Removed(
        _seat(row.get("seat"), f"{where}.seat"),
        _one_of(row.get("kind"), REMOVALS, f"{where}.kind"),
        _text_or_none(row.get("reason"), f"{where}.reason"),
    )


def _best_move(data: Any, where: str) -> tuple[int, ...] | None:
    if data is None:
        return None
    if not isinstance(data, list):
        raise BadProtocol(where, Said("must be a list of seats, or null where none was granted"))
    return tuple(_seat(seat, f"{where}[{index}]") for index, seat in enumerate(data))


def _fouls(data: Any, where: str) -> dict[int, int]:
    rows = {seat: parse_number(count, f"{where}.{seat}", 0, 99) for seat, count in _by_seat(data, where)}
    return {seat: count for seat, count in sorted(rows.items()) if count}


def _award(row: Mapping[str, Any], where: str) -> AwardGiven:
    kind = row.get("kind")
    if not isinstance(kind, str):
        raise BadProtocol(f"{where}.kind", Said("must be the id of an award of the regulation"))
    points = row.get("points")
    return AwardGiven(
        _seat(row.get("seat"), f"{where}.seat"),
        kind,
        None if points is None else parse_points(points, f"{where}.points"),
    )


def _fine(row: Mapping[str, Any], where: str) -> FineGiven:
    return FineGiven(
        _seat(row.get("seat"), f"{where}.seat"),
        parse_points(row.get("points"), f"{where}.points"),
        _text_or_none(row.get("reason"), f"{where}.reason"),
    )


def _recorded(data: Any, where: str) -> dict[int, dict[str, Fraction]]:
    rows: dict[int, dict[str, Fraction]] = {}
    for seat, row in _by_seat(data, where):
        if not isinstance(row, Mapping):
            raise BadProtocol(f"{where}.{seat}", Said("must be an object"))
        rows[seat] = {str(key): parse_points(points, f"{where}.{seat}.{key}") for key, points in row.items()}
    return rows
