"""What is shown where the terminal has few colours, none, or no more signs than a typewriter."""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path

import pytest
from rich.segment import Segment
from shell_stage import app_in, data_folder, lines, text
from textual.color import Color

from tabletui import settings
from tabletui.terminal import MANY, NONE, SIXTEEN, TYPEWRITER, Terminal, terminal_of


@pytest.mark.parametrize(
    ("environ", "colours", "signs"),
    [
        ({"TERM": "xterm-256color"}, MANY, True),
        ({"TERM": "xterm-256color", "NO_COLOR": "1"}, NONE, True),
        ({"TERM": "xterm-256color", "NO_COLOR": ""}, MANY, True),
        ({"TERM": "xterm", "COLORTERM": "truecolor"}, MANY, True),
        ({"TERM": "xterm-kitty"}, MANY, True),
        ({"TERM": "screen"}, SIXTEEN, True),
        ({"TERM": "xterm"}, SIXTEEN, True),
        ({"TERM": "linux"}, SIXTEEN, False),
        ({"TERM": "vt100"}, NONE, False),
        ({"TERM": "xterm-mono"}, NONE, True),
        ({"TERM": "linux-m"}, NONE, False),
        ({"TERM": "dumb"}, NONE, False),
    ],
)
def test_the_environment_tells_what_the_terminal_can(
    environ: dict[str, str], colours: str, signs: bool
) -> None:
    found = terminal_of(environ, "linux")
    assert (found.colours, found.signs) == (colours, signs)


@pytest.mark.parametrize(
    ("environ", "encoding"),
    [
        ({"LANG": "ru_RU.UTF-8"}, "utf-8"), ({"LANG": "ru_RU.KOI8-R"}, "koi8-r"), ({"LANG": "C"}, "utf-8"),
        ({"LANG": "ru_RU.UTF-8", "LC_ALL": "ru_RU.CP1251"}, "cp1251"), ({"LANG": "x.nonsense"}, "utf-8"),
    ],
)  # fmt: skip
def test_the_locale_tells_the_encoding(environ: dict[str, str], encoding: str) -> None:
    assert terminal_of(environ, "linux").encoding == encoding


def test_a_sign_is_replaced_by_one_letter_of_a_typewriter() -> None:
    assert all(plain.isascii() and len(plain) == 1 for plain in TYPEWRITER.values())
    assert Terminal().replacements() == {} and Terminal().filter() is None


@pytest.mark.parametrize("encoding", ["koi8-r", "cp866", "cp1251", "iso8859-5"])
def test_what_a_code_page_has_stays_and_what_it_lacks_is_replaced(encoding: str) -> None:
    replaced = Terminal(encoding=encoding).replacements()
    filter = Terminal(encoding=encoding).filter()
    assert filter is not None
    (segment,) = filter.apply([Segment("".join(TYPEWRITER))], Color.parse("black"))
    segment.text.encode(encoding)
    for sign in TYPEWRITER:
        if sign not in replaced:
            sign.encode(encoding)


@pytest.mark.parametrize("terminal", [Terminal(NONE, signs=False), Terminal(SIXTEEN, signs=False)])
async def test_on_a_typewriter_every_sign_of_the_first_screens_is_plain(
    tmp_path: Path, terminal: Terminal
) -> None:
    (tmp_path / settings.NAME).write_text('language = "ru"\n', "utf-8")
    with data_folder(tmp_path) as folder:
        async with app_in(folder, terminal=terminal).run_test(size=(80, 24)) as pilot:
            seen = []
            for keys in ((), ("f2",), ("escape", "g"), ("escape", "d")):
                await pilot.press(*keys)
                await pilot.app.workers.wait_for_complete()
                await pilot.pause()
                seen.append(text(pilot))
    odd = {char for char in "".join(seen) if not char.isascii() and not re.match("[А-Яа-яЁё]", char)}
    assert odd <= set("«»№"), [unicodedata.name(char) for char in odd]


@pytest.mark.parametrize(("colours", "worn"), [(MANY, "light"), (SIXTEEN, "sixteen"), (NONE, "mono")])
async def test_colours_that_cannot_be_shown_give_way_and_the_choice_stays(
    tmp_path: Path, colours: str, worn: str
) -> None:
    (tmp_path / settings.NAME).write_text('theme = "light"\n', "utf-8")
    with data_folder(tmp_path) as folder:
        async with app_in(folder, terminal=Terminal(colours)).run_test(size=(80, 24)) as pilot:
            assert pilot.app.theme == f"tabletui-{worn}"
    assert settings.read(tmp_path).theme == "light"


async def test_without_colours_the_line_under_the_cursor_is_marked_and_reversed(tmp_path: Path) -> None:
    with data_folder(tmp_path) as folder:
        async with app_in(folder, terminal=Terminal(NONE)).run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            (row,) = [y for y, line in enumerate(lines(pilot)) if line.startswith("▸")]
            strip = pilot.app.screen._compositor.render_strips()[row]
            styles = [segment.style for segment in strip if segment.text.strip()]
            assert all(style is not None and style.reverse for style in styles)
            for strip in pilot.app.screen._compositor.render_strips():
                for segment in strip:
                    for colour in (
                        segment.style and segment.style.color,
                        segment.style and segment.style.bgcolor,
                    ):
                        assert colour is None or colour.is_default, segment
