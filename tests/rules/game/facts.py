"""Short ways to say what happens at a table, for the tests of the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from itertools import combinations
from typing import Any

from rules.game import Choice, Event, Game, IllegalEvent, State, Step, parse_event
from rules.regulation import Regulation, load
from rules.sheet import Sheet
from rules.sheet_json import derive_sheet

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
                    row = {"event": "award", "kind": award}
                    if award in choice.free:
                        row["points"] = "-1/2"
                    yield from (parse_event(row | {"seat": seat}) for seat in seats)
            case "fine":
                for points in choice.values:
                    yield from (fact(kind, seat=s, points=str(points), reason="card") for s in choice.seats)
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


class Table:
    """A table in the middle of a game, told in a judge's words. Seats 1-7 red (7 sheriff), 8-10 black."""

    def __init__(self, ident: str = "aktau-2017", cards: tuple[str, ...] = CARDS, **parts: Any) -> None:
        reg = regulation(ident)
        for part, changes in parts.items():
            reg = replace(reg, **{part: replace(getattr(reg, part), **changes)})
        self.game = Game.new(reg).apply(deal(cards))

    @property
    def s(self) -> State:
        return self.game.state

    @property
    def step(self) -> Step:
        return self.game.step

    @property
    def at(self) -> tuple[str, int | None]:
        return self.step.id, self.step.seat

    @property
    def sheet(self) -> Sheet:
        return derive_sheet(self.game)

    def do(self, kind: str, **fields: Any) -> Table:
        self.game = self.game.apply(fact(kind, **fields))
        return self

    def play(self, kind: str, **fields: Any) -> Table:
        self.game = self.game.play(fact(kind, **fields))
        return self

    def award(self, seat: int, kind: str) -> Table:
        self.game = self.game.play(parse_event({"event": "award", "seat": seat, "kind": kind}))
        return self

    def refused(self, kind: str, **fields: Any) -> str:
        """The code of the refusal by apply, which must change nothing."""
        return self._refused(self.game.apply, fact(kind, **fields))

    def refused_fact(self, kind: str, **fields: Any) -> str:
        """The code of the refusal by play, which must change nothing."""
        return self._refused(self.game.play, fact(kind, **fields))

    def _refused(self, way: Callable[[Event], Game], event: Event) -> str:
        before = self.game
        try:
            way(event)
        except IllegalEvent as refusal:
            assert self.game is before
            return refusal.code
        raise AssertionError(f"accepted: {event}")

    def next(self, times: int = 1) -> Table:
        for _ in range(times):
            self.do("next")
        return self

    def morning(self) -> Table:
        """From the deal or the night on to the first speech of the day."""
        while self.step.id != "speech":
            self.next()
        return self

    def to_speech(self, seat: int) -> Table:
        while self.at != ("speech", seat):
            self.next()
        return self

    def speeches(self, **names: int) -> Table:
        """All speeches of the day; by3=7 lets seat 3 nominate seat 7."""
        self.morning()
        while self.step.id == "speech":
            nominee = names.get(f"by{self.step.seat}")
            if nominee is not None:
                self.do("nominate", by=self.step.seat, seat=nominee)
            self.next()
        return self

    def votes(self, *hands: int) -> Table:
        """Hands for the candidates in order."""
        for number in hands:
            self.do("vote", seat=self.step.seat, votes=number)
        return self

    def night(self, shot: int | None = None) -> Table:
        """The shot and two empty checks; the last word, if any, comes next."""
        while self.step.id != "shooting":
            self.next()
        self.do("shoot", seat=shot)
        while self.step.id in ("don_check", "sheriff_check", "best_move"):
            self.next()
        return self

    def quiet_day(self) -> Table:
        """A day without nominations, up to the shooting."""
        return self.speeches()

    def fouls(self, seat: int, times: int) -> Table:
        for _ in range(times):
            self.do("foul", seat=seat)
        return self
