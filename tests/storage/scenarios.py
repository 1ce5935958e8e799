"""Evenings at a table, played on a failing disk; and what may be found after it.

Each scenario notes what was confirmed while it runs. `verify` opens the disk as the next process would and
returns what is wrong: something confirmed is missing, something appears that nobody did, something counts
twice, or bytes were thrown away without a word.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from memory_files import FAULTS, POWER_CUTS, Died, MemoryFiles

from storage.errors import NotSaved, StorageError, WrongFile
from storage.finishing import finish, redo_finishing, unfinished
from storage.folder import Folder
from storage.journal import Journal
from storage.roster import PlayerEntry
from storage.tournaments import Tournament, create, open_tournament, rebuild

ROOT = Path("/data")
FILE = Path("/cups/cup.json")
GAME = ROOT / "live" / "game.jnl"


def now() -> str:
    return "2017-08-05T10:00:00"


def protocol(number: int, judge: str = "J", table: int = 1) -> dict[str, Any]:
    """A protocol of ten players; scoring would not like it, storage does."""
    return {
        "format": "tabletui/protocol",
        "version": 1,
        "stage": "qualifying",
        "round": number,
        "table": table,
        "judge": judge,
        "players": [{"seat": seat, "id": f"P{seat:02}", "name": f"Игрок {seat}"} for seat in range(1, 11)],
        "events": [],
    }


def roster() -> list[PlayerEntry]:
    return [PlayerEntry(name=f"Игрок {seat}") for seat in range(1, 13)]


def folder_on(files: MemoryFiles) -> Folder:
    """A data folder in memory; the lock of a real one needs a real disk."""
    folder = Folder(files, ROOT, new_id=lambda: "laptop")
    folder.prepare()
    return folder


@dataclass
class JournalEvening:
    """A game recorded; the judge tries another action when one was refused."""

    journal: type[Journal] = Journal
    created: bool = False
    confirmed: list[dict[str, Any]] = field(default_factory=list)
    tried: list[dict[str, Any]] = field(default_factory=list)

    def play(self, files: MemoryFiles) -> None:
        files.names[GAME.parent] = files.durable[GAME.parent] = files.names[Path("/")]
        files.names[ROOT] = files.durable[ROOT] = files.names[Path("/")]
        journal = self._create(files)
        for number in range(20):
            record = {"event": {"event": "note", "text": f"ход {number}"}, "at": now()}
            self.tried.append(record)
            if number == 10:
                journal.close()
                journal = self._reopen(files)
            try:
                journal.append(record)
            except NotSaved:
                continue
            self.confirmed.append(record)
            self.tried.clear()

    def _create(self, files: MemoryFiles) -> Journal:
        for _ in range(2):
            try:
                journal = self.journal.create(files, GAME, {"slot": {"round": 1}})
            except StorageError:
                continue
            self.created = True
            return journal
        raise Died

    def _reopen(self, files: MemoryFiles) -> Journal:
        for _ in range(2):
            with contextlib.suppress(StorageError):
                journal = self.journal.open(files, GAME).journal
                if journal is not None:
                    return journal
        raise Died

    def verify(self, files: MemoryFiles) -> list[str]:
        try:
            opened = self.journal.open(files, GAME)
        except WrongFile as error:
            return [str(error)] if self.created else []
        found = list(opened.records)
        wrong = []
        if opened.condition not in ("clean", "torn") or opened.journal is None:
            return [f"condition {opened.condition}"]
        if found[: len(self.confirmed)] != self.confirmed:
            wrong.append(f"{len(self.confirmed)} confirmed, {len(found)} found")
        if any(record not in self.tried for record in found[len(self.confirmed) :]):
            wrong.append("a record that nobody made")
        if len(found) > len(self.confirmed) + 1:
            wrong.append("more than one unconfirmed record")
        if opened.condition == "torn" and (
            not opened.notice or not files.exists(GAME.with_name(opened.aside))
        ):
            wrong.append("bytes thrown away without a word")
        last = {"event": {"event": "next"}}
        opened.journal.append(last)
        again = self.journal.open(files.power_cut("nothing_more"), GAME)
        if [*found, last] != list(again.records):
            wrong.append("what was recorded after the opening is lost")
        return wrong

    def shown(self, files: MemoryFiles) -> None:
        """The next process shows what it finds, which confirms it."""
        try:
            found = self.journal.open(files, GAME).records
        except WrongFile:
            return
        self.created, self.confirmed, self.tried = True, list(found), []


@dataclass
class TournamentEvening:
    """A tournament is made, players entered, protocols and a decision stored."""

    created: bool = False
    players: int = 0
    stored: set[tuple[int, str]] = field(default_factory=set)
    tried: set[tuple[int, str]] = field(default_factory=set)
    fined: int = 0
    fines_tried: int = 0

    def play(self, files: MemoryFiles) -> None:
        try:
            tournament = self._create(folder_on(files))
        except StorageError:
            return
        with _unless_refused():
            self.players = len(tournament.put_players(roster()))
        for number in (1, 2):
            self._store(tournament, [(number, "J")])
        self._store(tournament, [(3, "J"), (4, "J"), (1, "K")])
        for _ in range(2):  # a judge does again what was refused
            self.fines_tried = 1
            with _unless_refused():
                tournament.decide({"kind": "fine", "player": "P03", "points": "-1/2"})
                self.fined = 1
                break
        tournament.close()

    def _create(self, folder: Folder) -> Tournament:
        created = create(
            folder, FILE, tournament_id="t1", title="Кубок", regulation="r", source={"id": "r"}, now=now
        )
        self.created = True
        return created

    def _store(self, tournament: Tournament, games: list[tuple[int, str]]) -> None:
        self.tried |= set(games)
        with _unless_refused():
            tournament.store_all([protocol(number, judge) for number, judge in games])
            self.stored |= set(games)

    def verify(self, files: MemoryFiles) -> list[str]:
        wrong: list[str] = []
        for make in (self._as_it_is, self._from_records, self._as_a_reader):
            try:
                tournament = make(folder_on(files.copy()))
            except WrongFile as error:
                if self.created:
                    wrong.append(str(error))
                continue
            wrong += [f"{make.__name__}: {text}" for text in self._compare(tournament)]
        return wrong

    def shown(self, files: MemoryFiles) -> None:
        try:
            tournament = self._as_it_is(folder_on(files))
        except WrongFile:
            return
        self.created = True
        self.players = len(tournament.players())
        self.stored = {(found.slot.round, found.protocol["judge"]) for found in tournament.protocols()}
        self.fined = len(tournament.decisions())

    def _as_it_is(self, folder: Folder) -> Tournament:
        return open_tournament(folder, FILE, write=True, now=now)

    def _from_records(self, folder: Folder) -> Tournament:
        rebuild(folder, FILE, "t1")
        return open_tournament(folder, FILE, write=True, now=now)

    def _as_a_reader(self, folder: Folder) -> Tournament:
        tournament = open_tournament(folder, FILE)
        if tournament.notice:
            # No crash may make the backup necessary; it is for sticks that rot and hands that edit.
            raise WrongFile("notice", "{notice}", notice=tournament.notice)
        return tournament

    def _compare(self, tournament: Tournament) -> Iterator[str]:
        found = [(stored.slot.round, stored.protocol["judge"]) for stored in tournament.protocols()]
        if not self.stored <= set(found):
            yield f"lost {self.stored - set(found)}"
        if not set(found) <= self.tried or len(found) != len(set(found)):
            yield f"protocols {found}"
        if len(tournament.players()) not in ({self.players} if self.players else {0, 12}):
            yield f"{len(tournament.players())} players"
        if not self.fined <= len(tournament.decisions()) <= self.fines_tried:
            yield f"{len(tournament.decisions())} fines"


@dataclass
class ClosingEvening:
    """A game is recorded and closed."""

    records: int = 0
    finished: bool = False
    tried: bool = False
    ready: bool = False

    def play(self, files: MemoryFiles) -> None:
        quiet = MemoryFiles.copy(files)
        folder = folder_on(quiet)
        create(folder, FILE, tournament_id="t1", title="", regulation=None, source=None, now=now).close()
        files.names, files.durable, files.pending = quiet.names, quiet.durable, quiet.pending
        folder = Folder(files, ROOT)
        slot = {"tournament": str(FILE), "tournament_id": "t1", "stage": "qualifying", "round": 1, "table": 1}
        with _unless_refused():
            journal = Journal.create(files, GAME, {"slot": slot})
            self.ready = True
            for number in range(2):
                journal.append({"event": {"event": "note", "text": str(number)}})
                self.records += 1
            self.tried = True
            for _ in range(2):
                with _unless_refused():
                    finish(folder, journal, protocol(1), now=now)
                    self.finished = True
                    break

    def verify(self, files: MemoryFiles) -> list[str]:
        folder = folder_on(files)
        wrong: list[str] = []
        for done in redo_finishing(folder, now=now):
            if done.outcome is None:
                wrong.append(f"not redone: {done.notice}")
        tournament = open_tournament(folder, FILE, write=True, now=now)
        official, running = tournament.official(), unfinished(folder)
        if len(official) + len(running) > 1:
            wrong.append("the game is finished and running")
        if self.finished and (len(official) != 1 or running):
            wrong.append("a finished game is lost or runs again")
        if official and not self.tried:
            wrong.append("a game is finished that nobody finished")
        if official and official[0].protocol != protocol(1):
            wrong.append("another protocol")
        if official and not folder.files.exists(folder.archive / GAME.name):
            wrong.append("the journal is gone")
        if self.ready and not official:
            good = running and len(running[0].records) >= self.records
            if not good or running[0].condition not in ("clean", "torn"):
                wrong.append("a running game is lost")
        return wrong

    def shown(self, files: MemoryFiles) -> None:
        self.verify(files)
        folder = folder_on(files)
        tournament = open_tournament(folder, FILE, write=True, now=now)
        self.finished = bool(tournament.official())
        for running in unfinished(folder):
            Journal.open(files, running.path)
            self.ready, self.records = True, len(running.records)


class _unless_refused:
    """A refusal is told to the judge; the evening goes on."""

    def __enter__(self) -> None: ...

    def __exit__(self, kind: object, error: object, trace: object) -> bool:
        return isinstance(error, NotSaved)


Evening = JournalEvening | TournamentEvening | ClosingEvening


def campaign(
    make: Callable[[], Evening],
    disk: type[MemoryFiles] = MemoryFiles,
    *,
    faults: tuple[str, ...] = FAULTS,
    ends: int = 13,
    stop_at: int | None = None,
) -> tuple[int, list[str]]:
    """Every fault at every call, each followed by so many of the 13 ends, taken in turn.

    Returns how many states were tried, and what was wrong.
    """
    import copy

    states, wrong = 0, []
    calls = _calls(make, disk)
    for fault in faults:
        for at in range(1, calls + 1):
            evening, files = make(), disk(at=at, fault=fault)
            with contextlib.suppress(Died):
                evening.play(files)
            for name, end in _turn(list(_ends(evening, files, at)), at * 5, ends):
                states += 1
                judged = copy.deepcopy(evening)
                try:
                    found = end(judged)
                except Exception as error:
                    found = [f"{type(error).__name__}: {error}"]
                wrong += [f"{fault} at call {at} ({files.log[-1:]}), then {name}: {text}" for text in found]
                if stop_at is not None and len(wrong) >= stop_at:
                    return states, wrong
    return states, wrong


def _turn(choices: list[Any], start: int, count: int) -> list[Any]:
    return [choices[(start + step) % len(choices)] for step in range(min(count, len(choices)))]


def _calls(make: Callable[[], Evening], disk: type[MemoryFiles]) -> int:
    files = disk()
    make().play(files)
    return files.calls


def _ends(
    evening: Evening, files: MemoryFiles, seed: int
) -> Iterator[tuple[str, Callable[[Any], list[str]]]]:
    yield "a kill", lambda judged: judged.verify(files.killed())
    for kind in POWER_CUTS:
        yield f"a power cut ({kind})", lambda judged, kind=kind: judged.verify(files.power_cut(kind, seed))

    def restarted(judged: Any, kind: str) -> list[str]:
        second = files.killed()
        judged.shown(second)
        found: list[str] = judged.verify(second.power_cut(kind, seed))
        return found

    for kind in POWER_CUTS:
        yield f"a kill, a start and a power cut ({kind})", lambda judged, kind=kind: restarted(judged, kind)
