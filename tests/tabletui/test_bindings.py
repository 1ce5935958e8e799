"""Each key, as each layout sends it, does the one thing that the table of keys says."""

from __future__ import annotations

import re

import pytest
from textual import events
from textual.app import App, ComposeResult
from textual.keys import key_to_character
from textual.screen import Screen
from textual.widgets import Static

from tabletui import keys

CONTEXTS = tuple(dict.fromkeys(row.context for row in keys.KEYS if row.context != "app"))


def stage(context: str, done: list[str]) -> App[None]:
    """An app whose only screen has the bindings of a context and notes which action it is asked for."""

    def noting(action: str) -> object:
        def note(_self: object, first: object = None, second: object = None) -> None:
            values = ", ".join(str(value) for value in (first, second) if value is not None)
            done.append(f"{action}({values})" if values else action)

        return note

    names = {re.sub(r"\(.*", "", row.action) for row in keys.rows(context)}
    screen = type(
        "Noting",
        (Screen,),
        {"BINDINGS": keys.bindings(context), **{f"action_{name}": noting(name) for name in names}},
    )

    class Stage(App[None]):
        ENABLE_COMMAND_PALETTE = False

        def compose(self) -> ComposeResult:
            yield Static()

        def on_mount(self) -> None:
            self.push_screen(screen())

    return Stage()


@pytest.mark.parametrize("context", CONTEXTS)
async def test_every_variant_of_a_key_does_the_same(context: str) -> None:
    done: list[str] = []
    app = stage(context, done)
    async with app.run_test() as pilot:
        await pilot.pause()
        pressed = [(key, row.action) for row in keys.rows(context) for key in keys.keys_of(row).split(",")]
        expected = [action for _key, action in pressed]
        for key, _action in pressed:
            app.post_message(events.Key(key, key_to_character(key)))
        await pilot.pause()
    assert done == expected
