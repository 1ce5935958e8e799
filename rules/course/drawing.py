"""A stage or round drawn for players by id, with all that it follows from: the body of a published draw.

The body holds everything the seating was made of, so that anybody can draw it again from it alone, whatever
was corrected since.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any
from unicodedata import normalize

from rules.draw.audit import audit, digest
from rules.draw.drawing import draw
from rules.draw.quality import Quality, Round, measure
from rules.draw.swiss import Placed, swiss
from rules.record import record

SWISS = "swiss"
SEATS_ALONE = "seats"
"""The method where there is one table: only seats are drawn."""


@record
class Standing:
    """A player's place and points before a Swiss round."""

    player: str
    place: int
    points: Fraction


@record
class Plan:
    """What is to be drawn.

    entrants: ids. tables: of ten. method: "random" or "swiss". apart: groups of ids who must not meet. past:
    earlier rounds as they were played, ids by table and seat; past_sit_outs by round. standing: of every
    entrant, for a Swiss round. window: Swiss only. public: what is known to all only since the results came
    in. replaces: names of draws this one takes the place of. resting: who sits out beside the entrants where
    a round is drawn anew, so that nobody sits out more often than he was drawn to.
    """

    stage: str
    rounds: tuple[int, ...]
    entrants: tuple[str, ...]
    tables: int
    method: str
    apart: tuple[tuple[str, ...], ...] = ()
    past: tuple[tuple[tuple[str, ...], ...], ...] = ()
    past_sit_outs: tuple[tuple[str, ...], ...] = ()
    standing: tuple[Standing, ...] = ()
    window: int | None = None
    trials: int | None = None
    public: str = ""
    replaces: tuple[str, ...] = ()
    reason: str | None = None
    resting: tuple[str, ...] = ()


@record
class Drawing:
    """A draw that is not published yet. body: as it will stand on record. quality: its figures."""

    body: Mapping[str, Any]
    quality: Quality

    @property
    def floats(self) -> Sequence[Mapping[str, Any]]:
        """Who sits at another block than his own: player, from, to."""
        found: Sequence[Mapping[str, Any]] = self.body["floats"]
        return found

    @property
    def repeats(self) -> Sequence[Sequence[Any]]:
        """Pairs of one table who met before, with how often."""
        found: Sequence[Sequence[Any]] = self.body["repeats"]
        return found


def make(
    plan: Plan,
    secret: str,
    *,
    progress: Callable[[int, int], None] | None = None,
    stop: Callable[[], bool] | None = None,
) -> Drawing:
    """Draws. The same plan and secret give the same draw everywhere; stop ends the search early, and the draw
    is that of the trials made. Raises WrongSetting, CannotBeKeptApart (players by number in sorted order).
    """
    ids = tuple(sorted(plan.entrants, key=lambda player: normalize("NFC", player)))
    number = {player: index for index, player in enumerate(ids, 1)}
    past = _numbered(plan.past, number)
    pairs = _pairs(plan.apart, number)
    proof = audit(secret, ids, _parameters(plan, ids), plan.public)
    floats: list[dict[str, Any]] = []
    repeats: list[list[Any]] = []
    rounds: tuple[Round, ...]
    outs: tuple[tuple[int, ...], ...]
    if plan.method == SWISS:
        one = swiss(
            [Placed(number[row.player], row.place, row.points) for row in plan.standing],
            plan.tables,
            proof.seed,
            past=past,
            past_sit_outs=[[number[p] for p in out if p in number] for out in plan.past_sit_outs],
            window=3 if plan.window is None else plan.window,
            apart=pairs,
        )
        rounds, outs, method, trials = (one.tables,), (one.sit_outs,), SWISS, 0
        floats = [{"player": ids[f.player - 1], "from": f.from_block, "to": f.to_block} for f in one.floats]
        repeats = [[ids[a - 1], ids[b - 1], times] for (a, b), times in one.repeats]
    else:
        # At one table everybody meets whatever is drawn: seats alone matter, none twice within the stage.
        alone = len(ids) == 10 and plan.tables == 1
        drawn = draw(
            len(ids),
            plan.tables,
            len(plan.rounds),
            proof.seed,
            apart=pairs,
            past=() if alone else past,
            trials=plan.trials,
            progress=progress,
            stop=stop,
        )
        rounds, outs, trials = drawn.rounds, drawn.sit_outs, drawn.trials
        method = SEATS_ALONE if alone else drawn.method
    quality = measure(rounds, range(1, len(ids) + 1), past=past, apart=pairs)
    body: dict[str, Any] = {
        "stage": plan.stage,
        "rounds": list(plan.rounds),
        "tables": [[[ids[p - 1] for p in table] for table in row] for row in rounds],
        "sit_outs": [[ids[p - 1] for p in out] + list(plan.resting) for out in outs],
        "resting": list(plan.resting),
        "entrants": list(ids),
        "method": method,
        "trials": trials,
        "window": plan.window,
        "seed": secret,
        "apart": [list(group) for group in plan.apart],
        "past": [[list(table) for table in row] for row in plan.past],
        "past_sit_outs": [list(out) for out in plan.past_sit_outs],
        "standing": [[row.player, row.place, str(row.points)] for row in plan.standing],
        "audit": proof.to_json() | {"public": plan.public},
        "quality": quality.to_json(),
        "floats": floats,
        "repeats": repeats,
        "replaces": list(plan.replaces),
    }
    if plan.reason is not None:
        body["reason"] = plan.reason
    return Drawing(body, quality)


