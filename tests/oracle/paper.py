"""A game as it is typed from a paper protocol: facts alone, what follows from them left out."""

from __future__ import annotations

import random
from collections.abc import Iterable

from .refusals import NEVER_MOVE, Event
from .replay import Oracle
from .values import Values


def thin(rng: random.Random, events: Iterable[Event], values: Values) -> list[Event]:
    """The game as typed from paper: played, it gives the same sheet.

    Left out, at random: what fast-forward supplies (`next`, the last candidate's hands, checks, an empty
    best move) and notes. Events that apply where the game stands keep everything before them. Names become
    numbers.
    """
    game = Oracle(values)
    sparse = rng.random()
    kept: list[Event] = []
    left_out: list[Event] = []
    for event in events:
        if _may_be_left_out(game, event) and rng.random() < sparse:
            if event["event"] != "note":
                left_out.append(event)
        else:
            if event["event"] == "note":
                kept.append(event)
            elif event["event"] in NEVER_MOVE:
                kept += [*left_out, event]
                left_out = []
            else:
                kept.append(_in_numbers(game, event) if rng.random() < 0.3 else event)
                left_out = []
        game.apply(event)
    return kept


def _may_be_left_out(game: Oracle, event: Event) -> bool:
    kind = event["event"]
    if kind == "vote":
        return game.needs_no_input()
    return kind in ("next", "check", "note") or (kind == "best_move" and not event["seats"])


def _in_numbers(game: Oracle, event: Event) -> Event:
    kind = event["event"]
    if kind in ("vote", "lift") and event.get("voters") is not None:
        fields = {name: value for name, value in event.items() if name != "voters"}
        return {**fields, "votes": len(event["voters"])}
    if kind == "shoot" and event.get("shots") is not None:
        after = game.copy()
        after.apply(event)
        return {"event": "shoot", "seat": after.victim}
    return event
