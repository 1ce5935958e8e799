"""Where a key stands in the text of a TOML file: tomllib gives values without places.

Only for text that tomllib has read: the scanner follows structure and checks nothing.
"""

from __future__ import annotations

import re

from rules.regulation.errors import Place, printable

_BLANK = re.compile(r"(?:[ \t\r\n]+|#[^\n]*)*")
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_WORD = re.compile(r"[^,\]}#\n]*")
_STRING = re.compile(
    r'"""(?:[^\\]|\\.)*?"{3,5}(?!")' r"|'''.*?'{3,5}(?!')" r'|"(?:[^"\\\n]|\\.)*"' r"|'[^'\n]*'",
    re.DOTALL,
)
_AT = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")


def lines_of(text: str) -> dict[Place, int]:
    """The first line, counted from 1, of every table, array item and key of the text."""
    return _Scan(text).lines


def line_of(lines: dict[Place, int], place: Place) -> int:
    """The line of the value at this place, else of the nearest table or array around it; else 1."""
    return next((lines[place[:n]] for n in range(len(place), 0, -1) if place[:n] in lines), 1)


def syntax_error(text: str, message: str) -> tuple[int, str]:
    """The line of tomllib's message, and the message as a half sentence."""
    at = _AT.search(message)
    what = printable(message[: at.start()] if at else message)
    what = what[:1].lower() + what[1:]
    if at is None:
        return 1, what
    if at[1] is None:
        return text.count("\n") + (not text.endswith("\n")) or 1, f"{what} at the end of the file"
    return int(at[1]), f"{what} at column {at[2]}"


class _Scan:
    """One walk through the text, noting the lines on the way."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.lines: dict[Place, int] = {}
        self.counts: dict[Place, int] = {}
        self._counted_to = (0, 1)
        table: Place = ()
        while self.skip() < len(text):
            if text.startswith("[[", self.at):
                table = self.array_item(self.keys(2))
            elif text[self.at] == "[":
                table = self.last_item(self.keys(1))
                self.mark(table)
            else:
                place = table + self.keys(0)
                self.mark(place)
                self.at += 1
                self.value(place)

    def skip(self) -> int:
        """Past blanks, line ends and comments."""
        self.at = self.matched(_BLANK)
        return self.at

    def matched(self, pattern: re.Pattern[str]) -> int:
        found = pattern.match(self.text, self.at)
        return found.end() if found else self.at + 1

    def mark(self, place: Place) -> None:
        start, line = self._counted_to
        line += self.text.count("\n", start, self.at)
        self._counted_to = (self.at, line)
        for n in range(1, len(place) + 1):
            self.lines.setdefault(place[:n], line)

    def keys(self, brackets: int) -> Place:
        """A dotted key, up to its `=`, or with the brackets of a header around it."""
        self.at += brackets
        out: list[str] = []
        while True:
            self.skip()
            start = self.at
            quoted = self.text[start] in "\"'"
            self.at = self.matched(_STRING if quoted else _BARE)
            key = self.text[start : self.at]
            out.append(_unquoted(key) if quoted else key)
            self.skip()
            if self.text[self.at] != ".":
                self.at += brackets
                return tuple(out)
            self.at += 1

    def last_item(self, keys: Place) -> Place:
        """The place of a header, with the index of the last item for each array of tables on the way."""
        place: Place = ()
        for key in keys:
            place = (*place, key)
            if place in self.counts:
                place = (*place, self.counts[place] - 1)
        return place

    def array_item(self, keys: Place) -> Place:
        array = (*self.last_item(keys[:-1]), keys[-1])
        index = self.counts.get(array, 0)
        self.counts[array] = index + 1
        self.mark((*array, index))
        return (*array, index)

    def value(self, place: Place) -> None:
        self.skip()
        opening = self.text[self.at]
        if opening in "\"'":
            self.at = self.matched(_STRING)
        elif opening in "[{":
            self.at += 1
            self.items(place, opening)
        else:
            self.at = self.matched(_WORD)

    def items(self, place: Place, opening: str) -> None:
        closing = "]" if opening == "[" else "}"
        index = 0
        while True:
            self.skip()
            if self.text[self.at] == closing:
                self.at += 1
                return
            inner: Place = (*place, index) if opening == "[" else place + self.keys(0)
            self.mark(inner)
            if opening == "{":
                self.at += 1
            self.value(inner)
            self.skip()
            if self.text[self.at] == ",":
                self.at += 1
            index += 1


def _unquoted(key: str) -> str:
    import tomllib

    return next(iter(tomllib.loads(f"{key} = 0")))
