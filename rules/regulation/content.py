"""A regulation's content: as JSON, as a digest, as a flat list of values, and what differs from another."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from datetime import date
from fractions import Fraction
from typing import Any

from rules.regulation.model import Regulation


def as_json(regulation: Regulation) -> dict[str, Any]:
    """The content in the shape of the TOML file, every default written out; points are exact text ("1/2")."""
    return _table(regulation)


def digest(regulation: Regulation) -> str:
    """SHA-256, in hexadecimal, of the canonical JSON: sorted keys, no spaces, UTF-8."""
    import hashlib
    import json

    canonical = json.dumps(as_json(regulation), ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()


def _table(value: Any) -> dict[str, Any]:
    out: dict[str, Any] = {}
    for field in dataclasses.fields(value):
        at = field.metadata["at"] or (field.name,)
        inner = out
        for part in at[:-1]:
            inner = inner.setdefault(part, {})
        inner[at[-1]] = _plain(getattr(value, field.name))
    return out


def _plain(value: Any) -> Any:
    if dataclasses.is_dataclass(value):
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
