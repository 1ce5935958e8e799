"""A figure and its budget."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """What was measured. budget None: for information."""

    what: str
    value: float
    budget: float | None
    unit: str

    @property
    def over(self) -> bool:
        return self.budget is not None and self.value > self.budget

    def line(self) -> str:
        budget = "" if self.budget is None else f"≤ {self.budget:g}"
        mark = "OVER" if self.over else ""
        return f"{self.what:<58} {self.value:>9.2f} {self.unit:<9} {budget:<8} {mark}".rstrip()
