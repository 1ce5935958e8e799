"""The night: the deal before the meeting, the shot, the checks, the first victim's best move."""

from __future__ import annotations

from collections import Counter

from rules.game.day import need_seat
from rules.game.errors import IllegalEvent, wrong_step
from rules.game.events import BestMove, Check, Roles, Shoot
from rules.game.flow import after_shot, dawn, decide, open_step
from rules.game.state import CheckMade, State, replace
from rules.regulation import Regulation
from rules.sheet import BLACK, DEALT, DON, SHERIFF, Left


def verify_roles(s: State, reg: Regulation, event: Roles) -> None:
    """Exactly six civilians, one sheriff, two mafia, one don. Source: F, table."""
    if s.step != "deal":
        raise wrong_step("roles", s.step, moves=False)
    if Counter(event.roles) != DEALT:
        raise IllegalEvent("wrong_deal")


def deal(s: State, reg: Regulation, event: Roles) -> State:
    """The cards are dealt; the meeting night begins."""
    return open_step(replace(s, roles=event.roles), "black_meeting", reg.clock.black_meeting)


def verify_shoot(s: State, reg: Regulation, event: Shoot) -> None:
    """A living seat or a miss; shots only of living blacks at living seats. Source: F, shooting."""
    if s.step != "shooting":
        raise wrong_step("shoot", s.step, moves=True)
    targets = [event.seat] if event.shots is None else [seat for _, seat in event.shots]
    if event.shots is not None:
        blacks = s.living_of(BLACK)
        for shooter, _ in event.shots:
            need_seat(shooter)
            if shooter not in blacks:
                raise IllegalEvent("not_a_living_black", seat=shooter)
    for seat in targets:
        if seat is not None:
            need_seat(seat)
            if seat not in s.living:
                raise IllegalEvent("not_living", seat=seat)


def hit(s: State, event: Shoot) -> int | None:
    """The seat that is hit: the one that all living blacks show, or None."""
    if event.shots is None:
        return event.seat
    shown = dict(event.shots)
    aims = {shown.get(black) for black in s.living_of(BLACK)}
    return aims.pop() if len(aims) == 1 else None


def shoot(s: State, reg: Regulation, event: Shoot) -> State:
    """The victim leaves with the shot and learns it in the morning; the end of the game is looked at."""
    seat = hit(s, event)
    if seat is not None:
        if s.night == 1:
            before = sum(1 for left in s.left if left.night is None or left.night < 1)
            granted = before <= reg.best_move.max_left_on_day_1
            s = replace(s, first_killed=seat, best_move_granted=granted)
        s = replace(
            s,
            left=(*s.left, Left(seat, "shot", night=s.night)),
            living=tuple(other for other in s.living if other != seat),
            silence=tuple(other for other in s.silence if other != seat),
            awaiting=(seat,),
            victim=seat,
        )
        s = decide(s, "shot")
    return after_shot(s, reg)


CHECK_STEP = {DON: "don_check", SHERIFF: "sheriff_check"}


def can_check(s: State, role: str) -> bool:
    """Whether the don or the sheriff has a check this night: living, or shot this night and not removed."""
    seat = s.roles.index(role) + 1
    return seat in s.living or (seat == s.victim and s.at_table(seat))


def verify_check(s: State, reg: Regulation, event: Check) -> None:
    """Any seat, also one that has left, or none; only none for a role that is gone. Source: A; F."""
    if event.by not in CHECK_STEP:
        raise IllegalEvent("no_such_check", by=event.by)
    if s.step != CHECK_STEP[event.by]:
        raise wrong_step("check", s.step, moves=True)
    if event.seat is not None:
        need_seat(event.seat)
        if not can_check(s, event.by):
            raise IllegalEvent("role_is_gone", by=event.by)


def check(s: State, reg: Regulation, event: Check) -> State:
    """Records the check and goes on."""
    s = replace(s, checks=(*s.checks, CheckMade(s.night, event.by, event.seat)))
    if event.by == DON:
        return open_step(s, "sheriff_check", reg.clock.sheriff_check)
    return dawn(s, reg)


def verify_best_move(s: State, reg: Regulation, event: BestMove) -> None:
    """Up to three different seats, not his own, once, only for the seat killed in the first night.

    Whether one's own seat is refused is the regulation's. Source: A, best move; F, when it is granted.
    """
    own = reg.best_move.step == "own"
    if s.step != ("best_move" if own else "last_word"):
        raise wrong_step("best_move", s.step, moves=True)
    if s.victim is None or s.night != 1:
        raise IllegalEvent("not_the_first_victim", moves=True)
    if not s.best_move_granted:
        raise IllegalEvent("best_move_not_granted", most=reg.best_move.max_left_on_day_1)
    if s.best_move is not None:
        raise IllegalEvent("best_move_recorded")
    for seat in event.seats:
        need_seat(seat)
        if seat == s.victim and not reg.best_move.own_seat:
            raise IllegalEvent("best_move_own_seat")
    if len(event.seats) > reg.best_move.named or len(set(event.seats)) != len(event.seats):
        raise IllegalEvent("best_move_seats", most=reg.best_move.named)


def best_move(s: State, reg: Regulation, event: BestMove) -> State:
    """Records the seats; the step goes on."""
    return replace(s, best_move=event.seats)
