"""What can be drawn now, or why nothing can."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rules.course.seatings import Key, RoundSeating, conflicts, seatings
from rules.record import field, record
from rules.said import Said

if TYPE_CHECKING:
    from rules.regulation import Regulation
    from rules.regulation.frame import Stage

SlotKey = tuple[str, int, int]
"""Stage, round and table of a game."""

RANDOM = "random"

_SENTENCES = {
    "no_stages": "This regulation knows no stages; there is nothing to draw.",
    "not_approved": "The final list of players is not approved yet.",
    "results_missing": "{count} results before {stage}, round {round}, are missing: {slots}.",
    "cut_needed": "Who plays {stage} is not published yet.",
    "cut_outdated": "The published list of {stage} names who does not play on: {players}. Publish it anew.",
    "draw_conflict": "{stage}, round {round}, has two published draws; draw it anew in the place of both.",
    "all_drawn": "Everything is drawn.",
}
"""Why nothing can be drawn, by code."""


@record
class Next:
    """stage, rounds: what comes next, empty where nothing does. code: None when it can be drawn now, else why
    not; template and details make the sentence. missing: slots whose results it waits for. entrants: who
    plays, in the order of the list they come from.
    """

    stage: str
    rounds: tuple[int, ...]
    code: str | None = None
    template: str = ""
    details: Mapping[str, object] = field(default_factory=dict)
    missing: tuple[SlotKey, ...] = ()
    entrants: tuple[str, ...] = ()

    def __str__(self) -> str:
        return str(Said(self.template, **self.details)) if self.template else ""


def approved(decisions: Sequence[Mapping[str, Any]]) -> tuple[str, ...] | None:
    """The list of players approved last, None where none is."""
    return _list_of(decisions, "approval", None)


def published_cut(decisions: Sequence[Mapping[str, Any]], stage: str) -> tuple[str, ...] | None:
    """The list of those who play a stage as published last, None where none is."""
    return _list_of(decisions, "cut", stage)


def out_of_it(decisions: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """Who does not play on: id to "excluded" or "withdrawn"."""
    kinds = {"withdrawal": "withdrawn", "exclusion": "excluded"}
    found: dict[str, str] = {}
    for one in decisions:
        word = kinds.get(str(one.get("kind")))
        if word is not None and isinstance(one.get("player"), str) and found.get(one["player"]) != "excluded":
            found[one["player"]] = word
    return found


def waited_for(
    regulation: Regulation,
    seated: Mapping[Key, RoundSeating],
    closed: Collection[SlotKey],
    until: Key | None = None,
) -> tuple[SlotKey, ...]:
    """Drawn slots without a result in the rounds before one, in the order of play; all of them for None."""
    order = [(stage.id, number) for stage in regulation.stages for number in range(1, stage.rounds + 1)]
    before = order if until is None or until not in order else order[: order.index(until)]
    return tuple(
        (stage, number, table)
        for stage, number in before
        if (stage, number) in seated
        for table in range(1, len(seated[stage, number].tables) + 1)
        if (stage, number, table) not in closed
    )


def what_next(
    regulation: Regulation,
    draws: Sequence[Mapping[str, Any]],
    decisions: Sequence[Mapping[str, Any]],
    closed: Collection[SlotKey],
    begun: Collection[SlotKey] = (),
) -> Next:
    """The next stage or round to be drawn.

    decisions: those in force. closed: slots with a result that counts. begun: all slots with a protocol or a
    running game; a round played without a draw is drawn no more.
    """
    if not regulation.stages:
        return _no("", (), "no_stages")
    if double := conflicts(draws):
        where, number = double[0]
        return _no(where, (number,), "draw_conflict", stage=where, round=number)
    seated = seatings(draws, decisions)
    played = {(where, number) for where, number, _table in begun}
    out = out_of_it(decisions)
    for index, stage in enumerate(regulation.stages):
        undrawn = [n for n in range(1, stage.rounds + 1) if not {(stage.id, n)} & (seated.keys() | played)]
        if not undrawn:
            continue
        rounds = tuple(undrawn) if stage.draw == RANDOM else (undrawn[0],)
        # A stage by lot is drawn whole before it, a Swiss round after the one before.
        missing = waited_for(regulation, seated, closed, (stage.id, rounds[0]))
        if missing:
            return _waits(stage, rounds, missing)
        return _of_stage(regulation, index, rounds, decisions, out)
    last = regulation.stages[-1]
    return _no(last.id, (), "all_drawn")


def _of_stage(
    regulation: Regulation,
    index: int,
    rounds: tuple[int, ...],
    decisions: Sequence[Mapping[str, Any]],
    out: Mapping[str, str],
) -> Next:
    """Whether it is known who plays the stage."""
    stage = regulation.stages[index]
    listed = approved(decisions)
    if listed is None:
        return _no(stage.id, rounds, "not_approved")
    if (chosen := published_cut(decisions, stage.id)) is not None:
        gone = [player for player in chosen if player in out]
        if gone and rounds[0] == 1:
            return _no(stage.id, rounds, "cut_outdated", stage=stage.id, players=", ".join(gone))
    elif is_cut(regulation, index):
        return _no(stage.id, rounds, "cut_needed", stage=stage.id)
    for earlier in reversed(regulation.stages[: index + 1]):
        if (chosen := published_cut(decisions, earlier.id)) is not None:
            listed = chosen
            break
    return Next(stage.id, rounds, entrants=tuple(player for player in listed if player not in out))


def is_cut(regulation: Regulation, index: int) -> bool:
    """Whether a stage takes fewer players than the one before."""
    return index > 0 and regulation.stages[index].entrants < regulation.stages[index - 1].entrants


def _waits(stage: Stage, rounds: tuple[int, ...], missing: tuple[SlotKey, ...]) -> Next:
    named = ", ".join(f"{one}:{number}:{table}" for one, number, table in missing[:6])
    details: dict[str, object] = {
        "count": len(missing),
        "stage": stage.id,
        "round": rounds[0],
        "slots": named + (" …" if len(missing) > 6 else ""),
    }
    return Next(stage.id, rounds, "results_missing", _SENTENCES["results_missing"], details, missing)


def _no(where: str, rounds: tuple[int, ...], code: str, /, **details: object) -> Next:
    return Next(where, rounds, code, _SENTENCES[code], details)


def _list_of(decisions: Sequence[Mapping[str, Any]], kind: str, stage: str | None) -> tuple[str, ...] | None:
    for one in reversed(decisions):
        if one.get("kind") == kind and (stage is None or one.get("stage") == stage):
            players = one.get("players")
            if isinstance(players, list) and all(isinstance(player, str) for player in players):
                return tuple(dict.fromkeys(players))
    return None
