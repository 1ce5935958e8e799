"""What typed keys mean at each step: an entry in the making, and the fact it becomes.

Pure: an entry, a game and a key give another entry and perhaps a fact. The engine says afterwards whether the
fact is legal; here is only how it is typed.
"""

from __future__ import annotations

from rules.game import Event, Game, State
from rules.game.events import BestMove, Check, Foul, Lift, Next, Nominate, Roles, Shoot, Vote
from rules.record import record, replace
from rules.sheet import CIVILIAN, DEALT, DON, MAFIA, SEATS, SHERIFF
from tabletui.text import N_, _

DEAL_ORDER = (DON, MAFIA, MAFIA, SHERIFF)
"""Whose seats are typed at the deal, in this order; all others are civilians."""
DEAL_DIGITS = {1: CIVILIAN, 2: MAFIA, 3: DON, 4: SHERIFF}
"""What a digit means when the deal is typed seat by seat."""

FOUL, REMOVE, TEAM_DEFEAT = "foul", "remove", "team_defeat"

WANTED = {
    "deal": N_("Four seats are needed: the don, two mafia, the sheriff."),
    "ballot": N_("How many hands? 0 for none."),
    "reballot": N_("How many hands? 0 for none."),
    "lift": N_("How many hands are for it? 0 for none."),
    "shooting": N_("Whom did they shoot? A seat, or M for a miss."),
    "closing": N_("The protocol is open: awards, notes, signature."),
    "finished": N_("The game is over and the protocol signed."),
}
"""What a step that needs input says when Enter comes without any."""


@record
class Entry:
    """What has been typed and not recorded yet.

    typed: numbers in the order of typing (seats, or one number of hands). pending: an action that waits for
    its seat (foul, remove, team_defeat), or empty. reason: of that foul, chosen before. by_name: voters
    instead of hands, or the deal seat by seat.
    """

    typed: tuple[int, ...] = ()
    pending: str = ""
    reason: str | None = None
    by_name: bool = False

    @property
    def open(self) -> bool:
        """Whether there is anything to take back here before the game is asked."""
        return bool(self.typed or self.pending)


@record
class Reply:
    """What a key led to: the entry now; a fact to propose, or a seat for a pending action that still needs
    its reason; a line that says why nothing happened. again: the key is to be read once more after the fact.
    """

    entry: Entry
    event: Event | None = None
    seat: int | None = None
    why: str = ""
    again: bool = False


def digit(entry: Entry, game: Game, n: int) -> Reply:
    """A digit: the seat or the hands that the step asks for."""
    s, seat = game.state, n or 10
    if entry.pending == FOUL:
        return Reply(given_up(entry), Foul(seat, entry.reason))
    if entry.pending:
        return Reply(entry, seat=seat)
    match s.step:
        case "deal":
            return _deal_digit(entry, n)
        case "speech":
            return Reply(entry, Nominate(s.seat or 0, seat))
        case "ballot" | "reballot" | "lift":
            return _voter(entry, s, seat) if entry.by_name else _hands(entry, s, n)
        case "shooting":
            return Reply(entry, Shoot(seat))
        case "don_check" | "sheriff_check":
            return Reply(replace(entry, typed=(seat,)))
        case "last_word" | "best_move":
            return _best_move_seat(entry, game, seat)
    return Reply(entry, why=_("No number is asked for here."))


def _deal_digit(entry: Entry, n: int) -> Reply:
    if entry.by_name:
        if n not in DEAL_DIGITS:
            return Reply(entry, why=_("1 civilian, 2 mafia, 3 don, 4 sheriff."))
        role, given = DEAL_DIGITS[n], [DEAL_DIGITS[digit] for digit in entry.typed]
        if len(given) == len(SEATS) or given.count(role) == DEALT[role]:
            return Reply(entry, why=_("No card of this role is left."))
        return Reply(replace(entry, typed=(*entry.typed, n)))
    seat = n or 10
    if len(entry.typed) == len(DEAL_ORDER):
        return Reply(entry, why=_("All four are typed; Enter takes the deal, Backspace goes back."))
    if seat in entry.typed:
        return Reply(entry, why=_("This seat has a role already."))
    return Reply(replace(entry, typed=(*entry.typed, seat)))


def _hands(entry: Entry, s: State, n: int) -> Reply:
    left = len(s.living) if s.step == "lift" else s.hands_left
    if entry.typed == (1,):  # "1" waits only where it may become "10"
        if n == 0:
            return Reply(_cleared(entry), _count(s, 10))
        return Reply(_cleared(entry), _count(s, 1), again=True)
    if n == 1 and left == 10 and not (s.step != "lift" and s.on_last_candidate):
        return Reply(replace(entry, typed=(1,)))
    return Reply(_cleared(entry), _count(s, n))


def _count(s: State, hands: int) -> Event:
    return Lift(votes=hands) if s.step == "lift" else Vote(s.candidate or 0, votes=hands)


