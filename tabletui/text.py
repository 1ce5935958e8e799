"""The words on the screen: gettext catalogues, loaded when the first text is asked for.

Msgids are English. Russian is the default and complete; Kazakh falls back to Russian, text by text,
where no native reader has passed it yet. The catalogue's sources are one .po a room
(`tabletui/locale/<language>/<room>.po`), compiled by `python -m tabletui.locale_build`.
"""

from __future__ import annotations

import os
import struct
from collections.abc import Mapping

from tabletui.catalogue import Catalogue

LANGUAGES: tuple[str, ...] = ("ru", "en", "kk")
"""The languages of the program, in the order in which they are offered."""

NAMES = {"ru": "Русский", "en": "English", "kk": "Қазақша"}
"""Each language under its own name: whoever needs it can read it."""

_DECIMAL_COMMA = ("ru", "kk")

_language = "ru"
_loaded: dict[str, Catalogue] = {}
_absent: list[str] = []


def _catalogue(language: str) -> Catalogue:
    found = _loaded.get(language)
    if found is None:
        found = _loaded[language] = _read(language)
    return found


def _read(language: str) -> Catalogue:
    if language == "en":
        return Catalogue()
    # The loader's own reader works from a folder and from inside one zip file alike. importlib.resources
    # would do the same, but its import alone takes most of what the command line may spend at its start.
    path = os.path.join(os.path.dirname(__file__), "locale", language, "LC_MESSAGES", "tabletui.mo")
    try:
        data = __spec__.loader.get_data(path)  # type: ignore[union-attr]
        found = Catalogue(data)
    except (OSError, ValueError, struct.error):
        found = Catalogue()
        _absent.append(language)
    if language != "ru":
        found.fallback = _catalogue("ru")
    return found


def set_language(language: str) -> None:
    """Choose the language of all further texts; an unknown one is a ValueError.

    Texts that are already on the screen stay as they are until they are drawn anew.
    """
    global _language
    if language not in LANGUAGES:
        raise ValueError(f"unknown language {language!r}; known: {', '.join(LANGUAGES)}")
    _language = language


def absence() -> str:
    """Which catalogue is missing or spoilt, in English, once each; empty where none is.

    Only what was asked for is known, so this asks for the language in use.
    """
    _catalogue(_language)
    names = " and ".join(f"{_absent.pop()}.mo" for _one in tuple(_absent))
    if not names:
        return ""
    return f"The texts of {names} are missing or spoilt in this installation; others are shown instead."


def language() -> str:
    """The language in use: "ru", "en" or "kk"."""
    return _language


def _(msgid: str) -> str:
    """The text in the language in use; the msgid itself where there is none."""
    return _catalogue(_language).gettext(msgid)


def ngettext(singular: str, plural: str, count: int) -> str:
    """The form that fits `count` in the language in use (Russian has three)."""
    return _catalogue(_language).ngettext(singular, plural, count)


def pgettext(context: str, msgid: str) -> str:
    """As `_`, where one English word needs different translations in different places."""
    return _catalogue(_language).pgettext(context, msgid)


def told(template: str, details: Mapping[str, object]) -> str:
    """A sentence with its values in the language in use; values that are sentences themselves too."""
    return _(template).format(**{name: worded(value) for name, value in details.items()})


def worded(value: object) -> object:
    """What an error, a notice or a value says in the language in use; anything without words as it is.

    Words have a template and details, or a message that has; what stands before them is a place.
    """
    words = value if hasattr(value, "template") else getattr(value, "message", None)
    template, details = getattr(words, "template", None), getattr(words, "details", None)
    if not isinstance(template, str) or not isinstance(details, dict):
        return value
    text, plain = str(value), template.format(**details)
    return text.removesuffix(plain) + told(template, details) if text.endswith(plain) else text


def N_(msgid: str) -> str:
    """Mark a text of a table for the catalogue; it is translated where it is drawn, with `_`."""
    return msgid


def decimal(shown: str) -> str:
    """A number as people of this language write it: "2.25" is "2,25" in Russian and Kazakh."""
    return shown.replace(".", ",") if _language in _DECIMAL_COMMA else shown
