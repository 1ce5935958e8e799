"""Frozen, slotted dataclasses that are quick to define.

`dataclass(frozen=True, slots=True)` compiles six methods for each class, over half a millisecond a class; a
hundred classes would cost every command more than its work does, and the module itself loads the compiler's
tools. Here the methods are written once and shared, and dataclasses is imported by whoever asks it about a
record. What it offers works as ever: fields, replace, asdict. A value that is made for every event of a game
(the engine's state) stays a dataclass: making one is twice as quick.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar, dataclass_transform

if TYPE_CHECKING:
    from dataclasses import MISSING as MISSING
    from dataclasses import field as field
    from dataclasses import fields as fields
else:
    MISSING = object()
    """Stands for a default that is not there."""

    def field(*, default=MISSING, default_factory=MISSING, metadata=None):
        """A value with more to say of it, as of dataclasses."""
        return Field("", default, default_factory, metadata or {})

    def fields(of):
        """The fields of a record or of its class; their name, default, default_factory and metadata."""
        return tuple(of.__record_fields__.values())


T = TypeVar("T")

_set = object.__setattr__


class Field:
    """One value of a record."""

    __slots__ = ("default", "default_factory", "metadata", "name")

    def __init__(self, name: str, default: Any, default_factory: Any, metadata: Mapping[str, Any]) -> None:
        self.name = name
        self.default = default
        self.default_factory = default_factory
        self.metadata = metadata


class _AskedByDataclasses:
    """What dataclasses looks for in a class, made when it does."""

    def __get__(self, _one: object, cls: type[Any]) -> Any:
        import dataclasses

        twin: Any = type(cls.__name__, (), {"__annotations__": dict.fromkeys(cls.__record__, Any)})
        for own in cls.__record_fields__.values():
            given = {} if own.default is MISSING else {"default": own.default}
            if own.default_factory is not MISSING:
                given = {"default_factory": own.default_factory}
            setattr(twin, own.name, dataclasses.field(metadata=own.metadata, kw_only=True, **given))
        made = dataclasses.dataclass(twin, init=False, repr=False, eq=False)
        cls.__dataclass_fields__ = found = made.__dataclass_fields__
        return found


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
    known = self.__record_fields__
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
    from dataclasses import FrozenInstanceError

    raise FrozenInstanceError(f"{name} of {type(self).__name__} cannot be changed")


_METHODS: dict[str, Callable[..., Any] | None] = {
    "__init__": _init,
    "__eq__": _eq,
    "__hash__": _hash,
    "__repr__": _repr,
    "__reduce__": _reduce,
    "__setattr__": _frozen,
    "__delattr__": _frozen,
}


def _made(cls: type[T], methods: Mapping[str, Any]) -> type[T]:
    """The class anew with slots for its annotations and these methods."""
    content = dict(cls.__dict__)
    known: dict[str, Field] = {}
    for name, kind in content.get("__annotations__", {}).items():
        if "KW_ONLY" in kind or "ClassVar" in kind:
            continue
        default = content.pop(name, MISSING)
        if isinstance(default, Field):
            default.name = name
            known[name] = default
        elif hasattr(default, "default_factory"):
            raise TypeError(f"{cls.__name__}.{name}: a record takes the field of rules.record")
        else:
            known[name] = Field(name, default, MISSING, {})
    for name in ("__dict__", "__weakref__"):
        content.pop(name, None)
    names = tuple(known)
    content |= methods
    content |= {"__slots__": names, "__match_args__": names, "__record__": names}
    content |= {"__record_fields__": known, "__dataclass_fields__": _AskedByDataclasses()}
    meta: Any = type(cls)
    made = meta(cls.__name__, cls.__bases__, content)
    made.__qualname__ = cls.__qualname__
    return made  # type: ignore[no-any-return]


_CHANGING = {name: _METHODS[name] for name in ("__init__", "__eq__", "__repr__")} | {"__hash__": None}


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def record(cls: type[T]) -> type[T]:
    """The class as a frozen, slotted dataclass. Every field is compared; __post_init__ is not called."""
    return _made(cls, _METHODS)


@dataclass_transform(field_specifiers=(field,))
def changing(cls: type[T]) -> type[T]:
    """As a record, but its values may be changed; it has no hash."""
    return _made(cls, _CHANGING)


def replace(one: T, **changes: Any) -> T:
    """A record like this one with some values changed, typed for records."""
    names = one.__record__  # type: ignore[attr-defined]
    values = [changes.pop(name) if name in changes else getattr(one, name) for name in names]
    return type(one)(*values, **changes)
