"""Invented games, from the deal to the signature, every event legal in the oracle.

`random_game` plays strict events under one of the `HABITS`; `thin` leaves out of such a game what a paper
protocol leaves out. Both take their randomness from the generator handed in.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

from .branches import PARTS, PLACES, UNDECIDED, part, place
from .habits import HABITS, MORE_OFTEN, OFTEN_HERE, ORDINARY, Habits
from .paper import thin
from .refusals import SEATS, Event
from .replay import VOTING, Oracle
from .values import Values

CARDS = ("civilian",) * 6 + ("sheriff", "mafia", "mafia", "don")
FOUL_REASONS = ("noise", "appeal", "pulled_hand", "стук по столу", "hand on the table before the ballot")
REMOVAL_REASONS = ("fouls", "fouls", "insult", "oath", "leaving_table", "ушёл из-за стола")


def random_game(rng: random.Random, values: Values, *, bias: str | None = None) -> list[Event]:
    """The events of one invented game, signed at its end; bias names its habits, else one is drawn."""
    habits = {**ORDINARY, **HABITS[bias or rng.choice((*HABITS, *MORE_OFTEN))]}
    return _Table(rng, values, habits).play()


class _Table:
    """One game being invented."""

    def __init__(self, rng: random.Random, values: Values, habits: Habits) -> None:
        self.rng = rng
        self.values = values
        self.habits = habits
        self.game = Oracle(values)
        self.events: list[Event] = []
        self.plan: list[list[int]] = []
        self.naming = ""
        self.appointments = self._appointments()
        self.closing_words = 0
        self.earliest = self.rng.choice((0, 1, 2, 3, 3))  # day of a result from outside
        self.lonely = self.one_in(10)  # one candidate a day
        if self.chance("outside") or (values["team_defeat"] and self.one_in(9)):
            self.outside = self._outside()
        else:
            self.outside = ("", "")

    def play(self) -> list[Event]:
        while self.game.at != "finished":
            self._on_the_side()
            MOVES[self.game.at](self)
        return self.events

    def do(self, kind: str, /, **fields: Any) -> None:
        event: Event = {"event": kind, **fields}
        self.game.apply(event)
        self.events.append(event)

    def next(self) -> None:
        self.do("next")

    def chance(self, habit: str) -> bool:
        return self.rng.random() < self.habits[habit]

    def one_in(self, number: float) -> bool:
        return self.rng.random() * number < 1

    # ---- what may happen at any step ---------------------------------------------------------------------

    def _appointments(self) -> list[tuple[str, str]]:
        kinds = ("foul", "foul", "remove", "remove", "cancel", "decide", "own", "own", "marks")
        return [
            (self.rng.choice(kinds), self.rng.choice(PLACES)) for _ in range(3) if self.chance("appointments")
        ]

    def _kind_from_outside(self) -> str:
        kinds = ["award_result"] * 5 + ["void"] * 3
        if self.values["team_defeat"] and not self.game.decided:
            kinds += ["team_defeat"] * 8
        return self.rng.choice(kinds)

    def _outside(self) -> tuple[str, str]:
        kind = self._kind_from_outside()
        if kind != "void" and self.one_in(2):
            return kind, self.rng.choice((*PARTS, "in the voting", "in a last word"))
        return kind, self.rng.choice(UNDECIDED if kind == "team_defeat" else PLACES)

    def _on_the_side(self) -> None:
        """Perhaps some events that fit any step; the step may be another afterwards."""
        if self.chance("note"):
            self.do("note", text="ясно", **({"seat": self.rng.choice(SEATS)} if self.one_in(2) else {}))
        where = (place(self.game), part(self.game))
        soon = 8 if self.game.at == "speech" else 1.1 if self.game.at == "last_word" else 1.7
        if self.outside[1] in where and self.game.day >= self.earliest and self.one_in(soon):
            self._end_from_outside(self.outside[0])
            self.outside = ("", "")
        if self.game.at == "deal":
            return
        for appointment in list(self.appointments):
            if appointment[1] in where and self.one_in(2):
                self.appointments.remove(appointment)
                self._keep(appointment[0])
        if self.chance("coincide"):
            self._coincide()
        often = OFTEN_HERE.get(self.game.at, 1)
        for kind in ("foul", "remove", "cancel"):
            if kind == "cancel" and (self.game.at in VOTING or self.game.by_night):
                often *= 3
            if self.rng.random() < self.habits[kind] * often:
                self._keep(kind)

    def _end_from_outside(self, kind: str) -> None:
        if kind == "void":
            self.do("void", reason=self.rng.choice(("misdeal", "fire alarm")))
        elif kind == "award_result" and self.game.roles:
            self.do("award_result", winner=self.rng.choice(("red", "black", "draw")), reason="disputed")
        elif kind == "team_defeat" and self.game.roles and not self.game.decided:
            departed = sorted(set(SEATS) - self.game.living)
            if self.game.gone and self.one_in(1.8):
                seat = self.rng.choice(sorted(self.game.gone))
            elif departed and self.one_in(1.6):
                seat = self.rng.choice(departed)
            else:
                seat = self.rng.choice(SEATS)
            self.do("team_defeat", seat=seat, reason=self.rng.choice(("peeping", "hint", "подсказка")))

    def _coincide(self) -> None:
        """What would hardly ever fall together by itself."""
        game, one_in = self.game, self.one_in
        at = game.at
        if at == "black_meeting" and one_in(10):
            self._remove(1)
        elif at in VOTING:
            self._coincide_in_the_voting()
        elif at == "last_word":
            self._coincide_in_a_last_word()
        elif at == "speech":
            self._coincide_in_a_speech()
        elif at == "shooting" and one_in(6 if game.night == 1 else 9):
            if game.night == 1 and one_in(1.3):
                self._remove(self.rng.choice(sorted(game.living)))
            else:
                self._decide()
        elif at in ("don_check", "sheriff_check") and one_in(20):
            parts = ("don", "sheriff")
            self._remove(self.rng.choice([s for s in SEATS if game.roles[s] in parts or s == game.victim]))
        elif at == "sheriff_check" and one_in(12):
            seat = self.rng.choice(sorted(game.living))
            while game.fouls[seat] < 3:
                self._foul(seat)
        if game.by_night and game.at != "deal" and one_in(150):
            self._end_from_outside(self._kind_from_outside())

    def _coincide_in_a_speech(self) -> None:
        game = self.game
        if len(game.living) in (3, 4, 5) and self.one_in(4):
            seat = self.rng.choice(sorted(game.living))
            while game.at == "speech" and game.fouls[seat] < 3:
                self._foul(seat)
        elif game.own_nominee in game.living and self.one_in(16):
            self._remove(game.own_nominee or 0)

    def _coincide_in_the_voting(self) -> None:
        game, one_in = self.game, self.one_in
        at = game.at
        if at == "lift" and one_in(6):
            self._keep("cancel")
        elif at == "lift" and one_in(3):
            seat = self.rng.choice(sorted(game.living))
            self._remove(seat) if one_in(2) else self._foul(seat)
        elif at != "ballot" and one_in(16 if at == "lift" else 100):
            self._end_from_outside(self._kind_from_outside())
        elif at == "lift" or (at == "reballot" and one_in(8)):
            self._decide()
        elif at == "reballot" and one_in(15):
            self._remove(self.rng.choice(sorted(game.living)))
        elif at == "reballot" and one_in(20):
            self._keep("cancel")
        elif at == "defence" and one_in(12) and game.fouls[game.seat or 0] < 3:
            self._own()

    def _coincide_in_a_last_word(self) -> None:
        game, one_in = self.game, self.one_in
        present = [seat for seat in SEATS if game.at_the_table(seat)]
        if one_in(3 if game.decided else 30):
            self._end_from_outside(self._kind_from_outside())
        elif game.decided and one_in(1.8):
            self._foul(self.rng.choice(present)) if one_in(2) else self._remove(self.rng.choice(present))
        elif len(game.words) > 1 and one_in(2):
            self._remove(game.words[-1])
        elif one_in(8 if game.seat == game.first_killed else 10):
            self._own()
        elif game.result_known and not game.decided and one_in(9):
            self._remove(self.rng.choice(sorted(game.living)))
        elif not game.result_known and not game.decided and one_in(25):
            self._keep("cancel")
        elif not game.decided and one_in(12):
            self._decide()

    def _keep(self, kind: str) -> None:
        present = [seat for seat in SEATS if self.game.at_the_table(seat)]
        if not present:
            return
        if kind == "cancel":
            event = {"event": "cancel_ballot", "reason": "noise in the hall"}
            for _ in range(2 if self.one_in(4) else 1):
                if self.game.accepts(event):
                    self.do("cancel_ballot", reason=event["reason"])
        elif kind == "foul":
            self._foul(self._whom(present))
        elif kind == "remove":
            self._remove(self._whom(present))
        elif kind == "own":
            self._own()
        elif kind == "decide":
            self._decide()
        elif kind == "marks":
            while self.game.at_the_table(present[0]) and self.game.fouls[present[0]] < 4:
                self._foul(present[0])

    def _whom(self, present: list[int]) -> int:
        """Often somebody with fouls, somebody leaving, somebody speaking or somebody just named."""
        game = self.game
        with_fouls = [seat for seat in present if game.fouls[seat]]
        leaving = [seat for seat in present if seat not in game.living]
        if with_fouls and self.chance("repeated_foul"):
            return max(
                self.rng.sample(with_fouls, min(2, len(with_fouls))), key=lambda seat: game.fouls[seat]
            )
        if leaving and self.one_in(2):
            return self.rng.choice(leaving)
        if game.seat in present and self.one_in(3):
            return int(game.seat or 0)
        if game.own_nominee in present and self.one_in(3):
            return int(game.own_nominee or 0)
        roles = [seat for seat in present if game.roles[seat] in ("don", "sheriff")]
        if roles and game.by_night and self.one_in(2):
            return self.rng.choice(roles)
        return self.rng.choice(present)

    def _foul(self, seat: int) -> None:
        if self.one_in(3):
            self.do("foul", seat=seat)
        else:
            self.do("foul", seat=seat, reason=self.rng.choice((None, *FOUL_REASONS)))

    def _remove(self, seat: int) -> None:
        if not self.game.at_the_table(seat):
            return
        self.do("remove", seat=seat, reason=self.rng.choice(REMOVAL_REASONS))

    def _own(self) -> None:
        """A third foul, or a removal, for the seat whose step it is or that learns it was shot."""
        game = self.game
        seat = game.victim if game.by_night and game.victim else game.seat
        if game.at == "speech" and game.own_nominee and self.one_in(2):
            seat = game.own_nominee
        elif game.at == "last_word" and self.one_in(2):
            seat = game.words[-1]
        if seat is None or not game.at_the_table(seat):
            return
        if self.one_in(2):
            self._remove(seat)
            return
        while game.at_the_table(seat) and game.fouls[seat] < 3:
            self._foul(seat)

    def _decide(self) -> None:
        """Remove somebody whose removal ends the game; in night 0 as many as it takes."""
        game = self.game
        for _ in range(4 if place(game) == "in night 0" else 1):
            blacks = game.living_blacks()
            reds = game.living - blacks
            if game.decided:
                return
            if len(blacks) == 1 and (len(reds) > 2 or self.one_in(2)):
                self._remove(*blacks)
            elif len(reds) - len(blacks) == 1 or place(game) == "in night 0":
                self._remove(self.rng.choice(sorted(reds)))

    def _ends_the_game(self, seat: int) -> bool:
        game = self.game
        blacks = len(game.living_blacks())
        reds = len(game.living) - blacks
        black = game.team(seat) == "black"
        return not 0 < blacks - black < reds - (not black)

    def _spared(self, seats: Iterable[int]) -> list[int]:
        """Those whose leaving would not end the game, if there are any."""
        seats = list(seats)
        spared = [seat for seat in seats if not self._ends_the_game(seat)]
        return spared if spared and self.chance("long") else seats

    # ---- the move of each step ---------------------------------------------------------------------------

    def deal(self) -> None:
        if self.one_in(20):
            self.do("note", text="seat 4 late")
        if self.one_in(22):
            self.do("void", reason="misdeal")
            return
        cards = list(CARDS)
        self.rng.shuffle(cards)
        self.do("roles", roles={str(seat): card for seat, card in zip(SEATS, cards, strict=True)})

    def speech(self) -> None:
        speaker = self.game.seat
        if len(self.game.living) in (3, 4, 5) and self.one_in(6):
            seat = self.rng.choice(sorted(self.game.living))
            while self.game.fouls[seat] < 3:
                self._foul(seat)
        while self.game.at == "speech" and self.game.seat == speaker:
            taken_back = self.chance("withdraw") or (self.game.silenced and self.one_in(3))
            if self.game.own_nominee is not None and taken_back:
                self.do("withdraw", by=speaker)
            elif self.game.own_nominee is None and (self.chance("nominate") or self._four_with_candidates()):
                if self.lonely and self.game.nominees:
                    break
                free = [seat for seat in sorted(self.game.living) if seat not in self.game.nominees]
                if free:
                    own = speaker in free and self.one_in(8)
                    self.do(
                        "nominate", by=speaker, seat=speaker if own else self.rng.choice(self._spared(free))
                    )
                    if self.one_in(3):
                        self._on_the_side()
                    continue
                break
            elif self.game.own_nominee not in (None, *self.game.nominees) and self.one_in(1.2):
                self.do("withdraw", by=speaker)
            else:
                break
        if self.game.at == "speech" and self.game.seat == speaker:
            self.next()

    def _four_with_candidates(self) -> bool:
        return len(self.game.living) == 4 and self.one_in(3)

    def ballot(self) -> None:
        game = self.game
        if not game.hands:
            self.plan = self._plan()
            self.naming = self.rng.choice(("names", "names", "numbers", "numbers", "both"))
        if game.needs_no_input() and self.one_in(3):
            self.next()
            return
        voters = self.plan[len(game.hands)]
        if self.naming == "names" or (self.naming == "both" and self.one_in(2)):
            self.do("vote", seat=game.seat, voters=list(voters))
        else:
            self.do("vote", seat=game.seat, votes=len(voters))

    def _plan(self) -> list[list[int]]:
        """Who votes for each candidate."""
        game = self.game
        counts = self._counts(len(game.living), game.candidates)
        voters = sorted(game.living)
        self.rng.shuffle(voters)
        plan = []
        for count in counts:
            plan.append(voters[:count])
            voters = voters[count:]
        return plan

    def _counts(self, hands: int, candidates: list[int]) -> list[int]:
        number = len(candidates)
        four_living = hands == 4 and number > 1 and self.one_in(1.4)
        if four_living or self.chance("retie" if self.game.tied_before else "tie"):
            counts = self._tied_counts(hands, number)
            if counts:
                return counts
        if self.chance("unanimous"):
            counts = [0] * number
            counts[self.rng.randrange(number)] = hands
            return counts
        counts = [0] * number
        for _ in range(hands):
            counts[self.rng.randrange(number)] += 1
        spared = self._spared(candidates)
        blacks = [seat for seat in spared if self.game.team(seat) == "black"]
        chosen = self.rng.choice(blacks if blacks and self.one_in(1.8) else spared)
        last = [seat for seat in candidates if self._ends_the_game(seat)]
        if last and self.one_in(3):
            last_blacks = [seat for seat in last if self.game.team(seat) == "black"]
            chosen = self.rng.choice(last_blacks or last)
        most = counts.index(max(counts))
        first = candidates.index(chosen)
        counts[first], counts[most] = counts[most], counts[first]
        return counts

    def _tied_counts(self, hands: int, number: int) -> list[int]:
        """Hands of which at least two candidates have the most, all of them if that can be; else nothing."""
        fewer = self.one_in(1.1 if number > 3 else 20 if self.game.tied_before else 2)
        if hands % number == 0 and number > 1 and not fewer:
            return [hands // number] * number
        ways = [
            (tied, most, which)
            for tied in range(2, number + 1)
            for most in range(1, hands // tied + 1)
            if hands - tied * most <= (number - tied) * (most - 1)
            for which in range(tied)  # the more are tied, the likelier
        ]
        if not ways:
            return []
        if number > 3 and not self.one_in(8):
            ways = [way for way in ways if way[0] > 2] or ways
        again = [way for way in ways if hands % way[0] == 0]  # the same seats can be tied once more
        tied, most, _ = self.rng.choice(again if again and self.one_in(1.5) else ways)
        blacks = [i for i, seat in enumerate(self.game.candidates) if self.game.team(seat) == "black"]
        first = self.rng.sample(range(number), tied)
        reds = [i for i in range(number) if i not in blacks]
        if len(blacks) <= tied and self.one_in(1.6):
            first = blacks + self.rng.sample(reds, tied - len(blacks))
        elif len(reds) >= tied and self.one_in(2):
            first = self.rng.sample(reds, tied)
        counts = [most if index in first else 0 for index in range(number)]
        others = [index for index in range(number) if index not in first]
        for _ in range(hands - tied * most):
            index = self.rng.choice([index for index in others if counts[index] < most - 1])
            counts[index] += 1
        return counts

    def lift(self) -> None:
        game = self.game
        if self.one_in(10):
            self._remove(self.rng.choice(sorted(game.living)))
            return
        if self.one_in(10):
            self._keep("cancel")
            return
        living = sorted(game.living)
        after = game.copy()
        after.apply({"event": "lift", "votes": len(living)})
        if self.chance("lift") or (after.decided and self.one_in(1.2)):
            votes = self.rng.randint(len(living) // 2 + 1, len(living))
        elif self.one_in(1.15):
            votes = len(living) // 2
        else:
            votes = self.rng.randint(0, len(living) // 2)
        if self.one_in(2):
            self.do("lift", voters=self.rng.sample(living, votes))
        else:
            self.do("lift", votes=votes)

    def last_word(self) -> None:
        game = self.game
        if game.decided and self.one_in(3):
            self._foul(game.seat or 0) if self.one_in(2) else self._remove(game.seat or 0)
            return
        if game.result_known and self.one_in(12):
            self._remove(self.rng.choice(sorted(game.living) if self.one_in(2) else game.words[-1:]))
            return
        due = game.seat == game.first_killed and game.best_move_granted and game.best_move is None
        if due and self.rng.random() < 0.75:
            number = self.rng.choice((0, 1, 2, 3, 3, 3))
            others = [seat for seat in SEATS if seat != game.seat]
            departed = [seat for seat in others if seat not in game.living]
            seats = self.rng.sample(others, number)
            if departed and number and self.one_in(2):
                seats = list(dict.fromkeys((self.rng.choice(departed), *seats)))[:number]
            self.do("best_move", seats=seats)
            self._on_the_side()
            if game.at != "last_word" or game.seat != game.first_killed:
                return
        self.next()

    def shooting(self) -> None:
        game = self.game
        if game.night == 1 and self.one_in(12):
            self._remove(self.rng.choice(sorted(game.living)))
            return
        living, blacks = sorted(game.living), sorted(game.living_blacks())
        pool = set(blacks) if self.one_in(7 if len(blacks) > 1 else 3) else game.living - set(blacks)
        target = self.rng.choice(
            [seat for seat in self._spared(living) if seat in pool] or self._spared(living)
        )
        by_shots = self.one_in(2)
        if self.chance("miss") or (len(living) == 4 and self.one_in(2)):  # four by day are worth seeing
            if not by_shots:
                self.do("shoot", seat=None)
                return
            shots: dict[str, int | None] = {str(black): self.rng.choice(living) for black in blacks}
            if len(blacks) == 1 or len(set(shots.values())) == 1 or self.one_in(2):
                if self.one_in(2):
                    shots[str(blacks[0])] = None
                else:
                    del shots[str(blacks[0])]
            self.do("shoot", shots=shots)
        elif by_shots:
            self.do("shoot", shots={str(black): target for black in blacks})
        else:
            self.do("shoot", seat=target)

    def check(self) -> None:
        game = self.game
        by = game.at.removesuffix("_check")
        event: Event = {"event": "check", "by": by, "seat": self.rng.choice(SEATS)}
        if game.accepts(event) and not self.one_in(5):
            self.do("check", by=by, seat=event["seat"])
        elif self.one_in(2):
            self.do("check", by=by, seat=None)
        else:
            self.next()

    def closing(self) -> None:
        game = self.game
        self.closing_words += 1
        if self.closing_words > 12 or self.one_in(7):
            self.do("sign", judge="J")
        elif game.ending == "void" and self.one_in(5):
            self._end_from_outside("award_result")
        elif self.one_in(2):
            awards = [
                {"event": "award", "seat": seat, "kind": kind}
                for seat in SEATS
                for kind in self.values["awards"]
            ]
            fitting = [award for award in awards if game.accepts(award)]
            if fitting:
                award = self.rng.choice(fitting)
                self.do("award", seat=award["seat"], kind=award["kind"])
        elif self.one_in(5):
            self.do("protest", text="the count of the second ballot")
        elif self.one_in(4 if game.awards else 16):
            self._end_from_outside("award_result")
        elif self.one_in(8 if game.awards else 30):
            self._end_from_outside("void")


MOVES = {
    "deal": _Table.deal,
    "black_meeting": _Table.next,
    "sheriff_look": _Table.next,
    "speech": _Table.speech,
    "ballot": _Table.ballot,
    "defence": _Table.next,
    "reballot": _Table.ballot,
    "lift": _Table.lift,
    "last_word": _Table.last_word,
    "shooting": _Table.shooting,
    "don_check": _Table.check,
    "sheriff_check": _Table.check,
    "closing": _Table.closing,
    "finished": lambda table: None,
}


__all__ = ["HABITS", "random_game", "thin"]
