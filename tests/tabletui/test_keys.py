"""One key cap is one key, whatever the layout and Caps Lock make of it."""

from __future__ import annotations

import pytest

from tabletui import keys

# What the keys of a Russian keyboard print, cap by cap, typed by hand from a keyboard, not from the code.
LATIN = "NFXPCWMUTRLESAQGOIDZ"
CYRILLIC = "ТАЧЗСЦЬГЕКДУЫФЙПЩШВЯ"


@pytest.mark.parametrize(("latin", "cyrillic"), list(zip(LATIN, CYRILLIC, strict=True)))
def test_a_letter_is_heard_in_both_alphabets_and_with_caps_lock(latin: str, cyrillic: str) -> None:
    heard = keys.variants(latin.lower()).split(",")
    assert heard == [latin.lower(), cyrillic.lower(), latin, cyrillic]


def test_control_letters_are_heard_as_the_kitty_protocol_reports_them() -> None:
    assert keys.variants("ctrl+q") == "ctrl+q,ctrl+й"
    assert keys.variants("u,backspace,ctrl+z").split(",") == [
        "u", "г", "U", "Г", "backspace", "ctrl+z", "ctrl+я"
    ]  # fmt: skip


def test_the_digit_row_of_the_kazakh_layout_counts_by_position() -> None:
    row = ["quotation_mark", "ә", "і", "ң", "ғ", "comma", "full_stop", "ү", "ұ", "қ"]
    for digit, sent in zip("1234567890", row, strict=True):
        assert sent in keys.variants(digit).split(",")


def test_a_capital_with_a_meaning_of_its_own_is_not_the_small_letter() -> None:
    by_action = {row.action: keys.keys_of(row).split(",") for row in keys.rows("table")}
    assert by_action["foul"] == ["f", "а"]
    assert by_action["foul_reason"][:2] == ["F", "А"]
    assert "U" in by_action["redo"] and "U" not in by_action["undo"]


@pytest.mark.parametrize(
    "together",
    [("app", "table"), ("app", "dialog"), ("app", "start"), ("app", "screen", "tournament"),
     ("app", "screen", "board", "tournament"), ("app", "screen", "seating", "club"), ("app", "leaf", "form"),
     ("app", "screen", "form", "new_tournament", "choice"), ("app", "screen", "standings"),
     ("app", "screen", "players"), ("app", "protocol"), ("app", "dialog", "pick"),
     ("app", "dialog", "confirm"), ("app", "dialog", "hands"), ("app", "dialog", "shots"),
     ("app", "dialog", "log"), ("app", "leaf", "record"), ("app", "screen", "list", "evening"),
     ("app", "screen", "draw"), ("app", "screen", "list", "cut"),
     ("app", "screen", "list", "decisions")],
)  # fmt: skip
def test_no_key_means_two_things_on_one_screen(together: tuple[str, ...]) -> None:
    meanings: dict[str, str] = {}
    for row in keys.rows(*together):
        for key in keys.keys_of(row).split(","):
            assert meanings.setdefault(key, row.id) == row.id, key


def test_no_action_hangs_on_a_punctuation_key_alone() -> None:
    punctuation = {"question_mark", "plus", "equals_sign", "minus", "comma", "full_stop", "slash"}
    for row in keys.KEYS:
        assert not set(row.keys.split(",")) <= punctuation or row.action == "clock_add(30)", row.id


def test_the_table_has_the_keys_of_the_design_and_those_it_left_open() -> None:
    left_open = {"b", "d", "v", "y", "escape"}  # by name, deal, result, replacement, an entry given up
    expected = left_open | {
        "enter", "space", "f", "shift+f", "x", "p", "c", "w", "m", "n", "u", "backspace", "ctrl+z",
        "shift+u", "ctrl+y", "up", "down", "plus", "equals_sign", "t", "r", "l", "e", "s", "a",
        "question_mark", "f1", "f2", "ctrl+p", "ctrl+q", *"0123456789",
    }  # fmt: skip
    assert {key for row in keys.rows("app", "table") for key in row.keys.split(",")} == expected


def test_caps_lock_is_noticed_from_letters_whose_capital_means_nothing() -> None:
    assert keys.caps_lock(False, "Т")
    assert not keys.caps_lock(True, "x")
    assert keys.caps_lock(True, "f") and not keys.caps_lock(False, "F")
    assert not keys.caps_lock(False, "4")


def test_help_names_a_key_in_both_alphabets_and_the_digits_once() -> None:
    lines = dict(keys.help_lines("table"))
    assert "0–9" in lines and "F А" in lines and "Shift+F" in lines
