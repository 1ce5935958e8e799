"""From TOML values to typed ones: a small table-driven reader that says what it expected and what it found.

A reader is a function of a TOML value and its place; it returns the typed value or raises Mistake (a value) or
Mistakes (a table). A dataclass says with `toml(...)` in its fields' metadata which reader reads which key, so that
a key, its type, its meaning and its default stand in one place.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import date
from fractions import Fraction
from typing import Any

from rules.regulation.errors import Mistake, Mistakes, Place
from rules.regulation.frozen import FrozenMap

Reader = Callable[[object, Place], Any]

_FRACTION = re.compile(r"[+-]?\d{1,9}(/\d{1,9})?")
_NAME = re.compile(r"[a-z][a-z0-9_]*")
_FILE_ID = re.compile(r"[a-z0-9][a-z0-9_-]*")
_HOUR = re.compile(r"([01]\d|2[0-3]):[0-5]\d|24:00")
_LANGUAGE = re.compile(r"[a-z]{2,3}")
_LONGEST = 400


def visible(value: object) -> str:
    """A TOML value as it may be shown in a one-line message: short, and without control characters."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        plain = "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in value)
        return f'"{plain}"' if len(plain) <= 40 else f'"{plain[:40]}…"'
    if isinstance(value, Mapping):
        return "a table"
    if isinstance(value, Sequence):
        return "an empty array" if not value else f"an array of {len(value)}"
    return str(value)


def unfit(place: Place, expected: str, found: object) -> Mistake:
    """The mistake of a value that stands where something else was expected."""
    return Mistake(place, f"expected {expected}, found {visible(found)}")


def whole(least: int = 0, most: int | None = None) -> Reader:
    """A whole number between two bounds, both included."""
    bounds = f"a whole number of at least {least}" if most is None else f"a whole number from {least} to {most}"

    def read(value: object, place: Place) -> int:
        if type(value) is not int or value < least or (most is not None and value > most):
            raise unfit(place, bounds, value)
        return value

    return read


def exact(sign: str = "any") -> Reader:
    """Points or a factor, exactly: a whole number or text such as "1/2". sign: any, positive, negative, …"""
    fits: Callable[[Fraction], bool] = {
        "any": lambda _: True,
        "positive": lambda f: f > 0,
        "negative": lambda f: f < 0,
        "not positive": lambda f: f <= 0,
        "not negative": lambda f: f >= 0,
    }[sign]
    kind = "number" if sign == "any" else f"{sign} number"
    expected = f'a {kind}, whole or a fraction as text such as "{"-" if "negative" == sign else ""}1/2"'

    def read(value: object, place: Place) -> Fraction:
        if isinstance(value, float):
            raise Mistake(
                place,
                f"expected {expected}, found {value}: a decimal number is not exact, write {_remedy(value)} instead",
            )
        if type(value) is int:
            number = Fraction(value)
        elif isinstance(value, str) and _FRACTION.fullmatch(value) and not re.search(r"/0+$", value):
            number = Fraction(value)
        else:
            raise unfit(place, expected, value)
        if not fits(number):
            raise unfit(place, expected, value)
        return number

    return read


def _remedy(value: float) -> str:
    if value != value or abs(value) > 1e6:
        return 'a fraction such as "1/2"'
    near = Fraction(str(value))
    return str(near) if near.denominator == 1 else f'"{near}"'


def yes_no(value: object, place: Place) -> bool:
    """true or false."""
    if not isinstance(value, bool):
        raise unfit(place, "true or false", value)
    return value


def one_of(*choices: str) -> Reader:
    """One of a closed set of words."""

    def read(value: object, place: Place) -> str:
        if value not in choices or not isinstance(value, str):
            raise unfit(place, "one of " + ", ".join(f'"{c}"' for c in choices), value)
        return value

    return read


def identifier(value: object, place: Place) -> str:
    """An id in English snake_case: stages, awards, reasons, officials."""
    if not isinstance(value, str) or not _NAME.fullmatch(value):
        raise unfit(place, "an id of small Latin letters, digits and _, a letter first", value)
    return value


def file_id(value: object, place: Place) -> str:
    """The id of a regulation, which is also the name of its file."""
    if not isinstance(value, str) or not _FILE_ID.fullmatch(value) or len(value) > 64:
        raise unfit(place, "an id of small Latin letters, digits, - and _", value)
    return value


def words(value: object, place: Place) -> str:
    """Text of one line that can be shown: not empty, without control characters."""
    if not isinstance(value, str) or not value.strip() or not value.isprintable() or len(value) > _LONGEST:
        raise unfit(place, f"one line of text, at most {_LONGEST} characters", value)
    return value


def names(value: object, place: Place) -> FrozenMap[str, str]:
    """A text in several languages, `{ ru = "…", en = "…", kk = "…" }`, or one text for all of them."""
    if isinstance(value, str):
        return FrozenMap({"und": words(value, place)})
    if not isinstance(value, dict) or not value:
        raise unfit(place, 'text, or a table of texts by language such as { ru = "…", en = "…" }', value)
    for language in value:
        if not _LANGUAGE.fullmatch(language):
            raise Mistake((*place, language), "expected a language such as ru, en or kk, found " + visible(language))
    return FrozenMap({language: words(text, (*place, language)) for language, text in value.items()})


def day_of_year(value: object, place: Place) -> date:
    """A date as TOML writes it: 2017-08-05, without quotes and without a time."""
    if type(value) is not date:
        raise unfit(place, "a date such as 2017-08-05, without quotes", value)
    return value


