"""What was chosen once stays chosen, and no file can spoil the start."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shell_stage import running

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


async def test_own_keys_work_in_both_alphabets(tmp_path: Path) -> None:
    (tmp_path / settings.NAME).write_text('[keys]\n"start.new_tournament" = "z"\n"no.such" = "y"\n', "utf-8")
    for key in ("z", "я", "Я"):
        async with running(tmp_path) as pilot:
            await pilot.press(key)
            await pilot.pause()
            assert isinstance(pilot.app.screen, NewTournamentScreen), key
