"""Who goes on to a stage: proposed by the standings, published for good."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from rules.course.cut import CutProposal
from rules.course.cut import cut as proposed
from rules.course.following import approved, is_cut, out_of_it, published_cut, waited_for
from storage.errors import WrongInput
from tabletui.text import N_

if TYPE_CHECKING:
    from tabletui.course import Course


def proposal_of(course: Course, stage: str) -> CutProposal:
    """Who goes on to a stage by the standings up to the one before. Raises WrongInput, WrongFile."""
    order = [one.id for one in course.regulation.stages]
    index = order.index(stage) if stage in order else 0
    if index == 0:
        raise WrongInput("no_cut", N_("Nobody is cut before stage {stage}."), stage=stage)
    closed = course.closed()
    missing = waited_for(course.regulation, course.seatings(), closed, (stage, 1))
    if missing:
        raise WrongInput(
            "results_missing",
            N_("{count} results before {stage}, round {round}, are missing: {slots}."),
            count=len(missing),
            stage=stage,
            round=1,
            slots=", ".join(f"{one}:{number}:{table}" for one, number, table in missing[:6]),
        )
    table = course.standings(order[index - 1])
    out = out_of_it(course.tournament.decisions())
    before, listed = order[index - 1], _entered_before(course, index)
    others = {
        row.id: "not_entered"
        for row in table.rows
        if listed is not None and row.id not in listed and before not in row.by_stage
    }
    return proposed(stage, course.regulation.stages[index].entrants, table, others | out)


def publish_list(course: Course, proposal: CutProposal, lots: Mapping[str, int], reason: str) -> str:
    """Keeps the list of who plays a stage; lots drawn for it first. Returns the decision's id.

    Raises WrongInput where a lot is still needed, or the standings changed since the proposal.
    """
    for player, number in lots.items():
        if player not in proposal.lots:
            raise WrongInput("no_lot_needed", N_("Player {player} needs no lot."), player=player)
        if list(lots.values()).count(number) > 1:
            raise WrongInput("lot_twice", N_("Number {number} was drawn twice."), number=number)
    if proposal.lots and set(proposal.lots) - set(lots):
        who = ", ".join(player for player in proposal.lots if player not in lots)
        raise WrongInput("lot_needed", N_("A lot must be drawn at the border by: {players}."), players=who)
    if course.cut(proposal.stage) != proposal:
        raise WrongInput("cut_changed", N_("The standings changed meanwhile; look at the list again."))
    for player, number in lots.items():
        course.lot(player, number)
    settled = course.cut(proposal.stage) if lots else proposal
    ties = [list(settled.level)] if settled.level else []
    return course.decide(
        "cut",
        stage=settled.stage,
        players=list(settled.players),
        ties=ties,
        passed_over=dict(settled.passed_over),
        reason=reason or None,
    )


def _entered_before(course: Course, index: int) -> frozenset[str] | None:
    """Who was to play the stage before one; None where no list says."""
    decisions = course.tournament.decisions()
    for number in range(index - 1, -1, -1):
        chosen = published_cut(decisions, course.regulation.stages[number].id)
        if chosen is not None:
            return frozenset(chosen)
        if is_cut(course.regulation, number):
            return None
    listed = approved(decisions)
    return None if listed is None else frozenset(listed)