def _voter(entry: Entry, s: State, seat: int) -> Reply:
    if seat in entry.typed:
        return Reply(replace(entry, typed=tuple(one for one in entry.typed if one != seat)))
    if seat not in s.living:
        return Reply(entry, why=_("Seat {seat} has left the game and has no vote.").format(seat=seat))
    if s.step != "lift" and seat in s.voted:
        return Reply(entry, why=_("Seat {seat} has voted already in this ballot.").format(seat=seat))
    return Reply(replace(entry, typed=(*entry.typed, seat)))


def _best_move_seat(entry: Entry, game: Game, seat: int) -> Reply:
    if not game.step.first_victim:
        return Reply(entry, BestMove((seat,)))  # the engine knows why not
    if seat in entry.typed:
        return Reply(replace(entry, typed=tuple(one for one in entry.typed if one != seat)))
    most = game.regulation.best_move.named
    if seat == game.state.seat or len(entry.typed) == most:
        return Reply(entry, BestMove((*entry.typed, seat)))
    return Reply(replace(entry, typed=(*entry.typed, seat)))


def done(entry: Entry, game: Game) -> Reply:
    """Enter: what was typed becomes a fact; with nothing typed the step ends."""
    s, typed = game.state, entry.typed
    if entry.pending:
        return Reply(entry, why=_("Which seat?"))
    match s.step:
        case "deal":
            roles = dealt(entry)
            return Reply(entry, why=_(WANTED["deal"])) if roles is None else Reply(Entry(), Roles(roles))
        case "ballot" | "reballot" | "lift":
            return _votes_done(entry, s)
        case "don_check" | "sheriff_check" if typed:
            return Reply(_cleared(entry), Check(s.step.removesuffix("_check"), typed[0]))
        case "last_word" | "best_move" if typed:
            return Reply(_cleared(entry), BestMove(typed))
        case "shooting" | "closing" | "finished":
            return Reply(entry, why=_(WANTED[s.step]))
    return Reply(entry, Next())


def _votes_done(entry: Entry, s: State) -> Reply:
    if entry.typed and entry.by_name:
        voters = tuple(sorted(entry.typed))
        vote = Lift(voters=voters) if s.step == "lift" else Vote(s.candidate or 0, voters=voters)
        return Reply(_cleared(entry), vote)
    if entry.typed:
        return Reply(_cleared(entry), _count(s, entry.typed[0]))
    if s.step == "lift" or not s.on_last_candidate:
        if entry.by_name:
            return Reply(_cleared(entry), _nobody(s))
        return Reply(entry, why=_(WANTED[s.step]))
    if entry.by_name and len(s.voted) + s.hands_left == len(s.living):
        # Everybody before was recorded by name, so it is known whose hands are left.
        rest = tuple(seat for seat in s.living if seat not in s.voted)
        return Reply(_cleared(entry), Vote(s.candidate or 0, voters=rest))
    return Reply(_cleared(entry), Next())


def _nobody(s: State) -> Event:
    return Lift(voters=()) if s.step == "lift" else Vote(s.candidate or 0, voters=())


def nothing(entry: Entry, game: Game) -> Reply:
    """The key for none: no check, no best move, no hands."""
    s = game.state
    if not entry.pending:
        match s.step:
            case "don_check" | "sheriff_check":
                return Reply(_cleared(entry), Check(s.step.removesuffix("_check"), None))
            case "last_word" | "best_move":
                return Reply(_cleared(entry), BestMove(()))
            case "ballot" | "reballot" | "lift":
                return Reply(_cleared(entry), _count(s, 0))
    return Reply(entry, why=_("There is nothing to decline here."))


def miss(entry: Entry, game: Game) -> Reply:
    """The key for a miss."""
    if game.state.step != "shooting":
        return Reply(entry, why=_("A miss belongs to the shooting."))
    return Reply(_cleared(entry), Shoot(None))


def dealt(entry: Entry) -> tuple[str, ...] | None:
    """The ten roles typed at the deal, or None while the four are not known."""
    if entry.by_name:
        roles = [DEAL_DIGITS[digit] for digit in entry.typed]
        roles += [CIVILIAN] * (len(SEATS) - len(roles))
        complete = all(roles.count(role) == count for role, count in DEALT.items())
        return tuple(roles) if complete else None
    if len(entry.typed) != len(DEAL_ORDER):
        return None
    given = dict(zip(entry.typed, DEAL_ORDER, strict=True))
    return tuple(given.get(seat, CIVILIAN) for seat in SEATS)


def taken_back(entry: Entry) -> Entry:
    """The entry after Backspace: the pending action given up, or the last number off."""
    return given_up(entry) if entry.pending else replace(entry, typed=entry.typed[:-1])


def given_up(entry: Entry) -> Entry:
    """The entry without its pending action; what was typed for the step stays."""
    return replace(entry, pending="", reason=None)


def _cleared(entry: Entry) -> Entry:
    return Entry(by_name=entry.by_name)


def refused(entry: Entry, game: Game) -> Entry:
    """The entry after the engine refused what it became: it may be corrected, a check is typed anew."""
    entry = given_up(entry)
    return _cleared(entry) if game.step.id in ("don_check", "sheriff_check") else entry
