"""`tabletui decide FILE WHAT …`: a decision of the tournament; another one can undo it."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Sequence

from storage.roster import same_name
from tabletui.commands.draw import course_of, place, required
from tabletui.commands.reporting import DONE, Refused, print_json, said, speaking, visible
from tabletui.commands.tournament_writing import data_folder, writable
from tabletui.course import Course
from tabletui.entry import clean
from tabletui.text import N_, _

WHAT = ("missed", "fine", "exclude", "withdraw", "lot", "lots", "swap", "substitute", "cut", "undo")
"""What may be decided."""

FORMS = {
    "missed": "PLAYER STAGE:ROUND",
    "fine": "PLAYER POINTS [STAGE:ROUND]",
    "exclude": "PLAYER [STAGE[:ROUND]]",
    "withdraw": "PLAYER",
    "lot": "PLAYER NUMBER",
    "lots": "PLAYER PLAYER...",
    "swap": "STAGE:ROUND PLAYER PLAYER",
    "substitute": "STAGE[:ROUND] PLAYER BY",
    "cut": "STAGE",
    "undo": "ID",
}
"""What follows each; players by id or by name."""


@speaking
def run(args: Namespace) -> int:
    """what: one of WHAT; values: what FORMS says; reason; seed: of lots."""
    form = FORMS[args.what].split()
    least = sum(not part.startswith("[") for part in form)
    most = 10_000 if form[-1].endswith("...") else len(form)
    if not least <= len(args.values) <= most:
        text = N_("write: decide FILE {what} {form}")
        raise Refused("", "", "wrong_form", text, what=args.what, form=FORMS[args.what])
    with data_folder(args.data) as folder, writable(folder, args.file) as tournament:
        course = course_of(tournament, args)
        before = len(tournament.all_decisions())
        _DO[args.what](course, args)
        made = course.decisions()[before:]
        if args.json:
            print_json([{"id": one.id, "kind": one.kind, "sentence": one.sentence} for one in made])
        else:
            for one in made:
                print(visible(f"{one.id}: {one.sentence}"))
    return DONE


def player(course: Course, word: str) -> str:
    """The id of a player given by id or name. Raises Refused."""
    roster = course.tournament.players()
    for entry in roster:
        if entry.id == word:
            return entry.id
    for entry in roster:
        if same_name(entry.name) == same_name(word):
            return entry.id
    raise Refused("", "", "unknown_player", N_("{word:.40} is not on the roster"), word=word)


def _stage_or_round(text: str) -> tuple[str, int | None]:
    return place(text) if ":" in text else (text, None)


def _reason(args: Namespace) -> str:
    return clean(required(args.reason, "--reason"))


def _missed(course: Course, args: Namespace) -> None:
    who, where = args.values
    course.missed(player(course, who), *place(where), reason=clean(args.reason or ""))


def _fine(course: Course, args: Namespace) -> None:
    who, points, *where = args.values
    # A minus before a number would be taken for an option.
    points = points if points.startswith("-") else f"-{points}"
    course.fine(player(course, who), points, _reason(args), *(place(where[0]) if where else ()))


def _exclude(course: Course, args: Namespace) -> None:
    who, *where = args.values
    course.exclude(player(course, who), _reason(args), *(_stage_or_round(where[0]) if where else ()))


def _withdraw(course: Course, args: Namespace) -> None:
    course.withdraw(player(course, args.values[0]), _reason(args))


def _lot(course: Course, args: Namespace) -> None:
    who, number = args.values
    if not (number.isascii() and number.isdigit() and len(number) < 10):
        raise Refused("", "", "no_number", N_('"{text:.40}" is no whole number'), text=number)
    course.lot(player(course, who), int(number))


def _lots(course: Course, args: Namespace) -> None:
    players: Sequence[str] = [player(course, who) for who in args.values]
    course.draw_lots(tuple(dict.fromkeys(players)), required(args.seed, "--seed"))


def _swap(course: Course, args: Namespace) -> None:
    where, one, other = args.values
    course.swap(*place(where), player(course, one), player(course, other), _reason(args))


def _substitute(course: Course, args: Namespace) -> None:
    where, who, by = args.values
    course.substitute(*_stage_or_round(where), player(course, who), player(course, by), _reason(args))


def _cut(course: Course, args: Namespace) -> None:
    proposal = course.cut(args.values[0])
    course.publish_cut(proposal, reason=clean(args.reason or ""))
    for row in proposal.rows if not args.json else ():
        if row.goes:
            print(visible(f"{row.place:>4} {row.id} {row.name} {row.points}"))
    if proposal.passed_over and not args.json:
        said(_("Passed over: {players}.").format(players=", ".join(proposal.passed_over)))


def _undo(course: Course, args: Namespace) -> None:
    course.undo(args.values[0], _reason(args))


_DO: dict[str, Callable[[Course, Namespace], None]] = {
    "missed": _missed,
    "fine": _fine,
    "exclude": _exclude,
    "withdraw": _withdraw,
    "lot": _lot,
    "lots": _lots,
    "swap": _swap,
    "substitute": _substitute,
    "cut": _cut,
    "undo": _undo,
}
