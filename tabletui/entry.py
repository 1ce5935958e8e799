"""What people type or import, made fit to be kept: one spelling for equal looks, nothing invisible."""

from __future__ import annotations

import unicodedata

_DROPPED = ("Cc", "Cf", "Cs", "Co", "Cn")


def clean(text: str) -> str:
    """The text in NFC without controls, zero-width and unassigned characters; runs of spaces are one space.

    Names that look alike are then equal, and a name can neither hide from a filter nor break a line.
    """
    spaced = " ".join(text.split())
    kept = "".join(char for char in spaced if unicodedata.category(char) not in _DROPPED)
    return " ".join(unicodedata.normalize("NFC", kept).split())
