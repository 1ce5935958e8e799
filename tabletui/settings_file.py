"""The text of the settings file: a changed choice replaces its own value, everything else stays as typed.

What is no TOML is left out line by line when the file is read, so that one slip costs one line; at the next
change it is kept as a comment.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from rules.record import record

Value = str | bool | tuple[str, ...] | None
"""What can stand behind a key; None: the key is not there."""

SLIPS = 30
"""Lines that may be no TOML; with more of them it is another kind of file."""
SPOILT = "# ? "
"""Stands before a line that was not understood."""

# Compiled when they are needed: most starts read the file and no more.
_HEADER = r"\s*\[\[?[^\[\],=]*\]?\]\s*(#.*)?$"
_KEY = r"""\s*(?:"((?:\\.|[^"\\])*)"|'([^']*)'|([A-Za-z0-9_-]+))\s*="""
_ONE_LINE = r"""\s*(?:"(?:\\.|[^"\\])*"|'[^']*'|\[[^\[\]#]*\]|[^#"'\[]*?)(\s*(?:#.*)?)$"""
_AT_LINE = r"\(at line (\d+)"


@record
class Parsed:
    """data: what was understood. slips: the numbers of the lines that were not. text: it without them."""

    data: Mapping[str, Any]
    slips: tuple[int, ...]
    text: str


def parsed(text: str) -> Parsed:
    """Reads as much as can be; never raises."""
    import tomllib

    lines = text.split("\n")
    slips: list[int] = []
    while len(slips) <= SLIPS:
        try:
            return Parsed(tomllib.loads("\n".join(lines)), tuple(sorted(slips)), "\n".join(lines))
        except ValueError as error:
            found = re.search(_AT_LINE, str(error))
            number = int(found[1]) if found else len(lines)
            # An end that comes too early is told of the end; what is not finished begins further up.
            while number and (number in slips or not lines[number - 1].strip()):
                number -= 1
            if not number:
                break
            slips.append(number)
            lines[number - 1] = SPOILT + lines[number - 1]
    return Parsed({}, tuple(range(1, len(lines) + 1)), "".join(f"{SPOILT}{line}\n" for line in lines if line))


def line_of(text: str, key: str, table: str = "") -> int:
    """The line, from 1, on which a key of a table stands; 0 where it is not found."""
    inside = ""
    for number, line in enumerate(text.split("\n"), 1):
        if re.match(_HEADER, line):
            inside = line.partition("#")[0].strip().strip("[]").strip().strip("\"'")
        elif inside == table and _key_on(line) == key:
            return number
    return 0


def edited(text: str, values: Mapping[str, Value], keys: Mapping[str, str], was: Mapping[str, Any]) -> str:
    """The text with these values at its top and these own keys in its [keys]. was: what it says now."""
    lines = text.split("\n")
    while lines and not lines[-1].strip():
        lines.pop()
    top = next((n for n, line in enumerate(lines) if re.match(_HEADER, line)), len(lines))
    head, rest = lines[:top], lines[top:]
    for key, value in values.items():
        before = was.get(key)
        before = tuple(before) if isinstance(before, list) else before
        if before != value or type(before) is not type(value):
            _put(head, key, value)
    old = was.get("keys")
    own = {k: v for k, v in old.items() if isinstance(v, str)} if isinstance(old, dict) else {}
    if own != keys:
        rest = _keys_put(rest, keys, own)
    joined = "\n".join([*head, *rest])
    return joined + "\n" if joined else ""


def _put(lines: list[str], key: str, value: Value) -> None:
    """Gives a key among these lines another value; None takes it out."""
    start = next((n for n, line in enumerate(lines) if _key_on(line) == key), None)
    if start is None:
        if value is not None:
            end = len(lines)
            # Before the blank line and the comments that belong to what comes next.
            while end and (not lines[end - 1].strip() or lines[end - 1].lstrip().startswith("#")):
                end -= 1
            lines[end:end] = [f"{key} = {written(value)}"]
        return
    end = _end(lines, start)
    if value is None:
        del lines[start:end]
        return
    rest = lines[start][_matched(lines[start]) :]
    remark = re.match(_ONE_LINE, rest) if end == start + 1 else None
    name = lines[start][: _matched(lines[start])].rstrip("=").rstrip()
    lines[start:end] = [f"{name} = {written(value)}{remark[1] if remark else ''}"]


def _keys_put(lines: list[str], keys: Mapping[str, str], own: Mapping[str, Any]) -> list[str]:
    start = next((n for n, line in enumerate(lines) if re.match(r"\s*\[\s*keys\s*\]", line)), None)
    if start is None:
        if not keys:
            return lines
        lines = [*lines, *([""] if lines else []), "", "[keys]"]
        start = len(lines) - 1
    end = next((n for n in range(start + 1, len(lines)) if re.match(_HEADER, lines[n])), len(lines))
    table = lines[start + 1 : end]
    for action in (*(one for one in own if one not in keys), *keys):
        value = keys.get(action)
        if own.get(action) == value:
            continue
        at = next((n for n, line in enumerate(table) if _key_on(line) == action), None)
        if at is None and value is not None:
            at = len(table)
            while at and not table[at - 1].strip():
                at -= 1
            table.insert(at, f"{quoted(action)} = {quoted(value)}")
        elif at is not None:
            part = [table[at]]
            _put(part, action, value)
            table[at : at + 1] = part
    return [*lines[: start + 1], *table, *lines[end:]]


def _key_on(line: str) -> str | None:
    found = re.match(_KEY, line)
    if found is None:
        return None
    basic, literal, bare = found.groups()
    return literal if literal is not None else bare if bare is not None else _unquoted(basic)


def _unquoted(basic: str) -> str:
    if "\\" not in basic:
        return basic
    import tomllib

    try:
        return str(tomllib.loads(f'x = "{basic}"')["x"])
    except ValueError:
        return basic


def _matched(line: str) -> int:
    found = re.match(_KEY, line)
    return found.end() if found else 0


def _end(lines: Sequence[str], start: int) -> int:
    """The line after a value that begins on `start`."""
    import tomllib

    for end in range(start + 1, len(lines) + 1):
        try:
            tomllib.loads("\n".join(lines[start:end]))
            return end
        except ValueError:
            continue
    return start + 1


def written(value: Value) -> str:
    """A value as TOML."""
    match value:
        case bool():
            return "true" if value else "false"
        case tuple():
            inner = "".join(f"    {quoted(one)},\n" for one in value)
            return f"[\n{inner}]" if value else "[]"
    return quoted(value or "")


def quoted(text: str) -> str:
    """A TOML string on one line."""
    out = []
    for character in text:
        if character in '"\\':
            out.append("\\" + character)
        elif character.isprintable():
            out.append(character)
        else:
            out.append(f"\\u{ord(character):04x}" if ord(character) < 0x10000 else f"\\U{ord(character):08x}")
    return '"' + "".join(out) + '"'
