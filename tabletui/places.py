"""The places of the players after each round: as a small chart, and in words for whoever cannot see one."""

from __future__ import annotations

from dataclasses import dataclass, field

from rules.standings import Standings

BLOCKS = "▁▂▃▄▅▆▇█"
"""Low to high: the better the place, the higher the block."""
NOT_YET = "·"
"""Stands for a round before a player's first game."""


@dataclass(slots=True)
class Course:
    """How places changed. Rounds are added one by one, each with the standings up to it.

    places: by player, a place for each round, 0 where he had played no game yet. of: rows of each round.
    """

    rounds: list[tuple[str, int]] = field(default_factory=list)
    of: list[int] = field(default_factory=list)
    places: dict[str, list[int]] = field(default_factory=dict)

    def add(self, stage: str, number: int, table: Standings) -> None:
        """One further round."""
        before = len(self.rounds)
        self.rounds.append((stage, number))
        self.of.append(len(table.rows))
        for row in table.rows:
            own = self.places.setdefault(row.id, [0] * before)
            own.append(row.place if row.games else 0)
        for own in self.places.values():
            own += [0] * (before + 1 - len(own))

    def _until(self, through: str | None) -> int:
        """How many rounds count up to "stage:round"."""
        if through is None:
            return len(self.rounds)
        stage, _colon, number = through.partition(":")
        key = (stage, int(number))
        return self.rounds.index(key) + 1 if key in self.rounds else 0

    def chart(self, player: str, width: int, through: str | None = None) -> str:
        """One block a round, the latest of them where there is no room for all."""
        until = self._until(through)
        own = self.places.get(player, [])[:until]
        blocks = [block(place, of) for place, of in zip(own, self.of, strict=False)]
        return "".join(blocks[-width:])

    def words(self, player: str, through: str | None = None) -> str:
        """The places themselves: "12 → 5 → 3"; empty before the first game."""
        own = self.places.get(player, [])[: self._until(through)]
        return " → ".join(str(place) if place else "–" for place in own) if any(own) else ""


def block(place: int, of: int) -> str:
    """The block of a place among so many rows."""
    if not place:
        return NOT_YET
    top = len(BLOCKS) - 1
    return BLOCKS[top - (place - 1) * top // max(of - 1, 1)]
