"""A compiled catalogue, looked into text by text.

gettext reads all two thousand texts into a dictionary, which takes longer than to print a table; the file is
in order (tabletui.locale_build), so that each text is found by halving.
"""

from __future__ import annotations

import struct
from collections.abc import Callable

MAGIC = 0x950412DE


class Catalogue:
    """The texts of one language. data: the bytes of a .mo file, None for none; fallback: asked next.

    Raises ValueError or struct.error where the bytes are no whole catalogue.
    """

    def __init__(self, data: bytes | None = None) -> None:
        self.fallback: Catalogue | None = None
        self._data = data or b""
        self._count = self._originals = self._translations = 0
        self._known: dict[str, str | None] = {}
        self._plural: Callable[[int], int] | None = None
        if data is not None:
            magic, _version, count, originals, translations = struct.unpack_from("<5I", data)
            if magic != MAGIC:
                raise ValueError("no compiled catalogue")
            self._count, self._originals, self._translations = count, originals, translations
            if count:
                length, start = struct.unpack_from("<2I", data, translations + 8 * (count - 1))
                if start + length > len(data):
                    raise ValueError("the catalogue is cut off")

    def gettext(self, msgid: str) -> str:
        """The text, or the msgid itself."""
        found = self._find(msgid)
        if found is None:
            return self.fallback.gettext(msgid) if self.fallback else msgid
        return found.partition("\0")[0]

    def ngettext(self, singular: str, plural: str, count: int) -> str:
        """The form for a number."""
        found = self._find(f"{singular}\0{plural}")
        if found is None:
            if self.fallback:
                return self.fallback.ngettext(singular, plural, count)
            return singular if count == 1 else plural
        return found.split("\0")[self._form(count)]

    def pgettext(self, context: str, msgid: str) -> str:
        """The text in a context."""
        found = self._find(f"{context}\4{msgid}")
        if found is None:
            return self.fallback.pgettext(context, msgid) if self.fallback else msgid
        return found

    def _form(self, count: int) -> int:
        if self._plural is None:
            from gettext import c2py

            head = self._find("") or ""
            rule = next((line for line in head.splitlines() if line.lower().startswith("plural-forms")), "")
            self._plural = c2py(rule.rpartition("plural=")[2].strip().rstrip(";") or "n != 1")
        return self._plural(count)

    def _find(self, key: str) -> str | None:
        try:
            return self._known[key]
        except KeyError:
            found = self._known[key] = self._look(key.encode("utf-8"))
            return found

    def _look(self, key: bytes) -> str | None:
        low, high = 0, self._count
        while low < high:
            middle = (low + high) // 2
            # A key with a plural is followed by it; it stands where its first form alone would stand.
            here = self._bytes(self._originals, middle)
            if here == key or here.startswith(key + b"\0"):
                return self._bytes(self._translations, middle).decode("utf-8")
            if here < key:
                low = middle + 1
            else:
                high = middle
        return None

    def _bytes(self, table: int, index: int) -> bytes:
        length, start = struct.unpack_from("<2I", self._data, table + 8 * index)
        return self._data[start : start + length]
