"""What the seats of a draw cost, kept up to date while seats change places. All numbers from 0."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb

SAME_SEAT = 40
"""A pair of visits to one seat."""
UNEVEN = 3
"""A visit to a zone, half or pair of seats outside floor and ceiling of the even share."""
BESIDE = 2
"""A pair of times two sit side by side."""

PARTS = ((0, 3), (3, 7), (7, 10), (0, 5), (5, 10), (0, 2), (2, 4), (4, 6), (6, 8), (8, 10))
"""Zones, halves and pairs of seats, first seat and the one after the last."""

Groups = Sequence[Sequence[Sequence[int]]]


class SeatCosts:
    """The running sum. `games` is shared: `change` moves its players."""

    __slots__ = ("_beside", "_games", "_known", "_of", "_players", "_ring", "_visits")

    def __init__(self, games: list[list[int]], players: int, past: Groups, *, ring: bool) -> None:
        self._games = games
        self._players = players
        self._ring = ring
        self._known: dict[tuple[int, ...], int] = {}
        self._visits = [[0] * 10 for _ in range(players)]
        self._beside = [0] * (players * players)
        self._of: list[list[int]] = [[] for _ in range(players)]
        everything = [*games, *(table for tables in past for table in tables)]
        for game in everything:
            for seat, player in enumerate(game):
                if player >= 0:
                    self._visits[player][seat] += 1
            for one, other in self._sides(range(10)):
                if game[one] >= 0 and game[other] >= 0:
                    self._beside[self._pair(game[one], game[other])] += 1
        for index, game in enumerate(games):
            for player in game:
                self._of[player].append(index)

    def total(self) -> int:
        """The whole cost."""
        return sum(self._own(visits) for visits in self._visits) + BESIDE * sum(
            comb(times, 2) for times in self._beside
        )

    def games_on(self, player: int, seats: tuple[int, int]) -> list[int]:
        """The games of a player on one of two seats."""
        one, other = seats
        games = self._games
        return [index for index in self._of[player] if player in (games[index][one], games[index][other])]

    def uneasy(self, index: int, seat: int) -> bool:
        """Whether the player on a seat of a game costs something there."""
        game = self._games[index]
        player = game[seat]
        if self._own(self._visits[player]):
            return True
        left, right = game[seat - 1], game[(seat + 1) % 10]
        beside = self._beside
        return beside[self._pair(player, left)] > 1 or beside[self._pair(player, right)] > 1

    def change(self, moved: Sequence[int], one: int, other: int) -> int:
        """Two seats change places in some games; what it costs more. Done again it is undone."""
        more = 0
        beside, players = self._beside, self._players
        sides = self._sides((one, other))
        shift: dict[int, int] = {}
        for index in moved:
            game = self._games[index]
            for left, right in sides:
                a, b = game[left], game[right]
                pair = a * players + b if a < b else b * players + a
                beside[pair] -= 1
                more -= beside[pair] * BESIDE
            first, second = game[one], game[other]
            game[one], game[other] = second, first
            for left, right in sides:
                a, b = game[left], game[right]
                pair = a * players + b if a < b else b * players + a
                more += beside[pair] * BESIDE
                beside[pair] += 1
            shift[first] = shift.get(first, 0) + 1
            shift[second] = shift.get(second, 0) - 1
        for player, by in shift.items():
            if by:
                visits = self._visits[player]
                more -= self._own(visits)
                visits[one] -= by
                visits[other] += by
                more += self._own(visits)
        return more

    def _own(self, visits: Sequence[int]) -> int:
        """What the visits of one player cost."""
        key = tuple(visits)
        found = self._known.get(key)
        if found is None:
            games = sum(key)
            least = (10 - games % 10) * comb(games // 10, 2) + games % 10 * comb(games // 10 + 1, 2)
            found = SAME_SEAT * (sum(comb(count, 2) for count in key) - least)
            for start, end in PARTS:
                here, share = sum(key[start:end]), games * (end - start)
                found += UNEVEN * max(0, share // 10 - here, here + -share // 10)
            self._known[key] = found
        return found

    def _pair(self, one: int, other: int) -> int:
        return min(one, other) * self._players + max(one, other)

    def _sides(self, seats: Sequence[int]) -> list[tuple[int, int]]:
        """The neighbouring seats that one of these belongs to."""
        every = [(seat, (seat + 1) % 10) for seat in range(10 if self._ring else 9)]
        return [side for side in every if side[0] in seats or side[1] in seats]
