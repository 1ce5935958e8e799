"""`tabletui merge FILE OTHER...`: the union of what several laptops recorded of one tournament."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rules.record import record
from rules.regulation import WrongRegulation
from storage.errors import WrongFile
from storage.exchange import Gathered, Hole, beginning, gather, holes, sift
from storage.folder import Folder
from storage.kinds import Slot, slot_of
from storage.tournaments import make_from
from tabletui.commands.reporting import (
    DONE,
    FINDINGS,
    print_json,
    said,
    say_finding,
    speaking,
    visible,
)
from tabletui.commands.tournament_reading import Remark, conflicts, place
from tabletui.commands.tournament_writing import data_folder, writable
from tabletui.text import N_, _, ngettext, told, worded

if TYPE_CHECKING:
    from storage.records import Record
    from storage.tournament import Tournament


@record
class Merged:
    """What a merge did. made: whether the file is new. done, all: games of the schedule; all None where the
    tournament has no schedule. missing: slots without a protocol in rounds that have begun.
    """

    made: bool
    title: str
    taken: tuple[Record, ...]
    same: int
    others: dict[str, int]
    corrected: tuple[Record, ...]
    rejected: tuple[tuple[str, str], ...]
    conflicts: tuple[Remark, ...]
    holes: tuple[Hole, ...]
    done: int
    all: int | None
    missing: tuple[Slot, ...]


@speaking
def run(args: Namespace) -> int:
    """file: the tournament, made where it is missing; others: files, folders; to: where to leave records."""
    with data_folder(args.data) as folder:
        found = gather(folder.files, [Path(other) for other in args.others])
        file = Path(args.file)
        made = not folder.files.exists(file)
        if made:
            make_file(folder, file, found)
        with writable(folder, args.file) as tournament:
            merged = _merge(folder, tournament, found, made)
            gone = _leave(folder, tournament, Path(args.to)) if args.to else 0
    _say(args, merged, found, gone)
    wrong = merged.rejected or merged.conflicts or merged.holes or merged.corrected
    return FINDINGS if wrong else DONE


def make_file(folder: Folder, file: Path, found: Gathered) -> None:
    """A file for the one tournament that the sources tell of. Raises WrongFile, NotSaved."""
    titles = found.titles()
    if not titles:
        raise WrongFile(
            "no_file", "{path}: no such file, and the others do not tell how a tournament began.", path=file
        )
    if len(titles) > 1:
        raise WrongFile(
            "several_tournaments",
            "{path}: no such file, and the others hold several tournaments ({titles}); copy the file.",
            path=file,
            titles=visible(", ".join(f"{title:.40}" for title in titles.values())),
        )
    (tournament,) = titles
    created = beginning(found.records.values(), tournament)
    assert created is not None
    make_from(folder, file, created)


def _merge(folder: Folder, tournament: Tournament, found: Gathered, made: bool) -> Merged:
    known = {one.name: one for one in tournament.records()}
    assert folder.examine is not None
    sifted = sift(tournament.created, known, found.records.values(), folder.examine)
    tournament.take(sifted.fresh)
    rejected = [
        (f"{one.source}: {one.name}" if one.name else one.source, one.reason) for one in found.rejected
    ]
    rejected += [(f"{one.name}.json", why) for one, why in sifted.rejected]
    done, all_, missing = _schedule(tournament, folder)
    titles = found.titles()
    return Merged(
        made=made,
        title=tournament.header.title,
        taken=sifted.fresh,
        same=sifted.same - made,  # its beginning
        others={titles.get(id, id): count for id, count in sorted(sifted.others.items())},
        corrected=sifted.corrected,
        rejected=tuple(sorted(rejected)),
        conflicts=tuple(conflicts(tournament.protocols())),
        holes=holes(tournament.records()),
        done=done,
        all=all_,
        missing=missing,
    )


def _schedule(tournament: Tournament, folder: Folder) -> tuple[int, int | None, tuple[Slot, ...]]:
    """Games that count, all of the schedule, and the tables of begun rounds without a protocol."""
    from tabletui.results import regulation_of

    done = {one.slot for one in tournament.official()}
    header = tournament.header
    if header.source is None and header.regulation is None:
        return len(done), None, ()
    try:
        regulation = regulation_of(tournament, (folder.root / "regulations",))
    except WrongRegulation:
        return len(done), None, ()
    every = [
        Slot(stage.id, number, table)
        for stage in regulation.stages
        for number in range(1, stage.rounds + 1)
        for table in range(1, stage.tables + 1)
    ]
    begun = {(slot.stage, slot.round) for slot in tournament.slots()}
    missing = [slot for slot in every if (slot.stage, slot.round) in begun and slot not in done]
    return len(done & set(every)), len(every), tuple(missing)


def _leave(folder: Folder, tournament: Tournament, to: Path) -> int:
    """Leaves the records of the tournament in a folder or on a stick; how many were not there yet."""
    from storage.errors import NotSaved, why
    from storage.hall import put_verified

    files = folder.files
    gone = 0
    try:
        present = set(files.listdir(to))
        for one in tournament.records():
            name, data = f"{one.name}.json", one.data()
            if name in present and files.is_plain(to / name) and files.read(to / name) == data:
                continue
            put_verified(files, to, name, data, folder.device)
            gone += 1
    except OSError as error:
        raise NotSaved(
            "not_left", "{folder}: the records could not be written there ({why}).", folder=to, why=why(error)
        ) from error
    return gone


def _hole_words(hole: Hole) -> Remark:
    """What is missing of a laptop, in words."""
    tables = ", ".join(map(str, hole.tables))
    details: dict[str, object] = {"device": hole.device, "tables": tables}
    if hole.missing:
        numbers = ", ".join(map(str, hole.missing))
        details |= {"made": hole.made, "here": hole.here, "numbers": numbers}
        if tables:
            template = N_(
                "laptop {device} (tables {tables}) made {made} records, {here} are here; missing: {numbers}"
            )
        else:
            template = N_("laptop {device} made {made} records, {here} are here; missing: {numbers}")
        return Remark(hole.device, "records_missing", template, details)
    template = N_("two laptops bear the name {device}; delete the file device in the data folder of one")
    return Remark(hole.device, "two_laptops", template, details)


def _say(args: Namespace, merged: Merged, found: Gathered, gone: int) -> None:
    for notice in found.notices:
        said(visible(str(worded(notice))))
    for name, reason in merged.rejected:
        say_finding("", visible(name), _("left out: {why}").format(why=worded(reason)))
    for one in merged.corrected:
        slot = place(slot_of(one.body["protocol"]))
        say_finding(
            args.file, slot, _("the sheet was not what the events bring about; it is kept beside theirs")
        )
    for remark in merged.conflicts:
        say_finding(args.file, remark.where, told(remark.template, remark.details))
    for hole in merged.holes:
        remark = _hole_words(hole)
        said(told(remark.template, remark.details))
    for title, count in merged.others.items():
        text = ngettext(
            'left out: {count} record of another tournament, "{title}"',
            'left out: {count} records of another tournament, "{title}"',
            count,
        )
        said(visible(text.format(count=count, title=title[:60])))
    if args.json:
        print_json(_json(merged, gone))
        return
    if args.others:
        said(visible(f"{args.file}: {', '.join(_summary(merged))}"))
    if merged.all is not None:
        text = _("{done} of {all} games").format(done=merged.done, all=merged.all)
        if merged.missing:
            names = ", ".join(place(slot) for slot in merged.missing[:5])
            more = " …" if len(merged.missing) > 5 else ""
            text += "; " + _("begun rounds lack {slots}").format(slots=names + more)
        said(text)
    if args.to:
        said(visible(f"{args.to}: " + _written(gone)))


def _written(gone: int) -> str:
    return ngettext("{count} record written there", "{count} records written there", gone).format(count=gone)


def _summary(merged: Merged) -> Iterable[str]:
    if merged.made:
        yield _("a new file of the tournament {title}").format(title=merged.title)
    count = len(merged.taken) + merged.made
    yield ngettext("{count} record taken", "{count} records taken", count).format(count=count)
    if merged.same:
        yield _("{count} there already").format(count=merged.same)
    if merged.conflicts:
        yield _("{count} in conflict").format(count=len(merged.conflicts))


def _json(merged: Merged, gone: int) -> dict[str, Any]:
    return {
        "made": merged.made,
        "taken": len(merged.taken) + merged.made,
        "same": merged.same,
        "written": gone,
        "conflicts": [remark.to_json() for remark in merged.conflicts],
        "corrected": [place(slot_of(one.body["protocol"])) for one in merged.corrected],
        "rejected": [{"file": name, "reason": str(reason)} for name, reason in merged.rejected],
        "other_tournaments": merged.others,
        "holes": {
            "devices": [
                {
                    "device": hole.device,
                    "tables": list(hole.tables),
                    "made": hole.made,
                    "here": hole.here,
                    "missing": list(hole.missing),
                    "twice": list(hole.twice),
                }
                for hole in merged.holes
            ],
            "schedule": {
                "done": merged.done,
                "all": merged.all,
                "missing": [place(slot) for slot in merged.missing],
            },
        },
    }
