"""The first screen and the ways from it to a table."""

from __future__ import annotations

from pathlib import Path

import pytest
from shell_stage import DEAL, TEN, data_folder, lines, now, running, seat_ten, settle, text, type_text
from textual.widgets import Input

from rules.game.events import AwardResult, Roles, Sign
from storage.tournaments import open_tournament
from tabletui.sample import make_sample
from tabletui.screens.new_tournament import NewTournamentScreen
from tabletui.screens.seating import SeatingScreen
from tabletui.screens.start import StartScreen
from tabletui.screens.table import TableScreen
from tabletui.screens.tournament import TournamentScreen
from tabletui.table import Session
from tabletui.text import set_language


@pytest.fixture(autouse=True)
def russian_afterwards() -> object:
    yield
    set_language("ru")


async def test_the_first_run_says_what_to_do_and_fits_the_screen(tmp_path: Path) -> None:
    async with running(tmp_path) as pilot:
        shown = lines(pilot)
    assert any("Здесь пока пусто" in line for line in shown)
    assert any(line.split() == ["▸N", "Новый", "турнир"] for line in shown)
    assert all(len(line) <= 80 and "…" not in line for line in shown[1:])


async def test_unfinished_games_come_first_with_the_step_folded_from_the_journal(tmp_path: Path) -> None:
    with data_folder(tmp_path) as folder:
        make_sample(folder, now=now)
    async with running(tmp_path) as pilot:
        await settle(pilot)
        shown = lines(pilot)
        assert "Незаконченные игры" in shown[1]
        assert "Пробный турнир · отбор · тур 3 · стол 5" in shown[2] and "день 2, речь игрока" in shown[2]
        assert any("60 игроков · 15 игр" in line for line in shown)
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(pilot.app.screen, TableScreen)
        assert pilot.app.screen.session.game.step.day == 2


async def test_from_nothing_to_the_table_of_a_tournament(tmp_path: Path) -> None:
    roster = tmp_path / "ten.csv"
    roster.write_text("имя;клуб;оплачено\n" + "".join(f"{name};Север;да\n" for name in TEN), "cp1251")
    async with running(tmp_path / "data") as pilot:
        await pilot.press("т")
        assert isinstance(pilot.app.screen, NewTournamentScreen)
        await type_text(pilot, "Кубок двора")
        await pilot.press("f5")
        field = pilot.app.screen.query_one(Input)
        field.value = str(roster)
        await pilot.press("enter")
        await pilot.pause()
        assert "10 игроков" in text(pilot)
        await pilot.press("f10")
        await pilot.pause()
        assert isinstance(pilot.app.screen, TournamentScreen)
        assert "игр 0 из 58" in lines(pilot)[0]
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(pilot.app.screen, SeatingScreen)
        await type_text(pilot, "сой\n" + "\n" * 9)
        pilot.app.screen.query_one("#judge", Input).value = "Пётр"
        await pilot.press("f10")
        await pilot.pause()
        screen = pilot.app.screen
        assert isinstance(screen, TableScreen)
        session = screen.session
        assert session.names[1] == "Сойка" and set(session.names.values()) == set(TEN)
        assert session.judge == "Пётр" and session.regulation.id == "aktau-2017"
        assert (session.slot["stage"], session.slot["round"], session.slot["table"]) == ("qualifying", 1, 1)
        assert "Кубок двора · отбор · тур 1 · стол 1" in lines(pilot)[0]
    with data_folder(tmp_path / "data") as folder:
        tournament = open_tournament(folder, tmp_path / "data" / "кубок-двора.json")
        assert [player.club for player in tournament.players()] == ["Север"] * 10


async def test_a_one_off_game_needs_ten_names_and_a_judge(tmp_path: Path) -> None:
    async with running(tmp_path) as pilot:
        await pilot.press("g")
        await pilot.press("f10")
        assert "место 1 свободно" in text(pilot)
        await seat_ten(pilot, judge="")
        assert "Кто судья?" in text(pilot)
        await type_text(pilot, "Пётр")
        await pilot.press("f10")
        await pilot.pause()
        screen = pilot.app.screen
        assert isinstance(screen, TableScreen)
        assert tuple(screen.session.names.values()) == TEN
        await type_text(pilot, "1234\n")
        assert isinstance(screen.session.game.events[0], Roles)


