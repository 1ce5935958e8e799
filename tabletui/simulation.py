"""A tournament that nobody played: random games and what happens around them, through the same doors as real.

Everything follows from the seed. What happens in a round comes from the seed and the name of that round, so a
run that stopped somewhere goes on as if it had not; decisions have names of their own and are made once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from typing import Any

from rules.course.following import out_of_it
from rules.game import Game
from rules.protocol import make_protocol
from rules.record import replace
from rules.regulation import text
from rules.sheet import SEATS, Player
from storage.errors import WrongInput
from storage.kinds import Slot
from storage.roster import PlayerEntry
from storage.slots import FREE
from tabletui.course import Course
from tabletui.demo_games import SELDOM, play, play_void
from tabletui.sample import CITIES, NAMES
from tabletui.text import N_, _, language

VOID = 0.015
"""Chance that a game must be broken off and played anew."""
MISSED = 0.2
"""Chance that somebody misses a round."""
WITHDRAWN = 0.06
FINED = 0.08
"""Chances that somebody leaves after a round, or is fined by the panel."""
STAND_INS = 4
"""How many of them wait in the hall."""
TRIALS = 64
"""How long a draw looks for a better seating: figures matter less here than the time."""

MARK = "simulated"
"""The field of a protocol that says with which seed it was made up."""

FILLED_UP = frozenset({"table_too_many", "one_left_over", "too_few_players"})
"""Refusals of a draw that some stand-ins put right."""


class Simulation:
    """The course of a tournament open for writing, and the seed. date: of the games, as ISO text.

    running: games of the data folder that are led at tables; their slots are left alone. told: called after
    each round with stage, number and how many games were played. count: what was done.
    """

    def __init__(
        self,
        course: Course,
        seed: str,
        *,
        date: str,
        running: Iterable[Any] = (),
        told: Callable[[str, int, int], None] | None = None,
        trials: int | None = TRIALS,
    ) -> None:
        self.course = course
        self.seed = seed
        self.date = date
        self.running = tuple(running)
        self.told = told
        self.trials = trials
        self.count: Counter[str] = Counter()

    def run(self, through: tuple[str, int] | None = None) -> None:
        """Fills the tournament up to a round, the last one by default. Raises WrongInput, NotSaved."""
        order = [(stage.id, n) for stage in self.course.regulation.stages for n in range(1, stage.rounds + 1)]
        if through is not None:
            if through not in order:
                raise WrongInput(
                    "no_such_place",
                    N_("There is no round {stage}:{round}; the stages are {known}."),
                    stage=through[0],
                    round=through[1],
                    known=", ".join(f"{one.id} (1–{one.rounds})" for one in self.course.regulation.stages),
                )
            order = order[: order.index(through) + 1]
        self._enter()
        for stage, number in order:
            if self._drawn(stage, number):
                self._round(stage, number)

    # -- who plays -------------------------------------------------------------------------------------------

    def _enter(self) -> None:
        """Players where there are none, the fee of as many as the first stage takes, the list approved."""
        course, tournament = self.course, self.course.tournament
        random = self._random("roster")
        wanted = course.regulation.stages[0].entrants
        if not any(not entry.stand_in for entry in tournament.players()):
            names = list(NAMES)
            while len(names) < wanted:
                names += [f"{name} {len(names) // len(NAMES) + 1}" for name in NAMES]
            chosen = random.sample(names[: max(wanted, len(NAMES))], wanted)
            taken = {entry.name for entry in tournament.players()}
            tournament.put_players(
                [
                    PlayerEntry(name, city=random.choice(CITIES), paid=True)
                    for name in chosen
                    if name not in taken
                ]
            )
            self.count["players"] += wanted
        if course.approved() is not None:
            return
        short = wanted - len(course.entered())
        unpaid = set(course.unpaid()[: max(0, short)])
        if unpaid:
            tournament.put_players(
                [replace(entry, paid=True) for entry in tournament.players() if entry.id in unpaid]
            )
        course.approve()

    def _stand_ins(self, least: int) -> list[str]:
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

    # -- draws -----------------------------------------------------------------------------------------------

    def _drawn(self, stage: str, number: int) -> bool:
        """Draws a round where it is not drawn. False where it was played without a draw."""
        course = self.course
        if course.seating(stage, number) is not None:
            return True
        following = course.next(self.running)
        if following.code in ("cut_needed", "cut_outdated"):
            self._cut(following.stage)
            following = course.next(self.running)
        if following.code is not None and following.code != "all_drawn":
            raise WrongInput(following.code, following.template, **dict(following.details))
        if following.stage != stage or number not in following.rounds:
            return False
        tables, stand_ins = self._filled(stage, following.entrants, following.rounds)
        drawing = course.draw(
            f"{self.seed}:{stage}:{number}", trials=self.trials, tables=tables, stand_ins=stand_ins
        )
        course.publish(drawing, self.running)
        self.count["draws"] += 1
        return True

    def _filled(
        self, stage: str, entrants: Sequence[str], rounds: Sequence[int]
    ) -> tuple[int | None, list[str]]:
        """Tables and stand-ins with which these can be drawn."""
        course = self.course
        own = next(one for one in course.regulation.stages if one.id == stage)
        first = course.seating(stage, 1) if rounds[0] > 1 else None
        tables = own.tables if first is None else len(first.tables)
        fewer = max(1, -(-len(entrants) // 10))
        refused: WrongInput | None = None
        for count in dict.fromkeys((tables, min(tables, fewer))):
            for added in range(10):
                stand_ins = self._stand_ins(added)[:added]
                try:
                    course.plan(tables=count, stand_ins=stand_ins)
                except WrongInput as wrong:
                    refused = refused or wrong
                    if wrong.code not in FILLED_UP:
                        break
                else:
                    return None if count == own.tables else count, stand_ins
        assert refused is not None
        raise refused

    def _cut(self, stage: str) -> None:
        """Who goes on; level players at the border draw lots."""
        proposal = self.course.cut(stage)
        numbers = list(range(1, len(proposal.lots) + 1))
        self._random("lots", stage).shuffle(numbers)
        lots = dict(zip(sorted(proposal.lots), numbers, strict=True))
        self.course.publish_cut(proposal, lots)
        self.count["cuts"] += 1
        self.count["lots"] += len(lots)

    # -- rounds ----------------------------------------------------------------------------------------------

    def _round(self, stage: str, number: int) -> None:
        """What happens before it, its games, what happens after it."""
        open_ = self._open(stage, number)
        if open_:
            self._before(stage, number)
            protocols = [one for slot in open_ for one in self._games(slot)]
            self.course.tournament.store_all(protocols)
            self.count["games"] += len(open_)
            self.count["void"] += len(protocols) - len(open_)
            self.count["rounds"] += 1
        if open_ or not self._begun_after(stage, number):
            self._after(stage, number)
        if open_ and self.told is not None:
            self.told(stage, number, len(open_))

    def _begun_after(self, stage: str, number: int) -> bool:
        """Whether a later round has a protocol: what happens after this one has happened."""
        stages = [one.id for one in self.course.regulation.stages]
        place = stages.index(stage), number
        return any(
            slot.stage in stages and (stages.index(slot.stage), slot.round) > place
            for slot in self.course.tournament.slots()
        )

    def _open(self, stage: str, number: int) -> list[Slot]:
        """Slots of a round without a protocol that counts or a running game."""
        states = self.course.tournament.slots()
        taken = {slot for slot, state in states.items() if state.status != FREE}
        taken |= set(self.course.running(self.running))
        seating = self.course.seating(stage, number)
        tables = 0 if seating is None else len(seating.tables)
        slots = [Slot(stage, number, table) for table in range(1, tables + 1)]
        return [slot for slot in slots if slot not in taken]

    def _games(self, slot: Slot) -> list[dict[str, Any]]:
        """The game of a slot; before it one that was broken off, now and then."""
        course = self.course
        judge = _("Judge {number}").format(number=slot.table)
        random = self._random("game", slot.stage, slot.round, slot.table)
        games = []
        if random.random() < VOID:
            games.append(play_void(course.regulation, random, judge))
        games.append(play(course.regulation, random, judge, SELDOM))
        people = course.players_at(slot) or ()
        players = tuple(
            Player(seat, one.id, one.name, one.stand_in) for seat, one in zip(SEATS, people, strict=True)
        )
        return [self._protocol(game, slot, players) for game in games]

    def _protocol(self, game: Game, slot: Slot, players: tuple[Player, ...]) -> dict[str, Any]:
        place = {
            "tournament": self.course.tournament.id,
            "stage": slot.stage,
            "round": slot.round,
            "table": slot.table,
        }
        return make_protocol(game, players, slot=place, date=self.date) | {MARK: self.seed}

    # -- what happens around them ----------------------------------------------------------------------------

    def _before(self, stage: str, number: int) -> None:
        """Who is back takes his place again, who is gone is replaced; somebody does not come."""
        self._back(stage, number)
        seating = self.course.seating(stage, number)
        if seating is None:
            return
        out = out_of_it(self.course.tournament.decisions())
        there = [player for table in seating.tables for player in table]
        for player in there:
            if player in out:
                self._replaced(stage, number, player, _("does not play on"), "for")
        random = self._random("before", stage, number)
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
        free = [one for one in self._stand_ins(STAND_INS) if one not in seated]
        if not free:
            free = self._stand_ins(len(self._stand_ins(0)) + 1)[-1:]
        self._once(name, "substitution", "substitutions",
                   stage=stage, round=number, player=player, by=free[-1], reason=reason)  # fmt: skip

    def _after(self, stage: str, number: int) -> None:
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
        random = self._random("after", stage, number)
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

    def _random(self, *of: object) -> Random:
        return Random("|".join(map(str, (self.seed, *of))))


ABSENT = (N_("did not come in time"), N_("was ill"))
LEAVES = (N_("must go home"), N_("fell ill"))
FINES = (N_("late for the game"), N_("unsporting behaviour in the hall"))


def removed(protocol: Mapping[str, Any]) -> list[tuple[str, str | None]]:
    """Who bears a removal of a game, and its reason."""
    at = {player["seat"]: player["id"] for player in protocol["players"]}
    return [(at[one["seat"]], one.get("reason")) for one in protocol["sheet"]["removed"]]
