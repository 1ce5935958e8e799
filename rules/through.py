"""Up to where a table counts: a stage, or a round of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from rules.record import record

if TYPE_CHECKING:
    from rules.regulation import Regulation


@record
class Through:
    """The last stage and round that count; all others are as if they had not been."""

    order: Mapping[str, int]
    stage: str | None = None
    round: int | None = None

    def holds(self, stage: str | None, round: int | None) -> bool:
        """Whether a slot lies within. Under a limit, a slot of no stage of the regulation does not."""
        if self.stage is None:
            return True
        if stage is None or stage not in self.order:
            return False
        if stage == self.stage:
            return self.round is None or (round is not None and round <= self.round)
        return self.order[stage] < self.order[self.stage]


def parse_through(text: str | None, regulation: Regulation) -> Through:
    """Reads "stage" or "stage:round". Raises ValueError, in one sentence, when there is no such thing."""
    order = {stage.id: number for number, stage in enumerate(regulation.stages)}
    if text is None:
        return Through(order)
    stage, colon, number = text.partition(":")
    if stage not in order:
        known = ", ".join(order)
        raise ValueError(f'there is no stage "{stage}" in {regulation.id}; its stages are {known}.')
    if colon and not (number.isascii() and number.isdigit() and int(number[:9]) > 0 and len(number) < 10):
        raise ValueError(f'"{text}" names no round: write {stage}:1 or {stage}.')
    return Through(order, stage, int(number) if colon else None)
