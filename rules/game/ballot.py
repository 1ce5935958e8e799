"""Hands: the ballot, the re-ballot and the lift question."""

from __future__ import annotations

from rules.game.day import need_seat
from rules.game.errors import IllegalEvent, wrong_step
from rules.game.events import Lift, Vote
from rules.game.flow import count_hands, end_day, voted_out
from rules.game.state import State
from rules.regulation import Regulation


def verify_vote(s: State, reg: Regulation, event: Vote) -> None:
    """Candidates in the order of nomination, one vote a living seat, the rest to the last candidate.

    Source: F, ballot; A, order of voting.
    """
    need_seat(event.seat)
    if s.candidate is None:
        raise wrong_step("vote", s.step, moves=True)
    if event.seat != s.candidate:
        # A vote of a later re-ballot may leave the hands of this ballot's last candidate to be understood.
        raise IllegalEvent("not_the_candidate", moves=True, candidate=s.candidate, seat=event.seat)
    verify_hands(s, event, s.voted, s.hands_left)
    if s.on_last_candidate and event.hands != s.hands_left:
        raise IllegalEvent("hands_left", hands=s.hands_left, votes=event.hands)


def verify_hands(s: State, event: Vote | Lift, voted: tuple[int, ...], most: int) -> None:
    """Hands by number or by voter, one a living seat, no more than are left."""
    if (event.votes is None) == (event.voters is None):
        raise IllegalEvent("hands_form")
    if event.hands < 0:
        raise IllegalEvent("negative_hands")
    seen = list(voted)
    for seat in event.voters or ():
        need_seat(seat)
        if seat not in s.living:
            raise IllegalEvent("voter_not_living", seat=seat)
        if seat in seen:
            raise IllegalEvent("voter_twice", seat=seat)
        seen.append(seat)
    if event.hands > most:
        raise IllegalEvent("too_many_hands", hands=most, votes=event.hands)


def vote(s: State, reg: Regulation, event: Vote) -> State:
    """Records the hands; the last candidate's bring the answer."""
    return count_hands(s, reg, event.hands, event.voters or ())


def verify_lift(s: State, reg: Regulation, event: Lift) -> None:
    """Only as the answer to the lift question."""
    if s.step != "lift":
        raise wrong_step("lift", s.step, moves=True)
    verify_hands(s, event, (), len(s.living))


def lift(s: State, reg: Regulation, event: Lift) -> State:
    """All tied seats leave when strictly more than half of the living are for it, else nobody. Source: F."""
    if 2 * event.hands > len(s.living):
        return voted_out(s, s.candidates, reg)
    return end_day(s, reg)
