"""One game told once more, step by step, in the order in which the rules are written down.

`Oracle(values)` starts before the deal. `apply` takes an event of the present step only, `play` moves through
steps that need no input first, `run_on` moves to the first step that needs input; `step`, `sheet()` and
`decided` say where the game stands; `accepts` only asks. A refused event raises `Refused` with a code and
changes nothing. Codes of events at a wrong step are `expected_` and the id of the step that is expected.

Decisions taken where the rules leave room
 1. Every event is first looked at for its step, then for its values: a wrong seat at a wrong step is a
    wrong step.
 2. `step.seat` is the speaker, the defender, the seat in its last word, or the candidate whose hands are
    asked for; None at every other step, the checks included. `step.seconds` is None where no clock runs.
 3. `step.day` is set by day and `step.night` by night, never both; the deal belongs to night 0, closing
    and finished to neither.
 4. Nominating in a speech of somebody else is an event at a wrong step (`expected_speech`), so is a check
    by the other role, and a best move in a last word that is not the first victim's.
 5. A nomination whose nominee was removed in the same speech is off the list, yet it is the speaker's one
    accepted nomination: he may withdraw it and then name another.
 6. If seat 1 left in night 0, day 1 opens with the next living seat. The seat that opens a day is looked
    for after the seat that opened the day before, whether that one still lives or not.
 7. A vote and a lift need exactly one of `votes` and `voters`; neither is refused like both. Voters live,
    are named once, and have not voted in this ballot yet; counts and names may be mixed within one
    ballot.
 8. Strictly, only a vote or `next` completes a ballot in which the last candidate's hands alone are
    missing; an event of a later step does so only when played.
 9. Among the shots, a black who is not named or has null shows nothing: a miss. A seat that has left is
    refused wherever it is shown, even if the shots differ anyway. `seat` beside `shots` is refused.
10. A role that left before this night, or was removed, checks nobody: only null is accepted for it. The
    holder shot this night may check unless he was removed after the shot.
11. Those who left "before night 1" are those of night 0 and day 1; a removal of night 1 before the shot
    does not take the best move away.
12. A removal that ends the game at night leads straight to the last word of this night's victim, if there
    is one.
13. A seat voted out that is removed while it waits for its last word has no last word.
14. A ballot cancelled by hand while under way ends the day at once, as a removal does. In the last words
    of those voted out no ballot can be cancelled by hand: today's result is known and the night has not
    begun.
15. `award`, `protest` and `sign` fit `closing` only; in a last word they are events of a later step.
16. A reason, a text and the judge's name are refused when empty or only blanks; a foul may go without a
    reason.
17. `remove` with the reason `fouls` stands in `removed` with kind `fouls` and reason `fouls`; a fourth
    foul with the reason of that foul.
18. A void game counts as decided: later fouls and removals are marks, a protest may be lodged, no award
    is given, and awards given before fall. A void may be repeated without effect. Where no deal took
    place, fouls, removals, team defeats, awarded results and cancellations are refused after the void too
    (`no_deal`).
19. An award dropped by a new result stays dropped, even if a third result fits it again; it may be given
    anew.
20. `points` of an award are refused, as both tournaments have fixed kinds only.
21. A day on which nobody leaves has no last words: its quiet round is counted, and the draw stands, as
    soon as the speeches, the ballot or the lift question are over, or the ballot under way is cancelled
    by hand.
22. A team defeat may name any of the ten seats, also one removed long ago, and the living culprit leaves.
23. Played events stop at the first step they belong to and are judged there: a second nomination by the
    speaker is refused, not carried to a later day. A vote for another seat than the last candidate, when
    his hands alone are missing, is taken for a vote of the re-ballot.
24. A played `next`, `award_result` or `void` applies where the game stands.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from .refusals import (
    NEEDS_NO_INPUT,
    NEVER_MOVE,
    SEATS,
    STEPS_OF,
    Event,
    Refused,
    award_fits,
    check,
    hands,
    is_of_a_later_step,
)
from .values import Values

__all__ = ["Oracle", "Refused", "Step"]

BLACKS = ("mafia", "don")
NIGHT_STEPS = ("deal", "black_meeting", "sheriff_look", "shooting", "don_check", "sheriff_check")
VOTING = ("ballot", "defence", "reballot", "lift")


class Step(NamedTuple):
    """Where the game stands; seconds on the clock, None without one."""

    id: str
    seat: int | None
    seconds: int | None
    day: int | None
    night: int | None


class Oracle:
    """One game, mutable."""

    def __init__(self, values: Values) -> None:
        self.values = values
        self.at = "deal"
        self.seat: int | None = None
        self.seconds: int | None = None
        self.day = 0
        self.night = 0
        self.roles: dict[int, str] = {}
        self.living: set[int] = set()
        self.left: list[dict[str, Any]] = []
        self.removed: list[dict[str, Any]] = []
        self.gone: set[int] = set()  # the seats in `removed`
        self.winner: str | None = None
        self.ending: str | None = None
        # speeches
        self.opener = 0
        self.spoken: set[int] = set()
        self.silenced = False
        self.nominees: list[int] = []
        self.own_nominee: int | None = None
        # ballot
        self.candidates: list[int] = []
        self.hands: list[int] = []
        self.voted: set[int] = set()
        self.tied_before = 0
        self.defenders: list[int] = []
        self.result_known = False
        self.cancelled: set[int] = set()
        # last words, night
        self.words: list[int] = []
        self.victim: int | None = None
        self.first_killed: int | None = None
        self.best_move_granted = False
        self.best_move: list[int] | None = None
        self.quiet = 0
        # marks
        self.fouls = dict.fromkeys(SEATS, 0)
        self.owes_silence: set[int] = set()
        self.awards: list[dict[str, Any]] = []

    _COPIED = (
        *("roles", "living", "left", "removed", "gone", "spoken", "nominees", "candidates", "hands", "voted"),
        *("defenders", "cancelled", "words", "fouls", "owes_silence", "awards"),
    )

    def copy(self) -> Oracle:
        """The same game, to be played on apart."""
        new = object.__new__(Oracle)
        new.__dict__.update(self.__dict__)
        for name in self._COPIED:
            new.__dict__[name] = self.__dict__[name].copy()
        return new

    # ---- what is asked of a game -------------------------------------------------------------------------

    @property
    def decided(self) -> bool:
        """Is there a result, a void one included?"""
        return self.ending is not None

    @property
    def by_night(self) -> bool:
        return self.at in NIGHT_STEPS

    @property
    def step(self) -> Step:
        over = self.at in ("closing", "finished")
        return Step(
            self.at,
            self.seat,
            self.seconds,
            None if over or self.by_night else self.day,
            self.night if self.by_night else None,
        )

    def sheet(self) -> dict[str, Any]:
        """The sheet so far, in the form protocols store it (without points somebody recorded)."""
        best_move = None
        if self.best_move_granted:
            best_move = list(self.best_move or [])
        return {
            "roles": {str(seat): role for seat, role in sorted(self.roles.items())},
            "winner": self.winner,
            "ending": self.ending,
            "left": [dict(entry) for entry in self.left],
            "removed": [dict(entry) for entry in self.removed],
            "first_killed": self.first_killed,
            "best_move": best_move,
            "fouls": {str(seat): count for seat, count in self.fouls.items() if count},
            "awards": [dict(entry) for entry in self.awards],
            "fines": [],
        }

    def team(self, seat: int) -> str:
        return "black" if self.roles[seat] in BLACKS else "red"

    def living_blacks(self) -> set[int]:
        return {seat for seat in self.living if self.roles[seat] in BLACKS}

    def at_the_table(self, seat: int) -> bool:
        """Living and not removed, or a victim or voted-out seat until the end of its last word."""
        if seat in self.gone:
            return False
        return seat in self.living or seat in self.words or (seat == self.victim and self.by_night)

    def needs_no_input(self) -> bool:
        """May `next` end the present step?"""
        if self.at in ("ballot", "reballot"):
            return len(self.hands) == len(self.candidates) - 1
        return self.at in NEEDS_NO_INPUT

    # ---- taking events -----------------------------------------------------------------------------------

    def accepts(self, event: Event) -> bool:
        try:
            check(self, event)
        except Refused:
            return False
        return True

    def apply(self, event: Event) -> None:
        """Take an event of the present step."""
        check(self, event)
        getattr(self, "_do_" + event["event"])(event)

    def play(self, event: Event) -> None:
        """Take an event of the present or a later step, moving through steps that need no input."""
        kind = event.get("event")
        if kind in NEVER_MOVE or kind not in STEPS_OF or not is_of_a_later_step(self, event):
            self.apply(event)
            return
        before = self.copy()
        try:
            while is_of_a_later_step(self, event):
                if not self.needs_no_input():
                    raise Refused("expected_" + self.at)
                self._do_next({})
            self.apply(event)
        except Refused:
            self.__dict__ = before.__dict__
            raise

    def run_on(self) -> None:
        """Move to the first step that needs input."""
        while self.needs_no_input():
            self._do_next({})

    # ---- deal and night 0 --------------------------------------------------------------------------------

    def _do_roles(self, event: Event) -> None:
        self.roles = {int(seat): role for seat, role in event["roles"].items()}
        self.living = set(SEATS)
        self._go("black_meeting")

    def _go(self, step: str, seat: int | None = None) -> None:
        self.at, self.seat = step, seat
        self.seconds = self.values["clock"].get(step)

    # ---- next: what follows each step --------------------------------------------------------------------

    def _do_next(self, event: Event) -> None:
        if self.at == "black_meeting":
            self._go("sheriff_look")
        elif self.at == "sheriff_look":
            self._morning()
        elif self.at == "speech":
            self._next_speech()
        elif self.at in ("ballot", "reballot"):
            self._raise_hands(self.hands_left())
        elif self.at == "defence":
            self._next_defence()
        elif self.at == "last_word":
            self.words.pop(0)
            self._next_last_word()
        elif self.at == "don_check":
            self._go("sheriff_check")
        elif self.at == "sheriff_check":
            self._morning()

    # ---- speaking order ----------------------------------------------------------------------------------

    def _morning(self) -> None:
        self.day = self.night + 1
        self.result_known = False
        self.nominees, self.spoken, self.tied_before = [], set(), 0
        if self.victim is not None and self.victim not in self.gone:
            self.words = [self.victim]
        self.at = "morning"
        self._next_last_word()

    def _first_speech(self) -> None:
        seat = self.opener % 10 + 1  # the day before day 1 was opened, so to speak, by seat 0
        while seat not in self.living:
            seat = seat % 10 + 1
        self.opener = seat
        self._next_speech()

    def _next_speech(self) -> None:
        self.own_nominee = None
        for turn in range(10):
            seat = (self.opener - 1 + turn) % 10 + 1
            if seat in self.living and seat not in self.spoken:
                self.spoken.add(seat)
                self._open_speech(seat)
                return
        self._open_ballot()

    def _open_speech(self, seat: int) -> None:
        self._go("speech", seat)
        self.silenced = False
        if seat in self.owes_silence:
            self.owes_silence.discard(seat)
            if len(self.living) in self.values["short_speech_at_alive"]:
                self.seconds = self.values["short_speech"]
            else:
                self.silenced = True
                self.seconds = 0

    # ---- nominations -------------------------------------------------------------------------------------

    def _do_nominate(self, event: Event) -> None:
        self.own_nominee = event["seat"]
        self.nominees.append(event["seat"])

    def _do_withdraw(self, event: Event) -> None:
        if self.own_nominee in self.nominees:
            self.nominees.remove(self.own_nominee)
        self.own_nominee = None

    # ---- ballot ------------------------------------------------------------------------------------------

    def _open_ballot(self) -> None:
        single = len(self.nominees) == 1 and self.day == 1 and not self.values["single_nominee_day_1"]
        if self.day in self.cancelled or not self.nominees or single:
            self._end_of_day()
        else:
            self._ask_for_hands("ballot", self.nominees)

    def _ask_for_hands(self, step: str, candidates: list[int]) -> None:
        self.candidates = list(candidates)
        self.hands, self.voted = [], set()
        self._go(step, candidates[0])

    def hands_left(self) -> int:
        return len(self.living) - sum(self.hands)

    def _do_vote(self, event: Event) -> None:
        self.voted |= set(event.get("voters") or ())
        self._raise_hands(hands(self, event))

    def _raise_hands(self, count: int) -> None:
        self.hands.append(count)
        if len(self.hands) < len(self.candidates):
            self.seat = self.candidates[len(self.hands)]
            return
        most = max(self.hands)
        tied = [seat for seat, hands in zip(self.candidates, self.hands, strict=True) if hands == most]
        if len(tied) == 1:
            self._leave_by_ballot(tied)
        elif len(tied) != self.tied_before:
            self.tied_before = len(tied)
            self.candidates = tied
            self.defenders = list(tied)
            self._next_defence()
        elif len(tied) == len(self.living) or (len(self.living), len(tied)) in self.values["lift_forbidden"]:
            self._end_of_day()
        else:
            self._go("lift")

    def _next_defence(self) -> None:
        if self.defenders:
            self._go("defence", self.defenders.pop(0))
        else:
            self._ask_for_hands("reballot", self.candidates)

    def _do_lift(self, event: Event) -> None:
        if 2 * hands(self, event) > len(self.living):
            self._leave_by_ballot(self.candidates)
        else:
            self._end_of_day()

    def _leave_by_ballot(self, seats: list[int]) -> None:
        self.result_known = True
        for seat in seats:
            self._leaves(seat, "ballot")
        self._look_at_the_end("ballot")
        self.words = list(seats)
        self._next_last_word()

    # ---- leaving, last words, the end of a day -----------------------------------------------------------

    def _leaves(self, seat: int, cause: str) -> None:
        self.living.discard(seat)
        if self.by_night:
            self.left.append({"seat": seat, "cause": cause, "night": self.night})
        else:
            self.left.append({"seat": seat, "cause": cause, "day": self.day})

    def _next_last_word(self) -> None:
        if self.words:
            self._go("last_word", self.words[0])
        elif self.decided:
            self._go("closing")
        elif self.result_known:
            self._end_of_day()
        else:
            self._first_speech()

    def _end_of_day(self) -> None:
        """Night falls, unless this was the third quiet round running."""
        if self.day > 1:
            left_in_round = any(
                entry.get("night") == self.day - 1 or entry.get("day") == self.day for entry in self.left
            )
            self.quiet = 0 if left_in_round else self.quiet + 1
        if self.quiet == self.values["quiet_rounds"]:
            self.winner = self.ending = "draw"
            self._go("closing")
            return
        self.night = self.day
        self.victim = None
        self._go("shooting")

    # ---- shooting and checks -----------------------------------------------------------------------------

    def _target(self, event: Event) -> int | None:
        if event.get("shots") is None:
            return event.get("seat")
        shown = {event["shots"].get(str(black)) for black in self.living_blacks()}
        return shown.pop() if len(shown) == 1 else None

    def _do_shoot(self, event: Event) -> None:
        target = self._target(event)
        if target is None:
            self._go("don_check")
            return
        self.victim = target
        if self.night == 1:
            before = [entry for entry in self.left if entry.get("night") == 0 or entry.get("day") == 1]
            self.first_killed = target
            self.best_move_granted = len(before) <= self.values["max_left_on_day_1"]
        self._leaves(target, "shot")
        self._look_at_the_end("shot")
        if self.decided:
            self._morning()
        else:
            self._go("don_check")

    def _do_check(self, event: Event) -> None:
        self._do_next(event)

    # ---- best move ---------------------------------------------------------------------------------------

    def _do_best_move(self, event: Event) -> None:
        self.best_move = list(event["seats"])

    # ---- fouls, removal ----------------------------------------------------------------------------------

    def _do_foul(self, event: Event) -> None:
        seat = event["seat"]
        self.fouls[seat] += 1
        if self.fouls[seat] == self.values["silence_at"]:
            self.owes_silence.add(seat)
        if self.fouls[seat] == self.values["removal_at"]:
            self._remove(seat, "fouls", event.get("reason"))

    def _do_remove(self, event: Event) -> None:
        kind = "fouls" if event["reason"] == "fouls" else "disqualified"
        self._remove(event["seat"], kind, event["reason"])

    def _remove(self, seat: int, kind: str, reason: str | None) -> None:
        self._mark(seat, kind, reason)
        if seat in self.words:
            speaking = self.seat == seat
            self.words.remove(seat)
            if speaking:
                self._next_last_word()
            return
        if self.decided or seat not in self.living:
            return
        self._leaves(seat, kind)
        if seat in self.nominees:
            self.nominees.remove(seat)
        self._look_at_the_end("removal")
        if not self.decided:
            self._cancel_for_removal()
            if self.at == "speech" and self.seat == seat:
                self._next_speech()
            elif self.at in VOTING:
                self._end_of_day()
        elif self.by_night and self.victim is not None:
            self._morning()
        elif self.at != "last_word":
            self._go("closing")

    def _mark(self, seat: int, kind: str, reason: str | None) -> None:
        if seat not in self.gone:
            self.gone.add(seat)
            self.removed.append({"seat": seat, "kind": kind, "reason": reason})

    def _cancel_for_removal(self) -> None:
        if self.by_night:
            self.cancelled.add(self.night + 1)
        elif self.result_known:
            self.cancelled.add(self.day + 1)
        else:
            self.cancelled.add(self.day)

    def _do_cancel_ballot(self, event: Event) -> None:
        self.cancelled.add(self.night + 1 if self.by_night else self.day)
        if self.at in VOTING:
            self._end_of_day()

    # ---- the end -----------------------------------------------------------------------------------------

    def _look_at_the_end(self, ending: str) -> None:
        blacks = len(self.living_blacks())
        reds = len(self.living) - blacks
        if self.decided or 0 < blacks < reds:
            return
        self.winner = "black" if blacks else "red"
        self.ending = ending

    def _close(self, winner: str | None, ending: str) -> None:
        """A result from outside: at once to the closing, without last words."""
        self.winner, self.ending = winner, ending
        self.words, self.victim = [], None
        self.awards = [entry for entry in self.awards if award_fits(self, entry["seat"], entry["kind"])]
        self._go("closing")

    def _do_team_defeat(self, event: Event) -> None:
        seat = event["seat"]
        if seat in self.living:
            self._leaves(seat, "team_defeat")
        self._mark(seat, "team_defeat", event["reason"])
        self._close("red" if self.team(seat) == "black" else "black", "team_defeat")

    def _do_award_result(self, event: Event) -> None:
        self._close(event["winner"], "judge")

    def _do_void(self, event: Event) -> None:
        self._close(None, "void")

    # ---- closing -----------------------------------------------------------------------------------------

    def _do_award(self, event: Event) -> None:
        self.awards.append({"seat": event["seat"], "kind": event["kind"]})

    def _do_note(self, event: Event) -> None:
        """A note changes nothing but the record."""

    _do_protest = _do_note

    def _do_sign(self, event: Event) -> None:
        self._go("finished")
