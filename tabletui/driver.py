"""The terminal's input, made safe: a byte that is not UTF-8 becomes a sign that no key has.

Textual decodes strictly, and one stray byte (a paste from an old code page, noise on a serial line) would end
the app in the middle of a game.
"""

from __future__ import annotations

import codecs
import sys
from functools import partial
from typing import Any


def _forgiving(encoding: str) -> Any:
    return partial(codecs.getincrementaldecoder(encoding), errors="replace")


def forgive_bad_bytes() -> None:
    """Makes the driver of this platform replace bytes it cannot decode. Windows hands over text already."""
    if sys.platform != "win32":
        from textual.drivers import linux_driver

        # The driver looks the decoder up by this name each time it starts.
        linux_driver.getincrementaldecoder = _forgiving
