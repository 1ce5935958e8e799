"""Compile the catalogues: `python -m tabletui.locale_build [--missing]`. For development; needs babel.

All rooms of a language (`locale/<language>/*.po`) become one `LC_MESSAGES/tabletui.mo`. The same sources
give the same bytes, so that a test can tell whether the compiled file is up to date.
`--missing` compiles nothing and lists the texts of the code that have no Russian translation yet.
"""

from __future__ import annotations

import ast
import io
import re
import struct
import sys
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from typing import Any

PACKAGE = Path(__file__).parent
LOCALE = PACKAGE / "locale"
_EPOCH = datetime(2000, 1, 1, tzinfo=UTC)

Key = tuple[str | None, str]
"""Context (mostly None) and singular msgid of a text."""


def merged(language: str) -> Any:
    """The catalogue of all rooms; a text translated in two ways, or twice in one file, is a ValueError."""
    from babel.messages.catalog import Catalog
    from babel.messages.pofile import read_po

    whole = Catalog(
        locale=language, project="tabletui", version="1", creation_date=_EPOCH, revision_date=_EPOCH
    )
    origin: dict[Key, str] = {}
    for path in sorted((LOCALE / language).glob("*.po")):
        with path.open("rb") as file:
            room = read_po(file, locale=language, abort_invalid=True)
        for message in room:
            if not message.id or message.fuzzy:
                continue
            key = (message.context, message.id if isinstance(message.id, str) else message.id[0])
            earlier = whole.get(key[1], key[0])
            if earlier is not None and earlier.string != message.string:
                raise ValueError(f"{key[1]!r} is translated in two ways: {origin[key]} and {path.name}")
            origin[key] = path.name
            whole.add(message.id, message.string, context=message.context)
    return whole


def compiled(language: str) -> bytes:
    """The bytes of the .mo file for the sources as they are now."""
    from babel.messages.mofile import write_mo

    out = io.BytesIO()
    write_mo(out, merged(language))
    return _in_order(out.getvalue())


def _in_order(data: bytes) -> bytes:
    """A compiled catalogue with its texts in the order of their bytes: babel forgets the contexts in it."""
    _magic, _version, count, originals, translations = struct.unpack_from("<5I", data)

    def part(table: int, index: int) -> bytes:
        length, start = struct.unpack_from("<2I", data, table + 8 * index)
        return data[start : start + length]

    texts = sorted((part(originals, index), part(translations, index)) for index in range(count))
    start = 28 + 16 * count
    head = struct.pack("<7I", 0x950412DE, 0, count, 28, 28 + 8 * count, 0, start)
    tables, content = b"", b""
    for column in (0, 1):
        for text in texts:
            tables += struct.pack("<2I", len(text[column]), start + len(content))
            content += text[column] + b"\0"
    return head + tables + content


def target(language: str) -> Path:
    """Where the compiled catalogue of a language lies."""
    return LOCALE / language / "LC_MESSAGES" / "tabletui.mo"


def in_code(folder: Path = PACKAGE) -> Iterator[tuple[str, int, Key, str | None]]:
    """Every text of the code: file, line, key and plural msgid (None where it has none).

    Read from the syntax tree, which sees the texts inside f-strings too.
    """
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
                continue
            words = [arg.value if isinstance(arg, ast.Constant) else None for arg in node.args]
            file = str(path.relative_to(folder))
            match node.func.id, words:
                case ("_" | "N_", [str(msgid), *_]):
                    yield file, node.lineno, (None, msgid), None
                case ("ngettext", [str(msgid), str(plural), *_]):
                    yield file, node.lineno, (None, msgid), plural
                case ("pgettext", [str(context), str(msgid), *_]):
                    yield file, node.lineno, (context, msgid), None


REFUSALS = (
    "Notice", "FolderUnusable", "NotSaved", "WrongFile", "TooNew", "WrongInput", "WrongProtocolFile",
    "BadJson", "Refused", "Unusable",
)  # fmt: skip
"""Classes that are made with a code and a template."""
TABLES = ("_NOTICES", "_SENTENCES", "CODES")
"""Templates by code, as dictionaries."""


