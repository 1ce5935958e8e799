"""The watcher of the hall: every two seconds, in a thread of its own, it looks what other laptops have sent.

Two ways lead here. A shared folder (a stick, a share) is made equal to the records of the data folder; and
what appears among these records, by that way or because a program carries them directly, is taken into the
tournament that is open. The screens hear of it by one message.
"""

from __future__ import annotations

import contextlib
import sys
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from rules.record import record
from rules.said import Said
from storage.errors import StorageError
from storage.kinds import PROTOCOL, Slot, slot_of
from storage.records import NAME, Record, read_record, reason
from tabletui.text import N_

if TYPE_CHECKING:
    from storage.folder import Folder
    from storage.hall import Look, SharedFolder
    from storage.tournament import Tournament

TURN = 0.001
"""Seconds for which this thread may keep the interpreter while a key waits; five thousandths by default."""
SILENT = 10.0
"""Seconds after which a folder that does not answer is told about."""


@record
class News:
    """What a look brought for people. slots: whose protocol came; conflicts: those of them that now have two.

    taken: records of any kind, taken into the open tournament. came, waiting, others: as of `Look`. rejected:
    what was left out since the look before, with the reason. trouble: as of `Look`, or why what came could
    not be kept.
    """

    taken: int = 0
    came: int = 0
    slots: tuple[Slot, ...] = ()
    conflicts: tuple[Slot, ...] = ()
    rejected: tuple[tuple[str, str], ...] = ()
    trouble: Said | None = None
    waiting: int = 0
    others: Mapping[str, str] | None = None


class Hall:
    """The watcher. tell: called in its thread after a look that changed something; every: seconds between two
    looks.
    """

    def __init__(
        self,
        folder: Folder,
        tell: Callable[[News], object],
        *,
        every: float | None = None,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        from storage.hall import EVERY

        self._folder = folder
        self._tell = tell
        self._every = EVERY if every is None else every
        self._monotonic = monotonic
        self._shared: SharedFolder | None = None
        self._tournament: Tournament | None = None
        self._seen: set[str] = set()
        self._refused: dict[str, tuple[object, str]] = {}
        self._told = News()
        self._told_rejected: set[tuple[str, str]] = set()
        self._begun: float | None = None
        self._wake, self._end = threading.Event(), False
        self._thread: threading.Thread | None = None

    @property
    def shared(self) -> Path | None:
        """The shared folder, if there is one."""
        shared = self._shared
        return shared.shared if shared is not None else None

    @property
    def tournament(self) -> Tournament | None:
        """The tournament that is open, if there is one."""
        return self._tournament

    def share(self, path: Path | None) -> None:
        """Looks at this folder from now on; None: at none."""
        from storage.hall import SharedFolder

        self._shared = SharedFolder(self._folder, path, keep_apart=_stays_here) if path else None
        self._wake.set()

    def attend(self, tournament: Tournament | None) -> None:
        """Takes what comes for this tournament; None: nothing is open."""
        self._tournament, self._refused, self._seen = tournament, {}, set()
        self._wake.set()

    def start(self) -> None:
        """Starts the thread; a daemon, because a share that is down may hold it for minutes."""
        if self._thread is None:
            sys.setswitchinterval(TURN)
            self._thread = threading.Thread(target=self._run, name="hall", daemon=True)
            self._thread.start()

    def stop(self) -> None:
        """Ends the thread, without waiting for a share that does not answer."""
        self._end = True
        self._wake.set()
        if self._thread is not None:
            self._thread.join(timeout=0.5)

    def silent(self) -> Said | None:
        """Why nothing travels where a look does not come back: a share that is down may hold it long."""
        begun, shared = self._begun, self.shared
        if begun is None or shared is None or self._monotonic() - begun < SILENT:
            return None
        return Said(
            N_("The shared folder {folder} does not answer; records wait on this laptop."), folder=str(shared)
        )

    def look(self) -> News:
        """One look, in the thread that asks."""
        from storage.hall import Look

        self._begun = self._monotonic()
        try:
            shared = self._shared
            found = shared.look() if shared is not None else Look()
            return self._taken(found)
        finally:
            self._begun = None

    # -- inside ----------------------------------------------------------------------------------------------

    def _run(self) -> None:
        while not self._end:
            self._wake.clear()
            try:
                news = self.look()
            except Exception as error:  # a mistake here must neither end the looking nor go unsaid
                what = f"{type(error).__name__}: {error}"[:200]
                said = Said(
                    N_("What other laptops send cannot be looked at ({what}); it is tried on."), what=what
                )
                news = News(trouble=said)
            if not self._end and self._is_new(news):
                self._tell(news)
            self._wake.wait(self._every)

    def _is_new(self, news: News) -> bool:
        before, self._told = self._told, news
        standing = (news.trouble, news.waiting, news.others) != (
            before.trouble,
            before.waiting,
            before.others,
        )
        return bool(news.taken or news.came or news.rejected or standing)

    def _taken(self, look: Look) -> News:
        tournament = self._tournament
        taken: list[Record] = []
        trouble = look.trouble
        if tournament is not None:
            with contextlib.suppress(OSError):
                taken, failed = self._take(tournament)
                trouble = trouble or failed
        slots = tuple(sorted({slot_of(one.body["protocol"]) for one in taken if one.kind == PROTOCOL}))
        conflicts: tuple[Slot, ...] = ()
        if slots and tournament is not None:
            states = tournament.slots()
            conflicts = tuple(slot for slot in slots if slot in states and len(states[slot].heads) > 1)
        rejected = {(one.name, one.reason) for one in look.rejected}
        rejected |= {(f"{name}.json", why) for name, (_, why) in self._refused.items()}
        fresh, self._told_rejected = rejected - self._told_rejected, rejected
        return News(
            len(taken),
            look.came,
            slots,
            conflicts,
            tuple(sorted(fresh)),
            trouble,
            look.waiting,
            look.others or None,
        )

    def _take(self, tournament: Tournament) -> tuple[list[Record], Said | None]:
        """What lies among the records of the data folder and is not in the tournament yet."""
        from storage.exchange import sift

        files, folder = self._folder.files, self._folder.records
        with self._folder.writing:  # between two changes: a record that is being stored is not from elsewhere
            known = {one.name: one for one in tournament.records()}
            names = {match[1] for name in files.listdir(folder) if (match := NAME.match(name))}
        found: list[Record] = []
        for name in sorted(names - known.keys() - self._seen):
            looks = self._looks(folder / f"{name}.json")
            if name in self._refused and self._refused[name][0] == looks:
                continue
            try:
                found.append(read_record(files, folder / f"{name}.json"))
            except ValueError as error:
                self._refused[name] = looks, reason(error)
        if not found:
            return [], None
        sifted = sift(tournament.created, known, found, self._folder.examine or _as_it_is)
        try:
            if sifted.fresh:
                tournament.take(sifted.fresh)
        except StorageError as error:
            return [], Said(N_("{error}"), error=error)
        self._seen |= {one.name for one in found}
        for refused, why in sifted.rejected:
            self._refused[refused.name] = None, why
        return list(sifted.fresh), None

    def _looks(self, path: Path) -> object:
        """Changes when a file does: it may have been looked at while it arrived."""
        try:
            return self._folder.files.size(path), self._folder.files.modified(path)
        except OSError:
            return None


def _as_it_is(_created: Mapping[str, object], one: Record) -> Record:
    return one


def _stays_here(created: Record) -> bool:
    """Games outside any tournament are nobody else's business."""
    return created.body["regulation"] is None and created.body["source"] is None
