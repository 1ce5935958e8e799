"""Speeches by day: nominations and their withdrawal, and the plain end of a step."""

from __future__ import annotations

from rules.game.errors import IllegalEvent, wrong_step
from rules.game.events import Next, Nominate, Withdraw
from rules.game.flow import (
    count_hands,
    dawn,
    end_last_word,
    morning,
    next_defence,
    next_speech,
    open_step,
    start_day,
)
from rules.game.state import Nomination, State, replace
from rules.regulation import Regulation
from rules.sheet import SEATS


def need_seat(seat: int | None) -> None:
    """Refuses what is no seat of the table."""
    if seat not in SEATS:
        raise IllegalEvent("no_such_seat", seat=seat)


def verify_nominate(s: State, reg: Regulation, event: Nominate) -> None:
    """Only in one's own speech, one accepted nomination a speaker, only living seats, oneself allowed.

    A seat that is nominated already is refused and the turn kept. Source: A, several nominations; F.
    """
    need_seat(event.by)
    need_seat(event.seat)
    _own_speech(s, event.by, "nominate")
    if event.seat not in s.living:
        raise IllegalEvent("not_living", seat=event.seat)
    if any(nomination.by == event.by for nomination in s.nominations):
        raise IllegalEvent("turn_used", by=event.by)
    if any(nomination.seat == event.seat for nomination in s.nominations):
        raise IllegalEvent("already_nominated", seat=event.seat)


def nominate(s: State, reg: Regulation, event: Nominate) -> State:
    """The seat takes the next place in the order of nomination."""
    return replace(s, nominations=(*s.nominations, Nomination(event.by, event.seat)))


def verify_withdraw(s: State, reg: Regulation, event: Withdraw) -> None:
    """Only this speech's own nomination, where the regulation allows it. Source: A and W, withdrawal."""
    need_seat(event.by)
    _own_speech(s, event.by, "withdraw")
    if not reg.nomination.withdrawal:
        raise IllegalEvent("no_withdrawal")
    if not any(nomination.by == event.by for nomination in s.nominations):
        raise IllegalEvent("nothing_to_withdraw", by=event.by)


def withdraw(s: State, reg: Regulation, event: Withdraw) -> State:
    """The candidate is off the list; the speaker may nominate anew."""
    return replace(s, nominations=tuple(n for n in s.nominations if n.by != event.by))


def _own_speech(s: State, by: int, kind: str) -> None:
    if s.step != "speech":
        raise wrong_step(kind, s.step, moves=True)
    if by != s.seat:
        raise IllegalEvent("not_the_speaker", moves=True, by=by, speaker=s.seat)


def ends_with_next(s: State) -> bool:
    """Whether the present step needs no input: a ballot only when its last candidate alone is open."""
    if s.step in ("ballot", "reballot"):
        return s.on_last_candidate
    return s.step not in ("deal", "lift", "shooting", "closing", "finished")


def verify_next(s: State, reg: Regulation, event: Next) -> None:
    """Only where the step needs no input."""
    if not ends_with_next(s):
        raise wrong_step("next", s.step, moves=False)


def end_step(s: State, reg: Regulation, event: Next) -> State:
    """Ends the step; in a ballot the last candidate gets the hands that are left."""
    match s.step:
        case "black_meeting":
            return open_step(s, "sheriff_look", reg.clock.sheriff_look)
        case "sheriff_look":
            return start_day(s, reg)
        case "speech":
            return next_speech(s, reg)
        case "defence":
            return next_defence(s, reg)
        case "last_word":
            return end_last_word(s, reg)
        case "don_check":
            return open_step(s, "sheriff_check", reg.clock.sheriff_check)
        case "sheriff_check":
            return dawn(s, reg)
        case "best_move":
            return morning(s, reg)
        case _:
            return count_hands(s, reg, s.hands_left, ())
