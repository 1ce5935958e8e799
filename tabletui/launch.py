"""From the command line to the app: the data folder is locked before anything is drawn."""

from __future__ import annotations

import gc
import os
import sys
from contextlib import ExitStack
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from argparse import Namespace

    from storage.folder import Folder
    from tabletui.app import TabletuiApp


def now() -> str:
    """Local time with its offset, to the second, as ISO text."""
    return datetime.now().astimezone().isoformat(timespec="seconds")


def run(args: Namespace) -> int:
    """Starts the app and returns the exit status. Raises StorageError: a folder or file is not usable."""
    # Must be set before Textual is imported: a key is painted sooner, an idle screen costs nothing more.
    os.environ.setdefault("TEXTUAL_FPS", "240")
    # Imports leave no garbage, and looking for it after each few hundred objects is a fifth of the start.
    gc.disable()
    from storage.files import Files
    from storage.folder import Folder, locate
    from tabletui.examining import examiner

    with ExitStack() as closing:
        if args.command == "demo":
            from tempfile import TemporaryDirectory

            root = Path(closing.enter_context(TemporaryDirectory(prefix="tabletui-demo-")))
        else:
            root = locate(args.data, os.environ)
        folder = closing.enter_context(Folder(Files(), root, examine=examiner(root)))
        file: Path | None = None
        if args.command == "open":
            file = Path(args.file).expanduser().absolute()
            if args.hall and not folder.files.exists(file):
                _fetch(folder, file, Path(args.hall).expanduser())
            _refuse_unreadable(folder, file)
            if args.hall is not None:
                _share(folder, args.hall)
        elif args.command == "demo":
            from tabletui import settings
            from tabletui.sample import make_demo

            settings.write(folder.files, root, settings.read(locate(args.data, os.environ)))
            file = make_demo(folder, now=now)
        app = make_app(folder, file)
        app.is_demo = args.command == "demo"
        # What has been loaded stays to the end: nothing of it is ever looked at for garbage. And of what
        # comes, little is garbage that counting references does not find.
        gc.freeze()
        gc.set_threshold(5000)
        gc.enable()
        app.run()
        sys.stdout.flush()
        return app.return_code or 0


def _fetch(folder: Folder, file: Path, hall: Path) -> None:
    """Begins the file of the tournament that lies in the shared folder; the rest comes by itself."""
    from storage.exchange import gather
    from tabletui.commands.merge import make_file

    make_file(folder, file, gather(folder.files, [hall]))


def _share(folder: Folder, hall: str) -> None:
    """Keeps the shared folder as a choice: after a power cut nobody has to think of it."""
    from dataclasses import replace

    from storage.errors import WrongInput
    from tabletui import settings
    from tabletui.text import N_

    place = str(Path(hall).expanduser().absolute()) if hall else ""
    if not place.isprintable() and place:
        raise WrongInput("wrong_hall_name", N_("{folder}: such a name cannot be kept."), folder=ascii(place))
    settings.write(folder.files, folder.root, replace(settings.read(folder.root), hall=place))


def make_app(folder: Folder, file: Path | None) -> TabletuiApp:
    """The app over a data folder whose lock is held, ready to run."""
    from tabletui.app import TabletuiApp
    from tabletui.driver import forgive_bad_bytes, tell_caps_lock
    from tabletui.terminal import terminal_of

    terminal = terminal_of(os.environ)
    forgive_bad_bytes(terminal.encoding)
    tell_caps_lock()
    if terminal.encoding != "utf-8" and hasattr(sys.__stderr__, "reconfigure"):
        # Textual draws there; what the terminal's letters lack must not become a row of escapes.
        sys.__stderr__.reconfigure(encoding=terminal.encoding, errors="replace")
    return TabletuiApp(folder, file=file, now=now, terminal=terminal)


def _refuse_unreadable(folder: Folder, file: Path) -> None:
    from storage.tournaments import open_tournament

    open_tournament(folder, file).close()
