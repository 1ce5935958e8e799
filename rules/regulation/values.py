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
from rules.said import Said

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
    if most == LARGEST:
        expected = Said("a whole number of at least {least}", least=least)
    else:
        expected = Said("a whole number from {least} to {most}", least=least, most=most)

    def read(value: object, place: Place) -> int:
        if type(value) is not int or not least <= value <= most:
            raise unfit(place, expected, value)
        return value

    return read


_SIGNS: dict[str, Callable[[Fraction], bool]] = {
    "any": lambda _: True,
    "positive": lambda f: f > 0,
    "negative": lambda f: f < 0,
    "zero or negative": lambda f: f <= 0,
}
_EXPECTED = {
    "any": Said('a number, whole or as text such as "1/2"'),
    "positive": Said('a positive number, whole or as text such as "1/2"'),
    "negative": Said('a negative number, whole or as text such as "-1/2"'),
    "zero or negative": Said('a zero or negative number, whole or as text such as "-1/2"'),
}


def exact(sign: str = "any") -> Reader:
    """Points or a factor, exactly: a whole number, or a fraction as text. sign: a key of _SIGNS."""
    fits = _SIGNS[sign]
    expected = _EXPECTED[sign]

    def read(value: object, place: Place) -> Fraction:
        if isinstance(value, float):
            message = Said(
                "expected {expected}, found {value}: a decimal number is not exact, write {remedy}",
                expected=expected,
                value=value,
                remedy=_remedy(value),
            )
            raise Mistake(place, message)
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
        return Said('a fraction such as "1/2"')
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
        raise unfit(place, Said("true or false"), value)
    return value


def one_of(*choices: str) -> Reader:
    """One of a closed set of words."""

    def read(value: object, place: Place) -> str:
        if value not in choices or not isinstance(value, str):
            raise unfit(place, Said("one of {names}", names=", ".join(f'"{c}"' for c in choices)), value)
        return value

    return read


def identifier(value: object, place: Place) -> str:
    """An id in English snake_case: stages, awards, reasons, officials."""
    if not isinstance(value, str) or not _NAME.fullmatch(value):
        raise unfit(place, Said("an id of small Latin letters, digits and _, a letter first"), value)
    return value


def file_id(value: object, place: Place) -> str:
    """The id of a regulation, which is also the name of its file."""
    if not isinstance(value, str) or not _FILE_ID.fullmatch(value) or len(value) > 64:
        raise unfit(place, Said("an id of small Latin letters, digits, - and _"), value)
    return value


def words(value: object, place: Place) -> str:
    """Text of one line that can be shown: not empty, without control characters."""
    if not isinstance(value, str) or not value.strip() or not value.isprintable() or len(value) > _LONGEST:
        raise unfit(place, Said("one line of text, at most {longest} characters", longest=_LONGEST), value)
    return value


def names(value: object, place: Place) -> Texts:
    """A text in several languages, `{ ru = "…", en = "…", kk = "…" }`, or one text for all of them."""
    if isinstance(value, str):
        return Texts({"und": words(value, place)})
    if not isinstance(value, dict) or not value:
        raise unfit(
            place, Said('text, or a table of texts by language such as {{ ru = "…", en = "…" }}'), value
        )
    for language in value:
        if not _LANGUAGE.fullmatch(language):
            raise unfit((*place, language), Said("a language such as ru, en or kk"), language)
    return Texts({language: words(text, (*place, language)) for language, text in value.items()})


def day_of_year(value: object, place: Place) -> date:
    """A date as TOML writes it, 2017-08-05 without a time, or as JSON does, in quotes."""
    if type(value) is date:
        return value
    try:
        return date.fromisoformat(value if isinstance(value, str) else "")
    except ValueError:
        raise unfit(place, Said("a date such as 2017-08-05"), value) from None


def hour(value: object, place: Place) -> str:
    """A time of the day, "00:00" to "24:00"."""
    if not isinstance(value, str) or not _HOUR.fullmatch(value):
        raise unfit(place, Said('a time such as "11:00"'), value)
    return value
