"""A tournament: the board of its rounds and tables, and the way to everything else in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import Screen
from textual.widgets import Static

from rules.regulation import Regulation, WrongRegulation
from storage.errors import StorageError
from storage.tournament import Tournament
from tabletui import board as boards
from tabletui.keys import bindings, help_lines
from tabletui.results import regulation_of
from tabletui.screens.going_on import go_on
from tabletui.screens.once import Once
from tabletui.text import N_, _, ngettext
from tabletui.unfinished import waiting
from tabletui.widgets.frame import Foot, Head
from tabletui.widgets.rounds import RoundsBoard

if TYPE_CHECKING:
    from tabletui.app import TabletuiApp

STATES = {
    boards.FREE: N_("free"),
    boards.MISSING: N_("no protocol yet"),
    boards.RUNNING: N_("running"),
    boards.OFFICIAL: N_("protocol stored"),
    boards.CONFLICT: N_("conflict: two protocols"),
}


class TournamentScreen(Once, Screen[None]):
    """The board. The tournament is open for writing and is closed when the screen goes."""

    app: TabletuiApp
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("tournament", "screen")]

    def __init__(self, tournament: Tournament) -> None:
        super().__init__()
        self.tournament = tournament
        self._regulation: Regulation | None = None
        self._rounds: tuple[boards.Round, ...] = ()

    def compose(self) -> ComposeResult:
        yield Head(self.tournament.header.title)
        yield Static("", classes="gap")
        yield RoundsBoard(_("table"))
        yield Static("", classes="note", markup=False)
        yield Foot("board", "tournament", "screen")

    def on_mount(self) -> None:
        try:
            self._regulation = regulation_of(self.tournament, (self.app.regulations,))
        except (StorageError, WrongRegulation) as error:
            self.app.refuse(error)
        self.reload()
        self.query_one(RoundsBoard).focus()

    def on_screen_resume(self) -> None:
        """A game may have been finished or left meanwhile."""
        if self._regulation is not None:
            self.reload()

    def on_unmount(self) -> None:
        self.tournament.close()

    def reload(self) -> None:
        """Looks at the file and the running games anew."""
        if self._regulation is None:
            return
        try:
            self.tournament.refresh()
        except StorageError as error:
            self.app.refuse(error)
        games = waiting(self.app.folder)
        before = self._rounds
        self._rounds = boards.board(self.tournament, self._regulation, games)
        following = boards.next_free(self._rounds)
        running = next((p for r in self._rounds for p in r.places if p.status == boards.RUNNING), None)
        widget = self.query_one(RoundsBoard)
        widget.show(self._rounds, None if before else running or following)
        self._say(widget.place)

    def _say(self, place: boards.Place | None) -> None:
        players = len(self.tournament.players())
        done, all = boards.counts(self._rounds)
        words = ngettext("{count} player", "{count} players", players).format(count=players)
        remark = f"{words} · " + _("{done} of {all} games").format(done=done, all=all)
        if self.app.hall_state:
            remark += f" · {self.app.hall_state}"
        self.query_one(Head).say(self.tournament.header.title, remark)
        if place is None or self._regulation is None:
            return
        where = boards.slot_title(self._regulation, place.slot)
        state = _(STATES[place.status])
        if place.waiting is not None:
            state += f": {place.waiting.step}"
        legend = "   ".join(f"{boards.MARKS[key]} {_(words)}" for key, words in STATES.items())
        self.query_one(".note", Static).update(f"{where}: {state}\n{legend}")

    @on(RoundsBoard.Moved)
    def _moved(self, event: RoundsBoard.Moved) -> None:
        self._say(event.place)

    @on(RoundsBoard.Chosen)
    def _chosen(self, event: RoundsBoard.Chosen) -> None:
        place = event.place
        if place.status == boards.RUNNING and place.waiting is not None:
            go_on(self.app, place.waiting, self.tournament)
        elif place.status == boards.OFFICIAL:
            self._show_protocol(place)
        elif place.status == boards.CONFLICT:
            self._show_conflict(place)
        else:
            self._seat(place)

    def action_choose(self) -> None:
        self.query_one(RoundsBoard).action_choose()

    def action_next_game(self) -> None:
        place = boards.next_free(self._rounds)
        if place is None:
            self.app.say(_("Every table of this tournament has its game."))
        else:
            self._seat(place)

    def _seat(self, place: boards.Place) -> None:
        from tabletui.screens.seating import seat_in

        if self._regulation is not None:
            seat_in(self.app, self.tournament, self._regulation, place.slot)

    def _show_protocol(self, place: boards.Place) -> None:
        from tabletui.screens.record import RecordScreen

        found = [stored for stored in self.tournament.find(place.slot) if stored.status == "official"]
        if found and self._regulation is not None:
            title = boards.slot_title(self._regulation, place.slot)
            screen = RecordScreen(title, found[0].protocol, self._regulation, self.tournament, place.slot)
            self.app.push_screen(screen)

    def _show_conflict(self, place: boards.Place) -> None:
        from tabletui.screens.conflict import ConflictScreen

        if self._regulation is not None:
            title = boards.slot_title(self._regulation, place.slot)
            self.app.push_screen(ConflictScreen(title, self.tournament, place.slot, self._regulation))

    def action_standings(self) -> None:
        from tabletui.screens.standings import StandingsScreen

        self.app.push_screen(StandingsScreen(self.tournament, keep_open=True))

    def action_players(self) -> None:
        from tabletui.screens.players import PlayersScreen

        self.app.push_screen(PlayersScreen(self.tournament))

    def action_regulation(self) -> None:
        from tabletui.screens.regulation import RegulationScreen

        if self._regulation is not None:
            self.app.push_screen(RegulationScreen(self._regulation))

    def action_help(self) -> None:
        from tabletui.screens.dialogs import HelpScreen

        title = self.tournament.header.title
        self.app.push_screen(HelpScreen(title, help_lines("board", "tournament", "screen", "app")))

    def action_back(self) -> None:
        self.dismiss()
