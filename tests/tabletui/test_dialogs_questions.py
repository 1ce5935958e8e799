"""What the dialogs answer to keys of both alphabets, to clicks and to Escape."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from dialog_games import AKTAU, DEAL, NAMES, PLAYERS, RED_WIN, played
from dialog_stage import OPEN, Stage, answer, click, lines, seen
from textual.screen import Screen

from rules.game import events
from rules.regulation import load
from tabletui import themes
from tabletui.screens.dialogs import (
    CANCELLED,
    NOBODY,
    ConfirmDialog,
    HandsByVoterDialog,
    HelpScreen,
    ReasonDialog,
    ResultDialog,
    RolesDialog,
    SeatDialog,
    SeatsDialog,
    ShotsDialog,
    TextDialog,
)
from tabletui.text import language, set_language

FOULS = AKTAU.reasons_for("foul")
REMOVALS = AKTAU.reasons_for("removal")


@pytest.fixture(autouse=True)
def _russian() -> Iterator[None]:
    before = language()
    set_language("ru")
    yield
    set_language(before)


def confirm() -> Screen[Any]:
    return ConfirmDialog("Удалить игрока 8 [b]x[/]?", "голосование [отменяется]")


def foul() -> Screen[Any]:
    return ReasonDialog("Фол", FOULS, allow_none=True, allow_free=True)


def seat() -> Screen[Any]:
    return SeatDialog("Проверка дона", NAMES, nobody="никого")


def hands() -> Screen[Any]:
    return HandsByVoterDialog(7, NAMES, name=NAMES[7])


def shots() -> Screen[Any]:
    return ShotsDialog({5: "Ива", 7: "Длинное Имя"}, {seat: NAMES[seat] for seat in (1, 2, 5, 7, 10)})


def result() -> Screen[Any]:
    return ResultDialog(played(RED_WIN).game)


def roles() -> Screen[Any]:
    return RolesDialog(PLAYERS)


async def clicked(make: Callable[[], Screen[Any]], *words: str) -> object:
    app = Stage(make)
    async with app.run_test(size=(80, 24)) as pilot:
        for one in words:
            await click(pilot, one)
        return app.answer


@pytest.mark.parametrize("key", ["enter", "y", "Y", "д", "Д", "l"])
async def test_yes_is_said_in_both_alphabets(key: str) -> None:
    assert await answer(confirm, key) is True


@pytest.mark.parametrize("key", ["escape", "n", "N", "т", "Т"])
async def test_no_is_said_in_both_alphabets(key: str) -> None:
    assert await answer(confirm, key) is False


async def test_the_russian_letter_on_the_key_y_is_no_yes() -> None:
    assert await answer(confirm, "н") is OPEN


async def test_names_in_a_question_stand_as_they_are() -> None:
    app = Stage(confirm)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "Удалить игрока 8 [b]x[/]?" in seen(app)
        assert "голосование [отменяется]" in seen(app)


async def test_a_russian_question_shows_no_letter_that_does_not_begin_its_answer() -> None:
    app = Stage(confirm)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "Enter Д да   Esc нет" in seen(app)


async def test_yes_and_no_can_be_clicked() -> None:
    assert await clicked(confirm, " да") is True
    assert await clicked(confirm, "нет") is False


async def test_a_text_is_cleaned_of_what_cannot_be_seen() -> None:
    made = lambda: TextDialog("Заметка", "и\u0306\u200bод\u00ad  два")  # noqa: E731
    assert await answer(made, "enter") == "йод два"


async def test_a_blank_text_is_no_answer() -> None:
    app = Stage(lambda: TextDialog("Заметка"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("space", "enter")
        await pilot.pause()
        assert app.answer is OPEN
        assert "Напишите" in seen(app)
        await pilot.press("ш", "у", "м", "enter")
        await pilot.pause()
    assert app.answer == "шум"


async def test_a_blank_text_answers_where_it_may() -> None:
    assert await answer(lambda: TextDialog("Заметка", blank=True), "enter") == ""


async def test_a_text_is_left_without_an_answer() -> None:
    assert await answer(lambda: TextDialog("Заметка", "старое"), "x", "escape") is None


@pytest.mark.parametrize(
    ("keys", "reason"),
    [
        (("5",), "knocking"),
        (("ғ",), "knocking"),
        (("0",), "voting_order_breach"),
        (("down", "down", "enter"), FOULS[2].id),
        (("n",), None),
        (("т",), None),
        (("escape",), CANCELLED),
        (("e", "с", "м", "е", "х", "enter"), "смех"),
        (("у", "л", "enter"), "л"),
    ],
)
async def test_a_reason_is_picked(keys: tuple[str, ...], reason: object) -> None:
    assert await answer(foul, *keys) == reason


async def test_own_words_that_were_left_lead_back_to_the_list() -> None:
    assert await answer(foul, "e", "escape") is OPEN
    assert await answer(foul, "e", "escape", "1") == "speaking_out_of_turn"


async def test_a_reason_is_clicked() -> None:
    assert await clicked(foul, "стук по столу") == "knocking"
    assert await clicked(foul, "назад") is CANCELLED


async def test_enter_takes_the_first_reason_with_a_digit_not_the_count_of_fouls() -> None:
    assert await answer(lambda: ReasonDialog("Удаление", REMOVALS), "enter") == "non_game_appeal"


async def test_the_preselected_reason_is_taken_with_enter() -> None:
    made = lambda: ReasonDialog("Удаление", REMOVALS, preselected="insult")  # noqa: E731
    assert await answer(made, "enter") == "insult"


async def test_a_reason_is_needed_where_none_is_not_offered() -> None:
    app = Stage(lambda: ReasonDialog("Удаление", REMOVALS, allow_free=False))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("n", "e")
        await pilot.pause()
        assert app.answer is OPEN
        assert "нет" in seen(app)


async def test_the_reason_that_excludes_says_so_and_every_reason_can_be_reached() -> None:
    app = Stage(lambda: ReasonDialog("Удаление", REMOVALS))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        line = next(line for line in lines(app) if "подглядывание" in line)
        assert "исключение из турнира" in line
        await pilot.press("end", "up", "enter")
        await pilot.pause()
    assert app.answer == REMOVALS[-1].id


async def test_reasons_without_digits_of_their_own_count_by_position() -> None:
    bare = tuple(reason for reason in AKTAU.reasons if reason.key is None)
    assert await answer(lambda: ReasonDialog("Фол", bare), "2") == bare[1].id


@pytest.mark.parametrize(
    ("key", "picked"),
    [("7", 7), ("0", 10), ("қ", 10), ("ә", 2), ("comma", 6), ("n", NOBODY), ("т", NOBODY), ("escape", None)],
)
async def test_a_seat_is_picked(key: str, picked: object) -> None:
    assert await answer(seat, key) == picked


async def test_a_seat_is_clicked() -> None:
    assert await clicked(seat, "Сойка") == 3
    assert await clicked(seat, "никого") == NOBODY


async def test_a_seat_that_is_not_offered_is_refused_with_a_word() -> None:
    app = Stage(lambda: SeatDialog("ЛИ", {3: "Сойка"}))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("4")
        await pilot.pause()
        assert app.answer is OPEN
        assert "Строки с клавишей 4 здесь нет" in seen(app)


@pytest.mark.parametrize(
    ("keys", "voters"),
    [
        (("3", "1", "0", "enter"), (1, 3, 10)),
        (("3", "1", "3", "enter"), (1,)),
        (("і", "enter"), (3,)),
        (("space", "down", "space", "enter"), (1, 2)),
        (("a", "enter"), tuple(range(1, 11))),
        (("ф", "Ф", "enter"), ()),
        (("enter",), ()),
        (("3", "escape"), None),
    ],
)
async def test_hands_are_marked_by_seat(keys: tuple[str, ...], voters: object) -> None:
    assert await answer(hands, *keys) == voters


async def test_hands_are_clicked() -> None:
    assert await clicked(hands, "Норд", "Ямб", "принять") == (2, 10)


async def test_the_last_candidate_needs_all_hands_that_are_left() -> None:
    made = lambda: HandsByVoterDialog(7, {1: "Вега", 2: "Норд", 3: "Сойка"}, hands=(2, 2))  # noqa: E731
    app = Stage(made)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("1", "enter")
        await pilot.pause()
        assert app.answer is OPEN
        assert "Нужно ровно 2 места" in seen(app)
        await pilot.press("3", "enter")
        await pilot.pause()
    assert app.answer == (1, 3)


async def test_seats_keep_the_order_in_which_they_were_named() -> None:
    made = lambda: SeatsDialog("Лучший ход", NAMES, count=(0, 3))  # noqa: E731
    assert await answer(made, "9", "5", "7", "2", "enter") == (9, 5, 7)


@pytest.mark.parametrize(
    ("keys", "shown"),
    [
        (("1", "1", "enter"), {5: 1, 7: 1}),
        (("1", "0", "enter"), {5: 1, 7: 10}),
        (("n", "ь", "enter"), {5: None, 7: None}),
        (("1", "enter", "enter"), {5: 1, 7: None}),
        (("1", "backspace", "ә", "5", "enter"), {5: 2, 7: 5}),
        (("3", "1", "1", "enter"), {5: 1, 7: 1}),
        (("1", "1"), OPEN),
        (("1", "escape"), None),
    ],
)
async def test_each_black_shows_a_seat_or_nobody(keys: tuple[str, ...], shown: object) -> None:
    assert await answer(shots, *keys) == shown


async def test_shots_are_clicked() -> None:
    assert await clicked(shots, "Вега", "Норд", "принять") == {5: 1, 7: 2}


@pytest.mark.parametrize(
    ("keys", "event"),
    [
        (("1", "о", "enter"), events.AwardResult("red", "о")),
        (("2", "о", "enter"), events.AwardResult("black", "о")),
        (("3", "о", "enter"), events.AwardResult("draw", "о")),
        (("4", "о", "enter"), events.Void("о")),
        (("1", "escape"), OPEN),
        (("escape",), None),
    ],
)
async def test_another_result_is_given_with_its_reason(keys: tuple[str, ...], event: object) -> None:
    assert await answer(result, *keys) == event


async def test_before_the_deal_the_game_can_only_be_void() -> None:
    assert await answer(lambda: ResultDialog(played(()).game), "1", "о", "enter") == events.Void("о")


async def test_roles_are_typed_with_four_digits() -> None:
    assert await answer(roles, "7", "5", "9", "3", "enter") == events.Roles(DEAL)


async def test_roles_are_clicked() -> None:
    typed = await clicked(roles, "Длинное Имя", "Ива", "Кедр", "Сойка", "принять")
    assert typed == events.Roles(DEAL)


async def test_a_typed_role_is_taken_back_and_no_seat_has_two() -> None:
    assert await answer(roles, "1", "г", "7", "7", "5", "9", "3", "enter") == events.Roles(DEAL)


async def test_roles_that_are_missing_are_named_and_nothing_is_returned() -> None:
    app = Stage(roles)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("7", "5", "enter")
        await pilot.pause()
        assert app.answer is OPEN
        assert "Сейчас: мафия. Не хватает 2 карт." in seen(app)
        await pilot.press("escape")
        await pilot.pause()
    assert app.answer is None


async def test_what_is_typed_of_the_deal_is_hidden_until_it_is_asked_for() -> None:
    def slots(app: Stage) -> str:
        return next(line for line in lines(app) if "дон" in line)

    app = Stage(roles)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("7")
        await pilot.pause()
        assert "7" not in slots(app)
        await pilot.press("к")
        await pilot.pause()
        assert "дон  7" in slots(app)
        await pilot.press("r")
        await pilot.pause()
        assert "7" not in slots(app)


async def test_a_clicked_seat_does_not_stay_lit_in_the_deal() -> None:
    app = Stage(roles)
    async with app.run_test(size=(80, 24)) as pilot:
        await click(pilot, "Кедр")
        assert app.screen.query_one("Marks").highlighted == 0  # type: ignore[attr-defined]


@pytest.mark.parametrize("key", ["escape", "enter", "f1", "question_mark"])
async def test_help_is_read_and_left(key: str) -> None:
    app = Stage(lambda: HelpScreen("речь", [("F А", "фол"), ("0–9", "выставить [место]")]))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "выставить [место]" in seen(app)
        await pilot.press(key)
        await pilot.pause()
    assert app.answer is None


@pytest.mark.parametrize("make", [confirm, foul, seat, hands, shots, result, roles])
async def test_every_dialog_is_whole_at_eighty_by_twenty_four(make: Callable[[], Screen[Any]]) -> None:
    app = Stage(make)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        box = app.screen.query_one(".dialog-box").region
        foot = app.screen.query_one("Foot").region
        assert box.x >= 0 and box.right <= 80 and box.y >= 0 and box.bottom <= 24
        assert foot.bottom <= box.bottom - 1 and foot.height >= 1
        assert "Esc" in seen(app)


async def test_reasons_of_the_other_tournament_can_be_picked_too() -> None:
    other = load("white-nights-2015").reasons_for("foul")
    assert await answer(lambda: ReasonDialog("Фол", other), "enter") == other[0].id


@pytest.mark.parametrize("theme", themes.SHIPPED)
async def test_a_dialog_can_be_worn_in_every_theme_and_the_marked_line_differs(theme: str) -> None:
    app = Stage(foul, theme)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        rows = app.screen.query_one("OptionList")
        marked, plain = (rows.render_line(y) for y in (0, 1))
        assert {segment.style.bgcolor for segment in marked} != {segment.style.bgcolor for segment in plain}
        assert all(segment.style.color != segment.style.bgcolor for segment in marked if segment.text.strip())
