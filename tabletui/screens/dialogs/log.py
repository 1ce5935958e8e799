"""The whole log: every fact of the game, newest at the bottom; a fact can be amended from here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from rules.game import Event, Game, History, IllegalEvent, IllegalFact
from rules.game.events import Next, Vote
from rules.sheet import Player
from tabletui.facts import fact_lines
from tabletui.keys import bindings
from tabletui.refusals import refusal_line
from tabletui.screens.dialogs.amend import DELETED, AmendDialog
from tabletui.screens.dialogs.foot import Foot, hint
from tabletui.screens.once import Once
from tabletui.text import _, ngettext

Amended = tuple[int, Event | None]
"""The index of a fact from 0 and what it becomes; None deletes it."""


def amended_line(before: Game, after: Game, amended: Amended, names: Mapping[int, str]) -> str:
    """What an amendment has changed, in a sentence without secrets."""
    index, event = amended
    old = fact_lines(before.events, names, before.regulation, secrets=False)[index]
    if event is None:
        return _("Deleted: {fact}. All the rest is counted anew.").format(fact=old)
    new = fact_lines(after.events, names, after.regulation, secrets=False)[index]
    if new == old:  # what differs is a secret
        return _("Amended: {fact}. All the rest is counted anew.").format(fact=old)
    return _("Amended: {old} → {new}. All the rest is counted anew.").format(old=old, new=new)


def moments(game: Game) -> list[str]:
    """For each fact the night or the day it was said in, as short as in a protocol."""
    found = []
    scratch = Game.new(game.regulation)
    for event in game.events:
        scratch = _at(scratch, event)
        step = scratch.step
        found.append(
            _("n{night}").format(night=step.night) if step.at_night else _("d{day}").format(day=step.day)
        )
        scratch = scratch.apply(event)
    return found


def _at(game: Game, event: Event) -> Game:
    # Facts that were typed from paper come without the ends of the steps before them.
    while game.step.ends_with_next:
        try:
            game.verify(event)
            break
        except IllegalEvent:
            game = game.apply(Next())
    return game


class LogScreen(Once, Screen[Amended | None]):
    """The facts of a game, one line each. Returns an amendment that the game takes, or None.

    times: ISO times of the facts, one each, or none at all. Roles and checks are hidden until asked for. An
    amendment after which a later fact would not be legal is not returned: that fact is shown.
    """

    BINDINGS: ClassVar[list[BindingType]] = list(bindings("log", "dialog"))

    def __init__(
        self,
        history: History,
        players: Iterable[Player],
        *,
        times: Sequence[str] = (),
        amending: bool = True,
    ) -> None:
        super().__init__(classes="log")
        self._history = history
        self._players = tuple(players)
        self._times = tuple(times)
        self._amending = amending
        self._secrets = False

    def compose(self) -> ComposeResult:
        count = len(self._history.game.events)
        title = ngettext("Log: {count} fact", "Log: {count} facts", count).format(count=count)
        yield Static(title, markup=False, classes="dialog-title")
        yield OptionList(*self._lines(), classes="log-list")
        yield Static("", markup=False, classes="dialog-message")
        hints = [hint("r", _("roles"), "roles"), hint("escape", _("back"), "back")]
        if self._amending:
            hints.insert(0, hint("a,enter", _("amend"), "amend"))
        yield Foot(hints)

    def on_mount(self) -> None:
        lines = self.query_one(OptionList)
        if lines.option_count:
            lines.highlighted = lines.option_count - 1
        lines.focus()

    def _facts(self) -> list[str]:
        game = self._history.game
        names = {player.seat: player.name for player in self._players}
        return fact_lines(game.events, names, game.regulation, secrets=self._secrets)

    def _lines(self) -> list[Option]:
        game = self._history.game
        clocks = [time[11:19] for time in self._times]
        clocks = clocks if len(clocks) == len(game.events) else [""] * len(game.events)
        options = []
        for event, clock, moment, fact in zip(game.events, clocks, moments(game), self._facts(), strict=True):
            plain = "dim" if isinstance(event, Next) else ""
            before = f"{clock:>8}  {moment:<4}" if clock else f"  {moment:<4}"
            options.append(Option(Content.assemble((before, "dim"), (fact, plain))))
        return options

    def _say(self, words: str) -> None:
        self.query_one(".dialog-message", Static).update(words)

    def action_roles(self) -> None:
        self._secrets = not self._secrets
        lines = self.query_one(OptionList)
        for place, option in enumerate(self._lines()):
            lines.replace_option_prompt_at_index(place, option.prompt)

    @on(OptionList.OptionSelected)
    def action_amend(self) -> None:
        index = self.query_one(OptionList).highlighted
        if index is None or not self._amending:
            return
        dialog = AmendDialog(self._history.game, index, self._players, secrets=self._secrets)
        self.app.push_screen(dialog, lambda answer: self._amended(index, answer))

    def _amended(self, index: int, answer: object) -> None:
        if answer is None:
            return
        event: Event | None = None if answer is DELETED else answer  # type: ignore[assignment]
        try:
            self._history.amend(index, event)
        except IllegalFact as illegal:
            # After a deletion the facts behind it stand one place earlier than on the screen.
            place = illegal.index + (1 if event is None and illegal.index >= index else 0)
            self.query_one(OptionList).highlighted = place
            text = _("Then this would not fit any more: {fact}. {why}")
            words = text.format(fact=self._facts()[place], why=refusal_line(illegal.refusal))
            last = not isinstance(next(iter(self._history.game.events[place + 1 :]), None), Vote)
            if illegal.refusal.code in ("hands_left", "too_many_hands") and last:
                words += " " + _("Delete that line first: the last candidate gets what is left without it.")
            self._say(words)
        else:
            self.dismiss((index, event))

    def action_accept(self) -> None:
        self.action_amend()

    def action_cursor_up(self) -> None:
        self.query_one(OptionList).action_cursor_up()

    def action_cursor_down(self) -> None:
        self.query_one(OptionList).action_cursor_down()

    def action_back(self) -> None:
        self.dismiss(None)
