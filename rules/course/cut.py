"""Who goes on to a stage: the best of the standings so far, by the whole chain of criteria.

The excluded and those who withdrew are passed over and the next move up. Where nothing parts the players at
the border a lot must, and until then there is no list. Source: A, order of prize winners.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from rules.record import record
from rules.standings import Row, Standings


@record
class CutRow:
    """A player at his place in the standings. goes: None where a lot is needed. why he is passed over:
    "excluded", "withdrawn" or "not_entered" (he was not in the stage before). moved_up: he goes on because
    somebody before him does not.
    """

    id: str
    name: str
    place: int
    points: str
    decided_by: str | None
    goes: bool | None
    why: str | None = None
    moved_up: bool = False


@record
class CutProposal:
    """players: those who go on, best first; without those a lot must decide about. wanted: how many the
    stage takes. rows: the whole table. level: ids who stand level in points at the border, on both sides of
    it. decided_by: what parted the last who goes from the first who does not; None where nobody stays out or
    nothing did. lots: ids who must draw a lot. passed_over: id to why.
    """

    stage: str
    wanted: int
    players: tuple[str, ...]
    rows: tuple[CutRow, ...]
    level: tuple[str, ...]
    decided_by: str | None
    lots: tuple[str, ...]
    passed_over: Mapping[str, str]

    @property
    def moved_up(self) -> tuple[str, ...]:
        """Those who go on in the place of somebody passed over."""
        return tuple(row.id for row in self.rows if row.moved_up)


def cut(stage: str, wanted: int, table: Standings, out: Mapping[str, str]) -> CutProposal:
    """The proposal. table: standings up to the stage before. out: why somebody does not play on, by id."""
    able = [row for row in table.rows if row.id not in out]
    border = able[wanted - 1].place if len(able) > wanted else None
    shared: list[str] = []
    if border is not None and able[wanted].place == border:
        shared = [row.id for row in able if row.place == border]
    sure = [row.id for row in able[:wanted] if row.id not in shared]
    going: dict[str, bool | None] = dict.fromkeys(sure, True) | dict.fromkeys(shared, None)
    rows = tuple(_row(number, row, going, out, wanted) for number, row in enumerate(table.rows, 1))
    level, decided = _at_border(able, wanted)
    passed = {row.id: out[row.id] for row in table.rows[: _last(table.rows, going)] if row.id in out}
    return CutProposal(stage, wanted, tuple(sure), rows, level, decided, tuple(shared), passed)


def _row(
    number: int, row: Row, going: Mapping[str, bool | None], out: Mapping[str, str], wanted: int
) -> CutRow:
    goes = False if row.id in out else going.get(row.id, False)
    return CutRow(
        row.id,
        row.name,
        row.place,
        row.shown,
        row.decided_by,
        goes,
        out.get(row.id),
        bool(goes) and number > wanted,
    )


def _at_border(able: list[Row], wanted: int) -> tuple[tuple[str, ...], str | None]:
    """Who is level in points across the border, and what parted the two sides of it."""
    if len(able) <= wanted:
        return (), None
    last, next_ = able[wanted - 1], able[wanted]
    level = tuple(row.id for row in able if row.total == last.total) if last.total == next_.total else ()
    return level, None if last.place == next_.place else next_.decided_by


def _last(rows: tuple[Row, ...], going: Collection[str]) -> int:
    """How many rows there are up to the last who may go on."""
    return max((number for number, row in enumerate(rows, 1) if row.id in going), default=0)
