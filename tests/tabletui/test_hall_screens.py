"""Draw, cut, decisions and seats of a tournament as the judge sees and presses them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest
from course_stage import play, protocol, tournament
from shell_stage import Running, data_folder, lines, now, running, settle, text, type_text

from rules.draw.audit import digest
from storage.roster import PlayerEntry
from storage.tournament import Tournament
from storage.tournaments import open_tournament
from tabletui.course import Course
from tabletui.results import regulation_of
from tabletui.screens.cut import CutScreen
from tabletui.screens.decisions import DecisionsScreen
from tabletui.screens.dialogs import ConfirmDialog, TextDialog
from tabletui.screens.draw import DrawScreen
from tabletui.screens.seating import SeatingScreen
from tabletui.screens.table import TableScreen
from tabletui.screens.tournament import TournamentScreen
from tabletui.widgets.rows import Rows


def drawn(root: Path, **more: object) -> Path:
    """A tournament with its first stage drawn."""
    with tournament(root, **more) as (_made, course):  # type: ignore[arg-type]
        course.approve()
        course.publish(course.draw("secret"))
    return root / "cup.json"


async def press(pilot: Running, *keys: str) -> None:
    for key in keys:
        await pilot.press(key)
        await pilot.pause()


async def answer(pilot: Running, words: str) -> None:
    """Types a line into the dialog that asks for one."""
    assert isinstance(pilot.app.screen, TextDialog)
    await type_text(pilot, words + "\n")
    await pilot.pause()


@contextmanager
def data_folder_of(pilot: Running, path: Path) -> Iterator[Tournament]:
    """The tournament as another screen of this program writes it."""
    folder = pilot.app.folder  # type: ignore[attr-defined]
    with open_tournament(folder, path, write=True, now=now) as made:
        yield made


def decided(path: Path) -> list[str]:
    with data_folder(path.parent) as folder, open_tournament(folder, path) as made:
        return [row["kind"] for row in made.all_decisions()]


async def test_before_the_list_is_approved_the_draw_screen_says_so_and_draws_nothing(tmp_path: Path) -> None:
    with tournament(tmp_path):
        pass
    async with running(tmp_path, file=tmp_path / "cup.json") as pilot:
        await press(pilot, "в", "в", "p", "s", "a", "w", "v", "left", "pagedown")
        await settle(pilot)
        assert isinstance(pilot.app.screen, DrawScreen) and pilot.app.screen.page is None


async def test_a_long_draw_is_stopped_with_a_key_and_keeps_the_best_so_far(tmp_path: Path) -> None:
    with tournament(tmp_path, players=63) as (_made, course):
        course.approve()
    async with running(tmp_path, file=tmp_path / "cup.json") as pilot:
        await press(pilot, "d", "d")
        screen = pilot.app.screen
        assert isinstance(screen, DrawScreen)
        for _step in range(100):
            await asyncio.sleep(0.05)
            if screen._progress[0]:
                break
        await pilot.pause(0.3)
        assert "█" in text(pilot) or "·" * 20 in text(pilot)
        assert "S останавливает" in text(pilot)
        done, all = screen._progress
        assert 0 < done < all
        await press(pilot, "ы")
        await settle(pilot)
        assert len(screen._pages) == 7 and screen.page is not None and screen.page.draft
        assert screen._drawing.body["trials"] < all
        assert screen.page.sit_outs and "пропускают:" in text(pilot)
        # Leaving asks, because nothing is published.
        await press(pilot, "escape")
        assert isinstance(pilot.app.screen, ConfirmDialog)


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
async def test_a_published_draw_is_seen_round_by_round_with_its_seed(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    path = drawn(tmp_path)
    async with running(tmp_path, file=path, size=size) as pilot:
        await press(pilot, "d", "right")
        assert "тур 2" in lines(pilot)[0] and "Игрок" in text(pilot)
        screen = pilot.app.screen
        assert isinstance(screen, DrawScreen) and screen.page is not None
        shown = text(pilot)
        assert all(f"{seat:>3} " in shown for seat in range(1, 11))
        await press(pilot, "v")
        assert "secret" in text(pilot)
        await press(pilot, "right", "right", "right", "right", "right", "right")
        assert "тур 7" in lines(pilot)[0]


async def test_an_unplayed_round_is_drawn_anew_with_a_reason_and_a_played_one_is_not(tmp_path: Path) -> None:
    path = drawn(tmp_path)
    with data_folder(tmp_path) as folder, open_tournament(folder, path, write=True, now=now) as made:
        play(made, Course(made, regulation_of(made)), "qualifying", range(1, 2))
    async with running(tmp_path, file=path) as pilot:
        await press(pilot, "d")
        screen = pilot.app.screen
        assert isinstance(screen, DrawScreen)
        await press(pilot, "left", "left", "left", "left", "left", "left", "left")
        await press(pilot, "a")
        assert pilot.app.screen is screen, "a played round asks for no reason"
        await press(pilot, "right", "ф")
        await answer(pilot, "не тот список")
        await settle(pilot)
        assert screen.page is not None and screen.page.draft and len(screen._pages) == 1
        before = screen.course.seating("qualifying", 2)
        await press(pilot, "p", "enter")
        after = screen.course.seating("qualifying", 2)
        assert before is not None and after is not None and before.tables != after.tables
        assert "не тот список" in text(pilot)


async def test_two_players_of_a_round_change_places_with_a_reason(tmp_path: Path) -> None:
    path = drawn(tmp_path)
    async with running(tmp_path, file=path) as pilot:
        await press(pilot, "d", "w")
        screen = next(one for one in pilot.app.screen_stack if isinstance(one, DrawScreen))
        await type_text(pilot, "Игрок 1\n")
        await pilot.pause()
        await type_text(pilot, "Игрок 2\n")
        await pilot.pause()
        await answer(pilot, "ошибка")
        assert isinstance(pilot.app.screen, ConfirmDialog)
        assert "Игрок 1 и Игрок 2" in text(pilot)
        before = screen.course.seating("qualifying", 1)
        await press(pilot, "enter")
        await settle(pilot)
        after = screen.course.seating("qualifying", 1)
        assert before is not None and after is not None
        assert before.place_of("P01") == after.place_of("P02") != after.place_of("P01")


async def test_a_decision_is_entered_listed_in_words_and_undone_with_a_reason(tmp_path: Path) -> None:
    path = drawn(tmp_path)
    async with running(tmp_path, file=path) as pilot:
        await press(pilot, "д", "n", "2")
        await type_text(pilot, "Игрок 7\n")
        await press(pilot, "1")
        await answer(pilot, "спорил")
        await press(pilot, "enter", "enter")
        await settle(pilot)
        screen = pilot.app.screen
        assert isinstance(screen, DecisionsScreen)
        assert "Игрок 7" in text(pilot) and "спорил" in text(pilot)
        await press(pilot, "u")
        await answer(pilot, "не тот игрок")
        await press(pilot, "enter")
        await settle(pilot)
        assert "отменено" in text(pilot) and "не тот игрок" in text(pilot)
        rows = screen.query_one(Rows)
        assert [line.cells[2] for line in rows.lines] == ["", "отменено", ""]
    assert decided(path) == ["approval", "fine", "undo"]


async def test_a_question_left_half_way_decides_nothing(tmp_path: Path) -> None:
    path = drawn(tmp_path)
    for keys in (("n",), ("n", "3"), ("n", "3", "enter"), ("n", "3", "enter", "enter"), ("n", "6", "enter")):
        async with running(tmp_path, file=path) as pilot:
            await press(pilot, "l", *keys)
            for _step in range(4):
                if not isinstance(pilot.app.screen, DecisionsScreen):
                    await press(pilot, "escape")
            assert isinstance(pilot.app.screen, DecisionsScreen)
    assert decided(path) == ["approval"]


async def test_the_published_ten_sit_down_by_themselves_and_an_absent_one_is_replaced(tmp_path: Path) -> None:
    path = drawn(tmp_path)
    async with running(tmp_path, file=path) as pilot:
        await press(pilot, "n")
        screen = pilot.app.screen
        assert isinstance(screen, SeatingScreen) and screen.course is not None
        seating = screen.course.seating("qualifying", 1)
        assert seating is not None
        ten = seating.tables[0]
        assert tuple(one.id for one in screen.seats.at if one) == ten
        screen.query_one("#judge").value = "Судья"  # type: ignore[attr-defined]
        await type_text(pilot, "Подсадной 1\n")  # onto seat 1, where the cursor stands
        await press(pilot, "f10")
        assert isinstance(pilot.app.screen, TextDialog)
        assert "Подсадной 1 вместо" in text(pilot)
        await answer(pilot, "не пришёл")
        await settle(pilot)
        table = pilot.app.screen
        assert isinstance(table, TableScreen)
        assert [player.id for player in table.session.players] == ["S1", *ten[1:]]
        assert table.session.players[0].stand_in
    assert decided(path) == ["approval", "substitution"]


async def test_published_seats_are_not_drawn_at_the_table_and_others_of_the_round_are_busy(
    tmp_path: Path,
) -> None:
    path = drawn(tmp_path)
    async with running(tmp_path, file=path) as pilot:
        await press(pilot, "n", "f5")
        screen = pilot.app.screen
        assert isinstance(screen, SeatingScreen) and screen.course is not None
        seating = screen.course.seating("qualifying", 1)
        assert seating is not None and tuple(one.id for one in screen.seats.at if one) == seating.tables[0]
        assert "опубликованы" in text(pilot)
        assert len(screen.seats.busy) == 50


async def test_where_seats_are_drawn_nobody_sits_down_in_a_round_that_is_not(tmp_path: Path) -> None:
    path = drawn(tmp_path)
    async with running(tmp_path, file=path) as pilot:
        await press(pilot, *["down"] * 9, "enter")
        assert isinstance(pilot.app.screen, TournamentScreen)
        assert "не опубликована" in text(pilot) and "полуфинал" in text(pilot)


async def test_who_goes_on_is_proposed_with_the_border_and_who_is_passed_over(tmp_path: Path) -> None:
    path = drawn(tmp_path)
    with data_folder(tmp_path) as folder, open_tournament(folder, path, write=True, now=now) as made:
        course = Course(made, regulation_of(made))
        play(made, course, "qualifying", range(1, 8))
        first = course.standings("qualifying").rows[0].id
        course.exclude(first, "подглядывал", "qualifying", 7)
    async with running(tmp_path, file=path, size=(80, 60)) as pilot:
        await press(pilot, "с")
        screen = pilot.app.screen
        assert isinstance(screen, CutScreen) and screen._proposal is not None
        found = screen.query_one(Rows).lines
        border = next(number for number, line in enumerate(found) if line.kind == "heading")
        goes = [line for line in found[:border] if "проходит" in line.cells[4]]
        if not screen._proposal.lots:
            assert len(goes) == 40 and border == 41
            assert "пропущен" in found[0].cells[4] and "исключён" in text(pilot)
            await press(pilot, "p", "enter")
            assert "опубликовано" in lines(pilot)[0]
            assert len(screen._published or ()) == 40
            await press(pilot, "escape", "d")
            assert "полуфинал" in text(pilot)


async def test_players_level_at_the_border_draw_lots_before_the_list_is_published(tmp_path: Path) -> None:
    with tournament(tmp_path) as (made, course):
        course.approve()
        course.publish(course.draw("secret"))
        # Every result the same deal and winner in one round of the tournament: many are level.
        play(made, course, "qualifying", range(1, 8), seed=3)
    path = tmp_path / "cup.json"
    async with running(tmp_path, file=path) as pilot:
        await press(pilot, "c")
        screen = pilot.app.screen
        assert isinstance(screen, CutScreen) and screen._proposal is not None
        if screen._proposal.lots:
            await press(pilot, "p")
            assert pilot.app.screen is screen
            await press(pilot, "d", "enter")
            assert screen._proposal.lots == ()
        else:
            await press(pilot, "l")
            assert pilot.app.screen is screen and "не нужен" in text(pilot)


async def test_withdrawal_and_approval_stand_on_the_roster_in_words(tmp_path: Path) -> None:
    with tournament(tmp_path):
        pass
    path = tmp_path / "cup.json"
    async with running(tmp_path, file=path) as pilot:
        await press(pilot, "p", "w")
        await answer(pilot, "заболел")
        assert "1 год" in text(pilot)
        await press(pilot, "enter")
        await settle(pilot)
        assert "снялся" in text(pilot) and "выбыли: 1" in lines(pilot)[0]
        await press(pilot, "l")
        assert "59 игроков" in text(pilot) and "Игрок 1." in text(pilot)
        await press(pilot, "enter")
        assert "(59 игроков) утверждён" in text(pilot)
        await press(pilot, "l")
        assert not isinstance(pilot.app.screen, ConfirmDialog)
        await press(pilot, "escape")
        assert isinstance(pilot.app.screen, TournamentScreen)
    assert decided(path) == ["withdrawal", "approval"]


async def test_who_had_a_place_and_did_not_play_may_be_recorded_as_missing_from_the_board(
    tmp_path: Path,
) -> None:
    path = drawn(tmp_path)
    with data_folder(tmp_path) as folder, open_tournament(folder, path, write=True, now=now) as made:
        course = Course(made, regulation_of(made))
        seating = course.seating("qualifying", 1)
        assert seating is not None
        absent, *others = seating.tables[0]
        made.store(protocol("qualifying", 1, 1, ("S1", *others), Random(1), "aktau-2017"))
    async with running(tmp_path, file=path) as pilot:
        await settle(pilot)
        assert "нет протокола: отбор · тур 1 · стол 2" in text(pilot) and "ещё 5" in text(pilot)
        await press(pilot, "ь")
        assert "пропуск?" in text(pilot)
        await press(pilot, "6", "enter")
        await settle(pilot)
        assert "ещё 4" in text(pilot)
        await press(pilot, "m", "2")
        assert "стол 3: свободно, рассадка опубликована" in text(pilot)
    with data_folder(tmp_path) as folder, open_tournament(folder, path) as made:
        missed = next(row for row in made.decisions() if row["kind"] == "missed")
        assert (missed["player"], missed["stage"], missed["round"]) == (absent, "qualifying", 1)


async def test_two_published_draws_of_one_round_are_said_and_drawn_anew_in_the_place_of_both(
    tmp_path: Path,
) -> None:
    with tournament(tmp_path, "white-nights-2015", 40) as (made, course):
        course.approve()
        one, other = course.draw("one"), course.draw("other")
        made.publish_draw(one.body)
        made.publish_draw(other.body)
    async with running(tmp_path, file=tmp_path / "cup.json") as pilot:
        await settle(pilot)
        assert "две опубликованные рассадки" in text(pilot)
        await press(pilot, "d")
        screen = pilot.app.screen
        assert isinstance(screen, DrawScreen) and screen.page is None
        await press(pilot, "d")
        await answer(pilot, "два ноутбука")
        await settle(pilot)
        assert screen.page is not None and screen.page.draft
        await press(pilot, "p", "enter")
        seating = screen.course.seating("random", 1)
        assert seating is not None and len(seating.draw["replaces"]) == 2
        assert screen.course.next().rounds == (2,)


async def test_until_the_first_draw_the_list_is_approved_anew_where_it_changed(tmp_path: Path) -> None:
    with tournament(tmp_path) as (made, course):
        course.approve()
        made.put_players([PlayerEntry("Новый", "P61", paid=True)])
    path = tmp_path / "cup.json"
    async with running(tmp_path, file=path) as pilot:
        await press(pilot, "p", "l")
        assert isinstance(pilot.app.screen, ConfirmDialog) and "61 игрок?" in text(pilot)
        await press(pilot, "enter", "escape")
        with data_folder_of(pilot, path) as made:
            made.put_players([PlayerEntry("Ещё один", "P62", paid=True)])
            course = Course(made, regulation_of(made))
            course.publish(course.draw("secret", stand_ins=("S1",), trials=100))
        await press(pilot, "p", "l")
        assert not isinstance(pilot.app.screen, ConfirmDialog) and "(61 игрок)" in text(pilot)


async def test_the_commitment_stands_before_the_draw_that_it_binds(tmp_path: Path) -> None:
    with tournament(tmp_path) as (_made, course):
        course.approve()
    async with running(tmp_path, file=tmp_path / "cup.json", size=(120, 40)) as pilot:
        await press(pilot, "d")
        screen = pilot.app.screen
        assert isinstance(screen, DrawScreen)
        announced = digest([screen._secret])
        assert announced in text(pilot)
        await press(pilot, "d")
        await settle(pilot)
        assert screen._drawing.body["audit"]["commitment"] == announced
        await press(pilot, "d")  # anew: by another secret
        await settle(pilot)
        assert screen._drawing.body["audit"]["commitment"] != announced
        await press(pilot, "e")
        pilot.app.screen.query_one("#secret").value = "шапка"  # type: ignore[attr-defined]
        await press(pilot, "f10", "d")
        await settle(pilot)
        assert screen._drawing.body["seed"] == "шапка"
