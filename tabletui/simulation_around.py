"""What happens around the games of a simulated tournament: missed rounds, fines, who leaves, who stands in.

What happens in a round comes from the seed and the name of that round; a decision has a name of its own and
is made once, so that a run may stop anywhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Any

from rules.course.following import out_of_it
from rules.regulation import text
from storage.roster import PlayerEntry
from tabletui.course import Course
from tabletui.text import N_, _, language

MARK = "simulated"
"""The field of a protocol that says with which seed it was made up."""

MISSED = 0.2
"""Chance that somebody misses a round."""
WITHDRAWN = 0.06
FINED = 0.08
"""Chances that somebody leaves after a round, or is fined by the panel."""
STAND_INS = 4
"""How many of them wait in the hall."""


class Around:
    """The course of a tournament open for writing, and the seed. count: what was done."""

    def __init__(self, course: Course, seed: str, count: Counter[str]) -> None:
        self.course = course
        self.seed = seed
        self.count = count

    def stand_ins(self, least: int) -> list[str]:
        """Ids of the stand-ins, so many at least; missing ones are entered."""
        tournament = self.course.tournament
        known = [entry.id for entry in tournament.players() if entry.stand_in and entry.id]
        if len(known) < least:
            ids = {entry.id for entry in tournament.players()}
            names = {entry.name for entry in tournament.players()}
            fresh: list[PlayerEntry] = []
            number = 0
            while len(known) + len(fresh) < max(least, STAND_INS):
                number += 1
                name = _("Stand-in {number}").format(number=number)
                if f"S{number}" not in ids and name not in names:
                    fresh.append(PlayerEntry(name, f"S{number}", stand_in=True))
            known += [str(entry.id) for entry in tournament.put_players(fresh)]
        return known

    def begun_after(self, stage: str, number: int) -> bool:
        """Whether a later round has a protocol: what happens after this one has happened."""
        stages = [one.id for one in self.course.regulation.stages]
        place = stages.index(stage), number
        return any(
            slot.stage in stages and (stages.index(slot.stage), slot.round) > place
            for slot in self.course.tournament.slots()
        )

    def before(self, stage: str, number: int) -> None:
        """Who is back takes his place again, who is gone is replaced; somebody does not come."""
        self._back(stage, number)
        seating = self.course.seating(stage, number)
        if seating is None:
            return
        out = out_of_it(self.course.tournament.decisions())
        there = [player for table in seating.tables for player in table]
        for player in there:
            if player in out:
                self._replaced(stage, number, player, _("does not play on"), "gone")
        random = self.random("before", stage, number)
        stand_ins = {entry.id for entry in self.course.tournament.players() if entry.stand_in}
        # Of all places as drawn, so that a run that was cut short here finds the same one again.
        drawn = [player for table in seating.drawn for player in table]
        ranked = sorted(player for player in drawn if player not in out and player not in stand_ins)
        begun = {
            player["id"]
            for found in self.course.tournament.official()
            if (found.slot.stage, found.slot.round) == (stage, number)
            for player in found.protocol["players"]
        }
        if random.random() >= MISSED or not ranked:
            return
        player, reason = random.choice(ranked), _(random.choice(ABSENT))
        name = f"{stage}:{number}:missed:{player}"
        if player in begun or not (player in there or self._made(name)):
            return
        self._once(name, "missed", "missed", player=player, stage=stage, round=number, reason=reason)
        self._replaced(stage, number, player, reason, "missed")

    def _back(self, stage: str, number: int) -> None:
        """Who missed the round before has his place again, if he still plays."""
        out = out_of_it(self.course.tournament.decisions())
        before = self._name(f"{stage}:{number - 1}:missed:place:")
        for one in self.course.tournament.decisions():
            if not str(one["id"]).startswith(before) or one["player"] in out:
                continue
            seating = self.course.seating(stage, number)
            if seating is None or one["by"] not in seating.everybody or one["player"] in seating.everybody:
                continue
            self._once(f"{stage}:{number}:back:{one['player']}", "substitution", "",
                       stage=stage, round=number, player=one["by"], by=one["player"],
                       reason=_("is back"))  # fmt: skip

    def _replaced(self, stage: str, number: int, player: str, reason: str, why: str) -> None:
        """A stand-in without a place takes a player's from this round on."""
        name = f"{stage}:{number}:{why}:place:{player}"
        seated = {
            one
            for (where, round), seating in self.course.seatings().items()
            if where == stage and round >= number
            for one in seating.everybody
        }
        # The last ones: the first fill tables up where there are too few players for a draw.
        free = [one for one in self.stand_ins(STAND_INS) if one not in seated]
        if not free:
            free = self.stand_ins(len(self.stand_ins(0)) + 1)[-1:]
        self._once(name, "substitution", "substitutions",
                   stage=stage, round=number, player=player, by=free[-1], reason=reason)  # fmt: skip

    def after(self, stage: str, number: int) -> None:
        """Exclusions for what was done at a table; the panel fines somebody, somebody leaves."""
        found = [
            one.protocol
            for one in self.course.tournament.official()
            if (one.slot.stage, one.slot.round) == (stage, number)
        ]
        if not found or any(protocol.get(MARK) != self.seed for protocol in found):
            return  # games that somebody played in earnest, here or there: nothing is made up about them
        known = self._names()
        # As it was when the round was over: what was decided after it stands under its name.
        after = self._name(f"{stage}:{number}:")
        out = out_of_it([
            one for one in self.course.tournament.decisions() if not str(one["id"]).startswith(after)
        ])  # fmt: skip
        excluding = {reason.id for reason in self.course.regulation.reasons if reason.excludes}
        for protocol in found:
            for player, reason in removed(protocol):
                if reason in excluding and player in known and player not in out:
                    self._once(f"{stage}:{number}:excluded:{player}", "exclusion", "excluded",
                               player=player, stage=stage, round=number, reason=reason)  # fmt: skip
        random = self.random("after", stage, number)
        ranked = sorted(
            player["id"]
            for protocol in found
            for player in protocol["players"]
            if player["id"] in known and player["id"] not in out
        )
        fined, leaves = random.random() < FINED, random.random() < WITHDRAWN
        if not ranked:
            return
        who, amount = random.choice(ranked), random.choice(self._fines())
        if fined:
            self._once(f"{stage}:{number}:fine:{who}", "fine", "fines", player=who, points=amount,
                       reason=_(random.choice(FINES)), stage=stage, round=number)  # fmt: skip
        who = random.choice(ranked)
        last = self.course.regulation.stages[-1]
        if leaves and (stage, number) != (last.id, last.rounds):
            bar = self.course.regulation.tournament.withdrawal_bar
            self._once(f"{stage}:{number}:withdrawal:{who}", "withdrawal", "withdrawn", player=who,
                       reason=_(random.choice(LEAVES)),
                       bar=None if bar is None else text(bar, language()))  # fmt: skip

    def _fines(self) -> list[str]:
        return [str(points) for points in self.course.regulation.scoring.panel_fines] or ["-1"]

    def _names(self) -> Mapping[str, str]:
        return {str(one.id): one.name for one in self.course.tournament.players() if not one.stand_in}

    def _name(self, what: str) -> str:
        return f"{MARK}:{self.seed}:{what}"

    def _once(self, name: str, kind: str, counted: str, **more: Any) -> None:
        """A decision, unless it was made in a run before."""
        if self._made(name):
            return
        self.course.decide(kind, id=self._name(name), **more)
        if counted:
            self.count[counted] += 1

    def _made(self, name: str) -> bool:
        id = self._name(name)
        return any(one["id"] == id for one in self.course.tournament.all_decisions())

    def random(self, *of: object) -> Random:
        """Chance for one thing alone, whatever was asked for before it."""
        return Random("|".join(map(str, (self.seed, *of))))


ABSENT = (N_("did not come in time"), N_("was ill"))
LEAVES = (N_("must go home"), N_("fell ill"))
FINES = (N_("late for the game"), N_("unsporting behaviour in the hall"))


def removed(protocol: Mapping[str, Any]) -> list[tuple[str, str | None]]:
    """Who bears a removal of a game, and its reason."""
    at = {player["seat"]: player["id"] for player in protocol["players"]}
    return [(at[one["seat"]], one.get("reason")) for one in protocol["sheet"]["removed"]]
