"""A screen that is left once.

A key that bounces or repeats may still reach a screen that has just been left, or one that has another on
top by now. Left again, it would take the screen below with it, and the judge with it from his table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from textual.await_complete import AwaitComplete

if TYPE_CHECKING:
    from textual.screen import Screen

    Base = Screen[Any]
else:
    Base = object


class Once(Base):
    """Stands before Screen or ModalScreen among the bases of a screen."""

    _left_already = False

    def dismiss(self, result: Any = None) -> AwaitComplete:
        """Leaves with a result; a second time, or from below another screen, nothing happens."""
        if self._left_already or not self.is_active:
            return AwaitComplete()
        self._left_already = True
        return super().dismiss(result)
