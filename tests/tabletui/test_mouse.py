"""Whatever has a key can be clicked: every word of every foot, every seat, every cell of the board."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from all_screens import SCENES, TOURNAMENT, Hall, Scene, hall

from tabletui.keys import rows
from tabletui.screens.dialogs.foot import Foot as DialogFoot
from tabletui.widgets.frame import PRESS, Foot
from tabletui.widgets.lines import Lines
from tabletui.widgets.rounds import CELL, RoundsBoard

BY_NAME = {scene.name: scene for scene in SCENES}
FEET = (
    "start", "tournament", "players", "draw", "decisions", "seating", "record", "standings", "awards", "card",
    "preferences", "keys", "new-tournament", "regulation", "evening-empty",
)  # fmt: skip
TABLES = ("table-deal", "table-speech", "table-ballot", "table-shooting", "table-last-word", "table-over")
DIALOGS = ("log", "leave", "note", "shots", "protocol", "cards", "result")


def scenes(*names: str) -> dict[str, list[Scene]]:
    """By the folder they need."""
    found: dict[str, list[Scene]] = {}
    for name in names:
        scene = BY_NAME[name]
        found.setdefault(
            "sample" if scene.place in ("sample", "standings", TOURNAMENT) else "empty", []
        ).append(scene)
    return found


def spots(stage: Hall, widget: Any, meta: str) -> dict[str, tuple[int, int]]:
    """Where each action of a widget stands on the screen."""
    found: dict[str, tuple[int, int]] = {}
    region = widget.region
    strips = stage.app.screen._compositor.render_strips()
    for y in range(region.y, region.bottom):
        x = 0
        for segment in strips[y]:
            action = segment.style.meta.get(meta) if segment.style is not None else None
            if isinstance(action, str) and region.x <= x < region.right:
                found.setdefault(action, (x, y))
            x += segment.cell_length
    return found


async def pressed(stage: Hall, target: Any, at: dict[str, tuple[int, int]]) -> list[str]:
    """What is asked for when each of these spots is clicked."""
    asked: list[str] = []

    async def noted(action: str, *_more: object) -> bool:
        asked.append(action)
        return True

    target.run_action = noted
    for x, y in at.values():
        await stage.pilot.click(offset=(x, y))
        await stage.pilot.pause()
    del target.run_action
    return asked


async def visit(*names: str) -> list[str]:
    """Complaints about the feet of these scenes."""
    wrong = []
    for place, found in scenes(*names).items():
        async with hall(place, "ru") as stage:
            for scene in found:
                await stage.show(scene)
                foot = stage.app.screen.query_one(Foot)
                at = spots(stage, foot, PRESS)
                expected = [
                    f"app.{row.action}" if row.context == "app" else f"screen.{row.action}"
                    for row in rows(*foot._contexts)
                    if row.foot
                ]
                ordered = [context_action for context_action in expected if context_action in at]
                if set(expected) - set(at) or sorted(await pressed(stage, foot, at)) != sorted(ordered):
                    wrong.append(f"{scene.name}: {set(expected) - set(at)}")
    return wrong


def test_every_word_of_every_foot_can_be_clicked() -> None:
    assert asyncio.run(visit(*FEET)) == []


@pytest.mark.parametrize("name", TABLES)
async def test_every_key_of_the_table_and_every_seat_can_be_clicked(name: str) -> None:
    async with hall("empty", "ru") as stage:
        await stage.show(BY_NAME[name])
        table: Any = stage.app.screen
        at = {}
        for widget in table.query(Lines):
            for y, row in enumerate(widget.rows):
                x = 0
                for span in row:
                    if span.press:
                        at.setdefault(span.press, (widget.region.x + x, widget.region.y + y))
                    x += len(span.text)
        assert {f"digit({seat % 10})" for seat in range(1, 11)} <= set(at)
        told = {action for _key, _words, action in table.found_items() if action}
        shown = {span.press for line in table.board.foot for span in line if span.press}
        assert shown <= told | {"help"} and len(shown) >= 5
        assert await pressed(stage, table, at) == list(at)


@pytest.mark.parametrize("name", DIALOGS)
async def test_every_hint_of_a_dialog_can_be_clicked(name: str) -> None:
    async with hall("empty", "ru") as stage:
        await stage.show(BY_NAME[name])
        foot = stage.app.screen.query(DialogFoot).last()
        at = spots(stage, foot, "@click")
        assert at, "there is something to click"
        for action, (x, y) in at.items():
            asked: list[str] = []

            async def noted(found: str, *_more: object, asked: list[str] = asked) -> bool:
                asked.append(found if isinstance(found, str) else ".".join(found[:2]))
                return True

            stage.app.run_action = noted  # type: ignore[method-assign,assignment]
            await stage.pilot.click(offset=(x, y))
            await stage.pilot.pause()
            del stage.app.run_action
            assert asked and action.rpartition(".")[2].partition("(")[0] in asked[0], (action, asked)


async def test_every_cell_of_the_board_can_be_clicked() -> None:
    async with hall("sample", "ru") as stage:
        await stage.show(BY_NAME["tournament"])
        board = stage.app.screen.query_one(RoundsBoard)
        chosen: list[object] = []
        board.action_choose = lambda: chosen.append(board.place)  # type: ignore[method-assign,assignment]
        names, times = board._widths
        wanted = []
        for row, one in enumerate(board._rounds):
            for column, place in enumerate(one.places):
                x = board.region.x + 1 + names + times + column * CELL + CELL // 2
                y = board.region.y + 1 + row
                if y >= board.region.bottom:
                    continue
                await stage.pilot.click(offset=(x, y))
                await stage.pilot.pause()
                wanted.append(place)
        assert chosen == wanted and len(wanted) > 40
