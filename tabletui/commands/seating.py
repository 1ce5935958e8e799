"""`tabletui seating`: a draw without a tournament, and the check of one that was published."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rules.draw.apart import WrongLine, pairs_of, read_groups
from rules.draw.audit import Audit, audit
from rules.draw.drawing import CannotBeKeptApart, Drawn, draw
from rules.draw.quality import Quality, measure
from rules.draw.settings import MOST_PLAYERS, MOST_ROUNDS, WrongSetting, check
from tabletui.commands.reporting import DONE, Refused, print_json, speaking
from tabletui.text import N_

MOST_TRIALS = 100_000_000
LARGEST = 1_000_000
"""Bytes of a file with groups."""

SAYS = {
    "too_few_players": N_(
        "{players} players are too few for a table of ten; nearest, players × tables: {nearest}"
    ),
    "too_many_players": N_(
        "{players} players are more than can be drawn; nearest, players × tables: {nearest}"
    ),
    "no_table": N_("there must be a table; nearest, players × tables: {nearest}"),
    "table_too_many": N_(
        "{players} players do not fill {tables} tables of ten; nearest, players × tables: {nearest}"
    ),
    "too_few_tables": N_(
        "{players} players at {tables} tables: some sit out twice running; "
        "nearest, players × tables: {nearest}"
    ),
    "one_left_over": N_(
        "{players} players at {tables} tables: one is left over alone; nearest, players × tables: {nearest}"
    ),
    "rounds": N_("rounds can be from 1 to {most}"),
}
LINES = {
    "no_number": N_('"{word:.40}" is no number of a player'),
    "no_such_player": N_("there is no player {word:.40}; they are numbered 1 to {players}"),
    "twice": N_("player {word:.40} stands there twice"),
    "alone": N_("a group needs two players, separated by a comma"),
}


@speaking
def run(args: Namespace) -> int:
    """players, tables, rounds, seed, apart, trials: what to draw; verify: a published draw instead."""
    if args.verify is not None:
        from tabletui.commands.seating_verify import verify

        return verify(args)
    for name in ("players", "tables", "rounds", "seed"):
        if getattr(args, name) is None:
            raise Refused(f"--{name}", "", "missing", N_("is needed for a draw"))
    players, tables, rounds = (number(args, name) for name in ("players", "tables", "rounds"))
    groups = read_apart(args.apart, players) if args.apart else ()
    trials = None if args.trials is None else number(args, "trials", most=MOST_TRIALS)
    drawn, proof = made(players, tables, rounds, args.seed, groups, trials, show=not args.json)
    quality = measure(drawn.rounds, range(1, players + 1), apart=pairs_of(groups))
    if args.json:
        print_json(as_json(args.seed, drawn, quality, proof))
    else:
        from tabletui.commands.seating_text import print_seating

        print_seating(drawn, quality, proof)
    return DONE


def made(
    players: int,
    tables: int,
    rounds: int,
    seed: str,
    groups: Sequence[Sequence[int]],
    trials: int | None,
    *,
    show: bool = False,
) -> tuple[Drawn, Audit]:
    """The draw and its proof. show: a line of progress on a terminal. Raises Refused."""
    try:
        check(players, tables, rounds)
    except WrongSetting as wrong:
        nearest = " · ".join(f"{one.players} × {one.tables}" for one in wrong.nearest)
        details = {"players": players, "tables": tables, "nearest": nearest, "most": MOST_ROUNDS}
        raise Refused("", "", wrong.code, SAYS[wrong.code], **details) from wrong
    parameters = {
        "players": players,
        "tables": tables,
        "rounds": rounds,
        "apart": [list(group) for group in groups],
    }
    proof = audit(seed, map(str, range(1, players + 1)), parameters)
    progress, stop = (None, None)
    if show:
        from tabletui.commands.seating_text import terminal_progress

        progress, stop = terminal_progress()
    try:
        drawn = draw(
            players,
            tables,
            rounds,
            proof.seed,
            apart=pairs_of(groups),
            trials=trials,
            progress=progress,
            stop=stop,
        )
    except CannotBeKeptApart as wrong:
        raise _impossible(wrong, tables) from wrong
    return drawn, proof


def as_json(seed: str, drawn: Drawn, quality: Quality, proof: Audit) -> dict[str, Any]:
    """The draw as programs read it."""
    return {
        "seed": seed,
        "trials": drawn.trials,
        "rounds": [[list(table) for table in tables] for tables in drawn.rounds],
        "sit_outs": [list(out) for out in drawn.sit_outs],
        "quality": quality.to_json(),
        "audit": proof.to_json() | {"method": drawn.method},
    }


def read_apart(path: str, players: int) -> tuple[tuple[int, ...], ...]:
    """The groups of a file. Raises Refused, or OSError where it cannot be read."""
    from storage.files import Files
    from storage.protocol_files import read_bytes

    data = read_bytes(Files(), Path(path))
    if len(data) > LARGEST:
        raise Refused(path, "", "too_large", N_("the file is too large for a list of groups"))
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as wrong:
        raise Refused(path, "", "not_utf8", N_("is not UTF-8")) from wrong
    try:
        return read_groups(text, min(players, MOST_PLAYERS))
    except WrongLine as wrong:
        raise Refused(
            path, f"line {wrong.line}", wrong.code, LINES[wrong.code], word=wrong.word, players=players
        ) from wrong


def number(args: Namespace, name: str, most: int = 1_000_000) -> int:
    """A whole number of an option. Raises Refused."""
    text = str(getattr(args, name))
    if not (text.isascii() and text.isdigit() and len(text) < 12 and int(text) <= most):
        raise Refused(f"--{name}", "", "no_number", N_('"{text:.40}" is no whole number'), text=text)
    return int(text)


def _impossible(wrong: CannotBeKeptApart, tables: int) -> Refused:
    if wrong.group:
        text = N_("players {who} cannot all be kept apart at {tables} tables; make the group smaller")
        return Refused("--apart", "", "impossible", text, who=", ".join(map(str, wrong.group)), tables=tables)
    who = "; ".join(f"{one}, {other}" for one, other in wrong.pairs[:5])
    text = N_("no seating was found that keeps these apart: {who}; free one of them")
    return Refused("--apart", "", "impossible", text, who=who)
