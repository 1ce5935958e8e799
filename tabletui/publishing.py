"""The page of the hall, renewed whenever the tournament file has changed: in a thread of its own.

It looks at the file and at nothing else, so that closing a game neither waits for it nor fails by it.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from rules.said import Said
from storage.errors import StorageError
from tabletui.text import N_

if TYPE_CHECKING:
    from storage.files import Files

EVERY = 2.0
"""Seconds between two looks at the file."""
AT_LEAST = 60.0
"""Seconds after which the page is renewed without any change: its time tells that it still is."""
TURN = 0.001
"""Seconds for which this thread may keep the interpreter while a key waits."""


class Publisher:
    """tell: called in its thread when something went wrong, and with None when it is right again.

    now: ISO local time with seconds. data: the data folder, for regulations of the judge's own.
    """

    def __init__(
        self,
        files: Files,
        data: Path,
        now: Callable[[], str],
        tell: Callable[[Said | None], object],
        *,
        every: float = EVERY,
    ) -> None:
        self._files, self._data, self._now, self._tell, self._every = files, data, now, tell, every
        self._lock = threading.Lock()
        self._wanted: tuple[Path, Path, bool] | None = None
        self._seen: object = None
        self._trouble: Said | None = None
        self._wake, self._end = threading.Event(), False
        self._thread: threading.Thread | None = None

    def show(self, tournament: Path | None, folder: Path | None, *, points: bool = True) -> None:
        """From now on this tournament in this folder; None: nothing."""
        wanted = None if tournament is None or folder is None else (tournament, folder, points)
        with self._lock:
            if wanted == self._wanted:
                return
            self._wanted, self._seen = wanted, None
        if wanted is not None and self._thread is None:
            sys.setswitchinterval(TURN)
            self._thread = threading.Thread(target=self._run, name="hall page", daemon=True)
            self._thread.start()
        self._wake.set()

    def stop(self) -> None:
        """Ends the thread, without waiting for a folder that does not answer."""
        self._end = True
        self._wake.set()
        if self._thread is not None:
            self._thread.join(timeout=0.5)

    def _run(self) -> None:
        waited = 0.0
        while not self._end:
            self._wake.clear()
            if waited >= AT_LEAST:
                self._seen, waited = None, 0.0
            trouble = self._look()
            if not self._end and trouble != self._trouble:
                self._trouble = trouble
                self._tell(trouble)
            self._wake.wait(self._every)
            waited += self._every

    def _look(self) -> Said | None:
        with self._lock:
            wanted, seen = self._wanted, self._seen
        if wanted is None:
            return None
        tournament, folder, points = wanted
        try:
            looks = self._looks(tournament)
            if looks == seen:
                return self._trouble
            self._publish(tournament, folder, points=points)
        except StorageError as error:
            return Said(N_("{error}"), error=error)
        except Exception as error:  # the page is the least important thing here; a mistake in it is said
            what = f"{type(error).__name__}: {error}"[:200]
            return Said(N_("The page of the hall is not renewed ({what}); it is tried on."), what=what)
        with self._lock:
            if self._wanted == wanted:
                self._seen = looks
        return None

    def _looks(self, path: Path) -> object:
        """Changes when the file does."""
        found = path.stat()
        return found.st_mtime_ns, found.st_size, found.st_ino

    def _publish(self, tournament: Path, folder: Path, *, points: bool) -> None:
        from tabletui.paper.gather import gather
        from tabletui.paper.live import live_page, publish

        material = gather(tournament, str(self._data))
        publish(self._files, folder, live_page(material, self._now(), points=points))
