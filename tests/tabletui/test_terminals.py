"""The installed program on terminals of several kinds: it starts, is read and is led on each of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from table_stage import DEALT, NEXT, Time, begin, open_folder
from whole_games.terminal import Terminal

COLOURS = {"default"}
SIXTEEN = {
    *COLOURS, "black", "red", "green", "brown", "blue", "magenta", "cyan", "white", "brightblack",
    "brightred", "brightgreen", "brightbrown", "brightyellow", "brightblue", "brightmagenta",
    "bfightmagenta", "brightcyan", "brightwhite",
}  # fmt: skip
"""As the emulator names them, its slip included."""


@pytest.fixture
def terminals() -> Iterator[list[Terminal]]:
    opened: list[Terminal] = []
    yield opened
    for terminal in opened:
        terminal.child.close(force=True)


def colours(terminal: Terminal) -> set[str]:
    cells = [cell for row in terminal.screen.buffer.values() for cell in row.values()]
    return {cell.fg for cell in cells} | {cell.bg for cell in cells}


@pytest.mark.parametrize(
    ("environ", "allowed", "plain"),
    [
        ({"TERM": "xterm-256color"}, None, False),
        ({"TERM": "screen"}, SIXTEEN, False),
        ({"TERM": "linux"}, SIXTEEN, True),
        ({"TERM": "vt100"}, COLOURS, True),
        ({"TERM": "xterm-mono"}, COLOURS, False),
        ({"TERM": "xterm-256color", "NO_COLOR": "1"}, COLOURS, False),
    ],
    ids=lambda value: "-".join(value.values()) if isinstance(value, dict) else "",
)
def test_the_table_is_read_on_this_terminal(
    tmp_path: Path,
    terminals: list[Terminal],
    environ: dict[str, str],
    allowed: set[str] | None,
    plain: bool,
) -> None:
    folder = open_folder(tmp_path)
    begin(folder, Time(), facts=(DEALT, NEXT, NEXT)).release()
    folder.release()
    terminals.append(terminal := Terminal(tmp_path, environ=environ))
    terminal.until("Незаконченные игры", "Новый турнир")
    terminal.press("\r")
    terminal.until("РЕЧЬ", "Говорит:", "Шторм")
    terminal.press("f3")
    screen = terminal.until("3 фол №1")
    assert "\x1b" not in screen and "\N{REPLACEMENT CHARACTER}" not in screen
    assert not re.search(r"\[\d+(;\d+)*m", screen), "no escape is shown as letters"
    odd = {char for char in screen if not char.isascii() and not re.match("[А-Яа-яЁё«»№]", char)}
    assert bool(odd) is not plain
    assert allowed is None or colours(terminal) <= allowed
    if allowed is None:
        assert colours(terminal) - SIXTEEN
    terminal.press("\x1bOQ")  # F2
    terminal.until("Настройки", "общая папка")
