"""Somebody else sits down before the deal: the seat, then who of the roster, or a name that is typed.

A player of the roster keeps his id and counts. A name that nobody knows is entered on the roster, at a
tournament as a stand-in, so that no two people ever share an id.
"""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

from rules.sheet import Player
from storage.errors import StorageError
from storage.kinds import Slot
from storage.roster import PlayerEntry, same_name
from storage.tournaments import ONE_OFF_STAGE, Tournament, open_tournament
from tabletui.board import busy
from tabletui.cli import sentence
from tabletui.entry import clean
from tabletui.text import _
from tabletui.unfinished import waiting

if TYPE_CHECKING:
    from tabletui.screens.table import TableScreen

_OTHER = "another name"


def replace_player(screen: TableScreen) -> None:
    """Asks for the seat, then for the newcomer."""
    from tabletui.screens.dialogs import SeatDialog

    session = screen.session
    if session.game.events or session.history.moves:
        screen.say(_("Players can be replaced only before the deal."))
        return
    screen.app.push_screen(
        SeatDialog(_("Whose seat?"), session.names),
        lambda seat: None if seat is None else _Newcomer(screen, seat).ask(),
    )


class _Newcomer:
    """Who takes one seat; every question follows from the answer before."""

    def __init__(self, screen: TableScreen, seat: int) -> None:
        self.screen = screen
        self.session = screen.session
        self.seat = seat
        slot = self.session.slot
        self.slot = Slot(str(slot["stage"]), int(slot["round"]), int(slot["table"]))
        self.title = _("Who sits down at seat {seat}?").format(seat=seat)
        self.detail = _("Seat {seat} now: {name}").format(seat=seat, name=self.session.names[seat])
        self.roster: tuple[PlayerEntry, ...] = ()
        self.busy: dict[str, str] = {}

    def ask(self) -> None:
        """The list of those who are free; where nobody is, the name at once."""
        from tabletui.screens.dialogs import PickDialog, Row

        try:
            with ExitStack() as opened:
                tournament = self._file(opened)
                self.roster = tournament.players()
                self.busy = busy(tournament, self.slot, waiting(self.session.folder))
        except StorageError as error:
            self.screen.say(sentence(error))
            return
        free = [one for one in self.roster if one.id not in self.busy and not self._sits(one.id, one.name)]
        if not free:
            self._ask_name()
            return
        rows = [
            Row(one, one.name, remark=_("stand-in") if one.stand_in else one.club or one.city)
            for one in sorted(free, key=lambda one: one.name.casefold())
        ]
        rows.append(Row(_OTHER, _("another name…"), "e"))
        self.screen.app.push_screen(PickDialog(self.title, rows, detail=self.detail), self._picked)

    def _file(self, opened: ExitStack) -> Tournament:
        """The tournament of the game; opened for a moment where the game was resumed without it."""
        if self.session.tournament is not None:
            return self.session.tournament
        path = self.session.folder.root / str(self.session.slot["tournament"])
        return opened.enter_context(
            open_tournament(self.session.folder, path, write=True, now=self.session.now)
        )

    def _sits(self, id: str, name: str) -> bool:
        wanted = same_name(name)
        return any(one.id == id or same_name(one.name) == wanted for one in self.session.players)

    def _picked(self, answer: Any) -> None:
        if answer == _OTHER:
            self._ask_name()
        elif answer is not None:
            self._seat(answer)

    def _ask_name(self) -> None:
        from tabletui.screens.dialogs import TextDialog

        self.screen.app.push_screen(TextDialog(self.title, detail=self.detail), self._named)

    def _named(self, typed: str | None) -> None:
        name = clean(typed or "")
        if not name:
            return
        if self._sits("", name):
            self.screen.say(_("{name} sits at this table already.").format(name=name))
            return
        known = next((one for one in self.roster if same_name(one.name) == same_name(name)), None)
        if known is not None and known.id in self.busy:
            words = _("{name} plays in this round already: {where}.")
            self.screen.say(words.format(name=known.name, where=self.busy[known.id]))
        elif known is not None:
            self._seat(known)
        elif self.slot.stage == ONE_OFF_STAGE:  # games outside any tournament know everybody who plays
            self._enter(PlayerEntry(name))
        else:
            self._ask_stand_in(name)

    def _ask_stand_in(self, name: str) -> None:
        from tabletui.screens.dialogs import ConfirmDialog

        question = _("{name} is not on the roster. Seat a stand-in?").format(name=name)
        detail = _("The result of a stand-in does not count in the standings.")

        def answered(yes: bool | None) -> None:
            if yes:
                self._enter(PlayerEntry(name, stand_in=True))
            else:
                self.screen.say(self.detail)

        self.screen.app.push_screen(ConfirmDialog(question, detail), answered)

    def _enter(self, entry: PlayerEntry) -> None:
        """Onto the roster with an id that nobody has here, then onto the seat."""
        try:
            with ExitStack() as opened:
                tournament = self._file(opened)
                fresh = PlayerEntry(entry.name, self._free_id(tournament), stand_in=entry.stand_in)
                (entered,) = tournament.put_players([fresh])
        except StorageError as error:
            self.screen.say(sentence(error))
            return
        self._seat(entered)

    def _free_id(self, tournament: Tournament) -> str:
        taken = {one.id for one in tournament.players()} | {one.id for one in self.session.players}
        for stored in tournament.protocols():
            taken.update(row["id"] for row in stored.protocol["players"])
        for game in waiting(self.session.folder):
            if game.tournament == tournament.header.id:
                taken.update(row["id"] for row in game.running.header.get("players", ()))
        number = 1
        while (found := f"P{number:02}") in taken:
            number += 1
        return found

    def _seat(self, entry: PlayerEntry) -> None:
        from tabletui.table import NotNow

        player = Player(self.seat, entry.id, entry.name, entry.stand_in)
        try:
            with self.screen.refusals():
                self.session.replace_player(self.seat, player)
                words = _("Seat {seat} now: {name}").format(seat=self.seat, name=entry.name)
                self.screen.seated = words
                self.screen.say(words)
        except NotNow as refusal:
            self.screen.say(str(refusal))
