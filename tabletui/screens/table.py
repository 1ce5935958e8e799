"""The table: the screen from which a judge leads one game.

It draws from the game's step, its legal choices and its state, and decides no rule. Enter ends a step, Space
starts and pauses the clock; the clock never starts or ends anything by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import Screen

from rules.game import (
    Choice,
    Event,
    Game,
    IllegalEvent,
    IllegalFact,
    NoSuchEvent,
    NothingToRedo,
    NothingToUndo,
)
from rules.game.events import CancelBallot, Foul, Note, Remove, TeamDefeat, Void, Withdraw
from storage.errors import StorageError
from tabletui import keys, themes
from tabletui.cli import sentence
from tabletui.refusals import refusal_line
from tabletui.screens import table_doors, table_foot, table_input, table_view
from tabletui.screens.once import Once
from tabletui.screens.table_asks import question
from tabletui.screens.table_board import Board
from tabletui.screens.table_clock import Ticker
from tabletui.screens.table_input import Entry, Reply
from tabletui.screens.table_view import View
from tabletui.text import _
from tabletui.widgets.lines import Lines

if TYPE_CHECKING:
    from tabletui.table import Session


class TableScreen(Once, Screen[str]):
    """One game. Dismisses with "stored", "standings" (stored, and the judge wants to see them) or "left"."""

    BINDINGS: ClassVar[list[BindingType]] = list(keys.bindings("table"))
    SHEETS = themes.TABLE_SHEETS
    AUTO_FOCUS = None

    def __init__(self, session: Session) -> None:
        super().__init__(name="table")
        self.session = session
        self.entry = Entry()
        self.secrets = False
        self._said = ""
        self.seated = ""  # who sat down instead of another, until the deal
        self._caps, self._key = False, ""
        self.board = Board()
        self.ticker = Ticker(self)
        self._legal: tuple[Game, Mapping[str, Choice]] | None = None
        self._unlisten: Callable[[], None] | None = None

    def compose(self) -> ComposeResult:
        yield from self.board.widgets

    def on_mount(self) -> None:
        self._unlisten = self.session.listen(lambda _session: self._changed())
        self._step = self._step_now()
        self.board.apart = not getattr(getattr(self.app, "terminal", None), "signs", True)
        self.ticker.arm()

    def on_unmount(self) -> None:
        if self._unlisten is not None:
            self._unlisten()

    def on_screen_resume(self) -> None:
        """The screen is there, or there again: the language and the keys may be others."""
        self.__dict__.pop("bound", None)
        self.draw()

    def on_resize(self) -> None:
        self.board.fit(self.size)
        self.set_class(self.board.large, "large")
        self.styles.grid_columns = f"{self.view.left_width + table_view.BETWEEN} 1fr"
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
        """Shows the game as it is."""
        view = self.view
        self.board.show(view, self.found_items(), table_foot.key_of("help", self.own_keys()))
        self.board.show_line(self._said, table_view.waiting(view))
        self.ticker.show()
        self.board.paint()

    def found_items(self) -> list[table_foot.Item]:
        """What can be done now, from what the engine takes."""
        session = self.session
        return table_foot.items(session.history, self.legal, self.entry, session.clock, self.own_keys())

    def possible(self) -> frozenset[str]:
        """The actions of the table that mean something now, for the list of all actions."""
        found = {action for _keys, _words, action in self.found_items() if action} | {"help", "back"}
        if "foul" in found:
            found.add("foul_reason")
        if "clock" in found:
            found |= {"clock_add(5)", "clock_add(-5)", "clock_add(30)", "clock_restart"}
        return frozenset(found)

    @property
    def legal(self) -> Mapping[str, Choice]:
        """What the engine takes now; it is asked once for each state of the game."""
        game = self.session.game
        if self._legal is None or self._legal[0] is not game:
            self._legal = game, game.legal()
        return self._legal[1]

    def own_keys(self) -> Mapping[str, str]:
        """The user's own keys by the id of an action."""
        return getattr(self.app, "own_keys", {})

    def say(self, words: str) -> None:
        """One line about what just did not happen; it goes with the next key."""
        self._said = words
        self.board.show_line(words, table_view.waiting(self.view))
        self.board.paint()

    def said_nothing(self) -> None:
        """Draws without the line of before."""
        self._said = ""
        self.draw()

    def not_saved(self, error: StorageError) -> None:
        """Says that the disk refuses, in the line and at the head of the screen."""
        self.say(_("NOT SAVED, the action does not count: {why}").format(why=sentence(error)))
        self.board.head.show(table_view.head(self.view))

    def _step_now(self) -> tuple[object, ...]:
        s = self.session.game.state
        return (s.step, s.day, s.night, s.seat, s.tied, len(s.votes), len(s.candidates))

    def _changed(self) -> None:
        """The session has another game: what belonged to the old step goes with it."""
        self._said = ""
        now = self._step_now()
        if now != self._step:
            self.seated = ""
            same_vote = now[0] == self._step[0] and now[0] in ("ballot", "reballot", "lift")
            self.entry = Entry(by_name=self.entry.by_name and same_vote)
            self.secrets = self.secrets and same_vote
            self._step = now
            self.ticker.arm()
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
            self.say(" ".join(filter(None, (_("There is nothing to take back."), self.seated))))
        except NothingToRedo:
            self.say(_("There is nothing to return."))
        except NoSuchEvent:
            self.say(_("There is no such fact."))
        except StorageError as error:
            self.not_saved(error)

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
            history = self.session.history
            self.propose(reply.event)
            if self._said:
                self.entry = table_input.refused(before, self.session.game)
            elif self.session.history is not history:  # it has been drawn already
                if reply.again and again is not None:
                    again()
                return
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
            self.said_nothing()
            return
        with self.refusals():
            self.session.undo()

    def action_redo(self) -> None:
        if self._caps and len(self._key) == 1:  # the capital of the key for undo
            self.action_undo()
            return
        with self.refusals():
            self.session.redo()

    def action_back(self) -> None:
        if self.entry.open:
            self.entry = Entry(by_name=self.entry.by_name)
            self.said_nothing()
        elif self._said:
            self.say("")
        else:
            table_doors.leave(self)

    def pend(self, kind: str, reason: str | None = None) -> None:
        """An action that waits for its seat, where the engine takes it now."""
        if self.takes(kind):
            self.entry = replace(self.entry, pending=kind, reason=reason)
            self.said_nothing()

    def takes(self, kind: str) -> bool:
        """Whether this kind of fact fits now; if not, the engine's own reason is said."""
        if kind in self.legal:
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

    def action_foul(self, *, reason_first: bool = False) -> None:
        if reason_first != self._caps:  # under Caps Lock a capital is the plain key
            table_doors.foul_reason(self)
        else:
            self.pend(table_input.FOUL)

    def action_foul_reason(self) -> None:
        self.action_foul(reason_first=True)

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
        from tabletui.screens.table_newcomer import replace_player

        replace_player(self)

    def action_standings(self) -> None:
        table_doors.standings(self)

    def action_help(self) -> None:
        table_doors.show_help(self, self.found_items())

    def action_by_name(self) -> None:
        step = self.session.game.step.id
        if step == "shooting":
            table_doors.shots(self)
        elif step in ("deal", "ballot", "reballot", "lift"):
            self.entry = Entry(by_name=not self.entry.by_name)
            self.said_nothing()
        else:
            self.say(_("Nobody votes or shoots now."))

    def action_roles(self) -> None:
        self.secrets = not self.secrets
        self.said_nothing()

    def action_clock(self) -> None:
        if self.session.clock is None or not self.session.clock.total:
            self.say(_("This step has no clock."))
        else:
            self.ticker.put(self.session.clock.toggle(self.session.moment()))

    def action_clock_add(self, seconds: int) -> None:
        if self.session.clock is None:
            self.say(_("This step has no clock."))
        else:
            self.ticker.put(self.session.clock.add(seconds))

    def action_clock_restart(self) -> None:
        if self.session.clock is None:
            self.say(_("This step has no clock."))
        else:
            self.ticker.put(self.session.clock.restart(self.session.moment()))

    def on_lines_pressed(self, message: Lines.Pressed) -> None:
        self.call_later(self.run_action, message.action)

    @cached_property
    def bound(self) -> frozenset[str]:
        """Every key that means something here: always the same, and slow to find out."""
        return frozenset(self.active_bindings)

    def on_key(self, event: events.Key) -> None:
        """A key that means nothing here says so; keys that mean something are bindings, which come after."""
        self._key = event.key
        self._caps = keys.caps_lock(self._caps, event.key)
        if event.key not in self.bound and event.is_printable:
            self.say(_("The key {key} does nothing here; ? shows what does.").format(key=event.character))
