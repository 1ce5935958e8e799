"""The journal of a running game, on real files and on bytes that were tampered with."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from memory_files import MemoryFiles

from storage.errors import NotSaved, WrongFile, WrongInput
from storage.files import Files
from storage.journal import Journal, read_journal
from storage.journal_lines import CLEAN, CORRUPT, DAMAGED, TORN, line, scan

HEADER = {"slot": {"stage": "final", "round": 1, "table": 1}, "regulation": "aktau-2017"}
EXAMPLES = 20_000 if os.environ.get("TABLETUI_LONG") else 300
PATH = Path("/game.jnl")


def actions(count: int = 40) -> list[dict[str, Any]]:
    """A game's worth of records: events, undo, amend, clock."""
    made: list[dict[str, Any]] = []
    for number in range(count):
        match number % 5:
            case 0:
                made.append({"event": {"event": "nominate", "by": 2, "seat": 7}, "at": "2017-08-05T10:00:00"})
            case 1:
                made.append({"event": {"event": "note", "text": f"Замечание № {number}"}})
            case 2:
                made.append({"undo": True})
            case 3:
                made.append({"amend": {"index": number, "event": None}})
            case _:
                made.append({"clock": {"step": number, "left": 41}})
    return made


def recorded(count: int = 40) -> bytes:
    """The bytes of a journal of so many records."""
    first, crc = line({"format": "tabletui/journal", "version": 1, **HEADER}, 0, 0)
    data = first
    for seq, action in enumerate(actions(count), 1):
        more, crc = line(action, seq, crc)
        data += more
    return data


def opened_from(data: bytes) -> Any:
    files = MemoryFiles()
    descriptor = files.open(PATH, create=True)
    files.write(descriptor, data)
    return Journal.open(files, PATH)


def test_what_is_appended_is_read_back_in_order(tmp_path: Path) -> None:
    journal = Journal.create(Files(), tmp_path / "g.jnl", HEADER)
    assert [journal.append(action) for action in actions()] == list(range(1, 41))
    journal.close()
    opened = Journal.open(Files(), tmp_path / "g.jnl")
    assert list(opened.records) == actions()
    assert (opened.condition, opened.notice) == (CLEAN, None)
    assert opened.header["slot"] == HEADER["slot"]


def test_a_reopened_journal_goes_on_counting(tmp_path: Path) -> None:
    path = tmp_path / "g.jnl"
    Journal.create(Files(), path, HEADER).append({"undo": True})
    again = Journal.open(Files(), path).journal
    assert again is not None
    assert again.append({"redo": True}) == 2
    assert Journal.open(Files(), path).records == ({"undo": True}, {"redo": True})


def test_a_line_is_length_crc_and_json_that_a_person_can_read(tmp_path: Path) -> None:
    path = tmp_path / "g.jnl"
    Journal.create(Files(), path, HEADER).append({"event": {"event": "note", "text": "Отрыв руки"}})
    last = path.read_bytes().splitlines()[1]
    payload = '{"seq":1,"event":{"event":"note","text":"Отрыв руки"}}'.encode()
    assert last[:8] == b"%08x" % len(payload)
    assert last[18:] == payload


def test_a_second_game_does_not_take_the_place_of_the_first(tmp_path: Path) -> None:
    path = tmp_path / "g.jnl"
    Journal.create(Files(), path, HEADER)
    before = path.read_bytes()
    with pytest.raises(WrongInput, match="already recorded"):
        Journal.create(Files(), path, {})
    assert path.read_bytes() == before


def test_what_was_handed_in_and_out_can_be_changed_without_harm(tmp_path: Path) -> None:
    journal = Journal.create(Files(), tmp_path / "g.jnl", HEADER)
    record = {"event": {"event": "best_move", "seats": [1, 2]}}
    journal.append(record)
    record["event"]["seats"].append(3)  # type: ignore[attr-defined]
    journal.records[0]["event"]["seats"].append(4)
    assert journal.records == ({"event": {"event": "best_move", "seats": [1, 2]}},)


@pytest.mark.parametrize(
    "value",
    [1.5, float("nan"), {1: 2}, object(), "\ud800", 10**5000],
    ids=["float", "nan", "number as key", "object", "half a pair", "endless number"],
)
def test_what_json_cannot_hold_exactly_is_refused_and_nothing_is_written(
    tmp_path: Path, value: object
) -> None:
    path = tmp_path / "g.jnl"
    journal = Journal.create(Files(), path, HEADER)
    before = path.read_bytes()
    with pytest.raises(WrongInput):
        journal.append({"event": {"value": value}})
    assert path.read_bytes() == before
    assert journal.append({"undo": True}) == 1


