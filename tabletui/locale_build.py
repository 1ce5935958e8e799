"""Compile the catalogues: `python -m tabletui.locale_build [--missing]`. For development; needs babel.

All rooms of a language (`locale/<language>/*.po`) become one `LC_MESSAGES/tabletui.mo`. The same sources
give the same bytes, so that a test can tell whether the compiled file is up to date.
`--missing` compiles nothing and lists the texts of the code that have no Russian translation yet.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

PACKAGE = Path(__file__).parent
LOCALE = PACKAGE / "locale"
KEYWORDS: dict[str, Any] = {"_": None, "N_": None, "ngettext": (1, 2), "pgettext": ((1, "c"), 2)}
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
    return out.getvalue()


def target(language: str) -> Path:
    """Where the compiled catalogue of a language lies."""
    return LOCALE / language / "LC_MESSAGES" / "tabletui.mo"


def in_code(folder: Path = PACKAGE) -> Iterator[tuple[str, int, Key, str | None]]:
    """Every text of the code: file, line, key and plural msgid (None where it has none)."""
    from babel.messages.extract import extract_from_dir

    for file, line, msgid, _comments, context in extract_from_dir(
        str(folder), method_map=[("**.py", "python")], keywords=KEYWORDS
    ):
        if isinstance(msgid, tuple):
            yield file, line, (context, msgid[0]), msgid[1]
        else:
            yield file, line, (context, msgid), None


def in_data() -> Iterator[tuple[str, int, Key, str | None]]:
    """The texts that are kept as data and translated where they are shown: the meaning of the values of a
    regulation, and what storage refuses.
    """
    from babel.messages.extract import extract_from_dir

    for note in sorted(_notes()):
        yield "rules/regulation", 0, (None, note), None
    said: dict[str, Any] = dict.fromkeys(
        ("Notice", "FolderUnusable", "NotSaved", "WrongFile", "TooNew", "WrongInput"), (2,)
    )
    for file, line, msgid, _comments, context in extract_from_dir(
        str(PACKAGE.parent / "storage"), method_map=[("**.py", "python")], keywords=said
    ):
        yield f"storage/{file}", line, (context, str(msgid)), None


def _notes() -> set[str]:
    """The meaning of every value that a regulation can have."""
    import dataclasses
    import inspect

    from rules.regulation import frame, model, play, points

    found = set()
    for module in (frame, model, play, points):
        for _name, cls in inspect.getmembers(module, dataclasses.is_dataclass):
            found |= {field.metadata["note"] for field in dataclasses.fields(cls) if "note" in field.metadata}
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
