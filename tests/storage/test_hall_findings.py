"""What is told about a shared folder before the hall relies on it."""

from __future__ import annotations

import errno
import os
import time
from pathlib import Path

import pytest
from memory_files import MemoryFiles
from test_records import record

from storage.files import Files
from storage.hall_findings import Found, hall_findings, is_temporary
from storage.records import write_record


def by_code(found: list[Found]) -> dict[str, tuple[bool, str]]:
    assert len({code for code, *_ in found}) == len(found)
    return {code: (ok, template.format(**details)) for code, ok, template, details in found}


def test_a_good_folder_has_nothing_to_complain_about_and_is_left_as_it_was(tmp_path: Path) -> None:
    write_record(Files(), tmp_path, record())
    before = sorted(os.listdir(tmp_path))
    found = by_code(hall_findings(Files(), tmp_path))
    assert all(ok for ok, _ in found.values()), found
    assert found["hall_records"][1] == "1 records lie there, all whole"
    assert sorted(os.listdir(tmp_path)) == before
    assert set(found) == {
        "hall_exists", "hall_writable", "hall_names", "hall_exclusive", "hall_clock", "hall_speed",
        "hall_records",
    }  # fmt: skip


def test_a_folder_that_is_missing_or_is_none_ends_the_looking(tmp_path: Path) -> None:
    found = by_code(hall_findings(Files(), tmp_path / "stick"))
    assert {code: ok for code, (ok, _) in found.items()} == {"hall_exists": False}
    (tmp_path / "file").write_text("x")
    found = by_code(hall_findings(Files(), tmp_path / "file"))
    assert {code: ok for code, (ok, _) in found.items()} == {"hall_folder": False}


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_cannot_be_written_is_still_looked_through(tmp_path: Path) -> None:
    write_record(Files(), tmp_path, record())
    tmp_path.chmod(0o500)
    try:
        found = by_code(hall_findings(Files(), tmp_path))
    finally:
        tmp_path.chmod(0o700)
    assert found["hall_writable"][0] is False and found["hall_records"][0]


def test_a_full_or_dying_folder_is_told_of_and_never_raises() -> None:
    for fault in ("full", "error", "fails_from_here"):
        for at in range(1, 12):
            files = MemoryFiles(fault=fault)
            files.mkdir(Path("/stick"))
            files.at = files.calls + at
            found = hall_findings(files, Path("/stick"), now=lambda: 0.0, clock=lambda: 0.0)
            assert found and all(template.format(**details) for *_, template, details in found)
            if at < 3:
                assert not all(ok for _, ok, *_ in found)


def test_a_share_that_cannot_sync_a_folder_is_writable_all_the_same(tmp_path: Path) -> None:
    class Share(Files):
        def fsync_dir(self, folder: Path) -> None:
            raise OSError(errno.EINVAL, "invalid argument")

    found = by_code(hall_findings(Share(), tmp_path))
    assert all(ok for ok, _ in found.values()) and os.listdir(tmp_path) == []


def test_a_mount_point_without_a_stick_is_told_of() -> None:
    files = MemoryFiles()
    for folder in ("/mnt", "/mnt/hall"):
        files.mkdir(Path(folder))
    assert by_code(hall_findings(files, Path("/mnt/hall"), now=lambda: 0.0))["hall_mounted"][0] is False


def test_a_slow_share_and_a_wrong_clock_are_told_with_figures(tmp_path: Path) -> None:
    ticks = iter(range(1000))
    behind = by_code(
        hall_findings(Files(), tmp_path, now=lambda: time.time() + 3600, clock=lambda: float(next(ticks)))
    )
    assert behind["hall_clock"] == (False, "the clock of the folder is 3600 s behind this one; set both")
    assert behind["hall_speed"] == (False, "a record needs 1000 ms to be safe there; the hall waits for it")
    ahead = by_code(hall_findings(Files(), tmp_path, now=lambda: time.time() - 60))
    assert ahead["hall_clock"][1].startswith("the clock of the folder is 60 s ahead")


def test_a_laptop_from_the_future_is_noticed(tmp_path: Path) -> None:
    write_record(Files(), tmp_path, record())
    (path,) = tmp_path.iterdir()
    os.utime(path, (time.time() + 86400,) * 2)
    assert by_code(hall_findings(Files(), tmp_path))["hall_future"][0] is False


def test_a_folder_that_changes_names_or_makes_a_file_twice_is_unfit(tmp_path: Path) -> None:
    class Shouting(Files):
        def listdir(self, folder: Path) -> list[str]:
            return [name.upper() for name in super().listdir(folder)]

    class Careless(Files):
        def open(self, path: Path, *, create: bool = False) -> int:
            return super().open(path, create=create and not path.exists())

    assert by_code(hall_findings(Shouting(), tmp_path))["hall_names"][0] is False
    assert by_code(hall_findings(Careless(), tmp_path))["hall_exclusive"][0] is False


def test_what_should_not_lie_there_is_listed(tmp_path: Path) -> None:
    for name in ("x.json.new", ".syncthing.a.json.tmp", "~syncthing~b.json.tmp", "notes.tmp"):
        (tmp_path / name).write_text("")
    (tmp_path / "a.sync-conflict-20170805-110000-ABCDEFG.json").write_text("")
    (tmp_path / ("5" * 64 + ".json")).write_text("torn")
    found = by_code(hall_findings(Files(), tmp_path))
    assert found["hall_unfinished"][1].startswith("3 files there were never finished")
    assert found["hall_copies"][0] is False
    assert found["hall_records"][1].startswith("1 of the files with the name of a record are none")
    assert [is_temporary(name) for name in ("A.NEW", ".syncthing.x", "new")] == [True, False, False]


def test_a_folder_of_syncthing_should_leave_unfinished_files_out(tmp_path: Path) -> None:
    (tmp_path / ".stfolder").mkdir()
    ok, words = by_code(hall_findings(Files(), tmp_path))["hall_syncthing"]
    assert not ok and "*.new" in words and str(tmp_path / ".stignore") in words
    (tmp_path / ".stignore").write_text("// hall\n*.new\n")
    assert by_code(hall_findings(Files(), tmp_path))["hall_syncthing"][0]
