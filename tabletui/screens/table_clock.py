"""Wakes the table screen when the shown seconds change, rings, and notices a machine that slept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.timer import Timer

from storage.errors import StorageError
from tabletui.clock import Clock, bells
from tabletui.text import _

if TYPE_CHECKING:
    from tabletui.screens.table import TableScreen

LATE = 3.0
"""Seconds by which the wall may run ahead of the monotonic clock until it is taken for a sleep."""


class Ticker:
    """The running clock on one screen. It only shows: what is left is told by the clock itself."""

    def __init__(self, screen: TableScreen) -> None:
        self._screen = screen
        self._session = screen.session
        self._timer: Timer | None = None
        self._shown = 0
        self._wall = self._moment = 0.0

    def show(self) -> None:
        """Shows the clock as it is now."""
        clock, now = self._session.clock, self._session.moment()
        self._shown = clock.whole(now) if clock is not None else 0
        self._screen.board.show_clock(clock, now, self._session.regulation.clock.warning)

    def arm(self) -> None:
        """Wakes up when the shown seconds change next, never more often than once a second."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        clock = self._session.clock
        if clock is not None and clock.running:
            self._wall, self._moment = self._session.wall(), self._session.moment()
            self._timer = self._screen.set_timer(clock.until_change(self._moment), self.tick)

    def tick(self) -> None:
        """Another second is shown; the bell rings at the warning and at zero."""
        session, screen = self._session, self._screen
        if session.clock is None or not session.clock.running:
            return
        slept = (session.wall() - self._wall) - (session.moment() - self._moment)
        if slept > LATE:
            self.put(session.clock.pause(session.moment()))
            screen.say(_("The machine slept for {seconds} s; the clock stands.").format(seconds=int(slept)))
            return
        before = self._shown
        self.show()
        screen.board.paint()
        if getattr(getattr(screen.app, "settings", None), "sound", True):
            for _ring in range(bells(before, self._shown, session.regulation.clock.warning)):
                screen.app.bell()
        saved = session.saved
        session.beat()
        if saved != session.saved:
            screen.draw()
        self.arm()

    def put(self, clock: Clock) -> None:
        """Puts the clock of the step to another value; the room goes on even where the disk refuses."""
        trouble: StorageError | None = None
        try:
            self._session.set_clock(clock)
        except StorageError as error:
            trouble = error
        self.arm()
        self._screen.said_nothing()
        if trouble is not None:
            self._screen.not_saved(trouble)
