"""Before a tournament: what is looked at, what is no-go, and what is to be done about it."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from command_line import told

from storage.files import Files
from tabletui import examination, trying
from tabletui.examination import BAD, GOOD, NOTE, Line


def by_code(lines: Iterator[Line]) -> dict[str, Line]:
    return {line.code: line for line in lines}


def ticking(step: float) -> object:
    """A counter that gains so many seconds whenever it is asked."""
    times = (step * n for n in range(10_000))
    return lambda: next(times)


def test_a_sound_machine_may_go(tmp_path: Path) -> None:
    done = told("doctor", "--data", tmp_path / "data", "--json")
    found = json.loads(done.out)
    states = {check["code"]: check["state"] for check in found["checks"]}
    assert states["python"] == states["catalogues"] == states["own_files"] == GOOD
    assert not (tmp_path / "data").exists(), "it looks and leaves nothing"
    assert found["go"] is (BAD not in states.values()) and done.status == (0 if found["go"] else 1)
    for check in found["checks"]:
        assert check["message"] and (check["state"] != BAD or check["remedy"])


def test_a_spoilt_regulation_of_ones_own_is_no_go_and_the_line_says_which(tmp_path: Path) -> None:
    (tmp_path / "regulations").mkdir()
    (tmp_path / "regulations" / "cup.toml").write_text("[regulation]\nid = 3\n", encoding="utf-8")
    done = told("doctor", "--data", tmp_path)
    assert done.status == 1
    (line,) = [line for line in done.out.splitlines() if "cup.toml" in line]
    assert line.startswith("! ") and "tabletui regulation check" in line


@pytest.mark.parametrize(("size", "state"), [((80, 24), GOOD), ((79, 24), BAD), ((80, 23), BAD)])
def test_the_terminal_needs_80_columns_and_24_lines(size: tuple[int, int], state: str) -> None:
    lines = by_code(examination.terminal_lines({"TERM": "xterm-256color", "LANG": "C.UTF-8"}, size))
    assert lines["size"].state == state
    assert lines["colours"].state == lines["cyrillic"].state == GOOD


def test_few_colours_are_worth_knowing_and_no_more() -> None:
    lines = by_code(examination.terminal_lines({"TERM": "linux", "LANG": "C.UTF-8"}, (80, 25)))
    assert lines["colours"].state == lines["signs"].state == NOTE


@pytest.mark.parametrize(
    ("encoding", "state"), [("utf-8", GOOD), ("koi8-r", NOTE), ("latin-1", BAD), ("ascii", BAD)]
)
def test_an_encoding_without_russian_letters_is_no_go(encoding: str, state: str) -> None:
    assert examination.cyrillic_line(encoding).state == state


@pytest.mark.parametrize(
    ("kind", "state"), [("ext4", GOOD), ("cifs", BAD), ("nfs4", BAD), ("tmpfs", BAD), ("", GOOD)]
)
def test_a_data_folder_elsewhere_or_in_memory_is_no_go(tmp_path: Path, kind: str, state: str) -> None:
    mounts = f"/dev/a / ext4 rw 0 0\nit {tmp_path} {kind} rw 0 0\n" if kind else ""
    lines = by_code(examination.folder_lines(Files(), tmp_path, ticking(0.001), mounts))  # type: ignore
    assert lines["local"].state == state


@pytest.mark.parametrize(("seconds", "state"), [(0.001, GOOD), (0.05, NOTE), (1.5, BAD)])
def test_how_long_an_action_takes_to_be_safe_is_measured(tmp_path: Path, seconds: float, state: str) -> None:
    lines = by_code(examination.folder_lines(Files(), tmp_path, ticking(seconds)))  # type: ignore
    assert lines["durable"].state == state and f"{seconds * 1000:.1f}" in lines["durable"].text
    assert not list(tmp_path.iterdir())


def test_a_file_in_the_place_of_the_folder_is_no_go(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("")
    (line,) = examination.folder_lines(Files(), tmp_path / "data", ticking(0.001))  # type: ignore
    assert (line.code, line.state) == ("folder", BAD)


def test_a_clock_behind_the_files_or_the_program_is_no_go(tmp_path: Path) -> None:
    made, now = 1_000_000.0, 2_000_000.0
    assert by_code(examination.clock_lines(Files(), tmp_path, now, made))["clock"].state == GOOD
    assert by_code(examination.clock_lines(Files(), tmp_path, made - 1, made))["clock"].state == BAD
    (tmp_path / "cup.json").write_text("{}")
    os.utime(tmp_path / "cup.json", (now + 3600, now + 3600))
    assert by_code(examination.clock_lines(Files(), tmp_path, now, made))["clock"].state == BAD


def test_a_shared_folder_that_is_away_is_no_go(tmp_path: Path) -> None:
    assert by_code(examination.hall_lines(Files(), ""))["hall"].state == NOTE
    lines = list(examination.hall_lines(Files(), str(tmp_path / "stick")))
    assert BAD in {line.state for line in lines}


def test_keys_that_the_terminal_keeps_for_itself_are_found() -> None:
    sent = iter(["а", "7", trying.ESCAPE, "\x1b[A", "\x1b[18~", "\r"])
    rung: list[bool] = []
    lines = by_code(trying.asked(read=lambda: next(sent), ring=lambda: rung.append(True)))
    states = {code: line.state for code, line in lines.items()}
    assert states == {
        "key_letter": GOOD, "key_digit": GOOD, "key_space": NOTE,
        "key_arrow": GOOD, "key_f10": BAD, "bell": GOOD,
    }  # fmt: skip
    assert rung == [True]


def test_without_a_terminal_nobody_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", open(os.devnull))  # noqa: SIM115
    (line,) = trying.asked()
    assert (line.code, line.state) == ("keys", NOTE)
