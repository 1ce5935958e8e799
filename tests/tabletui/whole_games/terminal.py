"""The installed program on a terminal of its own, which a test types on and reads."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

pexpect = pytest.importorskip("pexpect")
pyte = pytest.importorskip("pyte")

PATIENCE = 30.0
"""Seconds that a loaded machine may take for anything."""

ROOT = Path(__file__).parents[3]
INSTALLED = Path(sys.executable).with_name("tabletui")
PROGRAM = [str(INSTALLED)] if INSTALLED.exists() else [sys.executable, "-m", "tabletui"]

FRAME_STARTS, FRAME_ENDS = b"\x1b[?2026h", b"\x1b[?2026l"
ASKS_FOR_FRAMES, HAS_FRAMES = b"\x1b[?2026$p", "\x1b[?2026;2$y"


class Terminal:
    """A terminal of 80×24 with the program in it. Like many it shows a frame only when all of it is there."""

    def __init__(self, data: Path, *words: str, environ: Mapping[str, str] | None = None) -> None:
        self.screen = pyte.Screen(80, 24)
        self._stream = pyte.ByteStream(self.screen)
        self._waiting = b""
        environment = {**os.environ, "TERM": "xterm-256color", "LANG": "C.UTF-8", "TEXTUAL": ""}
        for name in ("TABLETUI_DATA", "COLORTERM", "NO_COLOR"):
            environment.pop(name, None)
        environment |= environ or {}
        self.child = pexpect.spawn(
            PROGRAM[0],
            [*PROGRAM[1:], "--data", str(data), *words],
            dimensions=(24, 80),
            env=environment,
            cwd=str(ROOT),
            timeout=PATIENCE,
        )
        self.child.delaybeforesend = None

    def press(self, keys: str) -> None:
        """Sends keys; Enter is \\r."""
        self.child.send(keys)

    def look(self) -> str:
        """The screen as it is now."""
        self._read(0.02)
        return "\n".join(self.screen.display)

    def until(self, *words: str) -> str:
        """The screen once all these words stand on it."""
        return self.until_it(lambda screen: all(one in " ".join(screen.split()) for one in words), str(words))

    def until_it(self, holds: Callable[[str], bool], what: str) -> str:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if holds(screen := self.look()):
                return screen
        raise AssertionError(f"{what} never came:\n{self.look()}")

    def at_rest(self) -> str:
        """The screen once it has not changed for a moment."""
        before, since = self.look(), time.monotonic()
        while time.monotonic() < since + 0.3:
            if (now := self.look()) != before:
                before, since = now, time.monotonic()
        return before

    def kill(self, with_signal: int = signal.SIGKILL) -> str:
        """Ends the program by a signal and gives the screen that is left: the last that was ever shown."""
        self.child.kill(with_signal)
        return self.ended()

    def hang_up(self) -> None:
        """Takes the terminal away, as a closed window or a dropped line does; the program must end."""
        self.child.ptyproc.fileobj.close()
        self._gone()

    def ended(self) -> str:
        """The screen that is left when the program has ended."""
        while self._read(0.2):
            pass
        self._gone()
        return "\n".join(self.screen.display)

    def _gone(self) -> None:
        end = time.monotonic() + PATIENCE
        while self.child.isalive():
            assert time.monotonic() < end, f"the program lives on:\n{self.screen.display}"
            time.sleep(0.02)

    def _read(self, seconds: float) -> bool:
        """Whether the terminal is still there."""
        try:
            self._waiting += self.child.read_nonblocking(65536, seconds)
        except pexpect.TIMEOUT:
            return self.child.isalive()
        except pexpect.EOF:
            return False
        if ASKS_FOR_FRAMES in self._waiting:
            self.press(HAS_FRAMES)
        start = self._waiting.rfind(FRAME_STARTS)
        cut = len(self._waiting) if start < 0 or FRAME_ENDS in self._waiting[start:] else start
        self._stream.feed(self._waiting[:cut])
        self._waiting = self._waiting[cut:]
        return True
