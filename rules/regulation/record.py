"""Frozen, slotted dataclasses that are quick to define.

`dataclass(frozen=True, slots=True)` compiles six methods for each class, half a millisecond a class; the some
two dozen classes of a regulation would cost every command more than reading the regulation does. Here the
methods are written once and shared. What `dataclasses` offers works as ever: fields, replace, asdict.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, FrozenInstanceError, dataclass, field
from typing import Any, TypeVar, dataclass_transform

T = TypeVar("T")


def _init(self: Any, *args: Any, **given: Any) -> None:
    fields = type(self).__dataclass_fields__
    kind = type(self).__name__
    if len(args) > len(fields):
        raise TypeError(f"{kind} takes {len(fields)} values, {len(args)} were given")
    for name, value in zip(fields, args, strict=False):
        if name in given:
            raise TypeError(f"{kind} was given {name} twice")
        given[name] = value
    for name, one in fields.items():
        value = given.pop(name, one.default)
        if value is MISSING:
            raise TypeError(f"{kind} needs {name}")
        object.__setattr__(self, name, value)
    if given:
        raise TypeError(f"{kind} has no {', '.join(given)}")


def _values(self: Any) -> tuple[Any, ...]:
    return tuple(getattr(self, name) for name in type(self).__dataclass_fields__)


def _eq(self: Any, other: object) -> Any:
    return _values(self) == _values(other) if type(other) is type(self) else NotImplemented


def _hash(self: Any) -> int:
    return hash(_values(self))


def _repr(self: Any) -> str:
    shown = (f"{name}={getattr(self, name)!r}" for name in type(self).__dataclass_fields__)
    return f"{type(self).__name__}({', '.join(shown)})"


def _reduce(self: Any) -> tuple[Any, ...]:
    return type(self), _values(self)


def _frozen(self: Any, name: str, *_: Any) -> None:
    raise FrozenInstanceError(f"{name} of {type(self).__name__} cannot be changed")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def record(cls: type[T]) -> type[T]:
    """The class as a frozen, slotted dataclass. Defaults must be immutable; default_factory is not read."""
    methods: dict[str, Callable[..., Any]] = {
        "__init__": _init,
        "__eq__": _eq,
        "__hash__": _hash,
        "__repr__": _repr,
        "__reduce__": _reduce,
        "__setattr__": _frozen,
        "__delattr__": _frozen,
    }
    for name, method in methods.items():
        setattr(cls, name, method)
    return dataclass(init=False, repr=False, eq=False, slots=True)(cls)
