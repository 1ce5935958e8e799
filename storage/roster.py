"""The roster of a tournament: who is entered, with unique ids."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from storage.errors import WrongInput


@dataclass(frozen=True, slots=True)
class PlayerEntry:
    """A player on a roster. id: empty until it is given one. stand_in: plays, but is not ranked."""

    name: str
    id: str = ""
    club: str = ""
    city: str = ""
    paid: bool = False
    note: str = ""
    stand_in: bool = False


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
    """Raises KeyError for a document without id or name."""
    return PlayerEntry(
        name=document["name"],
        id=document["id"],
        club=document.get("club", ""),
        city=document.get("city", ""),
        paid=document.get("paid", False),
        note=document.get("note", ""),
        stand_in=document.get("stand_in", False),
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
    """The roster after a change. strict: refuse with WrongInput what cannot be meant (ids or names twice,
    an unknown player dropped); otherwise what two laptops did apart is taken as it comes.
    """
    by_id = {entry.id: entry for entry in roster}
    for name in drop:
        if strict and name not in by_id:
            raise WrongInput(f"Player {name} is not on the roster.")
        by_id.pop(name, None)
    seen: set[str] = set()
    for entry in put:
        if strict and entry.id in seen:
            raise WrongInput(f"The id {entry.id} is given twice.")
        if strict and not entry.name:
            raise WrongInput(f"Player {entry.id} has no name.")
        seen.add(entry.id)
        by_id[entry.id] = entry
    names: dict[str, str] = {}
    for entry in by_id.values():
        key = entry.name.casefold()
        if strict and key in names:
            raise WrongInput(f"The name {entry.name} is on the roster twice ({names[key]} and {entry.id}).")
        names[key] = entry.id
    return tuple(by_id.values())
