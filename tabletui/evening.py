"""A club evening: which of the one-off games belong to it, and what they come to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from pathlib import Path

from rules.record import record
from rules.regulation import Regulation
from rules.standings import Row, ScoredGame
from storage.slots import Stored
from storage.tournament import Tournament
from tabletui.results import BASE, Results
from tabletui.seats import Person

MORNING = timedelta(hours=6)
"""Until then a night still belongs to the evening before."""


@record
class LastGame:
    """The game before the next one: the ten in the order of their seats, and what it was played under."""

    ten: tuple[Person, ...]
    regulation: str


def evening_of(at: str) -> str:
    """The day an evening began on, of an ISO time within it; a text that is no time is returned as it is."""
    try:
        return (datetime.fromisoformat(at) - MORNING).date().isoformat()
    except ValueError:
        return at[:10]


def of_evening(stored: Stored, evening: str) -> bool:
    """Whether a protocol belongs to an evening: by its own date, or after midnight by when it was stored.

    A protocol taken in later belongs to the evening it was played on.
    """
    date = str(stored.protocol.get("date") or "")[:10]
    return date == evening or (evening_of(stored.at) == evening and date == stored.at[:10])


def last_game(tournament: Tournament) -> LastGame | None:
    """The one-off game that was stored last; None before the first."""
    games = tournament.official()
    if not games:
        return None
    last = max(games, key=lambda one: (one.at, one.slot.round))
    rows = sorted(last.protocol["players"], key=lambda row: row["seat"])
    ten = tuple(Person(row["id"], row.get("name") or row["id"], row.get("stand_in") is True) for row in rows)
    return LastGame(ten, str(last.protocol.get("regulation") or BASE))


class EveningResults(Results):
    """The results of one evening alone."""

    def __init__(
        self, tournament: Tournament, regulation: Regulation, evening: str, folders: Sequence[Path] = ()
    ) -> None:
        super().__init__(tournament, regulation, folders)
        self._evening = evening

    def games_one_by_one(self) -> Iterator[ScoredGame]:
        """The games of the evening, in the order of play. Raises WrongFile."""
        for stored in self.stored():
            yield self._game(stored)

    def stored(self) -> tuple[Stored, ...]:
        """Their protocols."""
        return tuple(one for one in self.tournament.official() if of_evening(one, self._evening))

    def rows(self) -> tuple[Row, ...]:
        """The table of those who played. Raises WrongFile."""
        return tuple(row for row in self.standings().rows if row.games)
