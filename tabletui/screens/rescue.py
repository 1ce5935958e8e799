"""A lost tournament file: the judge is asked once, then it is made anew out of the records."""

from __future__ import annotations

from typing import TYPE_CHECKING

from storage.errors import StorageError
from tabletui.text import _, ngettext

if TYPE_CHECKING:
    from tabletui.app import TabletuiApp
    from tabletui.lost import Lost
    from tabletui.unfinished import Waiting


def lost_title(lost: Lost) -> str:
    """The tournament as people name it."""
    return lost.title or _("one-off games")


def ask_to_rebuild(app: TabletuiApp, lost: Lost) -> None:
    """Asks, makes the file anew, and stores the signed games that waited for it."""
    from tabletui.screens.dialogs import ConfirmDialog

    question = _("Make the file of {title} anew out of its records?").format(title=lost_title(lost))
    games = ngettext("{count} game", "{count} games", lost.games).format(count=lost.games)
    text = (
        _("{file} and its backup are damaged; they are put aside in backups. Whole in the records: {games}.")
        if lost.damaged
        else _("{file} and its backup are missing. Whole in the records: {games}.")
    )
    asked = ConfirmDialog(question, text.format(file=lost.path.name, games=games))
    app.push_screen(asked, lambda yes: _rebuild(app, lost) if yes else None)


def _rebuild(app: TabletuiApp, lost: Lost) -> None:
    from tabletui.lost import make_anew

    try:
        make_anew(app.folder, lost)
    except StorageError as error:
        app.refuse(error)
        return
    app.say_later(_("{file} is whole again.").format(file=lost.path.name), "information")
    app.store_signed({lost.id: lost.path})
    reload = getattr(app.screen, "reload", None)
    if reload is not None:
        reload()


def store_or_rebuild(app: TabletuiApp, game: Waiting) -> None:
    """A signed game: stored if its tournament has a file, else that is offered first."""
    from tabletui.lost import lost_tournaments

    lost = next((one for one in lost_tournaments(app.folder) if one.id == game.tournament), None)
    if lost is None:
        app.store_signed()
    else:
        ask_to_rebuild(app, lost)
