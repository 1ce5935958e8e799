"""Finding a regulation's file, taking its base's values first, reading it into typed values.

The one place of rules/ that touches files: its own TOML, and a judge's where a path or a folder is handed in.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from rules.regulation.consistency import contradictions
from rules.regulation.errors import (
    Mistake,
    Mistakes,
    Place,
    WrongRegulation,
    dotted,
    printable,
    unfit,
    visible,
)
from rules.regulation.model import Regulation
from rules.regulation.reading import table
from rules.regulation.values import file_id
from rules.said import Said

SUFFIX = ".toml"
LARGEST = 250_000
"""Bytes. The shipped ones have some 15,000; anything this large is another file."""
OWN = ("id", "title")
"""Keys of [regulation] that say which file this is, so that none comes from a base."""

_read = table(Regulation)


class _Source:
    """One file of the chain from a regulation to its last base."""

    def __init__(self, name: str, data: bytes, folder: Path | None) -> None:
        self.name = name
        self.folder = folder
        self.text = _decoded(name, data)
        self.tables = _parsed(name, self.text)
        self._lines: dict[Place, int] | None = None

    def holds(self, place: Place) -> bool:
        """Whether the value at this place, or the array it is in, was written in this file."""
        inner: Any = self.tables
        for part in place:
            if isinstance(inner, list):
                return True
            if not isinstance(inner, dict) or part not in inner:
                return False
            inner = inner[part]
        return True

    def wrong(self, place: Place, message: str) -> WrongRegulation:
        from rules.regulation.lines import line_of, lines_of

        if self._lines is None:
            self._lines = lines_of(self.text)
        return WrongRegulation(self.name, dotted(place), line_of(self._lines, place), message)

    def head(self, key: str) -> Any:
        """A key of its own [regulation], None where there is none."""
        head = self.tables.get("regulation")
        return head.get(key) if isinstance(head, dict) else None


def shipped() -> tuple[str, ...]:
    """The ids of the regulations that come with the program, in alphabetical order."""
    from importlib.resources import files

    entries = (entry.name for entry in files("rules").joinpath("regulations").iterdir())
    return tuple(sorted(name.removesuffix(SUFFIX) for name in entries if name.endswith(SUFFIX)))


def load(source: str | Path, *, folders: Sequence[Path] = ()) -> Regulation:
    """The regulation of a path, or of an id: a shipped one, else `<id>.toml` in one of the folders.

    A text that ends in .toml or has a path separator is a path. A base is looked for by its id in the same
    places, and beside the file that names it. Raises WrongRegulation with the first mistake; its `all` has
    every one.
    """
    chain = _chain(_find(source, folders), folders)
    merged: dict[str, Any] = {}
    for one in reversed(chain):
        merged = _merged(_without_own(merged), one.tables)
    try:
        regulation: Regulation = _read(merged, ())
    except Mistakes as mistakes:
        raise _located(chain, mistakes.found) from None
    found = list(contradictions(regulation))
    if found:
        raise _located(chain, found)
    return regulation


def _shipped(id: str) -> bytes | None:
    # The loader reads from a folder and from inside one zip file alike, without the import of
    # importlib.resources, which takes longer than reading a regulation.
    folder = os.path.join(os.path.dirname(os.path.dirname(__file__)), "regulations")
    try:
        data: bytes = __spec__.loader.get_data(os.path.join(folder, id + SUFFIX))  # type: ignore[union-attr]
    except OSError:
        return None
    return data


def is_path(source: str | Path) -> bool:
    """Whether a source names a file itself rather than an id."""
    return isinstance(source, Path) or source.endswith(SUFFIX) or "/" in source or "\\" in source


def _find(source: str | Path, folders: Sequence[Path]) -> _Source:
    if is_path(source):
        path = Path(source)
        return _Source(str(path), _bytes(path), path.parent)
    id = str(source)
    try:
        file_id(id, ())
    except Mistake as mistake:
        raise WrongRegulation(
            visible(id), None, None, Said("not the id of a regulation: {message}", message=mistake.message)
        ) from None
    data = _shipped(id)
    if data is not None:
        return _Source(id + SUFFIX, data, None)
    for folder in folders:
        path = folder / (id + SUFFIX)
        if path.exists():
            found = _Source(str(path), _bytes(path), folder)
            own = found.head("id")
            if own is not None and own != id:
                place = ("regulation", "id")
                raise found.wrong(
                    place, unfit(place, Said('"{id}", as the file is named', id=id), own).message
                )
            return found
    raise WrongRegulation(
        id, None, None, Said("no such regulation; shipped are {names}", names=", ".join(shipped()))
    )


def _bytes(path: Path) -> bytes:
    try:
        if not path.is_file():
            what = Said("this is a folder, not a file") if path.is_dir() else Said("there is no such file")
            raise WrongRegulation(str(path), None, None, what)
        if path.stat().st_size > LARGEST:
            raise WrongRegulation(
                str(path),
                None,
                None,
                Said("too large for a regulation (over {largest} bytes)", largest=LARGEST),
            )
        return path.read_bytes()
    except OSError as error:
        raise WrongRegulation(
            str(path), None, None, Said("cannot be read: {strerror}", strerror=error.strerror)
        ) from None


def _decoded(name: str, data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        message = Said(
            "expected UTF-8 text, found the byte 0x{byte:02x}; save the file as UTF-8", byte=data[error.start]
        )
        raise WrongRegulation(name, None, line, message) from None


def _parsed(name: str, text: str) -> dict[str, Any]:
    import tomllib  # not needed for a regulation that a tournament carries with it

    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        from rules.regulation.lines import syntax_error

        line, what = syntax_error(text, str(error))
        raise WrongRegulation(name, None, line, Said("not TOML: {what}", what=what)) from None
    except ValueError:  # an integer of thousands of digits
        raise WrongRegulation(
            name, None, 1, Said("not a regulation: a number in it is beyond all bounds")
        ) from None
    except RecursionError:
        raise WrongRegulation(name, None, 1, Said("not a regulation: nested too deeply")) from None


def _chain(first: _Source, folders: Sequence[Path]) -> list[_Source]:
    """The file, its base, the base's base, …; a missing base, a cycle: mistakes of the file that names it."""
    chain = [first]
    # Each by the id it was asked for: a wrong file of the chain may lack its own.
    ids = [own if isinstance(own := first.head("id"), str) else first.name]
    place = ("regulation", "base")
    while (base := _base(chain[-1])) is not None:
        last = chain[-1]
        near = [*folders, *(one.folder for one in chain if one.folder is not None)]
        if base in ids:
            way = " → ".join(printable(id) for id in (*ids, base))
            raise last.wrong(place, Said("expected a base that leads to no cycle, found {way}", way=way))
        try:
            found = _find(base, near)
        except WrongRegulation as wrong:
            if wrong.line is not None:
                raise
            message = Said(
                "expected the id of another regulation, found {base}: {message}",
                base=visible(base),
                message=wrong.message,
            )
            raise last.wrong(place, message) from None
        chain.append(found)
        ids.append(base)
    return chain


