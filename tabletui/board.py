"""The board of a tournament: every round and table, and what is there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rules.regulation import Regulation, text
from storage.slots import Slot
from storage.tournaments import ONE_OFF_STAGE, ONE_OFF_TABLE, Tournament
from tabletui.text import _, language
from tabletui.unfinished import Waiting

FREE, MISSING, RUNNING, OFFICIAL, CONFLICT = "free", "missing", "running", "official", "conflict"
MARKS = {FREE: "·", MISSING: "–", RUNNING: "▸", OFFICIAL: "✓", CONFLICT: "!"}
"""One sign for each status: nothing is told by colour alone."""


@dataclass(frozen=True, slots=True)
class Place:
    """A slot and its status: free, missing (free in a round before the one that is played), running, official
    (its protocol counts) or conflict. waiting: the running game on this machine."""

    slot: Slot
    status: str
    waiting: Waiting | None = None


@dataclass(frozen=True, slots=True)
class Round:
    """A round and its tables, in order. time: when the regulation's schedule has it, or nothing."""

    stage: str
    number: int
    title: str
    places: tuple[Place, ...]
    time: str = ""


def board(tournament: Tournament, regulation: Regulation, games: Iterable[Waiting]) -> tuple[Round, ...]:
    """All rounds of the regulation, and whatever else is on record; games: those that run on this machine.

    A regulation without stages (a club) has one table and one further round for the next game.
    """
    id = tournament.header.id
    running = {game.slot: game for game in games if game.tournament == id and game.slot is not None}
    states = tournament.slots()
    slots = [
        Slot(stage.id, number, table)
        for stage in regulation.stages
        for number in range(1, stage.rounds + 1)
        for table in range(1, stage.tables + 1)
    ]
    slots += sorted((set(states) | set(running)) - set(slots))
    if not regulation.stages:
        played = [slot.round for slot in slots if slot.stage == ONE_OFF_STAGE]
        slots.append(Slot(ONE_OFF_STAGE, max(played, default=0) + 1, ONE_OFF_TABLE))
    status = {slot: _status(slot, states[slot].status if slot in states else FREE, running) for slot in slots}
    order = list(dict.fromkeys((slot.stage, slot.round) for slot in slots))
    begun = [key for key in order if any(status[s] != FREE for s in slots if (s.stage, s.round) == key)]
    late = set(order[: order.index(begun[-1])]) if begun else set()
    rounds = []
    for stage, number in order:
        places = []
        for slot in slots:
            if (slot.stage, slot.round) == (stage, number):
                what = status[slot]
                if what == FREE and (stage, number) in late:
                    what = MISSING
                places.append(Place(slot, what, running.get(slot)))
        title, time = round_title(regulation, stage, number), round_time(regulation, stage, number)
        rounds.append(Round(stage, number, title, tuple(places), time))
    return tuple(rounds)


def _status(slot: Slot, stored: str, running: dict[Slot | None, Waiting]) -> str:
    if stored in (OFFICIAL, CONFLICT):
        return stored
    return RUNNING if slot in running else FREE


def busy(tournament: Tournament, slot: Slot, games: Iterable[Waiting]) -> dict[str, str]:
    """Who sits at another table of the slot's round, by id, with where: by the protocols that count and by
    the games that run on this machine."""
    found: dict[str, str] = {}
    where = _("table {number}")
    for stored in tournament.official():
        if (stored.slot.stage, stored.slot.round) == (slot.stage, slot.round) and stored.slot != slot:
            for row in stored.protocol["players"]:
                found[row["id"]] = where.format(number=stored.slot.table)
    for game in games:
        other = game.slot
        if other is None or game.tournament != tournament.header.id or other == slot:
            continue
        if (other.stage, other.round) == (slot.stage, slot.round):
            for row in game.running.header.get("players", ()):
                found[row["id"]] = where.format(number=other.table)
    return found


def next_free(rounds: Sequence[Round]) -> Place | None:
    """The first table without a game, in the order of play."""
    return next((p for r in rounds for p in r.places if p.status in (FREE, MISSING)), None)


def round_title(regulation: Regulation, stage: str, number: int) -> str:
    """A round as people name it: "semifinal · round 2"."""
    named = _("round {number}").format(number=number)
    known = regulation.stage(stage)
    if known is None:
        return _("game {number}").format(number=number) if stage == ONE_OFF_STAGE else f"{stage} · {named}"
    return f"{text(known.title, language())} · {named}"


def round_time(regulation: Regulation, stage: str, number: int) -> str:
    """When a round is to be played, by the schedule: "13:00", with the day before it where there are several
    days; empty where the schedule is silent.
    """
    lines = [line for line in regulation.schedule if line.round is not None]
    found = next((line for line in lines if line.round == f"{stage}:{number}"), None)
    if found is None:
        return ""
    if len({line.day for line in lines}) == 1:
        return found.starts
    return _("d{day}").format(day=found.day) + f" {found.starts}"


def slot_title(regulation: Regulation, slot: Slot) -> str:
    """A slot as people name it: "semifinal · round 2 · table 3"."""
    named = round_title(regulation, slot.stage, slot.round)
    if slot.stage == ONE_OFF_STAGE:
        return named
    return f"{named} · " + _("table {number}").format(number=slot.table)


def counts(rounds: Sequence[Round]) -> tuple[int, int]:
    """Games whose protocol counts, and all that the board has room for."""
    places = [place for r in rounds for place in r.places]
    return sum(place.status == OFFICIAL for place in places), len(places)
