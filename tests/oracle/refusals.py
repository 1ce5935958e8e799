"""What a game refuses: which events belong to which step, and which values fit.

`check(game, event)` raises `Refused` or returns; it never changes the game. Source: the table of events and
the sections it sums up; decisions are listed in `replay`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .replay import Oracle

Event = dict[str, Any]

SEATS = tuple(range(1, 11))
DEALT = {"civilian": 6, "sheriff": 1, "mafia": 2, "don": 1}
NEEDS_NO_INPUT = frozenset(
    ("black_meeting", "sheriff_look", "speech", "defence", "last_word", "don_check", "sheriff_check")
)
STEPS_OF: dict[str, tuple[str, ...]] = {
    "roles": ("deal",),
    "nominate": ("speech",),
    "withdraw": ("speech",),
    "vote": ("ballot", "reballot"),
    "lift": ("lift",),
    "shoot": ("shooting",),
    "check": ("don_check", "sheriff_check"),
    "best_move": ("last_word",),
    "award": ("closing",),
    "fine": ("closing",),
    "protest": ("closing",),
    "sign": ("closing",),
}
NEEDS_A_DEAL = ("foul", "remove", "team_defeat", "cancel_ballot", "award_result")
NEVER_MOVE = (*NEEDS_A_DEAL, "next", "void", "note")
KINDS = (*STEPS_OF, *NEVER_MOVE)
AT_THE_DEAL = ("roles", "note", "void")


class Refused(Exception):
    """An event that does not fit; `code` says why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def check(game: Oracle, event: Event) -> None:
    """Raise Refused unless the event fits the present step."""
    kind = event.get("event")
    if kind not in KINDS:
        raise Refused("unknown_event")
    wrong_step = "expected_" + game.at
    if game.at == "finished" or (game.at == "deal" and kind not in AT_THE_DEAL):
        raise Refused(wrong_step)
    if kind in STEPS_OF and not fits_step(game, event):
        raise Refused(wrong_step)
    if kind in NEEDS_A_DEAL and not game.roles:
        raise Refused("no_deal")
    if kind != "next":
        VALUES[kind](game, event)
    elif not game.needs_no_input():
        raise Refused(wrong_step)


def fits_step(game: Oracle, event: Event) -> bool:
    """Is the present step one to which an event of this kind, by this seat or role, belongs?"""
    kind = event["event"]
    if game.at not in STEPS_OF[kind]:
        return False
    if kind in ("nominate", "withdraw"):
        return event.get("by") == game.seat
    if kind == "check":
        return game.at == f"{event.get('by')}_check"
    if kind == "best_move":
        return game.seat == game.first_killed
    return True


def is_of_a_later_step(game: Oracle, event: Event) -> bool:
    """Must a played event be carried on from the present step?"""
    if not fits_step(game, event):
        return True
    return event["event"] == "vote" and event.get("seat") != game.seat and game.needs_no_input()


def hands(game: Oracle, event: Event) -> int:
    """The hands an event records, by number or by name."""
    votes, voters = event.get("votes"), event.get("voters")
    if (votes is None) == (voters is None):
        raise Refused("votes_or_voters")
    if voters is None:
        if not _whole(votes) or votes < 0:
            raise Refused("wrong_votes")
        return int(votes)
    if not isinstance(voters, list):
        raise Refused("wrong_votes")
    for voter in voters:
        _living(game, voter)
    if len(set(voters)) < len(voters):
        raise Refused("voted_twice")
    return len(voters)


def award_fits(game: Oracle, seat: int, kind: str) -> bool:
    """Is the award one for the team this seat played in, the game having a winner?"""
    if game.winner not in ("red", "black"):
        return False
    return (game.team(seat) == game.winner) == (game.values["awards"][kind] == "winner")


def _whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _seat(value: Any) -> int:
    if not _whole(value) or value not in SEATS:
        raise Refused("wrong_seat")
    return int(value)


def _living(game: Oracle, value: Any) -> None:
    if _seat(value) not in game.living:
        raise Refused("not_living")


def _text(event: Event, field: str) -> None:
    value = event.get(field)
    if not isinstance(value, str) or not value.strip():
        raise Refused("text_missing")


def _roles(game: Oracle, event: Event) -> None:
    roles = event.get("roles")
    if not isinstance(roles, dict) or sorted(roles) != sorted(str(seat) for seat in SEATS):
        raise Refused("wrong_deal")
    for role, number in DEALT.items():
        if sum(1 for dealt in roles.values() if dealt == role) != number:
            raise Refused("wrong_deal")


