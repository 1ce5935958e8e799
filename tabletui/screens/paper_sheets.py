"""The board of missing sheets: games that are seated and have no protocol, and which was typed once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.regulation import Regulation
from storage.kinds import Slot
from storage.slots import FREE
from storage.tournament import Tournament
from storage.typed import draft_of
from tabletui.board import slot_title
from tabletui.text import _

if TYPE_CHECKING:
    from tabletui.course import Course
    from tabletui.screens.tournament import TournamentScreen


def missing_sheets(tournament: Tournament, course: Course) -> tuple[Slot, ...]:
    """Seated tables without a protocol, in the order of play; those that run here are none."""
    states = tournament.slots()
    slots = [
        Slot(seating.stage, seating.round, table)
        for seating in course.seatings().values()
        for table in range(1, len(seating.tables) + 1)
    ]
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
    """Asks which sheet is typed and opens the form; without a published seating says what is needed."""
    from tabletui.screens.dialogs import PickDialog, Row
    from tabletui.screens.paper_entry import PaperEntryScreen

    app = screen.app
    sheets = list(missing_sheets(tournament, course))
    if not sheets:
        if course.seatings():
            app.say(_("No sheet is missing: every seated table has its protocol."))
        else:
            app.say(_("Whose protocol it is, the published seating tells; D draws it."))
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
        people = course.players_at(slot)
        if people is not None:
            title = slot_title(regulation, slot)
            app.push_screen(PaperEntryScreen(title, tournament, regulation, slot, people))

    app.push_screen(PickDialog(_("Which sheet is typed?"), rows), picked)
