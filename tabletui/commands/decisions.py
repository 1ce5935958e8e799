"""`tabletui decisions FILE`: every decision of a tournament in words, those taken back too."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from storage.files import Files
from storage.reading import read_tournament
from tabletui.commands.governing import BASE, by_id, of_tournament
from tabletui.commands.reporting import DONE, FINDINGS, print_json, say_finding, speaking, visible
from tabletui.course_words import decision_lines
from tabletui.text import _, told


@speaking
def run(args: Namespace) -> int:
    """file: a tournament. Nothing is locked."""
    found = read_tournament(Files(), Path(args.file))
    regulation = of_tournament(found.regulation, found.source, args.data) or by_id(BASE, args.data)
    names = {entry.id: entry.name for entry in found.players}
    lines = decision_lines(found.all_decisions, names, regulation)
    if found.notice is not None:
        say_finding(args.file, "", told(found.notice.template, found.notice.details))
    if args.json:
        sentences = {one.id: one.sentence for one in lines}
        print_json([{**row, "sentence": sentences[row["id"]]} for row in found.all_decisions])
    else:
        for one in lines:
            undone = "" if one.undone_by is None else " " + _("[undone by {id}]").format(id=one.undone_by)
            print(visible(f"{one.at[:16].replace('T', ' ')}  {one.id}: {one.sentence}{undone}"))
        if not lines:
            print(_("Nothing was decided yet."))
    return DONE if found.notice is None else FINDINGS
