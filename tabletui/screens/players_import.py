"""Players out of a file: what would become of the roster, and who may stand on it twice."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.record import record, replace
from storage.roster import PlayerEntry, same_name
from tabletui.entry import clean
from tabletui.text import _, ngettext

ALIKE = str.maketrans("авекмнорстухіё", "abekmhopctyxie")
"""Cyrillic letters and the Latin ones that look the same."""
SHORTEST = 5
"""Letters from which on one letter more, less or other may be a slip."""
SHOWN = 5


@record
class Import:
    """entries: as they would be put on the roster. fresh: how many are new; known: how many are there.

    doubts: pairs of names that may be one person spelled in two ways.
    """

    entries: tuple[PlayerEntry, ...]
    fresh: int
    known: int
    doubts: tuple[tuple[str, str], ...]


def planned(entries: Iterable[PlayerEntry], roster: Sequence[PlayerEntry]) -> Import:
    """What an import would do. Who is known by his id or name is replaced, and keeps his id."""
    ids = {entry.id for entry in roster}
    by_name = {same_name(entry.name): entry.id for entry in roster}
    put = []
    for entry in entries:
        name = clean(entry.name)
        put.append(replace(entry, name=name, id=entry.id or by_name.get(same_name(name), "")))
    known = sum(entry.id in ids for entry in put)
    taken = {entry.id for entry in put}
    after = [*(entry.name for entry in roster if entry.id not in taken), *(entry.name for entry in put)]
    return Import(tuple(put), len(put) - known, known, doubts_of(after))


def doubts_of(names: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """Pairs of different names that look alike: letters of another alphabet, spaces, dashes, one slip."""
    seen: dict[str, str] = {}
    found: dict[tuple[str, str], None] = {}
    for name in names:
        for key in _keys(name):
            other = seen.setdefault(key, name)
            if other != name:
                found[other, name] = None
    return tuple(found)


def _keys(name: str) -> set[str]:
    plain = [char for char in same_name(name) if char.isalnum()]
    number = "".join(char for char in plain if char.isdigit())  # numbered names differ on purpose
    letters = "".join(char for char in plain if not char.isdigit()).translate(ALIKE)
    keys = {letters}
    if len(letters) >= SHORTEST:
        keys |= {letters[:at] + letters[at + 1 :] for at in range(len(letters))}
    return {f"{key}{number}" for key in keys if key}


def doubt_words(doubts: Sequence[tuple[str, str]]) -> str:
    """Names that may be one person, in a sentence; empty where there are none."""
    if not doubts:
        return ""
    shown = ", ".join(f"{one} / {other}" for one, other in doubts[:SHOWN])
    if len(doubts) > SHOWN:
        shown += ", …"
    return _("Perhaps the same person twice: {names}.").format(names=shown)


def import_words(plan: Import) -> str:
    """What an import would do, in a sentence or two."""
    fresh = ngettext("{count} new player", "{count} new players", plan.fresh).format(count=plan.fresh)
    words = [fresh]
    if plan.known:
        known = ngettext(
            "{count} who is on the list already is replaced",
            "{count} who are on the list already are replaced",
            plan.known,
        )
        words.append(known.format(count=plan.known))
    return ", ".join(words) + "."
