"""`tabletui standings FILE`: the table of a tournament, for people, spreadsheets, browsers and programs."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterable
from pathlib import Path

from rules.regulation import Regulation
from rules.standings import Standings, standings
from tabletui.commands.reporting import DONE, FINDINGS, Refused, print_json, say_finding, speaking
from tabletui.commands.tournament_reading import Remark, read
from tabletui.text import N_, told


@speaking
def run(args: Namespace) -> int:
    """file: a tournament; through: STAGE[:ROUND]; plain, csv, html, xlsx: other forms."""
    found = read(args.file, args.data)
    check_through(args.through, found.regulation)
    table = standings(
        found.games,
        found.regulation,
        decisions=found.decisions,
        players=found.players,
        through=args.through,
    )
    if any(path is not None for path in (args.csv, args.html, args.xlsx)):
        _write(args, table, found.regulation, found.title)
    say_remarks(args.file, found.remarks)
    show(table, found.regulation, found.title, as_json=args.json, plain=args.plain)
    return FINDINGS if found.remarks else DONE


def show(table: Standings, regulation: Regulation, title: str, *, as_json: bool, plain: bool) -> None:
    """Prints a table in one of its forms."""
    if as_json:
        print_json(table.to_json())
        return
    from tabletui.commands.standings_text import print_lines, print_standings

    if plain:
        print_lines(table, regulation)
    else:
        print_standings(table, regulation, title)


def say_remarks(file: str, remarks: Iterable[Remark]) -> None:
    """A line for each remark."""
    for remark in remarks:
        say_finding(file, remark.where, told(remark.template, remark.details))


def check_through(through: str | None, regulation: Regulation) -> None:
    """Raises Refused when there is no such stage or round."""
    if through is None:
        return
    stage, colon, number = through.partition(":")
    known = regulation.stage(stage)
    if known is None:
        raise Refused(
            "--through",
            "",
            "unknown_stage",
            N_('there is no stage "{stage:.40}"; the stages are {known}'),
            stage=stage,
            known=", ".join(one.id for one in regulation.stages) or "–",
        )
    rounds = known.rounds
    if colon and not (
        number.isascii() and number.isdigit() and len(number) < 5 and 1 <= int(number) <= rounds
    ):
        raise Refused(
            "--through",
            "",
            "unknown_round",
            N_('there is no round "{number:.20}"; {stage} has rounds 1 to {rounds}'),
            number=number,
            stage=stage,
            rounds=rounds,
        )


def _write(args: Namespace, table: Standings, regulation: Regulation, title: str) -> None:
    """Writes the files asked for. Raises Refused, before the first is written where that can be told."""
    from storage.errors import why
    from storage.files import Files, replace_durably
    from tabletui.commands.targets import check_targets
    from tabletui.paper.standing_tables import awards_grid, standings_grid

    check_targets((args.csv, args.html, args.xlsx), args.file, args.data)
    contents: list[tuple[str, bytes]] = []
    grid = standings_grid(table, regulation)
    if args.csv is not None:
        from tabletui.paper.grid import csv_bytes

        contents.append((args.csv, csv_bytes(grid)))
    if args.html is not None:
        from tabletui.paper.gather import gather
        from tabletui.paper.place_pages import standings_page, table_page

        # After an earlier round there are no awards to read out and no further course: the table alone.
        whole = args.through is None
        made = standings_page(gather(args.file, args.data)) if whole else table_page(table, regulation, title)
        contents.append((args.html, made))
    if args.xlsx is not None:
        from tabletui.paper.book import book_bytes

        awards = awards_grid(table, regulation)
        contents.append((args.xlsx, book_bytes([grid, awards] if awards.rows else [grid], title)))
    for target, content in contents:
        try:
            replace_durably(Files(), Path(target), content)
        except OSError as error:
            raise Refused(
                target, "", "not_written", N_("cannot be written ({why})"), why=why(error)
            ) from None
