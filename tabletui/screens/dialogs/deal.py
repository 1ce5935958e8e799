"""The program deals: ten cards at random, looked at one after another on the laptop."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.screen import Screen
from textual.widgets import Static

from rules.game.events import Roles
from rules.sheet import DEALT, Player
from tabletui.keys import bindings
from tabletui.screens.dialogs.confirm import ConfirmDialog
from tabletui.screens.dialogs.foot import Foot, Hint, hint
from tabletui.screens.dialogs.roles import role_word
from tabletui.screens.once import Once
from tabletui.text import _


class DealScreen(Once, Screen[Roles | None]):
    """One seat's card at a time: the key shows it, the key hides it, the next seat takes the laptop.

    rng: random.Random, or random.SystemRandom where it is left out. Returns the deal, or None when it was
    given up. Every card looks the same but for its word. A card that was hidden is never shown again: whoever
    holds the laptop now is not its player. All that can be done is to deal anew.
    """

    BINDINGS: ClassVar[list[BindingType]] = list(bindings("cards", "dialog"))

    def __init__(self, players: Iterable[Player], rng: random.Random | None = None) -> None:
        super().__init__(classes="dialog deal")
        self._names = {player.seat: player.name for player in players}
        self._rng = rng or random.SystemRandom()
        self._shuffle()

    def _shuffle(self) -> None:
        cards = [role for role, count in DEALT.items() for _card in range(count)]
        self._rng.shuffle(cards)
        self._cards = tuple(cards)
        self._place = 0
        self._open = False

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog-box"):
            yield Static("", id="card-seat", markup=False, classes="dialog-title")
            yield Static("", id="card", markup=False)
            yield Static("", id="card-hint", markup=False, classes="dialog-message")
            yield Foot()

    def on_mount(self) -> None:
        self._repaint()

    @property
    def _over(self) -> bool:
        return self._place >= len(self._cards)

    def _repaint(self) -> None:
        seat = self._place + 1
        if self._over:
            title, card, words = _("All ten have seen their cards."), "", _("Give the laptop to the judge.")
            keys = [hint("enter", _("start the game"), "turn")]
        else:
            title = _("Seat {seat}: {name}").format(seat=seat, name=self._names.get(seat, ""))
            if self._open:
                card, words = role_word(self._cards[self._place]), _("Remember it and hide it.")
                keys = [hint("enter,space", _("hide the card"), "turn")]
            else:
                card, words = "· · ·", _("Take the laptop: nobody else looks at the screen.")
                keys = [hint("enter,space", _("show the card"), "turn")]
        self.query_one("#card-seat", Static).update(title)
        self.query_one("#card", Static).update(card)
        self.query_one("#card-hint", Static).update(words)
        self.query_one(Foot).say(self._with_back(keys))

    def _with_back(self, keys: list[Hint]) -> list[Hint]:
        if self._place and not self._open:
            keys = [*keys, hint("backspace", _("deal anew"), "deal_anew")]
        return [*keys, hint("escape", _("give up"), "back")]

    def action_turn(self) -> None:
        if self._over:
            self.dismiss(Roles(self._cards))
            return
        if self._open:
            self._place += 1
        self._open = not self._open
        self._repaint()

    def action_accept(self) -> None:
        self.action_turn()

    def action_deal_anew(self) -> None:
        if not self._place:
            return
        self._open = False
        self._repaint()
        question = ConfirmDialog(_("Deal anew from seat 1?"), _("The cards that were seen do not count."))
        self.app.push_screen(question, self._anew)

    def _anew(self, yes: bool | None) -> None:
        if yes:
            self._shuffle()
            self._repaint()

    def action_cursor_up(self) -> None:
        """Nothing to move in."""

    def action_cursor_down(self) -> None:
        """Nothing to move in."""

    def action_back(self) -> None:
        self._open = False
        self._repaint()
        question = ConfirmDialog(
            _("Give this deal up?"), _("The cards that were seen do not count; they are dealt anew.")
        )
        self.app.push_screen(question, self._given_up)

    def _given_up(self, yes: bool | None) -> None:
        if yes:
            self.dismiss(None)
