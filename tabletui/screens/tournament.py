"""A tournament: the board of its rounds and tables, and the way to everything else in it."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import Screen
from textual.widgets import Static

from rules.record import record
from rules.regulation import Regulation, WrongRegulation
from storage.errors import StorageError
from storage.slots import Slot
from storage.tournament import Tournament
from tabletui import board as boards
from tabletui.course import Course
from tabletui.keys import bindings, help_lines
from tabletui.results import regulation_of
from tabletui.screens.going_on import go_on
from tabletui.screens.once import Once
from tabletui.text import N_, _, ngettext
from tabletui.unfinished import Waiting, waiting
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


@record
class Lack:
    """One thing that is missing, in words. slot: where the cursor goes. opens: the action that deals with it.
    missed: player, stage and round of what may be a missed round.
    """

    words: str
    slot: Slot | None = None
    opens: str = ""
    missed: tuple[str, str, int] | None = None


class TournamentScreen(Once, Screen[None]):
    """The board. The tournament is open for writing and is closed when the screen goes."""

    app: TabletuiApp
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("tournament", "screen")]

    def __init__(self, tournament: Tournament) -> None:
        super().__init__()
        self.tournament = tournament
        self._regulation: Regulation | None = None
        self._course: Course | None = None
        self._rounds: tuple[boards.Round, ...] = ()
        self._missing: tuple[Lack, ...] = ()

    def compose(self) -> ComposeResult:
        yield Head(self.tournament.header.title)
        yield Static("", classes="gap")
        yield RoundsBoard(_("table"))
        yield Static("", classes="note", markup=False)
        yield Foot("board", "tournament", "screen")

    def on_mount(self) -> None:
        try:
            self._regulation = regulation_of(self.tournament, (self.app.regulations,))
            self._course = Course(self.tournament, self._regulation, (self.app.regulations,))
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
        if self._course is not None:
            self.run_worker(partial(self._look_for_missing, games), exclusive=True, group="missing")
        following = boards.next_free(self._rounds)
        running = next((p for r in self._rounds for p in r.places if p.status == boards.RUNNING), None)
        widget = self.query_one(RoundsBoard)
        widget.show(self._rounds, None if before else running or following)
        self._say(widget.place)

    def _say(self, place: boards.Place | None) -> None:
        players = sum(not entry.stand_in for entry in self.tournament.players())
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
        elif place.status in (boards.FREE, boards.MISSING):
            state += self._seating_words(place.slot)
        legend = "   ".join(f"{boards.MARKS[key]} {_(words)}" for key, words in STATES.items())
        lines = [f"{where}: {state}", legend, self._missing_line()]
        self.query_one(".note", Static).update("\n".join(line for line in lines if line))

    async def _look_for_missing(self, games: list[Waiting]) -> None:
        """Beside the screen: the standings may be asked whether a lot is needed."""
        try:
            self._missing = await asyncio.to_thread(self._lacking, games)
        except (StorageError, ValueError) as error:
            self.app.refuse(error)
        else:
            self._say(self.query_one(RoundsBoard).place)

    def _lacking(self, games: list[Waiting]) -> tuple[Lack, ...]:
        """What the tournament waits for, in words, the tables first."""
        course, regulation = self._course, self._regulation
        if course is None or regulation is None:
            return ()
        missing = course.missing(games)
        names = {entry.id: entry.name for entry in self.tournament.players()}
        running = {game.slot for game in games if game.tournament == self.tournament.id}
        found = [
            Lack(_("no protocol: {game}").format(game=boards.slot_title(regulation, slot)), slot)
            for slot in missing.slots
            if slot not in running
        ]
        for slot in missing.conflicts:
            found.append(
                Lack(_("two protocols: {game}").format(game=boards.slot_title(regulation, slot)), slot)
            )
        for stage, number in missing.draws:
            title = boards.round_title(regulation, stage, number)
            found.append(Lack(_("two published draws: {round}").format(round=title), opens="draw"))
        if missing.lots:
            who = ", ".join(names.get(one, one) for one in missing.lots)
            found.append(Lack(_("a lot at the border: {names}").format(names=who), opens="cut"))
        for player, stage, number in missing.rounds:
            words = _("{name} had a place and did not play; is it a missed round? {round}").format(
                name=names.get(player, player), round=boards.round_title(regulation, stage, number)
            )
            found.append(Lack(words, missed=(player, stage, number)))
        return tuple(found)

    def _seating_words(self, slot: Slot) -> str:
        """Whether it is drawn who sits there, where seats are drawn at all."""
        seated = {} if self._course is None else self._course.seatings()
        if not seated:
            return ""
        published = (slot.stage, slot.round) in seated
        return ", " + (_("the seating is published") if published else _("the seating is not published"))

    def _missing_line(self) -> str:
        """The first of what is missing, and how much more there is."""
        if not self._missing:
            return ""
        first, more = self._missing[0], len(self._missing) - 1
        words = _("Missing: {what}").format(what=first.words)
        return words + (" · " + _("M lists {count} more").format(count=more) if more else "")

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
        from tabletui.screens.seating_doors import seat_in

        regulation, course = self._regulation, self._course
        if regulation is None:
            return
        known = regulation.stage(place.slot.stage) is not None
        seated = {} if course is None else course.seatings()
        if known and seated and (place.slot.stage, place.slot.round) not in seated:
            # Where seats are drawn, nobody sits down by hand.
            title = boards.round_title(regulation, place.slot.stage, place.slot.round)
            self.app.say(_("The seating of {round} is not published yet; D draws it.").format(round=title))
            return
        seat_in(self.app, self.tournament, regulation, place.slot, course)

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

        self.app.push_screen(PlayersScreen(self.tournament, self._course, self._regulation))

    def action_draw(self) -> None:
        from tabletui.screens.draw import DrawScreen

        if self._course is not None and self._regulation is not None:
            place = self.query_one(RoundsBoard).place
            at = None if place is None else (place.slot.stage, place.slot.round)
            self.app.push_screen(DrawScreen(self.tournament, self._regulation, self._course, at))

    def action_cut(self) -> None:
        from tabletui.screens.cut import open_cut

        if self._course is not None and self._regulation is not None:
            open_cut(self.app, self.tournament, self._regulation, self._course)

    def action_decisions(self) -> None:
        from tabletui.screens.decisions import DecisionsScreen

        if self._course is not None and self._regulation is not None:
            self.app.push_screen(DecisionsScreen(self.tournament, self._regulation, self._course))

    def action_missing(self) -> None:
        """Everything that is missing; a table that is picked is where the cursor goes."""
        from tabletui.screens.dialogs import PickDialog, Row

        if not self._missing:
            self.app.say(_("Nothing is missing up to the round that was begun last."))
            return
        rows = [
            Row(number, one.words, str(number + 1) if number < 9 else "")
            for number, one in enumerate(self._missing)
        ]
        self.app.push_screen(PickDialog(_("What is missing"), rows), self._go_to_missing)

    def _go_to_missing(self, index: object) -> None:
        if not isinstance(index, int) or index >= len(self._missing):
            return
        lack = self._missing[index]
        place = next((p for r in self._rounds for p in r.places if p.slot == lack.slot), None)
        if place is not None:
            self.query_one(RoundsBoard).show(self._rounds, place)
        elif lack.opens == "draw":
            self.action_draw()
        elif lack.opens == "cut":
            self.action_cut()
        elif lack.missed is not None:
            self.run_worker(self._ask_missed(*lack.missed), group="ask")

    async def _ask_missed(self, player: str, stage: str, number: int) -> None:
        from tabletui.screens.decisions_ask import Asking

        if self._course is not None and self._regulation is not None:
            asking = Asking(self.app, self.tournament, self._course, self._regulation)
            if await asking.missed(player, (stage, number)):
                self.reload()

    def action_paper(self) -> None:
        """The sheets that wait to be typed; the table under the cursor first."""
        from tabletui.screens.paper_sheets import pick_sheet

        if self._course is not None and self._regulation is not None:
            at = self.query_one(RoundsBoard).place
            pick_sheet(self, self.tournament, self._regulation, self._course, at and at.slot)

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
