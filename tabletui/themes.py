"""Theme files: read, checked value by value, and made into what Textual wants.

A theme file can spoil its own colours, never the start: what is wrong is said in a sentence and the value of
the dark theme stands in. Style sheets are joined into one text, so that they work inside a zip file too.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rules.record import record
from tabletui.text import _, language

if TYPE_CHECKING:
    from textual.theme import Theme

DEFAULT = "dark"
SHIPPED = ("dark", "light", "contrast", "colour-blind", "sixteen")
MONO = "mono"
"""Worn where the terminal has no colours; nobody chooses it."""
FIRST_SHEETS = ("tabletui.tcss",)
LATER_SHEETS = ("dialogs.tcss",)
TABLE_SHEETS = ("table.tcss",)
"""Not needed for the first paint, and a third of the time it takes."""

COLOURS = (
    "background", "surface", "panel", "foreground", "primary",
    "secondary", "accent", "success", "warning", "error",
)  # fmt: skip
VARIABLES = ("muted", "rule", "marked", "marked-text", "ask", "caution", "alarm")
LARGEST = 64_000


@record
class Loaded:
    """A theme that is fit for use, its title by language, and what was wrong in its file, a sentence each."""

    theme: Theme
    title: Mapping[str, str]
    warnings: tuple[str, ...] = ()


def style_sheet(names: Sequence[str] = (*FIRST_SHEETS, *LATER_SHEETS, *TABLE_SHEETS)) -> str:
    """Style sheets of the program in one; all of them where none are named."""
    return "\n".join(_shipped(name) for name in names)


def _shipped(name: str) -> str:
    # As in tabletui.text: the loader's reader works in a zip file too, and costs no import.
    import themes

    path = os.path.join(os.path.dirname(themes.__file__), name)
    data: bytes = themes.__spec__.loader.get_data(path)  # type: ignore[union-attr]
    return data.decode("utf-8")


def known(folder: Path) -> tuple[str, ...]:
    """The names of the themes that can be chosen: the shipped ones, then the user's own files."""
    own = sorted(path.stem for path in folder.glob("*.toml")) if folder.is_dir() else []
    return (*SHIPPED, *(name for name in own if name not in SHIPPED))


def load(name: str, folder: Path) -> Loaded:
    """A theme by its name. Never raises: the dark theme stands in for whatever is not usable."""
    try:
        data = _parsed(name, folder)
    except (OSError, ValueError) as error:
        text = _("Colours {name}: the file cannot be used ({why}); the dark ones are shown.")
        if name == DEFAULT:
            raise
        plain = load(DEFAULT, folder)
        return Loaded(plain.theme, plain.title, (text.format(name=name, why=error),))
    return _checked(name, data, data if name == DEFAULT else _parsed(DEFAULT, folder))


def title(loaded: Loaded) -> str:
    """The title in the language in use."""
    names = loaded.title
    return names.get(language()) or names.get("en") or loaded.theme.name


def _parsed(name: str, folder: Path) -> dict[str, Any]:
    import tomllib

    if name in (*SHIPPED, MONO):
        return tomllib.loads(_shipped(f"{name}.toml"))
    if "/" in name or "\\" in name or name.startswith("."):
        raise ValueError(_("not a name"))
    data = (folder / f"{name}.toml").read_bytes()
    if len(data) > LARGEST:
        raise ValueError(_("too large"))
    return tomllib.loads(data.decode("utf-8"))


def _checked(name: str, data: dict[str, Any], plain: dict[str, Any]) -> Loaded:
    from textual.theme import Theme

    warnings: list[str] = []
    colours = _values(name, data, plain, "colours", COLOURS, warnings)
    variables = _values(name, data, plain, "variables", VARIABLES, warnings)
    cursor = {
        "block-cursor-background": variables["marked"],
        "block-cursor-foreground": variables["marked-text"],
        "block-cursor-blurred-background": variables["marked"],
        "block-cursor-blurred-foreground": variables["marked-text"],
        "border": colours["primary"],
        "scrollbar": variables["rule"],
        "scrollbar-hover": variables["muted"],
        "scrollbar-active": variables["muted"],
        "scrollbar-background": colours["background"],
        "scrollbar-background-hover": colours["background"],
        "scrollbar-background-active": colours["background"],
        "scrollbar-corner-color": colours["background"],
    }
    if data.get("reverse") is True:
        cursor["block-cursor-text-style"] = cursor["block-cursor-blurred-text-style"] = "bold reverse"
    dark, terminal = data.get("dark") is not False, data.get("terminal") is True
    if terminal:  # Textual derives these two for every other theme, and its own style sheet needs them
        cursor["ansi-background"] = "ansi_black" if dark else "ansi_white"
        cursor["ansi-foreground"] = "ansi_white" if dark else "ansi_black"
    theme = Theme(
        name=f"tabletui-{name}",
        dark=dark,
        ansi=terminal,
        variables=cursor | variables,
        **colours,
    )
    named = data.get("title")
    names = (
        {str(k): str(v) for k, v in named.items()} if isinstance(named, dict) else {"en": str(named or name)}
    )
    return Loaded(theme, names, tuple(warnings))


def _values(
    name: str,
    data: dict[str, Any],
    plain: dict[str, Any],
    table: str,
    keys: tuple[str, ...],
    warnings: list[str],
) -> dict[str, str]:
    from textual.color import Color, ColorParseError

    given = data.get(table)
    given = given if isinstance(given, dict) else {}
    for key in given:
        if key not in keys:
            text = _("Colours {name}: {key} is not known and not used.")
            warnings.append(text.format(name=name, key=f"{table}.{key}"))
    values: dict[str, str] = {}
    for key in keys:
        value = given.get(key)
        try:
            Color.parse(value)
            values[key] = value
        except (ColorParseError, TypeError, AttributeError):
            values[key] = plain[table][key]
            text = _("Colours {name}: {key} is missing or no colour; that of the dark ones is shown.")
            warnings.append(text.format(name=name, key=f"{table}.{key}"))
    return values
