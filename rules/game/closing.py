"""After the decision: awards, fines, protests, the signature."""

from __future__ import annotations

from rules.game.day import need_seat
from rules.game.errors import IllegalEvent, wrong_step
from rules.game.events import Award, Fine, Protest, Sign
from rules.game.flow import open_step
from rules.game.state import State, replace
from rules.game.table import need_text
from rules.regulation import Regulation
from rules.sheet import BLACK, DRAW, RED, AwardGiven, FineGiven, team_of


def _at_closing(s: State, kind: str) -> None:
    if s.step != "closing":
        raise wrong_step(kind, s.step, moves=s.step != "finished")


def verify_award(s: State, reg: Regulation, event: Award) -> None:
    """One a seat, each kind once, so many a game, to the team its kind names; none after a draw.

    Source: A, additional points of the judge.
    """
    need_seat(event.seat)
    _at_closing(s, "award")
    if s.winner not in (RED, BLACK):
        raise IllegalEvent("award_after_draw")
    kinds = {kind.id: kind for kind in reg.scoring.awards}
    kind = kinds.get(event.award)
    if kind is None:
        raise IllegalEvent("award_unknown", award=event.award)
    won = team_of(s.role(event.seat)) == s.winner
    if kind.team != "any" and won != (kind.team == "winner"):
        raise IllegalEvent("award_wrong_team", award=event.award, team=kind.team, seat=event.seat)
    if any(award.seat == event.seat for award in s.awards):
        raise IllegalEvent("award_second", seat=event.seat)
    if kind.points is not None and any(award.kind == event.award for award in s.awards):
        raise IllegalEvent("award_given", award=event.award)
    if len(s.awards) >= reg.scoring.awards_per_game:
        raise IllegalEvent("award_too_many", most=reg.scoring.awards_per_game)
    if (kind.points is None) != (event.points is not None):
        raise IllegalEvent("award_points")


def award(s: State, reg: Regulation, event: Award) -> State:
    """Records the award."""
    return replace(s, awards=(*s.awards, AwardGiven(event.seat, event.award, event.points)))


def verify_fine(s: State, reg: Regulation, event: Fine) -> None:
    """Only the amounts that the regulation gives the judge; A and W give none, and none in a draw."""
    need_seat(event.seat)
    if not reg.scoring.game_fines:
        raise IllegalEvent("no_game_fines")
    _at_closing(s, "fine")
    if s.winner not in (RED, BLACK) and not (s.winner == DRAW and reg.draw_game.points):
        raise IllegalEvent("fine_after_draw")
    if event.points not in reg.scoring.game_fines:
        raise IllegalEvent("fine_amount", points=event.points)
    if not event.reason.strip():
        raise IllegalEvent("reason_missing")


def fine(s: State, reg: Regulation, event: Fine) -> State:
    """Records the fine."""
    return replace(s, fines=(*s.fines, FineGiven(event.seat, event.points, event.reason)))


def verify_protest(s: State, reg: Regulation, event: Protest) -> None:
    """After the decision, until the signature."""
    _at_closing(s, "protest")
    need_text(event.text, event.seat)


def protest(s: State, reg: Regulation, event: Protest) -> State:
    """A protest changes nothing at the table; it is kept with the events."""
    return s


def verify_sign(s: State, reg: Regulation, event: Sign) -> None:
    """The judge's name, after everything else."""
    _at_closing(s, "sign")
    if not event.judge.strip():
        raise IllegalEvent("judge_missing")


def sign(s: State, reg: Regulation, event: Sign) -> State:
    """The protocol is closed."""
    return replace(open_step(s, "finished"), judge=event.judge)