def _base(source: _Source) -> str | None:
    base = source.head("base")
    if base is None or base is False:
        return None
    try:
        return file_id(base, ("regulation", "base"))
    except Mistake as mistake:
        raise source.wrong(mistake.place, mistake.message) from None


def _without_own(tables: dict[str, Any]) -> dict[str, Any]:
    head = tables.get("regulation")
    if not isinstance(head, dict):
        return tables
    return tables | {"regulation": {key: value for key, value in head.items() if key not in OWN}}


def _merged(under: dict[str, Any], over: dict[str, Any]) -> dict[str, Any]:
    """Tables merge key by key; anything else, arrays too, is replaced."""
    out = dict(under)
    for key, value in over.items():
        below = out.get(key)
        out[key] = _merged(below, value) if isinstance(below, dict) and isinstance(value, dict) else value
    return out


def _located(chain: list[_Source], mistakes: Sequence[Mistake]) -> WrongRegulation:
    """The error of these mistakes, each at its line in the file of the chain where its value was written."""
    errors = []
    for mistake in mistakes:
        own = mistake.place[:1] == ("regulation",) and mistake.place[-1] in OWN
        file = next((one for one in chain if own or one.holds(mistake.place)), chain[0])
        errors.append(file.wrong(mistake.place, mistake.message))
    order = {one.name: index for index, one in enumerate(chain)}
    errors.sort(key=lambda error: (order[error.path], error.line or 0))
    errors[0].all = tuple(errors)
    return errors[0]


def own_files(folders: Sequence[Path]) -> Iterator[Path]:
    """The files of the folders that can be regulations, in the order in which load looks for them."""
    for folder in folders:
        if folder.is_dir():
            yield from sorted(path for path in folder.glob("*" + SUFFIX) if path.is_file())
