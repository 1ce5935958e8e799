"""A storage with one safeguard taken out must be caught by the failing disk; else the disk proves nothing."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from memory_files import FAULTS, MemoryFiles
from scenarios import ClosingEvening, Evening, JournalEvening, TournamentEvening, campaign

from storage import durable, finishing, journal_lines, tournament
from storage.journal import Journal, Opened, _judge, _read


class NoFsync(MemoryFiles):
    """Content is never synced."""

    def fsync(self, descriptor: int) -> None: ...


class NoFolderFsync(MemoryFiles):
    """Names are never synced."""

    def fsync_dir(self, folder: Path) -> None: ...


class UnlinksBeforeRename(MemoryFiles):
    """The old file goes before the new one has its name."""

    def replace(self, source: Path, target: Path) -> None:
        if target in self.names and self.names[target] is not self.names.get(source):
            self.unlink(target)
        super().replace(source, target)


class RetriesFailedFsync(Journal):
    """A failed fsync is asked for again, and believed."""

    def _appended(self, data: bytes) -> bool:
        if self._descriptor is None:
            return False
        try:
            self._files.write(self._descriptor, data)
            try:
                self._files.fsync(self._descriptor)
            except OSError:
                self._files.fsync(self._descriptor)
        except OSError:
            self.close()
            return False
        return True


class GoesOnAfterShortWrite(Journal):
    """How much was written is not looked at."""

    def _appended(self, data: bytes) -> bool:
        if self._descriptor is None:
            return False
        try:
            self._files.write(self._descriptor, data)
            self._files.fsync(self._descriptor)
        except OSError:
            self.close()
            return False
        return True


class AppendsToDeadDescriptor(Journal):
    """After an error the same file is written on."""

    def _appended(self, data: bytes) -> bool:
        assert self._descriptor is not None
        try:
            if self._files.write(self._descriptor, data) == len(data):
                self._files.fsync(self._descriptor)
                return True
        except OSError:
            pass
        from storage.errors import NotSaved

        raise NotSaved("x", "x")


class OpensWithoutRewriting(Journal):
    """What is found is written on as it stands."""

    @classmethod
    def open(cls, files: Any, path: Path, **_: Any) -> Opened:
        found = _read(files, path)
        opened = _judge(files, path, found)
        journal = cls(files, path, found.good, list(found.records), found.crc, lambda: False)
        journal._descriptor = files.open(path)
        return Opened(journal, opened.header, opened.records, opened.condition, opened.notice)


class DropsTornTail(Journal):
    """A torn tail vanishes without a word."""

    @classmethod
    def open(cls, files: Any, path: Path, **_: Any) -> Opened:
        found = _read(files, path)
        journal = cls(files, path, found.good, list(found.records), found.crc, lambda: False)
        journal._new_segment(b"")
        return Opened(journal, found.records[0], found.records[1:], "torn" if found.rest else "clean", None)


DISKS = [NoFsync, NoFolderFsync, UnlinksBeforeRename]
EVENINGS = [JournalEvening, TournamentEvening, ClosingEvening]
JOURNALS = [
    RetriesFailedFsync,
    GoesOnAfterShortWrite,
    AppendsToDeadDescriptor,
    OpensWithoutRewriting,
    DropsTornTail,
]


@pytest.fixture(autouse=True)
def small_reserve(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("storage.folder.RESERVE", 64)


def caught(
    make: Callable[[], Evening], disk: type[MemoryFiles] = MemoryFiles, faults: tuple[str, ...] = FAULTS
) -> bool:
    return bool(campaign(make, disk, faults=faults, ends=4, stop_at=1)[1])


@pytest.mark.parametrize("disk", DISKS)
@pytest.mark.parametrize("evening", EVENINGS)
def test_each_evening_notices_a_disk_that_is_not_synced(
    evening: Callable[[], Evening], disk: type[MemoryFiles]
) -> None:
    if evening is ClosingEvening and disk is UnlinksBeforeRename:
        pytest.skip("closing a game replaces nothing but the tournament file")
    faults = ("dies_after",) if disk is UnlinksBeforeRename else FAULTS
    assert caught(evening, disk, faults)


@pytest.mark.parametrize("journal", JOURNALS)
def test_the_journal_evening_notices_a_careless_journal(journal: type[Journal]) -> None:
    assert caught(partial(JournalEvening, journal))


def test_a_tournament_that_writes_its_file_before_the_record_is_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    late: list[Any] = []
    monkeypatch.setattr(tournament, "write_record", lambda *args: late.append(args))
    assert caught(TournamentEvening, faults=("dies_after",))


def test_a_write_that_is_not_dropped_from_memory_after_a_failure_is_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def keep(self: Any, fresh: Any, *, withdraw: bool) -> None:
        self._records |= {record.name: record for record in fresh}
        genuine(self, fresh, withdraw=withdraw)

    genuine = tournament.Tournament._keep
    monkeypatch.setattr(tournament.Tournament, "_keep", keep)
    assert caught(TournamentEvening, faults=("error",))


def test_a_record_that_stays_after_a_refusal_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    genuine = tournament.Tournament._keep
    monkeypatch.setattr(
        tournament.Tournament, "_keep", lambda self, fresh, *, withdraw: genuine(self, fresh, withdraw=False)
    )
    ids = iter(range(10**6))
    decide = tournament.Tournament.decide
    monkeypatch.setattr(
        tournament.Tournament, "decide", lambda self, body: decide(self, {"id": str(next(ids)), **body})
    )
    assert caught(TournamentEvening, faults=("error",))


def test_a_closing_that_archives_before_it_stores_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    genuine = finishing._close

    def hasty(folder: Any, path: Path, *rest: Any) -> Any:
        finishing._archive(folder, path)
        with contextlib.suppress(OSError):
            folder.files.mkdir(path)
        return genuine(folder, path, *rest)

    monkeypatch.setattr(finishing, "_close", hasty)
    assert caught(ClosingEvening)


def test_a_damaged_file_taken_for_a_new_one_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    genuine = durable.unseal

    def lenient(data: bytes) -> Any:
        try:
            return genuine(data)
        except ValueError:
            return {}, durable.SCHEMA

    from test_durable import every_damage_is_refused

    every_damage_is_refused()
    monkeypatch.setattr(durable, "unseal", lenient)
    with pytest.raises(AssertionError):
        every_damage_is_refused()


def test_a_journal_that_checks_no_crc_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    from test_journal import every_bit_flip_is_noticed

    every_bit_flip_is_noticed(step=7)
    monkeypatch.setattr(journal_lines, "_crc", lambda payload, before: 0)
    with pytest.raises(AssertionError):
        every_bit_flip_is_noticed(step=7)


def test_a_journal_whose_crc_is_not_chained_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    import zlib

    from test_journal import lines_cannot_be_moved

    lines_cannot_be_moved()
    monkeypatch.setattr(journal_lines, "_crc", lambda payload, before: zlib.crc32(payload))
    with pytest.raises(AssertionError):
        lines_cannot_be_moved()
