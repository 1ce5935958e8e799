"""What the writing commands share: the lock on the data folder, the time, the tournament open for writing."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from storage.files import Files
from storage.folder import Folder, locate
from storage.tournaments import Tournament, open_tournament
from tabletui.commands.reporting import said
from tabletui.commands.reporting import visible as visible_text
from tabletui.examining import examiner


def now() -> str:
    """Local time with its offset, to the second, as ISO text."""
    return datetime.now().astimezone().isoformat(timespec="seconds")


def new_id() -> str:
    """A random name for a tournament, for good."""
    return secrets.token_hex(8)


def data_folder(data: str | None) -> Folder:
    """The data folder of --data; use it as a context manager to hold its lock."""
    root = locate(data, os.environ)
    return Folder(Files(), root, examine=examiner(root))


@contextmanager
def writable(folder: Folder, file: str) -> Iterator[Tournament]:
    """A tournament open for writing; the folder's lock must be held. Raises WrongFile, NotSaved."""
    with open_tournament(folder, Path(file), write=True, now=now) as tournament:
        if tournament.notice:
            said(visible_text(str(tournament.notice)))
        yield tournament
