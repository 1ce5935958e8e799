"""Games that wait to be gone on with: where each stands, folded from its journal."""

from __future__ import annotations

from pathlib import Path

from rules.game import BadEvent, History, IllegalEvent, IllegalFact, Step
from rules.record import record
from rules.regulation import WrongRegulation
from storage.errors import StorageError
from storage.finishing import Running, unfinished
from storage.folder import Folder
from storage.slots import Slot
from tabletui.cli import sentence
from tabletui.refusals import step_name
from tabletui.table_header import players_of, regulation_of
from tabletui.table_story import Story, tell, told
from tabletui.text import N_, _

_OF_A_SEAT = {
    "speech": N_("speech of {seat}"),
    "defence": N_("defence of {seat}"),
    "last_word": N_("last word of {seat}"),
    "best_move": N_("best move of {seat}"),
}


_DOES_NOT_FIT = (IllegalEvent, IllegalFact, BadEvent, WrongRegulation, ValueError, LookupError, TypeError)


@record
class Waiting:
    """A running game. title: tournament, round and table; step: where it stands, or why it cannot go on."""

    running: Running
    title: str
    step: str
    can_go_on: bool

    @property
    def path(self) -> Path:
        """Its journal."""
        return self.running.path

    @property
    def tournament(self) -> str:
        """The id of its tournament, empty where the journal does not say."""
        return str(self._slot.get("tournament_id") or "")

    @property
    def slot(self) -> Slot | None:
        """Its place in the tournament."""
        stage, number, table = (self._slot.get(key) for key in ("stage", "round", "table"))
        if isinstance(stage, str) and isinstance(number, int) and isinstance(table, int):
            return Slot(stage, number, table)
        return None

    @property
    def _slot(self) -> dict[str, object]:
        slot = self.running.header.get("slot")
        return slot if isinstance(slot, dict) else {}


def waiting(folder: Folder) -> list[Waiting]:
    """All running games of the data folder, the one that began last first. Changes nothing."""
    found = [_waiting(running) for running in unfinished(folder)]
    return sorted(found, key=lambda one: str(one.running.header.get("created", "")), reverse=True)


def step_line(step: Step) -> str:
    """Where a game stands, in a few words without secrets: "day 2, speech of 4"."""
    if step.seat is not None and step.id in _OF_A_SEAT:
        what = _(_OF_A_SEAT[step.id]).format(seat=step.seat)
    else:
        what = step_name(step.id)
    if step.id in ("deal", "closing", "finished"):
        return what
    if step.at_night:
        return _("night {night}, {what}").format(night=step.night, what=what)
    return _("day {day}, {what}").format(day=step.day, what=what)


def told_so_far(running: Running) -> tuple[Story | None, int]:
    """The story of the records as far as the rules take them, and how many that is; None without a header
    that can be read."""
    try:
        story = Story(History.new(regulation_of(running.header)))
    except (StorageError, *_DOES_NOT_FIT):
        return None, 0
    for number, one in enumerate(running.records):
        try:
            story = told(story, one)
        except _DOES_NOT_FIT:
            return story, number
    return story, len(running.records)


def names_of(running: Running) -> dict[int, str]:
    """Who sits where, as far as the header tells."""
    try:
        return {player.seat: player.name for player in players_of(running.header)}
    except _DOES_NOT_FIT:
        return {}


def what_it_seems_to_say(folder: Folder, game: Waiting) -> str:
    """The damaged last entry of a journal in words, roles and checks hidden; empty where it tells nothing."""
    from rules.game import parse_event
    from storage.journal import read_journal
    from storage.strict_json import parse
    from tabletui.facts import fact_line

    try:
        lost = read_journal(folder.files, game.path).lost
        record = parse(lost[lost.index("{") :].strip().encode())
        if "undo" in record or "redo" in record:
            return _("undo") if "undo" in record else _("redo")
        return fact_line(parse_event(record), names_of(game.running), regulation_of(game.running.header))
    except (StorageError, *_DOES_NOT_FIT):
        return ""


def _waiting(running: Running) -> Waiting:
    title = str(running.header.get("title") or running.path.stem)
    if running.condition == "corrupt" and running.header:
        words = _("the record is damaged after entry {last}: Enter shows it").format(
            last=len(running.records)
        )
        return Waiting(running, title, words, False)
    if running.condition not in ("clean", "torn", "damaged"):
        why = running.notice or _("This game cannot be gone on with.")
        return Waiting(running, title, sentence(why), False)
    if running.condition == "damaged":
        return Waiting(running, title, _("the last entry is damaged"), True)
    if running.ended:
        return Waiting(running, title, _("signed, waits to be stored"), True)
    try:
        regulation = regulation_of(running.header)
        story = tell(Story(History.new(regulation)), running.records)
    except StorageError as error:
        return Waiting(running, title, sentence(error), False)
    except _DOES_NOT_FIT:
        return Waiting(running, title, _("the record does not fit the rules it names"), False)
    return Waiting(running, title, step_line(story.history.game.step), True)
