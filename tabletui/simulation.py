"""A tournament that nobody played: random games and what happens around them, through the same doors as real.

Everything follows from the seed. What happens in a round comes from the seed and the name of that round, so a
run that stopped somewhere goes on as if it had not; decisions have names of their own and are made once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from rules.game import Game
from rules.protocol import make_protocol
from rules.record import replace
from rules.sheet import SEATS, Player
from storage.errors import WrongInput
from storage.kinds import Slot
from storage.roster import PlayerEntry
from storage.slots import FREE
from tabletui.course import Course
from tabletui.demo_games import SELDOM, play, play_void
from tabletui.sample import CITIES, NAMES
from tabletui.simulation_around import MARK, Around
from tabletui.text import N_, _

VOID = 0.015
"""Chance that a game must be broken off and played anew."""
TRIALS = 64
"""How long a draw looks for a better seating: figures matter less here than the time."""

FILLED_UP = frozenset({"table_too_many", "one_left_over", "too_few_players"})
"""Refusals of a draw that some stand-ins put right."""


class Simulation:
    """The course of a tournament open for writing, and the seed. date: of the games, as ISO text, where
    the regulation names no day.

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
        days = course.regulation.tournament.dates
        self.date = days[0].isoformat() if days else date
        self.running = tuple(running)
        self.told = told
        self.trials = trials
        self.count: Counter[str] = Counter()
        self.around = Around(course, seed, self.count)

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
        random = self.around.random("roster")
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
                stand_ins = self.around.stand_ins(added)[:added]
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
        self.around.random("lots", stage).shuffle(numbers)
        lots = dict(zip(sorted(proposal.lots), numbers, strict=True))
        self.course.publish_cut(proposal, lots)
        self.count["cuts"] += 1
        self.count["lots"] += len(lots)

    # -- rounds ----------------------------------------------------------------------------------------------

    def _round(self, stage: str, number: int) -> None:
        """What happens before it, its games, what happens after it."""
        open_ = self._open(stage, number)
        if open_:
            self.around.before(stage, number)
            protocols = [one for slot in open_ for one in self._games(slot)]
            self.course.tournament.store_all(protocols)
            self.count["games"] += len(open_)
            self.count["void"] += len(protocols) - len(open_)
            self.count["rounds"] += 1
        if open_ or not self.around.begun_after(stage, number):
            self.around.after(stage, number)
        if open_ and self.told is not None:
            self.told(stage, number, len(open_))

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
        random = self.around.random("game", slot.stage, slot.round, slot.table)
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
        # Without the tournament's id: later draws follow from the protocols too, and shall be the same in
        # another file of the same seed.
        place = {"stage": slot.stage, "round": slot.round, "table": slot.table}
        return make_protocol(game, players, slot=place, date=self.date) | {MARK: self.seed}
