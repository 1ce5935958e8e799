"""The app behind a pseudo-terminal, against yardsticks of the same toolkit in the same run.

Starts are measured in CPU time of the whole process until nothing more is painted. From a key to its paint
it is wall time, because the wait for the disk is in it; the yardstick is pressed in between, key by key, so
that whatever else the machine does falls on both.
"""

from __future__ import annotations

import os
import re
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

from measure import Figure
from terminal import Terminal

HERE = Path(__file__).parent
START = "Новый турнир"
TABLE = "за столом"
TICKS = 6
"""Seconds over which an idle table is watched."""
KEYS = ("f", "3", "u", "\r", "u", " ", " ", "5", "u")
"""A foul and its undo, the end of a speech and its undo, the clock on and off, a nomination and its undo: all
of them written and fsynced before they are painted, but for the first and for what is refused."""
ROUNDS = 12


def environment() -> dict[str, str]:
    return {**os.environ, "TERM": "xterm-256color", "LANG": "C.UTF-8", "COLORTERM": "truecolor"}


def open_app(folder: Path) -> Terminal:
    return Terminal([sys.executable, "-m", "tabletui", "--data", str(folder)], environment())


def script(name: str, *words: str) -> Terminal:
    return Terminal([sys.executable, str(HERE / f"{name}.py"), *words], environment())


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


def paint_cpu(made: Terminal, marker: str, then: Callable[[Terminal], None] | None = None) -> float:
    """CPU seconds of a fresh process until its picture is whole and still. then: what is done after that."""
    try:
        made.read_until(marker)
        made.drain()
        if then is not None:
            then(made)
        return made.cpu()
    finally:
        made.close()


def enter_table(app: Terminal) -> None:
    """From the start screen into the running game, which stands first."""
    app.send("\r")
    app.read_until(TABLE)
    app.drain()


def percentile(values: list[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def append_ms(descriptor: int) -> float:
    """Milliseconds of one bare append and fsync."""
    start = time.perf_counter()
    os.write(descriptor, b"x" * 120)
    os.fsync(descriptor)
    return (time.perf_counter() - start) * 1000


def ticks(terminal: Terminal) -> tuple[float, float]:
    """Bytes a second and share of a core while nothing is done."""
    terminal.drain()
    before, start, got = terminal.cpu(), time.monotonic(), b""
    while time.monotonic() - start < TICKS:
        got += terminal.read(0.2)
    seconds = time.monotonic() - start
    painted = len(re.findall(rb"\x1b\[\?2026h", got)) or TICKS
    return len(got) / painted, (terminal.cpu() - before) / seconds


def starts(running: Path, runs: int) -> list[Figure]:
    """What it costs until the start screen and until a restored table are whole, with all they read."""
    bare, first, restored, through = [], [], [], []
    for number in range(runs + 1):
        taken = (
            paint_cpu(script("bare"), "ready"),
            paint_cpu(open_app(running), START),
            paint_cpu(script("restored", str(running)), TABLE),
            paint_cpu(open_app(running), START, enter_table),
        )
        if number:  # the first of each kind compiles what was not compiled
            for found, seconds in zip((bare, first, restored, through), taken, strict=True):
                found.append(seconds)
    # One start takes a fifth more or less than the next, so medians are compared, not pairs.
    yard = statistics.median(bare)
    return [
        Figure("start screen, its first full paint", statistics.median(first) / yard, 1.25, "× bare"),
        Figure("restored table, its first full paint", statistics.median(restored) / yard, 1.25, "× bare"),
        Figure("… over the start screen and Enter", statistics.median(through) / yard, None, "× bare"),
        Figure("… of bare by itself", yard * 1000, None, "ms"),
    ]


def at_the_table(running: Path) -> list[Figure]:
    """Keys, memory and an idle clock at the table of a running game."""
    app, strip = open_app(running), script("strip")
    try:
        strip.read_until("player")
        strip.drain()
        app.read_until(START)
        app.drain()
        enter_table(app)
        ours: list[float] = []
        theirs: list[float] = []
        sent: list[int] = []
        syncs: list[float] = []
        probe = os.open(running / "fsync.probe", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        for number in range(ROUNDS + 1):
            for key in KEYS:
                mine, yard, sync = app.press(key), strip.press("a"), append_ms(probe)
                if number:  # the first round fills what is made once
                    ours.append(mine[0])
                    theirs.append(yard[0])
                    sent.append(mine[1])
                    syncs.append(sync)
        os.close(probe)
        sync = statistics.median(syncs)
        late = max(percentile(ours, 0.99) - sync, 0)
        found = [
            Figure("key to paint, p50", percentile(ours, 0.5) / percentile(theirs, 0.5), 2, "× strip"),
            Figure("key to paint less one fsync, p99", late / percentile(theirs, 0.99), 2, "× strip"),
            Figure("… p50 by itself", percentile(ours, 0.5), None, "ms"),
            Figure("… of the strip", percentile(theirs, 0.5), None, "ms"),
            Figure("… of one bare append and fsync", sync, None, "ms"),
            Figure("bytes of a key, median", statistics.median(sent), 300, "bytes"),
            Figure("memory of the table screen", app.rss(), 42, "MiB"),
        ]
        app.press(" ")
        per_tick, share = ticks(app)
        return [
            *found,
            Figure("bytes of a clock tick", per_tick, 320, "bytes"),
            Figure("idle table with a running clock", share * 100, 0.8, "% core"),
        ]
    finally:
        app.close()
        strip.close()


def figures(running: Path, runs: int = 11) -> list[Figure]:
    """running: a data folder with a running game, which is played on."""
    line = Figure("first line on the terminal", first_line(running), 2, "× print")
    return [line, *starts(running, runs), *at_the_table(running)]
