"""The terminal's input, made safe and made plain.

A byte that is no letter becomes a sign that no key has: Textual decodes strictly, and one stray byte (a paste
from an old code page, noise on a serial line) would end the app in the middle of a game. And where the
terminal tells of Caps Lock (the kitty keyboard protocol), a letter under it is the plain key.
"""

from __future__ import annotations

import codecs
import re
import sys
from functools import partial
from typing import Any

_EXTENDED = re.compile(r"\x1b\[\d+(?::\d*)*;(\d+)(?::\d+)?(?:;[\d:]*)?u")
_SHIFT, _CAPS_LOCK = 1, 64
"""Bits of the modifiers, of which the terminal sends the sum and one (kitty keyboard protocol, modifiers)."""


def forgive_bad_bytes(encoding: str = "utf-8") -> None:
    """Makes the driver of this platform read the terminal's encoding and replace bytes it cannot decode.
    Windows hands over text already."""
    if sys.platform != "win32":
        from textual.drivers import linux_driver

        # The driver looks the decoder up by this name each time it starts.
        linux_driver.getincrementaldecoder = lambda _utf8: partial(
            codecs.getincrementaldecoder(encoding), errors="replace"
        )


def tell_caps_lock() -> None:
    """Makes a letter typed under Caps Lock the key that it is without; what is typed stays a capital.

    Textual takes both for Shift. Once made, it is not made again.
    """
    from textual import _xterm_parser

    parser: Any = _xterm_parser.XTermParser
    if getattr(parser, "tells_caps_lock", False):
        return
    parse = parser._parse_extended_key

    def told(self: Any, sequence: str) -> Any:
        keys = parse(self, sequence)
        found = _EXTENDED.fullmatch(sequence)
        bits = int(found[1]) - 1 if found else 0
        if not keys or not bits & _CAPS_LOCK:
            return keys
        keys = [key.copy() for key in keys]
        for key in keys:
            if len(key.key) == 1 and key.key.isalpha():
                key.key = key.key.upper() if bits & _SHIFT else key.key.lower()
        return keys

    parser._parse_extended_key, parser.tells_caps_lock = told, True
