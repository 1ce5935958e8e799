"""Readers of single values: from what TOML gives to what the rules reckon with.

A reader is a function of a TOML value and its place; it returns the typed value or raises Mistake.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date
from fractions import Fraction
from typing import Any

from rules.regulation.errors import Mistake, Place, unfit
from rules.regulation.frozen import Texts

Reader = Callable[[object, Place], Any]

_FRACTION = re.compile(r"[+-]?[0-9]{1,9}(/(?!0+$)[0-9]{1,9})?")
_NAME = re.compile(r"[a-z][a-z0-9_]{0,63}")
_FILE_ID = re.compile(r"[a-z0-9][a-z0-9_-]{0,63}")
_HOUR = re.compile(r"([01][0-9]|2[0-3]):[0-5][0-9]|24:00")
_LANGUAGE = re.compile(r"[a-z]{2,3}")
_LONGEST = 400
LARGEST = 1_000_000_000
"""No number of a regulation is larger; what is, is a slip or an attack."""


def whole(least: int = 0, most: int = LARGEST) -> Reader:
    """A whole number between two bounds, both included."""
    bounds = f"of at least {least}" if most == LARGEST else f"from {least} to {most}"

    def read(value: object, place: Place) -> int:
        if type(value) is not int or not least <= value <= most:
            raise unfit(place, f"a whole number {bounds}", value)
        return value

    return read


_SIGNS: dict[str, Callable[[Fraction], bool]] = {
    "any": lambda _: True,
    "positive": lambda f: f > 0,
    "negative": lambda f: f < 0,
    "zero or negative": lambda f: f <= 0,
}


def exact(sign: str = "any") -> Reader:
    """Points or a factor, exactly: a whole number, or a fraction as text. sign: a key of _SIGNS."""
    fits = _SIGNS[sign]
    kind = "number" if sign == "any" else f"{sign} number"
    expected = f'a {kind}, whole or as text such as "{"-" if "negative" in sign else ""}1/2"'

    def read(value: object, place: Place) -> Fraction:
        if isinstance(value, float):
            remedy = f"a decimal number is not exact, write {_remedy(value)}"
            raise Mistake(place, f"expected {expected}, found {value}: {remedy}")
        number = _fraction(value)
        if number is None or not fits(number):
            raise unfit(place, expected, value)
        return number

    return read


def _fraction(value: object) -> Fraction | None:
    if type(value) is int and -LARGEST <= value <= LARGEST:
        return Fraction(value)
    if isinstance(value, str) and _FRACTION.fullmatch(value):
        return Fraction(value)
    return None


def _remedy(value: float) -> str:
    if value != value or abs(value) > 1e6:
        return 'a fraction such as "1/2"'
    near = Fraction(str(value))
    return str(near) if near.denominator == 1 else f'"{near}"'


def free_or(read: Reader) -> Reader:
    """A value, or None for the word "free" (null in JSON)."""

    def read_or_free(value: object, place: Place) -> Any:
        return None if value is None or value == "free" else read(value, place)

    return read_or_free


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


def names(value: object, place: Place) -> Texts:
    """A text in several languages, `{ ru = "…", en = "…", kk = "…" }`, or one text for all of them."""
    if isinstance(value, str):
        return Texts({"und": words(value, place)})
    if not isinstance(value, dict) or not value:
        raise unfit(place, 'text, or a table of texts by language such as { ru = "…", en = "…" }', value)
    for language in value:
        if not _LANGUAGE.fullmatch(language):
            raise unfit((*place, language), "a language such as ru, en or kk", language)
    return Texts({language: words(text, (*place, language)) for language, text in value.items()})


def day_of_year(value: object, place: Place) -> date:
    """A date as TOML writes it, 2017-08-05 without a time, or as JSON does, in quotes."""
    if type(value) is date:
        return value
    try:
        return date.fromisoformat(value if isinstance(value, str) else "")
    except ValueError:
        raise unfit(place, "a date such as 2017-08-05", value) from None


def hour(value: object, place: Place) -> str:
    """A time of the day, "00:00" to "24:00"."""
    if not isinstance(value, str) or not _HOUR.fullmatch(value):
        raise unfit(place, 'a time such as "11:00"', value)
    return value
