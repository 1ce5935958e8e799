"""The board as a widget: many tables, many rounds, times of the schedule, a small terminal."""

from __future__ import annotations

import pytest
from textual.app import App, ComposeResult

from rules.regulation import load
from storage.slots import Slot
from tabletui import themes
from tabletui.board import FREE, OFFICIAL, Place, Round, round_time
from tabletui.widgets.rounds import RoundsBoard


def rounds(count: int, tables: int) -> tuple[Round, ...]:
    return tuple(
        Round(
            "s",
            number,
            f"случайная рассадка · тур {number}",
            tuple(Place(Slot("s", number, t), OFFICIAL if t % 2 else FREE) for t in range(1, tables + 1)),
            "д1 13:00",
        )
        for number in range(1, count + 1)
    )


class Board(App[None]):
    def __init__(self, shown: tuple[Round, ...]) -> None:
        super().__init__()
        self._shown = shown

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return dict.fromkeys(themes.VARIABLES, "#808080")

    def compose(self) -> ComposeResult:
        yield RoundsBoard("стол")

    def on_mount(self) -> None:
        board = self.query_one(RoundsBoard)
        board.show(self._shown)
        board.focus()


def lines(app: App[None]) -> list[str]:
    return [strip.text.rstrip() for strip in app.screen._compositor.render_strips()]


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
async def test_the_cursor_reaches_the_last_of_a_hundred_tables_and_rounds_and_is_seen(
    size: tuple[int, int],
) -> None:
    app = Board(rounds(100, 100))
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        assert "›" in lines(app)[0] and "‹" not in lines(app)[0]
        board = app.query_one(RoundsBoard)
        for _step in range(99):
            board.action_move(1, 1)
        await pilot.pause()
        assert board.place is not None and board.place.slot == Slot("s", 100, 100)
        shown = lines(app)
        assert shown[0].endswith("100") and "‹" in shown[0]
        assert "тур 100" in shown[-1] and "[·]" in shown[-1]
        await pilot.resize_terminal(50, 15)
        await pilot.pause()
        assert "[·]" in lines(app)[-1]


@pytest.mark.parametrize("size", [(60, 20), (80, 24)])
async def test_a_click_picks_the_table_under_it_also_where_tables_are_scrolled(size: tuple[int, int]) -> None:
    app = Board(rounds(3, 40))
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        board = app.query_one(RoundsBoard)
        for _step in range(39):
            board.action_move(0, 1)
        await pilot.pause()
        column = lines(app)[0].index("38")
        await pilot.click(RoundsBoard, offset=(column, 2))
        assert board.place is not None and board.place.slot == Slot("s", 2, 38)


async def test_names_give_way_to_the_tables_and_times_stand_beside_the_rounds() -> None:
    app = Board(rounds(3, 7))
    async with app.run_test(size=(60, 20)) as pilot:
        await pilot.pause()
        shown = lines(app)
        assert "…" in shown[1] and "тур 1" in shown[1] and "д1 13:00" in shown[1]
        assert shown[0].rstrip().endswith("7") and "›" not in shown[0]


def test_a_round_has_the_time_of_the_schedule_and_the_day_where_there_are_several() -> None:
    regulation = load("white-nights-2015")
    assert "13:00" in round_time(regulation, "random", 1) and "17:00" in round_time(regulation, "swiss", 5)
    assert round_time(regulation, "random", 1) != round_time(regulation, "swiss", 1)
    assert round_time(load("fiim-base"), "random", 1) == ""
