"""Groups that must not meet, as text: a line a group, ids separated by commas."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations


class WrongLine(ValueError):
    """A line that is no group. line: from 1; code: what is wrong; word: the id."""

    def __init__(self, line: int, code: str, word: str) -> None:
        super().__init__(f"Line {line}: {code} ({word}).")
        self.line = line
        self.code = code
        self.word = word


def read_groups(text: str, players: int) -> tuple[tuple[int, ...], ...]:
    """The groups; empty lines and lines that begin with # are passed over. Raises WrongLine."""
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        group: dict[int, None] = {}
        for word in (part.strip() for part in line.split(",")):
            if not (word.isascii() and word.isdigit() and len(word) < 10):
                raise WrongLine(number, "no_number", word)
            player = int(word)
            if not 1 <= player <= players:
                raise WrongLine(number, "no_such_player", word)
            if player in group:
                raise WrongLine(number, "twice", word)
            group[player] = None
        if len(group) < 2:
            raise WrongLine(number, "alone", line)
        found.append(tuple(sorted(group)))
    return tuple(found)


def pairs_of(groups: Iterable[Iterable[int]]) -> tuple[tuple[int, int], ...]:
    """Every pair of every group once, lower number first, in order."""
    return tuple(sorted({pair for group in groups for pair in combinations(sorted(group), 2)}))
