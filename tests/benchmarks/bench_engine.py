"""How long the engine takes for one event and for one game; CPU time, medians."""

from __future__ import annotations

import random
import statistics
import time

from measure import Figure
from oracle.random_games import random_game
from oracle.values import AKTAU

from rules.game import Game, fold, parse_event
from rules.regulation import load


def figures() -> list[Figure]:
    """µs of `apply`, ms of a whole game of 150 events and more, and of `legal` and `step`."""
    regulation = load("aktau-2017")
    games = []
    seed = 0
    while len(games) < 12:
        events = [parse_event(row) for row in random_game(random.Random(seed), AKTAU)]
        seed += 1
        if len(events) >= 110:
            games.append(events)
    apply, legal, replay = [], [], []
    for events in games:
        game = Game.new(regulation)
        for event in events:
            start = time.process_time_ns()
            after = game.apply(event)
            apply.append(time.process_time_ns() - start)
            start = time.process_time_ns()
            game.legal()
            legal.append(time.process_time_ns() - start)
            game = after
        start = time.process_time_ns()
        fold(regulation, events)
        replay.append((time.process_time_ns() - start) * 150 / len(events))
    return [
        Figure("one event through Game.apply", statistics.median(apply) / 1e3, 30, "µs"),
        Figure("what is legal now", statistics.median(legal) / 1e3, None, "µs"),
        Figure("replay, per 150 events", statistics.median(replay) / 1e6, 10, "ms"),
    ]
