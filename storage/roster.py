"""The roster of a tournament: who is entered, with unique ids and tidy names."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rules.record import record, replace
from storage.errors import WrongInput

NAME_LENGTH = 80
"""Characters; a longer name is a mistake of the file, not a name."""

_ID = re.compile(r"[\w.-]{1,32}\Z")
_KEPT_CONTROLS = " \t\n"


@record
class PlayerEntry:
    """A player on a roster. id: empty until it is given one. stand_in: plays, but is not ranked."""

    name: str
    id: str = ""
    club: str = ""
    city: str = ""
    paid: bool = False
    note: str = ""
    stand_in: bool = False


def tidy(text: str) -> str:
    """A text as it is kept: NFC, no control, zero-width or direction characters, single spaces."""
    composed = unicodedata.normalize("NFC", text)
    kept = "".join(
        " " if char in _KEPT_CONTROLS or unicodedata.category(char) in ("Zs", "Zl", "Zp") else char
        for char in composed
        if char in _KEPT_CONTROLS or unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Co", "Cn")
    )
    return " ".join(kept.split())


def tidied(entry: PlayerEntry) -> PlayerEntry:
    """The entry with all its texts tidy. Raises WrongInput for a name or an id that cannot be one."""
    clean = replace(
        entry,
        id=tidy(entry.id),
        name=tidy(entry.name),
        club=tidy(entry.club),
        city=tidy(entry.city),
        note=tidy(entry.note),
    )
    if not clean.name:
        raise WrongInput("no_name", "A player has no name.")
    for text in (clean.name, clean.club, clean.city):
        if len(text) > NAME_LENGTH:
            raise WrongInput(
                "too_long", "{text}…: longer than {most} characters.", text=text[:20], most=NAME_LENGTH
            )
    if clean.id and not _ID.match(clean.id):
        raise WrongInput(
            "wrong_id", "The id {id} may have up to 32 letters, digits, dots and dashes.", id=repr(clean.id)
        )
    return clean


def same_name(name: str) -> str:
    """Two names are the same when this is: capitals and the letter yo make no difference."""
    return unicodedata.normalize("NFC", tidy(name).casefold().replace("ё", "е"))


def json_of(entry: PlayerEntry) -> dict[str, Any]:
    return {
        "id": entry.id,
        "name": entry.name,
        "club": entry.club,
        "city": entry.city,
        "paid": entry.paid,
        "note": entry.note,
        "stand_in": entry.stand_in,
    }


def entry_of(document: Mapping[str, Any]) -> PlayerEntry:
    """The entry of a document that `json_of` made. Raises KeyError for another."""
    return PlayerEntry(
        name=document["name"],
        id=document["id"],
        club=document["club"],
        city=document["city"],
        paid=document["paid"],
        note=document["note"],
        stand_in=document["stand_in"],
    )


def with_ids(entries: Sequence[PlayerEntry], present: Iterable[PlayerEntry]) -> tuple[PlayerEntry, ...]:
    """The entries with the first free P01, P02, … where an id is missing."""
    taken = {entry.id for entry in present} | {entry.id for entry in entries}
    complete: list[PlayerEntry] = []
    number = 0
    for entry in entries:
        if not entry.id:
            number += 1
            while f"P{number:02}" in taken:
                number += 1
            entry = replace(entry, id=f"P{number:02}")
        complete.append(entry)
    return tuple(complete)


def changed_roster(
    roster: Sequence[PlayerEntry], put: Sequence[PlayerEntry], drop: Sequence[str], *, strict: bool = True
) -> tuple[PlayerEntry, ...]:
    """The roster after a change; a player that is put keeps the place he had.

    strict: refuse with WrongInput what cannot be meant (ids or names twice, an unknown player dropped);
    otherwise what two laptops did apart is taken as it comes.
    """
    by_id = {entry.id: entry for entry in roster}
    for name in drop:
        if strict and name not in by_id:
            raise WrongInput("not_on_roster", "Player {id} is not on the roster.", id=name)
        by_id.pop(name, None)
    seen: set[str] = set()
    for entry in put:
        if strict and entry.id in seen:
            raise WrongInput("id_twice", "The id {id} is given twice.", id=entry.id)
        seen.add(entry.id)
        by_id[entry.id] = entry
    names: dict[str, str] = {}
    for entry in by_id.values() if strict else ():
        key = same_name(entry.name)
        if key in names:
            raise WrongInput(
                "name_twice",
                "The name {name} is on the roster twice ({first} and {second}); tell the two apart.",
                name=entry.name,
                first=names[key],
                second=entry.id,
            )
        names[key] = entry.id
    return tuple(by_id.values())
