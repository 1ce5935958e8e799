"""What a tournament waits for: protocols, choices, lots, fees, and rounds that somebody missed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from rules.course.following import out_of_it, waited_for
from rules.course.seatings import RoundSeating, conflicts
from rules.record import record
from storage.errors import WrongInput
from storage.kinds import Slot
from storage.slots import CONFLICT

if TYPE_CHECKING:
    from tabletui.course import Course


@record
class Missing:
    """What a tournament waits for.

    slots: seated games without a protocol up to the last round that began. conflicts: slots with rival
    protocols. draws: rounds with two published draws. lots: who must draw a lot before the next cut. unpaid:
    ids of who is not registered for want of the fee. rounds: (player, stage, round) of who had a place in a
    game that was played without him and is not recorded as missing it.
    """

    slots: tuple[Slot, ...]
    conflicts: tuple[Slot, ...]
    draws: tuple[tuple[str, int], ...]
    lots: tuple[str, ...]
    unpaid: tuple[str, ...]
    rounds: tuple[tuple[str, str, int], ...]


def missing_of(course: Course, running: Iterable[Any] = ()) -> Missing:
    """What the tournament waits for."""
    slots, seated = course.tournament.slots(), course.seatings()
    closed = course.closed()
    rival = tuple(slot for slot, state in slots.items() if state.status == CONFLICT)
    begun = {(slot.stage, slot.round) for slot in [*slots, *course.running(running)]}
    order = [(stage.id, n) for stage in course.regulation.stages for n in range(1, stage.rounds + 1)]
    last = max((index for index, key in enumerate(order) if key in begun), default=-1)
    until = set(order[: last + 1])
    return Missing(
        tuple(
            Slot(*key)
            for key in waited_for(course.regulation, seated, closed)
            if key[:2] in until and Slot(*key) not in rival
        ),
        rival,
        conflicts(course.tournament.published()),
        _lots_needed(course),
        course.unpaid(),
        _missed_rounds(course, seated),
    )


def _lots_needed(course: Course) -> tuple[str, ...]:
    following = course.next()
    if following.code != "cut_needed":
        return ()
    try:
        return course.cut(following.stage).lots
    except WrongInput:
        return ()


def _missed_rounds(
    course: Course, seated: Mapping[tuple[str, int], RoundSeating]
) -> tuple[tuple[str, str, int], ...]:
    decisions = course.tournament.decisions()
    ranked = {entry.id for entry in course.tournament.players() if not entry.stand_in}
    out = out_of_it(decisions)
    known = [(d.get("player"), d.get("stage"), d.get("round")) for d in decisions if d["kind"] == "missed"]
    played: dict[tuple[str, int], set[str]] = {}
    places: dict[tuple[str, int], list[str]] = {}
    for found in course.tournament.official():
        key = (found.slot.stage, found.slot.round)
        played.setdefault(key, set()).update(player["id"] for player in found.protocol["players"])
        seating = seated.get(key)
        if seating is not None and found.slot.table <= len(seating.drawn):
            places.setdefault(key, []).extend(seating.drawn[found.slot.table - 1])
    return tuple(
        (player, *key)
        for key, had in places.items()
        for player in had
        if player in ranked
        and player not in played[key]
        and player not in out
        and (player, *key) not in known
    )
