"""Who is awarded after the last game: places, the best of each role, the best move, the first victim.

Source: the nominations the federation's tournaments give; A and W, main points: who missed two rounds or was
disqualified takes no part.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from rules.record import record
from rules.scoring import shown
from rules.sheet import CIVILIAN, DON, MAFIA, SHERIFF

if TYPE_CHECKING:
    from rules.standings import Row

PRIZES = ("champion", "second_place", "third_place")
ROLE_AWARDS = {
    "best_civilian": CIVILIAN,
    "best_sheriff": SHERIFF,
    "best_mafia": MAFIA,
    "best_don": DON,
}


@record
class Award:
    """title: an identifier; id and name: of the player; figure: what the award rests on.

    Points are exact fractions ("9/4"), deaths a number, best moves "2 of 3": hits of tries. shown is the
    figure with its points rounded.
    """

    title: str
    id: str
    name: str
    figure: str
    shown: str

    def to_json(self) -> dict[str, object]:
        return {
            "title": self.title,
            "id": self.id,
            "name": self.name,
            "figure": self.figure,
            "shown": self.shown,
        }


def awards_of(rows: Sequence[Row], *, per_game: bool = False) -> tuple[Award, ...]:
    """The awards of a table whose rows are placed; a tie that only a lot could part gives one to each.

    per_game: whether the places, and so the prizes, rest on points a game.

    Best of a role: points won in that role's games, then additional points in them, then wins in the role,
    then fewer games in it, then the place. Best move: those that earned points, then fewer tries, then the
    place. Nobody is the best of anything with nothing to show for it.
    """
    able = [row for row in rows if row.may_be_awarded and row.games]
    found: list[Award] = []
    places = [row.place for row in able]
    for number, title in enumerate(PRIZES):
        # Who is passed over leaves his prize to the next; who shares a place shares the higher prize.
        if number < len(places) and places.index(places[number]) == number:
            prized = [row for row in able if row.place == places[number]]
            found += (_award(title, r, r.points_per_game if per_game else r.total) for r in prized)
    for title, role in ROLE_AWARDS.items():
        played = [row for row in able if role in row.by_role and row.by_role[role].points_in_units > 0]

        def figure(row: Row, role: str = role) -> tuple[int, ...]:
            own = row.by_role[role]
            return own.points_in_units, own.additional_in_units, own.wins, -own.games, -row.place

        found += (_award(title, row, row.by_role[role].points) for row in _best(played, figure))
    movers = [row for row in able if row.best_move_hits]
    for row in _best(movers, lambda row: (row.best_move_hits, -row.best_move_tries, -row.place)):
        text = f"{row.best_move_hits} of {row.best_move_tries}"
        found.append(Award("best_move", row.id, row.name, text, text))
    victims = [row for row in able if row.first_night_deaths]
    for row in _best(victims, lambda row: (row.first_night_deaths, -row.place)):
        found.append(_award("first_night_deaths", row, Fraction(row.first_night_deaths)))
    return tuple(found)


def _best(rows: Sequence[Row], figure: Callable[[Row], tuple[int, ...]]) -> list[Row]:
    figures = [figure(row) for row in rows]
    best = max(figures, default=())
    return [row for row, own in zip(rows, figures, strict=True) if own == best]


def _award(title: str, row: Row, points: Fraction) -> Award:
    return Award(title, row.id, row.name, str(points), shown(points))
