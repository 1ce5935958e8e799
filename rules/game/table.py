"""What the judge may do at any step: fouls, removals, team defeat, cancelled ballots, results, void games."""

from __future__ import annotations

from rules.game.day import need_seat
from rules.game.errors import IllegalEvent, wrong_step
from rules.game.events import AwardResult, CancelBallot, Foul, Note, Remove, TeamDefeat, Void
from rules.game.flow import ballot_ahead, break_off, cancel, take_away, team_lost, to_closing
from rules.game.state import VOTING, State, replace
from rules.regulation import Regulation
from rules.sheet import BLACK, DRAW, RED, team_of


def _after_the_deal(s: State, kind: str) -> None:
    if s.step in ("deal", "finished"):
        raise wrong_step(kind, s.step, moves=False)
    if not s.roles:
        raise IllegalEvent("no_deal")


def _at_table(s: State, seat: int) -> None:
    need_seat(seat)
    if not s.at_table(seat):
        raise IllegalEvent("not_at_table", seat=seat)


def _need_reason(reason: str) -> None:
    if not reason.strip():
        raise IllegalEvent("reason_missing")


def verify_foul(s: State, reg: Regulation, event: Foul) -> None:
    """At any step after the deal, to any seat still at the table. Source: F, fouls."""
    _after_the_deal(s, "foul")
    _at_table(s, event.seat)


def foul(s: State, reg: Regulation, event: Foul) -> State:
    """The third silences the nearest own speech, the fourth removes. Source: A and W, fouls."""
    index = event.seat - 1
    count = s.fouls[index] + 1
    s = replace(s, fouls=(*s.fouls[:index], count, *s.fouls[index + 1 :]))
    if count >= reg.fouls.removal_at:
        return take_away(s, event.seat, "fouls", event.reason, reg)
    if count == reg.fouls.silence_at and event.seat in s.living:
        return replace(s, silence=(*s.silence, event.seat))
    return s


def verify_remove(s: State, reg: Regulation, event: Remove) -> None:
    """At any step after the deal, any seat still at the table. Source: A and W, removal from the game."""
    _after_the_deal(s, "remove")
    _at_table(s, event.seat)
    _need_reason(event.reason)


def remove(s: State, reg: Regulation, event: Remove) -> State:
    """A disqualifying foul, or `fouls`: by count. The count stays as it is."""
    kind = "fouls" if event.reason == "fouls" else "disqualified"
    return take_away(s, event.seat, kind, event.reason, reg)


def verify_team_defeat(s: State, reg: Regulation, event: TeamDefeat) -> None:
    """After the deal and before the decision, where the regulation lists reasons. Source: A, team defeat."""
    _after_the_deal(s, "team_defeat")
    need_seat(event.seat)
    if s.decided:
        raise IllegalEvent("already_decided")
    if not reg.reasons_for("team_defeat"):
        raise IllegalEvent("no_team_defeat")
    _need_reason(event.reason)


def team_defeat(s: State, reg: Regulation, event: TeamDefeat) -> State:
    """The game ends at once for the other team."""
    return team_lost(s, event.seat, event.reason)


def verify_cancel_ballot(s: State, reg: Regulation, event: CancelBallot) -> None:
    """From the night before until the result of the ballot. Source: F, cancellation by the judge."""
    _after_the_deal(s, "cancel_ballot")
    if s.decided:
        raise IllegalEvent("already_decided")
    if s.result_known:
        raise wrong_step("cancel_ballot", s.step, moves=False)
    _need_reason(event.reason)


def cancel_ballot(s: State, reg: Regulation, event: CancelBallot) -> State:
    """That day's ballot is not held; one under way is broken off."""
    s = cancel(s, ballot_ahead(s), True)
    return break_off(s, reg) if s.step in VOTING else s


def verify_award_result(s: State, reg: Regulation, event: AwardResult) -> None:
    """After the deal, until the signature. Source: A and W, the judge may award the result."""
    _after_the_deal(s, "award_result")
    if event.winner not in (RED, BLACK, DRAW):
        raise IllegalEvent("winner_unknown")
    _need_reason(event.reason)


def award_result(s: State, reg: Regulation, event: AwardResult) -> State:
    """The result is the judge's; awards that go to a team keep only where the team still fits."""
    s = to_closing(replace(s, winner=event.winner, ending="judge"))
    if event.winner == DRAW:
        return replace(s, awards=(), fines=s.fines if reg.draw_game.points else ())
    kinds = {kind.id: kind.team for kind in reg.scoring.awards}
    fit = {"winner": True, "loser": False}
    return replace(
        s,
        awards=tuple(
            award
            for award in s.awards
            if kinds[award.kind] == "any"
            or fit[kinds[award.kind]] == (team_of(s.role(award.seat)) == event.winner)
        ),
    )


def verify_void(s: State, reg: Regulation, event: Void) -> None:
    """Until the signature. Source: F, misdeal."""
    if s.step == "finished":
        raise wrong_step("void", s.step, moves=False)
    _need_reason(event.reason)


def void(s: State, reg: Regulation, event: Void) -> State:
    """The game stays on record and does not count."""
    return to_closing(replace(s, winner=None, ending="void", awards=(), fines=()))


def verify_note(s: State, reg: Regulation, event: Note) -> None:
    """At any step until the signature."""
    if s.step == "finished":
        raise wrong_step("note", s.step, moves=False)
    need_text(event.text, event.seat)


def need_text(text: str, seat: int | None) -> None:
    """Refuses an empty text, or a seat that is none."""
    if seat is not None:
        need_seat(seat)
    if not text.strip():
        raise IllegalEvent("text_missing")


def note(s: State, reg: Regulation, event: Note) -> State:
    """A note changes nothing at the table; it is kept with the events."""
    return s
