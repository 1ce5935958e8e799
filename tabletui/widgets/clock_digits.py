"""The clock in three rows, and in five rows of blocks where the screen has the room: read across the hall."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

_SMALL = {
    "0": ("┏━┓", "┃ ┃", "┗━┛"),
    "1": ("╺┓ ", " ┃ ", "╺┻╸"),
    "2": ("╺━┓", "┏━┛", "┗━╸"),
    "3": ("╺━┓", " ━┫", "╺━┛"),
    "4": ("╻ ╻", "┗━┫", "  ╹"),
    "5": ("┏━╸", "┗━┓", "╺━┛"),
    "6": ("┏━╸", "┣━┓", "┗━┛"),
    "7": ("╺━┓", "  ┃", "  ╹"),
    "8": ("┏━┓", "┣━┫", "┗━┛"),
    "9": ("┏━┓", "┗━┫", "╺━┛"),
    ":": (" ", ":", " "),
    "+": ("   ", "╺╋╸", "   "),
}
_BIG = {
    "0": ("██████", "██  ██", "██  ██", "██  ██", "██████"),
    "1": ("  ██  ", "████  ", "  ██  ", "  ██  ", "██████"),
    "2": ("██████", "    ██", "██████", "██    ", "██████"),
    "3": ("██████", "    ██", " █████", "    ██", "██████"),
    "4": ("██  ██", "██  ██", "██████", "    ██", "    ██"),
    "5": ("██████", "██    ", "██████", "    ██", "██████"),
    "6": ("██████", "██    ", "██████", "██  ██", "██████"),
    "7": ("██████", "    ██", "   ██ ", "  ██  ", "  ██  "),
    "8": ("██████", "██  ██", "██████", "██  ██", "██████"),
    "9": ("██████", "██  ██", "██████", "    ██", "██████"),
    ":": ("  ", "██", "  ", "██", "  "),
    "+": ("      ", "  ██  ", "██████", "  ██  ", "      "),
}


def small(face: str, gap: str = "") -> list[str]:
    """The three rows of a clock such as 0:47 or +1:05. gap: between two figures."""
    return _rows(face, _SMALL, gap)


def big(face: str) -> list[str]:
    """Its five rows of blocks."""
    return _rows(face, _BIG, " ")


def _rows(face: str, glyphs: Mapping[str, Sequence[str]], gap: str) -> list[str]:
    return [gap.join(row) for row in zip(*(glyphs[character] for character in face), strict=True)]
