"""Which regulation a command goes by: the one that was asked for, the tournament's, or the protocols' own."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rules.regulation import Regulation, WrongRegulation, is_path, load
from tabletui.commands.reporting import Refused
from tabletui.text import N_

if TYPE_CHECKING:
    from storage.protocol_files import Found

BASE = "fiim-base"
"""What holds where nothing names a regulation."""


def named(source: str, data: str | None) -> Regulation:
    """The regulation of an id or of a file; data: the value of --data. Raises WrongRegulation.

    The data folder is looked into only for what does not come with the program.
    """
    try:
        return load(source)
    except WrongRegulation:
        if os.path.isfile(source):
            return load(Path(source), folders=(_own_folder(data),))
        if os.path.exists(source) and not os.path.isdir(source):
            sentence = N_("a device or a pipe, not a file; name a regulation file")
            raise Refused(source, "", "wrong_regulation", sentence) from None
        return by_id(source, data)


def by_id(id: str, data: str | None) -> Regulation:
    """By its id only: what stands inside a file never becomes a path."""
    try:
        return load(id)
    except WrongRegulation:
        own = _own_folder(data)
        if not own.is_dir():
            raise
        return load(id, folders=(own,))


def _own_folder(data: str | None) -> Path:
    from storage.folder import locate

    return locate(data, os.environ) / "regulations"


class Governing:
    """The regulation of each protocol: the one asked for, else the one it names; each is read once."""

    def __init__(self, asked: str | None, data: str | None) -> None:
        self._data = data
        self._asked = None if asked is None else named(asked, data)
        self._read: dict[str, Regulation] = {}

    def of(self, found: Found) -> Regulation:
        """The regulation of a protocol. Raises Refused where neither says one, WrongRegulation."""
        if self._asked is not None:
            return self._asked
        id = found.protocol.regulation
        if id is None:
            raise Refused(
                found.path,
                found.place("regulation"),
                "no_regulation",
                N_("the protocol names no regulation; give one with --regulation"),
            )
        if id not in self._read:
            self._read[id] = _named_inside(id, found, self._data)
        return self._read[id]

    def of_all(self, protocols: Iterable[Found]) -> Regulation:
        """The one regulation of several protocols, at least one. Raises Refused where they differ."""
        one: Regulation | None = None
        for found in protocols:
            own = self.of(found)
            if one is not None and own.id != one.id:
                raise Refused(
                    found.path,
                    found.place("regulation"),
                    "regulations_differ",
                    N_("{own} here and {other} before; say with --regulation which one counts"),
                    own=own.id,
                    other=one.id,
                )
            one = own
        assert one is not None
        return one


def _named_inside(id: str, found: Found, data: str | None) -> Regulation:
    if is_path(id):
        raise Refused(
            found.path,
            found.place("regulation"),
            "wrong_regulation",
            N_('"{id:.60}" is no id of a regulation; give the file with --regulation'),
            id=id,
        )
    try:
        return by_id(id, data)
    except WrongRegulation as wrong:
        if wrong.key is not None or wrong.line is not None:  # the judge's own file is wrong and is named
            raise
        raise Refused(
            found.path,
            found.place("regulation"),
            "wrong_regulation",
            N_('there is no regulation "{id:.60}"; give one with --regulation'),
            id=id,
        ) from None


def of_tournament(
    regulation: str | None, source: dict[str, Any] | None, data: str | None
) -> Regulation | None:
    """The regulation of a tournament as it was when the file was made; None for loose games.

    regulation, source: of its header. Raises WrongRegulation.
    """
    if source is not None:
        from rules.regulation.content import from_json

        return from_json(source)
    return None if regulation is None else by_id(regulation, data)
