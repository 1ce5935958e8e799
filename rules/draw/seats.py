"""Seats at tables that are decided: no seat twice while it can be helped, then zones, then neighbours.

Without a past, players and games are coloured with ten seats chunk by chunk of ten rounds: a player has ten
games at most in a chunk, a game has ten players, so ten colours do: no player has a seat twice in a chunk.
Then two seats change places along a chain that keeps this true, while zones and neighbours get better.

Players are numbered from 0, seats from 0 here.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.draw.lottery import WORDS, Lottery
from rules.draw.seat_costs import SeatCosts
from rules.draw.seat_matching import least_cost

Game = list[int]
"""Players by seat."""
Groups = Sequence[Sequence[Sequence[int]]]

CHUNK = 10
POLISH, POLISH_SMALL, POLISH_MOST = 2000, 4000, 160_000
"""Changes looked at, times games; of a small stage so many, as long as they are no more than the last."""
LONGEST = 20
"""Games in a chain at most: a longer one never makes neighbours better."""
PATIENCE = 8
"""Of so many looks at a seat where nothing is wrong one is a try."""
TRIES, PASSES, PASSES_GAMES = 12, 30, 400
"""Of the seats after a past: beginnings, turns of all tables in which nothing gets better, fewer where games
times turns would be more than the last."""
LEVELS = 24
WARM, COLD = 500, 200
"""A change for the worse by one is taken so many times of 1024."""


def seated(
    groups: Groups,
    players: int,
    lots: Lottery,
    *,
    past: Groups = (),
    ring: bool = True,
) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """The tables of each round with their players in the order of seats.

    past: earlier tables by seats (-1 for somebody who is not here any more). With a past a seat cannot
    always be new; visits are then spread as evenly as single tables allow, in turn.
    """
    games = [list(table) for tables in groups for table in tables]
    rounds = [number for number, tables in enumerate(groups) for _ in tables]
    if past:
        games = _after(games, players, past, lots.apart("matching"))
    else:
        for start in range(0, len(groups), CHUNK):
            chunk = [index for index, number in enumerate(rounds) if start <= number < start + CHUNK]
            for index, game in zip(chunk, coloured([games[i] for i in chunk], players, lots), strict=True):
                games[index] = game
    costs = SeatCosts(games, players, past, ring=ring)
    _polish(games, rounds, costs, lots.apart("polish"), chains=not past)
    found: list[list[tuple[int, ...]]] = [[] for _ in groups]
    for number, game in zip(rounds, games, strict=True):
        found[number].append(tuple(game))
    return tuple(tuple(tables) for tables in found)


def coloured(games: Sequence[Sequence[int]], players: int, lots: Lottery) -> list[Game]:
    """Each game by seats, no player twice on a seat; every player has ten games at most."""
    of_game = [[-1] * 10 for _ in games]
    of_player = [[-1] * 10 for _ in range(players)]
    for index in lots.shuffled(range(len(games))):
        for player in lots.shuffled(games[index]):
            free = next(seat for seat in range(10) if of_game[index][seat] < 0)
            own = next(seat for seat in range(10) if of_player[player][seat] < 0)
            # Along the chain from the player whose edges have the seats `free` and `own` in turn, both change
            # places; it cannot end at this game, which lacks `free`.
            chain = []
            at, seat = player, free
            while (game := of_player[at][seat]) >= 0:
                chain.append((at, game, seat))
                seat = own if seat == free else free
                nxt = of_game[game][seat]
                if nxt < 0:
                    break
                chain.append((nxt, game, seat))
                at, seat = nxt, own if seat == free else free
            for one, game, seat in chain:
                of_player[one][seat] = of_game[game][seat] = -1
            for one, game, seat in chain:
                other = own if seat == free else free
                of_player[one][other] = game
                of_game[game][other] = one
            of_player[player][free] = index
            of_game[index][free] = player
    return of_game


def _after(games: list[Game], players: int, past: Groups, lots: Lottery) -> list[Game]:
    """The seats with the least overuse of some tries, each from another order of tables."""
    best: list[Game] = []
    least = -1
    for _ in range(TRIES):
        found, overuse = _matched(games, players, past, lots)
        if least < 0 or overuse < least:
            best, least = found, overuse
    return best


def _matched(games: list[Game], players: int, past: Groups, lots: Lottery) -> tuple[list[Game], int]:
    """Each table in turn by the best matching of its players to seats, until nothing gets better for long."""
    visits = [[0] * 10 for _ in range(players)]
    for tables in past:
        for table in tables:
            for seat, player in enumerate(table):
                if player >= 0:
                    visits[player][seat] += 1
    seats: list[Game] = [[] for _ in games]
    idle, most = 0, max(1, min(PASSES, PASSES_GAMES // len(games)))
    while idle < most:
        changed = False
        for index in lots.shuffled(range(len(games))):
            before = seats[index]
            for seat, player in enumerate(before):
                visits[player][seat] -= 1
            order = lots.shuffled(games[index])
            cost = [[_overuse(count) for count in visits[player]] for player in order]
            chosen = least_cost(cost)
            kept = sum(_overuse(visits[player][seat]) for seat, player in enumerate(before))
            better = not before or kept > sum(row[seat] for row, seat in zip(cost, chosen, strict=True))
            if better or lots.below(2):
                seats[index] = [order[chosen.index(seat)] for seat in range(10)]
            for seat, player in enumerate(seats[index]):
                visits[player][seat] += 1
            changed = changed or better
        idle = 0 if changed else idle + 1
    return seats, sum(_overuse(n) for row in visits for count in row for n in range(count))


def _overuse(visits: int) -> int:
    """What one more visit costs: far more than two visits to seats that were visited less."""
    cost: int = 12**visits - 1
    return cost


def _polish(
    games: list[Game],
    rounds: Sequence[int],
    costs: SeatCosts,
    lots: Lottery,
    *,
    chains: bool,
) -> None:
    """Two seats of a game change places, and of the games that must follow; taken by lot as it cools."""
    count = len(games)
    looks = max(POLISH * count, min(POLISH_SMALL * count, POLISH_MOST))
    best, kept = costs.total(), [game[:] for game in games]
    now = best
    for level in range(LEVELS):
        rate = WARM + (COLD - WARM) * level // (LEVELS - 1)
        for _ in range(looks // LEVELS):
            if best == 0:
                break
            lot = lots.below(count * 90 * PATIENCE)
            lot, patient = divmod(lot, PATIENCE)
            index, lot = divmod(lot, 90)
            one, other = divmod(lot, 9)
            other += other >= one
            if patient and not costs.uneasy(index, one):
                continue
            moved = _chain(games, rounds, costs, index, one, other) if chains else [index]
            if not moved:
                continue
            more = costs.change(moved, one, other)
            if more <= 0 or _taken(more, rate, lots):
                now += more
                if now < best:
                    best, kept = now, [game[:] for game in games]
            else:
                costs.change(moved, one, other)
    games[:] = kept


def _taken(more: int, rate: int, lots: Lottery) -> bool:
    threshold = WORDS
    for _ in range(min(more, 40)):
        threshold = threshold * rate >> 10
    return lots.word() < threshold


def _chain(
    games: Sequence[Game], rounds: Sequence[int], costs: SeatCosts, index: int, one: int, other: int
) -> list[int]:
    """The games in which two seats must change places together so that nobody has a seat twice in a chunk."""
    chunk = rounds[index] // CHUNK
    found, waiting = {index: None}, [index]
    while waiting:
        game = games[waiting.pop()]
        for seat in (one, other):
            for follows in costs.games_on(game[seat], (one, other)):
                if follows not in found and rounds[follows] // CHUNK == chunk:
                    found[follows] = None
                    waiting.append(follows)
                    if len(found) > LONGEST:
                        return []
    return list(found)
