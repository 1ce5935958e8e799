"""One seat of the table."""

from __future__ import annotations

from collections.abc import Mapping

from tabletui.screens.dialogs.pick import PickDialog, Row

NOBODY = 0
"""The answer of a SeatDialog that offers "nobody", for it; leaving the dialog gives None."""


def seat_key(seat: int) -> str:
    """The digit that stands for a seat: 0 for seat 10."""
    return str(seat % 10)


class SeatDialog(PickDialog):
    """The seat that was picked, or None when the dialog was left.

    seats: seat → name, the seats that may be picked. nobody: the words of a further line that answers
    NOBODY, such as "miss"; without them there is no such line.
    """

    def __init__(
        self,
        title: str,
        seats: Mapping[int, str],
        *,
        nobody: str = "",
        detail: str = "",
        preselected: int | None = None,
    ) -> None:
        rows = [Row(seat, name, seat_key(seat), shown=str(seat)) for seat, name in seats.items()]
        if nobody:
            rows.append(Row(NOBODY, nobody, "n"))
        super().__init__(title, rows, detail=detail, preselected=preselected)
