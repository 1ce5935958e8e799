"""With the roles hidden nothing on the screen, its colours included, tells one deal from another."""

from __future__ import annotations

from pathlib import Path

import pytest
from table_stage import DEAL_KEYS, TableApp, Time, begin, open_folder, press
from test_table import OTHER_DEAL, STEPS

from tabletui import themes
from tabletui.widgets.lines import Row

Picture = tuple[tuple[Row, ...], ...]


async def pictures(root: Path, deal: tuple[str, ...]) -> list[Picture]:
    """The lines with their kinds of dress after each key, and again after the role key was on and off."""
    folder = open_folder(root)
    app, found = TableApp(begin(folder, Time())), []
    async with app.run_test(size=(80, 24)) as pilot:
        for key in (*deal, *STEPS):
            await press(pilot, key)
            if app.screen is app.table:
                found.append(shown(app))
                app.table.action_roles()
                app.table.action_roles()
                found.append(shown(app))
    folder.release()
    return found


def shown(app: TableApp) -> Picture:
    return tuple(widget.rows for widget in app.table.board.widgets)


async def test_lines_and_their_dress_are_the_same_for_other_roles_and_after_the_role_key(
    tmp_path: Path,
) -> None:
    one = await pictures(tmp_path / "one", DEAL_KEYS)
    other = await pictures(tmp_path / "other", OTHER_DEAL)
    assert len(one) == len(other) > 100
    for place, (here, there) in enumerate(zip(one, other, strict=True)):
        assert here == there, f"picture {place}"
    for before, after in zip(one[::2], one[1::2], strict=True):
        assert before == after, "the role key leaves nothing behind"


@pytest.mark.parametrize("theme", (*themes.SHIPPED, themes.MONO))
async def test_in_every_theme_a_night_is_painted_the_same_for_other_roles(tmp_path: Path, theme: str) -> None:
    painted = []
    for name, deal in (("one", DEAL_KEYS), ("other", OTHER_DEAL)):
        folder = open_folder(tmp_path / name)
        app = TableApp(begin(folder, Time()))
        async with app.run_test(size=(80, 24)) as pilot:
            loaded = themes.load(theme, tmp_path).theme
            app.register_theme(loaded)
            app.theme = loaded.name
            await press(pilot, *deal, "enter", "enter", *["enter"] * 10, "1", "5")
            app.table.action_roles()
            await press(pilot)
            with_roles = strips(app)
            app.table.action_roles()
            await press(pilot)
            painted.append(strips(app))
            assert with_roles != painted[-1]
        folder.release()
    assert painted[0] == painted[1]


def strips(app: TableApp) -> list[list[tuple[str, str]]]:
    rendered = app.screen._compositor.render_strips()
    return [[(segment.text, str(segment.style)) for segment in strip] for strip in rendered]
