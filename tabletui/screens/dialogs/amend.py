"""Another version of an earlier fact, or its deletion."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from enum import Enum
from fractions import Fraction
from typing import Any

from textual.screen import Screen

from rules.game import Choice, Event, Game, allows, events, fold
from rules.sheet import Player
from tabletui.facts import award_name, fact_lines, signed
from tabletui.screens.dialogs.confirm import ConfirmDialog
from tabletui.screens.dialogs.pick import PickDialog, Row
from tabletui.screens.dialogs.reason import CANCELLED, ReasonDialog
from tabletui.screens.dialogs.result import ResultDialog
from tabletui.screens.dialogs.roles import RolesDialog
from tabletui.screens.dialogs.seat import NOBODY, SeatDialog
from tabletui.screens.dialogs.seats import HandsByVoterDialog, SeatsDialog
from tabletui.screens.dialogs.shots import ShotsDialog
from tabletui.screens.dialogs.text_entry import TextDialog
from tabletui.text import N_, _, ngettext


class _Deleted(Enum):
    DELETED = "deleted"


DELETED = _Deleted.DELETED
"""The answer of an AmendDialog for a fact that never was."""

_WORDS = {
    "roles": N_("other roles"),
    "seat": N_("another seat"),
    "reason": N_("another reason"),
    "votes": N_("another number of hands"),
    "voters": N_("who raised a hand"),
    "shots": N_("what each of them showed"),
    "seats": N_("other seats"),
    "result": N_("another result"),
    "award": N_("another award"),
    "points": N_("other points"),
    "text": N_("other words"),
    "judge": N_("another name"),
    "delete": N_("delete: it never was"),
}

_WAYS: dict[str, tuple[str, ...]] = {
    "roles": ("roles",),
    "nominate": ("seat",),
    "vote": ("votes", "voters"),
    "lift": ("votes", "voters"),
    "shoot": ("seat", "shots"),
    "check": ("seat",),
    "best_move": ("seats",),
    "foul": ("seat", "reason"),
    "remove": ("seat", "reason"),
    "team_defeat": ("seat", "reason"),
    "cancel_ballot": ("reason",),
    "award_result": ("result", "reason"),
    "void": ("result", "reason"),
    "award": ("seat", "award", "points"),
    "fine": ("seat", "points", "reason"),
    "note": ("text", "seat"),
    "protest": ("text", "seat"),
    "sign": ("judge",),
}

_LISTS = {"foul": "foul", "remove": "removal", "team_defeat": "team_defeat"}


def game_before(game: Game, index: int) -> Game:
    """The game as it was when a fact was recorded, moved on to the step where that fact fits."""
    event = game.events[index]
    before = fold(game.regulation, game.events[:index])
    while not allows(before.legal(), event) and before.step.ends_with_next:
        before = before.apply(events.Next())
    return before


class AmendDialog(PickDialog):
    """The fact in its new version (an event of the same kind), DELETED, or None when the dialog was left.

    What can be put in its place is what was legal at that step; what follows from it for later facts is
    for the caller to see.
    """

    def __init__(self, game: Game, index: int, players: Iterable[Player], *, secrets: bool = False) -> None:
        self._game = game_before(game, index)
        self._players = tuple(players)
        self._names = {player.seat: player.name for player in self._players}
        self._event: Any = game.events[index]
        self._secrets = secrets
        self._fact = fact_lines(game.events, self._names, game.regulation, secrets=secrets)[index]
        ways = [way for way in _WAYS.get(self._event.kind, ()) if self._possible(way)]
        rows = [Row(way, _(_WORDS[way]), str(place)) for place, way in enumerate(ways, 1)]
        rows.append(Row("delete", _(_WORDS["delete"]), "0"))
        super().__init__(_("Amend: {fact}").format(fact=self._fact), rows)

    @property
    def _choice(self) -> Choice:
        return self._game.legal().get(self._event.kind, Choice(self._event.kind))

    def _possible(self, way: str) -> bool:
        if way == "points" and isinstance(self._event, events.Award):
            return self._event.points is not None
        return way != "shots" or self._secrets  # its lines are the seats of the blacks

    def _named(self, seats: Iterable[int | None]) -> dict[int, str]:
        return {seat: self._names.get(seat, "") for seat in seats if seat is not None}

    def picked(self, row: Row) -> None:
        getattr(self, f"_ask_{row.value}")()

    def _ask(self, dialog: Screen[Any], build: Callable[[Any], Event | None]) -> None:
        """Puts a question; its answer builds the new version. None as version leaves the dialog open."""

        def answered(answer: Any) -> None:
            if answer is not None and answer is not CANCELLED and (event := build(answer)) is not None:
                self.dismiss(event)

        self.app.push_screen(dialog, answered)

    def _ask_delete(self) -> None:
        def answered(yes: bool | None) -> None:
            if yes:
                self.dismiss(DELETED)

        self.app.push_screen(ConfirmDialog(_("Delete this line of the log?"), self._fact), answered)

    def _ask_roles(self) -> None:
        self._ask(RolesDialog(self._players), lambda roles: roles)

    def _ask_seat(self) -> None:
        nobody = {"shoot": _("miss"), "check": _("nobody"), "note": _("no seat"), "protest": _("no seat")}
        seats = self._choice.seats
        if isinstance(self._event, events.Award):
            seats = self._choice.values.get(self._event.award, ())
        dialog = SeatDialog(self._fact, self._named(seats), nobody=nobody.get(self._event.kind, ""))
        self._ask(dialog, self._with_seat)

    def _with_seat(self, seat: int) -> Event:
        at = None if seat == NOBODY else seat
        if isinstance(self._event, events.Shoot):
            return events.Shoot(at)
        again: Event = replace(self._event, seat=at)
        return again

    def _ask_reason(self) -> None:
        kind = _LISTS.get(self._event.kind)
        if kind is None:
            dialog = TextDialog(self._fact, self._event.reason, _("reason in own words"))
            return self._ask(dialog, lambda words: replace(self._event, reason=words))
        reasons = self._game.regulation.reasons_for(kind)
        without = isinstance(self._event, events.Foul)
        picker = ReasonDialog(self._fact, reasons, allow_none=without, preselected=self._event.reason)

        def answered(reason: Any) -> None:
            if reason is not CANCELLED:
                self.dismiss(replace(self._event, reason=reason))

        self.app.push_screen(picker, answered)
        return None

    def _ask_votes(self) -> None:
        least, most = self._choice.hands or (0, 10)
        rows = [
            Row(count, ngettext("{count} hand", "{count} hands", count).format(count=count), _digit(count))
            for count in range(least, most + 1)
        ]
        dialog = PickDialog(self._fact, rows, preselected=self._event.hands)
        self._ask(dialog, lambda count: replace(self._event, votes=count, voters=None))

    def _ask_voters(self) -> None:
        candidate: int | None = getattr(self._event, "seat", None)
        dialog = HandsByVoterDialog(
            candidate,
            self._named(self._choice.voters),
            name="" if candidate is None else self._names.get(candidate, ""),
            hands=self._choice.hands,
            chosen=self._event.voters or (),
        )
        self._ask(dialog, lambda voters: replace(self._event, votes=None, voters=voters))

    def _ask_shots(self) -> None:
        dialog = ShotsDialog(self._named(self._choice.voters), self._named(self._choice.seats))
        self._ask(dialog, lambda shots: events.Shoot(None, tuple(sorted(shots.items()))))

    def _ask_seats(self) -> None:
        most = self._choice.most
        dialog = SeatsDialog(
            self._fact, self._named(self._choice.seats), count=(0, most), chosen=self._event.seats
        )
        self._ask(dialog, events.BestMove)

    def _ask_result(self) -> None:
        self._ask(ResultDialog(self._game), lambda result: result)

    def _ask_award(self) -> None:
        regulation = self._game.regulation
        kinds = [
            kind
            for kind in regulation.scoring.awards
            if self._event.seat in self._choice.values.get(kind.id, ())
            and (kind.points is None) == (self._event.points is not None)
        ]
        rows = [Row(kind.id, award_name(kind.id, regulation), _digit(n)) for n, kind in enumerate(kinds, 1)]
        self._ask(PickDialog(self._fact, rows), lambda award: replace(self._event, award=award))

    def _ask_points(self) -> None:
        if isinstance(self._event, events.Fine):
            amounts = [amount for amount in self._choice.values if isinstance(amount, Fraction)]
            rows = [Row(amount, signed(amount), _digit(n)) for n, amount in enumerate(amounts, 1)]
            self._ask(PickDialog(self._fact, rows), lambda points: replace(self._event, points=points))
        else:
            dialog = TextDialog(self._fact, str(self._event.points), _("points, such as 0.5 or -1"))
            self._ask(dialog, self._with_points)

    def _with_points(self, words: str) -> Event | None:
        points = points_of(words)
        return None if points is None else replace(self._event, points=points)

    def _ask_text(self) -> None:
        dialog = TextDialog(self._fact, self._event.text)
        self._ask(dialog, lambda words: replace(self._event, text=words))

    def _ask_judge(self) -> None:
        dialog = TextDialog(self._fact, self._event.judge)
        self._ask(dialog, lambda name: replace(self._event, judge=name))


def _digit(number: int) -> str:
    return str(number) if number < 10 else ""


def points_of(words: str) -> Fraction | None:
    """Points as they are typed: 1/2, 0.5, 0,5, -1; None for anything else."""
    try:
        return Fraction(words.strip().replace(",", ".").replace("−", "-")) if len(words) <= 12 else None
    except (ValueError, ZeroDivisionError):
        return None