def hour(value: object, place: Place) -> str:
    """A time of the day, "00:00" to "24:00"."""
    if not isinstance(value, str) or not _HOUR.fullmatch(value):
        raise unfit(place, 'a time such as "11:00"', value)
    return value


def optional(read: Reader) -> Reader:
    """A value that may be switched off with `false`, so that a regulation can drop what its base has."""

    def read_or_off(value: object, place: Place) -> Any:
        return None if value is False else read(value, place)

    return read_or_off


def array(read: Reader, *, least: int = 0, unique: str | None = None) -> Reader:
    """An array read into a tuple. unique: the attribute (or "" for the value itself) that no two may share."""

    def read_all(value: object, place: Place) -> tuple[Any, ...]:
        if not isinstance(value, list):
            raise unfit(place, "an array", value)
        if len(value) < least:
            raise unfit(place, f"an array of at least {least}", value)
        found: list[Mistake] = []
        out = []
        for index, item in enumerate(value):
            try:
                out.append(read(item, (*place, index)))
            except Mistake as mistake:
                found.append(mistake)
            except Mistakes as several:
                found += several.found
        if not found and unique is not None:
            found += _twice(out, unique, place)
        if found:
            raise Mistakes(found)
        return tuple(out)

    return read_all


def _twice(items: list[Any], attribute: str, place: Place) -> list[Mistake]:
    first: dict[Any, int] = {}
    found = []
    for index, item in enumerate(items):
        value = getattr(item, attribute) if attribute else item
        if value in first:
            at = (*place, index, attribute) if attribute else (*place, index)
            found.append(Mistake(at, f"expected each once, found {visible(value)} a second time"))
        first.setdefault(value, index)
    return found


def by_number(read: Reader, least: int, most: int) -> Reader:
    """A table whose keys are whole numbers, `{ 2 = "1/4", 3 = "1/2" }`."""

    def read_all(value: object, place: Place) -> FrozenMap[int, Any]:
        if not isinstance(value, dict):
            raise unfit(place, "a table of points by number", value)
        for number in value:
            if not number.isascii() or not number.isdigit() or not least <= int(number) <= most:
                raise Mistake((*place, number), f"expected a number from {least} to {most}, found {visible(number)}")
        return FrozenMap({int(n): read(value[n], (*place, n)) for n in sorted(value, key=int)})

    return read_all


def by_word(read: Reader, choices: Collection[str]) -> Reader:
    """A table whose keys are words of a closed set, `{ don = "1/2", sheriff = "1/2" }`."""

    def read_all(value: object, place: Place) -> FrozenMap[str, Any]:
        if not isinstance(value, dict):
            raise unfit(place, "a table with keys of " + ", ".join(choices), value)
        for word in value:
            if word not in choices:
                raise Mistake((*place, word), _not_a_key(word, choices))
        return FrozenMap({word: read(inner, (*place, word)) for word, inner in value.items()})

    return read_all


def free_or(read: Reader) -> Reader:
    """A value, or None for the word "free"."""

    def read_or_free(value: object, place: Place) -> Any:
        return None if value == "free" else read(value, place)

    return read_or_free


TITLED_BY_ID: dict[str, Any] = {"by_id": True}
"""Metadata of a title that may be left out: the id of the same table stands in."""


def toml(read: Reader, note: str, *at: str) -> dict[str, Any]:
    """Metadata of a dataclass field: its reader, its meaning, and its key where that is not the field's name."""
    return {"read": read, "note": note, "at": at}


def table(cls: type[Any]) -> Reader:
    """A table read into a dataclass: unknown and missing keys are mistakes, all mistakes are collected."""

    def read(value: object, place: Place) -> Any:
        if not isinstance(value, dict):
            raise unfit(place, "a table", value)
        found: list[Mistake] = []
        given: dict[str, Any] = {}
        known: dict[str, set[str]] = {}
        for field in dataclasses.fields(cls):
            at: tuple[str, ...] = field.metadata["at"] or (field.name,)
            known.setdefault(at[0], set()).update(at[1:])
            holder = value
            for part in at[:-1]:
                holder = holder.get(part, {}) if isinstance(holder, dict) else {}
            if isinstance(holder, dict) and at[-1] in holder:
                try:
                    given[field.name] = field.metadata["read"](holder[at[-1]], (*place, *at))
                except Mistake as mistake:
                    found.append(mistake)
                except Mistakes as several:
                    found += several.found
            elif "by_id" in field.metadata:
                given[field.name] = FrozenMap({"und": given.get("id", "")})
            elif field.default is dataclasses.MISSING:
                found.append(Mistake((*place, *at), "the key is missing: " + field.metadata["note"]))
        found += _unknown(value, known, place)
        if found:
            raise Mistakes(found)
        return cls(**given)

    return read


def _unknown(value: dict[str, Any], known: Mapping[str, set[str]], place: Place) -> list[Mistake]:
    found = []
    for name, inner in value.items():
        if name not in known:
            found.append(Mistake((*place, name), _not_a_key(name, known)))
        elif known[name]:
            if not isinstance(inner, dict):
                found.append(unfit((*place, name), "a table", inner))
                continue
            found += [Mistake((*place, name, key), _not_a_key(key, known[name])) for key in inner if key not in known[name]]
    return found


def _not_a_key(name: str, known: Collection[str]) -> str:
    import difflib

    near = difflib.get_close_matches(name, list(known), 1)
    meant = f"did you mean {near[0]}?" if near else "known here: " + ", ".join(sorted(known))
    return f"unknown key; {meant}"
