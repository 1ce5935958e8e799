"""`tabletui regulation list / show ID / check FILE`: which there are, what one says, what is wrong in it."""

from __future__ import annotations

import os
from argparse import Namespace
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rules.regulation import Regulation, WrongRegulation, is_path, load, own_files, shipped, text
from rules.regulation.frozen import Texts
from tabletui.commands.reporting import DONE, FINDINGS, WRONG, print_json, print_table, said, speaking
from tabletui.text import _, language, worded

if TYPE_CHECKING:
    from rules.regulation.content import Value


def run(args: Namespace) -> int:
    """action: list, show or check; target: an id or a path; json: for programs; data: the data folder."""
    return speaking(_run)(args)


def _run(args: Namespace) -> int:
    from storage.folder import locate

    folders = (locate(args.data, os.environ) / "regulations",)
    try:
        match args.action:
            case "list":
                return _list(folders, args.json)
            case "show":
                return _show(args.target, folders, args.json)
            case _:
                return _check(args.target, folders, args.json)
    except WrongRegulation as wrong:
        # A file that is being written is told everything at once; elsewhere the first mistake says enough.
        return _refuse(wrong.all if args.action == "check" else (wrong,), args.json)


def _refuse(mistakes: Sequence[WrongRegulation], as_json: bool) -> int:
    for mistake in mistakes:
        said(str(worded(mistake)))
    if as_json:
        told = [_mistake(mistake) for mistake in mistakes]
        print_json({"error": told[0], "mistakes": told})
    return WRONG


def _mistake(wrong: WrongRegulation) -> dict[str, Any]:
    return {
        "file": wrong.path,
        "where": wrong.key or "",
        "line": wrong.line,
        "code": "wrong_regulation",
        "message": wrong.message,
    }


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
            said(str(worded(wrong)))
            status = FINDINGS
    if as_json:
        print_json(
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
    print_table(rows, left=range(4), widest=(64, 40, 64, 100))
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
        print_json(content(regulation) | {"digest": regulation.digest, "differs": list(differs)})
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
        print_json({"file": source, "ok": True, "id": regulation.id, "digest": regulation.digest})
    else:
        print(_("{file}: OK, {id}").format(file=source, id=regulation.id))
    if regulation.id in shipped() and load(regulation.id).digest != regulation.digest:
        note = _("{file}: the id {id} is that of a shipped regulation, which is the one found by it")
        said(note.format(file=source, id=regulation.id))
    return DONE
