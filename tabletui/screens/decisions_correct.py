"""A closed protocol put right from the screen: what it said, what it says now, why; the old one is kept."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rules.game import Game, History
from rules.protocol import parse_protocols
from rules.regulation import Regulation
from rules.sheet import Player
from storage.errors import StorageError, WrongInput
from storage.slots import Slot
from storage.tournament import Tournament
from tabletui.correcting import changes, correct, counting, game_of, with_game
from tabletui.text import _

if TYPE_CHECKING:
    from tabletui.app import TabletuiApp

LOG, FILE, KEEP, MORE = "log", "file", "keep", "more"
SHOWN = 6
"""Lines of changes in the question; the rest is counted."""


async def correct_protocol(
    app: TabletuiApp, tournament: Tournament, slot: Slot, regulation: Regulation
) -> bool:
    """Asks for the correction of the protocol that counts in a slot and keeps it; whether anything changed.

    To be awaited in a worker: it waits for the answers of dialogs.
    """
    try:
        old = counting(tournament.find(slot))
        data = await _corrected(app, tournament, old.protocol, regulation)
        if data is None:
            return False
        reason = await _reason(app, changes(old.protocol, data, regulation))
        if reason is None:
            return False
        done = correct(tournament, old, data, reason, app.now())
    except StorageError as error:
        app.refuse(error)
        return False
    if done.same:
        app.say(_("the protocol on record is the same; nothing is corrected"))
        return False
    return True


async def _corrected(
    app: TabletuiApp, tournament: Tournament, data: Mapping[str, Any], regulation: Regulation
) -> dict[str, Any] | None:
    from tabletui.screens.dialogs import PickDialog, Row

    game = game_of(data, regulation)
    rows = [Row(FILE, _("from a file with the protocol as it should be"), "2")]
    if game is not None:
        rows.insert(0, Row(LOG, _("amend facts of its log"), "1"))
    way = await app.push_screen_wait(PickDialog(_("How is the protocol corrected?"), rows))
    if way == LOG and game is not None:
        amended = await _amended(app, game, parse_protocols(data)[0].players)
        return None if amended is None else with_game(data, amended)
    return await _from_file(app, tournament, regulation) if way == FILE else None


async def _amended(app: TabletuiApp, game: Game, players: tuple[Player, ...]) -> Game | None:
    """Facts amended one by one until that is all."""
    from tabletui.screens.dialogs import LogScreen, PickDialog, Row

    history = History(game)
    while True:
        amendment = await app.push_screen_wait(LogScreen(history, players))
        if amendment is not None:
            history = history.amend(*amendment)
        if history.game is game:
            return None
        rows = [Row(KEEP, _("that is all"), "1"), Row(MORE, _("amend a further fact"), "2")]
        count = len(history.moves)
        detail = _("Facts amended: {count}. Nothing is kept yet.").format(count=count)
        what = await app.push_screen_wait(PickDialog(_("Is the protocol right now?"), rows, detail=detail))
        if what == KEEP:
            return history.game
        if what != MORE:
            return None


async def _from_file(
    app: TabletuiApp, tournament: Tournament, regulation: Regulation
) -> dict[str, Any] | None:
    """The only protocol of a file, checked as an import checks it. Raises StorageError."""
    from rules.protocol import BadFact
    from storage.protocol_files import read_protocols
    from tabletui.commands.governing import Governing
    from tabletui.commands.import_ import taken
    from tabletui.commands.reporting import Refused
    from tabletui.screens.open_file import OpenFileScreen

    title = _("The protocol as it should be")
    path: Path | None = await app.push_screen_wait(OpenFileScreen(title, (".json",)))
    if path is None:
        return None
    try:
        found, *more = read_protocols(app.folder.files, path)
        if more:
            raise WrongInput("several_protocols", _("one correction at a time: one protocol in the file"))
        roster = {entry.id for entry in tournament.players()}
        return taken(found, regulation, Governing(None, str(app.folder.root)), roster).data
    except (Refused, BadFact) as error:
        app.refuse(error)
        return None


async def _reason(app: TabletuiApp, changed: list[str]) -> str | None:
    from tabletui.screens.dialogs import TextDialog

    shown = changed[:SHOWN]
    if len(changed) > SHOWN:
        shown.append(_("and {count} lines more").format(count=len(changed) - SHOWN))
    return await app.push_screen_wait(
        TextDialog(_("Why is the protocol corrected?"), detail="\n".join(shown) or _("nothing differs"))
    )
