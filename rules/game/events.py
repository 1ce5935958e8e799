"""The judge's facts: one frozen type for each kind of event.

An event says what happened at the table, never what follows from it. Seats are 1..10. Whether an event is
legal now is the engine's word (rules.game.game); this module only knows its shape.
"""

from __future__ import annotations

from fractions import Fraction
from typing import ClassVar, TypeAlias

from rules.record import record


@record
class Roles:
    """The deal: the role of each seat, seat 1 first. Which ten roles are legal is the engine's word."""

    kind: ClassVar[str] = "roles"
    roles: tuple[str, ...]


@record
class Next:
    """Ends a step that needs no input."""

    kind: ClassVar[str] = "next"


@record
class Nominate:
    """`by` puts `seat` up for the ballot, in his own speech."""

    kind: ClassVar[str] = "nominate"
    by: int
    seat: int


@record
class Withdraw:
    """`by` takes back the nomination of this speech."""

    kind: ClassVar[str] = "withdraw"
    by: int


@record
class Vote:
    """Hands for one candidate, in a ballot or a re-ballot: how many, or whose."""

    kind: ClassVar[str] = "vote"
    seat: int
    votes: int | None = None
    voters: tuple[int, ...] | None = None

    @property
    def hands(self) -> int:
        """The number of hands, however they were recorded."""
        return len(self.voters) if self.voters is not None else self.votes or 0


@record
class Lift:
    """Hands for "all tied seats leave": how many, or whose."""

    kind: ClassVar[str] = "lift"
    votes: int | None = None
    voters: tuple[int, ...] | None = None

    @property
    def hands(self) -> int:
        """The number of hands, however they were recorded."""
        return len(self.voters) if self.voters is not None else self.votes or 0


@record
class Shoot:
    """The shot of the night: a seat, None for a miss, or what each living black showed (shooter, seat)."""

    kind: ClassVar[str] = "shoot"
    seat: int | None = None
    shots: tuple[tuple[int, int | None], ...] | None = None


@record
class Check:
    """The check of `by` (don or sheriff): a seat, or None."""

    kind: ClassVar[str] = "check"
    by: str
    seat: int | None = None


@record
class BestMove:
    """Up to three seats that the first victim holds to be black."""

    kind: ClassVar[str] = "best_move"
    seats: tuple[int, ...]


@record
class Foul:
    """One foul; the reason is an id of the regulation, free text, or None."""

    kind: ClassVar[str] = "foul"
    seat: int
    reason: str | None = None


@record
class Remove:
    """Removal from the table; reason `fouls` means by count, any other is a disqualifying foul."""

    kind: ClassVar[str] = "remove"
    seat: int
    reason: str


@record
class TeamDefeat:
    """The game is awarded to the other team for what `seat` did."""

    kind: ClassVar[str] = "team_defeat"
    seat: int
    reason: str


@record
class CancelBallot:
    """The judge cancels the ballot of the day by hand."""

    kind: ClassVar[str] = "cancel_ballot"
    reason: str


@record
class AwardResult:
    """The judge awards a result: red, black or draw."""

    kind: ClassVar[str] = "award_result"
    winner: str
    reason: str


@record
class Void:
    """The game does not count: a misdeal, an interruption."""

    kind: ClassVar[str] = "void"
    reason: str


@record
class Award:
    """An award of the judge; `award` is its kind in the regulation, points only where that kind is free."""

    kind: ClassVar[str] = "award"
    seat: int
    award: str
    points: Fraction | None = None


@record
class Fine:
    """A fine of the judge in this game; points are negative."""

    kind: ClassVar[str] = "fine"
    seat: int
    points: Fraction
    reason: str


@record
class Note:
    """A free remark, with a seat or without."""

    kind: ClassVar[str] = "note"
    text: str
    seat: int | None = None


@record
class Protest:
    """A protest against the game, with a seat or without."""

    kind: ClassVar[str] = "protest"
    text: str
    seat: int | None = None


@record
class Sign:
    """The judge signs; the protocol is closed."""

    kind: ClassVar[str] = "sign"
    judge: str


Event: TypeAlias = (
    Roles
    | Next
    | Nominate
    | Withdraw
    | Vote
    | Lift
    | Shoot
    | Check
    | BestMove
    | Foul
    | Remove
    | TeamDefeat
    | CancelBallot
    | AwardResult
    | Void
    | Award
    | Fine
    | Note
    | Protest
    | Sign
)
