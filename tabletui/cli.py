"""The command line: what may be typed after `tabletui`, and which module does it.

Nothing here imports Textual; each command is imported when it is asked for. Exit status: 0 done, 1 done with
findings, 2 the input is wrong, 3 the data folder cannot be used.
"""

from __future__ import annotations

import errno
import os
import sys
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, NoReturn

from tabletui import __version__
from tabletui.text import N_, _, set_language, told, worded

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable, Sequence

DONE, FINDINGS, WRONG, UNUSABLE = 0, 1, 2, 3
BROKEN, NOT_PRINTED = 70, 74
"""A mistake of the program itself, and an output that takes nothing, as sysexits.h numbers them."""

FULL_SCREEN = ("open", "demo")
"""The commands that start the app."""

MODULES = {"import": "import_"}
"""Where the module of a command cannot have its name."""


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
            from tabletui.arguments import parser

            args = parser(_wrong_words(json="--json" in given), only=_command_in(given)).parse_args(given)
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


def _wrong_words(*, json: bool) -> Callable[[str], NoReturn]:
    """What is done about words that mean nothing."""

    def refuse(message: str) -> NoReturn:
        raise SystemExit(_refuse(message, SimpleNamespace(json=json)))

    return refuse


def _command_in(given: list[str]) -> str | None:
    """The command among these words, if it is plain to see; making the others known takes time."""
    words = iter(given)
    for word in words:
        if word == "--data":
            next(words, None)
        elif not word.startswith("-"):
            return word
    return None


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


def _refuse(message: str, args: Namespace | SimpleNamespace, *, status: int = WRONG) -> int:
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
