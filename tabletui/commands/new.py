"""`tabletui new FILE --regulation ID`: a tournament file."""

from __future__ import annotations

import os
from argparse import Namespace
from pathlib import Path

from rules.regulation.content import as_json
from storage.errors import StorageError
from storage.folder import locate
from storage.tournaments import create
from tabletui.commands.governing import named
from tabletui.commands.players import read_csv
from tabletui.commands.reporting import DONE, Refused, print_json, speaking, visible
from tabletui.commands.tournament_writing import data_folder, new_id, now
from tabletui.text import N_, _, ngettext


@speaking
def run(args: Namespace) -> int:
    """file: the new file; regulation: an id or a file; title; players: a CSV file to begin with."""
    path = Path(args.file)
    _check_folder(path, locate(args.data, os.environ))
    regulation = named(args.regulation, args.data)
    entries = read_csv(args.players) if args.players else ()
    title = visible(args.title if args.title is not None else path.stem).strip()
    with (
        data_folder(args.data) as folder,
        create(
            folder,
            path,
            tournament_id=new_id(),
            title=title,
            regulation=regulation.id,
            source=as_json(regulation),
            now=now,
        ) as tournament,
    ):
        try:
            roster = tournament.put_players(entries)
        except StorageError:
            path.unlink(missing_ok=True)
            raise
        header = tournament.header
    if args.json:
        print_json(
            {
                "file": str(path),
                "id": header.id,
                "title": title,
                "regulation": regulation.id,
                "players": len(roster),
            }
        )
    else:
        count = ngettext("{count} player", "{count} players", len(roster)).format(count=len(roster))
        print(
            visible(
                _("{file}: {title}, {regulation}, {players}").format(
                    file=path, title=title, regulation=regulation.id, players=count
                )
            )
        )
    return DONE


def _check_folder(path: Path, root: Path) -> None:
    """Raises Refused where the folder of the new file is not there: a slip of the pen makes none.

    root: the data folder, which is made where it is missing.
    """
    try:
        there = path.parent.is_dir() or path.parent.absolute() == root
    except ValueError:
        raise Refused(path, "", "no_file", N_("this is not the name of a file")) from None
    if not there:
        sentence = N_("the folder {folder} is not there; make it first")
        raise Refused(path, "", "no_folder", sentence, folder=path.parent)
