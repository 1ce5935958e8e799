"""The command line: what may be typed after `tabletui`, and which module does it.

Nothing here imports Textual; each command is imported when it is asked for. Exit status: 0 done, 1 done with
findings, 2 the input is wrong, 3 the data folder cannot be used.
"""

from __future__ import annotations

import errno
import os
import sys
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from tabletui import __version__
from tabletui.text import N_, _, set_language, told, worded

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Callable, Sequence

    Command = Callable[[str, str], ArgumentParser]

DONE, FINDINGS, WRONG, UNUSABLE = 0, 1, 2, 3
BROKEN, NOT_PRINTED = 70, 74
"""A mistake of the program itself, and an output that takes nothing, as sysexits.h numbers them."""

FULL_SCREEN = ("open", "demo")
"""The commands that start the app."""

MODULES = {"import": "import_"}
"""Where the module of a command cannot have its name."""

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


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command and returns the exit status."""
    given = list(sys.argv[1:] if argv is None else argv)
    _utf8()
    if _opens_the_app(given) and _has_terminal():
        # Before anything slow is imported: the judge sees at once that it starts.
        print(f"tabletui {__version__} …", flush=True)
    try:
        return _run(given)
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # Whoever read the output has enough; the interpreter must not complain again at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141
    except OSError as error:
        return _not_printed(error)


def _not_printed(error: OSError) -> int:
    """Standard output took no more: it is said once, and nothing is tried again at the end."""
    from tabletui.commands.reporting import said, silence

    silence(sys.stdout)
    why = error.strerror or type(error).__name__
    said(_("the output could not be written ({why}); what is there is not whole").format(why=why))
    return NOT_PRINTED


def _run(given: list[str]) -> int:
    from tabletui.settings import language_of

    folder = _given_folder(given)
    set_language(language_of(folder))
    try:
        if _nothing_else(given):
            # The start at the table, many times a day: making the parser would be a good part of it.
            args: Any = SimpleNamespace(command=None, data=folder, json=False)
        else:
            args = _parser(json="--json" in given).parse_args(given)
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else WRONG
    if args.json and _is_for_the_app(args):
        return _refuse(_("The app has no JSON output; see tabletui --help for the commands that have."), args)
    try:
        status = _dispatch(args)
        sys.stdout.flush()
        return status
    except (KeyboardInterrupt, BrokenPipeError):
        raise
    except Exception as error:
        return _said(error, args)


def _nothing_else(given: list[str]) -> bool:
    """Whether nothing is given but at most a data folder."""
    match given:
        case []:
            return True
        case ["--data", folder]:
            return not folder.startswith("-")
        case [word]:
            return word.startswith("--data=")
    return False


def _is_for_the_app(args: Namespace) -> bool:
    return args.command in (None, *FULL_SCREEN) and not getattr(args, "folder_only", False)


def _dispatch(args: Namespace) -> int:
    from importlib import import_module

    if _is_for_the_app(args):
        if not _has_terminal():
            return _refuse(
                _("The app needs a terminal; see tabletui --help for what works without one."), args
            )
        from tabletui.launch import run as launch

        return launch(args)
    name = MODULES.get(args.command, args.command)
    try:
        module = import_module(f"tabletui.commands.{name}")
    except ModuleNotFoundError as error:
        if error.name != f"tabletui.commands.{name}":
            raise
        return _refuse(_("tabletui {command}: not in this version.").format(command=args.command), args)
    status: int = module.run(args)
    return status


def _said(error: Exception, args: Namespace) -> int:
    """The exit status of an error, said in one sentence."""
    from rules.regulation.errors import WrongRegulation
    from storage.errors import FolderUnusable, NotSaved, StorageError

    if isinstance(error, (FolderUnusable, NotSaved)):
        return _refuse(sentence(error), args, status=UNUSABLE)
    if isinstance(error, (StorageError, WrongRegulation)):
        return _refuse(sentence(error), args)
    if isinstance(error, OSError) and error.filename is not None:
        return _refuse(f"{error.filename}: {error.strerror}", args)
    if isinstance(error, OSError) and error.errno in _NO_OUTPUT:
        raise error  # files are written through the storage, which says so itself: this was the output
    if os.environ.get("TABLETUI_DEBUG"):
        raise error
    what = f"{type(error).__name__}: {error}"
    text = _(
        "A mistake in tabletui itself: {what}. Nothing stored is lost; TABLETUI_DEBUG=1 shows the place."
    )
    return _refuse(text.format(what=" ".join(what.split())), args, status=BROKEN)


_NO_OUTPUT = (errno.ENOSPC, errno.EIO, errno.EBADF, errno.EFBIG)
"""What standard output answers where it takes nothing more."""


IN_A_LINE = N_("{source}, line {line}: ")
"""What may stand before the template of another refusal."""


def sentence(said: object) -> str:
    """What an error or a notice says, in the language in use where its template is in the catalogue."""
    template = getattr(said, "template", "")
    if template.startswith(IN_A_LINE):
        details = said.details  # type: ignore[attr-defined]
        return told(IN_A_LINE, details) + told(template.removeprefix(IN_A_LINE), details)
    return str(worded(said))


def _refuse(message: str, args: Namespace, *, status: int = WRONG) -> int:
    from tabletui.commands.reporting import said

    said(message)
    if getattr(args, "json", False):
        from tabletui.commands.reporting import print_json

        print_json({"error": {"file": "", "where": "", "code": _CODES[status], "message": message}})
    return status


_CODES = {WRONG: "wrong_input", UNUSABLE: "folder_unusable", BROKEN: "mistake_of_the_program"}


def _opens_the_app(given: Sequence[str]) -> bool:
    """Whether these arguments start the app, as far as a look without a parser tells."""
    words = iter(given)
    for word in words:
        if word == "--data":
            next(words, None)
        elif not word.startswith("--data="):
            return word in FULL_SCREEN and "--folder-only" not in given
    return True


def _has_terminal() -> bool:
    # Textual reads standard input and draws on standard error.
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr))


def _utf8() -> None:
    # A stream that was closed from outside is None; what is printed to it goes nowhere.
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")


def _given_folder(given: list[str]) -> str | None:
    """The value of --data before the line is parsed: the language of its messages lies there."""
    for index, word in enumerate(given):
        if word == "--data" and index + 1 < len(given):
            return given[index + 1]
        if word.startswith("--data="):
            return word.removeprefix("--data=")
    return None


def _parser(*, json: bool) -> ArgumentParser:
    import argparse

    argparse._ = _  # type: ignore[attr-defined]  # argparse speaks the language of the rest

    class Parser(argparse.ArgumentParser):
        def error(self, message: str) -> None:  # type: ignore[override]
            text = _("{message}; see {program} --help").format(message=message, program=self.prog)
            raise SystemExit(_refuse(text, argparse.Namespace(json=json)))

    def everywhere() -> ArgumentParser:
        options = argparse.ArgumentParser(add_help=False, argument_default=argparse.SUPPRESS)
        options.add_argument("--data", metavar="DIR", help=_("the data folder"))
        options.add_argument("--json", action="store_true", help=_("output for programs"))
        return options

    # Two of them: the defaults set below would reach the commands through shared options and undo what
    # stands before a command.
    shared = everywhere()
    what = _("The judge's board and tournament of sport mafia.")
    top = Parser(prog="tabletui", description=what, parents=[everywhere()])
    top.add_argument(
        "--version",
        action="version",
        version=f"tabletui {__version__}",
        help=_("show program's version number and exit"),
    )
    top.set_defaults(command=None, data=None, json=False)
    commands = top.add_subparsers(dest="command", metavar=_("command"), parser_class=Parser)

    def command(name: str, what: str) -> ArgumentParser:
        return commands.add_parser(name, help=what, description=what, parents=[shared])

    one = command("open", _("the app, at a tournament"))
    one.add_argument("file", metavar="FILE", help=_("tournament file"))
    one.add_argument("--hall", metavar="DIR", help=_("the folder shared with other laptops; empty: none"))
    demo = command("demo", _("the app on a sample tournament in a folder that is thrown away"))
    demo.add_argument("--folder-only", action="store_true", help=_("make the folder, print it, keep it"))
    _tournament_commands(command)
    _protocol_commands(command)
    _regulation_commands(command("regulation", _("regulations: list, show, check")), Parser, shared)
    return top


def _tournament_commands(command: Command) -> None:
    new = command("new", _("a new tournament file"))
    new.add_argument("file", metavar="FILE", help=_("tournament file"))
    new.add_argument("--regulation", metavar="ID", required=True, help=_("id or file of a regulation"))
    new.add_argument("--title", metavar="T", help=_("title of the tournament"))
    new.add_argument("--players", metavar="CSV", help=_("roster to begin with"))
    players = command("players", _("the roster"))
    players.add_argument("file", metavar="FILE", help=_("tournament file"))
    players.add_argument("--import", dest="import_csv", metavar="CSV", help=_("add these players"))
    bring = command("import", _("protocols into a tournament"))
    bring.add_argument("file", metavar="FILE", help=_("tournament file"))
    bring.add_argument("files", metavar="PROTOCOL", nargs="+", help=_("protocol file"))
    merge = command("merge", _("records of other laptops into a tournament"))
    merge.add_argument("file", metavar="FILE", help=_("tournament file; made where it is missing"))
    merge.add_argument(
        "others", metavar="OTHER", nargs="*", help=_("tournament file, data folder, shared folder or stick")
    )
    merge.add_argument(
        "--to", metavar="DIR", help=_("leave all records of the tournament in this folder too")
    )
    correct = command("correct", _("correct a closed protocol; without one, list the corrections"))
    correct.add_argument("file", metavar="FILE", help=_("tournament file"))
    correct.add_argument("protocol", metavar="PROTOCOL", nargs="?", help=_("the protocol as it should be"))
    correct.add_argument("--reason", metavar="TEXT", help=_("why it is corrected"))
    table = command("standings", _("the standings of a tournament"))
    table.add_argument("file", metavar="FILE", help=_("tournament file"))
    table.add_argument("--through", metavar="STAGE[:ROUND]", help=_("only games up to there"))
    table.add_argument("--plain", action="store_true", help=_("a line a player, for screen readers"))
    table.add_argument("--csv", metavar="PATH", help=_("write a CSV file"))
    table.add_argument("--html", metavar="PATH", help=_("write a page for printing"))
    export = command("export", _("protocols, standings and roster as files"))
    export.add_argument("file", metavar="FILE", help=_("tournament file"))
    export.add_argument("--to", metavar="DIR", required=True, help=_("the folder for the files"))

    _seating_command(command("seating", _("a draw without a tournament, or the check of one")))


def _seating_command(seating: ArgumentParser) -> None:
    seating.add_argument("--players", metavar="N", help=_("players, numbered 1 to N"))
    seating.add_argument("--tables", metavar="T", help=_("tables of ten"))
    seating.add_argument("--rounds", metavar="R", help=_("rounds"))
    seating.add_argument("--seed", metavar="S", help=_("any text; the same one gives the same draw"))
    seating.add_argument("--apart", metavar="FILE", help=_("a line a group of players who must not meet"))
    seating.add_argument("--trials", metavar="K", help=_("how long to look for a better one"))
    seating.add_argument("--verify", metavar="FILE", help=_("draw and measure a published draw again"))


def _protocol_commands(command: Command) -> None:
    replay = command("replay", _("play protocols through the rules"))
    replay.add_argument("files", metavar="PROTOCOL", nargs="+", help=_("protocol file"))
    replay.add_argument("--regulation", metavar="ID", help=_("id or file of a regulation"))
    score = command("score", _("standings of loose protocols"))
    score.add_argument("files", metavar="PROTOCOL", nargs="+", help=_("protocol file"))
    score.add_argument("--regulation", metavar="ID", help=_("id or file of a regulation"))
    check = command("check", _("every contradiction in tournaments or protocols"))
    check.add_argument("files", metavar="FILE", nargs="+", help=_("tournament or protocol file"))
    check.add_argument("--regulation", metavar="ID", help=_("id or file of a regulation"))


def _regulation_commands(parser: ArgumentParser, kind: type[ArgumentParser], shared: ArgumentParser) -> None:
    actions = parser.add_subparsers(dest="action", metavar=_("action"), parser_class=kind, required=True)
    actions.add_parser("list", help=_("all that are known"), parents=[shared])
    show = actions.add_parser("show", help=_("every value of one"), parents=[shared])
    show.add_argument("target", metavar="ID", help=_("id or file of a regulation"))
    check = actions.add_parser("check", help=_("every mistake in a file of your own"), parents=[shared])
    check.add_argument("target", metavar="FILE", help=_("regulation file"))
