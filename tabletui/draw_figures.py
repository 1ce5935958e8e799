"""The figures of a published draw in words, each beside its bound; on the screen and on paper the same."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from tabletui.text import _, ngettext


def figures(draw: Mapping[str, Any]) -> list[str]:
    """The figures of a draw, each as "what figure / bound"."""
    parts = []
    if pairs := meetings(draw):
        shown = " · ".join(f"{times}: {count}" for times, count in pairs)
        parts.append(_("pairs by meetings {pairs}").format(pairs=shown))
        if has_past(draw):
            parts[0] = _("with the rounds before:") + f" {parts[0]}"
    parts += [
        f"{words} {figure}" + ("" if least is None else f" / {least}")
        for words, figure, least in beside(draw)
    ]
    opponents = (draw.get("quality") or {}).get("opponents")
    if opponents:
        parts.append(_("different opponents {least}–{most}").format(least=opponents[0], most=opponents[1]))
    return parts


def meetings(draw: Mapping[str, Any]) -> list[tuple[int, int]]:
    """How many pairs met how often, the rarest meetings first: (times, pairs)."""
    pairs = (draw.get("quality") or {}).get("pairs") or {}
    return sorted((int(times), count) for times, count in pairs.items())


def has_past(draw: Mapping[str, Any]) -> bool:
    """Whether the meetings include those of rounds before this draw."""
    tables = max((len(one) for one in draw.get("tables") or ()), default=1)
    return _together(meetings(draw)) > 45 * len(draw.get("rounds") or ()) * tables


def beside(draw: Mapping[str, Any]) -> list[tuple[str, int, int | None]]:
    """The figures that have a bound, or could have: (words, figure, bound)."""
    quality = draw.get("quality") or {}
    rounds = len(draw.get("rounds") or ())
    tables = max((len(one) for one in draw.get("tables") or ()), default=1)
    past = has_past(draw)
    bound = None if past else (quality.get("bound") or {}).get("s2")
    least_third = 0 if not past and _mean(meetings(draw)) < 2 else None
    known = (
        (_("meetings again (S2)"), quality.get("s2"), bound),
        (_("third meetings (S3)"), quality.get("s3"), least_third),
        (_("seats again"), quality.get("seat_repeats"), 0),
        (_("thirds of the table uneven"), quality.get("zones"), 0),
        (_("most visits to one table"), quality.get("table_visits_max"), -(-rounds // tables)),
        (_("neighbours again"), quality.get("neighbours_twice"), 0),
        (_("kept apart and met"), quality.get("apart_met"), 0),
    )
    return [(words, figure, least) for words, figure, least in known if figure is not None]


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


def _together(pairs: list[tuple[int, int]]) -> int:
    return sum(times * count for times, count in pairs)


def _mean(pairs: list[tuple[int, int]]) -> Fraction:
    """Meetings a pair; from two on the third ones cannot all be avoided."""
    count = sum(count for _times, count in pairs)
    return Fraction(_together(pairs), count) if count else Fraction(0)
