"""Events as JSON, in a journal, a protocol, a file from elsewhere: read strictly, written compactly."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from rules.game.events import (
    Award,
    AwardResult,
    BestMove,
    CancelBallot,
    Check,
    Event,
    Fine,
    Foul,
    Lift,
    Next,
    Nominate,
    Note,
    Protest,
    Remove,
    Roles,
    Shoot,
    Sign,
    TeamDefeat,
    Void,
    Vote,
    Withdraw,
)
from rules.said import Said
from rules.sheet import DEALT, SEATS
from rules.spelling import spelled


class BadEvent(ValueError):
    """An event whose form is wrong: an unknown kind, a missing field, a wrong type. code is snake_case."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


def _need(data: Mapping[str, Any], field: str) -> Any:
    if field not in data:
        raise BadEvent(
            "missing_field",
            Said('event "{event}": the field "{field}" is missing', event=data["event"], field=field),
        )
    return data[field]


def _bad(data: Mapping[str, Any], field: str, expected: str) -> BadEvent:
    shown = spelled(data[field])
    return BadEvent(
        "wrong_type",
        Said(
            'event "{event}": "{field}" must be {expected}, not {shown}',
            event=data["event"],
            field=field,
            expected=expected,
            shown=shown,
        ),
    )


def _is_int(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _seat(data: Mapping[str, Any], field: str = "seat") -> int:
    value = _need(data, field)
    if not _is_int(value):
        raise _bad(data, field, Said("a seat number"))
    return int(value)


def _seat_or_none(data: Mapping[str, Any], *, required: bool) -> int | None:
    if required:
        _need(data, "seat")
    return None if data.get("seat") is None else _seat(data)


def _text(data: Mapping[str, Any], field: str) -> str:
    value = _need(data, field)
    if not isinstance(value, str):
        raise _bad(data, field, Said("text"))
    return value


def _seats(data: Mapping[str, Any], field: str) -> tuple[int, ...]:
    value = data[field]
    if not isinstance(value, list | tuple) or not all(_is_int(seat) for seat in value):
        raise _bad(data, field, Said("a list of seat numbers"))
    return tuple(value)


def _hands(data: Mapping[str, Any]) -> tuple[int | None, tuple[int, ...] | None]:
    votes, voters = data.get("votes"), data.get("voters")
    if (votes is None) == (voters is None):
        raise BadEvent(
            "hands",
            Said(
                'event "{event}": give "votes" (a number) or "voters" (a list of seats)', event=data["event"]
            ),
        )
    if voters is not None:
        return None, _seats(data, "voters")
    if not _is_int(votes):
        raise _bad(data, "votes", Said("a number of hands"))
    return votes, None


def _points(data: Mapping[str, Any]) -> Fraction:
    value = _need(data, "points")
    if _is_int(value):
        return Fraction(value)
    if isinstance(value, str) and len(value) <= 20:
        try:
            return Fraction(value)
        except (ValueError, ZeroDivisionError):
            pass
    raise _bad(data, "points", Said('a fraction as text, such as "1/2"'))


def _roles(data: Mapping[str, Any]) -> Roles:
    value = _need(data, "roles")
    if not isinstance(value, Mapping) or set(value) != {str(seat) for seat in SEATS}:
        raise BadEvent(
            "wrong_type", Said('event "roles": "roles" must be an object with the seats "1" to "10"')
        )
    for seat, role in value.items():
        if not isinstance(role, str) or role not in DEALT:
            raise BadEvent(
                "unknown_role",
                Said('event "roles": seat {seat} has the unknown role {role}', seat=seat, role=spelled(role)),
            )
    return Roles(tuple(value[str(seat)] for seat in SEATS))


_SHOOTERS = frozenset(str(seat) for seat in range(100))
"""Seat numbers as keys, each in its one spelling; whether there is such a seat is the engine's word."""


def _shoot(data: Mapping[str, Any]) -> Shoot:
    shots = data.get("shots")
    if shots is None:
        return Shoot(_seat_or_none(data, required=True))
    if data.get("seat") is not None:
        raise BadEvent("hands", Said('event "shoot": give either "seat" or "shots"'))
    if not isinstance(shots, Mapping):
        raise _bad(data, "shots", Said("an object shooter → seat"))
    pairs: list[tuple[int, int | None]] = []
    for shooter, seat in shots.items():
        if shooter not in _SHOOTERS:
            raise _bad(data, "shots", Said("an object shooter → seat"))
        if seat is not None and not _is_int(seat):
            raise _bad(data, "shots", Said("an object shooter → seat"))
        pairs.append((int(shooter), seat))
    return Shoot(None, tuple(sorted(pairs, key=lambda pair: pair[0])))


def _best_move(data: Mapping[str, Any]) -> BestMove:
    _need(data, "seats")
    return BestMove(_seats(data, "seats"))


def _vote(data: Mapping[str, Any]) -> Vote:
    return Vote(_seat(data), *_hands(data))


def _foul(data: Mapping[str, Any]) -> Foul:
    return Foul(_seat(data), None if data.get("reason") is None else _text(data, "reason"))


def _award(data: Mapping[str, Any]) -> Award:
    points = None if data.get("points") is None else _points(data)
    return Award(_seat(data), _text(data, "kind"), points)


_READERS: dict[str, Callable[[Mapping[str, Any]], Event]] = {
    "roles": _roles,
    "next": lambda d: Next(),
    "nominate": lambda d: Nominate(_seat(d, "by"), _seat(d)),
    "withdraw": lambda d: Withdraw(_seat(d, "by")),
    "vote": _vote,
    "lift": lambda d: Lift(*_hands(d)),
    "shoot": _shoot,
    "check": lambda d: Check(_text(d, "by"), _seat_or_none(d, required=True)),
    "best_move": _best_move,
    "foul": _foul,
    "remove": lambda d: Remove(_seat(d), _text(d, "reason")),
    "team_defeat": lambda d: TeamDefeat(_seat(d), _text(d, "reason")),
    "cancel_ballot": lambda d: CancelBallot(_text(d, "reason")),
    "award_result": lambda d: AwardResult(_text(d, "winner"), _text(d, "reason")),
    "void": lambda d: Void(_text(d, "reason")),
    "award": _award,
    "fine": lambda d: Fine(_seat(d), _points(d), _text(d, "reason")),
    "note": lambda d: Note(_text(d, "text"), _seat_or_none(d, required=False)),
    "protest": lambda d: Protest(_text(d, "text"), _seat_or_none(d, required=False)),
    "sign": lambda d: Sign(_text(d, "judge")),
}

KINDS: tuple[str, ...] = tuple(_READERS)
"""Every kind of event that a protocol may hold."""


def parse_event(data: Any) -> Event:
    """The event of a JSON object; unknown further fields are not its business.

    Raises BadEvent with one sentence when the form is wrong.
    """
    if not isinstance(data, Mapping):
        raise BadEvent("wrong_type", Said('an event must be an object such as {{"event": "next"}}'))
    kind = data.get("event")
    reader = _READERS.get(kind) if isinstance(kind, str) else None
    if reader is None:
        raise BadEvent("unknown_event", Said("unknown event {kind}", kind=spelled(kind)))
    return reader(data)


def event_json(event: Event) -> dict[str, Any]:
    """The JSON object of an event, without the fields that say nothing. parse_event is its inverse."""
    data: dict[str, Any] = {"event": event.kind}
    match event:
        case Roles(roles):
            data["roles"] = {str(seat): role for seat, role in zip(SEATS, roles, strict=True)}
        case Nominate(by, seat):
            data |= {"by": by, "seat": seat}
        case Withdraw(by):
            data["by"] = by
        case Vote(seat, votes, voters):
            data |= {"seat": seat} | _hands_json(votes, voters)
        case Lift(votes, voters):
            data |= _hands_json(votes, voters)
        case Shoot(seat, shots):
            data |= {"seat": seat} if shots is None else {"shots": {str(by): at for by, at in shots}}
        case Check(who, seat):
            data |= {"by": who, "seat": seat}
        case BestMove(seats):
            data["seats"] = list(seats)
        case Foul(seat, reason):
            data |= {"seat": seat} | ({} if reason is None else {"reason": reason})
        case Remove(seat, reason) | TeamDefeat(seat, reason):
            data |= {"seat": seat, "reason": reason}
        case CancelBallot(reason) | Void(reason):
            data["reason"] = reason
        case AwardResult(winner, reason):
            data |= {"winner": winner, "reason": reason}
        case Award(seat, award, points):
            data |= {"seat": seat, "kind": award} | ({} if points is None else {"points": str(points)})
        case Fine(seat, points, reason):
            data |= {"seat": seat, "points": str(points), "reason": reason}
        case Note(text, at) | Protest(text, at):
            data |= {"text": text} | ({} if at is None else {"seat": at})
        case Sign(judge):
            data["judge"] = judge
        case Next():
            pass
    return data


def _hands_json(votes: int | None, voters: tuple[int, ...] | None) -> dict[str, Any]:
    return {"votes": votes} if voters is None else {"voters": list(voters)}