def plan_of(body: Mapping[str, Any]) -> Plan:
    """What a published draw was made of. Raises KeyError, TypeError or ValueError where it does not say."""
    method = SWISS if body["method"] == SWISS else "random"
    return Plan(
        stage=body["stage"],
        rounds=tuple(body["rounds"]),
        entrants=tuple(body["entrants"]),
        tables=len(body["tables"][0]),
        method=method,
        apart=tuple(tuple(group) for group in body["apart"]),
        past=tuple(tuple(tuple(table) for table in row) for row in body["past"]),
        past_sit_outs=tuple(tuple(out) for out in body["past_sit_outs"]),
        standing=tuple(Standing(who, place, Fraction(points)) for who, place, points in body["standing"]),
        window=body["window"],
        trials=body["trials"] if method != SWISS else None,
        public=body["audit"]["public"],
        replaces=tuple(body["replaces"]),
        reason=body.get("reason"),
        resting=tuple(body["resting"]),
    )


VERIFIED = ("tables", "sit_outs", "floats", "repeats", "quality", "audit")
"""What a draw made again must have in common with the published one."""


def differs(body: Mapping[str, Any]) -> tuple[str, ...]:
    """The parts of a published draw that are not what its secret gives, drawn again. Raises as plan_of."""
    again = make(plan_of(body), body["seed"]).body
    return tuple(key for key in VERIFIED if again[key] != body[key])


def _parameters(plan: Plan, ids: Sequence[str]) -> dict[str, object]:
    """What was asked for, without the trials made: a draw that was stopped can be made again."""
    return {
        "stage": plan.stage,
        "rounds": list(plan.rounds),
        "players": len(ids),
        "tables": plan.tables,
        "method": plan.method,
        "apart": [list(group) for group in plan.apart],
        "window": plan.window,
        "resting": list(plan.resting),
        "past": digest(",".join(table) for row in plan.past for table in (*row, ("",))),
        "past_sit_outs": digest(",".join(out) for out in plan.past_sit_outs),
        "standing": digest(f"{row.player} {row.place} {row.points}" for row in plan.standing),
    }


def _numbered(
    rounds: Iterable[Iterable[Iterable[str]]], number: Mapping[str, int]
) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """The rounds with players as numbers; who is not drawn now gets one beyond them."""
    known = dict(number)
    return tuple(
        tuple(tuple(known.setdefault(player, len(known) + 1) for player in table) for table in row)
        for row in rounds
    )


def _pairs(groups: Iterable[Iterable[str]], number: Mapping[str, int]) -> tuple[tuple[int, int], ...]:
    """Every pair of every group once, of those who are drawn now."""
    from itertools import combinations

    return tuple(
        sorted(
            {
                pair
                for group in groups
                for pair in combinations(sorted({number[player] for player in group if player in number}), 2)
            }
        )
    )
