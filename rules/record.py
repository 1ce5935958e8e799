"""Frozen, slotted dataclasses that are quick to define.

`dataclass(frozen=True, slots=True)` compiles six methods for each class, over half a millisecond a class; a
hundred classes would cost every command more than its work does. Here the methods are written once and
shared. What `dataclasses` offers works as ever: fields, replace, asdict. A value that is made for every event
of a game (the engine's state) stays a dataclass: making one is twice as quick.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, FrozenInstanceError, dataclass, field, fields
from typing import Any, TypeVar, dataclass_transform

T = TypeVar("T")

_set = object.__setattr__


def _init(self: Any, *args: Any, **given: Any) -> None:
    names = self.__record__
    for name, value in zip(names, args, strict=False):
        _set(self, name, value)
    if given or len(args) != len(names):
        _init_rest(self, names, args, given)


def _init_rest(self: Any, names: tuple[str, ...], args: tuple[Any, ...], given: dict[str, Any]) -> None:
    kind = type(self).__name__
    if len(args) > len(names):
        raise TypeError(f"{kind} takes {len(names)} values, {len(args)} were given")
    known = self.__dataclass_fields__
    for name in names[len(args) :]:
        if name in given:
            value = given.pop(name)
        elif (value := known[name].default) is MISSING:
            if known[name].default_factory is MISSING:
                raise TypeError(f"{kind} needs {name}")
            value = known[name].default_factory()
        _set(self, name, value)
    for name in given:
        if name in names:
            raise TypeError(f"{kind} was given {name} twice")
        raise TypeError(f"{kind} has no {', '.join(given)}")


def _values(self: Any) -> tuple[Any, ...]:
    return tuple([getattr(self, name) for name in self.__record__])


def _eq(self: Any, other: object) -> Any:
    return _values(self) == _values(other) if type(other) is type(self) else NotImplemented


def _hash(self: Any) -> int:
    return hash(_values(self))


def _repr(self: Any) -> str:
    shown = (f"{name}={getattr(self, name)!r}" for name in self.__record__)
    return f"{type(self).__name__}({', '.join(shown)})"


def _reduce(self: Any) -> tuple[Any, ...]:
    return type(self), _values(self)


def _frozen(self: Any, name: str, *_: Any) -> None:
    raise FrozenInstanceError(f"{name} of {type(self).__name__} cannot be changed")


_METHODS: dict[str, Callable[..., Any]] = {
    "__init__": _init,
    "__eq__": _eq,
    "__hash__": _hash,
    "__repr__": _repr,
    "__reduce__": _reduce,
    "__setattr__": _frozen,
    "__delattr__": _frozen,
}


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def record(cls: type[T]) -> type[T]:
    """The class as a frozen, slotted dataclass. Every field is compared; __post_init__ is not called."""
    for name, method in _METHODS.items():
        setattr(cls, name, method)
    made: Any = dataclass(init=False, repr=False, eq=False, slots=True)(cls)
    made.__record__ = tuple(one.name for one in fields(made))
    return made  # type: ignore[no-any-return]


def replace(one: T, **changes: Any) -> T:
    """A record like this one with some values changed, typed for records."""
    names = one.__record__  # type: ignore[attr-defined]
    values = [changes.pop(name) if name in changes else getattr(one, name) for name in names]
    return type(one)(*values, **changes)
