"""What the user chose once and for all: a small TOML file in the data folder.

The app writes it when a choice changes; own keys are typed into its [keys] table by hand and kept. A file
that cannot be read costs the choices, never the start.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rules.record import record, replace
from tabletui.text import LANGUAGES

if TYPE_CHECKING:
    from storage.files import Files

NAME = "settings.toml"
RECENT = 9
"""How many tournament files outside the data folder are remembered."""


@record
class Settings:
    """The choices. keys: own keys by the id of an action ("table.foul"). recent: tournament files that were
    opened, the latest first. judge, regulation: what was entered last, as a proposal. hall: the shared folder
    through which records travel between laptops, empty where there is none.
    """

    language: str = "ru"
    theme: str = "dark"
    sound: bool = True
    judge: str = ""
    regulation: str = ""
    hall: str = ""
    recent: tuple[str, ...] = ()
    keys: Mapping[str, str] = field(default_factory=dict)

    def with_recent(self, path: Path) -> Settings:
        """The settings after a tournament file was opened."""
        if not str(path).isprintable():  # a name that TOML cannot hold
            return self
        others = (one for one in self.recent if one != str(path))
        return replace(self, recent=(str(path), *others)[:RECENT])


def read(root: Path) -> Settings:
    """The settings of a data folder; what is missing or makes no sense has its default."""
    try:
        text = (root / NAME).read_text("utf-8")
    except (OSError, ValueError):
        return Settings()
    import tomllib

    try:
        data = tomllib.loads(text)
    except ValueError:
        return Settings()
    return _checked(data)


def write(files: Files, root: Path, settings: Settings) -> None:
    """Replaces the file whole. Raises OSError; the choices then hold for this run only."""
    from storage.files import replace_durably

    replace_durably(files, root / NAME, _toml(settings).encode())


def language_of(option: str | None) -> str:
    """The language for messages before anything is opened; option: the value of --data."""
    from storage.folder import locate

    return read(locate(option, os.environ)).language


def _checked(data: Mapping[str, Any]) -> Settings:
    plain = Settings()
    language, keys, recent = data.get("language"), data.get("keys"), data.get("recent")
    return Settings(
        language=language if language in LANGUAGES else plain.language,
        theme=_text(data, "theme", plain.theme),
        sound=data["sound"] if isinstance(data.get("sound"), bool) else plain.sound,
        judge=_text(data, "judge", ""),
        regulation=_text(data, "regulation", ""),
        hall=_text(data, "hall", ""),
        recent=tuple(str(one) for one in recent)[:RECENT] if isinstance(recent, list) else (),
        keys={str(k): v for k, v in keys.items() if isinstance(v, str)} if isinstance(keys, dict) else {},
    )


def _text(data: Mapping[str, Any], key: str, default: str) -> str:
    value = data.get(key)
    return value if isinstance(value, str) else default


def _toml(settings: Settings) -> str:
    recent = "".join(f"    {_quoted(path)},\n" for path in settings.recent)
    keys = "".join(f"{_quoted(action)} = {_quoted(key)}\n" for action, key in settings.keys.items())
    return (
        f"language = {_quoted(settings.language)}\n"
        f"theme = {_quoted(settings.theme)}\n"
        f"sound = {'true' if settings.sound else 'false'}\n"
        f"judge = {_quoted(settings.judge)}\n"
        f"regulation = {_quoted(settings.regulation)}\n"
        f"hall = {_quoted(settings.hall)}\n"
        f"recent = [\n{recent}]\n"
        f'\n# Own keys: "table.foul" = "f". The ids stand in the list of keys.\n[keys]\n{keys}'
    )


def _quoted(text: str) -> str:
    out = []
    for character in text:
        if character in '"\\':
            out.append("\\" + character)
        elif character.isprintable():
            out.append(character)
        else:
            out.append(f"\\u{ord(character):04x}" if ord(character) < 0x10000 else f"\\U{ord(character):08x}")
    return '"' + "".join(out) + '"'
