"""Lines that come faster than the screen can follow stay apart and in order."""

from __future__ import annotations

from textual import events
from textual.app import App, ComposeResult
from textual.widgets import Input

from tabletui.widgets.form import QuickField


class Form(App[None]):
    def compose(self) -> ComposeResult:
        for name in "abcd":
            yield QuickField(id=name)


async def test_a_burst_of_lines_ends_up_in_the_fields_it_was_typed_for() -> None:
    async with Form().run_test() as pilot:
        pilot.app.query_one("#a", Input).focus()
        await pilot.pause()
        for letter in "one\ntwo 2\nthree\nfour":
            key = "enter" if letter == "\n" else "space" if letter == " " else letter
            # Without a pause: all of them wait at the first field before it hears the first.
            pilot.app.post_message(events.Key(key, None if key == "enter" else letter))
        await pilot.pause(0.3)
        assert [field.value for field in pilot.app.query(Input)] == ["one", "two 2", "three", "four"]
