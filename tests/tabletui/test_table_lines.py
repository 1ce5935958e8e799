"""Lines drawn straight: how wide they are, and which cells of them a terminal is sent."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from tabletui.widgets.clock_digits import big, small
from tabletui.widgets.lines import Span, _cells, differing, fit, row, wrap

PLAIN = st.text(alphabet="абв ●·→x漢\u0301", max_size=30)


def test_one_changed_foul_sends_one_cell():
    was, now = row("  3 Сойка   ●···   "), row("  3 Сойка   ●●··   ")
    assert differing(was, now, 40) == (13, 14)


def test_a_change_of_dress_alone_is_a_change():
    assert differing(row("ab"), row("a", Span("b", "warn")), 10) == (1, 2)


def test_a_line_that_goes_is_wiped_as_far_as_it_went():
    assert differing(row("abc"), (), 80) == (0, 3)


def test_the_second_cell_of_a_wide_letter_goes_with_it():
    assert differing(row("x漢"), row("x字"), 10)[0] == 1
    assert _cells(row("漢x"), 4) == [("漢", ""), ("", ""), ("x", ""), (" ", "")]


@given(PLAIN, PLAIN, st.integers(1, 40))
def test_outside_the_cells_that_are_sent_both_lines_are_equal(was: str, now: str, width: int):
    start, end = differing(row(was), row(now), width)
    old, new = _cells(row(was), width), _cells(row(now), width)
    if old != new:
        assert 0 <= start < end <= width
        assert old[:start] == new[:start] and old[end:] == new[end:]


@given(PLAIN, st.integers(0, 40))
def test_a_fitted_text_has_exactly_its_cells(words: str, width: int):
    assert cell_len(fit(words, width)) == width


@given(st.lists(st.text(alphabet="абвгд", min_size=1, max_size=12), max_size=12), st.integers(12, 40))
def test_wrapped_words_are_all_there_and_no_line_is_too_wide(words: list[str], width: int):
    lines = wrap(" ".join(words), width)
    assert " ".join(lines).split() == words
    assert all(cell_len(line) <= width for line in lines)


@pytest.mark.parametrize("face", ["0:47", "1:00", "+0:15", "12:38", "9:56"])
def test_the_rows_of_a_clock_are_of_one_width(face: str):
    for lines, height in ((small(face), 3), (big(face), 5)):
        assert len(lines) == height
        assert len({len(line) for line in lines}) == 1
