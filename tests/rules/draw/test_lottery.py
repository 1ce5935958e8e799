"""Lots that anyone can draw again."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256
from math import factorial

import pytest

from rules.draw.lottery import Lottery


def test_a_lot_is_a_word_of_sha_256_of_seed_label_and_counter() -> None:
    lots = Lottery("aktau", "players")
    blocks = [sha256(f"aktau|players|{n}".encode()).digest() for n in range(2)]
    words = [int.from_bytes(block[i : i + 4], "big") for block in blocks for i in range(0, 32, 4)]
    assert [lots.word() for _ in range(16)] == words
    again = Lottery("aktau", "players")
    assert [again.below(1000) for _ in range(16)] == [word % 1000 for word in words]


def test_a_word_of_the_incomplete_round_is_thrown_away() -> None:
    limit = 3 * 2**30
    lots, raw = Lottery("s", "l"), Lottery("s", "l")
    taken = [lots.below(limit) for _ in range(50)]
    kept = [word for word in (raw.word() for _ in range(200)) if word < limit]
    assert taken == kept[:50]


def test_every_order_is_as_likely_as_another() -> None:
    lots = Lottery("fair", "orders")
    count = Counter(tuple(lots.shuffled("abcd")) for _ in range(4800))
    assert len(count) == factorial(4)
    assert sum((n - 200) ** 2 for n in count.values()) / 200 < 60  # chi-squared, 23 degrees of freedom


def test_a_lottery_apart_changes_nothing_in_the_first() -> None:
    one, other = Lottery("s", "l"), Lottery("s", "l")
    apart = one.apart("inner")
    assert [apart.below(10) for _ in range(20)] != [other.below(10) for _ in range(20)]
    fresh = Lottery("s", "l")
    assert [one.word() for _ in range(9)] == [fresh.word() for _ in range(9)]


@pytest.mark.parametrize("limit", [0, -1, 2**32 + 1])
def test_no_lot_is_drawn_out_of_nothing_or_more_than_a_word_holds(limit: int) -> None:
    with pytest.raises(ValueError, match="no lot"):
        Lottery("s", "l").below(limit)
