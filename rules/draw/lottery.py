"""Numbers by lot that anyone can compute again: SHA-256 of seed, label and a counter.

Block n of a lottery is SHA-256 of the UTF-8 text "seed|label|n", n from 0 in decimal. It is read as eight
words of 32 bits, high byte first, taken in order. A number below k is word mod k; a word of the last,
incomplete round of k is thrown away and the next one taken, so that every number is equally likely.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import sha256
from itertools import count
from struct import unpack
from typing import TypeVar

T = TypeVar("T")

WORDS = 1 << 32


class Lottery:
    """A stream of lots. The same seed and label give the same lots on every machine."""

    __slots__ = ("_label", "_seed", "word")

    def __init__(self, seed: str, label: str) -> None:
        self._seed = seed
        self._label = label
        self.word = words(seed, label).__next__
        """The next word of 32 bits, for those who take millions."""

    def below(self, limit: int) -> int:
        """A number 0 <= n < limit; limit from 1 to 2**32."""
        if not 1 <= limit <= WORDS:
            raise ValueError(f"no lot can be drawn out of {limit}")
        end = WORDS - WORDS % limit
        while (word := self.word()) >= end:
            pass
        return word % limit

    def shuffled(self, things: Iterable[T]) -> list[T]:
        """The things in an order by lot (Fisher and Yates, from the last place down)."""
        order = list(things)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order

    def apart(self, label: str) -> Lottery:
        """Another lottery of the same seed; what is drawn there changes nothing here."""
        return Lottery(self._seed, f"{self._label}/{label}")


def words(seed: str, label: str) -> Iterator[int]:
    """The words of a lottery, without end."""
    start = sha256(f"{seed}|{label}|".encode())
    for number in count():
        block = start.copy()
        block.update(b"%d" % number)
        yield from unpack(">8I", block.digest())
