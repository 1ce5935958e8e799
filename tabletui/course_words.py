"""Decisions in words: a sentence each, in the user's language."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from rules.course.following import out_of_it
from rules.record import record
from rules.regulation import Regulation
from tabletui.board import round_title
from tabletui.text import N_, _, told

WORDS = {
    "approval": N_("The final list is approved: {count} players."),
    "withdrawal": N_("{player} withdraws."),
    "exclusion": N_("{player} is excluded from the tournament."),
    "exclusion_after": N_("{player} is excluded from the tournament after {round}."),
    "missed": N_("{player} missed {round}."),
    "fine": N_("{player} is fined {points}."),
    "fine_in": N_("{player} is fined {points} in {round}."),
    "lot": N_("{player} drew lot {number}."),
    "cut": N_("Published who plays {stage}: {count} players."),
    "swap": N_("{one} and {other} change places in {round}."),
    "substitution": N_("{by} takes the places of {player} in {stage}."),
    "substitution_from": N_("{by} takes the places of {player} from {round} on."),
    "choice": N_("Of the rival protocols of {game} one was chosen."),
    "undo": N_("Undone: {what}"),
    "other": N_("A decision of the kind {kind}."),
}
OUT = {"withdrawn": N_("withdrawn"), "excluded": N_("excluded")}


@record
class DecisionLine:
    """A decision for people. undone_by: the id of what took it back, or None."""

    id: str
    at: str
    kind: str
    sentence: str
    undone_by: str | None


@record
class Out:
    """Why somebody does not play on. kind: "withdrawn" or "excluded". words: the same, with the reason."""

    kind: str
    reason: str
    words: str


def outs(decisions: Iterable[Mapping[str, Any]], regulation: Regulation) -> dict[str, Out]:
    """Who does not play on, by id."""
    rows = list(decisions)
    found = {}
    for player, kind in out_of_it(rows).items():
        wanted = "withdrawal" if kind == "withdrawn" else "exclusion"
        reason = next(
            str(row.get("reason") or "")
            for row in reversed(rows)
            if row["kind"] == wanted and row.get("player") == player
        )
        words = _(OUT[kind])
        found[player] = Out(kind, reason, f"{words}: {reason}" if reason else words)
    return found


def decision_lines(
    rows: Iterable[Mapping[str, Any]], names: Mapping[str, str], regulation: Regulation
) -> tuple[DecisionLine, ...]:
    """A line for each decision, undos too."""
    listed = list(rows)
    known = {row["id"]: row for row in listed}
    return tuple(
        DecisionLine(
            row["id"], row["at"], row["kind"], _sentence(row, names, regulation, known), row["undone_by"]
        )
        for row in listed
    )


def _sentence(
    row: Mapping[str, Any],
    names: Mapping[str, str],
    regulation: Regulation,
    known: Mapping[str, Mapping[str, Any]],
    depth: int = 0,
) -> str:
    def name(player: object) -> str:
        return names.get(str(player), str(player))

    try:
        key, details = _said(row, name, regulation)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError):
        key, details = "other", {"kind": str(row.get("kind"))}
    if row["kind"] == "undo":
        target = known.get(str(row.get("undoes")))
        what = str(row.get("undoes"))
        if target is not None and depth < 4:
            what = _sentence(target, names, regulation, known, depth + 1)
        key, details = "undo", {"what": what}
    sentence = told(WORDS[key], details)
    reason = str(row.get("reason") or "")
    return f"{sentence} ({reason})" if reason else sentence


def _said(
    row: Mapping[str, Any], name: Callable[[object], str], regulation: Regulation
) -> tuple[str, dict[str, object]]:
    kind = row["kind"]
    stage, number = row.get("stage"), row.get("round")
    round = round_title(regulation, stage, number) if stage is not None and number is not None else None
    match kind:
        case "approval":
            return kind, {"count": len(row["players"])}
        case "cut":
            return kind, {"stage": _stage(regulation, row["stage"]), "count": len(row["players"])}
        case "withdrawal":
            return kind, {"player": name(row["player"])}
        case "exclusion":
            after = round or (None if stage is None else _stage(regulation, stage))
            details: dict[str, object] = {"player": name(row["player"]), "round": after}
            return ("exclusion" if after is None else "exclusion_after"), details
        case "missed":
            return kind, {"player": name(row["player"]), "round": round}
        case "fine":
            details = {"player": name(row["player"]), "points": row["points"], "round": round}
            return ("fine" if round is None else "fine_in"), details
        case "lot":
            return kind, {"player": name(row["player"]), "number": row["number"]}
        case "swap":
            one, other = row["players"]
            return kind, {"one": name(one), "other": name(other), "round": round}
        case "substitution":
            details = {"by": name(row["by"]), "player": name(row["player"]), "round": round}
            details["stage"] = _stage(regulation, row["stage"])
            return ("substitution" if round is None else "substitution_from"), details
        case "choice":
            where = _("table {number}").format(number=row["table"])
            return kind, {"game": f"{round}, {where}"}
    return "other", {"kind": kind}


def _stage(regulation: Regulation, stage: str) -> str:
    return round_title(regulation, stage, 1).rsplit(" · ", 1)[0]
