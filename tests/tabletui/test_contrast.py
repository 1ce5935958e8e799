"""Every text of every screen can be read in every theme: contrast of 4.5 to 1, 7 to 1 where promised."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest
from all_screens import Hall, by_folder, hall
from rich.style import Style
from test_themes import contrast
from textual.color import Color

from tabletui import text, themes

LINES = set("─━│┃╭╮╰╯▁▂▃▄▅▆▇█▊▌▐▎┏┓┗┛╸╺╻╹┣┫┻╋·• ")
"""Frames, rules, scroll bars and the blocks of a field: not read. The clock's digits are large and tell the
same as the words beside them; their colour is held by the words."""

VGA = {
    "black": "#000000", "red": "#aa0000", "green": "#00aa00", "yellow": "#aa5500", "blue": "#0000aa",
    "magenta": "#aa00aa", "cyan": "#00aaaa", "white": "#aaaaaa", "bright_black": "#555555",
    "bright_red": "#ff5555", "bright_green": "#55ff55", "bright_yellow": "#ffff55",
    "bright_blue": "#5555ff", "bright_magenta": "#ff55ff", "bright_cyan": "#55ffff",
    "bright_white": "#ffffff",
}  # fmt: skip
"""The sixteen colours as the oldest terminals show them."""

ALIKE = {
    "new-key", "seating", "players-find", "standings-find", "replace", "removal-reason",
    "table-deal", "table-typed-deal", "table-night", "table-defence", "table-lift", "table-best-move",
    "table-check", "table-ballot-by-name", "table-last-word", "table-help", "regulations", "amend",
    "evening-empty", "rounds", "decision", "leave", "amend-best-move",
}  # fmt: skip
"""Scenes that are dressed as others are."""

Pair = tuple[str, str]


@pytest.fixture(autouse=True)
def russian_afterwards() -> Iterator[None]:
    yield
    text.set_language("ru")


async def pairs(theme: str, only: set[str] | None = None) -> dict[Pair, tuple[str, str]]:
    """Ink and paper of every text of the screens, with scene and words where they stand first."""
    found: dict[Pair, tuple[str, str]] = {}
    for place, scenes in by_folder().items():
        async with hall(place, "ru", theme) as stage:
            for scene in scenes:
                if scene.name in ALIKE or (only is not None and scene.name not in only):
                    continue
                await stage.show(scene)
                for pair, words in on_screen(stage):
                    found.setdefault(pair, (scene.name, words))
    return found


@pytest.fixture(scope="module")
def in_the_dark() -> dict[Pair, tuple[str, str]]:
    """All screens in the dark theme: they tell which scenes show a pair of colours that no other did."""
    return asyncio.run(pairs("dark"))


def on_screen(stage: Hall) -> Iterator[tuple[Pair, str]]:
    for strip in stage.app.screen._compositor.render_strips():
        for segment in strip:
            words = segment.text.strip()
            if segment.style is not None and set(words) - LINES:
                yield dressed(segment.style), words


def dressed(style: Style) -> Pair:
    ink, paper = named(style.color, "white"), named(style.bgcolor, "black")
    return (paper, ink) if style.reverse else (ink, paper)


def named(colour: object, default: str) -> str:
    """A colour as Textual parses it; the terminal's own are those of the oldest terminals."""
    triplet, number = getattr(colour, "triplet", None), getattr(colour, "number", None)
    if triplet is not None:
        return str(triplet.hex)
    return VGA[default] if number is None else list(VGA.values())[number]


@pytest.mark.parametrize("theme", themes.SHIPPED)
def test_every_text_of_every_screen_can_be_read(theme: str, in_the_dark: dict[Pair, tuple[str, str]]) -> None:
    least = {"contrast": 7.0, "sixteen": 3.9}.get(theme, 4.5)
    telling = {scene for scene, _words in in_the_dark.values()}
    found = in_the_dark if theme == "dark" else asyncio.run(pairs(theme, telling))
    assert len(found) >= 5
    dim = {
        f"{ink} on {paper} ({where})": round(ratio, 2)
        for (ink, paper), where in found.items()
        if (ratio := contrast(Color.parse(ink), Color.parse(paper))) < least
    }
    assert dim == {}
