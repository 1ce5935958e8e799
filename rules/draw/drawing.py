"""The draw of the rounds of a stage: template where one serves, annealer where none does, then the lot."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from rules.draw.annealer import Annealed, Problem, anneal, default_trials
from rules.draw.exclusions import hopeless, place
from rules.draw.lottery import Lottery
from rules.draw.quality import Pair, Round, Rounds
from rules.draw.seats import seated
from rules.draw.settings import check
from rules.draw.table_numbers import numbered
from rules.draw.template import shifts, template
from rules.record import record

ANNEALER = "annealer"


@record
class Drawn:
    """A seating of players 1..N. sit_outs: by round. trials: those the annealer made; 0 for a template.

    method: "matrix", "formula" or "annealer".
    """

    rounds: Rounds
    sit_outs: tuple[tuple[int, ...], ...]
    trials: int
    method: str


class CannotBeKeptApart(ValueError):
    """Players who must not meet and do in every seating that was found. pairs: the least that was left.

    group: who cannot be told apart at all, whatever the seating; empty where it was only not found.
    """

    def __init__(self, pairs: tuple[Pair, ...], group: tuple[int, ...]) -> None:
        named = ", ".join(map(str, group)) or "; ".join(f"{a} and {b}" for a, b in pairs)
        super().__init__(f"These players cannot be kept apart: {named}.")
        self.pairs = pairs
        self.group = group


def draw(
    players: int,
    tables: int,
    rounds: int,
    seed: str,
    *,
    apart: Iterable[Pair] = (),
    past: Sequence[Round] = (),
    trials: int | None = None,
    ring: bool = True,
    progress: Callable[[int, int], None] | None = None,
    stop: Callable[[], bool] | None = None,
) -> Drawn:
    """The seating that this seed gives, the same everywhere.

    apart: pairs who must not meet. past: earlier rounds, other numbers than 1..N for those who are not here
    now. trials: of the annealer; None for some seconds. progress is told trials done and to do; stop ends
    them early, and the draw is that of the trials made. Raises WrongSetting, CannotBeKeptApart.
    """
    check(players, tables, rounds)
    lots = Lottery(seed, "seating")
    pairs = tuple(sorted({(min(a, b) - 1, max(a, b) - 1) for a, b in apart}))
    partners = _partners(pairs)
    group = hopeless(players, tables, partners)
    if group:
        raise CannotBeKeptApart((), tuple(player + 1 for player in group))
    if served_by_template(players, tables, rounds) and not past:
        found = template(tables, rounds, lots.apart("columns"), ring=ring)
        assert found is not None
        slots = place(players, found.meeting(), partners, lots.apart("players"))
        if slots is not None:
            owner = {slot: player + 1 for player, slot in enumerate(slots)}
            drawn = tuple(
                tuple(tuple(owner[slot] for slot in table) for table in row) for row in found.rounds
            )
            return Drawn(drawn, ((),) * rounds, 0, found.method)
    sit_outs = _sit_outs(players, tables, rounds, lots.apart("sit-outs"))
    problem = Problem(players, tables, rounds, sit_outs, (), pairs)
    return _annealed(problem, past, lots, trials, ring, progress, stop)


def served_by_template(players: int, tables: int, rounds: int) -> bool:
    """Whether a template serves better than the annealer: nobody sits out, and pairs meet less than twice.

    Above that, those of one column, who never meet, weigh more than the bound does.
    """
    if players != 10 * tables or shifts(tables, rounds) is None:
        return False
    return tables == 1 or 9 * rounds < 2 * (players - 1)


def _annealed(
    problem: Problem,
    past: Sequence[Round],
    lots: Lottery,
    trials: int | None,
    ring: bool,
    progress: Callable[[int, int], None] | None,
    stop: Callable[[], bool] | None,
) -> Drawn:
    players = problem.players
    before = tuple(
        tuple(tuple(p - 1 if 1 <= p <= players else -1 for p in table) for table in row) for row in past
    )
    here = tuple(tuple(tuple(p for p in table if p >= 0) for table in row) for row in before)
    problem = Problem(players, problem.tables, problem.rounds, problem.sit_outs, here, problem.apart)
    wanted = default_trials(problem) if trials is None else trials
    found = anneal(problem, lots.apart("tables"), wanted, progress=progress, stop=stop)
    met = _met(problem, found)
    if met:
        raise CannotBeKeptApart(tuple((a + 1, b + 1) for a, b in met), ())
    groups = numbered(found.groups, players, lots.apart("numbers"))
    seats = seated(groups, players, lots.apart("seats"), past=before, ring=ring)
    return Drawn(
        tuple(tuple(tuple(player + 1 for player in table) for table in row) for row in seats),
        tuple(tuple(player + 1 for player in out) for out in problem.sit_outs),
        found.trials,
        ANNEALER,
    )


def _sit_outs(players: int, tables: int, rounds: int, lots: Lottery) -> tuple[tuple[int, ...], ...]:
    """Who sits out each round: in turn, in an order by lot, so that nobody does twice running."""
    order, count = lots.shuffled(range(players)), players - 10 * tables
    return tuple(
        tuple(sorted(order[(number * count + place) % players] for place in range(count)))
        for number in range(rounds)
    )


def _partners(pairs: Iterable[Pair]) -> dict[int, frozenset[int]]:
    found: dict[int, set[int]] = {}
    for one, other in pairs:
        found.setdefault(one, set()).add(other)
        found.setdefault(other, set()).add(one)
    return {player: frozenset(others) for player, others in found.items()}


def _met(problem: Problem, found: Annealed) -> tuple[Pair, ...]:
    where = [{player: number for number, table in enumerate(row) for player in table} for row in found.groups]
    return tuple((a, b) for a, b in problem.apart if any(a in row and row[a] == row.get(b) for row in where))