def in_data() -> Iterator[tuple[str, int, Key, str | None]]:
    """The texts that are kept as data and translated where they are shown: the meaning of the values of the
    shipped regulations, what storage refuses, what is found in protocols.
    """
    from rules.regulation import load, shipped
    from rules.regulation.content import values

    shown = [value for id in shipped() for value in values(load(id))]
    for note in sorted({value.note for value in shown if not value.key.startswith("regulation.")}):
        yield "rules/regulation", 0, (None, note), None
    root = PACKAGE.parent
    commands = sorted((PACKAGE / "commands").glob("*.py"))
    for path in [*sorted((root / "storage").glob("*.py")), PACKAGE / "results.py", *commands]:
        for line, template in _templates(path.read_text("utf-8")):
            yield f"{path.parent.name}/{path.name}", line, (None, template), None
    for name in ("rules/findings.py", "rules/course/following.py"):
        for line, template in _templates((root / name).read_text("utf-8")):
            yield name, line, (None, template), None
    for path in sorted(path for floor in ("rules", "storage") for path in (root / floor).rglob("*.py")):
        for line, template in _said(path.read_text("utf-8")):
            yield str(path.relative_to(root)), line, (None, template), None


def _said(source: str) -> Iterator[tuple[int, str]]:
    """Line and text of every sentence that is made where it belongs, without a code."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Said":
            template = node.args[0]
            if isinstance(template, ast.Constant):
                yield node.lineno, str(template.value)


def _templates(source: str) -> Iterator[tuple[int, str]]:
    """Line and text of every template: what stands after a code, and the values of the tables."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in REFUSALS:
            yield from _after_a_code(node.args)
        elif isinstance(node, (ast.Assign, ast.AnnAssign)) and isinstance(node.value, ast.Dict):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            if any(isinstance(target, ast.Name) and target.id in TABLES for target in targets):
                for value in node.value.values:
                    if isinstance(value, ast.Tuple):
                        yield from _after_a_code(value.elts)
                    elif isinstance(value, ast.Constant):
                        yield value.lineno, str(value.value)


def _after_a_code(nodes: Sequence[ast.expr]) -> Iterator[tuple[int, str]]:
    words = [(node.lineno, node.value) if isinstance(node, ast.Constant) else (0, None) for node in nodes]
    for (_line, code), (line, template) in pairwise(words):
        if isinstance(code, str) and isinstance(template, str) and re.fullmatch(r"[a-z][a-z0-9_]*", code):
            yield line, template


def never_shown() -> set[Key]:
    """Meanings of values that no shipped regulation shows; they may be translated all the same."""
    import dataclasses
    import inspect

    from rules.regulation import frame, model, play, points

    found: set[Key] = set()
    for module in (frame, model, play, points):
        for _name, cls in inspect.getmembers(module, dataclasses.is_dataclass):
            fields = dataclasses.fields(cls)
            found |= {(None, field.metadata["note"]) for field in fields if "note" in field.metadata}
    return found


def translated(language: str) -> dict[Key, Any]:
    """Every text of the sources that has a translation, with it (a tuple where there are plural forms)."""
    found: dict[Key, Any] = {}
    for message in merged(language):
        strings = message.string if isinstance(message.string, (tuple, list)) else (message.string,)
        if message.id and all(strings):
            found[message.context, message.id if isinstance(message.id, str) else message.id[0]] = (
                message.string
            )
    return found


def main(arguments: list[str]) -> int:
    """Compile every language, or list what Russian lacks; status 1 when something is missing."""
    if arguments == ["--missing"]:
        known = translated("ru")
        texts = [*in_code(), *in_data()]
        lacking = [(file, line, key[1]) for file, line, key, _plural in texts if key not in known]
        for file, line, text in lacking:
            print(f"{file}:{line}: {text!r}")
        return 1 if lacking else 0
    for folder in sorted(LOCALE.iterdir()):
        if folder.is_dir():
            data = compiled(folder.name)
            target(folder.name).parent.mkdir(exist_ok=True)
            target(folder.name).write_bytes(data)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
