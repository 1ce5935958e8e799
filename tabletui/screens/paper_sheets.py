"""The board of missing sheets: games without a protocol, and which of them was typed once."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from rules.regulation import Regulation
from storage.kinds import Slot
from storage.slots import FREE
from storage.tournament import Tournament
from storage.typed import draft_of
from tabletui.board import slot_title
from tabletui.text import _
from tabletui.unfinished import waiting

if TYPE_CHECKING:
    from tabletui.course import Course
    from tabletui.screens.tournament import TournamentScreen


def missing_sheets(
    tournament: Tournament, course: Course, running: Collection[Slot] = ()
) -> tuple[Slot, ...]:
    """Tables without a protocol, in the order of play; those that run here are none.

    Where seats are drawn, the seated ones; else all that the regulation has.
    """
    states = tournament.slots()
    slots = [
        Slot(seating.stage, seating.round, table)
        for seating in course.seatings().values()
        for table in range(1, len(seating.tables) + 1)
    ] or [
        Slot(stage.id, number, table)
        for stage in course.regulation.stages
        for number in range(1, stage.rounds + 1)
        for table in range(1, stage.tables + 1)
    ]
    slots = [slot for slot in slots if slot not in running]
    order = {stage.id: number for number, stage in enumerate(course.regulation.stages)}
    free = [slot for slot in slots if slot not in states or states[slot].status == FREE]
    return tuple(sorted(free, key=lambda slot: (order.get(slot.stage, 0), slot.round, slot.table)))


def pick_sheet(
    screen: TournamentScreen,
    tournament: Tournament,
    regulation: Regulation,
    course: Course,
    at: Slot | None,
) -> None:
    """Asks which sheet is typed and opens the form."""
    from tabletui.screens.dialogs import PickDialog, Row
    from tabletui.screens.paper_entry import PaperEntryScreen

    app = screen.app
    running = {game.slot for game in waiting(app.folder) if game.tournament == tournament.id and game.slot}
    sheets = list(missing_sheets(tournament, course, running))
    if not sheets:
        app.say(_("No sheet is missing: every seated table has its protocol."))
        return
    if at in sheets:
        sheets.remove(at)
        sheets.insert(0, at)
    rows = []
    for number, slot in enumerate(sheets):
        draft = draft_of(app.folder, tournament.id, slot)
        words = slot_title(regulation, slot)
        if draft is not None:
            words += " · " + _("typed once by {name}").format(name=draft.by)
        rows.append(Row(number, words, str(number + 1) if number < 9 else ""))

    def picked(index: object) -> None:
        if not isinstance(index, int):
            return
        slot = sheets[index]
        people = course.players_at(slot) or ()
        title = slot_title(regulation, slot)
        app.push_screen(PaperEntryScreen(title, tournament, regulation, slot, people))

    app.push_screen(PickDialog(_("Which sheet is typed?"), rows), picked)
