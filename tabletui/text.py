"""The words on the screen: gettext catalogues, loaded when the first text is asked for.

Msgids are English. Russian is the default and complete; Kazakh falls back to Russian, text by text,
where no native reader has passed it yet. The catalogue's sources are one .po a room
(`tabletui/locale/<language>/<room>.po`), compiled by `python -m tabletui.locale_build`.
"""

from __future__ import annotations

import gettext as _gettext
import io
import os

LANGUAGES: tuple[str, ...] = ("ru", "en", "kk")
"""The languages of the program, in the order in which they are offered."""

NAMES = {"ru": "Русский", "en": "English", "kk": "Қазақша"}
"""Each language under its own name: whoever needs it can read it."""

_DECIMAL_COMMA = ("ru", "kk")

_language = "ru"
_loaded: dict[str, _gettext.NullTranslations] = {}


def _catalogue(language: str) -> _gettext.NullTranslations:
    found = _loaded.get(language)
    if found is None:
        found = _loaded[language] = _read(language)
    return found


def _read(language: str) -> _gettext.NullTranslations:
    if language == "en":
        return _gettext.NullTranslations()
    # The loader's own reader works from a folder and from inside one zip file alike. importlib.resources
    # would do the same, but its import alone takes most of what the command line may spend at its start.
    path = os.path.join(os.path.dirname(__file__), "locale", language, "LC_MESSAGES", "tabletui.mo")
    try:
        data = __spec__.loader.get_data(path)  # type: ignore[union-attr]
    except OSError:
        found: _gettext.NullTranslations = _gettext.NullTranslations()
    else:
        found = _gettext.GNUTranslations(io.BytesIO(data))
    if language != "ru":
        found.add_fallback(_catalogue("ru"))
    return found


def set_language(language: str) -> None:
    """Choose the language of all further texts; an unknown one is a ValueError.

    Texts that are already on the screen stay as they are until they are drawn anew.
    """
    global _language
    if language not in LANGUAGES:
        raise ValueError(f"unknown language {language!r}; known: {', '.join(LANGUAGES)}")
    _language = language


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


def N_(msgid: str) -> str:
    """Mark a text of a table for the catalogue; it is translated where it is drawn, with `_`."""
    return msgid


def decimal(shown: str) -> str:
    """A number as people of this language write it: "2.25" is "2,25" in Russian and Kazakh."""
    return shown.replace(".", ",") if _language in _DECIMAL_COMMA else shown
