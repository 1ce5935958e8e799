"""`tabletui regulation list / show ID / check FILE`: which there are, what one says, what is wrong in it."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from collections.abc import Collection, Iterator, Mapping
from dataclasses import fields, is_dataclass
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rules.regulation import Regulation, WrongRegulation, is_path, load, own_files, shipped, text
from rules.regulation.frozen import Texts
from tabletui.text import _, language

if TYPE_CHECKING:
    from rules.regulation.content import Value

DONE, FINDINGS, WRONG = 0, 1, 2


def run(args: Namespace) -> int:
    """action: list, show or check; target: an id or a path; json: for programs; data: the data folder."""
    folders = _folders(args.data)
    try:
        match args.action:
            case "list":
                return _list(folders, args.json)
            case "show":
                return _show(_target(args), folders, args.json)
            case _:
                return _check(_target(args), folders, args.json)
    except WrongRegulation as wrong:
        return _refuse(wrong, args.json, all=args.action == "check")


def _target(args: Namespace) -> str:
    if not args.target:
        wanted = _("name a regulation, by its id or its file")
        raise WrongRegulation(f"regulation {args.action}", None, None, wanted)
    return str(args.target)


def _folders(data: str | None) -> tuple[Path, ...]:
    from storage.folder import locate

    return (locate(data, os.environ) / "regulations",)


def _refuse(wrong: WrongRegulation, as_json: bool, *, all: bool) -> int:
    for one in wrong.all if all else wrong.all[:1]:
        print(one, file=sys.stderr)
    if as_json:
        _print_json({"error": _mistake(wrong) | {"all": [_mistake(one) for one in wrong.all]}})
    return WRONG


def _mistake(wrong: WrongRegulation) -> dict[str, Any]:
    return {
        "code": "wrong_regulation",
        "file": wrong.path,
        "line": wrong.line,
        "where": wrong.key,
        "message": wrong.message,
    }


def _print_json(data: Any) -> None:
    import json

    print(json.dumps(data, ensure_ascii=False, indent=2))


def _list(folders: tuple[Path, ...], as_json: bool) -> int:
    found: list[tuple[Regulation, Path | None]] = [(load(id), None) for id in shipped()]
    status = DONE
    for own in own_files(folders):
        try:
            if own.stem in shipped():
                taken = _("a shipped regulation has this name; give the file another name and id")
                raise WrongRegulation(str(own), None, None, taken)
            found.append((load(own.stem, folders=folders), own))
        except WrongRegulation as wrong:
            print(wrong, file=sys.stderr)
            status = FINDINGS
    if as_json:
        _print_json(
            [
                {
                    "id": regulation.id,
                    "title": dict(regulation.title),
                    "base": regulation.base,
                    "source": dict(regulation.source),
                    "file": None if path is None else str(path),
                }
                for regulation, path in found
            ]
        )
        return status
    rows = [("id", _("title"), _("base"), _("source"))]
    for regulation, path in found:
        source = text(regulation.source, language()) if path is None else str(path)
        rows.append((regulation.id, text(regulation.title, language()), regulation.base or "–", source))
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    for row in rows:
        print("  ".join([*(cell.ljust(width) for cell, width in zip(row, widths, strict=False)), row[3]]))
    return status


def _base(regulation: Regulation, source: str, folders: tuple[Path, ...]) -> Regulation | None:
    if regulation.base is None:
        return None
    beside = (Path(source).parent,) if is_path(source) else ()
    return load(regulation.base, folders=(*folders, *beside))


def _show(source: str, folders: tuple[Path, ...], as_json: bool) -> int:
    from rules.regulation.content import as_json as content
    from rules.regulation.content import differing

    regulation = load(source, folders=folders)
    base = _base(regulation, source, folders)
    differs = () if base is None else differing(regulation, base)
    differs = tuple(key for key in differs if not key.startswith("regulation."))
    if as_json:
        _print_json(content(regulation) | {"digest": regulation.digest, "differs": list(differs)})
    else:
        print("\n".join(page(regulation, differs)))
    return DONE


def page(regulation: Regulation, differs: Collection[str] = ()) -> Iterator[str]:
    """A regulation for people, line by line: every value with its meaning, `*` where its key differs.

    differs: keys as rules.regulation.content.differing gives them; those only the base has are marked `-`.
    """
    from rules.regulation.content import values

    yield f"{text(regulation.title, language())} ({regulation.id})"
    yield text(regulation.source, language())
    yield f"sha256 {regulation.digest}"
    if regulation.base is not None:
        yield _("* marks what differs from {base}").format(base=regulation.base)
    if regulation.scoring.reconstructed:
        yield _("The scoring is reconstructed: its scheme is not at hand.")
    if regulation.readings:
        yield from ("", _("Where the text can be read in two ways, the way taken:"))
        yield from (f"  – {text(reading, language())}" for reading in regulation.readings)
    told = [value for value in values(regulation) if not value.key.startswith("regulation.")]
    gone = set(differs) - {value.key for value in told}
    for section, group in groupby(told, key=lambda value: value.key.partition(".")[0]):
        yield from ("", f"[{section}]")
        rows = [row for value in group for row in _rows(value, "*" if value.key in differs else " ")]
        only = sorted(key for key in gone if key.startswith(section + "."))
        rows += [("-", _inner(key), _("stands in the base only"), "") for key in only]
        width = max(len(row[1]) for row in rows)
        yield from (f"{mark} {key:<{width}}  {value:<12}  {note}".rstrip() for mark, key, value, note in rows)


def _rows(value: Value, mark: str) -> Iterator[tuple[str, str, str, str]]:
    """Mark, key, value, meaning. An item of an array of tables has a row of its own and tells its meaning."""
    inner, key = value.value, _inner(value.key)
    if is_dataclass(inner):
        yield mark, key, shown(inner), ""
    elif isinstance(inner, tuple) and inner and is_dataclass(inner[0]):
        yield from ((mark, key, shown(item), "") for item in inner)
    else:
        yield mark, key, shown(inner), _(value.note)


def _inner(key: str) -> str:
    return key.partition(".")[2]


def shown(value: Any) -> str:
    """A value on one line; in a table the texts stand bare, other values after their keys."""
    match value:
        case None | ():
            return "–"
        case bool():
            return _("yes") if value else _("no")
        case tuple():
            return ", ".join(map(shown, value))
        case Texts():
            return text(value, language())
        case Mapping():
            return ", ".join(f"{key}: {shown(inner)}" for key, inner in value.items()) or "–"
    if not is_dataclass(value):
        return str(value)
    parts = []
    for field in fields(value):
        inner, key = getattr(value, field.name), (field.metadata["at"] or (field.name,))[-1]
        if inner is None or inner is False or key == "id":
            continue
        parts.append(shown(inner) if isinstance(inner, Texts) else f"{key} {shown(inner)}")
    return " · ".join(parts)


def _check(source: str, folders: tuple[Path, ...], as_json: bool) -> int:
    named = Path(source)
    regulation = load(named if named.exists() else source, folders=folders)
    if as_json:
        _print_json({"file": source, "ok": True, "id": regulation.id, "digest": regulation.digest})
    else:
        print(_("{file}: OK, {id}").format(file=source, id=regulation.id))
    if regulation.id in shipped() and load(regulation.id).digest != regulation.digest:
        note = _("{file}: the id {id} is that of a shipped regulation, which is the one found by it")
        print(note.format(file=source, id=regulation.id), file=sys.stderr)
    return DONE
