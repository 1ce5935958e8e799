"""The ways to the seating: for a table of a tournament, and for a game outside any."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.regulation import Regulation
from storage.errors import StorageError
from storage.slots import Slot
from storage.tournament import Tournament
from tabletui.board import FREE, MISSING, Round, board, slot_title
from tabletui.screens.seating import SeatingScreen
from tabletui.text import _
from tabletui.unfinished import waiting

if TYPE_CHECKING:
    from tabletui.app import TabletuiApp
    from tabletui.course import Course
    from tabletui.evening import LastGame


def seat_in(
    app: TabletuiApp,
    tournament: Tournament,
    regulation: Regulation,
    chosen: Slot | None = None,
    course: Course | None = None,
) -> None:
    """The seating for a free table of a tournament; without a choice for the next free one.

    course: of the tournament; a published seating then sits down by itself.
    """
    rounds: tuple[Round, ...] = board(tournament, regulation, waiting(app.folder))
    free = [place.slot for r in rounds for place in r.places if place.status in (FREE, MISSING)]
    if not free:
        app.say(_("Every table of this tournament has its game."))
        return
    options = [(f"{s.stage}:{s.round}:{s.table}", slot_title(regulation, s)) for s in free]
    slot = chosen or free[0]
    wanted = f"{slot.stage}:{slot.round}:{slot.table}"
    app.push_screen(SeatingScreen(tournament, options, wanted, course=course))


def seat_one_off(app: TabletuiApp, again: LastGame | None = None) -> None:
    """The seating for a game outside any tournament; again: the game before, with its ten.

    The regulation that is offered first is that of the one-off game before, whatever a tournament was begun
    under since.
    """
    from storage.tournaments import open_one_off
    from tabletui.evening import last_game
    from tabletui.screens.new_tournament import regulation_options

    try:
        tournament = open_one_off(app.folder, new_id=app.new_id, now=app.now)
    except StorageError as error:
        app.refuse(error)
        return
    options = regulation_options((app.regulations,))
    before = again or last_game(tournament)
    chosen = before.regulation if before is not None else app.settings.regulation or "fiim-base"
    ten = again.ten if again is not None else ()
    app.push_screen(SeatingScreen(tournament, options, chosen, club=True, again=ten))
