"""The standings on the screen are those of the rules, and the way to a dispute's end is short."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from shell_stage import Running, data_folder, lines, now, running, settle, text, type_text

from rules.scoring import shown
from rules.standings import Standings
from storage.tournaments import open_tournament
from tabletui.results import Results, regulation_of
from tabletui.sample import make_sample
from tabletui.screens.standings import StandingsScreen
from tabletui.screens.table import TableScreen
from tabletui.screens.tournament import TournamentScreen
from tabletui.text import set_language


@pytest.fixture
def sample(tmp_path: Path) -> Path:
    with data_folder(tmp_path) as folder:
        return make_sample(folder, now=now)


def expected(path: Path, through: str | None = None) -> Standings:
    with data_folder(path.parent) as folder, open_tournament(folder, path) as tournament:
        return Results(tournament, regulation_of(tournament)).standings(through)


def comma(text: str) -> str:
    return text.replace(".", ",") if text != "0" else "·"


def count(number: int) -> str:
    return str(number) if number else "·"


def table(pilot: Running) -> list[list[str]]:
    """The cells of the lines with players."""
    return [line.lstrip("▸").split() for line in lines(pilot) if re.match(r"[\s▸]*\d+[#=]* ", line)]


async def test_the_screen_shows_what_the_rules_count(sample: Path) -> None:
    whole = expected(sample)
    async with running(sample.parent, size=(80, 70), file=sample) as pilot:
        await pilot.press("s")
        await settle(pilot)
        seen = table(pilot)
    places = [row.place for row in whole.rows]
    assert len(seen) == len(whole.rows) == 60
    for cells, row in zip(seen, whole.rows, strict=True):
        assert cells[:10] == [
            f"{row.place}{'=' if places.count(row.place) > 1 else ''}",
            row.name,
            shown(row.total).replace(".", ","),
            comma(shown(row.additional)),
            str(row.games),
            str(row.wins),
            count(row.don_wins),
            count(row.sheriff_wins),
            count(row.mafia_wins),
            count(row.first_night_deaths),
        ]


async def test_the_coefficient_is_told_and_marked_as_provisional(sample: Path) -> None:
    k = expected(sample).difficulty
    assert k.provisional
    async with running(sample.parent, file=sample) as pilot:
        await pilot.press("ы")
        await settle(pilot)
        assert f"K = {comma(shown(k.k))} (15 игр)" in text(pilot) and "Предварительно" in text(pilot)


async def test_typing_filters_and_escape_first_clears_then_leaves(sample: Path) -> None:
    async with running(sample.parent, file=sample) as pilot:
        await pilot.press("s")
        await settle(pilot)
        await type_text(pilot, "ЯНТ")
        assert [cells[1] for cells in table(pilot)] == ["Янтарь"]
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(pilot.app.screen, StandingsScreen) and len(table(pilot)) > 10
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(pilot.app.screen, TournamentScreen)


async def test_a_card_adds_up_to_the_points_of_the_place(sample: Path) -> None:
    first = expected(sample).rows[0]
    async with running(sample.parent, file=sample) as pilot:
        await pilot.press("s")
        await settle(pilot)
        await pilot.press("enter")
        await pilot.pause()
        shown_lines = lines(pilot)
    assert first.name in shown_lines[0]
    games = [line.lstrip("▸").split() for line in shown_lines if line.startswith((" отбор", "▸отбор"))]
    assert len(games) == first.games
    total = sum(float(cells[-2].replace(",", ".")) for cells in games)
    assert total == pytest.approx(float(first.total), abs=0.011 * len(games))
    assert games[-1][-1] == shown(first.total).replace(".", ",")


async def test_the_standings_after_an_earlier_round_count_only_up_to_it(sample: Path) -> None:
    earlier = expected(sample, "qualifying:1")
    async with running(sample.parent, size=(80, 70), file=sample) as pilot:
        await pilot.press("s")
        await settle(pilot)
        await pilot.press("f5", "1")
        await settle(pilot)
        assert "отбор · тур 1" in lines(pilot)[0]
        seen = {cells[1]: cells[2] for cells in table(pilot)}
    assert seen == {row.name: shown(row.total).replace(".", ",") for row in earlier.rows}


async def test_english_has_a_decimal_point(sample: Path) -> None:
    (sample.parent / "settings.toml").write_text('language = "en"\n', "utf-8")
    try:
        async with running(sample.parent, file=sample) as pilot:
            await pilot.press("s")
            await settle(pilot)
            assert table(pilot)[0][2] == shown(expected_first(sample))
    finally:
        set_language("ru")


def expected_first(path: Path) -> object:
    from storage.files import Files
    from storage.folder import Folder

    with open_tournament(Folder(Files(), path.parent), path) as tournament:
        return Results(tournament, regulation_of(tournament)).standings().rows[0].total


async def test_the_clock_of_a_game_goes_on_behind_the_standings(sample: Path) -> None:
    async with running(sample.parent) as pilot:
        await settle(pilot)
        await pilot.press("enter")
        await pilot.pause()
        table_screen = pilot.app.screen
        assert isinstance(table_screen, TableScreen)
        await pilot.press("space")
        clock = table_screen.session.clock
        assert clock is not None and clock.running
        await pilot.press("ы")
        await settle(pilot)
        assert isinstance(pilot.app.screen, StandingsScreen) and table(pilot)
        assert table_screen.session.clock is not None and table_screen.session.clock.running
        await pilot.press("escape")
        await pilot.pause()
        assert pilot.app.screen is table_screen
