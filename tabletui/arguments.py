"""The grammar of the command line: commands, what may follow them, examples. The reference and the completion
for shells are made from it too, so nothing stands there that does not stand here.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
from argparse import ArgumentParser
from collections.abc import Callable
from typing import Any, NoReturn

from tabletui import __version__
from tabletui.text import N_, _

Command = Callable[[str, str], ArgumentParser]

ARGPARSE = (
    N_("usage: "),
    N_("options"),
    N_("positional arguments"),
    N_("show this help message and exit"),
    N_("show program's version number and exit"),
    N_("the following arguments are required: %s"),
    N_("unrecognized arguments: %s"),
    N_("invalid choice: %(value)r (choose from %(choices)s)"),
    N_("argument %(argument_name)s: %(message)s"),
    N_("expected one argument"),
    N_("expected at least one argument"),
)
"""What argparse itself says, for the catalogue."""


SHELLS = ("bash", "zsh", "fish")

EXAMPLES: dict[str, tuple[tuple[str, str], ...]] = {
    "open": (
        ("tabletui open cup.json", N_("go on with a tournament")),
        ("tabletui open cup.json --hall /media/stick", N_("exchange records with other laptops there")),
    ),
    "demo": (("tabletui demo", N_("look around; nothing of it is kept")),),
    "new": (("tabletui new cup.json --regulation aktau-2017 --title Cup --players players.csv", ""),),
    "players": (
        ("tabletui players cup.json", N_("who plays")),
        ("tabletui players cup.json --import players.csv", N_("and some more")),
    ),
    "draw": (
        ("tabletui draw cup.json --seed cup", N_("the next stage or round")),
        ("tabletui draw cup.json --redraw qualifying:2 --reason 'a player left'", ""),
    ),
    "decide": (
        ("tabletui decide cup.json missed P07 qualifying:2 --reason 'came late'", ""),
        ("tabletui decide cup.json undo 3 --reason 'he was there'", ""),
    ),
    "decisions": (("tabletui decisions cup.json", ""),),
    "simulate": (
        ("tabletui simulate cup.json --seed rehearsal", N_("a whole tournament that nobody played")),
        ("tabletui simulate cup.json --seed rehearsal --through qualifying:3", N_("and no further")),
    ),
    "import": (("tabletui import cup.json out/*.json", N_("all of them, or none where one is refused")),),
    "merge": (
        ("tabletui merge cup.json --to /media/stick", N_("leave what is here")),
        ("tabletui merge cup.json /media/stick", N_("take what the others left")),
    ),
    "correct": (
        ("tabletui correct cup.json", N_("what was corrected")),
        ("tabletui correct cup.json protocol.json --reason 'seat 5 voted against'", ""),
    ),
    "standings": (
        ("tabletui standings cup.json", ""),
        ("tabletui standings cup.json --through qualifying:3", N_("as they were after round 3")),
        ("tabletui standings cup.json --html table.html", N_("for the printer")),
    ),
    "export": (
        ("tabletui export cup.json --to out", ""),
        ("tabletui export cup.json --to wall --only seating,slips,blanks", N_("before the first round")),
    ),
    "live": (
        ("tabletui live cup.json --to /srv/www", ""),
        (
            "tabletui live cup.json --to /srv/www --hide-points --follow",
            N_("until it is ended"),
        ),
    ),
    "seating": (
        ("tabletui seating --players 60 --tables 6 --rounds 7 --seed aktau --json", N_("a new draw")),
        ("tabletui seating --verify draw.json", N_("whether a published draw is what it says")),
    ),
    "replay": (("tabletui replay protocol.json", N_("the sheet and the points of a game")),),
    "score": (("tabletui score out/*.protocol.json --regulation aktau-2017", ""),),
    "check": (("tabletui check cup.json --json", N_("every contradiction, for a program")),),
    "regulation": (
        ("tabletui regulation list", ""),
        ("tabletui regulation show aktau-2017", ""),
        ("tabletui regulation check my-cup.toml", N_("before the tournament, not during it")),
    ),
    "log": (
        ("tabletui log", N_("the running games, fact by fact")),
        ("tabletui log --follow", N_("beside the app, for a screen reader")),
    ),
    "doctor": (
        ("tabletui doctor", N_("before a tournament, on every laptop")),
        ("tabletui doctor --interactive", N_("keys and sound too")),
    ),
    "completion": (
        ("tabletui completion bash > ~/.local/share/bash-completion/completions/tabletui", ""),
        ("tabletui completion zsh > ~/.zfunc/_tabletui", N_("a folder of $fpath")),
        ("tabletui completion fish > ~/.config/fish/completions/tabletui.fish", ""),
    ),
}
"""What may be typed, and what it is for where that is not plain."""

COMMANDS = frozenset(EXAMPLES)
"""Every command has its example."""


class _Nothing:
    """Stands for a command that was not asked for."""

    def __getattr__(self, name: str) -> Callable[..., Any]:
        return lambda *_words, **_options: self


class Formatter(argparse.RawDescriptionHelpFormatter):
    """Keeps the lines of the examples. argparse makes one for every word of the grammar, and its own way to
    the width of the terminal loads the module that packs archives.
    """

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=_width())


def _width() -> int:
    """As argparse counts it: the columns of the terminal less two."""
    with contextlib.suppress(ValueError):
        if (columns := int(os.environ.get("COLUMNS", "0"))) > 0:
            return columns - 2
    with contextlib.suppress(OSError, ValueError, AttributeError):
        if (columns := os.get_terminal_size(sys.__stdout__.fileno()).columns) > 0:  # type: ignore[union-attr]
            return columns - 2
    return 78


def parser(refuse: Callable[[str], NoReturn], *, only: str | None = None) -> ArgumentParser:
    """The parser in the language in use. refuse: called with a sentence about words that mean nothing.

    only: the one command that will be parsed, where that is known: the others are then not made.
    """
    argparse._ = _  # type: ignore[attr-defined]  # argparse speaks the language of the rest

    class Parser(argparse.ArgumentParser):
        def error(self, message: str) -> NoReturn:
            refuse(_("{message}; see {program} --help").format(message=message, program=self.prog))

    def everywhere() -> ArgumentParser:
        options = argparse.ArgumentParser(
            add_help=False, argument_default=argparse.SUPPRESS, formatter_class=Formatter
        )
        options.add_argument("--data", metavar=_("DIR"), help=_("the data folder"))
        options.add_argument("--json", action="store_true", help=_("output for programs"))
        return options

    if only not in COMMANDS:
        only = None
    # Two of them: the defaults set below would reach the commands through shared options and undo what
    # stands before a command.
    shared = everywhere()
    what = _("The judge's board and tournament of sport mafia.")
    top = Parser(prog="tabletui", description=what, parents=[everywhere()], formatter_class=Formatter)
    top.add_argument(
        "--version",
        action="version",
        version=f"tabletui {__version__}",
        help=_("show program's version number and exit"),
    )
    top.set_defaults(command=None, data=None, json=False)
    # Told its name, argparse needs no formatter, and with it the width of the terminal, to find it out.
    commands = top.add_subparsers(dest="command", metavar=_("command"), parser_class=Parser, prog="tabletui")

    def command(name: str, what: str) -> ArgumentParser:
        if only not in (None, name):
            return _Nothing()  # type: ignore[return-value]
        return commands.add_parser(
            name,
            help=what,
            description=what,
            parents=[shared],
            epilog=_examples(name),
            formatter_class=Formatter,
        )

    one = command("open", _("the app, at a tournament"))
    one.add_argument("file", metavar=_("FILE"), help=_("tournament file"))
    one.add_argument("--hall", metavar=_("DIR"), help=_("the folder shared with other laptops; empty: none"))
    demo = command("demo", _("the app on a sample tournament in a folder that is thrown away"))
    demo.add_argument("--folder-only", action="store_true", help=_("make the folder, print it, keep it"))
    _tournament_commands(command)
    _protocol_commands(command)
    _regulation_commands(command("regulation", _("regulations: list, show, check")), Parser, shared)
    _machine_commands(command)
    return top


def _examples(name: str) -> str | None:
    """The examples of a command as its help shows them."""
    lines = [f"  {line}" + (f"\n      {_(what)}" if what else "") for line, what in EXAMPLES.get(name, ())]
    return "\n".join([_("examples:"), *lines]) if lines else None


def _tournament_commands(command: Command) -> None:
    new = command("new", _("a new tournament file"))
    new.add_argument("file", metavar=_("FILE"), help=_("tournament file"))
    new.add_argument("--regulation", metavar="ID", required=True, help=_("id or file of a regulation"))
    new.add_argument("--title", metavar="T", help=_("title of the tournament"))
    new.add_argument("--players", metavar="CSV", help=_("roster to begin with"))
    players = command("players", _("the roster"))
    players.add_argument("file", metavar=_("FILE"), help=_("tournament file"))
    players.add_argument("--import", dest="import_csv", metavar="CSV", help=_("add these players"))
    players.add_argument("--paid", metavar=_("PLAYER"), nargs="+", default=[], help=_("the fee is paid"))
    players.add_argument(
        "--not-paid", metavar=_("PLAYER"), nargs="+", default=[], help=_("the fee is not paid")
    )
    players.add_argument(
        "--stand-in", metavar=_("NAME"), nargs="+", default=[], help=_("add these stand-ins")
    )
    players.add_argument("--withdraw", metavar=_("PLAYER"), nargs="+", default=[], help=_("these withdraw"))
    players.add_argument("--reason", metavar=_("TEXT"), help=_("why"))
    players.add_argument("--approve", action="store_true", help=_("approve the final list"))
    _course_commands(command)
    bring = command("import", _("protocols into a tournament"))
    bring.add_argument("file", metavar=_("FILE"), help=_("tournament file"))
    bring.add_argument("files", metavar=_("PROTOCOL"), nargs="+", help=_("protocol file"))
    merge = command("merge", _("records of other laptops into a tournament"))
    merge.add_argument("file", metavar=_("FILE"), help=_("tournament file; made where it is missing"))
    merge.add_argument(
        "others",
        metavar=_("OTHER"),
        nargs="*",
        help=_("tournament file, data folder, shared folder or stick"),
    )
    merge.add_argument(
        "--to", metavar=_("DIR"), help=_("leave all records of the tournament in this folder too")
    )
    correct = command("correct", _("correct a closed protocol; without one, list the corrections"))
    correct.add_argument("file", metavar=_("FILE"), help=_("tournament file"))
    correct.add_argument("protocol", metavar=_("PROTOCOL"), nargs="?", help=_("the protocol as it should be"))
    correct.add_argument("--reason", metavar=_("TEXT"), help=_("why it is corrected"))
    table = command("standings", _("the standings of a tournament"))
    table.add_argument("file", metavar=_("FILE"), help=_("tournament file"))
    table.add_argument("--through", metavar=_("STAGE[:ROUND]"), help=_("only games up to there"))
    table.add_argument("--plain", action="store_true", help=_("a line a player, for screen readers"))
    table.add_argument("--csv", metavar=_("PATH"), help=_("write a CSV file"))
    table.add_argument("--html", metavar=_("PATH"), help=_("write a page for printing"))
    table.add_argument("--xlsx", metavar=_("PATH"), help=_("write a spreadsheet"))
    export = command("export", _("everything for the printer and for spreadsheets, as files"))
    export.add_argument("file", metavar=_("FILE"), help=_("tournament file"))
    export.add_argument("--to", metavar=_("DIR"), required=True, help=_("the folder for the files"))
    export.add_argument("--only", metavar=_("PARTS"), help=_("some parts, commas between them"))

    live = command("live", _("the page of the hall: tables of the round, results, standings"))
    live.add_argument("file", metavar=_("FILE"), help=_("tournament file"))
    live.add_argument("--to", metavar=_("DIR"), required=True, help=_("the folder of the page"))
    live.add_argument(
        "--hide-points", action="store_true", help=_("no results and standings until the last game is over")
    )
    live.add_argument("--follow", action="store_true", help=_("renew it whenever the tournament changes"))

    _seating_command(command("seating", _("a draw without a tournament, or the check of one")))


def _course_commands(command: Command) -> None:
    draw = command("draw", _("draw the next stage or round and publish it"))
    draw.add_argument("file", metavar=_("FILE"), help=_("tournament file"))
    draw.add_argument("--seed", metavar="S", help=_("any text; the same one gives the same draw"))
    draw.add_argument("--apart", metavar=_("FILE"), help=_("a line a group of players who must not meet"))
    draw.add_argument("--trials", metavar="K", help=_("how long to look for a better one"))
    draw.add_argument("--tables", metavar="T", help=_("tables, where fewer players came than planned"))
    draw.add_argument(
        "--stand-in", metavar="ID", nargs="+", default=[], help=_("stand-ins who fill the tables up")
    )
    draw.add_argument("--redraw", metavar=_("STAGE:ROUND"), help=_("a published round without a game, anew"))
    draw.add_argument("--reason", metavar=_("TEXT"), help=_("why"))
    decide = command("decide", _("a decision of the tournament; it can be undone"))
    decide.add_argument("file", metavar=_("FILE"), help=_("tournament file"))
    kinds = ("missed", "fine", "exclude", "withdraw", "lot", "lots", "swap", "substitute", "cut", "undo")
    decide.add_argument("what", metavar=_("WHAT"), choices=kinds, help=", ".join(kinds))
    decide.add_argument("values", metavar=_("VALUE"), nargs="*", help=_("players, rounds, figures"))
    decide.add_argument("--reason", metavar=_("TEXT"), help=_("why"))
    decide.add_argument("--seed", metavar="S", help=_("any text; the same one gives the same draw"))
    decisions = command("decisions", _("every decision of a tournament"))
    decisions.add_argument("file", metavar=_("FILE"), help=_("tournament file"))
    simulate = command("simulate", _("fill a tournament with random games, for practice and trials"))
    simulate.add_argument("file", metavar=_("FILE"), help=_("tournament file"))
    simulate.add_argument(
        "--seed", metavar="S", required=True, help=_("any text; the same one gives the same tournament")
    )
    simulate.add_argument("--through", metavar=_("STAGE:ROUND"), help=_("the last round to be played"))


def _seating_command(seating: ArgumentParser) -> None:
    seating.add_argument("--players", metavar="N", help=_("players, numbered 1 to N"))
    seating.add_argument("--tables", metavar="T", help=_("tables of ten"))
    seating.add_argument("--rounds", metavar="R", help=_("rounds"))
    seating.add_argument("--seed", metavar="S", help=_("any text; the same one gives the same draw"))
    seating.add_argument("--apart", metavar=_("FILE"), help=_("a line a group of players who must not meet"))
    seating.add_argument("--trials", metavar="K", help=_("how long to look for a better one"))
    seating.add_argument("--verify", metavar=_("FILE"), help=_("draw and measure a published draw again"))


def _protocol_commands(command: Command) -> None:
    replay = command("replay", _("play protocols through the rules"))
    replay.add_argument("files", metavar=_("PROTOCOL"), nargs="+", help=_("protocol file"))
    replay.add_argument("--regulation", metavar="ID", help=_("id or file of a regulation"))
    score = command("score", _("standings of loose protocols"))
    score.add_argument("files", metavar=_("PROTOCOL"), nargs="+", help=_("protocol file"))
    score.add_argument("--regulation", metavar="ID", help=_("id or file of a regulation"))
    check = command("check", _("every contradiction in tournaments or protocols"))
    check.add_argument("files", metavar=_("FILE"), nargs="+", help=_("tournament or protocol file"))
    check.add_argument("--regulation", metavar="ID", help=_("id or file of a regulation"))


def _regulation_commands(parser: ArgumentParser, kind: type[ArgumentParser], shared: ArgumentParser) -> None:
    actions = parser.add_subparsers(
        dest="action",
        metavar=_("action"),
        parser_class=kind,
        required=True,
        prog="tabletui regulation",
    )
    actions.add_parser("list", help=_("all that are known"), parents=[shared], formatter_class=Formatter)
    show = actions.add_parser(
        "show", help=_("every value of one"), parents=[shared], formatter_class=Formatter
    )
    show.add_argument("target", metavar="ID", help=_("id or file of a regulation"))
    check = actions.add_parser(
        "check", help=_("every mistake in a file of your own"), parents=[shared], formatter_class=Formatter
    )
    check.add_argument("target", metavar=_("FILE"), help=_("regulation file"))


def _machine_commands(command: Command) -> None:
    log = command("log", _("the running games line by line, also while they are led"))
    log.add_argument("--follow", action="store_true", help=_("go on with what comes"))
    log.add_argument("--roles", action="store_true", help=_("tell roles and checks too"))
    doctor = command("doctor", _("go or no-go: what this terminal and machine can do"))
    doctor.add_argument("--interactive", action="store_true", help=_("try keys and bell too"))
    completion = command("completion", _("words for a shell to complete a command line"))
    completion.add_argument("shell", metavar=_("SHELL"), choices=SHELLS, help="bash, zsh, fish")
