"""Small plots as SVG inside a page: no script, no font, no address, every text escaped by the caller's page.

Whole numbers only; nothing is told by colour alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from rules.record import record
from tabletui.commands.reporting import visible


@record
class Line:
    """A player's places, one a round; 0 where he had not played yet. strong: drawn thick."""

    name: str
    places: tuple[int, ...]
    strong: bool = False


_ROUND, _TOP, _LEFT, _NAME = 46, 24, 34, 150
_DASHES = ("", "6 2", "2 2", "8 2 2 2", "1 3")


def places(lines: Sequence[Line], rounds: Sequence[str], of: int, label: str) -> str:
    """The places by round, the first on top; the name stands at the end of each line, and no two touch."""
    if not lines or not rounds:
        return ""
    step = 13
    height = _TOP + max(of, 2) * step // 2 + 30
    height = max(height, _TOP + len(lines) * step + 20)
    width = _LEFT + (len(rounds) - 1) * _ROUND + _NAME + 20

    def x(index: int) -> int:
        return _LEFT + index * _ROUND

    def y(place: int) -> int:
        return _TOP + (place - 1) * (height - _TOP - 20) // max(of - 1, 1)

    parts = [_open(width, height, label)]
    for place in sorted({1, *range(10, of - 3, 10), of}):
        parts.append(
            f'<line x1="{_LEFT - 6}" y1="{y(place)}" x2="{x(len(rounds) - 1)}" y2="{y(place)}" class="rule"/>'
            f'<text x="{_LEFT - 10}" y="{y(place) + 4}" class="end">{place}</text>'
        )
    for index, name in enumerate(rounds):
        parts.append(f'<text x="{x(index)}" y="12" class="mid">{_text(name)}</text>')
    ends = _apart([y(last_place(one) or of) for one in lines], step, height - 6)
    for number, one in enumerate(lines):
        points = [(x(index), y(place)) for index, place in enumerate(one.places) if place]
        if not points:
            continue
        dash = f' stroke-dasharray="{_DASHES[number % len(_DASHES)]}"' if number % len(_DASHES) else ""
        path = " ".join(f"{a},{b}" for a, b in points)
        parts.append(f'<polyline points="{path}" class="{"strong" if one.strong else "way"}"{dash}/>')
        parts += [f'<circle cx="{a}" cy="{b}" r="2.5"/>' for a, b in points]
        last = points[-1]
        parts.append(
            f'<line x1="{last[0] + 4}" y1="{last[1]}" x2="{x(len(rounds) - 1) + 14}" y2="{ends[number]}"'
            ' class="rule"/>'
            f'<text x="{x(len(rounds) - 1) + 18}" y="{ends[number] + 4}">'
            f"{last_place(one)} {_text(one.name)}</text>"
        )
    return "".join([*parts, "</svg>"])


def last_place(line: Line) -> int:
    """The place after the latest round with one; 0 where there is none."""
    return next((place for place in reversed(line.places) if place), 0)


def histogram(bars: Mapping[int, int] | Sequence[tuple[int, int]], label: str, below: str) -> str:
    """How many pairs met how often: a bar for each number of meetings with its count on it."""
    rows = sorted(dict(bars).items())
    if not rows:
        return ""
    first, last = rows[0][0], rows[-1][0]
    counts = dict(rows)
    most = max(counts.values()) or 1
    each, tall = 48, 120
    wide, height = 20 + (last - first + 1) * each, tall + 60
    width = max(wide, len(below) * 6)
    parts = [_open(width, height, label)]
    for index, times in enumerate(range(first, last + 1)):
        count = counts.get(times, 0)
        high = count * tall // most if count else 0
        high = max(high, 1) if count else 0
        left, top = 10 + index * each, 20 + tall - high
        parts.append(
            f'<rect x="{left + 4}" y="{top}" width="{each - 8}" height="{high}" class="bar"/>'
            f'<text x="{left + each // 2}" y="{top - 4}" class="mid">{count}</text>'
            f'<text x="{left + each // 2}" y="{20 + tall + 16}" class="mid">{times}</text>'
        )
    parts.append(f'<line x1="10" y1="{20 + tall}" x2="{wide - 10}" y2="{20 + tall}" class="axis"/>')
    parts.append(f'<text x="10" y="{20 + tall + 34}">{_text(below)}</text></svg>')
    return "".join(parts)


def _open(width: int, height: int, label: str) -> str:
    return (
        f'<svg class="plot" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img"'
        f' aria-label="{_text(label)}">'
    )


def _text(words: str) -> str:
    return escape(visible(words))


def _apart(wanted: Sequence[int], step: int, lowest: int) -> list[int]:
    """Heights of the names: as near to their lines as can be, a step between two, none below `lowest`."""
    order = sorted(range(len(wanted)), key=lambda index: (wanted[index], index))
    found = list(wanted)
    free = 0
    for index in order:
        found[index] = max(found[index], free)
        free = found[index] + step
    limit = lowest
    for index in reversed(order):
        found[index] = min(found[index], limit)
        limit = found[index] - step
    return found
