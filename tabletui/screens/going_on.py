"""Going on with an unfinished game from any list that shows one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from storage.errors import StorageError
from tabletui.text import _
from tabletui.unfinished import Waiting, what_it_seems_to_say

if TYPE_CHECKING:
    from storage.tournament import Tournament
    from tabletui.app import TabletuiApp


def go_on(app: TabletuiApp, game: Waiting, tournament: Tournament | None = None) -> None:
    """Opens the table of a game at the step it was left at, or says why that cannot be."""
    if app.at_a_table:  # a second Enter before the table is painted
        return
    if not game.can_go_on:
        from tabletui.screens.unreadable import UnreadableScreen

        app.push_screen(UnreadableScreen(game, lambda fresh: go_on(app, fresh)))
    elif game.running.ended:
        from tabletui.screens.rescue import store_or_rebuild

        store_or_rebuild(app, game)
    elif game.running.condition == "damaged":
        _ask_about_the_last_entry(app, game, tournament)
    else:
        _resume(app, game, tournament)


def _ask_about_the_last_entry(app: TabletuiApp, game: Waiting, tournament: Tournament | None) -> None:
    from tabletui.screens.dialogs import ConfirmDialog

    question = _("The last entry of this game is damaged. Go on without it?")
    detail = _(
        "It may have been on your screen. Before it the game stands whole; a copy of the file is kept."
    )
    said = what_it_seems_to_say(app.folder, game)
    if said:
        detail += " " + _("It seems to say: {words}").format(words=said)

    def answered(yes: bool | None) -> None:
        if yes:
            _resume(app, game, tournament, drop_damaged=True)

    app.push_screen(ConfirmDialog(question, detail), answered)


def _resume(
    app: TabletuiApp, game: Waiting, tournament: Tournament | None, *, drop_damaged: bool = False
) -> None:
    from tabletui.table import Session

    try:
        session = Session.resume(
            app.folder,
            game.path,
            now=app.now,
            monotonic=app.monotonic,
            tournament=tournament,
            drop_damaged=drop_damaged,
        )
    except StorageError as error:
        app.refuse(error)
        return
    app.open_table(session)
