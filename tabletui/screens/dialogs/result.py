"""A result that the judge gives: a win, a draw, or a game that does not count."""

from __future__ import annotations

from typing import ClassVar

from rules.game import Game
from rules.game.events import AwardResult, Void
from rules.sheet import BLACK, DRAW, RED
from tabletui.screens.dialogs.pick import PickDialog, Row
from tabletui.screens.dialogs.text_entry import TextDialog
from tabletui.text import N_, _


class ResultDialog(PickDialog):
    """AwardResult or Void with its reason, or None. Offers what the game takes now, nothing else."""

    WORDS: ClassVar[dict[str, str]] = {
        RED: N_("the win to the red team"),
        BLACK: N_("the win to the black team"),
        DRAW: N_("a draw"),
        "void": N_("the game void: misdealt, broken off"),
    }

    def __init__(self, game: Game) -> None:
        legal = game.legal()
        offered = [str(winner) for winner in legal["award_result"].values] if "award_result" in legal else []
        if "void" in legal:
            offered.append("void")
        rows = [Row(value, _(self.WORDS[value]), str(place)) for place, value in enumerate(offered, 1)]
        super().__init__(_("The judge gives another result"), rows)

    def picked(self, row: Row) -> None:
        self._picked = str(row.value)
        title = _("Why {result}?").format(result=row.words)
        self.app.push_screen(TextDialog(title, placeholder=_("reason in own words")), self._reasoned)

    def _reasoned(self, reason: str | None) -> None:
        if reason is not None:
            self.dismiss(Void(reason) if self._picked == "void" else AwardResult(self._picked, reason))
