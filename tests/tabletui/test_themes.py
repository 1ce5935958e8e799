"""Theme files are whole, readable, and cannot break the app."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from shell_stage import running, settle, text
from textual.color import Color

from tabletui import settings, themes

PLAIN = [name for name in themes.SHIPPED if name != "sixteen"]


@pytest.mark.parametrize("name", themes.SHIPPED)
def test_a_shipped_theme_is_whole_and_has_a_title_in_every_language(name: str, tmp_path: Path) -> None:
    loaded = themes.load(name, tmp_path)
    assert loaded.warnings == ()
    assert set(loaded.title) == {"ru", "en", "kk"}


@pytest.mark.parametrize("name", PLAIN)
def test_every_text_of_a_theme_can_be_read_on_its_background(name: str, tmp_path: Path) -> None:
    theme = themes.load(name, tmp_path).theme
    least = 7.0 if name == "contrast" else 4.5
    grounds = {"background": theme.background, "panel": theme.panel, "ask": theme.variables["ask"]}
    inks = {key: getattr(theme, key) for key in ("foreground", "accent", "success", "warning", "error")}
    inks |= {key: theme.variables[key] for key in ("muted", "caution", "alarm")}
    for ground, paper in grounds.items():
        for ink, colour in inks.items():
            ratio = contrast(Color.parse(colour), Color.parse(paper))
            assert ratio >= least, f"{ink} on {ground}: {ratio:.1f}"
    marked = contrast(Color.parse(theme.variables["marked-text"]), Color.parse(theme.variables["marked"]))
    assert marked >= least


def contrast(one: Color, other: Color) -> float:
    """The contrast ratio of the Web Content Accessibility Guidelines."""
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def luminance(colour: Color) -> float:
    def linear(part: int) -> float:
        value = part / 255
        return value / 12.92 if value <= 0.03928 else ((value + 0.055) / 1.055) ** 2.4

    return 0.2126 * linear(colour.r) + 0.7152 * linear(colour.g) + 0.0722 * linear(colour.b)


def test_a_theme_of_ones_own_may_lack_or_spoil_colours(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(
        'title = "Mine"\n[colours]\nbackground = "#101010"\nprimary = "no colour"\nfoo = "#fff"\n', "utf-8"
    )
    loaded = themes.load("mine", tmp_path)
    dark = themes.load("dark", tmp_path)
    assert loaded.theme.background == "#101010" and loaded.theme.primary == dark.theme.primary
    assert any("colours.primary" in warning for warning in loaded.warnings)
    assert any("colours.foo" in warning for warning in loaded.warnings)
    assert "mine" in themes.known(tmp_path)


@pytest.mark.parametrize("content", [b"\xff\xfe", b"not toml at all [", b"x = 1\n" * 20_000, None])
async def test_a_broken_theme_file_costs_its_colours_and_not_the_start(
    tmp_path: Path, content: bytes | None
) -> None:
    (tmp_path / "themes").mkdir()
    if content is not None:
        (tmp_path / "themes" / "mine.toml").write_bytes(content)
    (tmp_path / settings.NAME).write_text('theme = "mine"\n', "utf-8")
    async with running(tmp_path) as pilot:
        await settle(pilot)
        assert "Цвета mine" in text(pilot)
        assert pilot.app.theme == "tabletui-dark"


def test_a_theme_name_leads_to_no_other_folder(tmp_path: Path) -> None:
    (tmp_path / "secret.toml").write_text("[colours]\n", "utf-8")
    (tmp_path / "themes").mkdir()
    assert themes.load("../secret", tmp_path / "themes").warnings


async def test_every_theme_draws_every_variable_of_the_style_sheets(tmp_path: Path) -> None:
    used = set(re.findall(r"\$([a-z][a-z-]*)", themes.style_sheet()))
    async with running(tmp_path) as pilot:
        for name in themes.SHIPPED:
            pilot.app.wear(name)  # type: ignore[attr-defined]
            await pilot.pause()
            assert used <= set(pilot.app.theme_variables), name


async def test_colours_are_turned_and_kept(tmp_path: Path) -> None:
    async with running(tmp_path) as pilot:
        await pilot.press("t")
        await pilot.pause()
        assert "светлые" in text(pilot)
    assert settings.read(tmp_path).theme == "light"
