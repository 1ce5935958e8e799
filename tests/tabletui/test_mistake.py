"""A mistake of the program itself: one sentence for the judge, the details in a file, the terminal intact."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

import pexpect

BROKEN = """
import sys
from tabletui.screens import start
def broken(self, *_):
    raise RuntimeError("inside " + "secret")
start.StartScreen.on_key = broken
from tabletui.cli import main
sys.exit(main(["--data", sys.argv[1]]))
"""


def test_a_mistake_ends_the_app_with_one_sentence_and_keeps_the_details(tmp_path: Path) -> None:
    env = {**os.environ, "TERM": "xterm-256color"}
    app = pexpect.spawn(
        sys.executable, ["-c", BROKEN, str(tmp_path)], env=env, dimensions=(24, 80), encoding="utf-8"
    )
    app.expect("Q ", timeout=30)
    app.send("j")
    app.expect("Ошибка в самой tabletui", timeout=20)
    rest = app.read()
    app.close()
    assert app.exitstatus == 1
    assert "Traceback" not in rest
    assert "RuntimeError: inside secret" in (tmp_path / "mistake.txt").read_text(encoding="utf-8")


def test_ended_from_outside_the_app_gives_the_terminal_back(tmp_path: Path) -> None:
    env = {**os.environ, "TERM": "xterm-256color"}
    app = pexpect.spawn(
        sys.executable,
        ["-m", "tabletui", "--data", str(tmp_path)],
        env=env,
        dimensions=(24, 80),
        encoding="utf-8",
    )
    app.expect("Q ", timeout=30)
    app.kill(signal.SIGTERM)
    rest = app.read()
    app.close()
    assert "\x1b[?1049l" in rest, "the alternate screen was not left"
    assert "\x1b[?1000l" in rest, "the mouse still reports"
    assert app.exitstatus == 143
