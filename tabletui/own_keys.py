"""The user's own keys, held against the table of keys: a key that means two things on one screen is refused.

Both alphabets count: who gives an action "g" gives it the Cyrillic twin too, and a clash with either is told.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules.record import record
from tabletui.key_table import KEYS, Key
from tabletui.keys import label, latin, variants
from tabletui.text import N_, _

TOGETHER: tuple[tuple[str, ...], ...] = (
    ("app", "table"),
    ("app", "start", "screen", "list"),
    ("app", "tournament", "screen", "board"),
    ("app", "screen", "seating", "club", "list", "choice"),
    ("app", "screen", "form", "new_tournament", "choice"),
    ("app", "leaf", "form", "choice"),
    ("app", "screen", "standings", "list"),
    ("app", "screen", "players", "list"),
    ("app", "screen", "evening", "list"),
    ("app", "screen", "draw"),
    ("app", "screen", "cut", "list"),
    ("app", "screen", "decisions", "list"),
    ("app", "unreadable", "leaf"),
    ("app", "conflict", "leaf"),
    ("app", "screen", "settings"),
    ("app", "screen", "own_keys"),
    ("app", "leaf", "record", "list"),
    ("app", "protocol"),
    ("app", "dialog", "pick"),
    ("app", "dialog", "confirm"),
    ("app", "dialog", "hands"),
    ("app", "dialog", "shots"),
    ("app", "dialog", "log"),
    ("app", "dialog", "cards"),
    ("app", "dialog", "typed_deal"),
)
"""The kinds of key that are heard on one screen; a test reads the screens against it."""

CLASH = N_("{key} is “{other}” on the same screen; the key is not used")
NO_KEY = N_("there is no key {key}; the key is not used")
NO_ACTION = N_("there is no such action; the key is not used")

_NAMED = {
    *[
        "enter",
        "space",
        "tab",
        "escape",
        "backspace",
        "delete",
        "insert",
        "up",
        "down",
        "left",
        "right",
        "home",
        "end",
        "pageup",
        "pagedown",
        "plus",
        "minus",
        "equals_sign",
        "question_mark",
        "comma",
        "full_stop",
        "slash",
        "backslash",
        "semicolon",
        "apostrophe",
        "grave_accent",
        "left_square_bracket",
        "right_square_bracket",
        "asterisk",
    ],
    *(f"f{number}" for number in range(1, 25)),
}


@record
class Refused:
    """An own key that is not used. why: a msgid; key, other: msgids or texts that it tells of."""

    id: str
    why: str
    key: str = ""
    other: str = ""

    def sentence(self) -> str:
        """In the language in use."""
        return _(self.why).format(key=label(self.key) if self.key else "", other=_(self.other))


def checked(chosen: Mapping[str, str]) -> tuple[dict[str, str], list[Refused]]:
    """The own keys that can be used, as Latin keys by action, and those that cannot."""
    by_id = {row.id: row for row in KEYS}
    own: dict[str, str] = {}
    refused: list[Refused] = []
    for id, typed in chosen.items():
        keys = [latin(key.strip()) for key in typed.split(",") if key.strip()]
        wrong = next((key for key in keys if not is_key(key)), None)
        if id not in by_id:
            refused.append(Refused(id, NO_ACTION))
        elif wrong is not None or not keys:
            refused.append(Refused(id, NO_KEY, wrong or typed))
        else:
            own[id] = ",".join(keys)
    while clash := next(_clashes(own), None):
        refused.append(clash)
        del own[clash.id]
    return own, refused


def is_key(key: str) -> bool:
    """Whether a terminal can send such a key, in Textual's names."""
    *modifiers, plain = key.split("+")
    letter = len(plain) == 1 and plain.isalnum()
    return set(modifiers) <= {"ctrl", "shift", "alt"} and (letter or plain in _NAMED)


def heard(own: Mapping[str, str]) -> dict[str, str]:
    """Everything that triggers each of these actions, for Textual's keymap."""
    return {row.id: ",".join(_arriving(row, own)) for row in KEYS if row.id in own}


def _arriving(row: Key, own: Mapping[str, str]) -> list[str]:
    capitals = {
        key.removeprefix("shift+")
        for one in KEYS
        if one.context == row.context
        for key in own.get(one.id, one.keys).split(",")
        if key.startswith("shift+")
    }
    keys = own.get(row.id, row.keys).split(",")
    return [one for key in keys for one in variants(key, caps=key not in capitals).split(",")]


def _clashes(own: Mapping[str, str]) -> Iterator[Refused]:
    if not own:
        return
    own_contexts = {id.partition(".")[0] for id in own}
    for together in TOGETHER:
        if not own_contexts & set(together):
            continue
        meant: dict[str, Key] = {}
        for row in sorted((row for row in KEYS if row.context in together), key=lambda row: row.id in own):
            for key in _arriving(row, own):
                other = meant.setdefault(key, row)
                if other is not row and row.id in own:
                    yield Refused(row.id, CLASH, own[row.id].split(",")[0], other.text)
