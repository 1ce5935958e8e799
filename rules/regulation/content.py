"""A regulation's content: as JSON, as a digest, as single values with their meaning, and what differs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date
from fractions import Fraction
from typing import Any

from rules.record import fields, record
from rules.regulation.errors import Mistake, Mistakes, WrongRegulation, dotted
from rules.regulation.model import Regulation
from rules.regulation.reading import table


@record
class Value:
    """One value to be shown: its dotted key, itself, and its meaning (a message id)."""

    key: str
    value: Any
    note: str


def as_json(regulation: Regulation) -> dict[str, Any]:
    """The content in the shape of the TOML file, every default written out; points are exact text ("1/2").

    What is switched off is null.
    """
    return _table(regulation)


def digest(regulation: Regulation) -> str:
    """SHA-256, in hexadecimal, of the canonical JSON: sorted keys, no spaces, UTF-8."""
    return digest_of_json(as_json(regulation))


def digest_of_json(data: object) -> str:
    """The same of what `as_json` wrote, wherever it was kept since."""
    import hashlib
    import json

    canonical = json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()


def values(regulation: Regulation) -> tuple[Value, ...]:
    """Every value of a regulation, one by one, in the order of the vocabulary.

    Items that have an id are a value each, under it: `reason.insult`. Other arrays are one value.
    """
    return tuple(_values(regulation, ""))


def differing(regulation: Regulation, base: Regulation) -> tuple[str, ...]:
    """The keys of the values that differ from another regulation's, those that it lacks or adds included."""
    own = {value.key: value.value for value in values(regulation)}
    other = {value.key: value.value for value in values(base)}
    keys = list(own | other)
    return tuple(
        key
        for key in keys
        if own.get(key) != other.get(key)
        # A table that only one of the two has: its single values say so already.
        and not any(longer.startswith(key + ".") for longer in keys)
    )


def from_json(data: object) -> Regulation:
    """The regulation that `as_json` wrote, such as one that a running game was begun under.

    Raises WrongRegulation.
    """
    try:
        regulation: Regulation = table(Regulation)(data, ())
    except (Mistake, Mistakes) as error:
        first = error.found[0] if isinstance(error, Mistakes) else error
        raise WrongRegulation("the stored regulation", dotted(first.place), None, first.message) from None
    return regulation


def _values(table: Any, prefix: str) -> Iterator[Value]:
    for field in fields(table):
        key = prefix + ".".join(field.metadata["at"] or (field.name,))
        value, note = getattr(table, field.name), field.metadata["note"]
        if hasattr(value, "__record__"):
            yield from _values(value, key + ".")
        elif isinstance(value, tuple) and value and hasattr(value[0], "id"):
            yield from (Value(f"{key}.{item.id}", item, note) for item in value)
        else:
            yield Value(key, value, note)


def _table(value: Any) -> dict[str, Any]:
    out: dict[str, Any] = {}
    for field in fields(value):
        at = field.metadata["at"] or (field.name,)
        inner = out
        for part in at[:-1]:
            inner = inner.setdefault(part, {})
        inner[at[-1]] = _plain(getattr(value, field.name))
    return out


def _plain(value: Any) -> Any:
    if hasattr(value, "__record__"):
        return _table(value)
    if isinstance(value, Mapping):
        return {str(key): _plain(inner) for key, inner in value.items()}
    if isinstance(value, tuple):
        return [_plain(inner) for inner in value]
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, date):
        return value.isoformat()
    return value
