"""The report of a draw: seed, proof, figures beside their bounds, what a Swiss draw has to tell."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tabletui import draw_figures
from tabletui.paper.gather import Material
from tabletui.paper.pages import drawn, page
from tabletui.paper.svg import histogram
from tabletui.text import _, ngettext


def draw_page(material: Material) -> bytes:
    """A sheet a published draw."""
    return page(
        "draw.html",
        material.title,
        draws=[_draw(material, draw) for draw in material.draws()],
        words={
            "proof": _("Proof"),
            "how": _(
                "The commitment was shown before the draw. Whoever has secret, list and results can draw the "
                "same anew: tabletui seating --verify."
            ),
            "figures": _("Figures"),
            "figure": _("what"),
            "value": _("figure"),
            "bound": _("bound"),
            "past": _("Meetings of earlier rounds are counted among these."),
            "none": _("No round is drawn yet."),
        },
    )


def _draw(material: Material, draw: Mapping[str, Any]) -> dict[str, Any]:
    rounds = draw["rounds"]
    stage = material.stage_title(str(draw["stage"]))
    many = ngettext("round {rounds}", "rounds {rounds}", len(rounds))
    tables = max(len(row) for row in draw["tables"])
    players = {player for row in draw["tables"] for table in row for player in table}
    try:
        figures = [
            (name, value, "–" if bound is None else bound) for name, value, bound in draw_figures.beside(draw)
        ]
        past, pairs = draw_figures.has_past(draw), draw_figures.meetings(draw)
        opponents = (draw.get("quality") or {}).get("opponents")
        if opponents:
            figures.append((_("different opponents"), f"{opponents[0]}–{opponents[1]}", "–"))
        remarks = draw_figures.remarks(draw, material.names)
        proof = draw_figures.proof(draw)
        plot = histogram(pairs, _("Meetings of pairs"), _("times met; above each bar the number of pairs"))
    except (AttributeError, IndexError, KeyError, TypeError, ValueError):
        # A draw of another laptop counts by its seating; figures it does not spell right are left out.
        figures, remarks, proof, plot, past = [], [], [], "", False
    apart = [", ".join(material.name(str(one)) for one in group) for group in draw.get("apart") or ()]
    about = [
        (_("published"), str(draw.get("at") or "–")[:16].replace("T", " ")),
        (_("players"), str(len(players))),
        (_("tables"), str(tables)),
        *([(_("must not meet"), "; ".join(apart))] if apart else []),
        *([(_("reason"), str(draw["reason"]))] if draw.get("reason") else []),
    ]
    return {
        "title": f"{stage} · {many.format(rounds=_numbers(rounds))}",
        "about": about,
        "proof": proof,
        "figures": figures,
        "past": past,
        "remarks": remarks,
        "plot": drawn(plot),
    }


def _numbers(rounds: list[int]) -> str:
    if len(rounds) > 2 and rounds == list(range(rounds[0], rounds[-1] + 1)):
        return f"{rounds[0]}–{rounds[-1]}"
    return ", ".join(map(str, rounds))
