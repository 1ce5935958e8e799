"""What is legal now, asked of the very rules that refuse: no second list that could disagree with them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping

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
from rules.game.state import State
from rules.record import field, record
from rules.regulation import Regulation
from rules.sheet import BLACK, DEALT, DRAW, RED, SEATS

ANY_TEXT = "-"
NONE_TOO: tuple[int | None, ...] = (None, *SEATS)


@record
class Choice:
    """The legal values of one kind of event.

    by: who must stand in `by`. seats: legal values of `seat` (None among them: may be left out or null).
    hands: least and most hands. voters: seats that may stand in `voters`, or shoot. most: how many seats a
    best move names at most. values: legal winners, award kinds (with their seats) or amounts of a fine.
    free: award kinds whose points the judge chooses.
    text: a text that is not blank is needed.
    """

    kind: str
    by: int | str | None = None
    seats: tuple[int | None, ...] = ()
    hands: tuple[int, int] | None = None
    voters: tuple[int, ...] = ()
    most: int = 0
    values: Mapping[object, tuple[int, ...]] = field(default_factory=dict)
    free: tuple[str, ...] = ()
    text: bool = False


def choices(s: State, reg: Regulation, fits: Callable[[Event], bool]) -> dict[str, Choice]:
    """Kind → its legal values, for every kind that fits now. `fits` asks the rule itself."""
    found: dict[str, Choice] = {}

    def add(choice: Choice) -> None:
        found[choice.kind] = choice

    def seats(make: Callable[[int], Event]) -> tuple[int | None, ...]:
        return tuple(seat for seat in SEATS if fits(make(seat)))

    if s.step == "deal":
        add(Choice("roles", values={role: (count,) for role, count in DEALT.items()}))
    if fits(Next()):
        add(Choice("next"))
    match s.step:
        case "speech":
            by = s.seat or 0
            if nominees := seats(lambda seat: Nominate(by, seat)):
                add(Choice("nominate", by=by, seats=nominees))
            if fits(Withdraw(by)):
                add(Choice("withdraw", by=by))
        case "ballot" | "reballot":
            candidate = s.candidate or 0
            least = s.hands_left if s.on_last_candidate else 0
            voters = tuple(seat for seat in s.living if seat not in s.voted)
            add(Choice("vote", seats=(candidate,), hands=(least, s.hands_left), voters=voters, text=False))
        case "lift":
            add(Choice("lift", hands=(0, len(s.living)), voters=s.living))
        case "shooting":
            add(Choice("shoot", seats=(None, *s.living), voters=s.living_of(BLACK)))
        case "don_check" | "sheriff_check":
            who = s.step.removesuffix("_check")
            add(Choice("check", by=who, seats=tuple(seat for seat in NONE_TOO if fits(Check(who, seat)))))
        case "closing":
            _closing(s, reg, fits, add)
    if fits(BestMove(())):
        named = tuple(seat for seat in SEATS if fits(BestMove((seat,))))
        add(Choice("best_move", seats=named, most=reg.best_move.named))
    _any_step(fits, add, seats)
    return found


def _closing(s: State, reg: Regulation, fits: Callable[[Event], bool], add: Callable[[Choice], None]) -> None:
    awards: dict[object, tuple[int, ...]] = {}
    for kind in reg.scoring.awards:
        points = None if kind.points is not None else reg.scoring.win
        if to := tuple(seat for seat in SEATS if fits(Award(seat, kind.id, points))):
            awards[kind.id] = to
    if awards:
        free = tuple(kind.id for kind in reg.scoring.awards if kind.points is None)
        add(Choice("award", values=awards, free=free))
    amounts: dict[object, tuple[int, ...]] = {
        amount: tuple(SEATS) for amount in reg.scoring.game_fines if fits(Fine(1, amount, ANY_TEXT))
    }
    if amounts:
        add(Choice("fine", seats=tuple(SEATS), values=amounts, text=True))
    if fits(Protest(ANY_TEXT)):
        add(Choice("protest", seats=NONE_TOO, text=True))
    if fits(Sign(ANY_TEXT)):
        add(Choice("sign", text=True))


def _any_step(
    fits: Callable[[Event], bool],
    add: Callable[[Choice], None],
    seats: Callable[[Callable[[int], Event]], tuple[int | None, ...]],
) -> None:
    by_seat: Iterable[tuple[str, Callable[[int], Event], bool]] = (
        ("foul", lambda seat: Foul(seat), False),
        ("remove", lambda seat: Remove(seat, ANY_TEXT), True),
        ("team_defeat", lambda seat: TeamDefeat(seat, ANY_TEXT), True),
    )
    for kind, make, text in by_seat:
        if legal := seats(make):
            add(Choice(kind, seats=legal, text=text))
    if fits(CancelBallot(ANY_TEXT)):
        add(Choice("cancel_ballot", text=True))
    winners: dict[object, tuple[int, ...]] = {
        winner: () for winner in (RED, BLACK, DRAW) if fits(AwardResult(winner, ANY_TEXT))
    }
    if winners:
        add(Choice("award_result", values=winners, text=True))
    if fits(Void(ANY_TEXT)):
        add(Choice("void", text=True))
    if fits(Note(ANY_TEXT)):
        add(Choice("note", seats=NONE_TOO, text=True))


def allows(choices_now: Mapping[str, Choice], event: Event) -> bool:
    """Whether an event is among the legal values; the engine accepts exactly these."""
    choice = choices_now.get(event.kind)
    if choice is None:
        return False
    match event:
        case Roles(roles):
            return Counter(roles) == {role: count for role, (count,) in choice.values.items()}
        case Nominate(by, seat):
            return by == choice.by and seat in choice.seats
        case Withdraw(by):
            return by == choice.by
        case Vote(seat, _, _):
            return seat in choice.seats and _hands_allowed(choice, event)
        case Lift():
            return _hands_allowed(choice, event)
        case Shoot(seat, None):
            return seat in choice.seats
        case Shoot(_, shots):
            return all(by in choice.voters and at in choice.seats for by, at in shots or ())
        case Check(who, seat):
            return who == choice.by and seat in choice.seats
        case BestMove(named):
            different = len(set(named)) == len(named) <= choice.most
            return different and all(seat in choice.seats for seat in named)
        case Foul(seat, _):
            return seat in choice.seats
        case Remove(seat, reason) | TeamDefeat(seat, reason):
            return seat in choice.seats and bool(reason.strip())
        case CancelBallot(reason) | Void(reason):
            return bool(reason.strip())
        case AwardResult(winner, reason):
            return winner in choice.values and bool(reason.strip())
        case Award(seat, award, points):
            return seat in choice.values.get(award, ()) and (points is not None) == (award in choice.free)
        case Fine(seat, points, reason):
            return seat in choice.seats and points in choice.values and bool(reason.strip())
        case Note(text, at) | Protest(text, at):
            return at in choice.seats and bool(text.strip())
        case Sign(judge):
            return bool(judge.strip())
        case Next():
            return True


def _hands_allowed(choice: Choice, event: Vote | Lift) -> bool:
    if (event.votes is None) == (event.voters is None) or choice.hands is None:
        return False
    voters = event.voters or ()
    least, most = choice.hands
    distinct = len(set(voters)) == len(voters) and all(seat in choice.voters for seat in voters)
    return distinct and least <= event.hands <= most
