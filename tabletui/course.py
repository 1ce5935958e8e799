"""The course of one tournament: what is drawn and by whom it is played, who goes on, what was decided.

No screen and no printing: commands and screens ask the same questions here. Where something cannot be, a
WrongInput says why in one sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rules.course.cut import CutProposal, CutRow
from rules.course.drawing import Drawing, Plan
from rules.course.following import Next, approved, out_of_it, what_next
from rules.course.seatings import RoundSeating, heads, seatings
from rules.record import replace
from rules.regulation import Regulation, text
from rules.said import Said
from storage.errors import WrongInput
from storage.kinds import Slot
from storage.slots import OFFICIAL
from tabletui.course_cut import proposal_of, publish_list
from tabletui.course_drawing import drawn, public_results, redraw_plan, stage_plan
from tabletui.course_missing import Missing, missing_of
from tabletui.course_words import DecisionLine, Out, decision_lines, outs
from tabletui.results import Results
from tabletui.seats import Person
from tabletui.text import N_, language

if TYPE_CHECKING:
    from rules.standings import Standings
    from storage.tournament import Tournament

__all__ = ["Course", "CutProposal", "CutRow", "Drawing", "Missing", "Next", "RoundSeating"]


class Course:
    """Of a tournament open for writing or reading; its regulation. folders: where other regulations lie."""

    def __init__(self, tournament: Tournament, regulation: Regulation, folders: Sequence[Path] = ()) -> None:
        self.tournament = tournament
        self.regulation = regulation
        self.results = Results(tournament, regulation, folders)

    # -- who plays -------------------------------------------------------------------------------------------

    def approved(self) -> tuple[str, ...] | None:
        """The final list as the organisers approved it last, None before."""
        return approved(self.tournament.decisions())

    def entered(self) -> tuple[str, ...]:
        """Who is registered: the fee paid where there is one, not out of it; no stand-ins."""
        out, fee = out_of_it(self.tournament.decisions()), self.regulation.tournament.entry_fee is not None
        return tuple(
            entry.id
            for entry in self.tournament.players()
            if not entry.stand_in and entry.id not in out and (entry.paid or not fee)
        )

    def unpaid(self) -> tuple[str, ...]:
        """Who would be registered if the fee were paid."""
        out = out_of_it(self.tournament.decisions())
        if self.regulation.tournament.entry_fee is None:
            return ()
        return tuple(
            entry.id
            for entry in self.tournament.players()
            if not entry.stand_in and not entry.paid and entry.id not in out
        )

    def standing_out(self) -> dict[str, Out]:
        """Who does not play on, and why."""
        return outs(self.tournament.decisions(), self.regulation)

    def approve(self, reason: str = "") -> str:
        """Approves the list of those entered. Raises WrongInput where nobody is, NotSaved."""
        entered = self.entered()
        if not entered:
            raise WrongInput("nobody_entered", N_("Nobody is registered yet; there is no list to approve."))
        return self.decide("approval", players=list(entered), reason=reason or None)

    # -- seatings --------------------------------------------------------------------------------------------

    def seatings(self) -> dict[tuple[str, int], RoundSeating]:
        """The seating of every drawn round, swaps and substitutions included."""
        return seatings(self.tournament.published(), self.tournament.decisions())

    def seating(self, stage: str, round: int) -> RoundSeating | None:
        """The seating of one round, None where it is not published."""
        return self.seatings().get((stage, round))

    def players_at(self, slot: Slot) -> tuple[Person, ...] | None:
        """The ten of a slot in the order of seats, None where no seating is published."""
        seating = self.seating(slot.stage, slot.round)
        if seating is None or not 1 <= slot.table <= len(seating.tables):
            return None
        known = {entry.id: entry for entry in self.tournament.players()}
        return tuple(
            Person(id, known[id].name, known[id].stand_in) if id in known else Person(id, id)
            for id in seating.tables[slot.table - 1]
        )

    def next(self, running: Iterable[Any] = ()) -> Next:
        """What can be drawn now, or why not. running: games of the data folder, or their slots."""
        slots = self.tournament.slots()
        closed = self.closed()
        begun = {_key(slot) for slot in slots} | {_key(slot) for slot in self.running(running)}
        found = what_next(
            self.regulation, self.tournament.published(), self.tournament.decisions(), closed, begun
        )
        return replace(found, details=self._named(found))

    def plan(
        self,
        *,
        apart: Iterable[Iterable[str]] = (),
        trials: int | None = None,
        tables: int | None = None,
        stand_ins: Sequence[str] = (),
        redraw: tuple[str, int, str] | None = None,
        running: Iterable[Any] = (),
    ) -> Plan:
        """What `draw` is about to draw. Raises WrongInput where nothing can be drawn."""
        groups = tuple(tuple(group) for group in apart)
        if redraw is not None:
            stage, number, reason = redraw
            refused = self.redraw_allowed(stage, number, running)
            if refused is not None:
                raise WrongInput("no_redraw", refused.template, **refused.details)
            return redraw_plan(self, stage, number, reason, groups, trials)
        following = self.next(running)
        if following.code is not None:
            raise WrongInput(following.code, following.template, **dict(following.details))
        return stage_plan(self, following, groups, trials, tables, stand_ins)

    def draw(
        self,
        secret: str,
        *,
        apart: Iterable[Iterable[str]] = (),
        trials: int | None = None,
        progress: Callable[[int, int], None] | None = None,
        stop: Callable[[], bool] | None = None,
        tables: int | None = None,
        stand_ins: Sequence[str] = (),
        redraw: tuple[str, int, str] | None = None,
    ) -> Drawing:
        """Draws what comes next, or a published round anew: redraw is its stage, number and the reason.

        Nothing is written, and nothing read after the beginning: fit for a thread. tables: other than the
        regulation's; stand_ins: ids who fill the list up. Raises WrongInput with the nearest that can be.
        """
        plan = self.plan(apart=apart, trials=trials, tables=tables, stand_ins=stand_ins, redraw=redraw)
        return drawn(plan, secret, self._names(), progress, stop)

    def publish(self, drawing: Drawing, running: Iterable[Any] = ()) -> None:
        """Keeps a draw for good. Raises WrongInput where it is no longer what comes next, NotSaved."""
        body = drawing.body
        stage, rounds = body["stage"], tuple(body["rounds"])
        entrants = {*body["entrants"], *body["resting"]}
        if body["audit"]["public"] != public_results(self):
            raise WrongInput("results_changed", N_("The results changed meanwhile; draw once more."))
        if body["replaces"]:
            for number in rounds:
                refused = self.redraw_allowed(stage, number, running)
                if refused is not None:
                    raise WrongInput("no_redraw", refused.template, **refused.details)
        else:
            following = self.next(running)
            next_ = following.stage, following.rounds
            if following.code is not None or next_ != (stage, rounds) or set(following.entrants) - entrants:
                raise WrongInput("not_next", N_("Something else was published meanwhile; draw once more."))
        if gone := entrants & out_of_it(self.tournament.decisions()).keys():
            raise WrongInput(
                "entrant_gone",
                N_("Drawn were players who do not play on: {players}; draw once more."),
                players=", ".join(sorted(gone)),
            )
        self.tournament.publish_draw(body)

    def redraw_allowed(self, stage: str, round: int, running: Iterable[Any] = ()) -> Said | None:
        """Why a round cannot be drawn anew; None where it can."""
        if (stage, round) not in heads(self.tournament.published()):
            return Said(N_("This round is not drawn yet."))
        begun = [*self.tournament.slots(), *self.running(running)]
        if any((slot.stage, slot.round) == (stage, round) for slot in begun):
            return Said(N_("A game of this round has begun; its seating stands."))
        return None

    # -- cuts ------------------------------------------------------------------------------------------------

    def cut(self, stage: str) -> CutProposal:
        """Who goes on to a stage by the standings up to the one before. Raises WrongInput, WrongFile."""
        return proposal_of(self, stage)

    def publish_cut(
        self, proposal: CutProposal, lots: Mapping[str, int] | None = None, reason: str = ""
    ) -> str:
        """Keeps the list of who plays a stage; lots drawn for it first. Returns the decision's id.

        Raises WrongInput where a lot is still needed, or the standings changed since the proposal.
        """
        return publish_list(self, proposal, lots or {}, reason)

    def standings(self, through: str | None = None) -> Standings:
        """The standings, up to a stage or round if one is given. Raises WrongFile, ValueError."""
        return self.results.standings(through)

    # -- decisions -------------------------------------------------------------------------------------------

    def withdraw(self, player: str, reason: str) -> str:
        """A player leaves the tournament; the regulation's bar is noted."""
        bar = self.regulation.tournament.withdrawal_bar
        return self.decide(
            "withdrawal", player=player, reason=reason, bar=None if bar is None else text(bar, language())
        )

    def exclude(self, player: str, reason: str, stage: str | None = None, round: int | None = None) -> str:
        """A player is out of the tournament, after this round where one is given."""
        return self.decide("exclusion", player=player, stage=stage, round=round, reason=reason)

    def missed(self, player: str, stage: str, round: int, reason: str = "") -> str:
        """A player missed a round he should have played."""
        more = {"reason": reason} if reason else {}
        return self.decide("missed", player=player, stage=stage, round=round, **more)

    def fine(
        self,
        player: str,
        points: Fraction | str,
        reason: str,
        stage: str | None = None,
        round: int | None = None,
    ) -> str:
        """The panel takes points; below nothing, and among the regulation's where it lists some."""
        return self.decide("fine", player=player, points=str(points), reason=reason, stage=stage, round=round)

    def lot(self, player: str, number: int) -> str:
        """The number a player drew."""
        return self.decide("lot", player=player, number=number)

    def draw_lots(self, players: Sequence[str], seed: str) -> dict[str, int]:
        """Draws and keeps numbers for players who are level; returns them by id."""
        from rules.draw.lottery import Lottery

        numbers = {
            player: number for number, player in enumerate(Lottery(seed, "lots").shuffled(sorted(players)), 1)
        }
        for player in players:
            self.decide("lot", player=player, number=numbers[player], seed=seed)
        return numbers

    def swap(self, stage: str, round: int, one: str, other: str, reason: str) -> str:
        """Two players change places in a published round, or one with who sits out.

        Who has played on his place does not; where others sat than published it may be put on record.
        """
        seating = self.seating(stage, round)
        name = None if seating is None else seating.draw.get("record")
        if seating is not None:
            self._refuse_played(seating, (one, other))
        return self.decide("swap", stage=stage, round=round, players=[one, other], reason=reason, draw=name)

    def substitute(self, stage: str, round: int | None, player: str, by: str, reason: str) -> str:
        """`by` takes the places of a player from a round on, or in the whole stage."""
        return self.decide("substitution", stage=stage, round=round, player=player, by=by, reason=reason)

    def undo(self, decision: str, reason: str) -> str:
        """Takes a decision back; both stay on record. Raises WrongInput where that cannot be, NotSaved."""
        known = {row["id"]: row for row in self.tournament.all_decisions()}
        row = known.get(decision)
        if row is not None and row["kind"] == "approval" and self.seatings():
            raise WrongInput(
                "list_in_use", N_("The list stands: it was drawn from. Who leaves it withdraws.")
            )
        if (
            row is not None
            and row["kind"] == "cut"
            and any(key[0] == row["stage"] for key in self.seatings())
        ):
            raise WrongInput(
                "cut_in_use", N_("This list stands: stage {stage} was drawn from it."), stage=row["stage"]
            )
        return self.decide("undo", undoes=decision, reason=reason)

    def decisions(self) -> tuple[DecisionLine, ...]:
        """Every decision in the order of making, in words, and by what it was undone."""
        return decision_lines(self.tournament.all_decisions(), self._names(), self.regulation)

    def decide(self, kind: str, **more: Any) -> str:
        """Keeps a decision of any kind, held to the regulation. Raises WrongInput, NotSaved."""
        from storage.decisions import check_decision

        decision = {"kind": kind, **more}
        roster = {entry.id for entry in self.tournament.players()}
        check_decision(decision, self.regulation, roster, self.seatings())
        return self.tournament.decide(decision)

    def _refuse_played(self, seating: RoundSeating, players: Collection[str]) -> None:
        """Raises WrongInput where one of these has played this round, and on the place he has in it."""
        for found in self.tournament.official():
            if (found.slot.stage, found.slot.round) != (seating.stage, seating.round):
                continue
            for player in found.protocol["players"]:
                place = found.slot.table, player["seat"]
                if player["id"] in players and seating.place_of(player["id"]) == place:
                    raise WrongInput(
                        "played_already",
                        N_("Player {player} has played this round already."),
                        player=player["id"],
                    )

    # -- what is missing -------------------------------------------------------------------------------------

    def missing(self, running: Iterable[Any] = ()) -> Missing:
        """What the tournament waits for."""
        return missing_of(self, running)

    # -- inside ----------------------------------------------------------------------------------------------

    def _names(self) -> dict[str, str]:
        return {entry.id: entry.name for entry in self.tournament.players()}

    def _named(self, following: Next) -> dict[str, object]:
        """The details of a sentence with the stage and the players as people call them."""
        details = dict(following.details)
        stage = self.regulation.stage(following.stage)
        if "stage" in details and stage is not None:
            details["stage"] = text(stage.title, language())
        if "players" in details:
            names = self._names()
            ids = str(details["players"]).split(", ")
            details["players"] = ", ".join(names.get(player, player) for player in ids)
        return details

    def closed(self) -> frozenset[tuple[str, int, int]]:
        """Stage, round and table of every game with a result that counts."""
        slots = self.tournament.slots()
        return frozenset(_key(slot) for slot, state in slots.items() if state.status == OFFICIAL)

    def running(self, running: Iterable[Any]) -> tuple[Slot, ...]:
        """The slots of running games of this tournament."""
        found = []
        for one in running:
            slot = one if isinstance(one, Slot) else one.slot
            if slot is not None and (one is slot or one.tournament == self.tournament.id):
                found.append(slot)
        return tuple(found)


def _key(slot: Slot) -> tuple[str, int, int]:
    return slot.stage, slot.round, slot.table
