"""The list of all actions: every key of the screen that means something now, in the language in use."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from all_screens import SCENES, Hall, hall

from tabletui.keys import rows
from tabletui.screens.actions import ActionsScreen, actions_of
from tabletui.text import _

UNDER_WAY = {"draw.stop", "draw.swap", "draw.redraw", "draw.publish", "draw.proof"}
"""Of a draw that runs or is there; the scene has none yet."""
BY_NAME = {scene.name: scene for scene in SCENES}


def listed(stage: Hall) -> set[str]:
    return {row.id for row, _node in actions_of(stage.app)}


@pytest.mark.parametrize(
    ("scene", "context"),
    [("tournament", "tournament"), ("players", "players"), ("standings", "standings"), ("draw", "draw"),
     ("decisions", "decisions"), ("seating", "seating"), ("start", "start")],
)  # fmt: skip
def test_every_action_of_a_screen_is_listed(scene: str, context: str) -> None:
    async def look() -> set[str]:
        async with hall("sample", "ru") as stage:
            await stage.show(BY_NAME[scene])
            return listed(stage)

    found = asyncio.run(look())
    assert {row.id for row in rows(context)} - UNDER_WAY <= found
    assert {"app.leave", "app.settings"} <= found


async def test_at_the_table_only_what_the_step_takes_is_listed() -> None:
    async with hall("empty", "ru") as stage:
        await stage.show(BY_NAME["table-speech"])
        speech = listed(stage)
        assert {"table.foul", "table.foul_reason", "table.withdraw", "table.clock_add(5)"} <= speech
        assert not {"table.miss", "table.none", "table.deal", "table.by_name", "table.redo"} & speech
        await stage.show(BY_NAME["table-shooting"])
        night = listed(stage)
        assert {"table.miss", "table.by_name"} <= night
        assert not {"table.withdraw", "table.clock", "table.clock_restart"} & night
        table: Any = stage.app.screen
        told = {action for _keys, _words, action in table.found_items() if action}
        assert told <= {row.action for row, _node in actions_of(stage.app)}


async def test_an_action_is_found_by_its_word_and_done() -> None:
    async with hall("empty", "ru") as stage:
        await stage.show(BY_NAME["table-speech"])
        table: Any = stage.app.screen
        await stage.pilot.press("ctrl+p")
        await stage.settle()
        assert isinstance(stage.app.screen, ActionsScreen)
        words = {_(row.text) for row in rows("table")}
        shown = "\n".join(stage.lines())
        assert sum(word in shown for word in words) > 5
        await stage.pilot.press(*"роли", "enter")
        await stage.settle()
        assert stage.app.screen is table and table.secrets