def test_the_number_of_a_record_is_not_for_callers() -> None:
    with pytest.raises(WrongInput, match="seq"):
        Journal.create(MemoryFiles(), PATH, {"seq": 5})


def test_every_truncation_yields_a_prefix_and_is_said() -> None:
    data = recorded()
    ends = [index + 1 for index, byte in enumerate(data) if byte == 10]
    for length in range(len(data)):
        found = scan(data[:length])
        whole = sum(end <= length for end in ends)
        assert list(found.records[1:]) == actions()[: max(whole - 1, 0)]
        if length < ends[0]:
            assert found.condition == CORRUPT
        elif length in ends:
            assert found.condition == CLEAN
        else:
            assert found.condition == TORN


def test_a_torn_tail_is_put_aside_and_said(tmp_path: Path) -> None:
    path = tmp_path / "g.jnl"
    path.write_bytes(recorded(3) + b"0000001a 12")
    opened = Journal.open(Files(), path)
    assert opened.condition == TORN
    assert opened.notice is not None and "g.jnl.torn" in opened.notice
    assert (tmp_path / "g.jnl.torn").read_bytes() == recorded(3) + b"0000001a 12"
    assert path.read_bytes() == recorded(3)


@pytest.mark.parametrize("nuls", [8, 100, 4096])
def test_blocks_of_nuls_are_what_a_power_cut_leaves_and_no_record(nuls: int) -> None:
    assert scan(recorded(3) + b"\0" * nuls).condition == TORN
    tail = recorded(4)[len(recorded(3)) :]
    assert scan(recorded(3) + b"\0" * 8 + tail[8:]).condition == TORN
    assert scan(recorded(3) + tail[:-20] + b"\0" * 20).condition == TORN


def test_what_cannot_come_from_a_cut_off_write_is_not_called_torn() -> None:
    good, tail = recorded(3), recorded(4)[len(recorded(3)) :]
    assert scan(good + b"Z" + tail[1:-1]).condition == DAMAGED  # no newline, and no beginning of a line
    assert scan(good + tail[:-1] + b"?").condition == DAMAGED  # as long as it says, the newline changed
    assert scan(good + tail[:-1] + b"?" + tail).condition == CORRUPT  # and something follows
    assert scan(good + tail[:10]).condition == TORN


def every_bit_flip_is_noticed(step: int = 1) -> None:
    """Flips bits of a 40-record journal: only a true prefix may be taken, and never in silence."""
    data = recorded()
    truth = [dict(record) for record in actions()]
    last = data.rstrip(b"\n").rfind(b"\n") + 1
    for bit in range(0, len(data) * 8, step):
        flipped = bytearray(data)
        flipped[bit // 8] ^= 1 << bit % 8
        found = scan(bytes(flipped))
        taken = list(found.records[1:])
        assert taken == truth[: len(taken)], f"bit {bit}: wrong data accepted"
        assert len(taken) < len(truth), f"bit {bit}: not noticed"
        assert found.condition == (DAMAGED if bit // 8 >= last else CORRUPT), f"bit {bit}: {found.condition}"


def test_every_bit_flip_is_noticed_and_a_confirmed_record_is_never_called_torn() -> None:
    every_bit_flip_is_noticed()


def lines_cannot_be_moved() -> None:
    """Lines swapped, repeated or left out."""
    lines = recorded(6).splitlines(keepends=True)
    same = [b"%08x %08x %s\n" % (2, 0, b"{}")]
    for moved in (
        [*lines[:2], lines[3], lines[2], *lines[4:]],
        [*lines[:3], lines[2], *lines[3:]],
        [*lines[:3], *lines[4:]],
        [*lines[:3], *same, *lines[3:]],
    ):
        assert scan(b"".join(moved)).condition == CORRUPT
        assert len(scan(b"".join(moved)).records) <= 4
    # The same number in another game: only the chain tells.
    other, _ = line({"redo": True}, 3, 12345)
    assert len(scan(b"".join([*lines[:3], other, *lines[4:]])).records) == 3


def test_lines_cannot_be_moved_or_borrowed() -> None:
    lines_cannot_be_moved()


def test_a_damaged_last_line_is_shown_and_asked_about(tmp_path: Path) -> None:
    path = tmp_path / "g.jnl"
    damaged = recorded(5)[:-3] + b"x}\n"
    path.write_bytes(damaged)
    opened = Journal.open(Files(), path)
    assert (opened.condition, opened.journal) == (DAMAGED, None)
    assert opened.lost.startswith("0000")
    assert path.read_bytes() == damaged
    decided = Journal.open(Files(), path, drop_damaged=True)
    assert decided.journal is not None
    assert decided.journal.append({"undo": True}) == 5
    assert (tmp_path / decided.aside).read_bytes() == damaged


def test_a_corrupt_journal_is_read_up_to_the_damage_and_never_written(tmp_path: Path) -> None:
    path = tmp_path / "g.jnl"
    data = bytearray(recorded())
    data[len(recorded(10)) + 30] ^= 1
    path.write_bytes(data)
    opened = Journal.open(Files(), path, drop_damaged=True)
    assert (opened.condition, opened.journal, len(opened.records)) == (CORRUPT, None, 10)
    assert opened.notice is not None and "entry 10" in opened.notice
    assert path.read_bytes() == data


@pytest.mark.parametrize("data", [b"", b"{}", b"\0" * 500, b"hello\n", recorded(0)[5:]])
def test_an_empty_or_foreign_file_is_no_new_journal(data: bytes) -> None:
    opened = opened_from(data)
    assert (opened.journal, opened.header, opened.condition) == (None, {}, CORRUPT)


def test_a_journal_of_a_newer_program_is_left_alone() -> None:
    data, _ = line({"format": "tabletui/journal", "version": 2}, 0, 0)
    opened = opened_from(data)
    assert (opened.journal, opened.condition) == (None, "newer")
    assert "newer version" in str(opened.notice)


@pytest.mark.parametrize("head", [b"+000001a", b"0x00001a", b"0000_01a", b"0000001A", b" 000001a"])
def test_numbers_that_int_would_take_are_no_lengths(head: bytes) -> None:
    good = recorded(1)
    last = good[len(recorded(0)) :]
    assert scan(recorded(0) + head + last[8:]).condition == DAMAGED


@settings(max_examples=EXAMPLES, deadline=None)
@given(st.data())
def test_a_mangled_journal_yields_a_true_prefix_or_is_called_bad(data: st.DataObject) -> None:
    mangled = bytearray(recorded(12))
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(mangled)))
        end = data.draw(st.integers(start, min(start + 60, len(mangled))))
        mangled[start:end] = data.draw(st.binary(max_size=40))
    found = scan(bytes(mangled))
    assert list(found.records[1:]) == actions(12)[: max(len(found.records) - 1, 0)]
    assert found.good + found.rest == bytes(mangled)


