"""`tabletui live FILE --to DIR`: the page of the hall, once or for as long as it runs; reads only."""

from __future__ import annotations

import os
import time
from argparse import Namespace
from datetime import datetime
from pathlib import Path

from storage.errors import StorageError
from storage.files import Files
from storage.folder import locate
from tabletui.commands.export import check_folder
from tabletui.commands.reporting import DONE, print_json, said, speaking, visible
from tabletui.paper.gather import gather
from tabletui.paper.live import live_page, publish
from tabletui.text import told

AGAIN = 2.0
"""Seconds between two looks at the tournament."""


@speaking
def run(args: Namespace) -> int:
    """file: a tournament; to: the folder of the page; hide_points: until the last game; follow: go on."""
    folder = Path(args.to)
    check_folder(folder, locate(args.data, os.environ))
    folder.mkdir(exist_ok=True)
    path = _published(args, folder)
    if args.json:
        print_json(str(path))
    else:
        print(visible(str(path)), flush=True)
    seen, trouble = _looks(args.file), ""
    while args.follow:
        time.sleep(AGAIN)
        looks = _looks(args.file)
        if looks == seen and not trouble:
            continue
        try:
            _published(args, folder)
            seen, trouble = looks, ""
        except StorageError as error:
            # The file is being replaced, or the share is away: the next look tells.
            words = told(error.template, error.details)
            if words != trouble:
                said(words)
            trouble = words
    return DONE


def _published(args: Namespace, folder: Path) -> Path:
    material = gather(args.file, args.data)
    now = datetime.now().astimezone().isoformat(timespec="seconds")
    return publish(Files(), folder, live_page(material, now, points=not args.hide_points))


def _looks(file: str) -> object:
    try:
        found = os.stat(file)
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino
