"""The commands as data, read off the parser: the completion for shells and the reference are made of them."""

from __future__ import annotations

import argparse
from typing import NoReturn

from rules.record import record
from tabletui.arguments import EXAMPLES, parser


@record
class Word:
    """What may follow a command.

    flags: empty for a word that stands by itself. takes: whether a value follows; shown: how it is called;
    values: the only ones there are; files: whether it is the name of a file.
    """

    flags: tuple[str, ...]
    shown: str
    what: str
    takes: bool
    values: tuple[str, ...]
    files: bool
    required: bool
    many: bool


@record
class Spelled:
    """A command with the words that may follow it; name: with the command above it ("regulation show")."""

    name: str
    what: str
    words: tuple[Word, ...]
    examples: tuple[tuple[str, str], ...]
    parts: tuple[Spelled, ...]


_FILES = frozenset((
    "file", "files", "others", "protocol", "data", "hall", "players", "import_csv", "csv", "html", "xlsx",
    "to", "apart", "verify", "target", "regulation",
))  # fmt: skip
"""The words whose value is, or may be, the name of a file or a folder."""


def commands() -> Spelled:
    """The program as a whole, its texts in the language in use."""
    return _spelled("", "", parser(_mistaken))


def _mistaken(message: str) -> NoReturn:
    raise ValueError(message)


def _spelled(name: str, what: str, made: argparse.ArgumentParser) -> Spelled:
    words: list[Word] = []
    parts: list[Spelled] = []
    for action in made._actions:
        if isinstance(action, argparse._SubParsersAction):
            helps = {one.dest: one.help or "" for one in action._choices_actions}
            for part, below in action.choices.items():
                parts.append(_spelled(f"{name} {part}".strip(), helps[part], below))
        else:
            words.append(_word(name, action))
    return Spelled(name, what, tuple(words), EXAMPLES.get(name, ()), tuple(parts))


def _word(command: str, action: argparse.Action) -> Word:
    values = tuple(map(str, action.choices or ()))
    numbers = command == "seating" and action.dest == "players"
    return Word(
        tuple(action.option_strings),
        str(action.metavar or action.dest.upper()),
        (action.help or "").replace("%%", "%"),
        action.nargs != 0,
        values,
        action.dest in _FILES and not values and not numbers,
        action.required,
        action.nargs in ("*", "+"),
    )
