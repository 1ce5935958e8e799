"""Looks a sheet over for contradictions: in itself, with the regulation, with points written down by hand.

Every rule is a small generator of findings; nothing is repaired and nothing is refused here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from rules.findings import Finding, finding
from rules.scoring import ONE, game_points
from rules.sheet import BLACK, DEALT, DRAW, RED, SEATS, Left, Sheet, team_of

if TYPE_CHECKING:
    from rules.regulation import Regulation

REMOVAL_CAUSES = ("fouls", "disqualified", "team_defeat")
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
        *_deal(sheet),
        *_exits(sheet),
        *_result(sheet),
        *_removals(sheet, regulation),
        *_first_victim(sheet),
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


def _dealt(sheet: Sheet) -> bool:
    return Counter(sheet.roles) == DEALT


def _deal(sheet: Sheet) -> Iterator[Finding]:
    """Source: F, table: 6 civilians, 1 sheriff, 2 mafia, 1 don."""
    if not sheet.roles:
        if sheet.winner is not None:
            yield finding("roles", "roles_missing")
    elif not _dealt(sheet):
        yield finding("roles", "roles_wrong")


def _moment(left: Left) -> int:
    """Night 0, day 1, night 1, day 2 … as 0, 1, 2, 3 …"""
    return left.night * 2 if left.night is not None else (left.day or 0) * 2 - 1


def _exits(sheet: Sheet) -> Iterator[Finding]:
    """Who left, when and by what. Source: F, ballot and shooting."""
    seen: set[int] = set()
    shot: set[int] = set()
    latest = 0
    for index, left in enumerate(sheet.left):
        where = f"left[{index}]"
        if left.seat in seen:
            yield finding(where, "left_twice", seat=left.seat)
        seen.add(left.seat)
        if (left.day is None) == (left.night is None):
            yield finding(where, "left_moment", seat=left.seat)
            continue
        if _moment(left) < latest:
            yield finding(where, "left_order", seat=left.seat)
        latest = max(latest, _moment(left))
        if left.cause == "ballot" and left.day is None:
            yield finding(where, "ballot_at_night", seat=left.seat)
        if left.cause == "shot":
            if not left.night:
                yield finding(where, "shot_by_day", seat=left.seat)
            elif left.night in shot:
                yield finding(where, "two_shots", seat=left.seat, night=left.night)
            else:
                shot.add(left.night)


def _outcome(sheet: Sheet, gone: set[int]) -> tuple[str | None, int, int]:
    """Who has won when these are gone, with the reds and blacks that are left. Source: F, end of the game."""
    living = Counter(team_of(sheet.roles[seat - 1]) for seat in SEATS if seat not in gone)
    red, black = living[RED], living[BLACK]
    return (RED if not black else BLACK if black >= red else None), red, black


def _result(sheet: Sheet) -> Iterator[Finding]:
    """The winner and the ending, against each other and against those who left."""
    winner, ending = sheet.winner, sheet.ending
    if ending == "void":
        if winner is not None:
            yield finding("winner", "winner_in_void")
        return
    if winner is None and ending is not None:
        yield finding("winner", "winner_missing")
    elif winner is not None and ending is None:
        yield finding("ending", "ending_missing")
    elif ending != "judge" and (winner == DRAW) != (ending == "draw"):
        yield finding("ending", "ending_of_draw", ending=ending, winner=winner)
    if not _dealt(sheet):
        return
    if ending == "team_defeat":
        for culprit in sheet.removed:
            if culprit.kind == "team_defeat" and winner == team_of(sheet.roles[culprit.seat - 1]):
                yield finding("winner", "winner_after_team_defeat", winner=winner, seat=culprit.seat)
    elif ending != "judge":
        for index, entry in enumerate(sheet.removed):
            if entry.kind == "team_defeat":
                yield finding(f"removed[{index}]", "ending_of_team_defeat", seat=entry.seat)
    if sheet.left:
        yield from _result_of_exits(sheet)


def _result_of_exits(sheet: Sheet) -> Iterator[Finding]:
    gone: set[int] = set()
    before: Left | None = None
    for index, left in enumerate(sheet.left):
        # Those lifted together leave at once; the end is looked at when all of them are gone.
        together = before and left.cause == before.cause == "ballot" and left.day == before.day
        won = _outcome(sheet, gone)[0]
        if won is not None and not together:
            yield finding(f"left[{index}]", "left_after_end", seat=left.seat, winner=won)
            return
        gone.add(left.seat)
        before = left
    outcome, red, black = _outcome(sheet, gone)
    winner, ending = sheet.winner, sheet.ending
    if ending in ("judge", "team_defeat"):
        return
    if winner is None:
        if outcome is not None and ending is None:
            yield finding("winner", "winner_missing")
        return
    # Without an ending the judge may have awarded a game that nobody had won yet.
    open_ending = ending is None and outcome is None
    if winner != (outcome or DRAW) and not open_ending:
        yield finding("winner", "winner_ruled_out", winner=winner, red=red, black=black)
    last = sheet.left[-1]
    by = "removal" if last.cause in REMOVAL_CAUSES else last.cause
    if ending in ("ballot", "shot", "removal") and ending != by:
        yield finding("ending", "ending_ruled_out", ending=ending, seat=last.seat, cause=last.cause)


def _removals(sheet: Sheet, regulation: Regulation) -> Iterator[Finding]:
    """Removals against exits and fouls. After the decision a removal is a mark only, nobody leaves by it."""
    kinds: dict[int, str] = {}
    causes = {left.seat: left.cause for left in reversed(sheet.left)}
    for index, entry in enumerate(sheet.removed):
        where = f"removed[{index}]"
        if entry.seat in kinds:
            yield finding(where, "removed_twice", seat=entry.seat)
            continue
        kinds[entry.seat] = entry.kind
        cause = causes.get(entry.seat)
        undecided = sheet.winner is None and sheet.ending is None
        if cause is None and undecided:
            yield finding(where, "removed_not_left", seat=entry.seat)
        elif cause in REMOVAL_CAUSES and cause != entry.kind:
            yield finding(where, "removed_otherwise", seat=entry.seat, cause=cause, kind=entry.kind)
    for index, left in enumerate(sheet.left):
        if left.cause in REMOVAL_CAUSES and left.seat not in kinds:
            yield finding(f"left[{index}]", "left_not_removed", seat=left.seat, cause=left.cause)
    most = regulation.fouls.removal_at
    for seat, fouls in sheet.fouls.items():
        if not 0 <= fouls <= most:
            yield finding(f"fouls.{seat}", "fouls_not_counted", seat=seat, fouls=fouls, most=most)
        elif fouls == most and seat not in kinds:
            yield finding(f"fouls.{seat}", "fouls_without_removal", seat=seat, fouls=fouls)


def _first_victim(sheet: Sheet) -> Iterator[Finding]:
    shot = next((left.seat for left in sheet.left if left.cause == "shot" and left.night == 1), None)
    if sheet.first_killed is None:
        if shot is not None:
            yield finding("first_killed", "first_killed_missing", seat=shot)
    elif sheet.left and shot != sheet.first_killed:
        yield finding("first_killed", "first_killed_not_shot", seat=sheet.first_killed)


def _best_move(sheet: Sheet, regulation: Regulation) -> Iterator[Finding]:
    """Source: A, scoring; F on when it is granted. Recorded points are compared further below."""
    victim = sheet.first_killed
    for seat, row in sheet.recorded_points.items():
        if row.get("best_move"):
            where = f"recorded_points.{seat}.best_move"
            if seat != victim:
                yield finding(where, "best_move_of_other", seat=seat)
            elif sheet.roles and team_of(sheet.roles[seat - 1]) == BLACK:
                yield finding(where, "best_move_of_black", seat=seat)
    if sheet.best_move is None:
        return
    if victim is None:
        yield finding("best_move", "best_move_no_victim")
    rule = regulation.best_move
    early = sum(1 for left in sheet.left if _moment(left) < 2)
    if early > rule.max_left_on_day_1:
        yield finding("best_move", "best_move_not_granted", most=rule.max_left_on_day_1)
    if len(sheet.best_move) > rule.named or len(set(sheet.best_move)) < len(sheet.best_move):
        yield finding("best_move", "best_move_seats", most=rule.named)
    if victim is not None and victim in sheet.best_move:
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
        if kind.team != "any" and sheet.roles and sheet.winner in (RED, BLACK):
            won = team_of(sheet.roles[award.seat - 1]) == sheet.winner
            if won != (kind.team == "winner"):
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
