"""The app behind a pseudo-terminal, against two yardsticks of the same toolkit in the same run."""

from __future__ import annotations

import os
import re
import statistics
import sys
import time
from pathlib import Path

from measure import Figure
from terminal import Terminal

HERE = Path(__file__).parent
START = "Новый турнир"
TABLE = "за столом"
TICKS = 6
"""Seconds over which an idle table is watched."""


def environment() -> dict[str, str]:
    return {**os.environ, "TERM": "xterm-256color", "LANG": "C.UTF-8", "COLORTERM": "truecolor"}


def open_app(folder: Path) -> Terminal:
    return Terminal([sys.executable, "-m", "tabletui", "--data", str(folder)], environment())


def yardstick(name: str) -> Terminal:
    return Terminal([sys.executable, str(HERE / f"{name}.py")], environment())


def to_table(app: Terminal) -> None:
    """From the start screen into the running game, which stands first."""
    app.read_until(START)
    app.drain()
    app.send("\r")
    app.read_until(TABLE)
    app.drain()


def first_line(folder: Path) -> float:
    """Seconds from the start to the first bytes, over those of a print()."""

    def until_bytes(command: list[str]) -> float:
        start = time.perf_counter()
        terminal = Terminal(command, environment())
        while not terminal.read(5):
            pass
        seconds = time.perf_counter() - start
        terminal.close()
        return seconds

    app = [sys.executable, "-m", "tabletui", "--data", str(folder)]
    plain = [sys.executable, "-c", "print('x', flush=True)"]
    return statistics.median(until_bytes(app) / until_bytes(plain) for _ in range(7))


def paint_cpu(make: object, marker: str, more: object = None) -> float:
    """CPU seconds of a fresh process up to its first quiet full paint."""
    terminal = make()  # type: ignore[operator]
    try:
        terminal.read_until(marker)
        terminal.drain()
        if more is not None:
            more(terminal)  # type: ignore[operator]
        return terminal.cpu()
    finally:
        terminal.close()


def press(terminal: Terminal, key: str) -> tuple[float, int]:
    """Milliseconds from a key to the first byte of its paint, and the bytes of that paint."""
    start = time.perf_counter()
    terminal.send(key)
    got = terminal.read(2)
    seconds = time.perf_counter() - start
    got += terminal.drain(0.04, 0.5)
    return seconds * 1000, len(got)


def percentile(values: list[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def fsync_ms(folder: Path) -> float:
    """The slow end of a bare append and fsync in the same folder."""
    found = []
    descriptor = os.open(folder / "fsync.probe", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    for _ in range(100):
        start = time.perf_counter()
        os.write(descriptor, b"x" * 120)
        os.fsync(descriptor)
        found.append((time.perf_counter() - start) * 1000)
    os.close(descriptor)
    (folder / "fsync.probe").unlink()
    return percentile(found, 0.99)


def ticks(terminal: Terminal) -> tuple[float, float]:
    """Bytes a second and share of a core while nothing is done."""
    terminal.drain()
    before, start, got = terminal.cpu(), time.monotonic(), b""
    while time.monotonic() - start < TICKS:
        got += terminal.read(0.2)
    seconds = time.monotonic() - start
    painted = len(re.findall(rb"\x1b\[\?2026h", got)) or TICKS
    return len(got) / painted, (terminal.cpu() - before) / seconds


def figures(empty: Path, running: Path, runs: int = 5) -> list[Figure]:
    """empty: a data folder with nothing in it. running: one with a running game, which is played on."""
    found = [Figure("first line on the terminal", first_line(running), 2, "× print")]
    starts, tables = [], []
    for _ in range(runs):
        bare = paint_cpu(lambda: yardstick("bare"), "ready")
        starts.append(paint_cpu(lambda: open_app(running), START) / bare)
        tables.append(paint_cpu(lambda: open_app(running), START, enter_table) / bare)
    found.append(Figure("start screen, first full paint", statistics.median(starts), 1.25, "× bare"))
    found.append(
        Figure("restored table, start screen before it included", statistics.median(tables), 1.25, "× bare")
    )
    app, strip = open_app(running), yardstick("strip")
    try:
        strip.read_until("player")
        strip.drain()
        to_table(app)
        ours, theirs, sent = [], [], []
        for _ in range(40):
            # A foul and its taking back: both are written and fsynced before they are painted.
            press(app, "f")
            for key in ("3", "u"):
                wait, size = press(app, key)
                ours.append(wait)
                sent.append(size)
            for key in ("a", "b"):
                theirs.append(press(strip, key)[0])
        sync = fsync_ms(running)
        found += [
            Figure("key to paint, p50", percentile(ours, 0.5) / percentile(theirs, 0.5), 2, "× strip"),
            Figure(
                "key to paint, p99",
                percentile(ours, 0.99) / (percentile(theirs, 0.99) + sync / 2),
                2,
                "× strip",
            ),
            Figure("bytes of a key, median", statistics.median(sent), 300, "bytes"),
            Figure("memory of the table screen", app.rss(), 42, "MiB"),
        ]
        app.send(" ")
        per_tick, share = ticks(app)
        found += [
            Figure("bytes of a clock tick", per_tick, 320, "bytes"),
            Figure("idle table with a running clock", share * 100, 0.8, "% core"),
        ]
    finally:
        app.close()
        strip.close()
    return found


def enter_table(app: Terminal) -> None:
    app.send("\r")
    app.read_until(TABLE)
    app.drain()
