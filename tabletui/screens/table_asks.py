"""What is asked once before it happens: answers that cannot be taken back in the room, with the names."""

from __future__ import annotations

from rules.game import Event, Game
from rules.game.events import Foul, Lift, Next, Remove, TeamDefeat, Vote
from tabletui.facts import Names, reason_line, who
from tabletui.text import _, ngettext


def question(before: Game, after: Game, event: Event, names: Names) -> tuple[str, str] | None:
    """The question and its detail, or None where the fact is taken at once.

    after: the game as it would be. Asked are a removal, the foul that removes, a team defeat and the end of
    a ballot by which somebody leaves; what follows for the result is not told.
    """
    gone = after.state.left[len(before.state.left) :]
    marked = after.state.removed[len(before.state.removed) :]
    match event:
        case TeamDefeat(seat, reason):
            ask = _("Team defeat by {who}: the game ends for the other team?").format(who=who(seat, names))
            return ask, reason_line(reason, after.regulation)
        case Remove(seat, reason):
            return _("Remove {who} from the game?").format(who=who(seat, names)), reason_line(
                reason, after.regulation
            )
        case Foul(seat) if marked:
            ask = _("Foul no. {number}: {who} is removed from the game?")
            return ask.format(number=after.state.fouls[seat - 1], who=who(seat, names)), ""
        case Vote() | Next() | Lift() if gone and before.step.id in ("ballot", "reballot", "lift"):
            leaving = ", ".join(who(one.seat, names) for one in gone)
            ask = ngettext("Leaves the game: {who}?", "Leave the game: {who}?", len(gone))
            return ask.format(who=leaving), _hands(before, event)
    return None


def _hands(before: Game, event: Vote | Next | Lift) -> str:
    s = before.state
    if isinstance(event, Lift):
        return _("{hands} of {count} hands").format(hands=event.hands, count=len(s.living))
    votes = (*s.votes, s.hands_left)
    return " · ".join(f"{seat}: {hands}" for seat, hands in zip(s.candidates, votes, strict=True))
