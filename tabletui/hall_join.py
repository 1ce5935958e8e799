"""A tournament that lies in the shared folder and not on this laptop: the judge is asked for it."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

from storage.errors import StorageError
from tabletui.text import _

if TYPE_CHECKING:
    from tabletui.app import TabletuiApp


def offer(app: TabletuiApp, tournament: str, title: str) -> None:
    """Asks whether to take a tournament; its records come by themselves afterwards."""
    from tabletui.screens.dialogs import ConfirmDialog

    shared = app.hall.shared
    if shared is None:
        return
    path = free_path(app.home.root, title)

    def answered(yes: bool | None) -> None:
        if yes:
            app.run_worker(_take(app, tournament, shared, path), group="join")

    question = _('In the shared folder lies the tournament "{title}". Take it onto this laptop?')
    app.push_screen(ConfirmDialog(question.format(title=title[:60]), str(path)), answered)


def free_path(root: Path, title: str) -> Path:
    """A file in the data folder that bears the title and is not there yet."""
    from tabletui.screens.new_tournament import file_name

    stem = file_name(title).removesuffix(".json") or "tournament"
    number, path = 1, root / f"{stem}.json"
    while path.exists() or path.with_name(path.name + ".bak").exists():
        number += 1
        path = root / f"{stem}-{number}.json"
    return path


async def _take(app: TabletuiApp, tournament: str, shared: Path, path: Path) -> None:
    try:
        await asyncio.to_thread(begin, app, tournament, shared, path)
    except StorageError as error:
        app.refuse(error)
        return
    if len(app.screen_stack) == 1:
        app.open_tournament(path)
    app.say_later(_("{file} is on this laptop now.").format(file=path.name), "information")


def begin(app: TabletuiApp, tournament: str, shared: Path, path: Path) -> None:
    """Makes the file of a tournament out of the shared folder. Raises WrongFile, NotSaved."""
    from storage.errors import WrongFile
    from storage.exchange import beginning, gather, sift
    from storage.tournaments import make_from, open_tournament

    records = gather(app.home.files, [shared]).records
    created = beginning(records.values(), tournament)
    if created is None:
        raise WrongFile("gone_again", _("The tournament lies in the shared folder no longer."))
    with app.home.writing:
        make_from(app.home, path, created)
        with open_tournament(app.home, path, write=True, now=app.now) as made:
            known = {one.name: one for one in made.records()}
            assert app.home.examine is not None
            made.take(sift(created, known, records.values(), app.home.examine).fresh)
