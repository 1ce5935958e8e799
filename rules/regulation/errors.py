"""What is wrong with a regulation file, and where."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.said import Said

Place = tuple[str | int, ...]
"""The way to a value: keys of tables and indices of arrays, from the top of the file."""


class Mistake(Exception):
    """One value that does not fit; its file and its line are found when somebody has to be told."""

    def __init__(self, place: Place, message: str) -> None:
        super().__init__(message)
        self.place = place
        self.message = message


class Mistakes(Exception):
    """Everything that does not fit in one table or array."""

    def __init__(self, found: list[Mistake]) -> None:
        super().__init__(len(found))
        self.found = found


class WrongRegulation(ValueError):
    """A regulation that cannot be used; str() is one line: file:line, key, what was expected, what was found.

    path: the file, or the id that was asked for. key: the dotted key, line: counted from 1; None where the
    mistake has no such place (a missing file has neither, bad syntax has no key). all: every mistake that was
    found, this one first.
    """

    def __init__(self, path: str, key: str | None, line: int | None, message: str) -> None:
        self.path = path
        self.key = key
        self.line = line
        self.message = message
        self.all: tuple[WrongRegulation, ...] = (self,)
        where = printable(path) if line is None else f"{printable(path)}:{line}"
        super().__init__(f"{where}: {printable(key)}: {message}" if key else f"{where}: {message}")

    def __reduce__(self) -> tuple[type[WrongRegulation], tuple[str, str | None, int | None, str]]:
        return WrongRegulation, (self.path, self.key, self.line, self.message)


def dotted(place: Place) -> str:
    """The place as people write it: `stage[1].rounds`."""
    out = ""
    for part in place:
        out += f"[{part}]" if isinstance(part, int) else f".{part}" if out else part
    return out


def printable(text: str) -> str:
    """Text that keeps to its line and moves no cursor: control characters as their code."""
    return "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in text)


def visible(value: object) -> str:
    """A TOML value as it may stand in a one-line message."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return f'"{printable(value[:40])}…"' if len(value) > 40 else f'"{printable(value)}"'
    if isinstance(value, Mapping):
        return Said("a table")
    if isinstance(value, Sequence):
        return Said("an array of {count}", count=len(value)) if value else Said("an empty array")
    if value is None:
        return "null"
    if isinstance(value, int) and value.bit_length() > 64:
        return Said("a number beyond all bounds")
    return str(value)


def unfit(place: Place, expected: str, found: object) -> Mistake:
    """The mistake of a value that stands where something else was expected."""
    return Mistake(place, Said("expected {expected}, found {found}", expected=expected, found=visible(found)))
