"""The storage under TinyDB: whole or not at all, checked, backed up, versioned."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from memory_files import MemoryFiles
from tinydb import TinyDB, where

from storage import durable
from storage.durable import DurableStorage, backup_of, create_file
from storage.errors import NotSaved, TooNew, WrongFile, WrongInput
from storage.files import Files
from storage.seal import seal, unseal

EXAMPLES = 20_000 if os.environ.get("TABLETUI_LONG") else 300
PATH = Path("/cup.json")


def put(files: MemoryFiles, path: Path, data: bytes) -> None:
    if files.exists(path):
        files.unlink(path)
    descriptor = files.open(path, create=True)
    files.write(descriptor, data)
    files.fsync(descriptor)
    files.fsync_dir(path.parent)


def storage_on(files: Files, path: Path = PATH, **options: Any) -> DurableStorage:
    return DurableStorage(files, path, **{"write": True, **options})


def database(storage: DurableStorage) -> TinyDB:
    return TinyDB(storage=lambda: storage)


@pytest.fixture
def made() -> MemoryFiles:
    files = MemoryFiles()
    create_file(files, PATH, {"games": {"1": {"winner": "red"}}})
    return files


def test_what_tinydb_writes_it_reads_back_after_a_power_cut(made: MemoryFiles) -> None:
    db = database(storage_on(made))
    db.table("games").insert({"winner": "black", "note": "Отрыв руки"})
    after = database(storage_on(made.power_cut("nothing_more")))
    assert after.table("games").all() == [{"winner": "red"}, {"winner": "black", "note": "Отрыв руки"}]
    assert after.table("games").get(where("winner") == "black")["note"] == "Отрыв руки"


def test_stock_tinydb_and_json_read_the_file(tmp_path: Path) -> None:
    path = tmp_path / "cup.json"
    create_file(Files(), path, {"games": {"1": {"winner": "red"}}, "empty": {}})
    assert json.loads(path.read_text("utf-8"))["games"] == {"1": {"winner": "red"}}
    with TinyDB(path, access_mode="r") as stock:
        assert stock.table("games").all() == [{"winner": "red"}]
        seal_document = stock.table("_file").all()[0]
    assert seal_document["schema"] == 1
    assert path.read_bytes().startswith(b'{"_file"')


@pytest.mark.parametrize("tables", [{}, {"a": {}}, {"a": {"1": {"x": "ё"}}, "b": {"2": {}}}])
def test_sealing_and_unsealing_are_inverse(tables: dict[str, Any]) -> None:
    assert unseal(seal(tables)) == (tables, 1)
    assert json.loads(seal(tables)).keys() == {"_file", *tables}


def every_damage_is_refused() -> None:
    """Truncations, flips and nothing at all, without a backup."""
    good = seal({"games": {"1": {"winner": "red"}}})
    bad = [b"", b"{}", b"{}\n", b"null", b"[]", b'{"_default": {}}', good + b" ", b"\0" * len(good)]
    bad += [good[:length] for length in range(0, len(good), 3)]
    for bit in range(0, len(good) * 8, 5):
        flipped = bytearray(good)
        flipped[bit // 8] ^= 1 << bit % 8
        bad.append(bytes(flipped))
    for data in bad:
        files = MemoryFiles()
        put(files, PATH, data)
        try:
            storage_on(files)
        except WrongFile:
            assert files.read(PATH) == data, "a damaged file was written over"
            continue
        raise AssertionError(f"{data!r} was taken for a tournament")


def test_no_damaged_or_empty_file_is_taken_for_a_new_database() -> None:
    every_damage_is_refused()


def test_a_missing_file_is_not_made_by_opening_it() -> None:
    files = MemoryFiles()
    with pytest.raises(WrongFile, match="is missing"):
        storage_on(files)
    assert not files.exists(PATH)


def test_the_backup_is_the_version_before_the_last_change(made: MemoryFiles) -> None:
    before = made.read(PATH)
    database(storage_on(made)).table("games").insert({"winner": "black"})
    assert made.read(backup_of(PATH)) == before


def test_a_bad_file_is_replaced_by_its_backup_with_a_notice_and_is_kept(made: MemoryFiles) -> None:
    database(storage_on(made)).table("games").insert({"winner": "black"})
    put(made, PATH, b"{}")
    storage = storage_on(made)
    assert database(storage).table("games").all() == [{"winner": "red"}]
    assert storage.notice is not None and "backup" in storage.notice
    assert made.read(Path("/backups/cup.json.damaged-1")) == b"{}"
    assert unseal(made.read(PATH))[0] == {"games": {"1": {"winner": "red"}}}
    assert unseal(made.read(backup_of(PATH)))[0] == {"games": {"1": {"winner": "red"}}}


def test_a_reader_uses_the_backup_and_changes_nothing(made: MemoryFiles) -> None:
    database(storage_on(made)).table("games").insert({"winner": "black"})
    put(made, PATH, b"{}")
    calls = made.calls
    storage = storage_on(made, write=False)
    assert database(storage).table("games").all() == [{"winner": "red"}]
    assert storage.notice is not None
    with pytest.raises(WrongFile, match="reading only"):
        database(storage).table("games").insert({})
    assert made.calls == calls


def test_a_failed_write_leaves_the_state_of_before_in_memory_too(made: MemoryFiles) -> None:
    db = database(storage_on(made))
    made.at, made.fault = made.calls + 1, "fails_from_here"
    with pytest.raises(NotSaved):
        db.table("games").update({"winner": "black"})
    db.table("games").clear_cache()
    assert db.table("games").all() == [{"winner": "red"}]


def test_what_a_failed_write_left_behind_does_not_become_the_backup(made: MemoryFiles) -> None:
    db = database(storage_on(made))
    before = made.read(PATH)
    # The folder's fsync fails: the new content has its name, and was not confirmed.
    calls = made.copy()
    database(storage_on(calls)).table("games").insert({"n": 1})
    made.at, made.fault = made.calls + calls.calls - 1, "error"
    with pytest.raises(NotSaved):
        db.table("games").insert({"n": 1})
    assert made.read(PATH) != before
    made.fault = ""
    db.table("games").insert({"n": 2})
    assert unseal(made.read(backup_of(PATH))) == unseal(before)
    assert db.table("games").all() == [{"winner": "red"}, {"n": 2}]


def test_what_one_failed_write_left_is_not_taken_up_after_a_second_one_failed(made: MemoryFiles) -> None:
    db = database(storage_on(made))
    trial = made.copy()
    database(storage_on(trial)).table("games").insert({"n": 1})
    for ahead in (trial.calls - 1, 1):  # at the fsync of the folder, then at the first call
        made.at, made.fault = made.calls + ahead, "error"
        with pytest.raises(NotSaved):
            db.table("games").insert({"n": 1})
    db.table("games").insert({"n": 2})
    assert db.table("games").all() == [{"winner": "red"}, {"n": 2}]


def test_a_transaction_is_one_write_of_several_tables(made: MemoryFiles) -> None:
    storage = storage_on(made)
    db = database(storage)
    calls = made.calls
    db.table("games").insert({"n": 0})
    one = made.calls - calls
    with storage.transaction():
        db.table("games").insert({"n": 1})
        db.table("players").insert({"id": "P01"})
    assert made.calls - calls == 2 * one
    assert len(database(storage_on(made, write=False)).table("players")) == 1


def test_a_transaction_that_is_broken_off_leaves_nothing(made: MemoryFiles) -> None:
    storage = storage_on(made)
    db = database(storage)
    with pytest.raises(KeyError), storage.transaction():
        db.table("games").update({"winner": "black"})
        raise KeyError
    db.table("games").clear_cache()
    assert db.table("games").all() == [{"winner": "red"}]


def test_what_is_no_exact_json_is_refused_and_nothing_changes(made: MemoryFiles) -> None:
    db = database(storage_on(made))
    before = made.read(PATH)
    with pytest.raises(WrongInput, match="not exact"):
        db.table("games").insert({"points": 0.5})
    assert made.read(PATH) == before


def test_a_write_over_what_another_program_wrote_is_refused(made: MemoryFiles) -> None:
    mine, other = database(storage_on(made)), database(storage_on(made))
    other.table("games").insert({"n": 1})
    with pytest.raises(NotSaved, match="another program"):
        mine.table("games").insert({"n": 2})
    mine.table("games").insert({"n": 2})
    assert mine.table("games").all() == [{"winner": "red"}, {"n": 1}, {"n": 2}]


def test_a_newer_file_is_shown_and_not_written() -> None:
    files = MemoryFiles()
    put(files, PATH, seal({"games": {}}, schema=2))
    with pytest.raises(TooNew, match="newer version"):
        storage_on(files)
    assert storage_on(files, write=False).read() == {"games": {}}
    assert unseal(files.read(PATH))[1] == 2


def _with_stage(tables: Any) -> Any:
    return {**tables, "games": {key: {**game, "stage": "final"} for key, game in tables["games"].items()}}


def test_an_older_file_is_kept_then_migrated_then_written() -> None:
    files = MemoryFiles()
    old = seal({"games": {"1": {"n": 1}}}, schema=1)
    put(files, PATH, old)
    storage = storage_on(
        files, schema=3, migrations={1: _with_stage, 2: lambda tables: {**tables, "draws": {}}}
    )
    assert storage.read() == {"games": {"1": {"n": 1, "stage": "final"}}, "draws": {}}
    assert storage.notice is not None and storage.notice.code == "migrated"
    after = files.power_cut("nothing_more")
    assert unseal(after.read(PATH))[1] == 3
    assert after.read(Path("/backups/cup.json.schema-1-1")) == old


def test_an_older_file_is_shown_migrated_to_a_reader_without_a_write() -> None:
    files = MemoryFiles()
    put(files, PATH, seal({"games": {"1": {}}}, schema=1))
    calls = files.calls
    storage = storage_on(files, write=False, schema=2, migrations={1: _with_stage})
    assert storage.read() == {"games": {"1": {"stage": "final"}}}
    assert files.calls == calls


def test_a_file_without_a_way_to_the_present_schema_is_refused() -> None:
    files = MemoryFiles()
    put(files, PATH, seal({"games": {}}, schema=1))
    with pytest.raises(WrongFile, match="version 1"):
        storage_on(files, schema=2, migrations={})
    assert durable.MIGRATIONS == {}


class _NoLinks(MemoryFiles):
    def link(self, source: Path, target: Path) -> None:
        raise OSError(95, "operation not supported")


def test_where_a_stick_has_no_hard_links_the_backup_is_a_copy() -> None:
    files = _NoLinks()
    create_file(files, PATH, {"games": {}})
    before = files.read(PATH)
    database(storage_on(files)).table("games").insert({"n": 1})
    assert files.power_cut("nothing_more").read(backup_of(PATH)) == before


class _FakeOs:
    name = "nt"

    def __init__(self, fails: int) -> None:
        self.fails, self.calls = fails, 0

    def replace(self, source: Path, target: Path) -> None:
        self.calls += 1
        if self.calls <= self.fails:
            error = OSError("in use")
            error.winerror = 32  # type: ignore[attr-defined]
            raise error


@pytest.mark.parametrize(("fails", "done"), [(3, True), (1000, False)])
def test_a_file_that_a_reader_holds_open_on_windows_is_tried_for_a_while(
    monkeypatch: pytest.MonkeyPatch, fails: int, done: bool
) -> None:
    fake, slept = _FakeOs(fails), [0.0]

    def sleep(seconds: float) -> None:
        slept[0] += seconds

    monkeypatch.setattr("storage.files.os", fake)
    files = Files(sleep=sleep, monotonic=lambda: slept[0])
    if done:
        files.replace(Path("a"), Path("b"))
    else:
        with pytest.raises(OSError, match="in use"):
            files.replace(Path("a"), Path("b"))
    assert slept[0] == pytest.approx(0.15 if done else 2.5, abs=0.1)


@settings(max_examples=EXAMPLES, deadline=None)
@given(st.data())
def test_a_mangled_file_is_refused_with_one_sentence(data: st.DataObject) -> None:
    good = seal({"games": {str(n): {"winner": "red", "text": "ночь"} for n in range(5)}})
    mangled = bytearray(good)
    start = data.draw(st.integers(0, len(mangled)))
    end = data.draw(st.integers(start, min(start + 50, len(mangled))))
    mangled[start:end] = data.draw(st.binary(max_size=40))
    files = MemoryFiles()
    put(files, PATH, bytes(mangled))
    if bytes(mangled) == good:
        return
    with pytest.raises(WrongFile) as refused:
        storage_on(files)
    assert "\n" not in str(refused.value)
