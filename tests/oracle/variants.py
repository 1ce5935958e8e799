"""Events to try at a step whether they fit or not: every kind, every seat and no seat, every form."""

from __future__ import annotations

import random
from typing import Any

from .random_games import CARDS
from .refusals import SEATS, Event
from .replay import Oracle

ANY_SEAT = (None, *range(12))
SOME_SEATS = (None, 0, 1, 4, 7, 11)
TEXTS = ("why", "", " ")


def anywhere() -> list[Event]:
    """The same at every step."""
    events: list[Event] = [{"event": "next"}, {"event": "lift"}, {"event": "best_move", "seats": []}]
    events.append(
        {"event": "roles", "roles": {str(seat): card for seat, card in zip(SEATS, CARDS, strict=True)}}
    )
    for seat in ANY_SEAT:
        for by in SOME_SEATS:
            events.append({"event": "nominate", "by": by, "seat": seat})
        events.append({"event": "withdraw", "by": seat})
        events += [{"event": "vote", "seat": seat, "votes": votes} for votes in (0, 1, 10)]
        events.append({"event": "vote", "seat": seat, "voters": [1, 2]})
        events.append({"event": "vote", "seat": seat, "votes": 1, "voters": [1]})
        events.append({"event": "vote", "seat": seat})
        events.append({"event": "shoot", "seat": seat})
        events.append({"event": "shoot", "shots": {str(seat): 1}})
        events.append({"event": "shoot", "shots": {"5": seat}})
        events += [{"event": "check", "by": by, "seat": seat} for by in ("don", "sheriff", "mafia")]
        events += [{"event": "best_move", "seats": [*first, seat]} for first in ((), (1, 2))]
        events += [{"event": "foul", "seat": seat, "reason": reason} for reason in (None, "noise")]
        events += [{"event": "remove", "seat": seat, "reason": reason} for reason in ("fouls", *TEXTS)]
        events += [{"event": "team_defeat", "seat": seat, "reason": reason} for reason in TEXTS]
        events += [
            {"event": "award", "seat": seat, "kind": kind} for kind in ("best", "second", "loser_best", "mvp")
        ]
        events.append({"event": "award", "seat": seat, "kind": "best", "points": "1"})
        events.append({"event": "fine", "seat": seat, "points": "-1", "reason": "late"})
        events += [{"event": kind, "text": "so", "seat": seat} for kind in ("note", "protest")]
    for text in TEXTS:
        events += [{"event": kind, "reason": text} for kind in ("cancel_ballot", "void")]
        events += [{"event": kind, "text": text} for kind in ("note", "protest")]
        events.append({"event": "sign", "judge": text})
        events += [
            {"event": "award_result", "winner": winner, "reason": text}
            for winner in ("red", "black", "draw", "void")
        ]
    events += [{"event": "best_move", "seats": seats} for seats in ([1, 2, 3, 4], [1, 1])]
    return events


def here(rng: random.Random, game: Oracle) -> list[Event]:
    """Made for the present step: nearly right votes, shots, nominations."""
    living = sorted(game.living)
    return [
        *_votes(rng, game, living),
        *_shots(rng, game, living),
        *({"event": "nominate", "by": by, "seat": rng.choice(SEATS)} for by in living),
        *({"event": "withdraw", "by": by} for by in living),
        *({"event": "best_move", "seats": rng.sample(SEATS, rng.randint(0, 4))} for _ in range(4)),
    ]


def _votes(rng: random.Random, game: Oracle, living: list[int]) -> list[Event]:
    hands_left = game.hands_left()
    some: list[dict[str, Any]] = [{"votes": votes} for votes in (hands_left - 1, hands_left, hands_left + 1)]
    some += [{"voters": rng.sample(SEATS, rng.randint(0, 6))} for _ in range(3)]
    some += [{"voters": [seat for seat in living if seat not in game.voted]}, {"voters": living}]
    events = [{"event": "vote", "seat": seat, **hands} for seat in game.candidates for hands in some]
    lifts: list[dict[str, Any]] = [
        {"votes": votes} for votes in (-1, len(living) // 2, len(living), len(living) + 1)
    ]
    lifts += [{"voters": living}, {"voters": living[:1] * 2}, {"voters": [1, 2, 3]}]
    return events + [{"event": "lift", **hands} for hands in lifts]


def _shots(rng: random.Random, game: Oracle, living: list[int]) -> list[Event]:
    if not game.roles:
        return []
    blacks = sorted(game.living_blacks())
    target = rng.choice(SEATS)
    shots = [{str(black): rng.choice((None, *SEATS)) for black in blacks} for _ in range(3)]
    shots += [{str(seat): target for seat in seats} for seats in (blacks, blacks + living[:1])]
    events: list[Event] = [{"event": "shoot", "shots": shown} for shown in shots]
    return [*events, {"event": "shoot", "seat": target, "shots": shots[3]}]
