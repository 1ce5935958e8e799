"""Every key of the program in one table, in both alphabets of a key cap.

A binding is written once with its Latin key; `variants` adds what the same key sends under the Russian
and the Kazakh layout and with Caps Lock, so that nobody has to switch the layout at the table. The
bindings, the line of keys at the foot of a screen, the help and the README's list come from this table.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING

from tabletui.key_table import KEYS, Key
from tabletui.text import N_, _

if TYPE_CHECKING:
    from textual.binding import Binding

__all__ = [
    "KEYS",
    "Key",
    "bindings",
    "caps_lock",
    "help_lines",
    "keys_of",
    "label",
    "latin",
    "markdown",
    "rows",
    "shown",
    "use_own",
    "variants",
]

_LATIN = "qwertyuiopasdfghjklzxcvbnm"
_CYRILLIC = "йцукенгшщзфывапролдячсмить"
_TWIN = dict(zip(_LATIN, _CYRILLIC, strict=True))

# The Kazakh layout has no digits in its upper row; its letters count by their place. The names of the
# punctuation keys are Textual's.
_KAZAKH = {
    "1": ("quotation_mark",),
    "2": ("ә", "Ә"),
    "3": ("і", "І"),
    "4": ("ң", "Ң"),
    "5": ("ғ", "Ғ"),
    "6": ("comma",),
    "7": ("full_stop",),
    "8": ("ү", "Ү"),
    "9": ("ұ", "Ұ"),
    "0": ("қ", "Қ"),
    "minus": ("ө", "Ө"),
    "equals_sign": ("һ",),
    "plus": ("Һ",),
}


def variants(keys: str, *, caps: bool = True) -> str:
    """All that a key may arrive as, separated by commas: "n" gives "n,т,N,Т".

    `keys` is one Latin key or several separated by commas, in Textual's names. "shift+f" gives the
    capitals, which is what a terminal sends for it. `caps=False` leaves the capitals out: for a letter
    whose capital has a meaning of its own.
    """
    found = [one for key in keys.split(",") for one in _variants(key.strip(), caps)]
    return ",".join(dict.fromkeys(found))


def _variants(key: str, caps: bool) -> Iterator[str]:
    modifier, _plus, letter = key.rpartition("+")
    twin = _TWIN.get(letter)
    if not modifier:
        yield key
        if twin:
            yield twin
            if caps:
                yield letter.upper()
                yield twin.upper()
        yield from _KAZAKH.get(key, ())
    elif modifier == "shift" and twin:
        yield letter.upper()
        yield twin.upper()
        yield key
        yield f"shift+{twin}"
    else:
        yield key
        if twin:  # the kitty keyboard protocol reports the letter of the layout with its modifier
            yield f"{modifier}+{twin}"


@cache
def rows(*contexts: str) -> tuple[Key, ...]:
    """The rows of these kinds of screen, in the order of the table."""
    return tuple(row for row in KEYS if row.context in contexts)


@cache
def _capitals(context: str) -> frozenset[str]:
    """The letters whose capital has a meaning of its own in a context."""
    shifted = (key for row in rows(context) for key in row.keys.split(","))
    return frozenset(key.removeprefix("shift+") for key in shifted if key.startswith("shift+"))


def keys_of(row: Key) -> str:
    """Everything that triggers a row, separated by commas."""
    own = _capitals(row.context)
    return ",".join(variants(key, caps=key not in own) for key in row.keys.split(","))


def bindings(*contexts: str) -> list[Binding]:
    """The bindings of these kinds of screen; their descriptions are msgids, translated when drawn."""
    from textual.binding import Binding

    return [
        Binding(keys_of(row), row.action, row.text, show=bool(row.foot), priority=row.priority, id=row.id)
        for row in rows(*contexts)
    ]


_own: Mapping[str, str] = {}


def use_own(keys: Mapping[str, str]) -> None:
    """The user's own keys by the id of an action: from now on they stand in feet, help and palette."""
    global _own
    _own = dict(keys)


def shown(row: Key) -> tuple[str, ...]:
    """The Latin keys of a row as they are told to the user, the nearest first."""
    return tuple(_own.get(row.id, row.keys).split(","))


def latin(key: str) -> str:
    """A key as the table writes it: "п" is "g", "G" is "shift+g", "Ctrl+Я" is "ctrl+z"."""
    modifier, _plus, plain = key.rpartition("+")
    twins = {twin: letter for letter, twin in _TWIN.items()}
    small = plain.lower()
    if not modifier and len(plain) == 1 and plain.isalpha() and plain.isupper():
        modifier = "shift"
    small = twins.get(small, small)
    return f"{modifier.lower()}+{small}" if modifier else small


_LABELS = {
    "space": N_("Space"),
    "enter": "Enter",
    "escape": "Esc",
    "backspace": "Backspace",
    "delete": "Delete",
    "up": "↑",
    "down": "↓",
    "plus": "+",
    "equals_sign": "=",
    "question_mark": "?",
    "tab": "Tab",
    "left": "←",
    "right": "→",
    "pageup": "PgUp",
    "pagedown": "PgDn",
    "home": "Home",
    "end": "End",
}


def label(key: str, *, twin: bool = False) -> str:
    """A key as it is written for people: "shift+f" is "Shift+F"; with its Cyrillic twin, "Shift+F А"."""
    modifier, _plus, plain = key.rpartition("+")
    shown = _(_LABELS[plain]) if plain in _LABELS else plain.upper()
    if twin and not modifier and plain in _TWIN:
        shown += f" {_TWIN[plain].upper()}"
    return f"{modifier.title()}+{shown}" if modifier else shown


def help_lines(*contexts: str) -> list[tuple[str, str]]:
    """Keys and what they do, in the language in use; the digits are one line."""
    lines: list[tuple[str, str]] = []
    for row in (row for context in contexts for row in rows(context)):
        if row.action.startswith("digit("):
            if row.action == "digit(0)":
                lines.append(("0–9", _(row.text)))
            continue
        lines.append((", ".join(label(key, twin=True) for key in shown(row)), _(row.text)))
    return lines


def markdown(*contexts: str) -> str:
    """The list of keys for a text that people read outside the program."""
    lines = ["| keys | what they do |", "|---|---|"]
    lines += [f"| {keys} | {words} |" for keys, words in help_lines(*contexts)]
    return "\n".join(lines) + "\n"


def caps_lock(before: bool, key: str, context: str = "table") -> bool:
    """Whether Caps Lock seems to be on after `key` came in, given what seemed so before.

    A terminal does not tell. Only letters whose capital means nothing of its own are evidence.
    """
    known = set(_TWIN) | set(_TWIN.values())
    if len(key) != 1 or key.lower() not in known:
        return before
    own = _capitals(context)
    if key.lower() in own or key.lower() in {_TWIN[letter] for letter in own}:
        return before
    return key.isupper()
