"""Ten players and a game that has been played, for the screens that show one."""

from __future__ import annotations

from collections.abc import Iterable

from rules.game import Event, Game, History, events
from rules.regulation import Regulation, load
from rules.sheet import Player

AKTAU = load("aktau-2017")
NAMES = dict(
    enumerate(("Вега", "Норд", "Сойка", "Аргус", "Ива", "Лот", "Длинное Имя", "[b]x[/]", "Кедр", "Ямб"), 1)
)
PLAYERS = tuple(Player(seat, f"P{seat:02}", name) for seat, name in NAMES.items())
DEAL = (
    "civilian",
    "civilian",
    "sheriff",
    "civilian",
    "mafia",
    "civilian",
    "don",
    "civilian",
    "mafia",
    "civilian",
)
DEALT = events.Roles(DEAL)

RED_WIN: tuple[Event, ...] = (
    DEALT,
    events.Nominate(2, 7),
    events.Nominate(4, 9),
    events.Foul(9, "knocking"),
    events.Foul(3),
    events.Vote(7, 9),
    events.Vote(9, 1),
    events.Shoot(1),
    events.Check("don", None),
    events.Check("sheriff", 5),
    events.BestMove((5, 7, 2)),
    events.Foul(9),
    events.Foul(9),
    events.Foul(9, "knocking"),
    events.Shoot(None),
    events.Nominate(5, 5),
    events.Vote(5, 7),
)
"""Seat 7 voted out on day 1, seat 1 shot, seat 9 removed by fouls, seat 5 voted out on day 3."""


def played(facts: Iterable[Event], regulation: Regulation = AKTAU) -> History:
    """The history of a game with just these facts."""
    history = History.new(regulation)
    for fact in facts:
        history = history.play(fact)
    return history


def run_on(history: History) -> History:
    """The history at the first step that needs input."""
    while history.game.step.ends_with_next:
        history = history.apply(events.Next())
    return history


class Sitting:
    """A running game in memory, as the screens know it."""

    def __init__(self, facts: Iterable[Event], regulation: Regulation = AKTAU) -> None:
        self.history = run_on(played(facts, regulation))
        self.players = PLAYERS
        self.slot: dict[str, object] = {"stage": "semifinal", "round": 2, "table": 3}
        self.judge = "Судья Тестовый"
        self.title = "Кубок · полуфинал · тур 2 · стол 3"
        self.times: tuple[str, ...] = ()

    @property
    def game(self) -> Game:
        return self.history.game

    def apply(self, event: Event) -> None:
        self.history = self.history.apply(event)

    def undo(self) -> None:
        self.history = self.history.undo()

    def redo(self) -> None:
        self.history = self.history.redo()

    def amend(self, index: int, event: Event | None) -> None:
        self.history = self.history.amend(index, event)
