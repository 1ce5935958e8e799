"""The clock of a step as a value: a deadline on a monotonic clock that is handed in, or the rest of a pause.

It is never added up from ticks and never changes the step. Moments and seconds are those of the monotonic
clock; what is shown is whole seconds.
"""

from __future__ import annotations

import math

from rules.record import record, replace

CALM = "calm"
WARNING = "warning"
OVER = "over"


@record
class Clock:
    """total: seconds that the step gives. rest: seconds left while paused, below zero in overtime.
    deadline: the moment at which a running clock is at zero, None while paused. touched: whether it was
    ever started or set, so that a clock nobody used can be told from a paused one.
    """

    total: int
    rest: float
    deadline: float | None = None
    touched: bool = False

    @staticmethod
    def of(seconds: int, left: float | None = None) -> Clock:
        """A clock that stands still, with all its seconds or with those that are left."""
        return Clock(seconds, seconds if left is None else left, touched=left is not None and left != seconds)

    @property
    def running(self) -> bool:
        """Whether time passes."""
        return self.deadline is not None

    def left(self, now: float) -> float:
        """Seconds left, below zero in overtime."""
        return self.rest if self.deadline is None else self.deadline - now

    def whole(self, now: float) -> int:
        """Whole seconds as shown: zero is shown when the time is up, -1 a second later."""
        left = self.left(now)
        # A float deadline may lie a hair above a whole second; that is no further second.
        return math.ceil(round(left, 6))

    def until_change(self, now: float) -> float:
        """Seconds until `whole` becomes another number; always above zero."""
        left = round(self.left(now), 6)
        return left - (math.ceil(left) - 1) or 1.0

    def start(self, now: float) -> Clock:
        """Time passes from now on."""
        return self if self.running else replace(self, deadline=now + self.rest, touched=True)

    def pause(self, now: float) -> Clock:
        """Time stands still."""
        return replace(self, rest=self.left(now), deadline=None)

    def toggle(self, now: float) -> Clock:
        """Pause when running, start when not."""
        return self.pause(now) if self.running else self.start(now)

    def add(self, seconds: int) -> Clock:
        """Seconds more, or fewer where negative. A paused clock never goes below zero by it."""
        if self.deadline is not None:
            return replace(self, deadline=self.deadline + seconds)
        rest = self.rest + seconds
        return replace(self, rest=max(rest, min(self.rest, 0)), touched=True)

    def restart(self, now: float) -> Clock:
        """All seconds of the step again; a running clock runs on."""
        fresh = replace(self, rest=self.total, deadline=None)
        return fresh.start(now) if self.running else replace(fresh, touched=False)

    def phase(self, now: float, warning: int) -> str:
        """calm, warning (so many seconds left or fewer) or over."""
        whole = self.whole(now)
        if whole <= 0:
            return OVER
        return WARNING if whole <= warning else CALM


def face(whole: int) -> str:
    """Whole seconds as a clock shows them: 0:47, and +0:05 five seconds into overtime."""
    minutes, seconds = divmod(abs(whole), 60)
    return f"{'+' if whole < 0 else ''}{minutes}:{seconds:02}"


def bells(before: int, after: int, warning: int) -> int:
    """How many bells ring when the shown seconds go from one number to the other: one each for the warning
    and for zero that was reached on the way down."""
    if after >= before:
        return 0
    return sum(1 for mark in {warning, 0} if after <= mark < before)
