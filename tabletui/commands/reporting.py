"""How a command speaks: results on standard output, messages on standard error, one status at the end.

With --json an error is an object on standard output too, and is never translated.
"""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TextIO

from tabletui.text import _, told

DONE, FINDINGS, WRONG, UNUSABLE = 0, 1, 2, 3


class Refused(Exception):
    """Input that a command does not take.

    file, where: the place, empty where there is none; code: an identifier; template and details make the
    sentence. status: as of the command line.
    """

    status = WRONG

    def __init__(
        self,
        file: object,
        where: str,
        code: str,
        template: str,
        **details: object,
    ) -> None:
        super().__init__(template.format(**details))
        self.file = str(file)
        self.where = where
        self.code = code
        self.template = template
        self.details = details


class Unusable(Refused):
    """The data folder cannot be used."""

    status = UNUSABLE


def speaking(command: Callable[[Namespace], int]) -> Callable[[Namespace], int]:
    """A command whose refusals are said in one line and end in their status; other errors pass."""

    def run(args: Namespace) -> int:
        try:
            return command(args)
        except Exception as error:
            refused = as_refused(error)
            if refused is None:
                raise
            return refuse(refused, as_json=bool(args.json))

    return run


def refuse(refused: Refused, *, as_json: bool) -> int:
    """Says what is refused and returns the status."""
    sentence = told(refused.template, refused.details)
    say_finding(refused.file, refused.where, sentence)
    if as_json:
        print_json(error_json(refused))
    return refused.status


def error_json(refused: Refused) -> dict[str, Any]:
    """The error object of a refusal."""
    return {
        "error": {
            "file": refused.file or _named(refused),
            "where": refused.where,
            "code": refused.code,
            "message": str(refused),
        }
    }


def _named(refused: Refused) -> str:
    """The file that a sentence names by itself."""
    found = (refused.details.get(key) for key in ("path", "folder", "source"))
    return str(next((name for name in found if name is not None), ""))


def as_refused(error: Exception) -> Refused | None:
    """What an error of another floor is to a command; None for what no command expects."""
    from rules.regulation.errors import WrongRegulation
    from storage.errors import FolderUnusable, NotSaved, StorageError

    if isinstance(error, Refused):
        return error
    if isinstance(error, WrongRegulation):
        line = f"line {error.line}" if error.line is not None else ""
        where = ", ".join(part for part in (line, error.key or "") if part)
        return Refused(error.path, where, "wrong_regulation", "{message}", message=error.message)
    if isinstance(error, StorageError):
        kind = Unusable if isinstance(error, (FolderUnusable, NotSaved)) else Refused
        # Their sentences name the file themselves, except those that say it apart.
        file, where = getattr(error, "path", ""), getattr(error, "where", "")
        return kind(file, where, error.code, error.template, **error.details)
    if isinstance(error, OSError) and error.filename is not None:
        why = error.strerror or type(error).__name__
        return Refused(error.filename, "", "unreadable", "cannot be used ({why})", why=why)
    return None


def said(line: str) -> None:
    """One line on standard error; where that takes nothing, the status still tells."""
    try:
        print(f"tabletui: {visible(line)}", file=sys.stderr)
    except BrokenPipeError:
        raise
    except OSError:
        silence(sys.stderr)


def silence(stream: TextIO) -> None:
    """Sends what is left in a stream to nowhere: the interpreter must not complain again at its end."""
    import os

    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, stream.fileno())
    finally:
        os.close(nowhere)


def say_finding(file: object, where: str, sentence: str) -> None:
    """A finding or a remark on standard error, with its place."""
    said(": ".join(part for part in (str(file), _place(where), sentence) if part))


def _place(where: str) -> str:
    """A place for people: lines and columns are words, everything else is a path in the file."""
    if not where.startswith("line "):
        return where
    return where.replace("line ", _("line ")).replace("column ", _("column "))


def print_json(value: object) -> None:
    """A result for programs, on one line; nothing in it acts on a terminal."""
    print(json_line(value))


def json_line(value: object) -> str:
    """A value as one line of JSON in which every character that acts on a terminal is escaped."""
    import json

    text = json.dumps(value, ensure_ascii=False, allow_nan=False)
    # Below the blank json escapes by itself; such a character stands only inside a text.
    return text if text.isprintable() else "".join(map(_escaped, text))


def _escaped(c: str) -> str:
    code = ord(c)
    acting = 0x7F <= code <= 0x9F or c in _TURNING
    return f"\\u{code:04x}" if acting else c


_TURNING = frozenset(
    "\u061c\u200e\u200f\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff"
)
"""Marks that turn the direction of a line or break it."""


def visible(text: str) -> str:
    """Text of others as it may stand on a terminal: nothing in it can move the cursor or turn the line."""
    if text.isprintable():
        return text
    return "".join(
        c if c.isprintable() else " " if c.isspace() else "\N{REPLACEMENT CHARACTER}" for c in text
    )


def width(text: str) -> int:
    """Cells of a terminal that a text takes."""
    if all("\u0020" <= c < "\u0300" or "\u0400" <= c < "\u0483" for c in text):
        return len(text)
    from unicodedata import combining, east_asian_width

    return sum(0 if combining(c) else 2 if east_asian_width(c) in "WF" else 1 for c in text)


def fitted(text: str, cells: int) -> str:
    """The text padded to so many cells, or cut with an ellipsis."""
    text = visible(text)
    if width(text) > cells:
        while width(text) > cells - 1:
            text = text[:-1]
        text += "…"
    return text + " " * (cells - width(text))


LINE = 80
"""Columns of a terminal that a table must fit."""


def print_table(rows: Iterable[Sequence[str]], left: Sequence[int], widest: Sequence[int]) -> None:
    """Rows of cells in columns.

    left: the columns that are aligned to the left. widest: cells at most; a last column that has no width
    takes what is left of the line.
    """
    rows = [[visible(cell) for cell in row] for row in rows]
    sizes = [min(most, max(width(row[index]) for row in rows)) for index, most in enumerate(widest)]
    if len(sizes) < len(rows[0]):
        sizes.append(LINE - sum(sizes) - len(sizes))
    for row in rows:
        cells = []
        for index, (cell, size) in enumerate(zip(row, sizes, strict=True)):
            cut = fitted(cell, size)
            bare = cut.rstrip()
            cells.append(cut if index in left else " " * (size - width(bare)) + bare)
        print(" ".join(cells).rstrip())
