"""Looks a sheet over for contradictions: in itself, with the regulation, with points written down by hand.

Every rule is a small generator of findings; nothing is repaired and nothing is refused here.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from rules.check_exits import deal, exits, first_victim, moment, removals, result
from rules.findings import Finding, finding
from rules.protocol import BadFact, Protocol
from rules.scoring import ONE, game_points
from rules.sheet import BLACK, RED, SEATS, Sheet, team_of

if TYPE_CHECKING:
    from rules.regulation import Regulation

RECORDED = ("win", "best_move", "extra", "penalty", "total")
"""Keys of recorded points. win: the base; extra: the award; penalty: removal and fines, negative."""


def check_sheet(
    sheet: Sheet, regulation: Regulation, *, k: Fraction = ONE, weight: Fraction = ONE
) -> tuple[Finding, ...]:
    """Every contradiction of a sheet, in the order of its fields; empty when there is none.

    What is not recorded (a result typed without the exits, say) is not held against the sheet. k and weight:
    of this game in its tournament, for the recorded points. Of seats that do not exist nothing else is said.
    """
    seats = tuple(_seats(sheet))
    if seats:
        return seats
    return (
        *deal(sheet),
        *exits(sheet),
        *result(sheet, regulation),
        *removals(sheet, regulation),
        *first_victim(sheet),
        *_best_move(sheet, regulation),
        *_awards(sheet, regulation),
        *_fines(sheet, regulation),
        *_recorded_points(sheet, regulation, k, weight),
    )


def _seats(sheet: Sheet) -> Iterator[Finding]:
    named = [
        *((f"left[{i}]", left.seat) for i, left in enumerate(sheet.left)),
        *((f"removed[{i}]", removed.seat) for i, removed in enumerate(sheet.removed)),
        *((f"fouls.{seat}", seat) for seat in sheet.fouls),
        *((f"awards[{i}]", award.seat) for i, award in enumerate(sheet.awards)),
        *((f"fines[{i}]", fine.seat) for i, fine in enumerate(sheet.fines)),
        *((f"best_move[{i}]", seat) for i, seat in enumerate(sheet.best_move or ())),
        *((f"recorded_points.{seat}", seat) for seat in sheet.recorded_points),
    ]
    if sheet.first_killed is not None:
        named.append(("first_killed", sheet.first_killed))
    for where, seat in named:
        if seat not in SEATS:
            yield finding(where, "no_such_seat", seat=seat)


def _team(sheet: Sheet, seat: int) -> str | None:
    """The colour of a seat, None while the deal is not recorded in full."""
    return team_of(sheet.roles[seat - 1]) if len(sheet.roles) == len(SEATS) else None


def _best_move(sheet: Sheet, regulation: Regulation) -> Iterator[Finding]:
    """Source: A, scoring; F on when it is granted. Recorded points are compared further below."""
    victim = sheet.first_killed
    for seat, row in sheet.recorded_points.items():
        if row.get("best_move"):
            where = f"recorded_points.{seat}.best_move"
            if seat != victim:
                yield finding(where, "best_move_of_other", seat=seat)
            elif _team(sheet, seat) == BLACK:
                yield finding(where, "best_move_of_black", seat=seat)
    if sheet.best_move is None:
        return
    if victim is None:
        yield finding("best_move", "best_move_no_victim")
    rule = regulation.best_move
    early = sum(1 for left in sheet.left if moment(left) < 2)
    if early > rule.max_left_on_day_1:
        yield finding("best_move", "best_move_not_granted", most=rule.max_left_on_day_1)
    if len(sheet.best_move) > rule.named or len(set(sheet.best_move)) < len(sheet.best_move):
        yield finding("best_move", "best_move_seats", most=rule.named)
    if victim is not None and victim in sheet.best_move and not rule.own_seat:
        yield finding("best_move", "best_move_own_seat", seat=victim)


def _awards(sheet: Sheet, regulation: Regulation) -> Iterator[Finding]:
    """Source: A, additional points of the judge."""
    kinds = {kind.id: kind for kind in regulation.scoring.awards}
    seats: set[int] = set()
    given: set[str] = set()
    for index, award in enumerate(sheet.awards):
        where = f"awards[{index}]"
        if award.seat in seats:
            yield finding(where, "award_second", seat=award.seat)
        seats.add(award.seat)
        if sheet.winner not in (RED, BLACK):
            yield finding(where, "award_without_winner", award=award.kind)
        kind = kinds.get(award.kind)
        if kind is None:
            yield finding(where, "award_unknown", award=award.kind)
            continue
        if award.kind in given and kind.points is not None:
            yield finding(where, "award_given", award=award.kind)
        given.add(award.kind)
        if (kind.points is None) != (award.points is not None):
            yield finding(where, "award_points", award=award.kind)
        team = _team(sheet, award.seat)
        decided = team is not None and sheet.winner in (RED, BLACK)
        if kind.team != "any" and decided and (team == sheet.winner) != (kind.team == "winner"):
            yield finding(where, "award_wrong_team", award=award.kind, team=kind.team, seat=award.seat)
    most = regulation.scoring.awards_per_game
    if len(sheet.awards) > most:
        yield finding("awards", "award_too_many", given=len(sheet.awards), most=most)


def _fines(sheet: Sheet, regulation: Regulation) -> Iterator[Finding]:
    for index, fine in enumerate(sheet.fines):
        where = f"fines[{index}]"
        if sheet.winner not in (RED, BLACK):
            yield finding(where, "fine_without_winner")
        if fine.points not in regulation.scoring.game_fines:
            yield finding(where, "fine_not_allowed", points=fine.points)


def _recorded_points(
    sheet: Sheet, regulation: Regulation, k: Fraction, weight: Fraction
) -> Iterator[Finding]:
    """Points somebody wrote down, against the regulation's; all but the total are before any weight."""
    if not sheet.recorded_points:
        return
    points = game_points(
        sheet, regulation.scoring, k=k, weight=weight, draw_points=regulation.draw_game.points
    )
    if not points:
        return
    for seat, recorded in sheet.recorded_points.items():
        row = points[seat - 1]
        ours = {
            "win": row.base * row.k,
            "best_move": row.best_move,
            "extra": row.award,
            "penalty": row.removal + row.fines,
            "total": row.total,
        }
        for key, value in recorded.items():
            where = f"recorded_points.{seat}.{key}"
            if key not in ours:
                yield finding(where, "points_unknown", key=key, seat=seat, keys=", ".join(RECORDED))
            elif value != ours[key]:
                yield finding(where, "points_differ", key=key, seat=seat, recorded=value, points=ours[key])


def check_protocol(
    protocol: Protocol, regulation: Regulation, *, k: Fraction = ONE, weight: Fraction = ONE
) -> tuple[Finding, ...]:
    """Every contradiction of a protocol: of its sheet, and of the stored sheet with the events.

    Events that the game refuses are one finding under the code of the refusal; then the stored sheet is
    looked over by itself.
    """
    if not protocol.has_events:
        return check_sheet(protocol.sheet or Sheet(), regulation, k=k, weight=weight)
    try:
        derived = protocol.sheet_under(regulation)
    except BadFact as refused:
        where = f"events[{refused.index}]"
        found = () if protocol.sheet is None else check_sheet(protocol.sheet, regulation, k=k, weight=weight)
        return (Finding(where, refused.code, refused.message), *found)
    return (
        *(finding(f"sheet.{name}", "sheet_differs", field=name) for name in protocol.differences(derived)),
        *check_sheet(derived, regulation, k=k, weight=weight),
    )
