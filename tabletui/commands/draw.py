"""`tabletui draw FILE`: draws the next stage or round of a tournament and publishes it."""

from __future__ import annotations

import secrets
from argparse import Namespace
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from storage.roster import PlayerEntry
from tabletui.commands.reporting import DONE, Refused, print_json, said, speaking, visible
from tabletui.commands.tournament_writing import data_folder, writable
from tabletui.text import N_, _, ngettext

if TYPE_CHECKING:
    from storage.folder import Folder
    from storage.tournament import Tournament
    from tabletui.course import Course, Drawing

LARGEST = 1_000_000
"""Bytes of a file with groups."""


@speaking
def run(args: Namespace) -> int:
    """seed, apart, trials: of the draw; tables, stand_in: where others than the regulation's; redraw: a
    published round, with a reason. Nothing is written where it cannot be drawn.
    """
    from tabletui.commands.seating import MOST_TRIALS, number

    trials = None if args.trials is None else number(args, "trials", most=MOST_TRIALS)
    tables = None if args.tables is None else number(args, "tables", most=1000)
    secret = secrets.token_hex(16) if args.seed is None else args.seed
    with data_folder(args.data) as folder, writable(folder, args.file) as tournament:
        course = course_of(tournament, args)
        roster = tournament.players()
        groups = read_apart(args.apart, roster) if args.apart else ()
        redraw = None
        if args.redraw is not None:
            stage, round = place(args.redraw)
            redraw = (stage, round, required(args.reason, "--reason"))
        progress, stop = None, None
        if not args.json:
            from tabletui.commands.seating_text import terminal_progress

            progress, stop = terminal_progress()
        running = _running(folder)
        course.plan(redraw=redraw, tables=tables, stand_ins=args.stand_in, apart=groups, running=running)
        drawing = course.draw(
            secret,
            apart=groups,
            trials=trials,
            tables=tables,
            stand_ins=args.stand_in,
            redraw=redraw,
            progress=progress,
            stop=stop,
        )
        course.publish(drawing, running)
        names = {entry.id: entry.name for entry in roster}
        if args.json:
            print_json(drawing.body)
        else:
            _print(drawing, names, course)
    return DONE


def course_of(tournament: Tournament, args: Namespace) -> Course:
    """The course of a tournament under its regulation. Raises Refused where it has none."""
    from tabletui.commands.governing import of_tournament
    from tabletui.course import Course

    header = tournament.header
    regulation = of_tournament(header.regulation, header.source, args.data)
    if regulation is None or not regulation.stages:
        raise Refused(args.file, "", "no_stages", N_("has no stages; nothing is drawn or decided in it"))
    return Course(tournament, regulation)


def _running(folder: Folder) -> list[Any]:
    """The running games of the data folder: what they play is not drawn anew."""
    from tabletui.unfinished import waiting

    return list(waiting(folder))


def place(text: str) -> tuple[str, int]:
    """STAGE:ROUND. Raises Refused."""
    stage, _colon, number = text.partition(":")
    if not stage or not (number.isascii() and number.isdigit() and 0 < len(number) < 6):
        raise Refused("", "", "no_round", N_('"{text:.40}" names no round: write STAGE:ROUND'), text=text)
    return stage, int(number)


def required(value: str | None, option: str) -> str:
    """The value of an option. Raises Refused where it is not given."""
    if value is None or not value.strip():
        raise Refused(option, "", "missing", N_("is needed here"))
    return value


def read_apart(path: str, roster: tuple[PlayerEntry, ...]) -> tuple[tuple[str, ...], ...]:
    """Groups of a file: a line a group, ids or names separated by commas. Raises Refused, OSError."""
    from storage.files import Files
    from storage.protocol_files import read_bytes
    from storage.roster import same_name

    data = read_bytes(Files(), Path(path))
    if len(data) > LARGEST:
        raise Refused(path, "", "too_large", N_("the file is too large for a list of groups"))
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as wrong:
        raise Refused(path, "", "not_utf8", N_("is not UTF-8")) from wrong
    by_id = {entry.id: entry.id for entry in roster}
    by_name = {same_name(entry.name): entry.id for entry in roster}
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        words = [word.strip() for word in line.split(",") if word.strip()]
        if not words or line.lstrip().startswith("#"):
            continue
        group = []
        for word in words:
            player = by_id.get(word) or by_name.get(same_name(word))
            if player is None:
                raise Refused(
                    path, f"line {number}", "unknown_player", N_("{word:.40} is not on the roster"), word=word
                )
            group.append(player)
        if len(set(group)) < 2:
            raise Refused(path, f"line {number}", "alone", N_("a group needs two players"))
        found.append(tuple(dict.fromkeys(group)))
    return tuple(found)


def _print(drawing: Drawing, names: Mapping[str, str], course: Course) -> None:
    """The tables of every round, the figures beside their bounds, what a Swiss draw has to tell."""
    from tabletui.board import round_title
    from tabletui.commands.seating_text import figures

    def name(player: str) -> str:
        return f"{player} {names[player]}" if player in names else player

    body = drawing.body
    for number, tables, outs in zip(body["rounds"], body["tables"], body["sit_outs"], strict=True):
        print(visible(round_title(course.regulation, body["stage"], number)))
        for table, ten in enumerate(tables, 1):
            print("  " + _("table {number}").format(number=table))
            for seat, player in enumerate(ten, 1):
                print(visible(f"    {seat:>2} {name(player)}"))
        if outs:
            print(visible("  " + _("sit out: {players}").format(players=", ".join(map(name, outs)))))
    for line in [*figures(drawing.quality), *_remarks(drawing, name)]:
        print(visible(line))
    print(_("Seed: {seed}").format(seed=visible(str(body["seed"]))))
    said(_("The draw is published."))


def _remarks(drawing: Drawing, name: Callable[[str], str]) -> list[str]:
    """The window of a Swiss draw, who plays at another block, who meets again."""
    lines = []
    if (window := drawing.body["window"]) is not None:
        lines.append(
            _("Window w = {window}: places by which a player may leave his block.").format(window=window)
        )
    if drawing.floats:
        told = ", ".join(f"{name(one['player'])} {one['from']}→{one['to']}" for one in drawing.floats)
        count = ngettext("{count} float between blocks", "{count} floats between blocks", len(drawing.floats))
        lines.append(count.format(count=len(drawing.floats)) + f": {told}")
    if drawing.repeats:
        told = ", ".join(f"{name(one)} – {name(other)} ×{n + 1}" for one, other, n in drawing.repeats)
        count = ngettext("{count} pair meets again", "{count} pairs meet again", len(drawing.repeats))
        lines.append(count.format(count=len(drawing.repeats)) + f": {told}")
    return lines
