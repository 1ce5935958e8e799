"""Players who must not meet, put into slots of a template that never do: backtracking led by the lot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.draw.lottery import Lottery

STEPS = 4000
"""Slots that are tried in one go before it begins anew."""
ATTEMPTS = 8


def place(
    players: int, meeting: Sequence[int], partners: Mapping[int, frozenset[int]], lots: Lottery
) -> list[int] | None:
    """For each player his slot, so that no two partners meet; None where none was found.

    meeting: for each slot the slots it meets, as bits. partners: for a player those he must not meet.
    """
    bound = [player for player in range(players) if partners.get(player)]
    for attempt in range(ATTEMPTS if bound else 1):
        own = lots.apart(str(attempt))
        slots = _search(bound, own, meeting, partners)
        if slots is not None:
            taken = set(slots.values())
            free = own.shuffled(slot for slot in range(players) if slot not in taken)
            return [slots[player] if player in slots else free.pop() for player in range(players)]
    return None


def _search(
    bound: Sequence[int], lots: Lottery, meeting: Sequence[int], partners: Mapping[int, frozenset[int]]
) -> dict[int, int] | None:
    everywhere = (1 << len(meeting)) - 1
    order = lots.shuffled(range(len(meeting)))
    rank = {player: index for index, player in enumerate(lots.shuffled(bound))}
    allowed = dict.fromkeys(bound, everywhere)
    placed: dict[int, int] = {}
    tries = 0

    def step() -> bool:
        nonlocal tries
        if len(placed) == len(bound):
            return True
        player = min(
            (one for one in bound if one not in placed),
            key=lambda one: (allowed[one].bit_count(), -len(partners[one]), rank[one]),
        )
        waiting = [one for one in sorted(partners[player]) if one not in placed]
        beside = [placed[one] % 10 for one in sorted(partners[player]) if one in placed]
        slots = [slot for slot in order if allowed[player] >> slot & 1]
        # A club fits into a column: where one of it sits, the others look first.
        slots.sort(key=lambda slot: -beside.count(slot % 10))
        for slot in slots:
            tries += 1
            if tries > STEPS:
                return False
            before = dict(allowed)
            placed[player] = slot
            for one in allowed:
                allowed[one] &= ~(1 << slot)
            for one in waiting:
                allowed[one] &= ~meeting[slot]
            if all(allowed[one] for one in waiting) and step():
                return True
            del placed[player]
            allowed.update(before)
        return False

    return placed if step() else None


def hopeless(players: int, tables: int, partners: Mapping[int, frozenset[int]]) -> tuple[int, ...]:
    """Players of whom no seating is possible: more than there are tables who must all be kept apart from each
    other, or one who could never find nine to sit with. Empty when nothing so plain is found.

    A round that someone sits out leaves room for more, so sit-outs count as a table of one each.
    """
    rooms = tables + players - 10 * tables
    for player in sorted(partners, key=lambda one: (-len(partners[one]), one)):
        if players - 1 - len(partners[player]) < 9:
            return (player, *sorted(partners[player]))
        group = {player}
        for other in sorted(partners[player], key=lambda one: (-len(partners[player] & partners[one]), one)):
            if group <= partners[other]:
                group.add(other)
        if len(group) > rooms:
            return tuple(sorted(group))
    return ()
