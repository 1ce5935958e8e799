"""What storage says when it cannot do what was asked: one clear sentence each, fit for a person."""

from __future__ import annotations


class StorageError(Exception):
    """Any refusal of this floor. `str(error)` is one sentence: the place, what is wrong, what to do."""


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
