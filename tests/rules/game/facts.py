"""Short ways to say what happens at a table, for the tests of the rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import combinations
from typing import Any

from rules.game import Choice, Event, Game, parse_event
from rules.regulation import Regulation, load

CARDS = ("civilian",) * 6 + ("sheriff", "mafia", "mafia", "don")
"""The deal of most tests: reds 1-7 (sheriff 7), mafia 8 and 9, don 10."""

NULL_TO_ELEVEN = (None, *range(12))


@cache
def regulation(ident: str = "aktau-2017") -> Regulation:
    return load(ident)


def fact(kind: str, **fields: Any) -> Event:
    """An event as a protocol would hold it."""
    return parse_event({"event": kind, **fields})


def deal(cards: tuple[str, ...] = CARDS) -> Event:
    return fact("roles", roles={str(seat): role for seat, role in enumerate(cards, 1)})


def dealt(ident: str = "aktau-2017", cards: tuple[str, ...] = CARDS) -> Game:
    """A game in the meeting night."""
    return Game.new(regulation(ident)).apply(deal(cards))


def every_event() -> Iterator[dict[str, Any]]:
    """Every kind of event with every seat from {null, 0..11}, and hands from -1 to 11, as raw objects."""
    seats = NULL_TO_ELEVEN
    yield {"event": "roles", "roles": {str(seat): role for seat, role in enumerate(CARDS, 1)}}
    yield {"event": "next"}
    for by in seats:
        yield {"event": "withdraw", "by": by}
        for seat in seats:
            yield {"event": "nominate", "by": by, "seat": seat}
    for seat in seats:
        for hands in range(-1, 12):
            yield {"event": "vote", "seat": seat, "votes": hands}
        yield {"event": "vote", "seat": seat, "voters": [seat]}
        yield {"event": "vote", "seat": seat, "voters": [1, 2]}
        yield {"event": "vote", "seat": seat, "voters": []}
        yield {"event": "vote", "seat": seat}
        yield {"event": "lift", "voters": [seat]}
        yield {"event": "shoot", "seat": seat}
        for shooter in range(12):
            yield {"event": "shoot", "shots": {str(shooter): seat}}
        for by in ("don", "sheriff", "mafia"):
            yield {"event": "check", "by": by, "seat": seat}
        yield {"event": "best_move", "seats": [seat]}
        yield {"event": "best_move", "seats": [seat, 2, 5]}
        yield {"event": "best_move", "seats": [seat, 2, 5, 6]}
        for kind in ("foul", "remove", "team_defeat"):
            yield {"event": kind, "seat": seat, "reason": "because"}
        yield {"event": "foul", "seat": seat}
        yield {"event": "remove", "seat": seat, "reason": "fouls"}
        yield {"event": "remove", "seat": seat, "reason": " "}
        for award in ("best", "second", "loser_best", "worst"):
            yield {"event": "award", "seat": seat, "kind": award}
        yield {"event": "award", "seat": seat, "kind": "best", "points": "1"}
        yield {"event": "fine", "seat": seat, "points": "-1/2", "reason": "because"}
        yield {"event": "note", "seat": seat, "text": "word"}
        yield {"event": "protest", "seat": seat, "text": "word"}
    for hands in range(-1, 12):
        yield {"event": "lift", "votes": hands}
    yield {"event": "best_move", "seats": []}
    yield {"event": "best_move", "seats": [2, 2]}
    yield {"event": "cancel_ballot", "reason": "because"}
    yield {"event": "cancel_ballot", "reason": ""}
    for winner in ("red", "black", "draw", "nobody"):
        yield {"event": "award_result", "winner": winner, "reason": "because"}
    yield {"event": "void", "reason": "because"}
    yield {"event": "void", "reason": ""}
    yield {"event": "note", "text": ""}
    yield {"event": "protest", "text": ""}
    yield {"event": "sign", "judge": "judge"}
    yield {"event": "sign", "judge": " "}


def legal_events(legal: Mapping[str, Choice]) -> Iterator[Event]:
    """Concrete events of everything that is legal, the deal left to the caller."""
    for kind, choice in legal.items():
        match kind:
            case "roles":
                yield deal()
            case "nominate":
                yield from (fact(kind, by=choice.by, seat=seat) for seat in choice.seats)
            case "withdraw":
                yield fact(kind, by=choice.by)
            case "vote" | "lift":
                of = {"seat": choice.seats[0]} if kind == "vote" else {}
                assert choice.hands is not None
                least, most = choice.hands
                for hands in range(least, most + 1):
                    yield fact(kind, votes=hands, **of)
                    if hands <= len(choice.voters):
                        yield fact(kind, voters=list(choice.voters[:hands]), **of)
            case "shoot":
                yield from (fact(kind, seat=seat) for seat in choice.seats)
                for seat in choice.seats:
                    yield fact(kind, shots={str(shooter): seat for shooter in choice.voters})
                yield fact(kind, shots={str(choice.voters[0]): choice.seats[-1]})
            case "check":
                yield from (fact(kind, by=choice.by, seat=seat) for seat in choice.seats)
            case "best_move":
                yield fact(kind, seats=[])
                yield from (fact(kind, seats=list(named)) for named in combinations(choice.seats, 3))
            case "foul":
                yield from (fact(kind, seat=seat) for seat in choice.seats)
            case "remove":
                for reason in ("fouls", "argument"):
                    yield from (fact(kind, seat=seat, reason=reason) for seat in choice.seats)
            case "team_defeat":
                yield from (fact(kind, seat=seat, reason="oath") for seat in choice.seats)
            case "award_result":
                yield from (fact(kind, winner=winner, reason="ruling") for winner in choice.values)
            case "award":
                for award, seats in choice.values.items():
                    yield from (parse_event({"event": "award", "seat": s, "kind": award}) for s in seats)
            case "cancel_ballot" | "void":
                yield fact(kind, reason="ruling")
            case "note" | "protest":
                yield fact(kind, text="word")
            case "sign":
                yield fact(kind, judge="judge")
            case "next":
                yield fact(kind)
            case _:
                raise AssertionError(kind)
