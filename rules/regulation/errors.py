"""What is wrong with a regulation file, and where."""

from __future__ import annotations

Place = tuple[str | int, ...]
"""The way to a value: keys of tables and indices of arrays, from the top of the file."""


def dotted(place: Place) -> str:
    """The place as people write it: `stage[1].rounds`."""
    out = ""
    for part in place:
        out += f"[{part}]" if isinstance(part, int) else f".{part}" if out else part
    return out


class Mistake(Exception):
    """One value that does not fit; the file and the line are found later, when somebody wants to know."""

    def __init__(self, place: Place, message: str) -> None:
        super().__init__(message)
        self.place = place
        self.message = message


class Mistakes(Exception):
    """Everything that does not fit in one table."""

    def __init__(self, found: list[Mistake]) -> None:
        super().__init__(len(found))
        self.found = found


class WrongRegulation(ValueError):
    """A regulation that cannot be used; str() is one line: file, line, key, what was expected, what stands there.

    path: the file, or the name that was asked for. key: the dotted key, line: counted from 1, both None where the
    mistake has no such place (a file that is missing). all: every mistake of the load, this one first.
    """

    def __init__(self, path: str, key: str | None, line: int | None, message: str) -> None:
        self.path = path
        self.key = key
        self.line = line
        self.message = message
        self.all: tuple[WrongRegulation, ...] = (self,)
        where = path if line is None else f"{path}:{line}"
        super().__init__(f"{where}: {key}: {message}" if key else f"{where}: {message}")

    def __reduce__(self) -> tuple[type[WrongRegulation], tuple[str, str | None, int | None, str]]:
        return WrongRegulation, (self.path, self.key, self.line, self.message)
