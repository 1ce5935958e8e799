"""The history of a running game: facts, undo, redo and amendments as one fold.

What the judge did is a list of moves; each is either a fact at the end or an amendment of an earlier one.
Undo takes the last move back, redo returns it, a new move forgets what was taken back.
"""

from __future__ import annotations

from rules.game.events import Event
from rules.game.game import Game, fold
from rules.record import field, record, replace
from rules.regulation import Regulation


class NothingToUndo(Exception):
    """There is no move to take back."""


class NothingToRedo(Exception):
    """There is no move to return."""


class NoSuchEvent(Exception):
    """An amendment names an event that does not exist."""


@record
class Amendment:
    """The event at `index` became `event`, or was deleted (None)."""

    index: int
    event: Event | None


Move = Event | Amendment


@record
class History:
    """The game now, the moves behind it, and the moves taken back (last one first to return)."""

    game: Game
    moves: tuple[Move, ...] = ()
    undone: tuple[Move, ...] = field(default=())

    @staticmethod
    def new(regulation: Regulation) -> History:
        """A history before the deal."""
        return History(Game.new(regulation))

    def apply(self, event: Event) -> History:
        """A fact of the present step. Raises IllegalEvent."""
        return History(self.game.apply(event), (*self.moves, event))

    def play(self, event: Event) -> History:
        """A fact as it stands on paper, steps without input skipped. Raises IllegalEvent."""
        return History(self.game.play(event), (*self.moves, event))

    def amend(self, index: int, event: Event | None) -> History:
        """Replaces or deletes an earlier fact; all is folded anew.

        Raises IllegalFact with the first later fact that becomes illegal (index among the amended facts),
        NoSuchEvent when there is no such fact. Nothing changes then.
        """
        move = Amendment(index, event)
        return History(fold(self.game.regulation, _amended(self.game.events, move)), (*self.moves, move))

    def undo(self) -> History:
        """Takes the last move back. Raises NothingToUndo."""
        if not self.moves:
            raise NothingToUndo
        kept, last = self.moves[:-1], self.moves[-1]
        return History(fold(self.game.regulation, effective(kept)), kept, (*self.undone, last))

    def redo(self) -> History:
        """Returns the move taken back last. Raises NothingToRedo."""
        if not self.undone:
            raise NothingToRedo
        *rest, move = self.undone
        again = self.amend(move.index, move.event) if isinstance(move, Amendment) else self.play(move)
        return replace(again, undone=tuple(rest))


def _amended(events: tuple[Event, ...], move: Amendment) -> tuple[Event, ...]:
    if not 0 <= move.index < len(events):
        raise NoSuchEvent(move.index)
    put = () if move.event is None else (move.event,)
    return (*events[: move.index], *put, *events[move.index + 1 :])


def effective(moves: tuple[Move, ...]) -> tuple[Event, ...]:
    """The facts that stand after all moves."""
    events: tuple[Event, ...] = ()
    for move in moves:
        events = _amended(events, move) if isinstance(move, Amendment) else (*events, move)
    return events
