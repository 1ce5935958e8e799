"""How long this disk takes to make one action durable; asked before a tournament, and at start."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from pathlib import Path

from storage.files import Files

SLOW = 0.030
"""Seconds; a judge begins to notice it."""

_ACTION = b"x" * 120 + b"\n"


def durable_write(files: Files, folder: Path, clock: Callable[[], float], *, times: int = 100) -> float:
    """The 99th of a hundred appends with fsync, in seconds of clock; leaves nothing. Raises OSError."""
    path = folder / "probe.jnl.new"
    with contextlib.suppress(FileNotFoundError):
        files.unlink(path)
    descriptor = files.open(path, create=True)
    taken: list[float] = []
    try:
        for _ in range(times):
            start = clock()
            files.write(descriptor, _ACTION)
            files.fsync(descriptor)
            taken.append(clock() - start)
    finally:
        files.close(descriptor)
        with contextlib.suppress(OSError):
            files.unlink(path)
    return sorted(taken)[(len(taken) * 99 - 1) // 100]
