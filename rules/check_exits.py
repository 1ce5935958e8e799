"""What a sheet says of the deal, of who left and how the game ended, each against the others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from rules.findings import Finding, finding
from rules.sheet import BLACK, DEALT, DRAW, RED, SEATS, Left, Sheet, team_of

if TYPE_CHECKING:
    from rules.regulation import Regulation

REMOVAL_CAUSES = ("fouls", "disqualified", "team_defeat")


def dealt(sheet: Sheet) -> bool:
    return Counter(sheet.roles) == DEALT


def deal(sheet: Sheet) -> Iterator[Finding]:
    """Source: F, table: 6 civilians, 1 sheriff, 2 mafia, 1 don."""
    if not sheet.roles:
        if sheet.winner is not None:
            yield finding("roles", "roles_missing")
    elif not dealt(sheet):
        yield finding("roles", "roles_wrong")


def moment(left: Left) -> int:
    """Night 0, day 1, night 1, day 2 … as 0, 1, 2, 3 …"""
    return left.night * 2 if left.night is not None else (left.day or 0) * 2 - 1


def exits(sheet: Sheet) -> Iterator[Finding]:
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
        if moment(left) < latest:
            yield finding(where, "left_order", seat=left.seat)
        latest = max(latest, moment(left))
        if left.cause == "ballot" and left.day is None:
            yield finding(where, "ballot_at_night", seat=left.seat)
        if left.cause == "shot":
            if not left.night:
                yield finding(where, "shot_by_day", seat=left.seat)
            elif left.night in shot:
                yield finding(where, "two_shots", seat=left.seat, night=left.night)
            else:
                shot.add(left.night)


def outcome_of(sheet: Sheet, gone: set[int]) -> tuple[str | None, int, int]:
    """Who has won when these are gone, with the reds and blacks that are left. Source: F, end of the game."""
    living = Counter(team_of(sheet.roles[seat - 1]) for seat in SEATS if seat not in gone)
    red, black = living[RED], living[BLACK]
    return (RED if not black else BLACK if black >= red else None), red, black


def result(sheet: Sheet, regulation: Regulation) -> Iterator[Finding]:
    """The winner and the ending, against each other and against those who left."""
    winner, ending = sheet.winner, sheet.ending
    if ending == "void":
        if winner is not None:
            yield finding("winner", "winner_in_void")
        return
    if winner is None and ending is not None:
        yield finding("winner", "winner_missing")
    elif winner is not None and ending is None and sheet.left:
        # A bare result, typed without who left, need not say how it came about.
        yield finding("ending", "ending_missing")
    elif ending != "judge" and (winner == DRAW) != (ending == "draw"):
        yield finding("ending", "ending_of_draw", ending=ending, winner=winner)
    if ending == "team_defeat" and not regulation.reasons_for("team_defeat"):
        yield finding("ending", "no_team_defeat")
    if not dealt(sheet):
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
        won = outcome_of(sheet, gone)[0]
        if won is not None and not together:
            yield finding(f"left[{index}]", "left_after_end", seat=left.seat, winner=won)
            return
        gone.add(left.seat)
        before = left
    outcome, red, black = outcome_of(sheet, gone)
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


def removals(sheet: Sheet, regulation: Regulation) -> Iterator[Finding]:
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


def first_victim(sheet: Sheet) -> Iterator[Finding]:
    shot = next((left.seat for left in sheet.left if left.cause == "shot" and left.night == 1), None)
    if sheet.first_killed is None:
        if shot is not None:
            yield finding("first_killed", "first_killed_missing", seat=shot)
    elif sheet.left and shot != sheet.first_killed:
        yield finding("first_killed", "first_killed_not_shot", seat=sheet.first_killed)