def _nominate(game: Oracle, event: Event) -> None:
    _living(game, event.get("seat"))
    if event["seat"] in game.nominees:
        raise Refused("already_nominated")
    if game.own_nominee is not None:
        raise Refused("one_nomination_a_speech")


def _withdraw(game: Oracle, event: Event) -> None:
    if game.own_nominee is None:
        raise Refused("nothing_to_withdraw")


def _vote(game: Oracle, event: Event) -> None:
    if _seat(event.get("seat")) != game.seat:
        raise Refused("not_in_order")
    count = hands(game, event)
    if game.voted & set(event.get("voters") or ()):
        raise Refused("voted_twice")
    left = game.hands_left()
    if count > left or (game.needs_no_input() and count != left):
        raise Refused("votes_do_not_add_up")


def _lift(game: Oracle, event: Event) -> None:
    if hands(game, event) > len(game.living):
        raise Refused("votes_do_not_add_up")


def _shoot(game: Oracle, event: Event) -> None:
    shots = event.get("shots")
    if shots is None:
        shown = [event.get("seat")]
    else:
        if event.get("seat") is not None or not isinstance(shots, dict):
            raise Refused("wrong_shots")
        if not set(shots) <= {str(black) for black in game.living_blacks()}:
            raise Refused("not_a_living_black")
        shown = list(shots.values())
    for seat in shown:
        if seat is not None:
            _living(game, seat)


def _check(game: Oracle, event: Event) -> None:
    if event.get("seat") is None:
        return
    _seat(event["seat"])
    holder = next(seat for seat, role in game.roles.items() if role == event["by"])
    if not game.at_the_table(holder):
        raise Refused("role_is_gone")


def _best_move(game: Oracle, event: Event) -> None:
    if not game.best_move_granted:
        raise Refused("best_move_not_granted")
    if game.best_move is not None:
        raise Refused("best_move_recorded")
    seats = event.get("seats")
    if not isinstance(seats, list) or len(seats) > game.values["named"]:
        raise Refused("wrong_best_move")
    named = [_seat(seat) for seat in seats]
    if len(set(named)) < len(named) or game.seat in named:
        raise Refused("wrong_best_move")


def _foul(game: Oracle, event: Event) -> None:
    if not game.at_the_table(_seat(event.get("seat"))):
        raise Refused("not_at_the_table")
    if event.get("reason") is not None:
        _text(event, "reason")


def _remove(game: Oracle, event: Event) -> None:
    if not game.at_the_table(_seat(event.get("seat"))):
        raise Refused("not_at_the_table")
    _text(event, "reason")


def _team_defeat(game: Oracle, event: Event) -> None:
    if not game.values["team_defeat"]:
        raise Refused("no_team_defeat")
    if game.decided:
        raise Refused("decided")
    _seat(event.get("seat"))
    _text(event, "reason")


def _cancel_ballot(game: Oracle, event: Event) -> None:
    if game.decided or (game.result_known and not game.by_night):
        raise Refused("no_ballot_to_cancel")
    _text(event, "reason")


def _award_result(game: Oracle, event: Event) -> None:
    if event.get("winner") not in ("red", "black", "draw"):
        raise Refused("wrong_winner")
    _text(event, "reason")


def _void(game: Oracle, event: Event) -> None:
    _text(event, "reason")


def _award(game: Oracle, event: Event) -> None:
    if game.winner not in ("red", "black"):
        raise Refused("no_awards")
    seat, kind = _seat(event.get("seat")), event.get("kind")
    if not isinstance(kind, str) or kind not in game.values["awards"] or event.get("points") is not None:
        raise Refused("wrong_award")
    if not award_fits(game, seat, kind):
        raise Refused("wrong_team")
    if any(entry["seat"] == seat or entry["kind"] == kind for entry in game.awards):
        raise Refused("award_given")


def _fine(game: Oracle, event: Event) -> None:
    raise Refused("no_game_fines")


def _note(game: Oracle, event: Event) -> None:
    _text(event, "text")
    if event.get("seat") is not None:
        _seat(event["seat"])


def _sign(game: Oracle, event: Event) -> None:
    _text(event, "judge")


VALUES = {
    "roles": _roles,
    "nominate": _nominate,
    "withdraw": _withdraw,
    "vote": _vote,
    "lift": _lift,
    "shoot": _shoot,
    "check": _check,
    "best_move": _best_move,
    "foul": _foul,
    "remove": _remove,
    "team_defeat": _team_defeat,
    "cancel_ballot": _cancel_ballot,
    "award_result": _award_result,
    "void": _void,
    "award": _award,
    "fine": _fine,
    "note": _note,
    "protest": _note,
    "sign": _sign,
}
