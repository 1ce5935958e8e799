"""Who sits where: ten players onto ten seats, the judge, the slot; then the journal begins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.widgets import Input, Static

from rules.regulation import Regulation, WrongRegulation, load
from storage.errors import StorageError
from storage.roster import PlayerEntry
from storage.slots import Slot
from storage.tournament import ONE_OFF_STAGE, ONE_OFF_TABLE, Tournament
from tabletui.board import busy, slot_title
from tabletui.entry import clean
from tabletui.keys import bindings, help_lines
from tabletui.screens.once import Once
from tabletui.screens.players import marked
from tabletui.seats import SEATS, Person, Seats
from tabletui.text import _
from tabletui.unfinished import waiting
from tabletui.widgets.choice import Choice
from tabletui.widgets.form import Field, NameField, line
from tabletui.widgets.frame import Foot, Head
from tabletui.widgets.rows import Column, Line, Rows

if TYPE_CHECKING:
    from tabletui.app import TabletuiApp
    from tabletui.course import Course

STAND_IN = "stand-in"


class SeatingScreen(Once, Screen[None]):
    """The seats on the left, who may be chosen on the right.

    club: a file of one-off games, where anybody may be typed and the regulation is chosen with the game.
    """

    app: TabletuiApp
    DEFAULT_CSS = """
    SeatingScreen Horizontal.sides { height: 1fr; }
    SeatingScreen .seats { width: 55%; max-width: 38; }
    SeatingScreen .people { width: 1fr; }
    SeatingScreen .people Input { margin: 0 1 0 0; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("seating", "club", "screen", "list")]

    def __init__(
        self,
        tournament: Tournament,
        options: Sequence[tuple[str, str]],
        chosen: str,
        *,
        club: bool = False,
        again: Sequence[Person] = (),
        course: Course | None = None,
    ) -> None:
        super().__init__()
        self.tournament = tournament
        self.club = club
        self.course = course
        self._published: tuple[Person, ...] = ()
        self._options = options
        self._wanted = chosen
        self._again = tuple(again)
        self._note = ""
        people = (Person(e.id, e.name, e.stand_in, e.club or e.city) for e in tournament.players())
        self.seats = Seats(tuple(people))
        self._part = ""
        self._found: tuple[Person, ...] = ()

    def compose(self) -> ComposeResult:
        yield Head(_("Seating"))
        words = _("regulation") if self.club else _("round")
        yield Field(words, Choice(self._options, self._wanted))
        yield Field(
            _("judge"), line(self.app.settings.judge, id="judge", placeholder=_("who leads the game"))
        )
        yield Static("", classes="gap")
        with Horizontal(classes="sides"):
            with Vertical(classes="seats"):
                yield Rows([Column("№", 2, right=True), Column(_("seat"), 0)], id="seats")
            with Vertical(classes="people"):
                yield NameField(self._enter, id="filter", placeholder=_("name, or Enter for the next"))
                yield Rows([Column("", 0), Column("", 12, wide=32)], head=False, id="people")
        yield Static("", classes="note", markup=False, id="note")
        contexts = ("seating", "club") if self.club else ("seating",)
        before = (("Enter", _("seat")), ("Tab", _("next field")), ("F7 ←→", words))
        yield Foot(*contexts, "screen", before=before)

    def on_mount(self) -> None:
        if self._again:
            self.seats = self.seats.placed(self._again)
            self.action_random()
        self._take_slot()
        self.query_one("#filter", Input).focus()

    # -- drawing -----------------------------------------------------------------------------------------

    def _draw(self, seat: int | None = None) -> None:
        lines = []
        for number, one in enumerate(self.seats.at, 1):
            name = "" if one is None else marked(one.name, one.stand_in)
            lines.append(Line((str(number), name or "—"), "" if one else "quiet"))
        self.query_one("#seats", Rows).show(lines, None if seat is None else seat - 1)
        self._draw_people()
        remark = _("{count} of {all}").format(count=self.seats.count, all=SEATS)
        self.query_one(Head).say(_("Seating") + f" · {self._title()}", remark)
        note = self._note or (_("All seats are taken: F10 starts the game.") if self.seats.full else "")
        self.query_one("#note", Static).update(note)
        self._note = ""

    def _draw_people(self) -> None:
        self._part = clean(self.query_one("#filter", Input).value)
        self._found = self.seats.found(self._part)
        lines = []
        for person in self._found:
            busy = self.seats.where_busy(person)
            lines.append(Line((person.name, busy or person.remark), "quiet" if busy else ""))
        people = self.query_one("#people", Rows)
        people.can_focus = bool(lines)  # Tab passes by an empty list
        people.show(lines, 0)

    def _title(self) -> str:
        if self.club:
            return _("one-off game")
        words = dict(self._options)[self.query_one(Choice).value]
        return f"{self.tournament.header.title} · {words}"

    # -- choosing ----------------------------------------------------------------------------------------

    @property
    def seat(self) -> int:
        """The seat that is filled next."""
        return self.query_one("#seats", Rows).index + 1

    @on(Input.Changed, "#filter")
    def _typed(self) -> None:
        # Where Enter was quicker, it has answered already.
        if clean(self.query_one("#filter", Input).value) != self._part:
            self._draw_people()
            self.query_one(Foot).hush()

    @on(Input.Changed, "#judge")
    def _judge_changed(self) -> None:
        self.query_one(Foot).hush()

    def on_key(self, event: events.Key) -> None:
        """A letter typed on a list goes into the field of the names."""
        if event.is_printable and event.character and not isinstance(self.focused, Choice):
            field = self.query_one("#filter", Input)
            self.set_focus(field)
            field.insert_text_at_cursor(event.character)
            event.stop()

    def _enter(self, value: str) -> None:
        typed = clean(value)
        if typed != self._part:  # the list lags behind fast fingers
            self._draw_people()
        index = self.query_one("#people", Rows).index
        sits = self.seats.seat_of(typed) if typed and index <= 0 else None
        if sits is not None and (moved := self.seats.at[sits - 1]) is not None:
            self._seat(moved)
        elif self.seats.full and not typed:
            self._draw()
        elif 0 <= index < len(self._found):
            self._seat(self._found[index])
        elif typed and self.club:
            self._seat(Person("", typed))
        elif typed:
            self.app.say(_("{name} is not on the roster; F6 seats a stand-in.").format(name=typed), "warning")

    @on(Input.Submitted, "#judge")
    def _judge_typed(self) -> None:
        self.query_one("#filter", Input).focus()

    @on(Rows.Chosen, "#people")
    def _person_chosen(self, event: Rows.Chosen) -> None:
        if event.index < len(self._found):  # a letter typed since may have shortened the list
            self._seat(self._found[event.index])

    @on(Rows.Chosen, "#seats")
    def _seat_chosen(self) -> None:
        self.query_one("#filter", Input).focus()

    def _seat(self, person: Person) -> None:
        busy = self.seats.where_busy(person)
        if busy:
            self._note = _("{name} plays in this round already: {where}.").format(
                name=person.name, where=busy
            )
        seat = self.seat
        before = self.seats.seat_of(person.name)
        if before not in (None, seat):
            self._note = _("{name} moves from seat {before} to seat {seat}.").format(
                name=person.name, before=before, seat=seat
            )
        self.query_one(Foot).hush()
        self.seats = self.seats.seated(seat, person)
        field = self.query_one("#filter", Input)
        with self.prevent(Input.Changed):
            field.value = ""
        self._draw(self.seats.next_empty(seat))

    def action_random(self) -> None:
        """A draw of seats; its number is told, so that it can be repeated and shown to be fair."""
        if self._published:
            self.app.say(_("The seats of this round are drawn and published."), "warning")
            return
        random, seed = self.app.draw()
        self.seats = self.seats.drawn(random)
        self._note = _("Seats drawn at random, number {seed}.").format(seed=seed)
        if self.club and self._again:
            self._note += " " + _("F8: as in the game before.")
        if self.is_mounted:
            self._draw(self.seats.next_empty(1))

    def action_as_before(self) -> None:
        if not self._again:
            self.app.say(_("There is no game before this one."))
            return
        self.seats = self.seats.placed(self._again)
        self._note = _("Seats as in the game before.")
        self._draw(1)

    def action_stand_in(self) -> None:
        """Somebody who is typed and not on the roster sits down; else the mark of the seat changes."""
        typed = clean(self.query_one("#filter", Input).value)
        if typed and not self._found:
            self._seat(Person(self._free_id(), typed, stand_in=True))
            return
        self.seats = self.seats.marked(self.seat)
        self._draw()

    def _free_id(self) -> str:
        taken = {one.id for one in (*self.seats.people, *self.seats.at) if one is not None}
        return next(id for number in range(1, 100) if (id := f"{STAND_IN}-{number}") not in taken)

    def action_empty_seat(self) -> None:
        self.seats = self.seats.emptied(self.seat)
        self._draw()

    def action_slot(self) -> None:
        self.query_one(Choice).focus()

    @on(Choice.Turned)
    def _take_slot(self) -> None:
        """Another round: others are free in it."""
        if not self.club:
            found = self._elsewhere() | busy(self.tournament, self._slot(), waiting(self.app.folder))
            self.seats = replace(self.seats, busy=tuple(found.items()))
            self._take_published()
        self._draw(self.seats.next_empty(max(self.seat, 1)))

    def _elsewhere(self) -> dict[str, str]:
        """Who has a place at another table of the round by its published seating, by id, with where."""
        slot = self._slot()
        seating = None if self.course is None else self.course.seating(slot.stage, slot.round)
        where = _("table {number}")
        return {
            player: where.format(number=number)
            for number, table in enumerate(seating.tables if seating is not None else (), 1)
            for player in table
            if number != slot.table
        }

    def _take_published(self) -> None:
        """The ten of the published seating sit down, each on his seat."""
        at_slot = None if self.course is None else self.course.players_at(self._slot())
        before, self._published = self._published, ()
        if at_slot is not None:
            self._published = tuple(Person(one.id, one.name, one.stand_in) for one in at_slot)
            self.seats = self.seats.placed(self._published)
            self._note = _("Seats as published. Who is absent: his seat, then the name of a stand-in and F6.")
        elif before:
            self.seats = self.seats.placed(())

    def _slot(self) -> Slot:
        if self.club:
            rounds = [
                game.slot.round
                for game in waiting(self.app.folder)
                if game.slot is not None and game.tournament == self.tournament.header.id
            ]
            number = max(self.tournament.next_round(), max(rounds, default=0) + 1)
            return Slot(ONE_OFF_STAGE, number, ONE_OFF_TABLE)
        stage, number, table = self.query_one(Choice).value.rsplit(":", 2)
        return Slot(stage, int(number), int(table))

    # -- the start ---------------------------------------------------------------------------------------

    def action_start(self) -> None:
        """Begins the journal and goes to the table; where that cannot be, everything stays as it is."""
        judge = clean(self.query_one("#judge", Input).value)
        if not self.seats.full:
            self.app.say(
                _("Ten players are needed; seat {seat} is empty.").format(seat=self.seats.next_empty(1)),
                "warning",
            )
            return
        if not judge:
            self.app.say(
                _("Who is the judge? Type the name above: the protocol is signed with it."), "warning"
            )
            self.query_one("#judge", Input).focus()
            return
        if self._others_sit:
            self.run_worker(self._account_for(judge), group="account")
        else:
            self._open(judge)

    @property
    def _others_sit(self) -> bool:
        """Whether the seats differ from the published seating."""
        sitting = [one.id for one in self.seats.at if one is not None]
        return bool(self._published) and sitting != [one.id for one in self._published]

    async def _account_for(self, judge: str) -> None:
        """Who sits otherwise than published sits there by a decision, with its reason."""
        from tabletui.screens.seating_changes import keep_changes

        if self.course is not None and await keep_changes(self, self.course, self._published):
            self._open(judge)

    def _open(self, judge: str) -> None:
        try:
            session = self._begin(judge)
        except (StorageError, WrongRegulation) as error:
            self.app.refuse(error)
            return
        chosen = replace(self.app.settings, judge=judge)
        self.app.choose(replace(chosen, regulation=session.regulation.id) if self.club else chosen)
        self.dismiss()
        self.app.open_table(session)

    def _begin(self, judge: str):  # type: ignore[no-untyped-def]
        from tabletui.table import Session

        if self.club:
            self._enter_newcomers()
        slot = self._slot()
        regulation = self._regulation()
        return Session.start(
            self.app.folder,
            regulation,
            slot={
                "tournament": self.app.folder.named(self.tournament.path),
                "tournament_id": self.tournament.header.id,
                "stage": slot.stage,
                "round": slot.round,
                "table": slot.table,
            },
            players=self.seats.players(),
            judge=judge,
            title=self._game_title(regulation, slot),
            now=self.app.now,
            monotonic=self.app.monotonic,
            tournament=self.tournament,
        )

    def _regulation(self) -> Regulation:
        from tabletui.results import regulation_of

        folders = (self.app.regulations,)
        return (
            load(self.query_one(Choice).value, folders=folders)
            if self.club
            else regulation_of(self.tournament, folders)
        )

    def _game_title(self, regulation: Regulation, slot: Slot) -> str:
        title = self.tournament.header.title or _("one-off game")
        return f"{title} · {slot_title(regulation, slot)}"

    def _enter_newcomers(self) -> None:
        """People who play for the first time get on the roster of the one-off games. Raises StorageError."""
        new = [one for one in self.seats.at if one is not None and not one.id]
        entered = self.tournament.put_players([PlayerEntry(one.name, stand_in=one.stand_in) for one in new])
        ids = {entry.name: entry.id for entry in entered}
        at = (None if one is None else replace(one, id=one.id or ids[one.name]) for one in self.seats.at)
        self.seats = replace(self.seats, at=tuple(at))

    # -- the list from the field above it ------------------------------------------------------------------

    def action_cursor_up(self) -> None:
        self.query_one("#people", Rows).action_cursor_up()

    def action_cursor_down(self) -> None:
        self.query_one("#people", Rows).action_cursor_down()

    def action_page_up(self) -> None:
        self.query_one("#people", Rows).action_page_up()

    def action_page_down(self) -> None:
        self.query_one("#people", Rows).action_page_down()

    def action_help(self) -> None:
        from tabletui.screens.dialogs import HelpScreen

        contexts = ("seating", "club") if self.club else ("seating",)
        moving = [("Tab", _("next field")), *help_lines("choice")]
        lines = [*help_lines(*contexts), *moving, *help_lines("list", "screen", "app")]
        self.app.push_screen(HelpScreen(_("Seating"), lines))

    def action_back(self) -> None:
        self.dismiss()
