"""What was chosen once stays chosen, and no file can spoil the start."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shell_stage import running, settle, text

from storage.files import Files
from tabletui import settings
from tabletui.screens.new_tournament import NewTournamentScreen
from tabletui.settings import Settings

WORDS = st.text(st.characters(exclude_categories=("Cs",)), max_size=20)


@given(
    st.builds(
        Settings,
        language=st.sampled_from(("ru", "en", "kk")),
        theme=WORDS,
        sound=st.booleans(),
        judge=WORDS,
        regulation=WORDS,
        recent=st.lists(WORDS, max_size=9).map(tuple),
        keys=st.dictionaries(WORDS, WORDS, max_size=3),
    )
)
def test_settings_read_back_as_they_were_written(chosen: Settings) -> None:
    import tempfile

    with tempfile.TemporaryDirectory() as root:
        settings.write(Files(), Path(root), chosen)
        assert settings.read(Path(root)) == chosen


@given(
    st.lists(st.sampled_from((
        "# mine", "", 'language = "en" # why', "sound = false", 'unknown = [1, [2]]', 'theme = 3', "judge = ",
        "recent = [", '  "/a",', "]", "[keys]", '"table.foul" = "g" # g', "[other]", "x = 1", "\x01", "[[[",
    )), max_size=14),
    st.builds(
        Settings, language=st.sampled_from(("", "ru", "en")), theme=WORDS, sound=st.booleans(),
        recent=st.lists(WORDS, max_size=3).map(tuple), keys=st.dictionaries(WORDS, WORDS, max_size=3),
    ),
)  # fmt: skip
def test_whatever_stands_in_the_file_a_choice_is_kept(before: list[str], chosen: Settings) -> None:
    import tempfile

    with tempfile.TemporaryDirectory() as root:
        (Path(root) / settings.NAME).write_text("\n".join(before), "utf-8")
        settings.write(Files(), Path(root), chosen)
        assert settings.read(Path(root)) == chosen


TYPED = """# the laptop of the hall

language = "en"   # for the guests
sound = false
size = 14         # of a later version
recent = [
    "/a.json",
]

[keys]
# left-handed
"table.foul" = "g"   # was f
"table.miss" = "k"

[printer]
name = "x"
"""


def test_a_changed_choice_leaves_remarks_unknown_keys_and_the_rest_as_they_were(tmp_path: Path) -> None:
    path = tmp_path / settings.NAME
    path.write_text(TYPED, "utf-8")
    before = settings.read(tmp_path)
    settings.write(Files(), tmp_path, before)
    assert path.read_text("utf-8") == TYPED
    settings.write(Files(), tmp_path, replace(before, sound=True, theme="light", keys={"table.foul": "h"}))
    assert path.read_text("utf-8") == TYPED.replace("sound = false", "sound = true").replace(
        "]\n\n[keys]", ']\ntheme = "light"\n\n[keys]'
    ).replace('"g"', '"h"').replace('"table.miss" = "k"\n', "")
    settings.write(Files(), tmp_path, replace(before, language=""))
    assert "language" not in path.read_text("utf-8")


def test_what_is_wrong_in_the_file_is_said_by_line_and_key(tmp_path: Path) -> None:
    (tmp_path / settings.NAME).write_text(
        'language = "xx"\nsound = 3\nthema = "dark"\njudge = Пётр\n'
        'theme = "light"\n[keys]\n"table.foul" = 7\n',
        "utf-8",
    )
    chosen, wrong = settings.examined(tmp_path)
    assert chosen == Settings(theme="light")
    assert [(one.line, one.key) for one in wrong] == [
        (4, "judge"), (1, "language"), (2, "sound"), (3, "thema"), (7, '"table.foul"'),
    ]  # fmt: skip
    assert all(f"строка {one.line}" in one.sentence() for one in wrong)


def test_a_line_that_was_not_understood_is_kept_as_a_remark(tmp_path: Path) -> None:
    (tmp_path / settings.NAME).write_text('judge = Пётр\ntheme = "light"\n', "utf-8")
    settings.write(Files(), tmp_path, replace(settings.read(tmp_path), sound=False))
    text = (tmp_path / settings.NAME).read_text("utf-8")
    assert text == '# ? judge = Пётр\ntheme = "light"\nsound = false\n'


async def test_a_wrong_file_is_told_at_the_start_and_stops_nothing(tmp_path: Path) -> None:
    (tmp_path / settings.NAME).write_text('theme = "light"\nsound = maybe\n', "utf-8")
    async with running(tmp_path) as pilot:
        await settle(pilot)
        assert "settings.toml, строка 2, sound" in text(pilot)
        assert pilot.app.theme == "tabletui-light"


@pytest.mark.parametrize(
    ("environ", "language"),
    [
        ({}, "ru"), ({"LANG": "C.UTF-8"}, "ru"), ({"LANG": "en_US.UTF-8"}, "en"), ({"LANG": "kk_KZ"}, "kk"),
        ({"LANG": "en_GB", "LC_ALL": "ru_RU.UTF-8"}, "ru"), ({"LANG": "de_DE.UTF-8"}, "en"),
    ],
)  # fmt: skip
def test_the_language_is_that_of_the_system_until_one_is_chosen(
    environ: dict[str, str], language: str
) -> None:
    assert settings.system_language(environ) == language


@pytest.mark.parametrize(
    "content",
    [b"", b"\xff", b"[[[", b'language = "xx"\nsound = 3\nrecent = 1\nkeys = []\ntheme = 5\n', b"\x00" * 100],
)
def test_a_file_that_makes_no_sense_gives_the_defaults(tmp_path: Path, content: bytes) -> None:
    (tmp_path / settings.NAME).write_bytes(content)
    assert settings.read(tmp_path) == Settings()


def test_the_file_opened_last_stands_first_and_the_list_stays_short() -> None:
    chosen = Settings()
    for number in range(20):
        chosen = chosen.with_recent(Path(f"/t/{number}.json"))
    chosen = chosen.with_recent(Path("/t/15.json"))
    assert chosen.recent[0] == "/t/15.json"
    assert len(chosen.recent) == len(set(chosen.recent)) == settings.RECENT


async def test_no_cursor_blinks(tmp_path: Path) -> None:
    async with running(tmp_path) as pilot:
        for keys in (("g",), ("escape", "n"), ("tab", "tab", "tab")):
            await pilot.press(*keys)
            await pilot.pause()
            focused = pilot.app.focused
            assert focused is not None and not getattr(focused, "cursor_blink", False), focused


async def test_animations_are_off_when_asked(tmp_path: Path) -> None:
    (tmp_path / settings.NAME).write_text("animations = false\n", "utf-8")
    async with running(tmp_path) as pilot:
        assert pilot.app.animation_level == "none"
        await pilot.press("f2", "down", "down", "down", "right")
        assert pilot.app.animation_level == "full"
    assert settings.read(tmp_path).animations


async def test_own_keys_work_in_both_alphabets(tmp_path: Path) -> None:
    (tmp_path / settings.NAME).write_text('[keys]\n"start.new_tournament" = "z"\n"no.such" = "y"\n', "utf-8")
    for key in ("z", "я", "Я"):
        async with running(tmp_path) as pilot:
            await pilot.press(key)
            await pilot.pause()
            assert isinstance(pilot.app.screen, NewTournamentScreen), key
