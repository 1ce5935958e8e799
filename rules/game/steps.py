"""What the table is doing: the step as a screen, a script or a checker wants to see it."""

from __future__ import annotations

from rules.game.day import ends_with_next
from rules.game.night import can_check
from rules.game.state import NIGHT, NIGHT_ZERO, State
from rules.record import record
from rules.regulation import Regulation
from rules.sheet import DON, SHERIFF


@record
class Step:
    """One step of the game.

    id: one of rules.game.errors.STEP_IDS. day, night: the last that began. seat: whose speech, defence,
    last word or best move it is; in a ballot the candidate whose hands are counted. seconds: the clock, 0
    for a silenced speech, None where there is none. ends_with_next: it needs no input. silenced: a speech
    taken away by the third foul. short: a speech of the three or four living with its own clock.
    candidates, votes, hands_left: the running ballot. first_victim: a best move may be recorded here.
    role_gone: the don or the sheriff whose check it is has left; the clock runs all the same.
    """

    id: str
    day: int
    night: int
    seat: int | None
    seconds: int | None
    ends_with_next: bool
    silenced: bool = False
    short: bool = False
    candidates: tuple[int, ...] = ()
    votes: tuple[int, ...] = ()
    hands_left: int = 0
    first_victim: bool = False
    victim: bool = False
    role_gone: bool = False

    @property
    def at_night(self) -> bool:
        """Whether the table sleeps."""
        return self.id in NIGHT or self.id in NIGHT_ZERO


def step_of(s: State, reg: Regulation) -> Step:
    """The step of a state."""
    voting = s.step in ("ballot", "reballot")
    named = reg.best_move.step == ("own" if s.step == "best_move" else "last_word")
    check = {"don_check": DON, "sheriff_check": SHERIFF}.get(s.step)
    return Step(
        id=s.step,
        day=s.day,
        night=s.night,
        seat=s.candidate if voting else s.seat,
        seconds=s.seconds,
        ends_with_next=ends_with_next(s),
        silenced=s.silenced,
        short=s.step == "speech" and s.seconds not in (0, reg.clock.speech),
        candidates=s.candidates if voting or s.step in ("lift", "defence") else (),
        votes=s.votes if voting else (),
        hands_left=s.hands_left if voting else 0,
        first_victim=(
            s.step in ("last_word", "best_move")
            and s.victim is not None
            and s.night == 1
            and named
            and s.best_move_granted
            and s.best_move is None
        ),
        victim=s.step == "last_word" and s.victim is not None,
        role_gone=check is not None and not can_check(s, check),
    )
