"""A mapping that cannot be changed, and texts by language.

MappingProxyType would not do: it can be neither hashed nor pickled.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


class FrozenMap(Mapping[K, V]):
    """A few pairs in their written order; equal to any mapping with the same pairs."""

    __slots__ = ("_pairs",)
    _pairs: tuple[tuple[K, V], ...]

    def __init__(self, pairs: Mapping[K, V]) -> None:
        object.__setattr__(self, "_pairs", tuple(pairs.items()))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a FrozenMap cannot be changed")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("a FrozenMap cannot be changed")

    def __getitem__(self, key: K) -> V:
        for own, value in self._pairs:
            if own == key:
                return value
        raise KeyError(key)

    def __iter__(self) -> Iterator[K]:
        return (key for key, _ in self._pairs)

    def __len__(self) -> int:
        return len(self._pairs)

    def __hash__(self) -> int:
        return hash(frozenset(self._pairs))

    def __reduce__(self) -> tuple[type[FrozenMap[K, V]], tuple[dict[K, V]]]:
        return type(self), (dict(self._pairs),)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({dict(self._pairs)!r})"


class Texts(FrozenMap[str, str]):
    """One text in several languages, so that whoever shows values can tell it from other mappings."""

    __slots__ = ()


Text = Mapping[str, str]
"""A text by language code; "und" where a file gives one text for all languages."""


def text(texts: Text, language: str) -> str:
    """The text in this language, else in Russian, English, or whatever there is."""
    for wanted in (language, "ru", "en"):
        if wanted in texts:
            return texts[wanted]
    return next(iter(texts.values()), "")
