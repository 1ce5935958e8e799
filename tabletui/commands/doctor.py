"""`tabletui doctor [--interactive]`: go or no-go before a tournament, each line with its remedy."""

from __future__ import annotations

import os
import sys
import time
from argparse import Namespace
from collections.abc import Iterator

from storage.folder import locate
from tabletui import settings
from tabletui.commands.reporting import DONE, FINDINGS, print_json, speaking, visible
from tabletui.examination import BAD, GOOD, NOTE, Line, all_lines
from tabletui.text import _

MARKS = {GOOD: "+", NOTE: "·", BAD: "!"}


@speaking
def run(args: Namespace) -> int:
    """interactive: ask for keys and the bell too; data, json: as everywhere."""
    root = locate(args.data, os.environ)
    chosen = settings.read(root)
    lines: list[Line] = []
    looks: list[Iterator[Line]] = [all_lines(root, chosen.hall, time.time(), time.perf_counter)]
    if args.interactive:
        from tabletui.trying import asked

        looks.append(asked())
    for look in looks:
        for line in look:
            lines.append(line)
            if not args.json:
                _print(line)
    go = not any(line.state == BAD for line in lines)
    if args.json:
        print_json({"go": go, "checks": [line.to_json() for line in lines]})
    else:
        print(_("GO: a tournament can be run here.") if go else _("NO-GO: see the lines marked with !."))
    return DONE if go else FINDINGS


def _print(line: Line) -> None:
    advice = f" → {line.advice}" if line.advice else ""
    print(visible(f"{MARKS[line.state]} {line.text}{advice}"), flush=True)
    sys.stdout.flush()
