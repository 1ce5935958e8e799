"""The disk is measured with a clock that is handed in, and left as it was."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from memory_files import MemoryFiles

from storage.files import Files
from storage.probe import SLOW, durable_write


def ticks(*taken: float) -> Iterator[float]:
    at = 0.0
    for one in taken:
        yield at
        at += one
        yield at


def test_the_figure_is_the_99th_of_a_hundred() -> None:
    clock = ticks(*[0.001] * 97, 0.9, 0.040, 0.002)
    files = MemoryFiles()
    figure = durable_write(files, Path("/"), lambda: next(clock))
    assert abs(figure - 0.040) < 1e-9 and figure > SLOW
    assert files.listdir(Path("/")) == []


def test_a_real_folder_is_left_as_it_was(tmp_path: Path) -> None:
    clock = iter(range(1000))
    assert durable_write(Files(), tmp_path, lambda: next(clock), times=5) == 1
    assert list(tmp_path.iterdir()) == []
