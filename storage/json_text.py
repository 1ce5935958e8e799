"""JSON that somebody else wrote: read strictly, and every mistake told with its line and column.

Refused besides what is no JSON at all: bytes that are not UTF-8, a key that stands twice in one object, NaN
and Infinity, numbers without end, half of a character pair, nesting deeper than anything of ours.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from math import isinf
from typing import Any, NoReturn

DEEPEST = 64
"""Levels of nesting; a protocol has six."""

LONGEST_NUMBER = 40
"""Characters of a number."""

_SENTENCES = {
    "Expecting value": ("not_json", "not JSON: a value is missing here"),
    "Expecting property name enclosed in double quotes": (
        "not_json",
        "not JSON: a key in double quotes is missing",
    ),
    "Expecting ':' delimiter": ("not_json", "not JSON: a colon is missing after the key"),
    "Expecting ',' delimiter": ("not_json", "not JSON: a comma or a closing bracket is missing"),
    "Extra data": ("not_json", "not JSON: the value is complete, and something follows it"),
    "Unterminated string starting at": (
        "not_json",
        "not JSON: the text that begins here has no closing quote",
    ),
    "Invalid control character at": (
        "not_json",
        "not JSON: a text holds a control character; write it as \\n",
    ),
    "Invalid \\escape": ("not_json", "not JSON: this backslash begins no known escape"),
    "Invalid \\uXXXX escape": ("not_json", "not JSON: \\u must be followed by four hexadecimal digits"),
}
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\]:,]|[^\s"{}\[\]:,]+', re.DOTALL)
_NUMBER = re.compile(r"-?\d")


class BadJson(ValueError):
    """Text that is not taken. code: an identifier; template, details: the sentence; line, column from 1."""

    def __init__(self, line: int, column: int, code: str, template: str, **details: object) -> None:
        super().__init__(template.format(**details))
        self.line = line
        self.column = column
        self.code = code
        self.template = template
        self.details = details


class _Refused(Exception):
    """A value that the decoder's hooks do not take; where it stands is looked for afterwards."""


def parse_text(data: bytes) -> Any:
    """The value of a file's bytes, UTF-8 with or without its mark. Raises BadJson."""
    text = _decoded(data)
    if not text.strip():
        raise BadJson(1, 1, "empty_file", "the file is empty")
    try:
        value = json.loads(
            text, object_pairs_hook=_object, parse_int=_whole, parse_float=_decimal, parse_constant=_constant
        )
    except json.JSONDecodeError as error:
        code, template = _SENTENCES.get(error.msg, ("not_json", "not JSON: {why}"))
        raise BadJson(error.lineno, error.colno, code, template, why=error.msg) from None
    except _Refused:
        raise _refusal(text) from None
    except RecursionError:
        raise _too_deep(text) from None
    if _is_deep(value):
        raise _too_deep(text)
    if "\\u" in text:
        _whole_characters(value, text)
    return value


def _decoded(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - data.rfind(b"\n", 0, error.start)
        raise BadJson(
            line,
            column,
            "not_utf8",
            "the byte 0x{byte:02x} is not UTF-8; save the file as UTF-8",
            byte=data[error.start],
        ) from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise _Refused
    return found


def _whole(digits: str) -> int:
    if len(digits) > LONGEST_NUMBER:
        raise _Refused
    return int(digits)


def _decimal(digits: str) -> float:
    number = float(digits)
    if len(digits) > LONGEST_NUMBER or isinf(number):
        raise _Refused
    return number


def _constant(_: str) -> NoReturn:
    raise _Refused


def _refusal(text: str) -> BadJson:
    """What a hook refused: the first key that stands twice, constant, or number too large."""
    keys: list[set[str] | None] = []
    before = ""
    for token, start in _tokens(text):
        if token == "{":
            keys.append(set())
        elif token == "[":
            keys.append(None)
        elif token in "}]":
            keys.pop()
        elif token[0] == '"':
            known = keys[-1] if keys and before in "{," else None
            if known is not None:
                key = json.loads(token)
                if key in known:
                    return BadJson(
                        *_place(text, start), "key_twice", 'the key "{key:.40}" stands there twice', key=key
                    )
                known.add(key)
        elif token in ("NaN", "Infinity", "-Infinity"):
            return BadJson(
                *_place(text, start),
                "no_number",
                "{token} is no number; leave the field out or write null",
                token=token,
            )
        elif _NUMBER.match(token) and (len(token) > LONGEST_NUMBER or isinf(float(token))):
            return BadJson(
                *_place(text, start), "number_too_large", "the number is too large: {token:.12}…", token=token
            )
        before = token
    return BadJson(1, 1, "not_json", "not JSON: {why}", why="")


def _tokens(text: str) -> Iterator[tuple[str, int]]:
    return ((match[0], match.start()) for match in _TOKEN.finditer(text))


def _too_deep(text: str) -> BadJson:
    depth = 0
    for token, start in _tokens(text):
        depth += (token in "{[") - (token in "}]")
        if depth > DEEPEST:
            return BadJson(
                *_place(text, start), "too_deep", "nested more than {most} levels deep", most=DEEPEST
            )
    return BadJson(1, 1, "too_deep", "nested more than {most} levels deep", most=DEEPEST)


def _is_deep(value: Any) -> bool:
    level = [value]
    for _ in range(DEEPEST + 1):
        holders = [one for one in level if isinstance(one, (dict, list))]
        if not holders:
            return False
        level = [inner for one in holders for inner in (one.values() if isinstance(one, dict) else one)]
    return any(isinstance(one, (dict, list)) for one in level)


def _whole_characters(value: Any, text: str) -> None:
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        found = re.search(r"\\u[dD][89a-fA-F]", text)
        line, column = _place(text, found.start() if found else 0)
        raise BadJson(
            line,
            column,
            "half_character",
            "a \\u escape is half of a character pair; its other half is missing",
        ) from None


def _place(text: str, position: int) -> tuple[int, int]:
    return text.count("\n", 0, position) + 1, position - text.rfind("\n", 0, position)
