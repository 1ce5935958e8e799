"""What the terminal can show: how many colours, and whether it has more signs than those of a typewriter.

Told by the environment alone, because no terminal answers such a question reliably.
"""

from __future__ import annotations

import codecs
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING

from rules.record import record

if TYPE_CHECKING:
    from textual.filter import LineFilter

MANY, SIXTEEN, NONE = "many", "sixteen", "none"

_NO_COLOURS = ("vt", "dumb", "wy", "tvi", "adm")
_FEW_SIGNS = ("vt", "linux", "dumb", "ansi", "cons", "pcansi", "wy", "tvi", "adm")
"""How the names of terminals begin that have no colours, and whose fonts lack frames, marks and arrows."""
_MODERN = ("256color", "direct", "truecolor", "kitty", "ghostty")

TYPEWRITER = {
    **dict.fromkeys("━─╺╸╼╾═▁▔", "-"),
    **dict.fromkeys("┃│╻╹║▌▐▏▕▎▍▊▋▉", "|"),
    **dict.fromkeys("┏┓┗┛┣┫┻┳╋┌┐└┘├┤┬┴┼╭╮╰╯╔╗╚╝", "+"),
    **dict.fromkeys("█▇▆▅■▓", "#"),
    **dict.fromkeys("▄▃▂▀▒░", "="),
    **dict.fromkeys("“”„«»″", '"'),
    **dict.fromkeys("–—−‑", "-"),
    "●": "o", "•": "*", "·": ".", "…": ".", "→": ">", "←": "<", "↑": "^", "↓": "v", "▸": ">", "▶": ">",
    "‹": "<", "›": ">", "▲": "^", "▼": "v", "×": "x", "✓": "+", "№": "N", "\N{NO-BREAK SPACE}": " ",
}  # fmt: skip
"""What stands for each sign where there is nothing better; one cell for one cell."""
_CYRILLIC_FONT = "«»№"
"""Signs that every console font with Russian letters has."""


@record
class Terminal:
    """colours: MANY, SIXTEEN or NONE. signs: whether frames, marks and arrows can be shown. encoding: of the
    letters, as Python names it.
    """

    colours: str = MANY
    signs: bool = True
    encoding: str = "utf-8"

    @property
    def theme(self) -> str | None:
        """The theme that is worn instead of one whose colours cannot be shown."""
        return {SIXTEEN: "sixteen", NONE: "mono"}.get(self.colours)

    def replacements(self) -> dict[str, str]:
        """What stands for the signs that cannot be shown; empty where all can."""
        if not self.signs:
            return {sign: plain for sign, plain in TYPEWRITER.items() if sign not in _CYRILLIC_FONT}
        if self.encoding == "utf-8":
            return {}
        return {sign: plain for sign, plain in TYPEWRITER.items() if not _encodable(sign, self.encoding)}

    def filter(self) -> LineFilter | None:
        """Puts the replacements into every line that is painted; None where there are none."""
        replacements = self.replacements()
        if not replacements:
            return None
        from rich.segment import Segment
        from textual.filter import LineFilter

        table = str.maketrans(replacements)

        class Typewriter(LineFilter):
            def apply(self, segments: list[Segment], background: object) -> list[Segment]:
                return [Segment(text.translate(table), style, control) for text, style, control in segments]

        return Typewriter()


def terminal_of(environ: Mapping[str, str], platform: str = sys.platform) -> Terminal:
    """The terminal that this environment speaks of."""
    name = environ.get("TERM", "").lower()
    return Terminal(_colours(environ, name, platform), not name.startswith(_FEW_SIGNS), _encoding(environ))


def _colours(environ: Mapping[str, str], name: str, platform: str) -> str:
    if environ.get("NO_COLOR") or name.startswith(_NO_COLOURS) or name.endswith(("-m", "-mono")):
        return NONE
    if environ.get("TEXTUAL_COLOR_SYSTEM", "").lower() in ("256", "truecolor"):
        return MANY
    if platform == "win32" or environ.get("COLORTERM", "").lower() in ("truecolor", "24bit"):
        return MANY
    return MANY if name.endswith(_MODERN) else SIXTEEN


def _encoding(environ: Mapping[str, str]) -> str:
    """As the locale names it; a locale that names none, or one that is not known, is taken for UTF-8."""
    named = next((environ[key] for key in ("LC_ALL", "LC_CTYPE", "LANG") if environ.get(key)), "")
    try:
        return codecs.lookup(named.partition(".")[2].partition("@")[0]).name
    except LookupError:
        return "utf-8"


def _encodable(sign: str, encoding: str) -> bool:
    try:
        sign.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True