async def test_names_typed_faster_than_the_screen_answers_stay_apart(tmp_path: Path) -> None:
    async with running(tmp_path) as pilot:
        await pilot.press("g")
        await type_text(pilot, "\n".join(TEN) + "\n")
        screen = pilot.app.screen
        assert isinstance(screen, SeatingScreen)
        assert [one and one.name for one in screen.seats.at] == list(TEN)


async def test_a_club_evening_seats_the_same_ten_anew_or_as_they_sat(tmp_path: Path) -> None:
    async with running(tmp_path) as pilot:
        await pilot.press("c", "n")
        await pilot.pause()
        assert "разовую игру" in text(pilot)
        await pilot.press("o")
        await pilot.pause()
        await seat_ten(pilot)
        session = pilot.app.screen.session  # type: ignore[attr-defined]
        await pilot.press(*DEAL)
        await pilot.pause()
        _end(session)
    async with running(tmp_path) as pilot:
        await pilot.press("с", "т")
        await pilot.pause()
        screen = pilot.app.screen
        assert isinstance(screen, SeatingScreen)
        drawn = [one and one.name for one in screen.seats.at]
        assert sorted(filter(None, drawn)) == sorted(TEN) and drawn != list(TEN)
        assert "число жеребьёвки 1" in text(pilot)
        await pilot.press("f8")
        assert [one and one.name for one in screen.seats.at] == list(TEN)
        await pilot.press("f10")
        await pilot.pause()
        assert pilot.app.screen.session.slot["round"] == 2  # type: ignore[attr-defined]


def _end(session: object) -> None:
    assert isinstance(session, Session)
    session.apply(AwardResult("red", "спешим домой"))
    session.apply(Sign("Судья"))
    session.close()


async def test_the_language_turns_and_is_kept(tmp_path: Path) -> None:
    async with running(tmp_path) as pilot:
        await pilot.press("д")
        await pilot.pause()
        assert "New tournament" in text(pilot)
    async with running(tmp_path) as pilot:
        assert "New tournament" in text(pilot)
        await pilot.press("l")
        await pilot.pause()
        assert "тіл иесін күтуде" in text(pilot)


async def test_the_sample_leaves_nothing_behind(tmp_path: Path) -> None:
    async with running(tmp_path) as pilot:
        await pilot.press("d")
        await pilot.pause()
        assert isinstance(pilot.app.screen, TournamentScreen)
        await pilot.press("escape")
        await settle(pilot)
        assert "проба: ничего не сохранится" in lines(pilot)[0]
        await pilot.press("d")
        await pilot.pause()
        assert "Здесь пока пусто" in text(pilot)
        scratch = pilot.app._sample[0].root  # type: ignore[attr-defined]
        assert scratch.exists()
    assert not scratch.exists()
    assert not list(tmp_path.glob("*.json")) and not list((tmp_path / "live").iterdir())


async def test_help_and_the_list_of_actions_speak_the_users_language(tmp_path: Path) -> None:
    async with running(tmp_path) as pilot:
        await pilot.press("f1")
        await pilot.pause()
        assert "N Т" in text(pilot) and "новый турнир" in text(pilot)
        await pilot.press("escape")
        await pilot.press("ctrl+p")
        await pilot.pause()
        await type_text(pilot, "регл\n")
        assert "Aktau Open Cup 2017" in text(pilot)


async def test_a_click_on_a_line_does_what_its_key_does(tmp_path: Path) -> None:
    async with running(tmp_path) as pilot:
        row = next(number for number, line in enumerate(lines(pilot)) if "Новый турнир" in line)
        await pilot.click(offset=(10, row))
        await pilot.pause()
        assert isinstance(pilot.app.screen, NewTournamentScreen)
        foot = next(number for number, line in enumerate(lines(pilot)) if "Esc назад" in line)
        await pilot.click(offset=(lines(pilot)[foot].index("Esc"), foot))
        await pilot.pause()
        assert isinstance(pilot.app.screen, StartScreen)


