"""What the user chose once and for all: a small TOML file in the data folder.

The app writes a choice when it changes and leaves what else stands in the file: remarks, unknown keys, own
keys. A file that cannot be read costs its choices, never the start, and what is wrong in it is said.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rules.record import field, record, replace
from tabletui.text import LANGUAGES, N_, _

if TYPE_CHECKING:
    from storage.files import Files
    from tabletui.settings_file import Parsed, Value

NAME = "settings.toml"
RECENT = 9
"""How many tournament files outside the data folder are remembered."""
LARGEST = 256_000
"""Bytes of a file that is taken for settings."""


@record
class Settings:
    """The choices. language: empty where the system's is taken. keys: own keys by the id of an action
    ("table.foul"). recent: tournament files that were opened, the latest first. judge, regulation: what was
    entered last, as a proposal. hall: the shared folder through which records travel between laptops, empty
    where there is none. page: the folder of the hall's page, empty where there is none; page_points: whether
    it shows standings before the last game. animations: whether anything may glide; nothing ever blinks.
    """

    language: str = ""
    theme: str = "dark"
    sound: bool = True
    animations: bool = True
    judge: str = ""
    regulation: str = ""
    hall: str = ""
    page: str = ""
    page_points: bool = True
    recent: tuple[str, ...] = ()
    keys: Mapping[str, str] = field(default_factory=dict)

    def with_recent(self, path: Path) -> Settings:
        """The settings after a tournament file was opened."""
        if not str(path).isprintable():  # a name that TOML cannot hold
            return self
        others = (one for one in self.recent if one != str(path))
        return replace(self, recent=(str(path), *others)[:RECENT])

    @property
    def spoken(self) -> str:
        """The language that was chosen, else that of the system."""
        return self.language or system_language()


def system_language(environ: Mapping[str, str] = os.environ) -> str:
    """The language of the system where it is one of ours, English where it is another, Russian where it has
    none (Source: screens, settings: Russian first)."""
    named = next((environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environ.get(name)), "")
    if not named and sys.platform == "win32":
        import locale

        named = locale.getlocale()[0] or ""
    code = named.replace("-", "_").partition(".")[0].partition("_")[0].lower()
    code = {"russian": "ru", "english": "en", "kazakh": "kk"}.get(code, code)
    if code in ("", "c", "posix"):
        return LANGUAGES[0]
    return code if code in LANGUAGES else "en"


def read(root: Path) -> Settings:
    """The settings of a data folder; what is missing or makes no sense has its default."""
    return examined(root)[0]


def examined(root: Path) -> tuple[Settings, tuple[Wrong, ...]]:
    """The settings of a data folder, and what is wrong in the file."""
    text = _text_of(root)
    if text is None:
        return Settings(), ()
    from tabletui.settings_file import parsed

    found = parsed(text)
    return _checked(found.data), tuple(_wrong(text, found))


def write(files: Files, root: Path, settings: Settings) -> None:
    """Keeps the choices that differ from those in the file. Raises OSError; they then hold for this run only.

    A file from which they would not be read back as they are is replaced whole, and its copy is kept.
    """
    from storage.files import keep_copy, replace_durably
    from tabletui.settings_file import edited, parsed

    text, usable = _text_of(root), False
    if text is not None:
        found = parsed(text)
        new = edited(found.text, _changed(settings, found.data), settings.keys, found.data)
        if new == text:
            return
        again = parsed(new)
        usable = not again.slips and _checked(again.data) == settings
    if not usable:
        if files.exists(root / NAME):
            keep_copy(files, root / NAME, root / f"{NAME}.bad")
        new = _whole(settings)
    replace_durably(files, root / NAME, new.encode())


def _changed(settings: Settings, data: Mapping[str, Any]) -> dict[str, Value]:
    """The values that the file says otherwise; a wrong value stays where the default holds anyway."""
    plain = Settings()
    changed: dict[str, Value] = {}
    for key, value in _values(settings).items():
        default = getattr(plain, key)
        said = key in data and _fits(key, data[key], default)
        if said or (value is not None and value != default):
            changed[key] = value
    return changed


def language_of(option: str | None) -> str:
    """The language for messages before anything is opened; option: the value of --data."""
    from storage.folder import locate

    return read(locate(option, os.environ)).spoken


# -- what is wrong ---------------------------------------------------------------------------------------


@record
class Wrong:
    """A place of the file and what is wrong there. why: a msgid with {what}. line: 0 where it is not
    known.
    """

    line: int
    key: str
    why: str
    what: str = ""

    def sentence(self) -> str:
        """In the language in use."""
        where = _("{file}, line {line}").format(file=NAME, line=self.line) if self.line else NAME
        key = f", {self.key}" if self.key else ""
        return f"{where}{key}: {_(self.why).format(what=self.what)}"


LEFT_OUT = N_("not understood; the line is left out")
UNKNOWN = N_("no such setting; it is left as it is")
NO_VALUE = N_("cannot be {what}; the default holds")
BYTES = N_("letters that are not UTF-8")


def _wrong(text: str, found: Parsed) -> Iterator[Wrong]:
    from tabletui.settings_file import line_of

    lines = text.split("\n")
    for number in found.slips[:3]:
        key = lines[number - 1].partition("=")[0].strip() if "=" in lines[number - 1] else ""
        yield Wrong(number, key, LEFT_OUT)
    if "\N{REPLACEMENT CHARACTER}" in text:
        at = text[: text.index("\N{REPLACEMENT CHARACTER}")].count("\n") + 1
        yield Wrong(at, "", BYTES)
    plain = Settings()
    for key, value in found.data.items():
        if key not in plain.__record__:
            yield Wrong(line_of(text, key), key, UNKNOWN)
        elif not _fits(key, value, getattr(plain, key)):
            yield Wrong(line_of(text, key), key, NO_VALUE, _shown(value))
    keys = found.data.get("keys")
    for action, value in keys.items() if isinstance(keys, dict) else ():
        if not isinstance(value, str):
            yield Wrong(line_of(text, action, "keys"), f'"{action}"', NO_VALUE, _shown(value))


def key_sentence(root: Path, id: str, why: str) -> str:
    """What is wrong with the own key of an action, with its place in the file."""
    from tabletui.settings_file import line_of

    found = line_of(_text_of(root) or "", id, "keys")
    where = _("{file}, line {line}").format(file=NAME, line=found) if found else NAME
    return f'{where}, "{id}": {why}'


def _shown(value: object) -> str:
    shown = str(value).lower() if isinstance(value, bool) else repr(value)
    return shown if len(shown) <= 30 else shown[:29] + "…"


def _fits(key: str, value: object, default: object) -> bool:
    if key == "language":
        return value in ("", *LANGUAGES)
    if key == "recent":
        return isinstance(value, list) and all(isinstance(one, str) for one in value)
    if key == "keys":
        return isinstance(value, dict)
    return type(value) is type(default)


# -- the file --------------------------------------------------------------------------------------------


def _text_of(root: Path) -> str | None:
    try:
        data = (root / NAME).read_bytes()
    except OSError:
        return None
    if len(data) > LARGEST or b"\0" in data:
        return None
    return data.decode("utf-8-sig", errors="replace").replace("\r\n", "\n")


def _checked(data: Mapping[str, Any]) -> Settings:
    plain = Settings()
    given: dict[str, Any] = {}
    for key in plain.__record__:
        if key not in ("keys", "recent"):
            value = data.get(key)
            given[key] = value if _fits(key, value, getattr(plain, key)) else getattr(plain, key)
    keys, recent = data.get("keys"), data.get("recent")
    return Settings(
        **given,
        recent=tuple(str(one) for one in recent)[:RECENT] if isinstance(recent, list) else (),
        keys={str(k): v for k, v in keys.items() if isinstance(v, str)} if isinstance(keys, dict) else {},
    )


def _values(settings: Settings) -> dict[str, Value]:
    values: dict[str, Value] = {
        key: getattr(settings, key) for key in settings.__record__ if key not in ("keys",)
    }
    values["language"] = settings.language or None
    return values


def _whole(settings: Settings) -> str:
    from tabletui.settings_file import quoted, written

    lines = [f"{key} = {written(value)}" for key, value in _values(settings).items() if value is not None]
    lines += ["", '# Own keys: "table.foul" = "g". The ids stand in the list of keys.', "[keys]"]
    lines += [f"{quoted(action)} = {quoted(key)}" for action, key in settings.keys.items()]
    return "\n".join(lines) + "\n"
