"""Protocols that were typed from paper once and wait to be typed a second time.

A draft is no record: it counts for nothing and travels nowhere. It lies in `typed/` of the data folder, one
file a slot, replaced whole.
"""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rules.record import record
from storage.errors import NotSaved, why
from storage.files import make_folders, replace_durably
from storage.folder import Folder
from storage.json_text import BadJson, parse_text
from storage.kinds import Slot
from storage.strict_json import canonical, content_hash


@record
class Draft:
    """What somebody typed. lines: by name; by: who; at: ISO time."""

    lines: Mapping[str, str]
    by: str
    at: str


def keep_draft(folder: Folder, tournament: str, slot: Slot, draft: Draft) -> None:
    """Keeps the draft of a slot in the place of an earlier one. Raises NotSaved."""
    path = _path(folder, tournament, slot)
    body = {"lines": dict(draft.lines), "by": draft.by, "at": draft.at}
    try:
        make_folders(folder.files, path.parent)
        replace_durably(folder.files, path, canonical(body))
    except OSError as error:
        raise NotSaved(
            "draft_not_kept", "{path}: what was typed is not kept ({why}).", path=path, why=why(error)
        ) from error


def draft_of(folder: Folder, tournament: str, slot: Slot) -> Draft | None:
    """The draft of a slot, None where there is none; one that cannot be read is as none."""
    try:
        body: Any = parse_text(folder.files.read(_path(folder, tournament, slot), 1 << 16))
        lines = {str(name): str(text) for name, text in body["lines"].items()}
        return Draft(lines, str(body["by"]), str(body["at"]))
    except (OSError, BadJson, KeyError, TypeError, AttributeError):
        return None


def drop_draft(folder: Folder, tournament: str, slot: Slot) -> None:
    """Forgets a draft whose protocol is stored; one that stays does no harm."""
    with contextlib.suppress(OSError):
        folder.files.unlink(_path(folder, tournament, slot))


def _path(folder: Folder, tournament: str, slot: Slot) -> Path:
    # A hash: a stage or an id from elsewhere never becomes a path.
    name = content_hash([tournament, slot.stage, slot.round, slot.table])
    return folder.root / "typed" / f"{name}.json"
