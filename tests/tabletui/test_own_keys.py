"""Keys of one's own: in both alphabets, never two meanings on one screen, and told wherever keys are told."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from shell_stage import running, settle, text
from textual._xterm_parser import XTermParser

from tabletui import keys, own_keys, settings
from tabletui.driver import tell_caps_lock
from tabletui.locale_build import PACKAGE
from tabletui.screens.new_tournament import NewTournamentScreen


def test_every_screen_is_in_the_list_of_what_is_heard_together() -> None:
    for path in (PACKAGE / "screens").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "bindings":
                contexts = {arg.value for arg in node.args if isinstance(arg, ast.Constant)}
                assert any(contexts <= set(together) for together in own_keys.TOGETHER), (path, contexts)


@pytest.mark.parametrize(
    ("chosen", "why"),
    [
        ({"table.foul": "x"}, own_keys.CLASH),  # removal
        ({"table.foul": "ч"}, own_keys.CLASH),  # the Cyrillic twin of the same key
        ({"table.note": "shift+f"}, own_keys.CLASH),  # a foul with its reason
        ({"table.note": "ctrl+q"}, own_keys.CLASH),  # leaves from everywhere
        ({"table.note": "ctrl+й"}, own_keys.CLASH),
        ({"table.note": "U"}, own_keys.CLASH),  # redo
        ({"table.note": "5"}, own_keys.CLASH),
        ({"table.note": "ә"}, own_keys.CLASH),  # the 2 of the Kazakh layout
        ({"table.note": "no such key"}, own_keys.NO_KEY),
        ({"table.note": ""}, own_keys.NO_KEY),
        ({"table.no_such": "k"}, own_keys.NO_ACTION),
    ],
)  # fmt: skip
def test_a_key_that_cannot_be_had_is_refused_with_its_reason(chosen: dict[str, str], why: str) -> None:
    own, refused = own_keys.checked(chosen)
    assert own == {} and [one.why for one in refused] == [why]
    assert "{" not in refused[0].sentence()


def test_two_actions_may_change_their_keys_and_others_are_left_alone() -> None:
    own, refused = own_keys.checked({"table.foul": "x", "table.remove": "f", "start.sound": "п,h"})
    assert [one.id for one in refused] == ["start.sound"], "G is the one-off game"
    assert own == {"table.foul": "x", "table.remove": "f"}
    heard = own_keys.heard({"table.foul": "x", "table.remove": "f"})
    assert heard["table.foul"].split(",") == ["x", "ч", "X", "Ч"]
    assert heard["table.remove"].split(",") == ["f", "а"], "the capital is the foul with its reason"


async def test_own_keys_stand_in_the_foot_the_list_and_the_help(tmp_path: Path) -> None:
    (tmp_path / settings.NAME).write_text('[keys]\n"start.new_tournament" = "z"\n', "utf-8")
    async with running(tmp_path) as pilot:
        await settle(pilot)
        assert "Z   Новый турнир" in text(pilot)
        await pilot.press("f1")
        await pilot.pause()
        assert "Z Я" in text(pilot)
    keys.use_own({})


async def test_a_key_is_changed_on_the_screen_and_works_at_once(tmp_path: Path) -> None:
    async with running(tmp_path) as pilot:
        await pilot.press("f2", *["down"] * 5, "enter")
        await pilot.pause()
        listed = pilot.app.screen
        at = next(n for n, row in enumerate(listed._rows) if row and row.id == "start.new_tournament")  # type: ignore[attr-defined]
        listed.query_one("Rows").move_to(at)  # type: ignore[attr-defined]
        await pilot.press("enter", "g")  # the one-off game
        await pilot.pause()
        assert "разовая игра" in text(pilot) and "не взята" in text(pilot)
        await pilot.press("я")
        await pilot.pause()
        assert "*  Z Я" in text(pilot)
        assert settings.read(tmp_path).keys == {"start.new_tournament": "z"}
        await pilot.press("escape", "escape", "z")
        await pilot.pause()
        assert isinstance(pilot.app.screen, NewTournamentScreen)
    keys.use_own({})


async def test_a_clash_in_the_file_is_told_with_its_line(tmp_path: Path) -> None:
    (tmp_path / settings.NAME).write_text('[keys]\n"table.foul" = "x"\n', "utf-8")
    async with running(tmp_path) as pilot:
        await settle(pilot)
        assert 'settings.toml, строка 2, "table.foul": X' in text(pilot)
        await pilot.press("f2")
        await pilot.pause()
        assert "Не так, как написано" in text(pilot)


# --- what terminals with the kitty keyboard protocol send ------------------------------------------------


def sent(sequence: str) -> list[tuple[str, str | None]]:
    tell_caps_lock()
    return [(event.key, event.character) for event in XTermParser(False).feed(sequence)]  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("sequence", "key", "character"),
    [
        ("\x1b[1103;5u", "ctrl+я", None),  # Ctrl+Z under the Russian layout
        ("\x1b[1103;69u", "ctrl+я", None),  # … under Caps Lock
        ("\x1b[1081;5u", "ctrl+й", None),
        ("\x1b[102;;102u", "f", "f"),
        ("\x1b[102;2;70u", "F", "F"),  # Shift+F
        ("\x1b[102;65;70u", "f", "F"),  # F under Caps Lock: the plain key, and a capital where one types
        ("\x1b[102;66;102u", "F", "f"),  # Shift+F under Caps Lock
        ("\x1b[1072;65;1040u", "а", "А"),
        ("\x1b[117;193;85u", "u", "U"),  # Num Lock as well
        ("\x1b[53;65;53u", "5", "5"),
    ],
)
def test_a_terminal_that_tells_modifiers_tells_caps_lock_from_shift(
    sequence: str, key: str, character: str | None
) -> None:
    assert sent(sequence) == [(key, character)]


@pytest.mark.parametrize("key", ["ctrl+z", "ctrl+y", "ctrl+q", "ctrl+p", "ctrl+s", "ctrl+r", "ctrl+t"])
def test_a_control_letter_is_bound_as_every_layout_sends_it(key: str) -> None:
    twin = keys.variants(key).split(",")[1].removeprefix("ctrl+")
    assert sent(f"\x1b[{ord(twin)};5u")[0][0] in keys.variants(key).split(",")
