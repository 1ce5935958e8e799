"""The table: the screen from which a judge leads one game.

It draws from the game's step, its legal choices and its state, and decides no rule. Enter ends a step, Space
starts and pauses the clock; the clock never starts or ends anything by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Digits

from rules.game import Event, IllegalEvent, IllegalFact, NoSuchEvent, NothingToRedo, NothingToUndo
from rules.game.events import CancelBallot, Foul, Note, Remove, TeamDefeat, Void, Withdraw
from storage.errors import StorageError
from tabletui import keys
from tabletui.cli import sentence
from tabletui.clock import Clock, bells, face
from tabletui.refusals import refusal_line
from tabletui.screens import table_doors, table_foot, table_input, table_view
from tabletui.screens.table_asks import question
from tabletui.screens.table_input import Entry, Reply
from tabletui.screens.table_view import View
from tabletui.text import _
from tabletui.widgets.lines import Lines, Row, Span, row

if TYPE_CHECKING:
    from tabletui.table import Session

LATE = 3.0
"""Seconds by which the wall may run ahead of the monotonic clock until it is taken for a sleep."""


class TableScreen(Screen[str]):
    """One game. Dismisses with "stored", "standings" (stored, and the judge wants to see them) or "left"."""

    BINDINGS: ClassVar[list[BindingType]] = list(keys.bindings("table"))
    AUTO_FOCUS = None

    def __init__(self, session: Session) -> None:
        super().__init__(id="table")
        self.session = session
        self.entry = Entry()
        self.secrets = False
        self._said = session.notice or ""
        self._shown = 0
        self._timer: Timer | None = None
        self._unlisten: Callable[[], None] | None = None

    def compose(self) -> ComposeResult:
        self.head = Lines(id="table-head")
        self.seats = Lines(id="table-seats")
        self.title_line = Lines(id="table-title")
        self.digits = Digits(id="table-digits")
        self.clock_line = Lines(id="table-clock-state")
        self.panel = Lines(id="table-panel")
        self.log_tail = Lines(id="table-log")
        self.script = Lines(id="table-script")
        self.line = Lines(id="table-line")
        self.foot = Lines(id="table-foot")
        yield self.head
        with Horizontal(id="table-main"):
            yield self.seats
            with Vertical(id="table-side"):
                yield self.title_line
                self.clock_box = Horizontal(self.digits, self.clock_line, id="table-clock")
                yield self.clock_box
                yield self.panel
        yield self.log_tail
        yield self.script
        yield self.line
        yield self.foot

    def on_mount(self) -> None:
        self._unlisten = self.session.listen(lambda _session: self._changed())
        self._step = self._step_now()
        self._open_step()

    def on_unmount(self) -> None:
        if self._unlisten is not None:
            self._unlisten()

    def on_resize(self) -> None:
        self.call_after_refresh(self.draw)

    # -- drawing -----------------------------------------------------------------------------------------

    @property
    def view(self) -> View:
        """The snapshot that the lines are made from."""
        session = self.session
        return View(
            game=session.game,
            names=session.names,
            title=session.title,
            entry=self.entry,
            times=session.times,
            secrets=self.secrets,
            saved=session.saved,
            width=self.size.width or 80,
        )

    def draw(self) -> None:
        """Shows the game as it is; only lines that differ are painted."""
        view = self.view
        self.seats.styles.width = view.left_width
        self.head.show(table_view.head(view))
        self.seats.show(table_view.seats(view))
        self.title_line.show(table_view.title(view))
        self.panel.show(table_view.panel(view))
        self.log_tail.show(table_view.log_tail(view, max(self.log_tail.size.height, 1)))
        self.script.show(table_view.script(view, max(self.script.size.height, 2)))
        self.line.show(self._line_rows(view))
        help_key = table_foot.key_of("help", self._own_keys())
        self.foot.show(table_foot.foot(self.found_items(), help_key, view.width))
        self._draw_clock()

    def found_items(self) -> list[table_foot.Item]:
        """What can be done now, from what the engine takes."""
        session = self.session
        return table_foot.items(
            session.history, session.game.legal(), self.entry, session.clock, self._own_keys()
        )

    def _line_rows(self, view: View) -> list[Row]:
        if self._said:
            return [row(" ", Span("! " + self._said, "warn"))]
        return table_view.waiting(view)

    def _own_keys(self) -> Mapping[str, str]:
        return getattr(getattr(self.app, "settings", None), "keys", {})

    def _draw_clock(self) -> None:
        clock = self.session.clock
        self.clock_box.display = clock is not None
        if clock is None:
            return
        now, warning = self.session.moment(), self.session.regulation.clock.warning
        words, kind = table_view.clock_words(clock, now, warning)
        self._shown = clock.whole(now)
        self.digits.update(face(self._shown))
        self.digits.set_classes(f"clock-{table_view.clock_phase(clock, now, warning)}")
        self.clock_line.show([row(), row("  ", Span(words, kind))])

    def say(self, words: str) -> None:
        """One line about what just did not happen; it goes with the next key."""
        self._said = words
        self.line.show(self._line_rows(self.view))

    # -- the step and its clock --------------------------------------------------------------------------

    def _step_now(self) -> tuple[object, ...]:
        s = self.session.game.state
        return (s.step, s.day, s.night, s.seat, s.tied, len(s.votes), len(s.candidates))

    def _changed(self) -> None:
        """The session has another game: what belonged to the old step goes with it."""
        self._said = ""
        now = self._step_now()
        if now != self._step:
            same_vote = now[0] == self._step[0] and now[0] in ("ballot", "reballot", "lift")
            self.entry = Entry(by_name=self.entry.by_name and same_vote)
            self.secrets = self.secrets and same_vote
            self._step = now
            self._open_step()
        else:
            self.draw()

    def _open_step(self) -> None:
        self._arm()
        self.draw()

    def _arm(self) -> None:
        """Wakes up when the shown seconds change next; never more often than once a second."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        clock = self.session.clock
        if clock is not None and clock.running:
            self._wall = self.session.wall()
            self._armed = self.session.moment()
            self._timer = self.set_timer(clock.until_change(self._armed), self.tick)

    def tick(self) -> None:
        """The running clock shows another second; rings at the warning and at zero."""
        clock = self.session.clock
        if clock is None or not clock.running:
            return
        slept = (self.session.wall() - self._wall) - (self.session.moment() - self._armed)
        if slept > LATE:
            self._set_clock(clock.pause(self.session.moment()))
            self.say(_("The machine slept for {seconds} s; the clock stands.").format(seconds=int(slept)))
            return
        before = self._shown
        self._draw_clock()
        warning = self.session.regulation.clock.warning
        if getattr(getattr(self.app, "settings", None), "sound", True):
            for _ring in range(bells(before, self._shown, warning)):
                self.app.bell()
        saved = self.session.saved
        self.session.beat()
        if saved != self.session.saved:
            self.draw()
        self._arm()

    def _set_clock(self, clock: Clock) -> None:
        self._said = ""
        try:
            self.session.set_clock(clock)
        except StorageError as error:
            self._said = not_saved(error)
        self._arm()
        self.draw()

    # -- facts -------------------------------------------------------------------------------------------

    @contextmanager
    def refusals(self) -> Iterator[None]:
        """Whatever refuses says so in one line, and nothing has changed."""
        try:
            yield
        except (IllegalEvent, IllegalFact) as refusal:
            self.say(refusal_line(refusal))
        except NothingToUndo:
            self.say(_("There is nothing to take back."))
        except NothingToRedo:
            self.say(_("There is nothing to return."))
        except NoSuchEvent:
            self.say(_("There is no such fact."))
        except StorageError as error:
            self.say(not_saved(error))
            self.head.show(table_view.head(self.view))

    def propose(self, event: Event) -> None:
        """A fact: refused in one line, asked about where the room cannot take it back, else recorded."""
        with self.refusals():
            game = self.session.game
            asked = question(game, game.apply(event), event, self.session.names)
            if asked is None:
                self.session.apply(event)
                return
            from tabletui.screens.dialogs import ConfirmDialog

            self.app.push_screen(ConfirmDialog(*asked), lambda yes: self._confirmed(event, yes))

    def _confirmed(self, event: Event, yes: bool | None) -> None:
        if yes:
            with self.refusals():
                self.session.apply(event)

    def _take(self, reply: Reply, again: Callable[[], None] | None = None) -> None:
        before = self.entry
        self.entry = reply.entry
        if reply.why:
            self.say(reply.why)
            return
        self._said = ""
        if reply.seat is not None:
            table_doors.reason_for(self, reply.entry.pending, reply.seat)
        elif reply.event is not None:
            moves = len(self.session.history.moves)
            self.propose(reply.event)
            if self._said:
                self.entry = table_input.refused(before, self.session.game)
            elif reply.again and again is not None and len(self.session.history.moves) > moves:
                again()
        self.draw()

    # -- keys --------------------------------------------------------------------------------------------

    def action_digit(self, n: int) -> None:
        self._take(table_input.digit(self.entry, self.session.game, n), lambda: self.action_digit(n))

    def action_done(self) -> None:
        step = self.session.game.step.id
        if step == "closing":
            table_doors.protocol(self)
        elif step == "finished":
            table_doors.store(self)
        else:
            self._take(table_input.done(self.entry, self.session.game))

    def action_none(self) -> None:
        self._take(table_input.nothing(self.entry, self.session.game))

    def action_miss(self) -> None:
        self._take(table_input.miss(self.entry, self.session.game))

    def action_withdraw(self) -> None:
        self.propose(Withdraw(self.session.game.state.seat or 0))

    def action_undo(self) -> None:
        if self.entry.open:
            self.entry = table_input.taken_back(self.entry)
            self._said = ""
            self.draw()
            return
        with self.refusals():
            self.session.undo()

    def action_redo(self) -> None:
        with self.refusals():
            self.session.redo()

    def action_back(self) -> None:
        if self.entry.open:
            self.entry = Entry(by_name=self.entry.by_name)
            self._said = ""
            self.draw()
        elif self._said:
            self.say("")
        else:
            table_doors.leave(self)

    def pend(self, kind: str, reason: str | None = None) -> None:
        """An action that waits for its seat, where the engine takes it now."""
        if self.takes(kind):
            self._said = ""
            self.entry = replace(self.entry, pending=kind, reason=reason)
            self.draw()

    def takes(self, kind: str) -> bool:
        """Whether this kind of fact fits now; if not, the engine's own reason is said."""
        if kind in self.session.game.legal():
            return True
        seat = next(iter(self.session.game.state.living), 1)
        sample: dict[str, Event] = {
            "foul": Foul(seat),
            "remove": Remove(seat, "-"),
            "team_defeat": TeamDefeat(seat, "-"),
            "cancel_ballot": CancelBallot("-"),
            "note": Note("-"),
            "void": Void("-"),
        }
        with self.refusals():
            self.session.game.verify(sample[kind])
        return False

    def action_foul(self) -> None:
        self.pend(table_input.FOUL)

    def action_foul_reason(self) -> None:
        table_doors.foul_reason(self)

    def action_remove(self) -> None:
        self.pend(table_input.REMOVE)

    def action_team_defeat(self) -> None:
        self.pend(table_input.TEAM_DEFEAT)

    def action_cancel_ballot(self) -> None:
        table_doors.cancel_ballot(self)

    def action_note(self) -> None:
        table_doors.note(self)

    def action_result(self) -> None:
        table_doors.result(self)

    def action_log(self) -> None:
        table_doors.log(self)

    def action_amend(self) -> None:
        table_doors.log(self)

    def action_deal(self) -> None:
        table_doors.deal(self)

    def action_replace(self) -> None:
        table_doors.replace_player(self)

    def action_standings(self) -> None:
        table_doors.standings(self)

    def action_help(self) -> None:
        table_doors.show_help(self, self.found_items())

    def action_by_name(self) -> None:
        step = self.session.game.step.id
        if step == "shooting":
            table_doors.shots(self)
        elif step in ("deal", "ballot", "reballot", "lift"):
            self._said = ""
            self.entry = Entry(by_name=not self.entry.by_name)
            self.draw()
        else:
            self.say(_("Nobody votes or shoots now."))

    def action_roles(self) -> None:
        self._said = ""
        self.secrets = not self.secrets
        self.draw()

    def action_clock(self) -> None:
        if self.session.clock is None or not self.session.clock.total:
            self.say(_("This step has no clock."))
        else:
            self._set_clock(self.session.clock.toggle(self.session.moment()))

    def action_clock_add(self, seconds: int) -> None:
        if self.session.clock is None:
            self.say(_("This step has no clock."))
        else:
            self._set_clock(self.session.clock.add(seconds))

    def action_clock_restart(self) -> None:
        if self.session.clock is None:
            self.say(_("This step has no clock."))
        else:
            self._set_clock(self.session.clock.restart(self.session.moment()))

    def on_lines_pressed(self, message: Lines.Pressed) -> None:
        self.call_later(self.run_action, message.action)

    def on_key(self, event: events.Key) -> None:
        """A key that means nothing here says so; keys that mean something are bindings."""
        if event.key not in self.active_bindings and event.is_printable:
            self.say(_("The key {key} does nothing here; ? shows what does.").format(key=event.character))


def not_saved(error: StorageError) -> str:
    """What is said when the disk refuses."""
    return _("NOT SAVED, the action does not count: {why}").format(why=sentence(error))