async def test_one_off_games_that_are_over_stand_on_the_first_screen_and_lead_to_their_table(
    tmp_path: Path,
) -> None:
    from random import Random

    from rules.protocol import make_protocol
    from rules.regulation import load
    from rules.sheet import SEATS, Player
    from storage.files import Files
    from storage.folder import Folder
    from storage.roster import PlayerEntry
    from storage.tournaments import open_one_off
    from tabletui.app import TabletuiApp
    from tabletui.demo_games import play
    from tabletui.screens.standings import StandingsScreen

    def now() -> str:
        return "2017-08-05T20:00:00+06:00"

    players = [Player(seat, f"P{seat}", f"player {seat}") for seat in SEATS]
    with Folder(Files(), tmp_path) as folder:
        with open_one_off(folder, new_id=lambda: "x", now=now) as evening:
            evening.put_players([PlayerEntry(player.name, id=player.id) for player in players])
            game = play(load("aktau-2017"), Random(3), "judge")
            slot = {"tournament": "x", "stage": "one-off", "round": 1, "table": 1}
            evening.store(make_protocol(game, players, slot=slot, date="2017-08-05"))
        app = TabletuiApp(folder, now=now)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause(0.4)
            await pilot.press("home", "enter")
            await pilot.pause(0.4)
            assert isinstance(app.screen, StandingsScreen)


async def test_a_name_that_sits_already_moves_and_the_screen_says_so(tmp_path: Path) -> None:
    async with running(tmp_path) as pilot:
        await pilot.press("g")
        await type_text(pilot, "Лиса\nСыч\nлиса\n")
        screen = pilot.app.screen
        assert isinstance(screen, SeatingScreen)
        assert [one and one.name for one in screen.seats.at[:3]] == [None, "Сыч", "Лиса"]
        assert "Лиса: место 1 → место 3" in text(pilot)


async def test_what_was_missing_at_the_seating_is_not_said_once_one_goes_on(tmp_path: Path) -> None:
    async with running(tmp_path) as pilot:
        await pilot.press("g")
        await pilot.press("f10")
        assert "Нужны десять игроков" in text(pilot)
        await type_text(pilot, "Лиса\n")
        assert "Нужны десять игроков" not in text(pilot)


async def test_tab_stops_only_where_something_can_be_done_and_letters_find_the_names(tmp_path: Path) -> None:
    async with running(tmp_path) as pilot:
        await pilot.press("g")
        await pilot.pause()
        screen = pilot.app.screen
        stops = [widget.id for widget in screen.focus_chain]
        assert "people" not in stops and "seats" in stops
        screen.set_focus(screen.query_one("#seats"))
        await pilot.press("Л", "и", "enter")
        assert isinstance(screen, SeatingScreen)
        assert screen.seats.at[0] is not None and screen.seats.at[0].name == "Ли"
        await pilot.press("f1")
        await pilot.pause()
        assert "Tab" in text(pilot) and "←" in text(pilot)


async def test_who_leaves_a_running_game_reads_on_the_terminal_that_it_is_kept(tmp_path: Path) -> None:
    async with running(tmp_path) as pilot:
        await pilot.press("g")
        await seat_ten(pilot)
        await pilot.press("ctrl+q")
        await pilot.pause()
        assert any("Игра сохранена" in str(said) for said in pilot.app._exit_renderables)


async def test_a_title_that_is_typed_takes_away_the_word_that_it_is_missing(tmp_path: Path) -> None:
    async with running(tmp_path) as pilot:
        await pilot.press("n", "f10")
        await pilot.pause()
        assert "Турниру нужно название" in text(pilot)
        await type_text(pilot, "Кубок")
        assert "Турниру нужно название" not in text(pilot)
