"""Ten people onto ten seats: who sits where while the judge is still choosing. A value, no screen."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from random import Random

from rules.sheet import Player
from storage.roster import same_name

SEATS = 10


@dataclass(frozen=True, slots=True)
class Person:
    """Who may be seated. id: empty for somebody who is not on any roster yet."""

    id: str
    name: str
    stand_in: bool = False
    remark: str = ""


@dataclass(frozen=True, slots=True)
class Seats:
    """people: all who may be chosen. busy: ids of those who sit at another table of this round, with where.
    at: ten places, None where nobody sits.
    """

    people: tuple[Person, ...] = ()
    busy: tuple[tuple[str, str], ...] = ()
    at: tuple[Person | None, ...] = (None,) * SEATS

    @property
    def count(self) -> int:
        """Seats that are taken."""
        return sum(one is not None for one in self.at)

    @property
    def full(self) -> bool:
        """Whether everybody sits."""
        return self.count == SEATS

    def found(self, part: str) -> tuple[Person, ...]:
        """Who is not seated and has `part` in his name; names that begin with it first, the busy last."""
        wanted = part.casefold().strip()
        seated = {(one.id, one.name) for one in self.at if one is not None}
        busy = dict(self.busy)
        fit = [p for p in self.people if (p.id, p.name) not in seated and wanted in p.name.casefold()]
        fit.sort(key=lambda p: (p.id in busy, not p.name.casefold().startswith(wanted)))
        return tuple(fit)

    def where_busy(self, person: Person) -> str:
        """The table where somebody plays in this round, or nothing."""
        return dict(self.busy).get(person.id, "") if person.id else ""

    def seated(self, seat: int, person: Person) -> Seats:
        """A person on a seat (1 to 10); who sat there stands up, and so does the person elsewhere."""
        at = [None if self._same(one, person) else one for one in self.at]
        at[seat - 1] = person
        return replace(self, at=tuple(at))

    @staticmethod
    def _same(one: Person | None, other: Person) -> bool:
        if one is None:
            return False
        if one.id and other.id:
            return one.id == other.id
        return same_name(one.name) == same_name(other.name)  # typed, and not on a roster yet

    def seat_of(self, name: str) -> int | None:
        """Where somebody of this name sits, however it is spelled; None where nobody does."""
        wanted = same_name(name)
        at = enumerate(self.at, 1)
        return next((seat for seat, one in at if one is not None and same_name(one.name) == wanted), None)

    def emptied(self, seat: int) -> Seats:
        """The seat without its player."""
        return replace(self, at=(*self.at[: seat - 1], None, *self.at[seat:]))

    def marked(self, seat: int) -> Seats:
        """The player of a seat as a stand-in, or no longer."""
        one = self.at[seat - 1]
        if one is None:
            return self
        changed = replace(one, stand_in=not one.stand_in)
        return replace(self, at=(*self.at[: seat - 1], changed, *self.at[seat:]))

    def next_empty(self, seat: int) -> int:
        """The first empty seat from `seat` on, around the table; `seat` itself when all are taken."""
        for step in range(SEATS):
            at = (seat - 1 + step) % SEATS
            if self.at[at] is None:
                return at + 1
        return seat

    def drawn(self, random: Random) -> Seats:
        """Empty seats filled at random by those who are free, then all seats drawn anew."""
        busy = {id for id, _where in self.busy}
        free = [person for person in self.found("") if person.id not in busy and not person.stand_in]
        sitting = [one for one in self.at if one is not None]
        sitting += random.sample(free, min(SEATS - len(sitting), len(free)))
        at: list[Person | None] = [*sitting, *[None] * (SEATS - len(sitting))]
        random.shuffle(at)
        return replace(self, at=tuple(at))

    def placed(self, ten: Iterable[Person]) -> Seats:
        """These people on the seats from 1 on."""
        row: list[Person | None] = list(ten)[:SEATS]
        return replace(self, at=(*row, *[None] * (SEATS - len(row))))

    def players(self) -> tuple[Player, ...]:
        """The ten as the rules want them. Raises ValueError while a seat is empty or a person has no id."""
        found = []
        for seat, one in enumerate(self.at, 1):
            if one is None or not one.id:
                raise ValueError(f"seat {seat}")
            found.append(Player(seat, one.id, one.name, one.stand_in))
        return tuple(found)
