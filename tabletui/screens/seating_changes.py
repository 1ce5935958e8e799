"""Seats other than published: each difference becomes a decision, with one reason for all."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rules.record import record
from storage.errors import StorageError
from storage.roster import PlayerEntry
from tabletui.seats import Person
from tabletui.text import _

if TYPE_CHECKING:
    from tabletui.course import Course
    from tabletui.screens.seating import SeatingScreen


@record
class Change:
    """`by` takes the place of `player`: a newcomer to the round, or (swap) one who had a place in it."""

    player: Person
    by: Person
    swap: bool


def changes_between(
    published: Sequence[Person], sitting: Sequence[Person], there: Sequence[str]
) -> list[Change]:
    """What leads from the published ten to those who sit, seat by seat, swaps in the order of being made.

    there: ids of all who have a place in the round, sitting out included.
    """
    now = [one.id for one in published]
    people = {one.id: one for one in (*published, *sitting)}
    found = []
    for seat, one in enumerate(sitting):
        if now[seat] == one.id:
            continue
        had = people[now[seat]]
        swap = one.id in now or one.id in there
        found.append(Change(had, one, swap))
        if one.id in now:
            now[now.index(one.id)] = had.id
        now[seat] = one.id
    return found


async def keep_changes(screen: SeatingScreen, course: Course, published: Sequence[Person]) -> bool:
    """Asks for the reason and keeps the decisions; whether the game may begin."""
    from tabletui.screens.dialogs import TextDialog

    slot = screen._slot()
    seating = course.seating(slot.stage, slot.round)
    there = (
        () if seating is None else (*(one for table in seating.tables for one in table), *seating.sit_outs)
    )
    sitting = [one for one in screen.seats.at if one is not None]
    changes = changes_between(published, sitting, there)
    lines = [
        (_("{one} and {other} change places") if change.swap else _("{other} in the place of {one}")).format(
            one=change.player.name, other=change.by.name
        )
        for change in changes
    ]
    title = _("Others sit here than were published. Why?")
    reason = await screen.app.push_screen_wait(TextDialog(title, "", _("reason"), detail="\n".join(lines)))
    if reason is None:
        return False
    try:
        known = {entry.id for entry in screen.tournament.players()}
        new = [one for one in sitting if one.id not in known]
        if new:
            screen.tournament.put_players(
                [PlayerEntry(one.name, one.id, stand_in=one.stand_in) for one in new]
            )
        for change in changes:
            if change.swap:
                course.swap(slot.stage, slot.round, change.player.id, change.by.id, reason)
            else:
                course.substitute(slot.stage, slot.round, change.player.id, change.by.id, reason)
    except StorageError as error:
        screen.app.refuse(error)
        return False
    return True
