"""A draw for the eye: the tables of a round side by side, and its figures, each beside its bound."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from rich.cells import cell_len

from rules.record import record
from rules.sheet import SEATS
from tabletui.text import _, ngettext
from tabletui.widgets.lines import Row, Span, fit, row

LEAST = 10
"""Cells that a table needs for its names."""
NUMBERS = 3
"""Cells of the number of the seat."""


@record
class Page:
    """A round to be shown. tables: ids by table and seat. draft: drawn and not published yet."""

    stage: str
    round: int
    tables: tuple[tuple[str, ...], ...]
    sit_outs: tuple[str, ...]
    draw: Mapping[str, Any]
    draft: bool = False


def room_for(width: int, tables: int) -> int:
    """Tables that stand side by side in so many cells."""
    return max(min((width - NUMBERS - 1) // (LEAST + 1), tables), 1)


def table_rows(page: Page, names: Mapping[str, str], first: int, width: int) -> list[Row]:
    """The tables from `first` (from 0) on, a column each, a line a seat, and who sits out."""
    count = room_for(width, len(page.tables))
    shown = page.tables[first : first + count]
    each = (width - NUMBERS - 1) // max(len(shown), 1) - 1
    each = min(each, 20)
    more = ("‹" if first else " ", "›" if first + count < len(page.tables) else "")
    words = [
        fit(_("table {number}").format(number=number), each)
        for number in range(first + 1, first + len(shown) + 1)
    ]
    lines = [row(Span(" " * (NUMBERS - 1) + more[0] + " " + " ".join(words) + more[1], "title"))]
    for seat in SEATS:
        cells = [fit(names.get(table[seat - 1], table[seat - 1]), each) for table in shown]
        lines.append(row(Span(f"{seat:>{NUMBERS}} ", "dim"), " ".join(cells)))
    if page.sit_outs:
        out = ", ".join(names.get(one, one) for one in page.sit_outs)
        lines.append(row(Span(fit(" " + _("sit out: {players}").format(players=out), width), "dim")))
    return lines


def figures(draw: Mapping[str, Any]) -> list[str]:
    """The figures of a draw, each as "what figure / bound"."""
    quality = draw.get("quality") or {}
    rounds, tables = (
        len(draw.get("rounds") or ()),
        max((len(one) for one in draw.get("tables") or ()), default=1),
    )
    parts = []
    pairs = quality.get("pairs")
    if pairs:
        shown = " · ".join(f"{times}: {count}" for times, count in sorted(pairs.items(), key=_times))
        parts.append(_("pairs by meetings {pairs}").format(pairs=shown))
    past = _meetings(pairs or {}) > 45 * rounds * tables
    bound = None if past else (quality.get("bound") or {}).get("s2")
    if past:
        parts[0] = _("with the rounds before:") + f" {parts[0]}"
    least_third = 0 if not past and _mean(pairs or {}) < 2 else None
    known = (
        (_("meetings again (S2)"), quality.get("s2"), bound),
        (_("third meetings (S3)"), quality.get("s3"), least_third),
        (_("seats again"), quality.get("seat_repeats"), 0),
        (_("thirds of the table uneven"), quality.get("zones"), 0),
        (_("most visits to one table"), quality.get("table_visits_max"), -(-rounds // tables)),
        (_("neighbours again"), quality.get("neighbours_twice"), 0),
        (_("kept apart and met"), quality.get("apart_met"), 0),
    )
    parts += [
        f"{words} {figure}" + ("" if least is None else f" / {least}")
        for words, figure, least in known
        if figure is not None
    ]
    opponents = quality.get("opponents")
    if opponents:
        parts.append(_("different opponents {least}–{most}").format(least=opponents[0], most=opponents[1]))
    return parts


def packed(parts: Sequence[str], width: int) -> list[str]:
    """The parts on as few lines as can be, none torn unless it is longer than a line."""
    lines: list[str] = []
    for part in parts:
        longer = f"{lines[-1]}  ·  {part}" if lines else part
        if lines and cell_len(longer) <= width:
            lines[-1] = longer
        else:
            lines.append(part)
    return lines


def remarks(draw: Mapping[str, Any], names: Mapping[str, str]) -> list[str]:
    """What a Swiss draw has to tell: the window, who plays at another block, who meets again."""
    lines = []
    window = draw.get("window")
    if draw.get("method") == "swiss" and window is not None:
        lines.append(
            _("Window w = {window}: places by which a player may leave his block.").format(window=window)
        )
    if floats := draw.get("floats"):
        told = ", ".join(
            f"{names.get(one['player'], one['player'])} {one['from']}→{one['to']}" for one in floats
        )
        count = ngettext("{count} float between blocks", "{count} floats between blocks", len(floats))
        lines.append(count.format(count=len(floats)) + f": {told}")
    if repeats := draw.get("repeats"):
        told = ", ".join(
            f"{names.get(one, one)} – {names.get(other, other)}" + (f" ×{times + 1}" if times > 1 else "")
            for one, other, times in repeats
        )
        count = ngettext("{count} pair meets again", "{count} pairs meet again", len(repeats))
        lines.append(count.format(count=len(repeats)) + f": {told}")
    return lines


def proof(draw: Mapping[str, Any]) -> list[tuple[str, str]]:
    """What lets anybody draw the same anew, as pairs of words and value."""
    audit = draw.get("audit") or {}
    known = (
        (_("secret, as typed or made"), draw.get("seed")),
        (_("commitment, published before"), audit.get("commitment")),
        (_("list of players"), audit.get("players")),
        (_("results so far"), audit.get("public")),
        (_("library of templates"), audit.get("library")),
        (_("seed that follows"), audit.get("seed")),
        (_("method"), draw.get("method")),
        (_("trials"), draw.get("trials")),
    )
    return [(words, str(value)) for words, value in known if value not in (None, "")]


def pages_of(draw: Mapping[str, Any], *, draft: bool) -> list[Page]:
    """The rounds of a draw."""
    outs: Sequence[Sequence[str]] = draw.get("sit_outs") or ()
    return [
        Page(
            str(draw["stage"]),
            number,
            tuple(tuple(table) for table in tables),
            tuple(outs[index]) if index < len(outs) else (),
            draw,
            draft,
        )
        for index, (number, tables) in enumerate(zip(draw["rounds"], draw["tables"], strict=True))
    ]


def _times(item: tuple[str, int]) -> int:
    return int(item[0])


def _meetings(pairs: Mapping[str, int]) -> int:
    return sum(int(times) * count for times, count in pairs.items())


def _mean(pairs: Mapping[str, int]) -> Fraction:
    """Meetings a pair; from two on the third ones cannot all be avoided."""
    count = sum(pairs.values())
    return Fraction(_meetings(pairs), count) if count else Fraction(0)
