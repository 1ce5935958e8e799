"""The one encoder and decoder of this floor: JSON that means the same to every reader.

No NaN, no floats (points are exact strings), string keys only, UTF-8. A tuple is written as a list.
"""

from __future__ import annotations

import json
from typing import Any, NoReturn, TypeVar

from storage.errors import WrongInput

_Json = TypeVar("_Json")
_LARGEST = 1 << 63


def compact(value: object) -> bytes:
    """One line of JSON in the order given. Raises WrongInput, naming the place of what cannot be written."""
    return _encode(value, sort_keys=False)


def canonical(value: object) -> bytes:
    """The one spelling of a value (keys sorted, no spaces): what is hashed. Raises WrongInput."""
    return _encode(value, sort_keys=True)


def content_hash(value: object) -> str:
    """SHA-256 of the canonical spelling, 64 lower-case hex digits."""
    return digest(canonical(value))


def digest(data: bytes) -> str:
    """SHA-256 of some bytes, 64 lower-case hex digits."""
    import hashlib  # here, because a command that only reads has no need of it

    return hashlib.sha256(data).hexdigest()


def parse(data: bytes) -> Any:
    """The value of strict JSON. Raises ValueError for anything that `compact` could not have written."""
    try:
        return json.loads(data.decode("utf-8"), parse_float=_no_float, parse_constant=_no_float)
    except RecursionError:
        raise ValueError("nested too deeply") from None


def copied(value: _Json) -> _Json:
    """A copy that shares nothing, of a value that has been through `compact` or `parse`."""
    twin: _Json = json.loads(json.dumps(value))
    return twin


def _encode(value: object, *, sort_keys: bool) -> bytes:
    try:
        # What reads back equal is strict; the rest (and tuples) takes the slow walk that names the place.
        try:
            data = _dumped(value, sort_keys)
            if parse(data) == value:
                return data
        except (TypeError, ValueError):
            pass
        _check(value, ())
        return _dumped(value, sort_keys)
    except RecursionError:
        raise WrongInput("too_deep", "The value is nested too deeply to be stored.") from None
    except UnicodeEncodeError:
        raise WrongInput("not_utf8", "A text holds half of a character pair and has no UTF-8 form.") from None


def _dumped(value: object, sort_keys: bool) -> bytes:
    text = json.dumps(value, sort_keys=sort_keys, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    return text.encode("utf-8")


def _check(value: object, place: tuple[object, ...]) -> None:
    # bool is an int, so it needs no case of its own.
    if value is None or isinstance(value, str):
        return
    if isinstance(value, int):
        if abs(value) > _LARGEST:
            raise WrongInput("too_large", "{place}: the number is too large.", place=_where(place))
        return
    if isinstance(value, dict):
        for key, inner in value.items():
            if not isinstance(key, str):
                raise WrongInput(
                    "key_not_text",
                    "{place}: the key {key} must be a text.",
                    place=_where(place),
                    key=repr(key),
                )
            _check(inner, (*place, key))
        return
    if isinstance(value, list | tuple):
        for index, inner in enumerate(value):
            _check(inner, (*place, index))
        return
    if isinstance(value, float):
        raise WrongInput(
            "not_exact",
            "{place}: {value} is not exact; write fractions as a text like '9/4'.",
            place=_where(place),
            value=repr(value),
        )
    raise WrongInput(
        "no_json_form", "{place}: {type} has no form in JSON.", place=_where(place), type=type(value).__name__
    )


def _where(place: tuple[object, ...]) -> str:
    return ".".join(str(part) for part in place) or "the value"


def _no_float(text: str) -> NoReturn:
    raise ValueError(f"{text} is not an exact number")
