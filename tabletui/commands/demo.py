"""`tabletui demo --folder-only`: the sample tournament in a folder that stays, without the app."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from tempfile import mkdtemp

from storage.files import Files
from storage.folder import Folder
from tabletui.commands.reporting import DONE, print_json, speaking
from tabletui.commands.tournament_writing import now
from tabletui.sample import make_demo


@speaking
def run(args: Namespace) -> int:
    """Makes the sample and says where: the data folder, which holds the tournament file too."""
    root = Path(mkdtemp(prefix="tabletui-demo-"))
    with Folder(Files(), root) as folder:
        file = make_demo(folder, now=now)
    if args.json:
        print_json({"data": str(root), "file": str(file)})
    else:
        print(root)
    return DONE
