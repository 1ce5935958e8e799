"""From TOML tables to dataclasses: table-driven, strict about keys, collecting every mistake with its place.

A dataclass says in its fields' metadata, with `toml(...)`, which reader reads which key: so that a key, its
type, its meaning and its default stand in one place.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from fractions import Fraction
from typing import Any

from rules.record import MISSING, fields
from rules.regulation.errors import Mistake, Mistakes, Place, unfit, visible
from rules.regulation.frozen import FrozenMap, Texts
from rules.regulation.values import Reader
from rules.said import Said


def toml(read: Reader, note: str, *at: str) -> dict[str, Any]:
    """Metadata of a dataclass field: its reader, its meaning, and its key where that is not its name."""
    return {"read": read, "note": note, "at": at}


ENOUGH = 50
"""Mistakes of one table or array after which nothing new is learnt."""

TITLED_BY_ID: dict[str, Any] = {"by_id": True}
"""Metadata of a title that may be left out: the id of the same table stands in."""


def optional(read: Reader) -> Reader:
    """A value that may be switched off with `false`, so that a regulation can drop what its base has."""

    def read_or_off(value: object, place: Place) -> Any:
        return None if value is False or value is None else read(value, place)

    return read_or_off


def array(read: Reader, *, least: int = 0, unique: str | None = None) -> Reader:
    """An array read into a tuple. unique: the attribute that no two may share, "" for the value itself."""

    def read_all(value: object, place: Place) -> tuple[Any, ...]:
        if not isinstance(value, list):
            raise unfit(place, Said("an array"), value)
        if len(value) < least:
            raise unfit(place, Said("an array of at least {least}", least=least), value)
        found: list[Mistake] = []
        out = []
        for index, item in enumerate(value):
            if len(found) >= ENOUGH:
                break
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
            what = visible(value) if isinstance(value, (str, int, Fraction)) else Said("the same")
            found.append(Mistake(at, Said("expected each once, found {what} a second time", what=what)))
        first.setdefault(value, index)
    return found


def by_number(read: Reader, least: int, most: int) -> Reader:
    """A table whose keys are whole numbers, `{ 2 = "1/4", 3 = "1/2" }`."""
    fit = [str(number) for number in range(least, most + 1)]

    def read_all(value: object, place: Place) -> FrozenMap[int, Any]:
        if not isinstance(value, dict):
            raise unfit(place, Said("a table of points by number"), value)
        for number in value:
            if number not in fit:
                message = Said(
                    "expected a number from {least} to {most}, found {number}",
                    least=least,
                    most=most,
                    number=visible(number),
                )
                raise Mistake((*place, number), message)
        return FrozenMap({int(n): read(value[n], (*place, n)) for n in sorted(value, key=int)})

    return read_all


def by_word(read: Reader, choices: Collection[str]) -> Reader:
    """A table whose keys are words of a closed set, `{ don = "1/2", sheriff = "1/2" }`."""

    def read_all(value: object, place: Place) -> FrozenMap[str, Any]:
        if not isinstance(value, dict):
            raise unfit(place, Said("a table with keys of {names}", names=", ".join(choices)), value)
        for word in value:
            if word not in choices:
                raise Mistake((*place, word), _not_a_key(word, choices))
        return FrozenMap({word: read(inner, (*place, word)) for word, inner in value.items()})

    return read_all


def table(cls: type[Any]) -> Reader:
    """A table read into a dataclass: unknown and missing keys are mistakes, all mistakes are collected."""

    def read(value: object, place: Place) -> Any:
        if not isinstance(value, dict):
            raise unfit(place, Said("a table"), value)
        found: list[Mistake] = []
        given: dict[str, Any] = {}
        known: dict[str, set[str]] = {}
        for field in fields(cls):
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
                given[field.name] = Texts({"und": given.get("id", "")})
            elif field.default is MISSING:
                found.append(
                    Mistake(
                        (*place, *at), Said("the key is missing: {note}", note=Said(field.metadata["note"]))
                    )
                )
        found += _unknown(value, known, place)
        if found:
            raise Mistakes(found)
        return cls(**given)

    return read


def _unknown(value: dict[str, Any], known: Mapping[str, set[str]], place: Place) -> list[Mistake]:
    found: list[Mistake] = []
    for name, inner in value.items():
        if len(found) >= ENOUGH:
            break
        if name not in known:
            found.append(Mistake((*place, name), _not_a_key(name, known)))
        elif known[name]:
            if not isinstance(inner, dict):
                found.append(unfit((*place, name), Said("a table"), inner))
                continue
            strange = [key for key in inner if key not in known[name]]
            found += [Mistake((*place, name, key), _not_a_key(key, known[name])) for key in strange]
    return found


def _not_a_key(name: str, known: Collection[str]) -> str:
    import difflib

    near = difflib.get_close_matches(name, list(known), 1)
    if near:
        return Said("unknown key; did you mean {near}?", near=near[0])
    return Said("unknown key; known here: {names}", names=", ".join(sorted(known)))
