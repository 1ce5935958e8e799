"""What storage says when it cannot do what was asked: one clear sentence each, fit for a person.

A message keeps its code, its template and its details, so that a program can tell messages apart and a
screen can say them in another language: `translate(error.template).format(**error.details)`.
"""

from __future__ import annotations


class Notice(str):
    """A sentence for a person. code: an identifier; template and details: what it was made of."""

    __slots__ = ("code", "details", "template")

    code: str
    template: str
    details: dict[str, object]

    def __new__(cls, code: str, template: str, **details: object) -> Notice:
        notice = super().__new__(cls, template.format(**details))
        notice.code = code
        notice.template = template
        notice.details = details
        return notice


class StorageError(Exception):
    """Any refusal of this floor. `str(error)` is one sentence: the place, what is wrong, what to do."""

    def __init__(self, code: str, template: str, **details: object) -> None:
        super().__init__(template.format(**details))
        self.code = code
        self.template = template
        self.details = details


class FolderUnusable(StorageError):
    """The data folder cannot be written: locked by another writer, read-only or full (exit status 3)."""


class NotSaved(StorageError):
    """What was handed over is not durable; the state of before still holds and nothing was confirmed."""


class WrongFile(StorageError):
    """A file is missing, unreadable, damaged or not what it was taken for (exit status 2)."""


class TooNew(WrongFile):
    """A file was written by a newer version of the program: it may be read, never written."""


class WrongInput(StorageError):
    """What was handed in cannot be stored: an unknown player, a missing slot, a value JSON cannot hold."""


def why(error: OSError) -> str:
    """The reason of an error of the system in a few words."""
    return error.strerror or str(error) or type(error).__name__
