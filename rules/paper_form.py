"""A protocol on paper, typed line by line in the judge's shorthand: facts only, never points.

A line of exits is `5н1 7д2 9ф3`: the seat, how it left (н shot at night, д ballot of the day, ф fouls,
у disqualified, п team defeat; n d f x p in Latin), the number of the night or day. A removal happens by day
unless н stands between: `9фн2`. Seat 0 is 10.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction

from rules.record import record
from rules.regulation import Regulation
from rules.said import Said
from rules.sheet import CIVILIAN, DON, DRAW, MAFIA, RED, SEATS, SHERIFF, AwardGiven, Left, Removed, Sheet

AWARD = "award:"
"""What stands before the kind of an award in the name of its line."""
LINES = ("blacks", "winner", "left", "removed", "fouls", "best_move")
"""The lines of the form but the awards, in the order of typing."""

_EXIT = re.compile(r"(10|[0-9])([нnдdфfуxпp])([нnдd]?)([0-9]{1,2})")
_REMOVAL = re.compile(r"(10|[0-9])([фfуxпp])")
_FOULS = re.compile(r"(10|[0-9])[:\-x×]([0-9])")
_SEAT = re.compile(r"10|[0-9]")
_CAUSES = {"н": "shot", "д": "ballot", "ф": "fouls", "у": "disqualified", "п": "team_defeat"}
_ENDINGS = {"shot": "shot", "ballot": "ballot", "fouls": "removal", "disqualified": "removal"}
_CYRILLIC = {"n": "н", "d": "д", "f": "ф", "x": "у", "p": "п"}
_WINNERS = {"к": RED, "r": RED, "ч": "black", "b": "black", "н": DRAW, "d": DRAW}
_DECLINED = ("-", "–", "—")


class WrongLine(ValueError):
    """A line that cannot be read. line: its name; message: why, as Said."""

    def __init__(self, line: str, message: Said) -> None:
        super().__init__(message)
        self.line = line
        self.message = message


@record
class Typed:
    """What was read. mistakes: by the name of the line; the sheet holds what could be read."""

    sheet: Sheet
    mistakes: Mapping[str, Said]


def lines_of(regulation: Regulation) -> tuple[str, ...]:
    """The names of all lines under a regulation."""
    return (*LINES, *(AWARD + kind.id for kind in regulation.scoring.awards))


def read(lines: Mapping[str, str], regulation: Regulation) -> Typed:
    """The sheet of a form; lines by name, an absent one counts as empty.

    Nothing is held against the rules here: rules.check does that. The ending is that of the last exit, the
    judge's where nobody left.
    """
    mistakes: dict[str, Said] = {}

    def taken(name: str, reader: object, otherwise: object) -> object:
        try:
            return reader(lines.get(name, "").strip().lower(), regulation)  # type: ignore[operator]
        except WrongLine as wrong:
            mistakes[wrong.line] = wrong.message
            return otherwise

    left: tuple[Left, ...] = taken("left", _left, ())  # type: ignore[assignment]
    further: tuple[Removed, ...] = taken("removed", _removed, ())  # type: ignore[assignment]
    winner: str | None = taken("winner", _winner, None)  # type: ignore[assignment]
    awards = []
    for kind in regulation.scoring.awards:
        try:
            given = _award(lines.get(AWARD + kind.id, "").strip(), kind.id, free=kind.points is None)
        except WrongLine as wrong:
            mistakes[wrong.line] = wrong.message
        else:
            awards += given
    victim = next((one.seat for one in left if one.cause == "shot" and one.night == 1), None)
    removed = tuple(Removed(one.seat, one.cause) for one in left if one.cause not in ("shot", "ballot"))
    sheet = Sheet(
        roles=taken("blacks", _roles, ()),  # type: ignore[arg-type]
        winner=winner,
        ending=_ending(winner, left),
        left=left,
        removed=removed + further,
        first_killed=victim,
        best_move=taken("best_move", _best_move, None),  # type: ignore[arg-type]
        fouls=taken("fouls", _fouls, {}),  # type: ignore[arg-type]
        awards=tuple(awards),
    )
    return Typed(sheet, mistakes)


def differences(one: Sheet, other: Sheet) -> tuple[str, ...]:
    """The fields of two sheets that do not agree."""
    names = ("roles", "winner", "left", "removed", "fouls", "best_move", "awards")
    return tuple(name for name in names if getattr(one, name) != getattr(other, name))


def _ending(winner: str | None, left: tuple[Left, ...]) -> str | None:
    if winner is None:
        return None
    if winner == DRAW:
        return "draw"
    return _ENDINGS.get(left[-1].cause, left[-1].cause) if left else "judge"


def _tokens(text: str) -> list[str]:
    return text.replace(",", " ").replace(";", " ").split()


def _seat(text: str) -> int:
    return int(text) or 10


def _seats(text: str, line: str) -> tuple[int, ...]:
    """Seats with blanks between; digits without any are a seat each."""
    found = []
    for token in _tokens(text):
        digits = [token] if _SEAT.fullmatch(token) else list(token)
        if not all(_SEAT.fullmatch(digit) for digit in digits):
            raise WrongLine(line, Said("“{token}” is no seat; seats are 1 to 9 and 0 or 10", token=token))
        found += [_seat(digit) for digit in digits]
    return tuple(found)


def _roles(text: str, _regulation: Regulation) -> tuple[str, ...]:
    seats = _seats(text, "blacks")
    if not seats:
        return ()
    if len(seats) != 4 or len(set(seats)) != 4:
        message = Said("four different seats are needed: the don, two mafia, the sheriff")
        raise WrongLine("blacks", message)
    named = dict(zip(seats, (DON, MAFIA, MAFIA, SHERIFF), strict=True))
    return tuple(named.get(seat, CIVILIAN) for seat in SEATS)


def _winner(text: str, _regulation: Regulation) -> str | None:
    if not text:
        return None
    found = _WINNERS.get(text[0])
    if found is None:
        raise WrongLine("winner", Said("“{token}”: who won? r red, b black, d draw", token=text))
    return found


def _left(text: str, _regulation: Regulation) -> tuple[Left, ...]:
    found = []
    for token in _tokens(text):
        match = _EXIT.fullmatch(token)
        if match is None:
            raise WrongLine("left", Said("“{token}” cannot be read; write 5n1 7d2 9f3 or 9fn2", token=token))
        seat, letter, when, number = match.groups()
        letter, when = _CYRILLIC.get(letter, letter), _CYRILLIC.get(when, when)
        if when and letter in "нд":
            raise WrongLine("left", Said("“{token}” says twice when it was", token=token))
        at_night = (when or letter) == "н"
        cause = _CAUSES[letter]
        moment = int(number)
        found.append(Left(_seat(seat), cause, None if at_night else moment, moment if at_night else None))
    return tuple(found)


def _removed(text: str, _regulation: Regulation) -> tuple[Removed, ...]:
    found = []
    for token in _tokens(text):
        match = _REMOVAL.fullmatch(token)
        if match is None:
            raise WrongLine("removed", Said("“{token}” cannot be read; write 5f, 5x or 5p", token=token))
        found.append(Removed(_seat(match[1]), _CAUSES[_CYRILLIC.get(match[2], match[2])]))
    return tuple(found)


def _fouls(text: str, _regulation: Regulation) -> dict[int, int]:
    found: dict[int, int] = {}
    for token in _tokens(text):
        match = _FOULS.fullmatch(token)
        if match is None:
            raise WrongLine("fouls", Said("“{token}” cannot be read; write 9:4 3:1", token=token))
        seat = _seat(match[1])
        if seat in found:
            raise WrongLine("fouls", Said("seat {seat} stands there twice", seat=seat))
        found[seat] = int(match[2])
    return {seat: count for seat, count in sorted(found.items()) if count}


def _best_move(text: str, _regulation: Regulation) -> tuple[int, ...] | None:
    if not text:
        return None
    return () if text in _DECLINED else _seats(text, "best_move")


def _award(text: str, kind: str, *, free: bool) -> list[AwardGiven]:
    line = AWARD + kind
    found = []
    # A comma may stand within the points.
    for token in text.replace(";", " ").split() if free else _tokens(text):
        seat, colon, points = token.partition(":")
        if not _SEAT.fullmatch(seat) or bool(colon) != free:
            example = Said("write the seat and the points, 3:1/2") if free else Said("write the seat")
            raise WrongLine(line, Said("“{token}” cannot be read; {example}", token=token, example=example))
        found.append(AwardGiven(_seat(seat), kind, _points(points, line) if free else None))
    return found


def _points(text: str, line: str) -> Fraction:
    try:
        if len(text) <= 10 and "e" not in text.lower():
            return Fraction(text.replace(",", "."))
    except (ValueError, ZeroDivisionError):
        pass
    raise WrongLine(line, Said("“{token}” is no number of points", token=text))
