"""What the table knows at one moment: a value folded from the events, never stored."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

from rules.record import record
from rules.sheet import BLACK, RED, AwardGiven, FineGiven, Left, Removed, team_of

NIGHT_ZERO = ("deal", "black_meeting", "sheriff_look")
NIGHT = ("shooting", "don_check", "sheriff_check", "best_move")
VOTING = ("ballot", "defence", "reballot", "lift")


@record
class Nomination:
    """`by` nominated `seat` in his speech of the day."""

    by: int
    seat: int


@record
class CheckMade:
    """A check on record: who looked (don or sheriff), at which seat or None, in which night."""

    night: int
    by: str
    seat: int | None


@dataclass(frozen=True)
class State:
    """The game at one step. Seats are 1..10; clocks are seconds.

    day, night: the last that began (night 0 is the meeting). seat: whose speech, defence, last word or own
    best-move step it is. awaiting: seats that left but stay at the table until their last word is over.
    queue: seats whose speech or defence is still to come. silence: seats whose next speech is taken away.
    votes, voted: hands for the first candidates so far, and the voters known by seat. tied: how many were
    tied in the vote before, 0 for none. cancelled: days whose ballot is not held. victim: the seat shot this
    night, until its last word is over.
    """

    step: str = "deal"
    day: int = 0
    night: int = 0
    seat: int | None = None
    seconds: int | None = None
    silenced: bool = False
    roles: tuple[str, ...] = ()
    living: tuple[int, ...] = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
    awaiting: tuple[int, ...] = ()
    fouls: tuple[int, ...] = (0,) * 10
    silence: tuple[int, ...] = ()
    opener: int = 0
    queue: tuple[int, ...] = ()
    nominations: tuple[Nomination, ...] = ()
    candidates: tuple[int, ...] = ()
    votes: tuple[int, ...] = ()
    voted: tuple[int, ...] = ()
    tied: int = 0
    cancelled: tuple[int, ...] = ()
    victim: int | None = None
    first_killed: int | None = None
    best_move_granted: bool = False
    best_move: tuple[int, ...] | None = None
    checks: tuple[CheckMade, ...] = ()
    left: tuple[Left, ...] = ()
    removed: tuple[Removed, ...] = ()
    winner: str | None = None
    ending: str | None = None
    awards: tuple[AwardGiven, ...] = ()
    fines: tuple[FineGiven, ...] = ()
    judge: str | None = None

    @property
    def decided(self) -> bool:
        """Whether the game has its result; a void game has the result that it does not count."""
        return self.ending is not None

    @property
    def at_night(self) -> bool:
        """Whether it is night: before the first speech, and from the shooting until the morning."""
        return self.step in NIGHT or self.step in NIGHT_ZERO

    @property
    def result_known(self) -> bool:
        """Whether the day's ballot has been answered and somebody is leaving by it."""
        return self.step == "last_word" and self.victim is None

    @property
    def nominees(self) -> tuple[int, ...]:
        """The candidates of the day in the order of nomination; who left since is off the list."""
        return tuple(nomination.seat for nomination in self.nominations if nomination.seat in self.living)

    @property
    def hands_left(self) -> int:
        """Hands that no candidate of the running ballot has got yet."""
        return len(self.living) - sum(self.votes)

    @property
    def candidate(self) -> int | None:
        """The candidate whose hands are counted now, or None outside a ballot."""
        if self.step not in ("ballot", "reballot"):
            return None
        return self.candidates[len(self.votes)]

    @property
    def on_last_candidate(self) -> bool:
        """Whether only the hands of the last candidate are missing."""
        return self.candidate is not None and len(self.votes) == len(self.candidates) - 1

    def role(self, seat: int) -> str:
        """The role dealt to a seat."""
        return self.roles[seat - 1]

    def bears_removal(self, seat: int) -> bool:
        """Whether a removal of the seat is on record."""
        return any(entry.seat == seat for entry in self.removed)

    def at_table(self, seat: int) -> bool:
        """Whether the seat is still at the table, its last word included."""
        return (seat in self.living or seat in self.awaiting) and not self.bears_removal(seat)

    def living_of(self, colour: str) -> tuple[int, ...]:
        """The living seats of a colour, red or black."""
        return tuple(seat for seat in self.living if team_of(self.role(seat)) == colour)

    def outcome(self) -> str | None:
        """Red when no black lives, black when blacks are as many as reds or more, else None.

        Source: A, the result counts at the moment the ballot ends; F, end of the game.
        """
        black = len(self.living_of(BLACK))
        if black == 0:
            return RED
        return BLACK if black >= len(self.living) - black else None

    def when(self) -> dict[str, int]:
        """The label of whatever happens now: the night or the day, as a field of Left."""
        if self.step in NIGHT_ZERO:
            return {"night": 0}
        return {"night": self.night} if self.step in NIGHT else {"day": self.day}


if TYPE_CHECKING:
    from dataclasses import replace as replace
else:
    # A state is replaced some hundred and fifty times a game. dataclasses.replace sets its thirty values one
    # by one, which takes longer than all rules together; copying the whole dictionary of a state does not.
    _NAMES = frozenset(one.name for one in fields(State))

    def replace(s: State, **changes: Any) -> State:
        """The state with some of its values changed; the same as dataclasses.replace, and quicker."""
        if not changes.keys() <= _NAMES:
            raise TypeError(f"a state has no {', '.join(changes.keys() - _NAMES)}")
        changed = object.__new__(State)
        object.__setattr__(changed, "__dict__", s.__dict__ | changes)
        return changed
