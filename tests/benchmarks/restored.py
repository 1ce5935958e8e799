"""The app with the first running game of a data folder at once on the screen, no start screen before it.

A judge comes to his table over the start screen; this tells what the table costs by itself.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from tabletui import cli, launch

make_app = launch.make_app


def at_the_table(folder: Any, file: Path | None) -> Any:
    """The app as it is always made, only with another first screen."""
    from storage.finishing import unfinished
    from tabletui.screens.table import TableScreen
    from tabletui.table import Session

    app = make_app(folder, file)
    app.read_sheets(TableScreen.SHEETS)
    session = Session.resume(folder, unfinished(folder)[0].path, now=launch.now)
    app.get_default_screen = lambda: TableScreen(session)  # type: ignore[method-assign]
    return app


launch.make_app = at_the_table
sys.exit(cli.main(["--data", sys.argv[1]]))
