"""One game: the facts so far and the state folded from them.

`apply` takes an event that fits the present step; `play` takes facts as they stand on paper and moves
through the steps that need no input. Both refuse with IllegalEvent and change nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from rules.game import ballot, closing, day, night, table
from rules.game.errors import IllegalEvent
from rules.game.events import (
    Award,
    AwardResult,
    BestMove,
    CancelBallot,
    Check,
    Event,
    Fine,
    Foul,
    Lift,
    Next,
    Nominate,
    Note,
    Protest,
    Remove,
    Roles,
    Shoot,
    Sign,
    TeamDefeat,
    Void,
    Vote,
    Withdraw,
)
from rules.game.legal import Choice, choices
from rules.game.state import State
from rules.game.steps import Step, step_of
from rules.regulation import Regulation

_NEXT = Next()

RULES: dict[type, tuple[Callable[..., None], Callable[..., State]]] = {
    Roles: (night.verify_roles, night.deal),
    Next: (day.verify_next, day.end_step),
    Nominate: (day.verify_nominate, day.nominate),
    Withdraw: (day.verify_withdraw, day.withdraw),
    Vote: (ballot.verify_vote, ballot.vote),
    Lift: (ballot.verify_lift, ballot.lift),
    Shoot: (night.verify_shoot, night.shoot),
    Check: (night.verify_check, night.check),
    BestMove: (night.verify_best_move, night.best_move),
    Foul: (table.verify_foul, table.foul),
    Remove: (table.verify_remove, table.remove),
    TeamDefeat: (table.verify_team_defeat, table.team_defeat),
    CancelBallot: (table.verify_cancel_ballot, table.cancel_ballot),
    AwardResult: (table.verify_award_result, table.award_result),
    Void: (table.verify_void, table.void),
    Award: (closing.verify_award, closing.award),
    Fine: (closing.verify_fine, closing.fine),
    Note: (table.verify_note, table.note),
    Protest: (closing.verify_protest, closing.protest),
    Sign: (closing.verify_sign, closing.sign),
}
"""For each kind of event: what refuses it, and what it does."""


@dataclass(frozen=True, slots=True)
class Game:
    """A game under a regulation. Make one with Game.new; every change gives a new one."""

    regulation: Regulation
    events: tuple[Event, ...] = ()
    state: State = field(default_factory=State)

    @staticmethod
    def new(regulation: Regulation) -> Game:
        """A game before the deal."""
        return Game(regulation)

    @property
    def step(self) -> Step:
        """What the table is doing now."""
        return step_of(self.state, self.regulation)

    @property
    def decided(self) -> bool:
        """Whether there is a result, or the game is void."""
        return self.state.decided

    def verify(self, event: Event) -> None:
        """Raises IllegalEvent when the event does not fit the present step."""
        RULES[type(event)][0](self.state, self.regulation, event)

    def legal(self) -> dict[str, Choice]:
        """The kinds of event that fit the present step, each with its legal values."""
        return choices(self.state, self.regulation, self._fits)

    def apply(self, event: Event) -> Game:
        """The game after an event of the present step. Raises IllegalEvent."""
        verify, act = RULES[type(event)]
        verify(self.state, self.regulation, event)
        return Game(self.regulation, (*self.events, event), act(self.state, self.regulation, event))

    def play(self, event: Event) -> Game:
        """The game after a fact, moved on through steps that need no input. Raises IllegalEvent.

        A deal, a ballot, a lift question and a shooting are never skipped: the refusal names them.
        """
        state = _moved(self.state, self.regulation, event)
        return Game(self.regulation, (*self.events, event), state)

    def run_on(self) -> Game:
        """The game at the first step that needs input; no event is added."""
        state = self.state
        while day.ends_with_next(state):
            state = day.end_step(state, self.regulation, _NEXT)
        return Game(self.regulation, self.events, state)

    def _fits(self, event: Any) -> bool:
        try:
            RULES[type(event)][0](self.state, self.regulation, event)
        except IllegalEvent:
            return False
        return True


def _moved(before: State, reg: Regulation, event: Event) -> State:
    """The state after a fact, through steps that need no input. Raises IllegalEvent."""
    verify, act = RULES[type(event)]
    state = before
    first: IllegalEvent | None = None
    while True:
        try:
            verify(state, reg, event)
            break
        except IllegalEvent as refusal:
            if first is None:
                first = refusal
            if not refusal.moves:
                raise
            if not day.ends_with_next(state):
                raise _telling(first, refusal, event, before) from None
        state = day.end_step(state, reg, _NEXT)
    return act(state, reg, event)


def _telling(first: IllegalEvent, last: IllegalEvent, event: Event, state: State) -> IllegalEvent:
    # A vote for a candidate of this very ballot is out of order here, not early for a later step.
    if isinstance(event, Vote) and first.code == "not_the_candidate" and event.seat in state.candidates:
        return first
    return last


class IllegalFact(Exception):
    """The first of several facts that the game refuses: its index from 0 and the refusal."""

    def __init__(self, index: int, refusal: IllegalEvent) -> None:
        super().__init__(f"event {index}: {refusal}")
        self.index = index
        self.refusal = refusal


def fold(regulation: Regulation, events: Iterable[Event]) -> Game:
    """The game folded from facts. Raises IllegalFact at the first that is refused."""
    # As play, event by event; the events become one tuple at the end, so that long files stay quick.
    state, facts = State(), []
    for index, event in enumerate(events):
        try:
            state = _moved(state, regulation, event)
        except IllegalEvent as refusal:
            raise IllegalFact(index, refusal) from None
        facts.append(event)
    return Game(regulation, tuple(facts), state)