def test_a_journal_that_was_deleted_under_the_judge_is_made_whole_again(tmp_path: Path) -> None:
    path = tmp_path / "g.jnl"
    journal = Journal.create(Files(), path, HEADER)
    journal.append({"undo": True})
    path.unlink()
    journal.append({"redo": True})
    assert Journal.open(Files(), path).records == ({"undo": True}, {"redo": True})


class _FailingOnce(MemoryFiles):
    def __init__(self, name: str) -> None:
        super().__init__()
        self.failing = name
        self.armed = False

    def fsync(self, descriptor: int) -> None:
        if self.armed and self.failing == "fsync":
            self.armed = False
            raise OSError(5, "input/output error")
        super().fsync(descriptor)


def test_after_a_failed_fsync_the_action_goes_into_a_new_file_with_all_before_it() -> None:
    files = _FailingOnce("fsync")
    journal = Journal.create(files, PATH, HEADER)
    journal.append({"undo": True})
    old = files.names[PATH]
    files.armed = True
    assert journal.append({"redo": True}) == 2
    assert files.names[PATH] is not old
    assert Journal.open(files.power_cut("nothing_more"), PATH).records == ({"undo": True}, {"redo": True})


def test_a_refused_action_leaves_the_numbering_and_the_next_one_heals_the_file() -> None:
    files = MemoryFiles()
    journal = Journal.create(files, PATH, HEADER)
    files.at, files.fault = files.calls + 1, "fails_from_here"
    with pytest.raises(NotSaved, match="not saved"):
        journal.append({"undo": True})
    assert journal.records == ()
    files.fault = ""
    assert journal.append({"redo": True}) == 1
    assert read_journal(files, PATH).records == ({"redo": True},)


def test_on_a_full_disk_the_reserve_is_given_up_once() -> None:
    files = MemoryFiles()
    asked: list[int] = []

    def make_room() -> bool:
        asked.append(1)
        files.fault = ""
        return True

    journal = Journal.create(files, PATH, HEADER, make_room=make_room)
    files.at, files.fault = files.calls + 2, "full"
    journal._descriptor = None  # as after an error: the next append makes a new file
    assert journal.append({"undo": True}) == 1
    assert asked == [1]


def test_a_missing_journal_is_named() -> None:
    with pytest.raises(WrongFile, match=r"game\.jnl"):
        Journal.open(MemoryFiles(), PATH)
