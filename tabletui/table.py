"""The session of one table: the one place where a judge's action becomes the next state of the game.

Engine on a copy → journal (on the disk when the call returns) → new state → whoever listens. Nothing that was
refused, by the rules or by the disk, changes anything.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rules.game import BadEvent, Event, Game, History, IllegalEvent, IllegalFact, event_json
from rules.regulation import Regulation, WrongRegulation
from rules.sheet import Player
from storage.errors import Notice, NotSaved, WrongFile, why
from storage.finishing import Finished, finish
from storage.folder import Folder
from storage.journal import Journal, Opened
from storage.journal_lines import DAMAGED
from tabletui.clock import Clock
from tabletui.table_header import free_path, header_of, players_of, regulation_of
from tabletui.table_story import Record, Story, same_step, tell, told
from tabletui.text import N_, _

if TYPE_CHECKING:
    from storage.tournament import Tournament

BEAT = 5.0
"""Seconds between two notes of a running clock in the journal: what a power cut may cost a speaker."""

FORGOTTEN = 600
"""Seconds of overtime after which a clock was left running by mistake and is noted no more."""


class CannotResume(WrongFile):
    """A journal that cannot be gone on with; the sentence says why. damaged: the judge may decide to drop
    the last line (resume again with drop_damaged=True); lost is what that line holds."""

    damaged = False
    lost = ""


class NotNow(Exception):
    """A change of players that cannot be: the cards are dealt, or the player sits here already."""


class Session:
    """One running game. Made by `start` and `resume` only.

    now: ISO local time with seconds. monotonic: seconds. Both are handed in.
    """

    def __init__(
        self,
        folder: Folder,
        journal: Journal,
        story: Story,
        *,
        now: Callable[[], str],
        monotonic: Callable[[], float],
        tournament: Tournament | None,
        notice: str | None = None,
    ) -> None:
        self.folder = folder
        self.notice = notice
        self.saved = True
        self._journal = journal
        self._now = now
        self._monotonic = monotonic
        self._tournament = tournament
        self._listeners: list[Callable[[Session], None]] = []
        self._read_header(journal.header)
        self._story = story
        self._noted = monotonic()
        self.clock = self._clock_of(story)

    def _read_header(self, header: Mapping[str, Any]) -> None:
        self.slot: Mapping[str, Any] = header["slot"]
        self.players = players_of(header)
        self.names = {player.seat: player.name for player in self.players}
        self.judge = str(header.get("judge", ""))
        self.title = str(header.get("title", ""))
        self.created = str(header["created"])

    @classmethod
    def start(
        cls,
        folder: Folder,
        regulation: Regulation,
        *,
        slot: Mapping[str, Any],
        players: Sequence[Player],
        judge: str,
        title: str = "",
        now: Callable[[], str],
        monotonic: Callable[[], float] = time.monotonic,
        tournament: Tournament | None = None,
    ) -> Session:
        """A new game at the deal; its journal is on the disk at the return.

        slot: tournament (path), tournament_id, stage, round, table. title: what the head of the screen says.
        Raises NotSaved, WrongInput.
        """
        created = now()
        header = header_of(regulation, players, slot=slot, judge=judge, title=title, created=created)
        journal = Journal.create(
            folder.files, free_path(folder, slot, created), header, make_room=folder.make_room
        )
        story = Story(History.new(regulation))
        return cls(folder, journal, story, now=now, monotonic=monotonic, tournament=tournament)

    @classmethod
    def resume(
        cls,
        folder: Folder,
        path: Path,
        *,
        now: Callable[[], str],
        monotonic: Callable[[], float] = time.monotonic,
        tournament: Tournament | None = None,
        drop_damaged: bool = False,
    ) -> Session:
        """The game of a journal, at the very step it was left at, its clock standing still.

        Its regulation is the one written in the journal, whatever the files say now. Raises CannotResume,
        NotSaved, WrongFile.
        """
        opened = Journal.open(folder.files, path, drop_damaged=drop_damaged, make_room=folder.make_room)
        if opened.journal is None:
            raise _unwritable(opened)
        try:
            story = tell(Story(History.new(regulation_of(opened.header))), opened.records)
            return cls(
                folder,
                opened.journal,
                story,
                now=now,
                monotonic=monotonic,
                tournament=tournament,
                notice=opened.notice,
            )
        except _NO_STORY as error:
            opened.journal.close()
            raise CannotResume(
                "unfit_story",
                N_("{file}: what is recorded does not fit the rules of the game ({why})."),
                file=path.name,
                why=error,
            ) from error

    # -- reading -----------------------------------------------------------------------------------------

    @property
    def history(self) -> History:
        """The game with its moves, for undo and redo."""
        return self._story.history

    @property
    def game(self) -> Game:
        """The game now."""
        return self._story.history.game

    @property
    def regulation(self) -> Regulation:
        """The regulation of this game: the one its journal names, whatever files say now."""
        return self.game.regulation

    @property
    def times(self) -> tuple[str, ...]:
        """ISO times of the facts that stand, one for each of game.events."""
        return self._story.times

    @property
    def tournament(self) -> Tournament | None:
        """The open tournament file of the game; None where the game was resumed without it."""
        return self._tournament

    def now(self) -> str:
        """ISO local time."""
        return self._now()

    @property
    def path(self) -> Path:
        """The journal's file."""
        return self._journal.path

    def moment(self) -> float:
        """The monotonic clock that the clock of the step is read by."""
        return self._monotonic()

    def wall(self) -> float:
        """Wall time in seconds, to notice that the machine slept."""
        return datetime.fromisoformat(self._now()).timestamp()

    def listen(self, callback: Callable[[Session], None]) -> Callable[[], None]:
        """Calls back after every change; the returned function ends it."""
        self._listeners.append(callback)
        return lambda: self._listeners.remove(callback)

    # -- the judge's actions -----------------------------------------------------------------------------

    def apply(self, event: Event) -> None:
        """A fact of the present step. Raises IllegalEvent, NotSaved, WrongInput."""
        self._do(event_json(event))

    def undo(self) -> None:
        """Takes the last move back. Raises NothingToUndo, NotSaved."""
        self._do({"undo": True})

    def redo(self) -> None:
        """Returns the move taken back last. Raises NothingToRedo, NotSaved."""
        self._do({"redo": True})

    def amend(self, index: int, event: Event | None) -> None:
        """Replaces or deletes an earlier fact. Raises IllegalFact, NoSuchEvent, NotSaved, WrongInput."""
        self._do({"amend": {"index": index, "event": None if event is None else event_json(event)}})

    def _do(self, what: dict[str, Any]) -> None:
        record: dict[str, Any] = {**what, "at": self._now()}
        if self.clock is not None and self.clock.touched:
            record["left"] = self.clock.whole(self.moment())
        after = told(self._story, record)
        self._append(record)
        before, self._story = self._story, after
        if not same_step(before.history.game.state, self.game.state):
            self.clock = self._clock_of(after)
        for callback in tuple(self._listeners):
            callback(self)

    def _append(self, record: Record) -> None:
        try:
            self._journal.append(dict(record))
        except NotSaved:
            self.saved = False
            raise
        self.saved = True
        self._noted = self.moment()

    # -- the clock ---------------------------------------------------------------------------------------

    def _clock_of(self, story: Story) -> Clock | None:
        seconds = story.history.game.state.seconds
        return None if seconds is None else Clock.of(seconds, story.left)

    def set_clock(self, clock: Clock) -> None:
        """Puts the clock of the step to another value and notes it in the journal.

        The clock changes in any case: the room does not wait for a disk. Raises NotSaved.
        """
        self.clock = clock
        self._note_clock()

    def beat(self) -> None:
        """To be called about once a second: notes a running clock now and then; a full disk is no reason to
        stop (see `saved`)."""
        if self.clock is None or not self.clock.running or self.clock.whole(self.moment()) < -FORGOTTEN:
            return
        if self.moment() - self._noted >= BEAT:
            try:
                self._note_clock()
            except NotSaved:
                self._noted = self.moment()

    def _note_clock(self) -> None:
        if self.clock is None:
            return
        note = {"left": self.clock.whole(self.moment()), "running": self.clock.running}
        record = {"clock": note, "at": self._now()}
        self._append(record)
        self._story = told(self._story, record)

    # -- before and after the game -----------------------------------------------------------------------

    def replace_player(self, seat: int, player: Player) -> None:
        """Another player takes a seat; only while nothing is on record. The journal begins anew.

        Raises NotNow, NotSaved.
        """
        if self.game.events or self.history.moves:
            raise NotNow(_("Players can be replaced only before the deal."))
        if any(old.id == player.id and old.seat != seat for old in self.players):
            raise NotNow(_("{name} sits at this table already.").format(name=player.name))
        from rules.protocol import player_json

        header = self._journal.header
        seated = [player if old.seat == seat else old for old in self.players]
        header["players"] = [player_json(one) for one in seated]
        old = self._journal
        path = free_path(self.folder, self.slot, self.created)
        self._journal = Journal.create(self.folder.files, path, header, make_room=self.folder.make_room)
        old.close()
        try:
            self.folder.files.unlink(old.path)
            self.folder.files.fsync_dir(old.path.parent)
        except OSError as error:
            raise NotSaved(
                "old_seating",
                N_("{file}: the journal of the old seating could not be removed ({why})."),
                file=old.path.name,
                why=why(error),
            ) from error
        finally:
            self._read_header(header)
            for callback in tuple(self._listeners):
                callback(self)

    def protocol(self) -> dict[str, Any]:
        """The protocol of the game as it stands."""
        from rules.protocol import make_protocol  # needed once, at the end of a game

        return make_protocol(
            self.game,
            self.players,
            slot={
                "tournament": self.slot.get("tournament_id") or self.slot.get("tournament"),
                "stage": self.slot.get("stage"),
                "round": self.slot.get("round"),
                "table": self.slot.get("table"),
            },
            date=self.created[:10],
            events=self._story.rows(),
            audit=self._story.audit,
        )

    def close(self) -> Finished:
        """Stores the signed protocol: record, tournament file, archive. May be called again after an error.

        Raises NotSaved, WrongFile, WrongInput: the game then stays among the unfinished ones.
        """
        return finish(self.folder, self._journal, self.protocol(), now=self._now, tournament=self._tournament)

    def release(self) -> None:
        """Lets go of the journal; the game is kept and can be resumed. Nothing is pending."""
        if self.clock is not None and self.clock.running:
            with contextlib.suppress(NotSaved):
                self.set_clock(self.clock.pause(self.moment()))
        self._journal.close()


_NO_STORY = (IllegalEvent, IllegalFact, BadEvent, WrongRegulation, LookupError, TypeError, ValueError)


def _unwritable(opened: Opened) -> CannotResume:
    notice = opened.notice
    if isinstance(notice, Notice):
        error = CannotResume(notice.code, notice.template, **notice.details)
    else:
        error = CannotResume("unwritable", N_("This game cannot be gone on with."))
    error.damaged = opened.condition == DAMAGED
    error.lost = opened.lost
    return error
