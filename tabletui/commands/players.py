"""`tabletui players FILE [--import CSV]`: the roster; who paid, who withdraws, its approval."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path

from rules.record import replace
from storage.files import Files
from storage.protocol_files import read_bytes
from storage.reading import read_tournament
from storage.roster import PlayerEntry, json_of, same_name
from storage.roster_csv import read_roster
from tabletui.commands.reporting import DONE, FINDINGS, print_json, print_table, said, say_finding, speaking
from tabletui.commands.tournament_writing import data_folder, writable
from tabletui.text import _, ngettext, pgettext, told


@speaking
def run(args: Namespace) -> int:
    """file: a tournament; import_csv: a CSV file with players to be added or changed, or None; paid,
    not_paid, stand_in, withdraw, reason, approve: what else is to be done, in this order.
    """
    notice = None
    if any((args.paid, args.not_paid, args.stand_in, args.withdraw, args.approve)):
        roster = _changed(args)
    elif args.import_csv is None:
        found = read_tournament(Files(), Path(args.file))
        roster, notice = found.players, found.notice
    else:
        entries = read_csv(args.import_csv)
        with data_folder(args.data) as folder, writable(folder, args.file) as tournament:
            changed = changes(entries, tournament.players())
            tournament.put_players(changed)
            roster = tournament.players()
        if changed:
            count = len(changed)
            said(
                ngettext("{count} player added or changed", "{count} players added or changed", count).format(
                    count=count
                )
            )
        else:
            said(_("all of them are on the roster already; nothing to change"))
    if notice is not None:
        say_finding(args.file, "", told(notice.template, notice.details))
    if args.json:
        print_json([json_of(entry) for entry in roster])
    else:
        _print(roster)
    return DONE if notice is None else FINDINGS


def _changed(args: Namespace) -> tuple[PlayerEntry, ...]:
    """Does what the options say, in one opening of the file; the roster then. Raises Refused, WrongInput."""
    from tabletui.commands.decide import player
    from tabletui.commands.draw import course_of, required

    reason = required(args.reason, "--reason") if args.withdraw else ""
    new = read_csv(args.import_csv) if args.import_csv is not None else ()
    with data_folder(args.data) as folder, writable(folder, args.file) as tournament:
        course = course_of(tournament, args)
        tournament.put_players(changes(new, tournament.players()))
        paid = {player(course, word): True for word in args.paid}
        paid |= {player(course, word): False for word in args.not_paid}
        leaving = [player(course, word) for word in args.withdraw]
        tournament.put_players(
            [
                replace(entry, paid=paid[entry.id])
                for entry in tournament.players()
                if paid.get(entry.id, entry.paid) != entry.paid
            ]
        )
        tournament.put_players([PlayerEntry(name, stand_in=True) for name in args.stand_in])
        for who in leaving:
            course.withdraw(who, reason)
        if args.approve:
            course.approve()
            listed = len(course.approved() or ())
            words = ngettext("{count} player on the final list", "{count} players on the final list", listed)
            said(words.format(count=listed))
            if unpaid := course.unpaid():
                said(_("not paid and so not on the list: {players}").format(players=", ".join(unpaid)))
        return tournament.players()


def read_csv(file: str) -> tuple[PlayerEntry, ...]:
    """The players of a CSV file. Raises WrongFile, WrongInput."""
    path = Path(file)
    return read_roster(read_bytes(Files(), path), source=str(path))


def changes(entries: Sequence[PlayerEntry], roster: Sequence[PlayerEntry]) -> tuple[PlayerEntry, ...]:
    """The entries that are new or say something else; one without an id is known by the name.

    A cell that is empty or no says nothing: what the roster knows of the player stays.
    """
    by_id = {entry.id: entry for entry in roster}
    by_name = {same_name(entry.name): entry for entry in roster}
    found = []
    for entry in entries:
        old = by_id.get(entry.id) if entry.id else by_name.get(same_name(entry.name))
        merged = entry if old is None else _merged(entry, old)
        if merged != old:
            found.append(merged)
    return tuple(found)


def _merged(entry: PlayerEntry, old: PlayerEntry) -> PlayerEntry:
    return PlayerEntry(
        id=old.id,
        name=entry.name,
        club=entry.club or old.club,
        city=entry.city or old.city,
        paid=entry.paid or old.paid,
        note=entry.note or old.note,
        stand_in=entry.stand_in or old.stand_in,
    )


def _print(roster: Sequence[PlayerEntry]) -> None:
    head = (
        "id",
        pgettext("roster", "name"),
        pgettext("roster", "club"),
        pgettext("roster", "city"),
        pgettext("roster", "paid"),
        pgettext("roster", "note"),
    )
    rows = [
        (entry.id, entry.name, entry.club, entry.city, _("yes") if entry.paid else "", _note(entry))
        for entry in roster
    ]
    print_table([head, *rows], left=range(6), widest=(8, 22, 14, 12, 8))


def _note(entry: PlayerEntry) -> str:
    if not entry.stand_in:
        return entry.note
    return f"{pgettext('roster', 'stand-in')} {entry.note}".strip()
