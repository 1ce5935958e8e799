"""A reason of the regulation, own words, or none when the judge has no time."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from rules.regulation import Reason, text
from tabletui.screens.dialogs.pick import PickDialog, Row
from tabletui.screens.dialogs.text_entry import TextDialog
from tabletui.text import _, language


class _Left(Enum):
    CANCELLED = "cancelled"
    OWN_WORDS = "own words"


CANCELLED = _Left.CANCELLED
"""The answer of a ReasonDialog that was left; None is a reason not given."""


def digits(reasons: Sequence[Reason]) -> tuple[str, ...]:
    """The digit of each reason: the regulation's own where it gives any, else by position, 0 the tenth."""
    if any(reason.key for reason in reasons):
        return tuple(reason.key or "" for reason in reasons)
    return tuple(str((place + 1) % 10) if place < 10 else "" for place in range(len(reasons)))


class ReasonDialog(PickDialog):
    """The id of a reason, the judge's own words, None for "without a reason", or CANCELLED.

    A reason that proposes the exclusion from the tournament says so. lang: of the names, else the screen's.
    """

    def __init__(
        self,
        title: str,
        reasons: Sequence[Reason],
        lang: str | None = None,
        *,
        allow_none: bool = False,
        allow_free: bool = True,
        preselected: str | None = None,
        detail: str = "",
    ) -> None:
        spoken = lang or language()
        excludes = _("excludes from the tournament")
        rows = [
            Row(reason.id, text(reason.name, spoken), key, excludes if reason.excludes else "")
            for reason, key in zip(reasons, digits(reasons), strict=True)
        ]
        if allow_free:
            rows.append(Row(_Left.OWN_WORDS, _("in own words…"), "e"))
        if allow_none:
            rows.append(Row(None, _("without a reason"), "n"))
        # A reason that has a digit is what one comes here for; the fourth foul is counted by itself.
        first = next((row.value for row in rows if row.key.isdigit()), None)
        super().__init__(title, rows, preselected=preselected or first, cancelled=CANCELLED, detail=detail)
        self._own_title = title

    def picked(self, row: Row) -> None:
        if row.value is _Left.OWN_WORDS:
            self.app.push_screen(
                TextDialog(self._own_title, placeholder=_("reason in own words")), self._written
            )
        else:
            self.dismiss(row.value)

    def _written(self, words: str | None) -> None:
        if words is not None:
            self.dismiss(words)
