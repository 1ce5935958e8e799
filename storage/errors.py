"""What storage says when it cannot do what was asked: one clear sentence each, fit for a person.

A message keeps its code, its template and its details, so that a program can tell messages apart and a
screen can say them in another language: `translate(error.template).format(**error.details)`.
"""

from __future__ import annotations

import errno
from typing import Self

from rules.said import Said


class Notice(Said):
    """A sentence for a person with a code, an identifier."""

    __slots__ = ("code",)

    code: str

    def __new__(cls, code: str, template: str, /, **details: object) -> Self:
        notice = super().__new__(cls, template, **details)
        notice.code = code
        return notice

    def __reduce__(self) -> tuple[object, ...]:
        return _notice, (self.code, self.template, self.details)


def _notice(code: str, template: str, details: dict[str, object]) -> Notice:
    return Notice(code, template, **details)


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


_REASONS = {
    errno.ENOSPC: Said("the disk is full"),
    errno.EDQUOT: Said("the space allowed to you is used up"),
    errno.EROFS: Said("the disk is read-only"),
    errno.EACCES: Said("there is no right to do so"),
    errno.EPERM: Said("there is no right to do so"),
    errno.ENOENT: Said("there is no such file or folder"),
    errno.ENOTDIR: Said("a part of the path is no folder"),
    errno.EISDIR: Said("this is a folder"),
    errno.EEXIST: Said("there is a file of this name already"),
    errno.EIO: Said("the disk does not answer as it should"),
    errno.ENAMETOOLONG: Said("the name is too long"),
    errno.ELOOP: Said("the link leads in a circle"),
    errno.EBUSY: Said("another program is using it"),
    errno.EFBIG: Said("the file would be too large for this disk"),
    errno.EMFILE: Said("too many files are open"),
    errno.ENODEV: Said("the disk is gone"),
    errno.ENXIO: Said("the disk is gone"),
    errno.ESTALE: Said("the share is gone"),
}
"""What the errors of the system that people meet mean; the rest speak for themselves."""


def why(error: OSError) -> str:
    """The reason of an error of the system in a few words."""
    known = _REASONS.get(error.errno or 0)
    return known or error.strerror or str(error) or type(error).__name__
