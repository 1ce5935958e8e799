"""The command line from outside: statuses, one line for each refusal, and what is not imported."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from shell_stage import data_folder

import tabletui

ROOT = Path(__file__).parents[2]
UTF8 = {**os.environ, "PYTHONUTF8": "1"}


def command(*words: str, **more: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "tabletui", *words],
        cwd=ROOT, capture_output=True, text=True, encoding="utf-8", stdin=subprocess.DEVNULL, env=UTF8,
        **more,  # type: ignore[call-overload]
    )  # fmt: skip


def test_without_a_terminal_the_app_says_so_in_one_sentence(tmp_path: Path) -> None:
    result = command("--data", str(tmp_path / "d"))
    assert result.returncode == 2 and result.stdout == ""
    assert result.stderr.count("\n") == 1 and "терминал" in result.stderr
    assert not (tmp_path / "d").exists()


@pytest.mark.parametrize(
    "words",
    [("nonsense",), ("standings",), ("open",), ("regulation",), ("regulation", "show"), ("--what",),
     ("standings", "x.json", "--through"), ("score", "x.json", "y.json", "--nonsense")],
)  # fmt: skip
def test_what_is_not_understood_gets_one_line_and_status_2(words: tuple[str, ...]) -> None:
    result = command(*words)
    assert result.returncode == 2 and result.stdout == ""
    assert result.stderr.count("\n") == 1 and result.stderr.startswith("tabletui: ")


def test_with_json_a_refusal_is_an_object_on_standard_output_too() -> None:
    result = command("standings", "--json")
    assert result.returncode == 2 and result.stderr.count("\n") == 1
    assert json.loads(result.stdout)["error"]["code"] == "wrong_input"


def test_options_may_stand_before_and_after_the_command(tmp_path: Path) -> None:
    after = ("regulation", "list", "--json", "--data", str(tmp_path))
    for words in (("--json", "regulation", "list"), after):
        result = command(*words)
        assert result.returncode == 0 and json.loads(result.stdout)


def test_help_is_in_the_language_that_was_chosen(tmp_path: Path) -> None:
    shown = command("--help", "--data", str(tmp_path)).stdout
    assert "Судейский стол" in shown and "show program" not in shown
    (tmp_path / "settings.toml").write_text('language = "en"\n', "utf-8")
    assert "The judge's board" in command("--help", "--data", str(tmp_path)).stdout


def test_the_version_is_that_of_the_project() -> None:
    import tomllib

    declared = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    assert tabletui.__version__ == declared
    assert command("--version").stdout == f"tabletui {declared}\n"


@pytest.mark.parametrize(
    "words", [("--help",), ("regulation", "list"), ("standings", "nowhere.json"), ("check", "nowhere.json")]
)
def test_the_command_line_never_imports_textual(words: tuple[str, ...]) -> None:
    program = (
        "import sys; from tabletui.cli import main; main(sys.argv[1:]);"
        "print('textual' in sys.modules or 'rich' in sys.modules, file=sys.stderr)"
    )
    result = subprocess.run(
        [sys.executable, "-c", program, *words], cwd=ROOT, capture_output=True, text=True, env=UTF8
    )
    assert result.stderr.splitlines()[-1] == "False"


def test_a_reader_who_has_enough_hears_no_complaint() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    try:
        result = subprocess.run(
            [sys.executable, "-m", "tabletui", "regulation", "show", "aktau-2017"],
            cwd=ROOT, stdout=writing, stderr=subprocess.PIPE, env=UTF8,
        )  # fmt: skip
    finally:
        os.close(writing)
    assert result.stderr == b"" and result.returncode == 141


pexpect = pytest.importorskip("pexpect")
on_a_terminal = pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")


def on_terminal(*words: str) -> pexpect.spawn:  # type: ignore[name-defined]
    return pexpect.spawn(
        sys.executable, ["-m", "tabletui", *words], cwd=str(ROOT), dimensions=(24, 80), timeout=30,
        env={**UTF8, "TERM": "xterm-256color"}, encoding="utf-8", codec_errors="replace",
    )  # fmt: skip


@on_a_terminal
def test_the_second_program_on_a_folder_is_refused_with_the_reason_and_status_3(tmp_path: Path) -> None:
    with data_folder(tmp_path):
        second = on_terminal("--data", str(tmp_path))
        second.expect(pexpect.EOF)
        second.close()
    assert second.exitstatus == 3
    said = [line for line in second.before.splitlines() if line.strip()]
    assert said[0].startswith("tabletui ") and "tabletui" in said[-1] and str(tmp_path) in said[-1]
    assert "Traceback" not in second.before


@on_a_terminal
def test_it_says_at_once_that_it_starts_survives_stray_bytes_and_leaves_by_ctrl_q(tmp_path: Path) -> None:
    app = on_terminal("--data", str(tmp_path))
    app.expect("tabletui [0-9.]+ …")
    app.expect("Новый турнир")
    os.write(app.child_fd, b"\xff\xfe\xc3\x28\xd0")
    app.send("r")
    app.expect("White Nights|Белых Ночей")
    app.send("\x11")
    app.expect(pexpect.EOF)
    app.close()
    assert app.exitstatus == 0
    assert "Traceback" not in app.before


@on_a_terminal
def test_a_tournament_file_that_is_not_there_is_refused_before_anything_is_drawn(tmp_path: Path) -> None:
    app = on_terminal("open", str(tmp_path / "nowhere.json"), "--data", str(tmp_path / "d"))
    app.expect(pexpect.EOF)
    app.close()
    assert app.exitstatus == 2 and "nowhere.json" in app.before and "\x1b[?1049h" not in app.before
